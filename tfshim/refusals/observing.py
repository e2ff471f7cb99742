"""What observes a program and is not recorded: a training goes on without it, with one warning."""

from tfshim.refusals._entries import below, gathered, name, situation

_TRACES = "traces of TensorFlow's runtime are not recorded"
_TORCH = "profile with torch.profiler, or tf.profiler.experimental.Profile around the steps"
_COUNT = "parameters and operations on floats are counted by the options of trainable_variables_parameter() and float_operation()"

REFUSALS = gathered(
    name(below("tf.compat.v1.profiler", "advise write_op_log"), _TRACES, f"{_TORCH}, {_COUNT}", goes_on=True),
    situation(
        "tf.compat.v1.profiler.profile",
        "options",
        "more than one count by types or names is not supported",
        _TRACES,
        f"{_TORCH}, {_COUNT}",
        goes_on=True,
    ),
    name("tf.compat.v1.profiler.Profiler", _TRACES, f"{_TORCH}, {_COUNT}", goes_on=True),
    situation("tf.compat.v1.profiler.profile", "result", "the result's `{field}` is not supported", _TRACES, f"{_TORCH}, {_COUNT}"),
    situation("tf.compat.v1.profiler.Profiler", "serialized", "serialize_to_string is not supported", _TRACES, _TORCH),
    name(below("tf.compat.v1.profiler", "OpLogProto"), _TRACES, _TORCH),
)
