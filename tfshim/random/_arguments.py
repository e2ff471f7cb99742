"""What the functions of `tf.random` have in common: shapes, scopes of names, placement."""

import contextlib

import numpy as np
import torch

from tfshim.array_ops.joining import stack
from tfshim.array_ops.shape_fallbacks import sizes_of
from tfshim.engine.ops.static_arguments import quick_ints, unknown_element
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.arrays import place
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.engine.values.tensor import EagerTensor, Tensor

_INT32_MAX = 2**31 - 1
_NONE = "Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor."


def shape_vector(shape, op_type):
    """(shape, wide): a tuple of integers or a symbolic vector, and whether the shape came as an int64 tensor.

    Raises what TensorFlow does for the operation `op_type` where `shape` is no vector of integers.
    """
    kind = type(shape)
    if kind is list or kind is tuple:
        wide = False
        # The usual case, a list of Python integers, makes no tensor.
        for item in shape:
            if type(item) is not int:
                break
            wide = wide or item > _INT32_MAX
        else:
            return tuple(shape), wide
        if any(item is None for item in shape):
            raise ValueError(_NONE) if TS.graph is None else unknown_element(shape)
        if not any(isinstance(item, (Tensor, list, tuple, float, str, bool)) or hasattr(item, "_tfshim_value") for item in shape) and all(
            hasattr(item, "__index__") for item in shape
        ):
            return shape_vector(tuple(item.__index__() for item in shape), op_type)
    elif shape is None:
        raise ValueError(_NONE)
    elif isinstance(shape, TensorShape):
        if not shape.is_fully_defined():
            raise ValueError(f"Cannot convert a partially known TensorShape {shape} to a Tensor.")
        return tuple(shape.as_list()), False
    if kind in (list, tuple) and any(hasattr(type(item), "_tfshim_dispatch") for item in shape):
        made = stack(shape)  # Keras tensors: operations take them, and conversions do not
    else:
        made = convert_to_tensor(shape, name="shape")
    if made.dtype not in (dtypes.int32, dtypes.int64):
        if made.dtype is dtypes.float32 and isinstance(shape, (list, tuple)) and made.shape.as_list() == [0]:  # without a type
            return (), False
        attribute = "Tshape" if op_type.startswith("Stateless") else "T"
        raise invalid(
            f"Value for attr '{attribute}' of {made.dtype.proto_name} is not in the list of allowed values: int32, int64\n"
            f"\t; NodeDef: {{{{node {op_type}}}}}; Op<name={op_type}> [Op:{op_type}] name: ",
        )
    if made.shape.rank is not None and made.shape.rank != 1:
        if TS.graph is not None:
            return made, made.dtype is dtypes.int64  # what adds the operation to the graph says so, with its node
        text = dims_text(made.shape.as_list())
        raise errors.op_error(errors.InvalidArgumentError, f"shape must be a vector of {{int32,int64}}, got shape {text}", op_type)
    wide = made.dtype is dtypes.int64
    return (tuple(made._t.tolist()) if type(made) is EagerTensor else made), wide


def show_shape(shape, op_type):
    """In a graph, let the node of type `op_type` to come have `shape`, where that is known, from a constant beside it."""
    graph = TS.graph
    if graph is not None:
        graph.given_inputs.pop((op_type, "shape"), None)
        dims = quick_ints(shape)
        if dims is not None:
            wide = any(d > _INT32_MAX for d in dims)
            made = convert_to_tensor(dims, dtype=dtypes.int64 if wide else dtypes.int32)
            graph.given_inputs[op_type, "shape"] = graph._constant(made, "shape")


def narrow_shape(shape):
    """`shape` for the operations whose shape TensorFlow converts to int32. Raises TypeError or ValueError for another type."""
    if type(shape) in (list, tuple) and all(type(item) is int for item in shape) or isinstance(shape, TensorShape):
        return shape
    return convert_to_tensor(shape, dtype=dtypes.int32, name="shape")


def element_count(shape):
    """The number of elements of the tuple `shape`. Raises InvalidArgumentError for one that no tensor can have."""
    count = 1
    for size in shape:
        if isinstance(size, tuple):
            raise invalid(f"shape must be a vector of {{int32,int64}}, got shape {dims_text(np.shape(shape))}")
        if size < 0:
            raise invalid(f"Dimension {size} must be >= 0")
        count *= size
    if count >= 2**63:
        text = ",".join(map(str, shape))
        raise invalid(f"Shape [{text}] would have more than 2**63 - 1 elements")
    return count


def static_dims(shape):
    """The TensorShape that a shape argument of a kernel promises, as far as it is known while a graph is built."""
    if not isinstance(shape, Tensor):
        return TensorShape([None if d < 0 else d for d in shape])  # of a negative size the kernel tells when it is run
    return TensorShape(sizes_of(shape, outside=True))


def declared(dtype, shape):
    """The static result of an operation of random numbers: `dtype` and the static value of the tensor `shape` as shape."""
    return abstract.leaf_sized(dtype, static_dims(shape), shape)


def to_numpy(t):
    """The values of a torch tensor as a NumPy array; bfloat16 and float16 widened to float32."""
    t = t.detach()
    if t.dtype in (torch.bfloat16, torch.float16):
        t = t.float()
    return t.cpu().numpy()


def from_numpy(values, dtype):
    """A torch tensor of `dtype`, on the device for new tensors, from a NumPy array."""
    if dtype is torch.int32 and values.dtype == np.int64:
        values = values.astype(np.int32)  # of few numbers, which torch takes ten times as long to convert
    return place(torch.from_numpy(np.ascontiguousarray(values)).to(dtype))


@contextlib.contextmanager
def scoped(name, default):
    """The name for the last of several operations: in a graph, the others are named below it."""
    if TS.graph is None:
        yield name
    else:
        with name_scope(name if name is not None else default) as scope:
            yield scope
