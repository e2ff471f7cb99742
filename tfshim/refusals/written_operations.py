"""Refusals of operations that have no form in TensorFlow's files, by their types: why, and what to use instead."""

import re

from tfshim.refusals._entries import gathered, situation

# (about, pattern of the whole type, why, what to use instead)
_FAMILIES = (
    (
        "accumulators",
        r".*Accumulator.*",
        "what an accumulator of gradients holds belongs to the process",
        "save a function that takes the gradients, or the variables alone",
    ),
    (
        "readers",
        r".*Reader.*V2",
        "the place that a reader has reached belongs to the process",
        "read the records with tf.data, and save what is computed from them",
    ),
    (
        "staging",
        r"Stage.*",
        "the elements of a staging area belong to the process",
        "save what is computed from the elements",
    ),
    (
        "workers",
        r"Collective.*",
        "workers exchange values by torch.distributed",
        "save the model, or a function that computes without the other workers",
    ),
    (
        "summaries",
        r"Encode(Wav|Png)|HistogramBuckets|(Write|Flush).*Summary.*",
        "a writer of summaries belongs to the process",
        "save a function that gives the values, and write them where it is called",
    ),
    (
        "steps of optimizers",
        r"ApplyGradients(Legacy)?|Resource(Sparse)?Apply(Momentum)?",
        "one node updates all variables, by the Python object of the optimizer",
        "save the model with its variables, and make the steps where it is loaded",
    ),
    (
        "modules of PyTorch",
        "TorchModule",
        "its code is PyTorch's",
        "export the module with torch.export or torch.onnx, or build the model of Keras' layers",
    ),
    (
        "datasets",
        r".*Dataset(V\d)?|Iterator.*|MakeIterator|Optional.*",
        "it calls Python, reads what this package wrote, or has elements that are neither tensors nor datasets",
        "save a function of the tensors of an element, or make the dataset of tensors, numbers and files alone",
    ),
    (
        "iterators over groups",
        "IteratorGetNext",
        "an iterator over the batches of several replicas belongs to the program that runs it",
        "save a function of the tensors of a batch",
    ),
    (
        "texts of ragged tensors",
        "StringFormat",
        "ragged tensors are put into texts by Python functions",
        "save a function that gives the tensors, or format their `flat_values` and `row_splits`, or use tf.strings.as_string and "
        "tf.strings.join",
    ),
)


def family_of(op_type):
    """What an operation of that type, which has no written form, belongs to in the table of refusals; "node" for no family."""
    return next((about for about, pattern, _, _ in _FAMILIES if re.fullmatch(pattern, op_type)), "node")


_CLAUSE = "the operation {op_type} is not supported in a saved function"
REFUSALS = gathered(*(situation("tf.saved_model.save", about, _CLAUSE, why, instead) for about, _, why, instead in _FAMILIES))
