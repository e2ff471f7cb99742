"""Static shapes of array operations while a graph is built, where unknown sizes or values keep kernels from telling.

Each function takes the arguments of its operation, symbolic tensors among them, and gives (dtype, dims), a list of such
pairs, or a named tuple of them; dims is None for an unknown rank and has None for unknown sizes.
"""

import functools
import math

from tfshim.engine.ops.building_errors import ShapeMismatch
from tfshim.engine.ops.static_shapes.abstract import leaf_of_sizes
from tfshim.engine.ops.static_shapes.size_values import SIZE_A, SIZE_B
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.shape_parts.broadcasting import broadcast_dims
from tfshim.engine.values.shapes import broadcast_static_shapes
from tfshim.engine.values.tensor import Tensor


def dims_of(x):
    """The static shape of the tensor `x` as a list, None for an unknown rank."""
    return None if x.shape.rank is None else x.shape.as_list()


def cast(x, dtype, name=None):
    """To a dtype for which there is no kernel, such as from numbers to strings: that is told when the graph runs."""
    return dtype, dims_of(x)


def count_of(vector):
    """How many entries the integer argument `vector` has; None if unknown."""
    if not isinstance(vector, Tensor):
        return len(vector)
    dims = dims_of(vector)
    return None if dims is None else dims[0] if dims else 1


def sizes_of(vector, outside=False):
    """The entries of the integer argument `vector`, None for those that are unknown; None if their number is.

    outside: whether an input of a function has those of the tensor around that it stands for. TensorFlow's operations differ in this.
    """
    if not isinstance(vector, Tensor):
        return [v if v >= 0 else None for v in vector]
    count = count_of(vector)
    a, b = stand_ins(vector)
    if a is None or a.shape != b.shape or a.ndim != 1:
        # A shape put together from sizes: some of them may be known though the vector is not.
        found = None if count is None else _sizes_behind(vector, outside)
        return found if found is not None and len(found) == count else None if count is None else [None] * count
    return [x if x == y and x >= 0 else None for x, y in zip(a.tolist(), b.tolist())]


def _sizes_behind(vector, outside):
    """The entries of `vector`, a tensor of a graph, as far as the nodes that it comes from tell; None where they do not."""
    node = getattr(vector, "_op", None)
    if node is None or vector.dtype not in (dt.int32, dt.int64):
        return None
    if node.type == "Pack":
        return [size_of(x) for x in node.arguments[0]]
    if node.type == "ConcatV2":
        parts = [sizes_of(x, outside) for x in node.arguments[0]]
        return None if None in parts else [size for part in parts for size in part]
    if node.type == "Cast":
        return sizes_of(node.arguments[0], outside)
    if node.type == "StridedSlice":
        return _taken(node, outside)
    outer = _outer(vector) if outside else None
    return None if outer is None else sizes_of(outer, outside)


def packed_rows(matrix):
    """The rows of which a tensor of a graph was put together, or None."""
    node = getattr(matrix, "_op", None)
    return node.arguments[0] if node is not None and node.type == "Pack" else None


def _outer(x):
    """The tensor of the graph around that the tensor `x`, an input of its function, stands for; None for others."""
    for source, inner in getattr(x._op.graph, "captured", {}).values():
        if inner is x:
            return source
    return None


def _taken(node, outside):
    """What the slice `node` takes of a vector of sizes; None where that is not known, nor for a single entry, as in TensorFlow."""
    x, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask = node.arguments[:9]
    bounds = [sizes if sizes is None or not isinstance(sizes, Tensor) else known_entries(sizes) for sizes in (begin, end, strides)]
    if (
        x.shape.rank != 1
        or bounds[0] is None
        or bounds[1] is None
        or len(bounds[0]) != 1
        or ellipsis_mask | new_axis_mask | shrink_axis_mask
    ):
        return None
    sizes = sizes_of(x, outside)
    if sizes is None:
        return None
    first, last, step = bounds[0][0], bounds[1][0], 1 if bounds[2] is None else bounds[2][0]
    return sizes[slice(None if begin_mask else first, None if end_mask else last, step)]


def known_entries(vector):
    """The entries of the integer tensor `vector`, None if they are not known."""
    return stand_ins(vector)[0].tolist() if known_values(vector) else None


def stand_ins(x):
    """The two sets of stand-in values that shape inference gave the tensor `x`; None where it has none."""
    if hasattr(x, "_t"):
        return x._t, x._t
    a, b = getattr(x, "_a", None), getattr(x, "_b", None)
    return (None, None) if a is None or b is None or a.is_meta or b.is_meta else (a, b)


def known_values(x):
    """Whether the values of the tensor `x` are known."""
    a, b = stand_ins(x)
    return a is not None and a is b


def size_of(x):
    """The number in the scalar tensor `x` if it is known and no negative one, else None."""
    a, b = stand_ins(x)
    if a is None or a.numel() != 1 or b.numel() != 1:
        return None
    a, b = int(a), int(b)
    return a if a == b and a >= 0 else None


def same(x, *rest):
    """The shape and type of the first argument."""
    return x.dtype, dims_of(x)


def same_rank(x, *rest):
    """The rank and type of the first argument."""
    dims = dims_of(x)
    return x.dtype, None if dims is None else [None] * len(dims)


def transposed(x, perm=None, *rest):
    """As many axes as the permutation has, or else the first argument."""
    count = count_of(perm) if isinstance(perm, Tensor) else None if perm is None else len(perm)
    return same_rank(x) if count is None else (x.dtype, [None] * count)


def broadcasted(x, shape):
    return x.dtype, sizes_of(shape)


def reshaped(x, shape):
    """A size that alone is unknown follows from the number of elements."""
    sizes, dims = sizes_of(shape), dims_of(x)
    if sizes is not None and sizes.count(None) == 1 and dims is not None and None not in dims:
        others = math.prod(s for s in sizes if s is not None)
        if others and math.prod(dims) % others == 0:
            sizes[sizes.index(None)] = math.prod(dims) // others
            return x.dtype, sizes
    return x.dtype, sizes_of(shape, outside=True)


def reshaped_by_sizes(x, shape):
    """The shape where -1 stands beside sizes that are unknown, so that it is unknown, too; None leaves it to the kernel.

    Sizes that have nothing to do with each other have the same stand-in: what the kernel finds for -1 may seem to be known.
    """
    sizes = sizes_of(shape) if isinstance(shape, Tensor) else None
    a, b = stand_ins(shape) if sizes is not None and sizes.count(None) > 1 else (None, None)
    if a is None or -1 not in a:
        return None
    return leaf_of_sizes(x.dtype, *([fill if v == -1 else v for v in t.tolist()] for t, fill in ((a, SIZE_A), (b, SIZE_B))))


def filled(dims, value):
    return value.dtype, sizes_of(dims, outside=True)


def squeezed(x, axis):
    dims = dims_of(x)
    if dims is None or axis is None or isinstance(axis, Tensor):
        return x.dtype, None
    axes = {a % len(dims) for a in ((axis,) if isinstance(axis, int) else axis)}
    return x.dtype, [d for i, d in enumerate(dims) if i not in axes]


def squeezed_of_all(x, axis):
    """Without axes to leave out, those of unknown size may go or stay; None leaves it to the kernel."""
    dims = dims_of(x)
    return (x.dtype, None) if axis in (None, ()) and dims is not None and None in dims else None


def expanded(x, axis):
    dims = dims_of(x)
    return x.dtype, None if dims is None else [None] * (len(dims) + 1)


def merged(shapes):
    """The shape of which all of `shapes` are partly known forms."""
    known = [s for s in shapes if s is not None]
    if not known:
        return None
    made = list(known[0])
    for s in known[1:]:
        if len(s) != len(made):
            return None
        made = [a if a is not None else b for a, b in zip(made, s)]
    return made


def concatenated(values, axis):
    shapes = [dims_of(v) for v in values]
    made = merged(shapes)
    if isinstance(axis, Tensor):
        return values[0].dtype, None if made is None else [None] * len(made)
    if made:
        along = [None if s is None else s[axis] for s in shapes]
        made[axis] = None if None in along else sum(along)
    return values[0].dtype, made


def packed(values, axis):
    made = merged([dims_of(v) for v in values])
    if made is not None:
        made.insert(axis if axis >= 0 else axis + len(made) + 1, len(values))
    return values[0].dtype, made


def unpacked(value, num, axis):
    dims = dims_of(value)
    if dims is not None:
        del dims[axis]
    return [(value.dtype, dims) for _ in range(num)]


def halves(value, num, axis):
    dims = dims_of(value)
    if dims is not None and not isinstance(axis, Tensor) and dims[axis] is not None:
        dims[axis] = dims[axis] // num
    elif dims is not None and isinstance(axis, Tensor):
        dims = [None] * len(dims)
    return [(value.dtype, dims) for _ in range(num)]


def parts(value, sizes, axis):
    made, dims = [], dims_of(value)
    known = sizes_of(sizes)
    for size in known:
        part = dims if dims is None or isinstance(axis, Tensor) else list(dims)
        if part is not None and isinstance(axis, Tensor):
            part = [None] * len(part)
        elif part is not None:
            part[axis] = size
        made.append((value.dtype, part))
    return made


def tiled(x, multiples):
    dims, times = dims_of(x), sizes_of(multiples)
    if dims is None or times is None:
        rank = dims or times
        return x.dtype, None if rank is None else [None] * len(rank)
    return x.dtype, [None if d is None or m is None else d * m for d, m in zip(dims, times)]


def repeated(x, repeats, axis):
    dims = dims_of(x)
    if dims is not None:
        dims[axis] = sum(repeats) if not isinstance(repeats, Tensor) and len(repeats) > 1 else None
    return x.dtype, dims


def padded(x, paddings, *rest):
    dims = dims_of(x)
    if dims is None:
        count = count_of(paddings)
        return x.dtype, None if count is None else [None] * count
    if isinstance(paddings, Tensor):
        return x.dtype, [None] * len(dims)
    return x.dtype, [None if d is None else d + sum(p) for d, p in zip(dims, paddings)]


def broadcast_sizes(a, b):
    counts = [count_of(a), count_of(b)]
    return a.dtype, [None if None in counts else max(counts)]


_FEW = 4096  # integers whose values are kept while a graph is built


def counted(start, limit, delta):
    """The shape of many numbers between known bounds, which need not be made to be counted; None leaves it to the kernel."""
    ends = [stand_ins(x) for x in (start, limit, delta)]
    if any(a is None or a.numel() != 1 or a.is_meta for a, _ in ends):
        return None
    if any(a is not b for a, b in ends):
        # Sizes that have nothing to do with each other have the same stand-in: no number of steps between two of them is known, nor of
        # steps of an unknown length.
        return (start.dtype, [None]) if _alike(*ends) else None
    a, b, d = (x.item() for x, _ in ends)
    count = abs((b - a) / d) if d and (b - a) * d >= 0 else 0
    if not _FEW < count < 2**63:
        return None
    return start.dtype, [-(-abs(b - a) // abs(d)) if isinstance(d, int) else math.ceil(count) if start.dtype is dt.float64 else None]


def _alike(start, limit, delta):
    """Whether as many numbers lie between the bounds under both substitutions."""
    first, second = ((limit[i].item() - start[i].item()) / (delta[i].item() or math.inf) for i in (0, 1))
    return math.ceil(max(first, 0)) == math.ceil(max(second, 0))


def numbers(start, *rest):
    return start.dtype, [None]


def spaced(start, stop, num, axis):
    made = broadcast_static_shapes(start.shape, stop.shape)
    dtype = start.dtype if start.dtype._kind in "fc" else dt.float64 if start.dtype.size >= 4 else dt.float32
    if made.rank is None:
        return dtype, None
    dims = made.as_list()
    dims.insert(axis if axis >= 0 else axis + len(dims) + 1, num if isinstance(num, int) else None)
    return dtype, dims


def marked(indices, depth, on_value, off_value, axis):
    dims = dims_of(indices)
    if dims is not None:
        dims.insert(len(dims) if axis == -1 else axis, depth if isinstance(depth, int) else None)
    return on_value.dtype, dims


def coordinates(indices, dims):
    shape = dims_of(indices)
    return indices.dtype, None if shape is None else [count_of(dims), *shape]


def gathered(params, indices, validate_indices, axis, batch_dims):
    have, taken = dims_of(params), dims_of(indices)
    if have is None or taken is None:
        return params.dtype, None
    if batch_dims < 0:
        batch_dims += len(taken)
    if isinstance(axis, Tensor):
        return params.dtype, [None] * (len(have) + len(taken) - 1 - batch_dims)
    axis = batch_dims if axis is None else axis % len(have)
    return params.dtype, [*have[:axis], *taken[batch_dims:], *have[axis + 1 :]]


def gathered_nd(params, indices, batch_dims):
    have, taken = dims_of(params), dims_of(indices)
    if have is None or taken is None or taken[-1] is None:
        return params.dtype, None
    return params.dtype, [*taken[:-1], *have[batch_dims + taken[-1] :]]


def scattered(indices, updates, shape):
    return updates.dtype, sizes_of(shape)


def selected(condition, x, y):
    shapes = [dims_of(v) for v in (condition, x, y)]
    if any(s is None for s in shapes):
        return x.dtype, None
    try:
        return x.dtype, list(functools.reduce(broadcast_dims, shapes))
    except ValueError:
        return x.dtype, [None] * max(map(len, shapes))


def reversed_sequences(x, seq_lengths, seq_axis, batch_axis):
    dims, lengths = dims_of(x), dims_of(seq_lengths)
    if dims is not None and lengths and dims[batch_axis] is None:
        dims[batch_axis] = lengths[0]
    return x.dtype, dims


def slice_plan(rank, count, ellipsis_mask, new_axis_mask, shrink_axis_mask):
    """For each dimension that a strided slice of `count` entries leaves: (dimension it comes from, entry that cuts it).

    The first is None for a new axis, the second for a dimension that no entry of the index covers. Raises where there are more entries
    than dimensions.
    """
    plan, d = [], 0
    used = sum(1 for i in range(count) if not (ellipsis_mask | new_axis_mask) >> i & 1)
    if used > rank:
        reason = f"Index out of range using input dim {rank}; input has only {rank} dims"
        raise ShapeMismatch(reason, (3,), "computed input tensors")  # the steps
    for i in range(count):
        bit = 1 << i
        if ellipsis_mask & bit:
            skipped = max(rank - used, 0)
            plan += [(d + k, None) for k in range(skipped)]
            d += skipped
        elif new_axis_mask & bit:
            plan.append((None, None))
        else:
            if not shrink_axis_mask & bit:
                plan.append((d, i))
            d += 1
    return plan + [(k, None) for k in range(d, rank)]


def masked_slice(x, begin, end, strides, begin_mask, end_mask, ellipsis_mask, new_axis_mask, shrink_axis_mask):
    """The static shape that follows from the masks alone: sizes that are not cut are kept, or divided by a known step."""
    dims, count = dims_of(x), count_of(begin)
    if dims is None or count is None:
        return x.dtype, None
    made = []
    for source, entry in slice_plan(len(dims), count, ellipsis_mask, new_axis_mask, shrink_axis_mask):
        if source is None:
            made.append(1)
            continue
        bit = 0 if entry is None else 1 << entry
        step = 1 if strides is None or entry is None else None if isinstance(strides, Tensor) else strides[entry]
        whole = step and dims[source] is not None and (entry is None or begin_mask & end_mask & bit)
        made.append(-(-dims[source] // abs(step)) if whole else None)
    return x.dtype, made


def sliced(x, begin, size):
    known = sizes_of(size)
    return x.dtype, known if known is not None else same_rank(x)[1]


def bitcasted(x, dtype):
    dims = dims_of(x)
    if dims is not None:
        if x.dtype.size < dtype.size:
            dims = dims[:-1]
        elif x.dtype.size > dtype.size:
            dims.append(x.dtype.size // dtype.size)
    return dtype, dims
