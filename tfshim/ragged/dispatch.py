"""What operations do with ragged tensors: element by element, or along the ragged dimension."""

import functools

from tfshim.engine import dtypes as dt
from tfshim.engine.convert import convert_to_tensor
from tfshim.ragged.ragged_tensor import RaggedTensor, _cast

_UNARY = """abs acos acosh asin asinh atan atanh ceil conj cos cosh digamma erf erfc exp expm1 floor imag is_finite is_inf
    is_nan lgamma log log1p log_sigmoid logical_not negative real reciprocal rint round rsqrt sigmoid sign sin sinh softplus
    sqrt square tan tanh""".split()
_BINARY = """add atan2 divide divide_no_nan equal floordiv floormod greater greater_equal less less_equal logical_and
    logical_or logical_xor maximum minimum multiply not_equal pow squared_difference subtract truediv""".split()
_ARRAY = "cast identity ones_like saturate_cast zeros_like stop_gradient clip_by_value".split()
_STRINGS = """as_string length lower upper strip substr regex_replace regex_full_match to_hash_bucket to_hash_bucket_fast
    to_hash_bucket_strong to_number""".split()
_NN = "relu relu6 elu selu leaky_relu swish silu gelu softsign".split()
_REDUCTIONS = "reduce_sum reduce_prod reduce_max reduce_min reduce_mean reduce_any reduce_all".split()


@functools.cache
def _tables():
    """id of a public function -> what to do with its ragged arguments."""
    import tfshim
    from tfshim import math, nn, strings

    table = {}
    for module, names, kind in ((math, _UNARY, "each"), (math, _BINARY, "pair"), (tfshim, _ARRAY, "each"),
                                (strings, _STRINGS, "each"), (nn, _NN, "each"), (math, _REDUCTIONS, "reduce")):  # fmt: skip
        for name in names:
            function = getattr(module, name, None)
            if function is not None:
                for key in {id(function), id(getattr(getattr(function, "_tfshim_op", None), "api", function))}:
                    table[key] = (kind, function, name)
    for name, kind in (("size", "size"), ("rank", "rank"), ("concat", "concat"), ("gather", "gather"),
                       ("expand_dims", "expand_dims"), ("stack", "stack")):
        function = getattr(tfshim, name)
        table[id(function)] = (kind, function, name)
    return table


def dispatch(function, args, kwargs):
    """The result of `function` for ragged arguments, or NotImplemented."""
    entry = _tables().get(id(function))
    if entry is None:
        return NotImplemented
    kind, function, name = entry
    kwargs = {k: v for k, v in kwargs.items() if k != "name"}
    if kind == "each":
        return _each(function, args, kwargs)
    if kind == "pair":
        return _pair(function, kwargs)
    if kind == "reduce":
        return _reduce(name, function, **kwargs)
    x = kwargs.get("input", kwargs.get("values"))
    if kind == "size":
        out_type = kwargs.get("out_type") or dt.int32
        return function(x.flat_values, out_type=out_type)
    if kind == "rank":
        return convert_to_tensor(x.shape.rank, dt.int32)
    if kind == "gather":
        return _gather(**kwargs)
    if kind == "expand_dims":
        rank = x.shape.rank
        axis = kwargs["axis"] if kwargs["axis"] >= 0 else kwargs["axis"] + rank + 1
        return x[tuple([slice(None)] * axis + [None])] if axis <= 1 or axis == rank else NotImplemented
    from tfshim.ragged.joining import concat, stack_tensors

    if kind == "stack":
        return stack_tensors(kwargs["values"], kwargs["axis"])
    return concat(kwargs["values"], kwargs["axis"])


def _gather(params, indices, validate_indices=None, axis=None, batch_dims=0):
    from tfshim.ragged.indexing import take_rows

    if axis not in (None, 0) or batch_dims:
        raise NotImplementedError("tf.gather of a ragged tensor: only axis 0 and batch_dims 0; index the rows instead.")
    if isinstance(indices, RaggedTensor):
        return indices.with_flat_values(_gather(params, indices.flat_values))
    indices = convert_to_tensor(indices)
    if indices.shape.rank != 1:
        raise NotImplementedError("tf.gather of a ragged tensor: `indices` must be a vector.")
    return take_rows(params, _cast(indices, params.row_splits.dtype) if isinstance(params, RaggedTensor) else indices)


def _each(function, args, kwargs):
    found = [(k, v) for k, v in kwargs.items() if isinstance(v, RaggedTensor)]
    if len(found) != 1:
        return NotImplemented
    key, x = found[0]
    return x.with_flat_values(function(*args, **{**kwargs, key: x.flat_values}))


def _pair(function, kwargs):
    from tfshim import debugging

    (kx, x), (ky, y) = list(kwargs.items())[:2]
    rest = dict(list(kwargs.items())[2:])
    if isinstance(x, RaggedTensor) and isinstance(y, RaggedTensor):
        if x.ragged_rank != y.ragged_rank:
            raise NotImplementedError(
                "Operations on ragged tensors of different ragged ranks: bring both to one, with tf.expand_dims or with_values."
            )
        for a, b in zip(x.nested_row_splits, y.nested_row_splits, strict=True):
            if a is not b:
                debugging.assert_equal(_cast(a, dt.int64), _cast(b, dt.int64))
        return x.with_flat_values(function(**{kx: x.flat_values, ky: y.flat_values, **rest}))
    left = isinstance(x, RaggedTensor)
    ragged, dense = (x, y) if left else (y, x)
    if isinstance(dense, (int, float, bool, str, bytes)):
        flat, other = ragged, dense
        flat = ragged.flat_values
    else:
        dense = convert_to_tensor(dense, dtype_hint=ragged.dtype)
        ragged, other = _spread(dense, ragged)
        flat = ragged.flat_values
    pair = (flat, other) if left else (other, flat)
    return ragged.with_flat_values(function(**{kx: pair[0], ky: pair[1], **rest}))


def _spread(dense, x):
    """`x`, and the element of the tensor `dense` that goes with each of its flat values."""
    from tfshim.array_ops import gather_nd, shape, stack
    from tfshim.ragged.dense import coordinates

    rank, depth = dense.shape.rank, x.ragged_rank + 1
    if rank is None or rank > x.shape.rank:
        raise NotImplementedError("Operations of a ragged tensor and a tensor of higher or unknown rank: use expand_dims.")
    skipped = x.shape.rank - rank
    if rank == 0 or skipped >= depth:
        return x, dense
    static = dense.shape.as_list()
    leading = depth - skipped
    if None in static[:leading]:
        raise NotImplementedError("Operations of a ragged tensor and a tensor with unknown sizes in its ragged dimensions.")
    if all(n == 1 for n in static[:leading]):
        from tfshim.array_ops import reshape

        return x, reshape(dense, [1, *shape(dense)[leading:]] if leading < rank else [1])
    from tfshim import debugging

    lengths = [x.nrows()[None], *x.nested_row_lengths()]
    for size, own in zip(static[:leading], lengths[skipped:], strict=False):
        if size != 1:
            if isinstance(own, RaggedTensor):
                own = own.flat_values
            if own.shape[0] and _all_one(own):
                raise NotImplementedError("Operations that repeat the rows of a ragged tensor: repeat them with tf.gather.")
            debugging.assert_equal(_cast(own, dt.int64), convert_to_tensor(size, dt.int64))
    places = coordinates(x)[skipped:]
    picked = [p * 0 if n == 1 else p for p, n in zip(places, static, strict=False)]
    return x, gather_nd(dense, stack(picked, axis=1))


def _all_one(lengths):
    return hasattr(lengths, "_t") and bool((lengths._t == 1).all())


# ---------------------------------------------------------------------- reductions
def _reduce(name, function, input_tensor, axis=None, keepdims=False):
    from tfshim.tensor_protos import get_static_value

    x, rank = input_tensor, input_tensor.shape.rank
    if axis is None:
        if keepdims:
            raise ValueError("keepdims=True is not supported for RaggedTensors when axis is None: give the axes.")
        return function(x.flat_values)
    axes = get_static_value(convert_to_tensor(axis)).reshape(-1).tolist()
    for a in axes:
        if not -rank <= a < rank:
            raise ValueError(f"axis={a} out of bounds: expected {-rank}<=axis<{rank}")
    axes = sorted({a % rank for a in axes})
    if len(axes) > 1 and name == "reduce_mean":
        ones = x.with_flat_values(_ones(x.flat_values))
        from tfshim.math import reduce_sum

        return reduce_sum(x, axes, keepdims) / reduce_sum(ones, axes, keepdims)
    for a in reversed(axes):
        x = _along(name, function, x, a, keepdims) if isinstance(x, RaggedTensor) else function(x, a, keepdims)
    return x


def _ones(x):
    from tfshim.array_ops import ones_like

    return ones_like(x)


def _along(name, function, x, axis, keepdims):
    from tfshim import math
    from tfshim.array_ops import expand_dims

    if name in ("reduce_any", "reduce_all"):
        numbers = x.with_flat_values(_cast(x.flat_values, dt.int32))
        other = "reduce_max" if name == "reduce_any" else "reduce_min"
        made = _along(other, getattr(math, other), numbers, axis, keepdims)
        if isinstance(made, RaggedTensor):
            return made.with_flat_values(made.flat_values > 0)
        return made > 0
    if name == "reduce_mean":
        ones = x.with_flat_values(_ones(x.flat_values))
        total, count = (_along("reduce_sum", math.reduce_sum, v, axis, keepdims) for v in (x, ones))
        return total / count
    if axis > 1:
        inner = x.values
        if isinstance(inner, RaggedTensor):
            return x.with_values(_along(name, function, inner, axis - 1, keepdims))
        return x.with_values(function(inner, axis - 1, keepdims))
    segments = getattr(math, "unsorted_segment_" + name[7:])
    if axis == 1:
        if isinstance(x.values, RaggedTensor):
            raise NotImplementedError(f"tf.{name} of a ragged tensor along an axis whose inner dimensions are ragged: "
                                      "reduce the inner axis first, or use to_tensor().")
        made = segments(x.values, x.value_rowids(), x.nrows())
        return expand_dims(made, 1) if keepdims else made
    if isinstance(x.values, RaggedTensor):
        raise NotImplementedError(f"tf.{name} along axis 0 of a ragged tensor with several ragged dimensions: use to_tensor().")
    from tfshim.ragged.dense import coordinates

    made = segments(x.values, coordinates(x)[1], x.bounding_shape(axis=1))
    return expand_dims(made, 0) if keepdims else made
