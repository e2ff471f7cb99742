"""Refusals of operations that have no form in TensorFlow's files, by the module of their kernel: why, and what to use instead."""

from tfshim.refusals._entries import gathered, situation

# (about, modules below tfshim, why, what to use instead)
_FAMILIES = (
    (
        "accumulators",
        "compat.v1.graphs.accumulators",
        "what an accumulator of gradients holds belongs to the process",
        "save a function that takes the gradients, or the variables alone",
    ),
    (
        "readers",
        "compat.v1.graphs.readers",
        "the place that a reader has reached belongs to the process",
        "read the records with tf.data, and save what is computed from them",
    ),
    (
        "staging",
        "private.ops.staging",
        "the elements of a staging area belong to the process",
        "save what is computed from the elements",
    ),
    (
        "summaries",
        "summary.audio_clips summary.histograms summary.images contrib.summary",
        "a writer of summaries belongs to the process",
        "save a function that gives the values, and write them where it is called",
    ),
    (
        "steps of optimizers",
        "keras.optimizers.optimizer keras.optimizers.legacy.optimizer compat.v1.train.adaptive compat.v1.train.gradient_descent "
        "compat.v1.train.optimizer",
        "one node updates all variables, by the Python object of the optimizer",
        "save the model with its variables, and make the steps where it is loaded",
    ),
    (
        "texts of tensors",
        "strings.formatting",
        "tensors are put into texts by Python functions",
        "save a function that gives the tensors, or use tf.strings.as_string and tf.strings.join",
    ),
)


def family_of(o):
    """What an operation belongs to that has no written form, as the table of refusals names it; None where it has no reason not to."""
    module = getattr(getattr(o, "kernel", None), "__module__", "").removeprefix("tfshim.")
    return next((about for about, modules, _, _ in _FAMILIES if module in modules.split()), None)


_CLAUSE = "the operation {op_type} has no written form"
REFUSALS = gathered(*(situation("tf.saved_model.save", about, _CLAUSE, why, instead) for about, _, why, instead in _FAMILIES))
