"""What layers of `tf.contrib.layers` are built with: names for their results, and arguments that may be one number or several."""

import collections

import tfshim as tf
from tfshim.compat.v1.graphs.flow import cond
from tfshim.compat.v1.graphs.graphs import add_to_collections, get_collection, get_default_graph
from tfshim.contrib._names import defined
from tfshim.protos.tensors import get_static_value

NamedOutputs = collections.namedtuple("NamedOutputs", ["name", "outputs"])


def append_tensor_alias(tensor, alias):
    """`tensor`, which has one more name: `alias`."""
    alias = alias.removesuffix("/")
    if hasattr(tensor, "aliases"):
        tensor.aliases.append(alias)
    else:
        tensor.aliases = [alias]
    return tensor


def collect_named_outputs(collections, alias, outputs):
    """`outputs`, put into `collections` (a name, or a list; None: none) under the name `alias`."""
    if collections:
        append_tensor_alias(outputs, alias)
        add_to_collections([collections] if isinstance(collections, str) else collections, outputs)
    return outputs


def get_tensor_aliases(tensor):
    """The names that a tensor was given, or its own."""
    if hasattr(tensor, "aliases"):
        return tensor.aliases
    return [tensor.op.name if tensor.name.endswith(":0") else tensor.name]


def gather_tensors_aliases(tensors):
    """The names of all the tensors."""
    return [alias for tensor in tensors for alias in get_tensor_aliases(tensor)]


def convert_collection_to_dict(collection, clear_collection=False):
    """The tensors of a collection by their names; `clear_collection`: whether it is emptied then."""
    found = collections.OrderedDict((alias, tensor) for tensor in get_collection(collection) for alias in get_tensor_aliases(tensor))
    if clear_collection:
        get_default_graph().clear_collection(collection)
    return found


def constant_value(value_or_tensor_or_var, dtype=None):
    """The value, None where only a run of the graph can tell. Raises ValueError for None and for tensors of another dtype."""
    given = value_or_tensor_or_var
    if given is None:
        raise ValueError("value_or_tensor_or_var cannot be None")
    variable = isinstance(given, tf.Variable)
    if not variable and not tf.is_tensor(given):
        return given
    if dtype and given.dtype != dtype:
        raise ValueError(f"It has the wrong type {given.dtype} instead of {dtype}")
    return None if variable else get_static_value(given)


def static_cond(pred, fn1, fn2):
    """`fn1()` where the number or boolean `pred` is true, else `fn2()`. Raises TypeError for what cannot be called."""
    for name, given in (("fn1", fn1), ("fn2", fn2)):
        if not callable(given):
            raise TypeError(f"{name} must be callable.")
    return fn1() if pred else fn2()


def smart_cond(pred, fn1, fn2, name=None):
    """`fn1()` or `fn2()`, in the graph where `pred` is a tensor whose value is not known."""
    value = constant_value(pred)
    return cond(pred, fn1, fn2, name=name) if value is None else static_cond(value, fn1, fn2)


def get_variable_collections(variables_collections, name):
    """The collections for the variable `name`: a list for all, or a dictionary of lists by name."""
    return variables_collections.get(name) if isinstance(variables_collections, dict) else variables_collections


def _size(shape, axis, min_rank):
    shape = tf.TensorShape(shape)
    if shape.rank is None:
        raise ValueError("dims of shape must be known but is None")
    if shape.rank < min_rank:
        raise ValueError(f"rank of shape must be at least {min_rank} not: {shape.rank}")
    if shape.as_list()[axis] is None:
        raise ValueError(f"dimension {axis} of shape must be known but is None: {shape}")
    return shape.as_list()[axis]


def channel_dimension(shape, data_format, min_rank=1):
    """The size of the channels: the second of "channels_first", else the last. Raises ValueError where it is not known."""
    return _size(shape, 1 if data_format == "channels_first" else -1, min_rank)


def last_dimension(shape, min_rank=1):
    """The last size of a shape. Raises ValueError where it is not known."""
    return _size(shape, -1, min_rank)


def two_element_tuple(int_or_tuple):
    """Two integers, of one or of two. Raises ValueError for anything else."""
    if isinstance(int_or_tuple, (list, tuple)):
        if len(int_or_tuple) != 2:
            raise ValueError(f"Must be a list with 2 elements: {int_or_tuple}")
        return int(int_or_tuple[0]), int(int_or_tuple[1])
    if isinstance(int_or_tuple, int):
        return int(int_or_tuple), int(int_or_tuple)
    if isinstance(int_or_tuple, tf.TensorShape) and int_or_tuple.rank == 2:
        return int_or_tuple[0], int_or_tuple[1]
    raise ValueError("Must be an int, a list with 2 elements or a TensorShape of length 2")


def n_positive_integers(n, value):
    """`n` integers above zero, of one or of as many. Raises ValueError for anything else."""
    if int(n) < 1 or int(n) != n:
        raise ValueError("n must be a positive integer")
    try:
        one = int(value)
    except (TypeError, ValueError):
        try:
            several = tuple(int(x) for x in value)
        except (TypeError, ValueError):
            several = ()
        if len(several) != n:
            raise ValueError(f"Expected sequence of {int(n)} positive integers, but received {value!r}") from None
    else:
        several = (one,) * int(n)
    for x in several:
        if x < 1:
            raise ValueError(f"expected positive integer, but received {x}")
    return several


__all__ = defined(globals())
