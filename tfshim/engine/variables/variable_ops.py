"""The operations that change variables.

Each takes the variable itself as an attribute. In eager mode the kernel changes it at once; in a graph the node
does when it runs.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import torch

from tfshim.engine.ops.op import op
from tfshim.engine.ops.type_errors import not_allowed, without_kernel
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.devices import current_torch_device
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.dtypes import INDEX, string
from tfshim.engine.values.readable import forward_mode, readable
from tfshim.engine.values.shapes import dims_text
from tfshim.engine.variables.in_place import LOCK, acquire, in_place, release, replace_scalar, storage_owner

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor

    Variable: TypeAlias = Any  # of variables.variable, above this module


def update_in_place(variable: Variable, t: torch.Tensor, step: Callable[[torch.Tensor, torch.Tensor], object]) -> None:
    """Apply `step(storage, t)` to the variable's storage, made private first if it is shared."""
    if type(t) is np.ndarray:
        raise without_kernel(_UPDATES[step], string)
    apart = True
    if variable._stands_for is not None:
        variable = storage_owner(variable)
        apart = variable._twin is None
    # Counters and scalar metrics: a new tensor of one element is cheaper than keeping others away from the old one.
    if apart and not t.dim() and t.dtype not in _WITHOUT_KERNELS and replace_scalar(variable, t, _APART[step]):
        return
    storage, mine = acquire(variable)
    try:
        if storage is None:
            raise _uninitialized(variable)
        if t.shape != storage.shape:
            raise _other_shape(t, storage, step)
        if t.device != storage.device:
            t = t.to(storage.device)
        # In int64, where the bits of sums and differences are the same.
        if t.dtype in _WITHOUT_KERNELS:
            storage.copy_(step(storage.long(), t.long()))
        else:
            step(storage, t)
    finally:
        if mine:
            release(variable)


def _other_shape(t: torch.Tensor, storage: torch.Tensor, step: Callable[..., object]) -> BaseException:
    return errors.op_error(
        errors.InvalidArgumentError,
        f"Cannot update variable with shape {dims_text(storage.shape)} using a Tensor with shape {dims_text(t.shape)}, "
        "shapes must be equal.",
        _UPDATES[step],
    )


def _uninitialized(variable: Variable) -> BaseException:
    name = variable._shared_name
    if getattr(variable, "_by_reference", False):
        return errors.FailedPreconditionError(None, None, f"Attempting to use uninitialized value {name}")
    return errors.NotFoundError(None, None, f"Container localhost does not exist. (Could not find resource: localhost/{name})")


_WITHOUT_KERNELS = (torch.uint16, torch.uint32, torch.uint64)  # where torch cannot add
_APART: dict[Any, Callable[..., Any]] = {torch.Tensor.add_: torch.add, torch.Tensor.sub_: torch.sub}  # with a new tensor for the result
_UPDATES: dict[Any, str] = {torch.Tensor.add_: "AssignAddVariableOp", torch.Tensor.sub_: "AssignSubVariableOp"}


def on_its_device(resource: Variable, value: Any) -> Any:
    """`value` on the device of the variable, which stays where it was made, wherever its value was computed."""
    held = resource._t
    device = current_torch_device() if held is None else held.device
    return value if device is None or type(value) is not torch.Tensor or value.device == device else value.to(device)


def _stored(resource: Variable, value: Any) -> Any:
    resource._store(value)
    return value


@op("AssignVariableOp", value="any", stateful=True, grad=None, dtype_agnostic=True, objects=_stored)
def assign(resource: Variable, value: Any, name: str | None = None) -> Any:
    """Set the variable `resource` to `value`."""
    value = on_its_device(resource, value)
    resource._store(value)
    return value


def check_shape(resource: Variable, value: Any) -> None:
    """Raise InvalidArgumentError where `value` has another shape than what the variable `resource` holds."""
    held = resource._t
    by_reference = getattr(resource, "_by_reference", False)
    if held is not None:
        shape = tuple(held.shape)
    elif by_reference and resource._shape.is_fully_defined():  # its memory is there before its value
        shape = tuple(resource._shape._dims)
    else:
        return
    if shape == tuple(value.shape):
        return
    texts = dims_text(shape), dims_text(value.shape)
    if by_reference:
        raise invalid(f"Assign requires shapes of both tensors to match. lhs shape= {texts[0]} rhs shape= {texts[1]}")
    raise invalid(f"Trying to assign to variable with tensor with wrong shape. Expected {texts[0]} got {texts[1]}")


def _stored_of_shape(resource: Variable, value: Any) -> Any:
    check_shape(resource, value)
    return _stored(resource, value)


@op(
    "AssignVariableOp",
    value="any",
    stateful=True,
    grad=None,
    dtype_agnostic=True,
    objects=_stored_of_shape,
    register=False,
    as_declared=True,
)
def assign_of_shape(resource: Variable, value: Any, name: str | None = None) -> Any:
    """Set the variable `resource` to `value`, which has the shape of what it holds."""
    check_shape(resource, value)
    return _stored(resource, on_its_device(resource, value))


def _shapes_are_stated() -> bool:
    graph = TS.graph
    while graph is not None and not graph.states_shapes:
        graph = graph.outer_graph
    return graph is not None


def assign_in_graph(resource: Variable, value: Any, name: str | None = None) -> Any:
    """Set the variable `resource`, which keeps its shape, to the symbolic `value`.

    Where the graph knows both shapes they have been compared already: only others are compared in each run, and all where shapes
    of the graph are what a program or layer said.
    """
    known = resource._shape.is_fully_defined()
    if _shapes_are_stated() or known and not value.shape.is_fully_defined() or not known and getattr(resource, "_by_reference", False):
        return assign_of_shape(resource, value, name=name)
    return assign(resource, value, name=name)


@op("AssignAddVariableOp", value="any", stateful=True, grad=None)
def assign_add(resource: Variable, value: torch.Tensor, name: str | None = None) -> Any:
    """Add `value` to the variable `resource`."""
    update_in_place(resource, value, torch.Tensor.add_)
    return resource._t


@op("AssignSubVariableOp", value="any", stateful=True, grad=None)
def assign_sub(resource: Variable, value: torch.Tensor, name: str | None = None) -> Any:
    """Subtract `value` from the variable `resource`."""
    update_in_place(resource, value, torch.Tensor.sub_)
    return resource._t


def scaled_update(sign: int) -> Callable[[tuple[Any, ...], tuple[Any, ...]], Any]:
    """A kernel that adds the product of a tensor and a scalar to a variable, or subtracts it with `sign` -1, in one pass over memory.

    It gets the two factors and the variable, and gives None for what it does not compute.
    """

    def run(factors: tuple[Any, ...], update: tuple[Any, ...]) -> Any:
        scale, t = factors[:2]
        if scale.__class__ is torch.Tensor and scale.dim():
            scale, t = t, scale
        variable = update[0]
        held = variable._t
        if (
            t.__class__ is not torch.Tensor
            or scale.__class__ is not torch.Tensor
            or scale.dim()
            or not t.dim()
            or held.__class__ is not torch.Tensor
            or t.shape != held.shape
            or not t.dtype is scale.dtype is held.dtype
            or not (t.is_cpu and scale.is_cpu and held.is_cpu)
            or t.layout is not torch.strided
            or t.requires_grad
            or scale.requires_grad
            or variable._stands_for is not None
            or forward_mode()
            or not (readable(t) and readable(scale))
        ):
            return None
        del held  # a storage that others hold would be copied
        number = sign * scale.item()
        update_in_place(variable, t, lambda storage, t: storage.add_(t, alpha=number))
        return variable._t

    return run


def _rows(resource: Variable, indices: torch.Tensor, updates: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Indices as one int64 vector within range, and the rows for them."""
    index = (indices if indices.ndim == 1 else indices.reshape(-1)).long()
    known = resource._t
    if known is None:
        raise _uninitialized(resource)
    size, *row = known.shape
    # torch takes negative indices from the end, TensorFlow refuses them.
    count = index.numel()
    if count and not inside(index, size):
        at = int(((index < 0) | (index >= size)).nonzero()[0])
        raise invalid(f"indices[{at}] = {int(index[at])} is not in [0, {size})")
    rows = (count, *row)
    if updates.shape == rows and indices.ndim == 1:
        return index, updates
    if updates.ndim and updates.shape != (*indices.shape, *row):
        raise _unlike(indices, updates, known)
    if type(updates) is np.ndarray:
        return index, np.broadcast_to(updates, (*indices.shape, *row)).reshape(rows)
    return index, updates.expand((*indices.shape, *row)).reshape(rows)


def _unlike(indices: torch.Tensor, updates: torch.Tensor, known: torch.Tensor) -> BaseException:
    """The error for `updates` that are no rows of `known` at `indices`."""
    shapes = dims_text(indices.shape), dims_text(updates.shape), dims_text(known.shape)
    if updates.ndim == indices.ndim + known.ndim - 1 and updates.shape[: indices.ndim] != indices.shape:
        return invalid(f"The shape of indices ({shapes[0]}) must be a prefix of the shape of updates ({shapes[1]})")
    return invalid(
        "Must have updates.shape = indices.shape + params.shape[1:] or updates.shape = [], got updates.shape "
        f"{shapes[1]}, indices.shape {shapes[0]}, params.shape {shapes[2]}"
    )


def inside(index: torch.Tensor, size: int) -> bool:
    """Whether all of `index`, which is not empty, are from 0 to below `size`."""
    if index.is_cpu and index.__class__ is torch.Tensor:  # without its sign, a negative one is too large
        return np.maximum.reduce(index.numpy().view(np.uint64)) < size
    least, greatest = torch.aminmax(index)
    return least.item() >= 0 and greatest.item() < size


def _scatter(resource: Variable, indices: torch.Tensor, updates: torch.Tensor, how: str) -> Any:
    index, rows = _rows(resource, indices, updates)
    if type(rows) is np.ndarray:
        return _with_strings(resource, "ResourceScatter", how, lambda held: held.__setitem__(index.numpy(), rows))
    owner = storage_owner(resource)
    t, acquired = acquire(owner)
    try:
        _change_rows(t, index, rows, how)
    finally:
        del t
        if acquired:
            release(owner)
    return resource._t


def _with_strings(resource: Variable, op_type: str, how: str, change: Callable[[np.ndarray], None]) -> Any:
    """A variable of strings, of which others may hold the array, with a changed one in its place; all that can be done is to set some."""
    if how != "update":
        raise without_kernel(op_type + how.capitalize(), string)
    held = resource._t.copy()
    change(held)
    resource._store(held)
    return held


def _change_rows(t: torch.Tensor, index: torch.Tensor, rows: torch.Tensor, how: str) -> None:
    if how == "update":
        t[index] = rows
    elif how == "add":
        t.index_add_(0, index, rows)
    elif how == "sub":
        t.index_add_(0, index, rows.neg())  # with a factor torch adds row by row
    elif how == "div":  # row by row: an index that comes twice divides twice, and torch has no scatter that divides
        for i, row in zip(index.tolist(), rows):
            t[i] = torch.div(t[i], row, rounding_mode=None if t.is_floating_point() else "trunc")
    # A scalar or a single row serves every index, as in TensorFlow.
    else:
        _reduce_rows(t, index, rows, {"mul": "prod", "max": "amax", "min": "amin"}[how])


def _reduce_rows(t: torch.Tensor, index: torch.Tensor, rows: torch.Tensor, how: str) -> None:
    """Combine `rows` into the rows `index` of `t`, in place."""
    # By default `scatter_reduce_` counts the present rows in.
    places = index.reshape(-1, *[1] * (t.dim() - 1)).expand_as(rows)
    t.scatter_reduce_(0, places, rows, how)


def _row_scatter(op_type: str, how: str, doc: str) -> Any:
    @op(op_type, indices="any", updates="any", stateful=True, grad=None, scope="")
    def kernel(resource: Variable, indices: torch.Tensor, updates: torch.Tensor, name: str | None = None) -> Any:
        return _scatter(resource, indices, updates, how)

    kernel.__doc__ = doc
    return kernel


scatter_add = _row_scatter("ResourceScatterAdd", "add", "Add rows at `indices`.")
scatter_sub = _row_scatter("ResourceScatterSub", "sub", "Subtract rows at `indices`.")
scatter_mul = _row_scatter("ResourceScatterMul", "mul", "Multiply by rows at `indices`.")
scatter_div = _row_scatter("ResourceScatterDiv", "div", "Divide by rows at `indices`.")
scatter_max = _row_scatter("ResourceScatterMax", "max", "Take the greater of rows at `indices`.")
scatter_min = _row_scatter("ResourceScatterMin", "min", "Take the lesser of rows at `indices`.")


@op("ResourceScatterUpdate", indices="any", updates="any", stateful=True, grad=None, scope="")
def scatter_update(resource: Variable, indices: torch.Tensor, updates: torch.Tensor, name: str | None = None) -> Any:
    """Set rows at `indices`."""
    return _scatter(resource, indices, updates, "update")


@op("ResourceBatchScatterUpdate", indices="any", updates="any", stateful=True, grad=None, register=False)
def batch_scatter_update(resource: Variable, indices: torch.Tensor, updates: torch.Tensor, name: str | None = None) -> Any:
    """Set rows at `indices` within each batch."""
    batch = indices.dim() - 1
    _check_in_batches(resource, indices)
    index = indices.long().reshape(-1, indices.shape[-1])
    if type(updates) is np.ndarray:

        def change(held: np.ndarray) -> None:
            flat, rows = held.reshape(-1, *held.shape[batch:]), updates.reshape(-1, *updates.shape[batch:])
            for b, places in enumerate(index.numpy()):
                flat[b][places] = rows[b]

        return _with_strings(resource, "ResourceScatter", "update", change)
    with in_place(resource) as (t,):
        flat = t.view(-1, *t.shape[batch:])
        for b in range(flat.shape[0]):
            flat[b][index[b]] = updates.reshape(-1, *updates.shape[batch:])[b]
        del flat
    return resource._t


def _check_in_batches(resource: Variable, indices: torch.Tensor) -> None:
    """Raise InvalidArgumentError for the first of `indices` that is not within its batch, in the words of ResourceScatterNdUpdate."""
    if resource._t is None:
        raise _uninitialized(resource)
    shape = list(resource._t.shape)
    outside = (indices < 0) | (indices >= shape[indices.dim() - 1])
    if bool(outside.any()):
        at = outside.nonzero()[0].tolist()
        place = [*at[:-1], int(indices[tuple(at)])]
        where = f"indices[{','.join(map(str, at))}]" if len(at) > 1 else f"indices{at}"
        text = f"{where} = {place} does not index into shape {dims_text(shape)}"
        raise errors.op_error(errors.InvalidArgumentError, text, "ResourceScatterNdUpdate", "")


def _nd(resource: Variable, indices: torch.Tensor, updates: torch.Tensor, how: str) -> Any:
    if resource._t is None:
        raise _uninitialized(resource)
    index = indices.long()
    if type(updates) is np.ndarray:
        change = functools.partial(_change_places, index=index, updates=updates, how=how)
        return _with_strings(resource, "ResourceScatterNd", how, change)
    with in_place(resource) as (t,):
        _change_places(t, index, updates, how)
    return resource._t


def _unlike_places(index: torch.Tensor, updates: torch.Tensor, t: torch.Tensor) -> BaseException:
    """The error for `updates` that are not what stands at the places `index` of `t`."""
    outer, depth = index.ndim - 1, index.shape[-1]
    given = f"updates[shape={dims_text(updates.shape)}]"
    for at, size in enumerate(index.shape[:-1]):
        if at >= updates.ndim or updates.shape[at] != size:
            found = f" = {updates.shape[at]}" if at < updates.ndim else ""
            return invalid(
                f"Dimensions [0,{outer}) of indices[shape={dims_text(index.shape)}] = {size} must match dimensions [0,{outer}) of "
                f"{given}{found}"
            )
    return invalid(
        f"Dimensions [{depth},{t.ndim}) of input[shape={dims_text(t.shape)}] must match dimensions [{outer},{updates.ndim}) of {given}"
    )


def _change_places(t: torch.Tensor, index: torch.Tensor, updates: torch.Tensor, how: str) -> None:
    depth = index.shape[-1]
    if not t.ndim:
        raise invalid("Output must be at least 1-D, got shape: []")
    limits = torch.tensor(t.shape[:depth], device=index.device)
    outside = ((index < 0) | (index >= limits)).any(-1)
    if bool(outside.any()):
        at = outside.nonzero()[0].tolist()
        raise invalid(
            f"indices{at} = {index[tuple(at)].tolist()} does not index into shape {list(t.shape)}",
        )
    if updates.shape != (*index.shape[:-1], *t.shape[depth:]):  # torch would spread them
        raise _unlike_places(index, updates, t)
    places = tuple(index.unbind(-1))
    if type(t) is np.ndarray:  # strings, which can only be set
        t[tuple(at.numpy() for at in places)] = updates
    elif how in ("add", "sub"):
        t.index_put_(places, updates if how == "add" else -updates, accumulate=True)
    elif how == "update":
        t.index_put_(places, updates)
    else:
        # A view, never a copy: what is changed through it has to arrive in `t`.
        rows = t.view(-1, *t.shape[depth:])
        strides = [1]
        for size in reversed(t.shape[1:depth]):
            strides.insert(0, strides[0] * size)
        flat = (index * torch.tensor(strides, device=index.device)).sum(-1).reshape(-1)
        _reduce_rows(rows, flat, updates.reshape(len(flat), *t.shape[depth:]), {"max": "amax", "min": "amin"}[how])


def _nd_scatter(op_type: str, how: str, doc: str) -> Any:
    @op(op_type, indices="any", updates="any", stateful=True, grad=None)
    def kernel(resource: Variable, indices: torch.Tensor, updates: torch.Tensor, name: str | None = None) -> Any:
        return _nd(resource, indices, updates, how)

    kernel.__doc__ = doc
    return kernel


scatter_nd_add = _nd_scatter("ResourceScatterNdAdd", "add", "Add at multidimensional `indices`.")
scatter_nd_sub = _nd_scatter("ResourceScatterNdSub", "sub", "Subtract at multidimensional `indices`.")
scatter_nd_update = _nd_scatter("ResourceScatterNdUpdate", "update", "Set at multidimensional `indices`.")
scatter_nd_max = _nd_scatter("ResourceScatterNdMax", "max", "Take the greater at multidimensional `indices`.")
scatter_nd_min = _nd_scatter("ResourceScatterNdMin", "min", "Take the lesser at multidimensional `indices`.")


@op("ResourceCountUpTo", stateful=True, grad=None, scope="", shape_fn=lambda resource, limit: (resource.dtype, ()))
def _count_up_to(resource: Variable, limit: int, name: str | None = None) -> Any:
    """Add one to the variable `resource` unless it has reached `limit`; the value before."""
    with LOCK:  # two threads must not get the same number
        value = resource._t
        if value is None:
            raise _uninitialized(resource)
        if int(value) >= limit:
            raise errors.OutOfRangeError(None, None, f"Reached limit of {limit}")
        resource._store(value + 1)
        return value


def count_up_to(variable: Variable, limit: int) -> Tensor:
    """Add one to the integer scalar `variable` unless it has reached `limit`; the value before."""
    if not variable.dtype.mask & INDEX:
        raise not_allowed(_count_up_to._tfshim_op, None, "T", variable.dtype, INDEX)  # type: ignore[attr-defined]
    return _count_up_to(variable, limit)
