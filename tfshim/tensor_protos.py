"""Tensors as protocol messages: `tf.make_tensor_proto`, `tf.make_ndarray`, `tf.get_static_value`."""

import numpy as np
import torch

from tfshim.engine import dtypes
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.dtypes import as_dtype
from tfshim.engine.shapes import TensorShape
from tfshim.engine.tensor import EagerTensor, Tensor, wrap

# The field of the message for single values of a dtype, and for the types that have no bytes form here.
_FIELDS = {
    **dict.fromkeys("int32 int16 int8 uint8 uint16 qint8 quint8 qint16 quint16 qint32 int4 uint4".split(), "int_val"),
    **dict.fromkeys(("float16", "bfloat16"), "half_val"),
    **dict.fromkeys(("float8_e5m2", "float8_e4m3fn"), "float8_val"),
    "float32": "float_val",
    "float64": "double_val",
    "int64": "int64_val",
    "uint32": "uint32_val",
    "uint64": "uint64_val",
    "bool": "bool_val",
    "complex64": "scomplex_val",
    "complex128": "dcomplex_val",
    "string": "string_val",
}


def describe(message, dtype, shape):
    """Sets DType and shape (integers) of the TensorProto `message`."""
    message.dtype = dtype.as_datatype_enum
    message.tensor_shape.SetInParent()  # a scalar has a shape too, one without dimensions
    for size in shape:
        message.tensor_shape.dim.add(size=int(size))


def raw_bytes(storage):
    """The elements of the torch tensor `storage` as bytes, little endian, as message fields hold them."""
    if not storage.numel():
        return b""
    storage = storage.detach().resolve_conj().resolve_neg().cpu().contiguous()
    # Through bytes, since NumPy has no bfloat16 and no float8.
    return storage.reshape(-1).view(torch.uint8).numpy().tobytes()


def make_tensor_proto(values, dtype=None, shape=None, verify_shape=False, allow_broadcast=False):
    """A TensorProto message of `values` (Python numbers or strings, nested lists, arrays, eager tensors).

    `dtype` is demanded of the elements. `shape` is the shape of the tensor; fewer elements than it has are repeated
    from the last one, more raise `ValueError`. With `verify_shape` the shape must be that of `values`, else
    `TypeError`. `allow_broadcast` allows one value for any `shape` with `verify_shape`. Mirrors `tf.make_tensor_proto`.
    """
    from tensorboard.compat.proto.tensor_pb2 import TensorProto

    if isinstance(values, TensorProto):
        return values
    if values is None:
        raise ValueError("None values not supported.")
    dtype = None if dtype is None else as_dtype(dtype)
    storage, dtype = _storage(values, dtype)
    own = tuple(storage.shape)
    count = int(np.prod(own, dtype=np.int64))
    if shape is None:
        shape = own
    else:
        shape = tuple(int(d) for d in (shape.as_list() if isinstance(shape, TensorShape) else shape))
        if verify_shape and shape != own and not (allow_broadcast and count == 1):
            raise TypeError(f"Expected Tensor's shape: {shape}, but got {own}.")
        room = int(np.prod(shape, dtype=np.int64))
        if count > room:
            raise ValueError(f"Too many elements provided. Takes at most {room}, but got {count}.")
    message = TensorProto()
    describe(message, dtype, shape)
    same_size = count == int(np.prod(shape, dtype=np.int64))
    if dtype._kind not in "sbc" and count > 1 and same_size:
        message.tensor_content = raw_bytes(storage)
    elif dtype._name in ("float8_e5m2", "float8_e4m3fn"):
        message.float8_val = raw_bytes(storage)
    else:
        field = getattr(message, _FIELDS[dtype._name])
        field.extend(_scalars(storage, dtype))
    return message


def _storage(values, dtype):
    """The storage of `values` and its DType."""
    if isinstance(values, Tensor) and not isinstance(values, EagerTensor):
        raise TypeError(f"make_tensor_proto needs values, but {values!r} is a symbolic tensor of a graph.")
    try:
        made = convert_to_tensor(values, dtype)
    except TypeError:
        if dtype is None or isinstance(values, (list, tuple, np.ndarray)):
            raise
        raise TypeError(f"Expected {dtype.name}, but got {values} of type '{type(values).__name__}'.") from None
    except ValueError:
        # Messages may hold what NumPy makes of a list and tensors refuse: complex numbers beside real ones.
        if dtype is not None or not isinstance(values, (list, tuple)):
            raise
        array = np.array(values)
        if array.dtype.kind != "c":
            raise
        made = convert_to_tensor(array)
    return made._t, made._dt


def _scalars(storage, dtype):
    """The elements as Python numbers or bytes, in the form the message's field for `dtype` has."""
    if dtype._kind == "s":
        return storage.reshape(-1).tolist()
    storage = storage.detach().cpu().reshape(-1)
    if dtype._kind == "c":
        return torch.view_as_real(storage.resolve_conj()).reshape(-1).tolist()
    if _FIELDS[dtype._name] == "half_val":
        return [n & 0xFFFF for n in storage.view(torch.int16).tolist()]
    return storage.tolist()


def tensor_of(message):
    """The EagerTensor of the TensorProto `message` (of any protobuf runtime)."""
    dtype = as_dtype(message.dtype)
    shape = [d.size for d in message.tensor_shape.dim]
    count = int(np.prod(shape, dtype=np.int64))
    if dtype._name not in _FIELDS:
        raise TypeError(f"Unsupported tensor type: {message.dtype}")
    if message.tensor_content:
        if dtype._kind == "s":
            raise TypeError(f"Unsupported tensor type: {message.dtype}")
        storage = torch.frombuffer(bytearray(message.tensor_content), dtype=dtype.torch)
        return wrap(storage.reshape(shape), dtype)
    if dtype._kind == "s":
        values = np.empty(len(message.string_val), dtype=object)
        values[:] = list(message.string_val)
    elif dtype._name in ("float8_e5m2", "float8_e4m3fn"):
        values = torch.frombuffer(bytearray(message.float8_val), dtype=dtype.torch) if message.float8_val else None
        values = torch.empty(0, dtype=dtype.torch) if values is None else values
    elif dtype._kind == "c":
        pairs = torch.tensor(getattr(message, _FIELDS[dtype._name]), dtype=dtype.real_dtype.torch)
        values = torch.view_as_complex(pairs.reshape(-1, 2))
    elif _FIELDS[dtype._name] == "half_val":
        bits = np.array(message.half_val, dtype=np.uint16).view(np.int16)
        values = torch.from_numpy(bits).view(dtype.torch)
    else:
        field = list(getattr(message, _FIELDS[dtype._name]))
        values = torch.from_numpy(np.array(field, np.uint64)) if dtype._name == "uint64" else torch.tensor(field)
        values = values.to(dtype.torch)
    return wrap(_spread(values, shape, count, dtype), dtype)


def _spread(values, shape, count, dtype):
    """`values` in `shape`, its last element repeated where there are fewer than `count`; zeros if there are none."""
    missing = count - len(values)
    if isinstance(values, np.ndarray):
        if missing > 0:
            last = values[-1] if len(values) else b""
            values = np.concatenate([values, np.array([last] * missing, dtype=object)])
        return values.reshape(shape)
    if missing > 0:
        last = values[-1:] if len(values) else torch.zeros(1, dtype=dtype.torch)
        values = torch.cat([values.to(dtype.torch), last.expand(missing)])
    return values.reshape(shape)


def make_ndarray(tensor):
    """The NumPy array of the TensorProto message `tensor`; strings give an object array of bytes.

    Raises `TypeError` for types that have no array. Mirrors `tf.make_ndarray`.
    """
    made = tensor_of(tensor)
    return np.asarray(made.numpy(), dtype=object if made.dtype == dtypes.string else None)


def get_static_value(tensor, partial=False):
    """The value of `tensor` as far as it is known without running a graph: an array, or None.

    With `partial`, a vector of which only some elements are known gives an object array with None for the rest. What
    is no tensor is returned as it is, a variable gives None. Mirrors `tf.get_static_value`.
    """
    if isinstance(tensor, EagerTensor):
        return tensor.numpy()
    if hasattr(type(tensor), "_tfshim_value"):
        return None
    if not isinstance(tensor, Tensor):
        return tensor
    # A symbolic tensor keeps its value in two worlds that differ in every unknown dimension.
    a, b = getattr(tensor, "_a", None), getattr(tensor, "_b", None)
    if a is None or a.is_meta or b.is_meta or a.shape != b.shape:
        return None
    if a is b or torch.equal(a, b):
        return a.numpy().copy()
    if not partial or a.dim() != 1:
        return None
    known = [np.asarray(x.numpy()) if bool(x == y) else None for x, y in zip(a, b, strict=True)]
    out = np.empty(len(known), dtype=object)
    for i, value in enumerate(known):
        out[i] = value
    return out
