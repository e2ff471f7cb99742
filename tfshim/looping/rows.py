"""The rows that loops take from their elements, and what is collected of the results."""

from __future__ import annotations

from tfshim.array_ops.casting import cast
from tfshim.array_ops.creation import zeros, zeros_like
from tfshim.array_ops.joining import concat, stack
from tfshim.array_ops.joining import concat as joined
from tfshim.array_ops.shapes import shape
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import int64
from tfshim.engine.values.protocol import read_if_variable
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.ragged.joining import stack as tf_stack
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.refusals import refused
from tfshim.sparse.joining import concat as tf_concat
from tfshim.sparse.joining import slice as tf_slice
from tfshim.sparse.rearranging import reshape
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec


def check_function(fn):
    """TypeError unless `fn` can be called."""
    if not callable(fn):
        raise TypeError(f"{fn.__name__} is not callable.")  # AttributeError for a value that has no name, as in TensorFlow


def flat_elements(elems, name):
    """The flat tensors whose rows are taken."""
    flat = []
    for x in nest.flatten(elems, expand_composites=False):
        x = read_if_variable(x)
        if hasattr(type(x), "_type_spec") and not isinstance(x, Tensor):
            flat.append(x)
            continue
        x = convert_to_tensor(x)
        if x.shape.rank == 0:
            # Of TensorFlow's loops map_fn alone looks first.
            text = "Elements in elems must be 1+ dimensional Tensors, not scalars"
            raise ValueError(text) if name == "map_fn" else IndexError(f"{text}. ({name})")
        flat.append(x)
    if not flat:
        raise ValueError(
            f"elems must be a Tensor or (possibly nested) sequence of Tensors. Got {elems}, which does not contain any Tensors."
        )
    return flat


def length_of(flat):
    """How many rows the flat elements have, or None where it is not known."""
    n = flat[0].shape[0]
    for x in flat[1:]:
        if x.shape.rank and x.shape[0] is not None and n is not None and x.shape[0] != n:
            raise ValueError(f"Dimensions {n} and {x.shape[0]} are not compatible")
    if n is None and hasattr(flat[0], "nrows"):
        n = int(flat[0].nrows())
    return int(n) if n is not None else None


def stacked(items, dtype, shape):
    """`items` as the rows of one tensor; where there are none, an empty one whose rows would have `dtype` and `shape`."""
    if items:
        return stack(items)
    return zeros([0, *[d or 0 for d in (shape.as_list() if shape is not None and shape.rank is not None else [])]], dtype)


def row_of(x, i):
    """Row `i` of a tensor, ragged tensor or sparse tensor."""
    if not hasattr(x, "dense_shape"):
        return x[i]
    size = x.dense_shape
    start = concat([cast(convert_to_tensor(i), size.dtype)[None], zeros_like(size[1:])], 0)
    part = tf_slice(x, start, concat([[1], size[1:]], 0))
    return reshape(part, size[1:])


def _stacked_sparse(items):
    """SparseTensors as the rows of one, as wide as the widest of them."""
    if not items:
        raise ValueError("tf.map_fn: the elements have no rows, so that the shape of a sparse result is not known.")
    rows = [reshape(x, joined([[1], x.dense_shape], 0)) for x in items]
    return tf_concat(0, rows, expand_nonconcat_dims=True)


def number_of_rows(x):
    """The first size of a tensor, as a tensor."""
    return shape(x)[0]


def is_ragged(spec):
    """Whether `spec` is one of ragged tensors."""
    return hasattr(spec, "ragged_rank")


def row_parts(x):
    """A ragged or dense tensor as its number of rows, its flat values and its row lengths, the outermost first."""
    if isinstance(x, Tensor):
        return [shape(x, out_type=int64)[0], x]
    return [x.nrows(), x.flat_values, *x.nested_row_lengths()]


def from_row_parts(parts):
    """The ragged tensor of the joined `row_parts` of its rows."""
    counts, flat, *lengths = parts
    return RaggedTensor.from_nested_row_lengths(flat, [counts, *lengths], validate=False)


def converted(x, spec):
    """A value that the function gave as a tensor of the dtype that `spec` says; values of other specs as they are."""
    if isinstance(spec, TypeSpec) and not isinstance(spec, TensorSpec):
        return x
    want = spec.dtype if isinstance(spec, TensorSpec) else spec
    x = convert_to_tensor(read_if_variable(x), dtype_hint=want)
    if x.dtype != want:
        raise invalid(f"TensorArray dtype is {want.name} but Op is trying to write dtype {x.dtype.name} ")
    return x


def fitting(x, spec):
    """`x`, which is one row of a result: ValueError where its shape is not one of those that `spec` allows."""
    if isinstance(spec, TensorSpec) and not spec.shape.is_compatible_with(x.shape):
        if TS.graph is None:
            raise ValueError(f"Incompatible shape for value ({x.shape}), expected ({spec.shape})")
        raise ValueError(f"Inconsistent shapes: saw {x.shape} but expected {spec.shape} ")
    return x


def gathered(items, spec):
    """The results for all rows as one tensor, ragged tensor or sparse tensor, by the spec of one."""
    if isinstance(spec, TypeSpec) and not isinstance(spec, TensorSpec):
        if is_ragged(spec):
            for i, item in enumerate(items):
                if item.shape.rank == 0:
                    raise invalid(
                        f"Ragged values must have rank >= 1; the scalar that `fn` gave for element {i} cannot be a row. Give "
                        "`fn_output_signature` the dtype of the scalars.",
                    )
            return _stacked_ragged(items, spec).with_row_splits_dtype(spec.row_splits_dtype)
        if isinstance(spec, SparseTensorSpec):
            return _stacked_sparse(items)
        raise refused("tf.map_fn", "signature", spec=spec)
    return stacked(items, spec.dtype if isinstance(spec, TensorSpec) else spec, spec.shape if isinstance(spec, TensorSpec) else None)


def _stacked_ragged(items, spec):
    """Tensors and ragged tensors as the rows of a ragged one, which has one ragged dimension more than `spec`."""
    if items and (spec.ragged_rank or not all(isinstance(x, Tensor) for x in items)):
        return tf_stack(items)
    if items:  # what is dense in a row stays dense
        return RaggedTensor.from_row_lengths(joined(items, 0), tf_stack([shape(x, out_type=int64)[0] for x in items]), validate=False)
    inner = [] if spec.shape.rank is None else [n or 0 for n in spec.shape.as_list()[spec.ragged_rank + 1 :]]
    return RaggedTensor.from_nested_row_splits(zeros([0, *inner], spec.dtype), [zeros([1], int64)] * (spec.ragged_rank + 1), validate=False)
