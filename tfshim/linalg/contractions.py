"""Sums of products over named or numbered dimensions: `einsum` and `tensordot`."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from tfshim._export import tf_export
from tfshim.array_ops.gathering import gather
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.shapes import reshape, shape
from tfshim.array_ops.transposing import transpose
from tfshim.engine.ops import batched_products, products
from tfshim.engine.ops.composite import composite
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor, is_tensor
from tfshim.engine.values.readable import readable
from tfshim.engine.values.shape_parts.broadcasting import broadcast_dims
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.linalg._axes import split_axes
from tfshim.linalg.products import matmul
from tfshim.math.reductions import reduce_prod

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, TensorLike
    from tfshim.engine.values.tensor import Tensor


_TYPES = dt.NUMBERS


@functools.cache
def _summed_by_weights(equation):
    """How many last axes of the first input are summed with the first ones of the second, if the equation says no more; or None."""
    source, _, target = equation.partition("->")
    labels = source.split(",")
    if len(labels) != 2 or "." in equation or len(set(labels[0])) < len(labels[0]) or len(set(labels[1])) < len(labels[1]):
        return None
    summed = "".join(c for c in labels[0] if c in labels[1])
    n = len(summed)
    if not n or not labels[0].endswith(summed) or not labels[1].startswith(summed) or target != labels[0][:-n] + labels[1][n:]:
        return None
    return n if len(labels[0]) > n and len(labels[1]) > n else None


class _Matrices(NamedTuple):
    """How a sum of products is one of batches of matrices: which input is the first, the order of the axes of each, how many of them
    are of the batch, of the rows, of the columns and summed, and the order in which the result has the equation's axes."""

    swapped: bool
    first: tuple[int, ...]
    second: tuple[int, ...]
    batch: int
    rows: int
    columns: int
    order: tuple[int, ...]


@functools.cache
def _as_matrices(equation):
    """The `_Matrices` of an equation of two inputs, or None where it is no product of matrices."""
    source, _, target = equation.partition("->")
    labels = source.split(",")
    if len(labels) != 2 or "." in equation or any(len(set(part)) < len(part) for part in labels):
        return None
    a, b = labels
    batch = [c for c in target if c in a and c in b]
    summed = [c for c in a if c in b and c not in target]
    rows, columns = ([c for c in target if c in one and c not in other] for one, other in ((a, b), (b, a)))
    if (
        not summed
        or not rows
        or not columns
        or len(batch) + len(summed) + len(rows) < len(a)
        or len(batch) + len(summed) + len(columns) < len(b)
    ):
        return None
    swapped = target.index(columns[0]) < target.index(rows[0])
    if swapped:
        (a, b), rows, columns = (b, a), columns, rows
    made = [*batch, *rows, *columns]
    return _Matrices(
        swapped,
        tuple(a.index(c) for c in [*batch, *rows, *summed]),
        tuple(b.index(c) for c in [*batch, *summed, *columns]),
        len(batch),
        len(rows),
        len(columns),
        tuple(made.index(c) for c in target),
    )


def _by_matrices(equation, inputs):
    """The sum of products by products of matrices, where those of this processor are faster than torch's; or None."""
    if len(inputs) != 2 or not batched_products.may_suit(*inputs) or any(x.dtype is not torch.float32 for x in inputs):
        return None
    plan = _as_matrices(equation)
    if plan is None:
        return None
    a, b = reversed(inputs) if plan.swapped else inputs
    a, b = a.permute(plan.first), b.permute(plan.second)
    batch, rows = a.shape[: plan.batch], a.shape[plan.batch : plan.batch + plan.rows]
    columns = b.shape[b.ndim - plan.columns :]
    m, k, n = rows.numel(), a.shape[plan.batch + plan.rows :].numel(), columns.numel()
    if not batched_products.suits_sizes(m, k, n) or not readable(a) or not readable(b):
        return None
    multiply = batched_products.matmul if batch else products.mm
    return multiply(a.reshape(*batch, m, k), b.reshape(*batch, k, n)).reshape(*batch, *rows, *columns).permute(plan.order)


def _contract(equation, inputs):
    """The sum of products, as one product of two matrices where that is possible."""
    n = _summed_by_weights(equation)
    if n is None or inputs[0].dtype != inputs[1].dtype or not inputs[0].is_floating_point():
        made = _by_matrices(equation, inputs)
        return torch.einsum(equation, inputs) if made is None else made
    x, w = inputs
    if not x.is_contiguous() or not w.is_contiguous():
        return torch.einsum(equation, inputs)
    # The projections of attention: one product of matrices, without the batched one of one matrix that torch makes of them.
    made = products.mm(x.flatten(0, -n - 1).flatten(1), w.flatten(0, n - 1).flatten(1))
    return made.view(*x.shape[:-n], *w.shape[n:])


def _placed(labels, rank):
    """(labels in front of an ellipsis, how many axes it has, labels behind it); None where that many axes do not fit the labels."""
    head, ellipsis, tail = labels.partition("...")
    count = 0 if rank is None else rank - len(head) - len(tail)
    return None if count < 0 or count and not ellipsis else (head, count, tail)


def _einsum_shape(inputs, equation):
    """The static shape of the result, as far as the operands tell."""
    source, target = equation.split("->")
    sizes, lead = {}, []
    for labels, x in zip(source.split(","), inputs, strict=True):
        if x.shape.rank is None:
            if "..." in labels:
                lead = None
            continue
        dims, placed = x.shape.as_list(), _placed(labels, x.shape.rank)
        if placed is None:
            return inputs[0].dtype, None
        head, count, tail = placed
        for label, size in [*zip(head, dims), *zip(tail, dims[len(head) + count :])]:
            if size is not None:
                sizes.setdefault(label, size)
        if "..." in labels and lead is not None:
            lead = broadcast_dims(lead, dims[len(head) : len(head) + count])
    if lead is None and "..." in target:
        return inputs[0].dtype, None
    head, _, tail = target.partition("...")
    return inputs[0].dtype, [*map(sizes.get, head), *(lead if "..." in target else ()), *map(sizes.get, tail)]


@op("Einsum", inputs="T*", T=_TYPES, scope="", shape_fallback=_einsum_shape)
def _einsum(inputs, equation, name=None):
    sources = equation.split("->")[0].split(",")
    sizes = {}
    for i, (labels, x) in enumerate(zip(sources, inputs, strict=True)):
        plain = labels.replace("...", "")
        if x.dim() != len(plain) if "..." not in labels else x.dim() < len(plain):
            least = "at least " if "..." in labels else ""
            raise invalid(f"Expected input {i} to have rank {least}{len(plain)} but got: {x.dim()}")
        head, _, tail = labels.partition("...")
        pairs = [*zip(head, range(len(head))), *zip(tail, range(x.dim() - len(tail), x.dim()))]
        for label, d in pairs:
            if sizes.setdefault(label, x.shape[d]) != x.shape[d]:
                raise invalid(
                    f"Expected dimension {sizes[label]} at axis {d} of the input shaped "
                    f"[{','.join(str(n) for n in x.shape)}] but got dimension {x.shape[d]}",
                )
    made = _contract(equation, inputs)
    return made if made.dtype == inputs[0].dtype else made.to(inputs[0].dtype)  # torch's sums of small integers are wider


def _parsed(equation, inputs):
    """The equation with its result written out, in the form that `torch.einsum` takes."""
    resolved = equation.replace(" ", "")
    if not re.match(r"^[a-zA-Z,.]*(->[a-zA-Z.]*)?$", resolved) or resolved.count("->") > 1:
        raise ValueError(f"Subscripts have incorrect format: {resolved}")
    source, arrow, target = resolved.partition("->")
    labels = source.split(",")
    if len(labels) != len(inputs):
        raise ValueError(f'Got {len(inputs)} inputs for equation "{equation}", expecting {len(labels)}')
    for part in (*labels, target):
        if "." in part.replace("...", "", 1):
            raise ValueError(f"Subscripts have incorrect format: {resolved}")
    named = source.replace("...", "").replace(",", "")
    if not arrow:
        # As in NumPy, the result then has the labels that occur once, in alphabetical order.
        once = sorted(c for c in set(named) if named.count(c) == 1)
        return f"{source}->{'...' if '...' in source else ''}{''.join(once)}"
    plain = target.replace("...", "")
    for c in plain:
        if c not in named:
            raise ValueError(f"Output subscripts contain the label {c} not present in the input subscripts.")
    if len(set(plain)) != len(plain):
        raise ValueError(f"Output subscripts contain a label appearing more than once: {resolved}")
    return resolved


@tf_export("einsum", "linalg.einsum")
@composite
def einsum(equation: str, *inputs: TensorLike, **kwargs: Any) -> Tensor:
    """Products of tensors, summed over some axes, as an equation says. Mirrors `tf.einsum`.

    Arguments:
        equation: a letter for each axis of each input, and behind `->` those of the result, such as "ij,jk->ik" for a
            product of matrices. A letter that is not in the result is summed over; `...` stands for further axes, which
            broadcast. Without `->` the letters that occur once are kept, in order of the alphabet.
        *inputs: as many tensors as the equation has, of one dtype.
        **kwargs: `name`, and `optimize`: how the order of products is chosen, which changes no result.

    Returns:
        A tensor of that dtype.

    Raises:
        ValueError: the equation makes no sense.
        InvalidArgumentError: the shapes do not fit it.
        TypeError: there are other keywords.

    Example:
        >>> a, b = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[5.0, 6.0], [7.0, 8.0]])
        >>> tf.einsum("ij,jk->ik", a, b)
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[19., 22.],
               [43., 50.]], dtype=float32)>
        >>> tf.einsum("ii->", a)
        <tf.Tensor: shape=(), dtype=float32, numpy=5.0>
        >>> tf.einsum("bhqd,bhkd->bhqk", tf.ones([2, 4, 5, 8]), tf.ones([2, 4, 6, 8])).shape
        TensorShape([2, 4, 5, 6])
    """
    name = kwargs.pop("name", None)
    # It orders the contractions, which torch does by itself: the results are the same.
    kwargs.pop("optimize", None)
    if kwargs:
        raise TypeError(f"Invalid keyword arguments for einsum: {', '.join(kwargs)}. Valid arguments: name, optimize, greedy.")
    for x in inputs:
        x.shape  # noqa: B018 - the inputs are arrays or tensors; a list is none
    return _einsum(list(inputs), _parsed(equation, inputs), name=name)


def _contracted(a, axes):
    """The argument `axes` of `tensordot` as a pair of axis lists, or of tensors that a graph computes."""
    # NumPy's integers are no `int`.
    if isinstance(axes, int) or not is_tensor(axes) and not hasattr(axes, "__len__"):
        if isinstance(axes, float):
            raise TypeError(f"Cannot convert {axes!r} to EagerTensor of dtype int32")
        axes = int(axes)
        if axes < 0:
            raise ValueError(f"`axes` must be at least 0. Received: {axes}.")
        rank = a.shape.rank
        if rank is not None and axes > rank:
            raise ValueError(
                f"`axes` must not be larger than the number of dimensions of tensor {a}.  Received {axes}, vs tensor dimensions {rank}."
            )
        return list(range(-axes, 0)), list(range(axes))
    if is_tensor(axes):
        if not hasattr(axes, "numpy"):
            return axes[0], axes[1]
        axes = axes.numpy().tolist()
        if isinstance(axes, int):
            return _contracted(a, axes)
    if len(axes) != 2:
        raise ValueError(f"`axes` must be an integer or have length 2. Received {axes}.")
    for i in axes:
        if is_tensor(i):
            len(i)  # raises TypeError, as in TensorFlow, which takes one tensor of a graph, but no pair of them
    pair = [[int(i)] if not hasattr(i, "__len__") or getattr(i, "shape", None) == () else [int(n) for n in i] for i in axes]
    if len(pair[0]) != len(pair[1]):
        raise ValueError(f"Different number of contraction axes `a` and `b`, {len(pair[0])} != {len(pair[1])}.")
    return pair


def _as_matrix(x, axes, last):
    """`x` as a matrix whose columns (`last`) or rows are what `axes` holds, and the shape of the rest."""
    rank = x.shape.rank
    if rank is None or is_tensor(axes):
        return _as_matrix_of_any_rank(x, axes, last)
    axes = [a + rank if a < 0 else a for a in axes]
    free = [d for d in range(rank) if d not in axes]
    if one_by_one.wanted() and not x.shape.is_fully_defined():
        return _as_matrix_by_nodes(x, axes, free, last)
    order = free + axes if last else axes + free
    sizes = x.shape.as_list()
    if all(n is not None for n in sizes):
        rest = [sizes[d] for d in free]
        summed = 1
        for a in axes:
            summed *= sizes[a]
        flat = 1
        for n in rest:
            flat *= n
    else:
        dynamic = shape(x)
        rest = gather(dynamic, convert_to_tensor(free, dt.int32))
        flat, summed = reduce_prod(rest), reduce_prod(gather(dynamic, convert_to_tensor(axes, dt.int32)))
    if order != list(range(rank)):
        x = transpose(x, order)
    wanted = [flat, summed] if last else [summed, flat]
    fits = isinstance(rest, list) and x.shape.as_list() == wanted  # where sizes are tensors, nothing tells before the graph runs
    return x if fits else reshape(x, wanted), rest, [sizes[d] for d in free]


def _as_matrix_by_nodes(x, axes, free, last):
    """As `_as_matrix`, for `axes` and `free` ones that count from the first, with all that TensorFlow's function computes."""
    sizes = [x.shape.as_list()[d] for d in free]
    axes, free = (TS.graph._constant(convert_to_tensor(n, dt.int32), name) for n, name in ((axes, "axes"), (free, "free")))
    dynamic = shape(x)
    rest, of_axes = gather(dynamic, free), gather(dynamic, axes)
    flat, summed = reduce_prod(rest), reduce_prod(of_axes)
    order = concat([free, axes] if last else [axes, free], 0)
    wanted = stack([flat, summed] if last else [summed, flat])
    return reshape(transpose(x, order), wanted), rest, sizes


def _as_matrix_of_any_rank(x, axes, last):
    """As `_as_matrix`, where the rank, or the axes, are known only when the graph runs."""
    dynamic = shape(x)
    free, axes = split_axes(x, axes)
    rest, summed = gather(dynamic, free), reduce_prod(gather(dynamic, axes))
    flat = reduce_prod(rest)
    x = transpose(x, concat([free, axes] if last else [axes, free], 0))
    return reshape(x, [flat, summed] if last else [summed, flat]), rest, None


@tf_export("tensordot", "linalg.tensordot")
@composite
def tensordot(a: TensorLike, b: TensorLike, axes: Axis, name: str | None = None) -> Tensor:
    """Products of the elements of two tensors, summed over pairs of axes. Mirrors `tf.tensordot`.

    Arguments:
        a: a tensor of numbers.
        b: a tensor of the same dtype.
        axes: a number n, for the last n axes of `a` with the first n of `b`; or a pair of lists of axes, of which those
            at one place belong together.
        name: a name for the operation in graphs.

    Returns:
        A tensor with the other axes of `a`, then those of `b`. With 0 it is the outer product, with 1 that of matrices.

    Raises:
        ValueError: `axes` makes no sense.
        InvalidArgumentError: sizes differ.

    Example:
        >>> tf.tensordot([1.0, 2.0], [3.0, 4.0], axes=1)
        <tf.Tensor: shape=(), dtype=float32, numpy=11.0>
        >>> tf.tensordot([1, 2], [3, 4], axes=0)
        <tf.Tensor: shape=(2, 2), dtype=int32, numpy=
        array([[3, 4],
               [6, 8]], dtype=int32)>
        >>> tf.tensordot(tf.ones([2, 3, 4]), tf.ones([4, 3, 5]), axes=[[1, 2], [1, 0]]).shape
        TensorShape([2, 5])
    """
    if TS.graph is None:
        return _tensordot(convert_to_tensor(a), convert_to_tensor(b), axes, name)
    with name_scope(name or "Tensordot") as scope:
        a, b = (_as_node(x, label) for x, label in ((a, "a"), (b, "b")))
        return higher.recorded(_tensordot, a, b, axes, scope)


def _as_node(x, name):
    """The tensor `x`, as a constant of that name in the graph under construction where it is none yet."""
    made = convert_to_tensor(x)
    return TS.graph._constant(made, name) if type(made) is EagerTensor and not isinstance(x, Tensor) else made


def _tensordot(a, b, axes, name):
    first, second = _contracted(a, axes)
    a, a_rest, a_static = _as_matrix(a, first, True)
    b, b_rest, b_static = _as_matrix(b, second, False)
    product = matmul(a, b)
    if isinstance(a_rest, list) and isinstance(b_rest, list):
        if product.shape.as_list() == a_rest + b_rest:
            return product
        return reshape(product, a_rest + b_rest, name=name)
    rests = [convert_to_tensor(n, dt.int32) for n in (a_rest, b_rest)]
    if one_by_one.wanted():
        rests = [TS.graph._constant(n, "Const") if type(n) is EagerTensor else n for n in rests]
    product = reshape(product, concat(rests, 0), name=name)
    if a_static is not None and b_static is not None and hasattr(product, "set_shape"):
        product.set_shape(a_static + b_static)
    return product
