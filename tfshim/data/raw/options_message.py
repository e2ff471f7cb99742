"""Options of datasets as the message in which nodes hold them."""

from __future__ import annotations

import enum
import functools
from typing import Any

from tfshim.data.options import Options, OptionsBase
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.message_files import described

# Group of options -> (option, its field and number in the message, type there). What is set is told from what is not, so that each is
# alone in a group of its own.
_GROUPS = {
    "AutotuneOptions": [
        ("enabled", "enabled", 1, "bool"),
        ("cpu_budget", "cpu_budget", 2, "int32"),
        ("ram_budget", "ram_budget", 3, "int64"),
        ("autotune_algorithm", "autotune_algorithm", 4, "int32"),
    ],
    "DistributeOptions": [("auto_shard_policy", "auto_shard_policy", 1, "int32"), ("num_devices", "num_devices", 2, "int32")],
    "OptimizationOptions": [
        (name, name, number, "bool")
        for name, number in (
            ("apply_default_optimizations", 1),
            ("filter_fusion", 6),
            ("map_and_batch_fusion", 9),
            ("map_and_filter_fusion", 10),
            ("map_fusion", 11),
            ("map_parallelization", 12),
            ("noop_elimination", 14),
            ("parallel_batch", 15),
            ("shuffle_and_repeat_fusion", 17),
            ("filter_parallelization", 18),
            ("inject_prefetch", 19),
        )
    ],
    "ThreadingOptions": [
        ("max_intra_op_parallelism", "max_intra_op_parallelism", 1, "int32"),
        ("private_threadpool_size", "private_threadpool_size", 2, "int32"),
    ],
    "Options": [
        ("deterministic", "deterministic", 1, "bool"),
        ("experimental_distribute", "distribute_options", 2, "DistributeOptions"),
        ("experimental_optimization", "optimization_options", 3, "OptimizationOptions"),
        ("experimental_slack", "slack", 4, "bool"),
        ("threading", "threading_options", 5, "ThreadingOptions"),
        ("experimental_external_state_policy", "external_state_policy", 6, "int32"),
        ("autotune", "autotune_options", 7, "AutotuneOptions"),
        ("experimental_symbolic_checkpoint", "symbolic_checkpoint", 8, "bool"),
        ("experimental_warm_start", "warm_start", 9, "bool"),
    ],
}


@functools.cache
def _message() -> Any:
    from google.protobuf import descriptor_pool, message_factory  # with the messages, which most programs do not need

    pool = descriptor_pool.DescriptorPool()
    file = described("tfshim/dataset_options.proto", "tensorflow", {k: [(f, n, t) for _, f, n, t in v] for k, v in _GROUPS.items()})
    for made in file.message_type:
        for field in made.field:
            if field.type != field.TYPE_MESSAGE:
                field.oneof_index = len(made.oneof_decl)
                made.oneof_decl.add(name=f"optional_{field.name}")
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("tensorflow.Options"))


def encoded(options: Options) -> bytes:
    """The bytes of the message for `options`."""
    made = _message()()
    _fill(made, options)
    return made.SerializeToString(deterministic=True)


def _fill(message: Any, options: OptionsBase) -> None:
    for name, field, _, _ in _GROUPS[type(options).__name__]:
        value = vars(options)["_values"].get(name)  # what is not set has a default that is not written
        if isinstance(value, OptionsBase):
            part = getattr(message, field)
            part.SetInParent()
            _fill(part, value)
        elif value is not None:
            setattr(message, field, value.value if isinstance(value, enum.Enum) else value)


def decoded(data: bytes) -> Options:
    """The options of which `encoded` gave the bytes. Raises DataLossError for others."""
    from google.protobuf.message import DecodeError  # with the messages, which most programs do not need

    made = Options()
    try:
        _take(_message().FromString(data), made)
    except (DecodeError, ValueError) as e:
        raise errors.DataLossError(None, None, f"The options of a dataset are damaged: {e}") from e
    return made


def _take(message: Any, options: OptionsBase) -> None:
    for name, field, _, _ in _GROUPS[type(options).__name__]:
        if not message.HasField(field):
            continue
        value, about = getattr(message, field), getattr(type(options), name)
        if isinstance(getattr(options, name), OptionsBase):
            _take(value, getattr(options, name))
        else:
            setattr(options, name, about.kind(value) if issubclass(about.kind, enum.Enum) else value)
