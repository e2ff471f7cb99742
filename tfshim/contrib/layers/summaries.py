"""Summaries of tensors, one for each: `tf.contrib.layers`."""

import re

import tfshim as tf
from tfshim.compat.v1 import summary
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_collection


def summarize_tensor(tensor, tag=None):
    """A scalar summary of a scalar, a histogram of anything else."""
    tag = tag or re.sub(r":.*", "", tensor.name)
    return summary.scalar(tag, tensor) if tensor.shape.rank == 0 else summary.histogram(tag, tensor)


def summarize_activation(op):
    """A histogram of the activations `op`; of those of a ReLU the part that is zero, of sigmoids and tanhs that near a limit."""
    name = op.op.name
    if op.op.type in ("Relu", "Softplus", "Relu6"):
        summary.scalar(f"{name}/zeros", tf.reduce_mean(tf.cast(tf.less(op, tf.cast(0.0, op.dtype)), tf.float32)))
    if op.op.type == "Relu6":
        summary.scalar(f"{name}/sixes", tf.reduce_mean(tf.cast(tf.greater(op, tf.cast(6.0, op.dtype)), tf.float32)))
    return summary.histogram(f"{name}/activation", op)


def summarize_tensors(tensors, summarizer=summarize_tensor):
    """A summary of each of `tensors`."""
    return [summarizer(t) for t in tensors]


def summarize_collection(collection, name_filter=None, summarizer=summarize_tensor):
    """A summary of each tensor of a collection whose name matches `name_filter`."""
    return [summarizer(t) for t in get_collection(collection) if name_filter is None or re.match(name_filter, t.op.name)]


def summarize_activations(name_filter=None, summarizer=summarize_activation):
    """A summary of each tensor of the collection ACTIVATIONS."""
    return summarize_collection(GraphKeys.ACTIVATIONS, name_filter, summarizer)
