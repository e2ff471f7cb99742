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
    """How sizes that change from batch to batch are padded on TPUs. Mirrors `tf.compat.v1.tpu.PaddingSpec`.

    It is an argument of `tf.compat.v1.tpu.batch_parallel` and the like, which compile a program for each size that comes. Here nothing is
    compiled for TPUs, and nothing is padded.

    Attributes:
        AUTO: 0: to the next larger of a few sizes, those of the first batches.
        POWER_OF_TWO: 1: to the next power of two.

    Example:
        >>> int(tf.compat.v1.tpu.PaddingSpec.AUTO), int(tf.compat.v1.tpu.PaddingSpec.POWER_OF_TWO)
        (0, 1)
        >>> [kind.name for kind in tf.compat.v1.tpu.PaddingSpec]
        ['AUTO', 'POWER_OF_TWO']
        >>> tf.compat.v1.tpu.PaddingSpec(1) is tf.compat.v1.tpu.PaddingSpec.POWER_OF_TWO
        True
    """

    AUTO = 0
    POWER_OF_TWO = 1


@tf_export(v1=["tpu.core"])
def core(num: int) -> str:
    """The name of a device, by which a part of a computation is told to run on one core of a replica. Mirrors `tf.compat.v1.tpu.core`.

    Programs for TPUs open `tf.device(tf.compat.v1.tpu.core(0))` around it. Here there are no TPUs: the name is made, and an operation that
    is to run on that device is an error where it runs.

    Arguments:
        num: the number of the core, from 0 on.

    Returns:
        A str.

    Example:
        >>> tf.compat.v1.tpu.core(0)
        'device:TPU_REPLICATED_CORE:0'
        >>> [tf.compat.v1.tpu.core(number) for number in range(2)][1]
        'device:TPU_REPLICATED_CORE:1'
        >>> with tf.Graph().as_default(), tf.device(tf.compat.v1.tpu.core(1)):
        ...     print(tf.constant(1.0).device)
        /device:TPU_REPLICATED_CORE:1
    """
    return f"device:TPU_REPLICATED_CORE:{num}"


@tf_export(v1=["tpu.bfloat16_scope"])
@contextlib.contextmanager
def bfloat16_scope(name: str | None = None) -> Iterator[VariableScope]:
    """A variable scope whose variables of bfloat16 are kept in float32. Mirrors `tf.compat.v1.tpu.bfloat16_scope`.

    Models then compute in bfloat16, and small steps of an optimizer are not lost: a variable that is asked for with that dtype is made with
    float32, and cast as it is read.

    Arguments:
        name: the name of the scope; None (the default) for names as outside of it.

    Returns:
        A context manager, whose value is the `tf.compat.v1.VariableScope`.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.compat.v1.tpu.bfloat16_scope():
        ...         w = tf.compat.v1.get_variable("w", [2], tf.bfloat16)
        ...     print(w.dtype, [(v.name, v.dtype.base_dtype) for v in tf.compat.v1.global_variables()])
        <dtype: 'bfloat16'> [('w:0', tf.float32)]
    """

    def getter(get: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if kwargs.get("dtype") != bfloat16:
            return get(*args, **kwargs)
        return cast(get(*args, **{**kwargs, "dtype": float32}), bfloat16)

    with variable_scope(name or "", custom_getter=getter) as scope:
        yield scope


@tf_export(v1=["tpu.outside_compilation"])
def outside_compilation(computation: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls a function that is not compiled for TPUs. Mirrors `tf.compat.v1.tpu.outside_compilation`.

    On a TPU such a part, a summary say, runs on the machine it is attached to. Here nothing is compiled for TPUs, so that the function is
    simply called.

    Arguments:
        computation: a function.
        args, kwargs: its arguments.

    Returns:
        What the function returns.

    Example:
        >>> tf.compat.v1.tpu.outside_compilation(lambda x, y: x + y, tf.constant(1), y=tf.constant(2)).numpy()
        3
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     total = tf.compat.v1.tpu.outside_compilation(tf.reduce_sum, tf.constant([1.0, 2.0]))
        ...     print(sess.run(total))
        3.0
    """
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
