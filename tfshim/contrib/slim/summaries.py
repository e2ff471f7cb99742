"""`tf.contrib.slim.summaries`: summaries named after their tensors, printed too where that is asked for."""

import tfshim as tf
from tfshim.compat.v1 import summary
from tfshim.compat.v1.graphs.flow import Print
from tfshim.compat.v1.graphs.graphs import GraphKeys, add_to_collection
from tfshim.contrib._names import defined


def _named(tensor, name, prefix, postfix=None):
    return "/".join(part for part in (prefix, name or tensor.op.name, postfix) if part)


def _printed(made, tensor, name, printed):
    """The summary, which prints `tensor` whenever it is made where that is asked for."""
    if printed:
        made = Print(made, [tensor], name)
        add_to_collection(GraphKeys.SUMMARIES, made)
    return made


def add_histogram_summary(tensor, name=None, prefix=None):
    """A histogram of `tensor`, by default of its name, below `prefix`."""
    return summary.histogram(_named(tensor, name, prefix), tensor)


def add_image_summary(tensor, name=None, prefix=None, print_summary=False):
    """A summary of pictures [batch, height, width, channels]."""
    named = _named(tensor, name, prefix)
    made = summary.image(name=named, tensor=tensor, collections=[] if print_summary else None)
    return _printed(made, tensor, named, print_summary)


def add_scalar_summary(tensor, name=None, prefix=None, print_summary=False):
    """A summary of a scalar."""
    named = _named(tensor, name, prefix)
    made = summary.scalar(named, tensor, collections=[] if print_summary else None)
    return _printed(made, tensor, named, print_summary)


def add_zero_fraction_summary(tensor, name=None, prefix=None, print_summary=False):
    """A summary of the part of `tensor` that is zero."""
    named = _named(tensor, name, prefix, "Fraction_of_Zero_Values")
    return add_scalar_summary(tf.math.zero_fraction(tensor), named, print_summary=print_summary)


def add_histogram_summaries(tensors, prefix=None):
    """A histogram of each tensor."""
    return [add_histogram_summary(x, prefix=prefix) for x in tensors]


def add_image_summaries(tensors, prefix=None):
    """A summary of pictures of each tensor."""
    return [add_image_summary(x, prefix=prefix) for x in tensors]


def add_scalar_summaries(tensors, prefix=None, print_summary=False):
    """A summary of each scalar."""
    return [add_scalar_summary(x, prefix=prefix, print_summary=print_summary) for x in tensors]


def add_zero_fraction_summaries(tensors, prefix=None):
    """A summary of the part of each tensor that is zero."""
    return [add_zero_fraction_summary(x, prefix=prefix) for x in tensors]


__all__ = defined(globals())
