"""`tf.compat.v1.tpu`: what programs of TensorFlow 1 say of TPUs. There are none here."""

from __future__ import annotations

import contextlib
import enum
from collections.abc import Callable, Iterator
from typing import Any

from tfshim._export import tf_export
from tfshim.array_ops.casting import cast
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.train.optimizer import Optimizer
from tfshim.compat.v1.variables.scope import VariableScope
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.dtypes import bfloat16, float32
from tfshim.refusals import refusing, refusing_class

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), target="tfshim.tpu")


@tf_export(v1=["tpu.PaddingSpec"])
class PaddingSpec(enum.IntEnum):
    """How sizes that change are padded on TPUs. Mirrors `tf.compat.v1.tpu.PaddingSpec`."""

    AUTO = 0
    POWER_OF_TWO = 1


@tf_export(v1=["tpu.core"])
def core(num: int) -> str:
    """The name of the device of a replica's core `num`. Mirrors `tf.compat.v1.tpu.core`."""
    return f"device:TPU_REPLICATED_CORE:{num}"


@tf_export(v1=["tpu.bfloat16_scope"])
@contextlib.contextmanager
def bfloat16_scope(name: str | None = None) -> Iterator[VariableScope]:
    """A variable scope whose bfloat16 variables are kept in float32 and cast when they are read.

    Mirrors `tf.compat.v1.tpu.bfloat16_scope`. `name`: of the scope; without it names are as outside of it.
    """

    def getter(get: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("dtype") != bfloat16:
            return get(*args, **kwargs)
        return cast(get(*args, **{**kwargs, "dtype": float32}), bfloat16)

    with variable_scope(name or "", custom_getter=getter) as scope:
        yield scope


@tf_export(v1=["tpu.outside_compilation"])
def outside_compilation(computation: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`computation(*args, **kwargs)`: nothing here is compiled for TPUs. Mirrors `tf.compat.v1.tpu.outside_compilation`."""
    return computation(*args, **kwargs)


CrossShardOptimizer = refusing_class(
    "tf.compat.v1.tpu.CrossShardOptimizer",
    Optimizer,
    "opt, reduction='weighted_mean', name='CrossShardOptimizer', group_assignment=None",
)
tf_export(v1=["tpu.CrossShardOptimizer"])(CrossShardOptimizer)
batch_parallel = refusing("tf.compat.v1.tpu.batch_parallel")
tf_export(v1=["tpu.batch_parallel"])(batch_parallel)
cross_replica_sum = refusing("tf.compat.v1.tpu.cross_replica_sum", "x, group_assignment=None, name=None")
tf_export(v1=["tpu.cross_replica_sum"])(cross_replica_sum)
initialize_system = refusing("tf.compat.v1.tpu.initialize_system")
tf_export(v1=["tpu.initialize_system"])(initialize_system)
replicate = refusing("tf.compat.v1.tpu.replicate")
tf_export(v1=["tpu.replicate"])(replicate)
rewrite = refusing("tf.compat.v1.tpu.rewrite")
tf_export(v1=["tpu.rewrite"])(rewrite)
shard = refusing("tf.compat.v1.tpu.shard")
tf_export(v1=["tpu.shard"])(shard)
shutdown_system = refusing("tf.compat.v1.tpu.shutdown_system", "job=None")
tf_export(v1=["tpu.shutdown_system"])(shutdown_system)
