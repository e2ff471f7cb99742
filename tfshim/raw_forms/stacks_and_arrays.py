"""Stacks, arrays of tensors and maps, by their handles or as values."""

import numpy as np
import torch

from tfshim.array_ops import tensor_lists
from tfshim.engine.graphs.executor import as_object
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, dims_text
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import Holder, fresh, handle, opened


# ---------------------------------------------------------------------- stacks
class _Stack:
    def __init__(self, dtype, limit):
        self.dtype, self.limit, self.items = dtype, limit, []


@raw_op("Stack")
def _stack(elem_type, stack_name):
    del stack_name  # it is shown nowhere
    return fresh("Stack", lambda n: _Stack(elem_type, int(n)), convert_to_tensor(-1), dtype=dt.string)


@raw_op("StackV2")
def _stack_of(max_size, elem_type, stack_name):
    del stack_name  # it is shown nowhere
    return fresh("StackV2", lambda n: _Stack(elem_type, int(n)), max_size)


def _stack_in(storage):
    return opened(storage, _Stack, "Stack")


@raw_op("StackPush", "StackPushV2")
def _push(handle, elem, swap_memory):
    del swap_memory  # memory is never swapped here
    dtype = elem.dtype

    def kernel(storage, value):
        held = _stack_in(storage)
        if held.dtype != dtype:
            raise invalid(f"Must have type {held.dtype.as_datatype_enum} but got {dtype.as_datatype_enum}")
        if 0 <= held.limit <= len(held.items):
            raise invalid(f"Stack[stack] overflowed its max_size ({held.limit})")
        held.items.append(value)
        return [value]

    return computed("StackPushV2", kernel, [_handle(handle), elem], [(dtype, elem.shape)], stateful=True)


_handle = handle


@raw_op("StackPop", "StackPopV2")
def _pop(handle, elem_type):
    def kernel(storage):
        held = _stack_in(storage)
        if held.dtype != elem_type:
            raise invalid(f"Type mismatch: actual {held.dtype.proto_name} vs. expect {elem_type.proto_name}")
        if not held.items:
            raise invalid("Stack[stack] is empty when calling Pop().")
        return [held.items.pop()]

    return computed("StackPopV2", kernel, [_handle(handle)], [(elem_type, None)], stateful=True)


@raw_op("StackClose", "StackCloseV2")
def _close_stack(handle):
    def kernel(storage):
        _stack_in(storage).items.clear()
        storage[()].gone = True
        return []

    return computed("StackCloseV2", kernel, [_handle(handle)], [], stateful=True)


# ---------------------------------------------------------------------- arrays
class _Array:
    """The elements of an array, None where nothing was written yet, and what may still be done with them."""

    def __init__(self, size, dtype, shape, dynamic, clears, identical=False, grad=False):
        self.dtype, self.shape, self.dynamic, self.clears, self.identical, self.grad = dtype, shape, dynamic, clears, identical, grad
        self.items, self.read, self.written = [None] * size, [False] * size, [False] * size
        self.gradients, self.closed = {}, False


def _array_in(storage):
    found = opened(storage, _Array, "TensorArray")
    if found.closed:
        raise invalid("TensorArray TensorArray has already been closed.")
    return found


def _shape(shape):
    if isinstance(shape, (list, tuple)):
        shape = [None if d in (-1, None) else d for d in shape]
    return TensorShape(shape)


_FLOW = (dt.float32, [])


def _flow():
    return torch.zeros([])


@raw_op("TensorArrayV3")
def _array(size, dtype, element_shape, dynamic_size, clear_after_read, identical_element_shapes, tensor_array_name):
    del tensor_array_name
    kind, shape = dt.as_dtype(dtype), _shape(element_shape)

    def kernel(size):
        if size.ndim:
            raise invalid(f"TensorArray size must be scalar, but had shape: {dims_text(size.shape)}")
        if int(size) < 0:
            raise invalid("Size should be >= 0.")
        made = _Array(int(size), kind, shape, dynamic_size, clear_after_read, identical_element_shapes)
        return [as_object(Holder(made)), _flow()]

    return computed("TensorArrayV3", kernel, [size], [(dt.resource, [2]), _FLOW], stateful=True)


def _put(held, i, value):
    if not held.shape.is_compatible_with(list(value.shape)):
        raise invalid(
            f"TensorArray TensorArray: Could not write to TensorArray index {i} because the value shape is {_text(value.shape)} which is "
            f"incompatible with the TensorArray's inferred element shape: {_text(held.shape)} (consider setting infer_shape=False)."
        )
    if i >= len(held.items) and held.dynamic and i >= 0:
        more = i + 1 - len(held.items)
        held.items += [None] * more
        held.read += [False] * more
        held.written += [False] * more
    if not 0 <= i < len(held.items):
        state = "is resizeable and" if held.dynamic else "is not resizeable and"
        raise invalid(f"TensorArray TensorArray: Tried to write to index {i} but array {state} size is: {len(held.items)}")
    if held.read[i]:
        raise invalid(f"TensorArray TensorArray: Could not write to TensorArray index {i} because it has already been read.")
    if held.written[i] and not held.grad:
        raise invalid(f"TensorArray TensorArray: Could not write to TensorArray index {i} because it has already been written to.")
    held.items[i] = value if held.items[i] is None or not held.grad else held.items[i] + value
    held.written[i] = True
    if held.identical:
        held.shape = held.shape.merge_with(list(value.shape))


def _text(shape):
    if isinstance(shape, TensorShape):
        return "<unknown>" if shape.rank is None else "[" + ",".join("?" if d is None else str(d) for d in shape.as_list()) + "]"
    return "[" + ",".join(map(str, shape)) + "]"


def _take(held, i):
    if not 0 <= i < len(held.items):
        raise invalid(f"Tried to read from index {i} but array size is: {len(held.items)}")
    if held.items[i] is None:
        if held.read[i] and held.clears:
            raise invalid(
                f"TensorArray TensorArray: Could not read index {i} twice because it was cleared after a previous read "
                f"(perhaps try setting "
                "clear_after_read = false?)."
            )
        if held.shape.is_fully_defined():
            return tensor_lists.zeros(held.shape.as_list(), held.dtype)
        raise invalid(
            f"TensorArray TensorArray: Could not read from TensorArray index {i}.  Furthermore, the element shape is not fully defined: "
            f"{_text(held.shape)}.  It is possible you are working with a resizeable TensorArray and stop_gradients is not allowing the "
            "gradients to be written.  If you set the full element_shape property on the forward TensorArray, the proper all-zeros tensor "
            "will be returned instead of incurring this error."
        )
    value = held.items[i]
    held.read[i] = True
    if held.clears:
        held.items[i] = None
    return value


@raw_op("TensorArrayWriteV3")
def _write(handle, index, value, flow_in):
    dtype = value.dtype

    def kernel(storage, index, value, flow):
        held = _array_in(storage)
        if index.ndim:
            raise invalid(f"TensorArray index must be scalar, but had shape: {dims_text(index.shape)}")
        _written(held, dtype)
        _put(held, int(index), value)
        return [flow]

    return computed("TensorArrayWriteV3", kernel, [_handle(handle), index, value, flow_in], [_FLOW], stateful=True)


@raw_op("TensorArrayReadV3")
def _read(handle, index, flow_in, dtype):
    kind = dt.as_dtype(dtype)

    def kernel(storage, index, flow):
        held = _array_in(storage)
        _requested(held, kind)
        return [_take(held, int(index))]

    return computed("TensorArrayReadV3", kernel, [_handle(handle), index, flow_in], [(kind, None)], stateful=True)


def _requested(held, kind):
    if held.dtype != kind:
        raise invalid(f"TensorArray dtype is {held.dtype.proto_name} but Op requested dtype {kind.proto_name}.")


def _stacked(held, places, element_shape, kind):
    shape = held.shape
    if not shape.is_compatible_with(element_shape):
        raise invalid(
            f"TensorArray was passed element_shape {_text(element_shape)} which does not match the Tensor at index 0: {_text(shape)}"
        )
    if not places:
        whole = element_shape
        if not whole.is_fully_defined():
            raise errors.UnimplementedError(
                None, None,
                f"TensorArray has size zero, but element shape {_text(whole)} is not fully defined. Currently only static "
        f"shapes are supported "
                "when packing zero-size TensorArrays.",
            )  # fmt: skip
        return tensor_lists.zeros([0, *whole.as_list()], kind)
    found = [_take(held, i) for i in places]
    for i, x in enumerate(found[1:], 1):
        if x.shape != found[0].shape:
            raise invalid(
                f"TensorArray has inconsistent shapes.  Index 0 has shape: {_text(found[0].shape)} but index {i} has shape: "
                f"{_text(x.shape)}"
            )
    return torch.stack(found) if isinstance(found[0], torch.Tensor) else np.stack(found)


@raw_op("TensorArrayGatherV3")
def _gather(handle, indices, flow_in, dtype, element_shape):
    kind, wanted = dt.as_dtype(dtype), _shape(element_shape)

    def kernel(storage, indices, flow):
        held = _array_in(storage)
        _requested(held, kind)
        return [_stacked(held, indices.tolist(), wanted, kind)]

    shape = None if wanted.rank is None else [None, *wanted.as_list()]
    return computed("TensorArrayGatherV3", kernel, [_handle(handle), indices, flow_in], [(kind, shape)], stateful=True)


@raw_op("TensorArrayConcatV3")
def _concat(handle, flow_in, dtype, element_shape_except0):
    kind, wanted = dt.as_dtype(dtype), _shape(element_shape_except0)

    def kernel(storage, flow):
        held = _array_in(storage)
        _requested(held, kind)
        found = [_take(held, i) for i in range(len(held.items))]
        if not found:
            if not wanted.is_fully_defined():
                raise errors.UnimplementedError(
                    None, None,
                    f"TensorArray has size zero, but element_shape_except0 {_text(wanted)} is not fully defined. Currently "
        f"only static shapes "
                    "are supported when concatenating zero-size TensorArrays.",
                )  # fmt: skip
            return [tensor_lists.zeros([0, *wanted.as_list()], kind), torch.zeros(0, dtype=torch.int64)]
        for i, x in enumerate(found):
            if x.ndim < 1:
                raise invalid(f"Concat saw a scalar shape at index {i} but requires at least vectors.  Did you mean to call pack?")
            if x.shape[1:] != found[0].shape[1:]:
                raise invalid(
                    f"TensorArray has inconsistent shapes.  Index 0 has (excepting dimension 0) shape: "
                    f"{_text(found[0].shape[1:])} but index "
                    f"{i} has (excepting dimension 0) shape: {_text(x.shape[1:])}"
                )
        lengths = torch.tensor([x.shape[0] for x in found])
        return [torch.cat(found) if isinstance(found[0], torch.Tensor) else np.concatenate(found), lengths]

    shape = None if wanted.rank is None else [None, *wanted.as_list()]
    return computed("TensorArrayConcatV3", kernel, [_handle(handle), flow_in], [(kind, shape), (dt.int64, [None])], stateful=True)


@raw_op("TensorArrayScatterV3")
def _scatter(handle, indices, value, flow_in):
    dtype = value.dtype

    def kernel(storage, indices, value, flow):
        held = _array_in(storage)
        if indices.ndim != 1:
            raise invalid(f"Expected indices to be a vector, but received shape: {_text(indices.shape)}")
        if value.ndim < 1:
            raise invalid(f"Expected value to be at least a vector, but received shape: {_text(value.shape)}")
        if len(indices) != len(value):
            raise invalid(f"Expected len(indices) == values.shape[0], but saw: {len(indices)} vs. {len(value)}")
        _written(held, dtype)
        for at, i in enumerate(indices.tolist()):
            _put(held, i, tensor_lists.row(value, at))
        return [flow]

    return computed("TensorArrayScatterV3", kernel, [_handle(handle), indices, value, flow_in], [_FLOW], stateful=True)


def _written(held, dtype):
    if held.dtype != dtype:
        raise invalid(f"TensorArray dtype is {held.dtype.proto_name} but Op is trying to write dtype {dtype.proto_name}.")


@raw_op("TensorArraySplitV3")
def _split(handle, value, lengths, flow_in):
    dtype = value.dtype

    def kernel(storage, value, lengths, flow):
        held = _array_in(storage)
        if lengths.ndim != 1:
            raise invalid(f"Expected lengths to be a vector, received shape: {_text(lengths.shape)}")
        if value.ndim < 1:
            raise invalid(f"Expected value to be at least a vector, but received shape: {_text(value.shape)}")
        if int(lengths.sum()) != len(value):
            raise invalid(
                f"Expected sum of lengths to be equal to values.shape[0], but sum of lengths is {int(lengths.sum())} and value's shape is: "
                f"{_text(value.shape)} "
            )
        if not held.dynamic and len(held.items) != len(lengths):
            raise invalid(
                f"TensorArray's size is not equal to the size of lengths ({len(held.items)} vs. {len(lengths)}), and the "
                f"TensorArray is not "
                "marked as dynamically resizeable"
            )
        _written(held, dtype)
        at = 0
        for i, n in enumerate(lengths.tolist()):
            _put(held, i, value[at : at + n])
            at += n
        return [flow]

    return computed("TensorArraySplitV3", kernel, [_handle(handle), value, lengths, flow_in], [_FLOW], stateful=True)


@raw_op("TensorArraySizeV3")
def _size(handle, flow_in):
    def kernel(storage, flow):
        return [torch.tensor(len(_array_in(storage).items), dtype=torch.int32)]

    return computed("TensorArraySizeV3", kernel, [_handle(handle), flow_in], [(dt.int32, [])], stateful=True)


@raw_op("TensorArrayCloseV3")
def _close(handle):
    def kernel(storage):
        held = _array_in(storage)
        held.items.clear()
        storage[()].gone = True
        return []

    return computed("TensorArrayCloseV3", kernel, [_handle(handle)], [], stateful=True)


@raw_op("TensorArrayGradV3")
def _gradient(handle, flow_in, source):
    return _gradient_with_shape(handle, flow_in, convert_to_tensor([], dt.int32), source)


@raw_op("TensorArrayGradWithShape")
def _gradient_with_shape(handle, flow_in, shape_to_prepend, source):
    """An array of as many elements, to which writing adds; one for each source."""

    def kernel(storage, flow, leading):
        held = _array_in(storage)
        found = held.gradients.get(source)
        if found is None:
            shape = held.shape if not len(leading) else TensorShape(leading.tolist()).concatenate(held.shape)
            found = held.gradients[source] = Holder(_Array(len(held.items), held.dtype, shape, False, True, held.identical, grad=True))
        held.dynamic = False
        return [as_object(found), flow]

    kind = "TensorArrayGradWithShape"
    return computed(kind, kernel, [_handle(handle), flow_in, shape_to_prepend], [(dt.resource, [2]), _FLOW], stateful=True)


# ---------------------------------------------------------------------- maps, which are values
class _Map(dict):
    """{key: (storage, dtype of the value)}; the keys are bytes of what they hold, with the tensors beside them."""

    _text_of_variant = "<TensorMap>"


def _key(storage, dtype):
    if isinstance(storage, np.ndarray):
        return dtype.name, storage.shape, tuple(storage.reshape(-1).tolist())
    return dtype.name, tuple(storage.shape), tuple(storage.reshape(-1).tolist())


def _map_in(storage):
    found = storage[()] if storage.ndim == 0 else None
    if not isinstance(found, _Map):
        raise invalid("Input handle is not a TensorMap.")
    return found


_VARIANT = (dt.variant, [])


@raw_op("EmptyTensorMap")
def _empty_map():
    return computed("EmptyTensorMap", lambda: [as_object(_Map())], [], [_VARIANT])


@raw_op("TensorMapSize")
def _map_size(input_handle):
    return computed("TensorMapSize", lambda m: [torch.tensor(len(_map_in(m)), dtype=torch.int32)], [input_handle], [(dt.int32, [])])


@raw_op("TensorMapInsert")
def _inserted(input_handle, key, value):
    kinds = key.dtype, value.dtype

    def kernel(storage, key, value):
        made = _Map(_map_in(storage))
        made[_key(key, kinds[0])] = key, value, kinds[1]
        return [as_object(made)]

    return computed("TensorMapInsert", kernel, [input_handle, key, value], [_VARIANT])


@raw_op("TensorMapLookup")
def _looked_up(input_handle, key, value_dtype):
    kind, wanted = key.dtype, dt.as_dtype(value_dtype)

    def kernel(storage, key):
        found = _map_in(storage).get(_key(key, kind))
        if found is None:
            raise invalid('Trying to lookup non-existent key. Could not find key "' + _shown(key) + '".')
        if found[2] != wanted:
            raise invalid(f"Trying to lookup value of {wanted.proto_name}, but the map has {found[2].proto_name}.")
        return [found[1]]

    return computed("TensorMapLookup", kernel, [input_handle, key], [(wanted, None)])


def _shown(key):
    values = key.reshape(-1).tolist()
    return "Tensor<type: ...>" if len(values) != 1 else str(values[0])


@raw_op("TensorMapErase")
def _erased(input_handle, key, value_dtype):
    kind = key.dtype
    del value_dtype  # which values there are makes no difference

    def kernel(storage, key):
        made = _Map(_map_in(storage))
        if made.pop(_key(key, kind), None) is None:
            raise invalid('Trying to erase non-existent item. Could not find key "' + _shown(key) + '".')
        return [as_object(made)]

    return computed("TensorMapErase", kernel, [input_handle, key], [_VARIANT])


@raw_op("TensorMapHasKey")
def _has_key(input_handle, key):
    kind = key.dtype
    return computed("TensorMapHasKey", lambda m, k: [torch.tensor(_key(k, kind) in _map_in(m))], [input_handle, key], [(dt.bool, [])])


@raw_op("TensorMapStackKeys")
def _keys(input_handle, key_dtype):
    kind = dt.as_dtype(key_dtype)

    def kernel(storage):
        found = _map_in(storage)
        if not found:
            raise invalid("TensorMapStackKeys cannot be called on empty map.")
        for name, shape, _ in found:
            if name != kind.name:
                raise invalid("Key does not match requested dtype.")
            if shape != next(iter(found))[1]:
                raise invalid("Keys must all have the same shape.")
        keys = [held[0] for held in found.values()]
        return [torch.stack(keys) if isinstance(keys[0], torch.Tensor) else np.stack(keys)]

    return computed("TensorMapStackKeys", kernel, [input_handle], [(kind, None)])
