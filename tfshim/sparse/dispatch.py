"""Which operations of other namespaces take a SparseTensor: some functions of one argument act on its values."""

import functools
import inspect

from tfshim import array_ops, autodiff, math
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int32
from tfshim.sparse.counting import counts_of_rows
from tfshim.sparse.sparse_tensor import SparseTensor


@functools.cache
def _elementwise():
    """The functions that map zero to zero, or are taken as if they did, by the name of their first parameter."""
    functions = [
        math.abs, math.negative, math.sign, math.square, math.sqrt, math.erf, math.tanh, math.bessel_i0e,
        math.bessel_i1e, array_ops.cast, autodiff.stop_gradient,
    ]  # fmt: skip
    return {f: next(iter(inspect.signature(f).parameters)) for f in functions}


def _size(input, out_type=None, name=None):
    """The number of elements, those that are not stored among them."""
    return math.reduce_prod(array_ops.cast(input.dense_shape, int32 if out_type is None else out_type), 0, name=name)


def _bincount(arr, weights=None, axis=None, **options):
    """`tf.math.bincount` of what a sparse tensor stores: by rows for axis -1, else of all."""
    if axis == -1 and arr.shape.rank != 1:
        return counts_of_rows(arr, weights, axis=axis, **options)
    weights = weights.values if isinstance(weights, SparseTensor) else weights
    return math.bincount(arr.values, weights, axis=axis, **options)


def answer(function, args, kwargs):
    """The result of `function` for a SparseTensor among its arguments, or NotImplemented."""
    if function is array_ops.saturate_cast:
        # It is composed of casts, which would take the sparse tensor and leave the saturation out.
        convert_to_tensor(kwargs["value"])
    if function is array_ops.size and not args and isinstance(kwargs.get("input"), SparseTensor):
        return _size(**kwargs)
    if function is math.bincount and not args and isinstance(kwargs.get("arr"), SparseTensor):
        return _bincount(**kwargs)
    first = _elementwise().get(function)
    if first is None or args or not isinstance(kwargs.get(first), SparseTensor):
        return NotImplemented
    sparse = kwargs[first]
    return sparse.with_values(function(**{**kwargs, first: sparse.values}))
