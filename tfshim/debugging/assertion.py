"""`tf.Assert`, and what all asserts share: names of tensors, prefixes of messages, the node in a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.graphs.operation import IDENTITY, InnerOp, placed_with
from tfshim.engine.graphs.recording import in_scope
from tfshim.engine.ops.op import op
from tfshim.engine.ops.static_shapes.abstract import leaf_like
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS, ScopedValue
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import FROM_TORCH, int32, string
from tfshim.engine.values.readable import holds
from tfshim.engine.values.summarize import summarize_flat
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@op("Assert", condition="bool", data="any*", grad=None, stateful=True, shape_fn=lambda *arguments: ())
def _assert_op(condition, data, summarize=3, name=None):
    """The check itself, for graphs."""
    if condition.is_meta or holds(condition, "assertion failed"):
        return None
    parts = []
    for storage in data:
        dtype = string if isinstance(storage, np.ndarray) else FROM_TORCH[storage.dtype]
        parts.append(f"[{summarize_flat(storage, dtype, summarize).decode('utf-8', 'replace')}]")
    raise invalid("assertion failed: " + " ".join(parts))


# What TensorFlow 1's functions are given to tell in place of their own text, and how many elements of it; None for what is not given.
told_instead = ScopedValue((None, None))


def prefix(message):
    """The user's message as the prefix of our own text."""
    return f"{message}.  " if message else ""


def label(x):
    """What messages call the tensor `x`: its name in a graph, else (and that of a sparse one) its shape and dtype."""
    if isinstance(x, EagerTensor) or hasattr(type(x), "_tfshim_value") or not hasattr(x, "name"):
        return f"shape={x.shape} dtype={x.dtype.name}"
    return x.name


def as_node(x, name, dtype=None):
    """The tensor `x`, as a constant of that name in the graph under construction where it is none yet: messages call it by its name."""
    made = convert_to_tensor(x, dtype=dtype)
    new = TS.graph is not None and type(made) is EagerTensor and not isinstance(x, Tensor)
    return TS.graph._constant(made, name) if new else made


def graph_assert(condition, data, summarize=None, name=None):
    """Record the check of `condition` in the graph under construction; gives its operation."""
    graph = TS.graph
    with name_scope(name or "Assert") as scope:
        shown = []
        for d in data:
            x = convert_to_tensor(d)
            if not isinstance(d, Tensor) and type(x) is EagerTensor:
                node = graph._constant(x, "Const")  # which TensorFlow shows where the check is guarded, and else only leaves there
                x = node if guards([convert_to_tensor(v) for v in data]) else x
            shown.append(x)
        _assert_op(condition, shown, 3 if summarize is None else summarize, name=scope)
    return graph.get_operations()[-1]


def nothing(name):
    """Record an operation that does nothing, in place of a check that was made already; gives it."""
    return TS.graph._add(_NOTHING, [], [], name)


_NOTHING = InnerOp("NoOp", lambda: None, names=())


def with_dependencies(checks, x):
    """`x` in the graph under construction, once the operations `checks` have run."""
    graph = TS.graph
    source = graph._as_node(x) if type(x) is EagerTensor else graph._local(x)
    x = in_scope(source, graph, TS.tapes)
    with graph.control_dependencies(checks):
        node = graph._add(IDENTITY, [x], leaf_like(x), "control_dependency")
    placed_with(node, source.op)
    made = node.outputs[0]
    made._rec, made._static = None if x._rec is None else TS.tape, x._static
    return made


def guards(data):
    """Whether TensorFlow guards a check that shows the tensors `data` by a condition: unless they are texts and integers only."""
    return not all(d.dtype in (string, int32) for d in data)


@tf_export("debugging.Assert", "Assert")
def Assert(condition: TensorLike, data: TensorLike, summarize: int | None = None, name: str | None = None) -> Any:  # noqa: N802 - TensorFlow's name
    """Raise an error that shows some tensors unless a condition is true. Mirrors `tf.debugging.Assert` and `tf.Assert`.

    Arguments:
        condition: a bool scalar, or what converts to one.
        data: a list of tensors to show.
        summarize: how many elements of each to show; None (the default) is 3, -1 all.
        name: a name for the operation in graphs.

    Returns:
        None; in a graph the operation that checks when the graph runs. In a `tf.function` it runs by itself.

    Raises:
        InvalidArgumentError: the condition is false.

    For comparisons `tf.debugging.assert_equal` and the like write the message themselves. A Python `assert` over a
    tensor becomes this in a `tf.function`.

    Example:
        >>> x = tf.constant([1.0, 2.0])
        >>> tf.Assert(tf.reduce_all(x > 0), [x])
    """
    if TS.graph is not None:
        return graph_assert(condition, data, summarize, name or "Assert")
    if condition:
        return None
    limit = 3 if summarize is None else summarize
    shown = "\n".join(_row(convert_to_tensor(d), limit) for d in data)
    raise invalid(f"Expected '{condition!s}' to be true. Summarized data: {shown}")


def flat_array(x):
    """The elements of the eager tensor `x` as a flat array."""
    value = x.numpy()
    if isinstance(value, bytes):  # NumPy's own type for bytes would drop zero bytes at the end
        value = np.array([value], dtype=object)
    return np.asarray(value).reshape(-1)


def _row(x, limit):
    flat = flat_array(x)
    items = [str(v) for v in (flat if limit < 0 else flat[:limit])]
    return ", ".join(items + ["..."] * (0 <= limit < len(flat)))
