"""The arguments of an operation, made what its kernel takes: tensors of the right dtypes, Python numbers, DTypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.ops import op_defs
from tfshim.engine.ops.static_arguments import static_value
from tfshim.engine.ops.type_errors import declared_input, not_allowed, of_no_allowed_type, wrong_input
from tfshim.engine.runtime.context import UNNAMED
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor, is_tensor, mismatch
from tfshim.engine.values.dtypes import as_dtype, int32
from tfshim.engine.values.python_numbers import scalar_operand
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    Op: TypeAlias = Any  # of ops.op, above this module
    Param: TypeAlias = Any  # of ops.op, above this module


def _typed(value: Any) -> Any:
    """The dtype of what already is a tensor of some kind, else None."""
    if isinstance(value, Tensor):
        return value.dtype.base_dtype
    if hasattr(type(value), "_tfshim_value"):
        return getattr(value, "_cast_dtype", value.dtype).base_dtype  # what its value will be of
    return None


def bind(o: Op, args: Any, name: str | None) -> tuple[list[Any], bool]:
    """The arguments in the order of the signature (without `name`), converted; and whether one is symbolic."""
    values = list(args)
    symbolic = False
    found = {}
    in_turn = TS.graph is not None  # where inputs are converted one after the other; of a list its first tensor decides
    for p in o.tensors:
        var = p.var
        if var is None or var in found:
            continue
        # The first parameter decides where TensorFlow converts it on its own; else the first that is a tensor.
        decided = None
        for q in o.tensors:
            if q.var != var:
                continue
            value = values[q.at]
            for item in value if q.many and isinstance(value, (list, tuple)) else (value,):
                decided = _typed(item)
                if decided is not None or (o.hint or in_turn and not q.many) and item is not None:
                    break
            if decided is not None or (o.hint or in_turn) and value is not None:
                break
        found[var] = decided
    position = 0
    unchecked = dict(o.masks) if in_turn else None  # of the dtypes that were told by no input so far
    for p in o.tensors:
        at = p.at
        value = values[at]
        if p.many:
            if not isinstance(value, (list, tuple)):
                value = _as_list(value)
            made = []
            for item in value:
                item = _bind_one(o, p, item, found, position, name, args)
                symbolic = symbolic or type(item) is not EagerTensor
                made.append(item)
                position += 1
            values[at] = made
            if unchecked:
                _check_allowed(o, name, p, found, unchecked)
            continue
        if value is None and p.optional:
            continue
        if type(value) is EagerTensor and (p.var is None and p.fixed is None or p.var is not None and found[p.var] is value._dt):
            made = value
        else:
            made = _bind_one(o, p, value, found, position, name, args)
            values[at] = made
            symbolic = symbolic or type(made) is not EagerTensor
        if unchecked:
            _check_allowed(o, name, p, found, unchecked)
        position += 1
    # After the conversions: a value that does not convert is what TensorFlow complains of first.
    for var, dtype in found.items():
        if dtype is not None and not dtype.mask & o.masks[var]:
            raise not_allowed(o, name, var, dtype, o.masks[var])
    if in_turn and any(isinstance(values[p.at], Tensor) for p in o.static_params):
        _check_static_in_graph(o, values)
    # Sizes that are Python numbers have no dtype; only where two of them are tensors can these disagree.
    if len(o.static_params) > 1 and sum(isinstance(values[p.at], Tensor) for p in o.static_params) > 1:
        _check_static(o, name, args)
    for p in o.static_params:
        at = p.at
        value = values[at]
        if type(value) is int and p.kind in ("int", "axis") or value is None and (p.optional or p.kind == "axis"):
            continue
        values[at] = made = static_value(o, p, value, args)
        symbolic = symbolic or isinstance(made, Tensor)
    for p in o.dtype_params:
        at = p.at
        if values[at] is not None:
            try:
                values[at] = as_dtype(values[at])
            except TypeError:
                raise TypeError(f"Expected DataType for argument '{p.name}' not {values[at]!r}.") from None
    return values, symbolic


def _check_allowed(o: Op, name: str | None, p: Param, found: dict[str, Any], unchecked: dict[str, int]) -> None:
    """Raise for the dtype of the first input that tells it, where it is none that the operation takes."""
    mask = unchecked.pop(p.var, None)
    dtype = found.get(p.var)
    if mask is not None and dtype is not None and not dtype.mask & mask:
        raise not_allowed(o, name, p.var, dtype, mask)


def _as_list(value: Any) -> list[Any]:
    """The items of a tensor or array that is given where a list of tensors is expected."""
    if isinstance(value, np.ndarray) and value.ndim or is_tensor(value) and value.shape.ndims:
        return list(value)
    return [value]


def _one_by_one(o: Op, args: Any) -> bool:
    """Whether TensorFlow converts the inputs one after the other, in Python: as soon as one of them is a sequence."""
    return TS.graph is None and any(isinstance(args[p.at], (list, tuple, str, bytes)) for p in o.params if not p.many)


def _untyped_input(o: Op, p: Param, value: Any) -> Any:
    """An input whose dtype no other decides, as a tensor.

    Numbers and arrays become the default; of a sequence its own dtype comes before that, and in graphs that of integers.
    """
    of_integers = isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind in "iu"
    if p.default is not None and (isinstance(value, (list, tuple)) or TS.graph is not None and of_integers):
        made = convert_to_tensor(value)
        if p.var is None or made.dtype.mask & o.masks[p.var]:
            return made
    elif p.default is not None and isinstance(value, (np.ndarray, np.generic, int, float, complex)):
        return convert_to_tensor(value, p.default)
    return convert_to_tensor(value, dtype_hint=p.default, name=_name_if_packed(p, value))


def _name_if_packed(p: Param, value: Any) -> str | None:
    """The name for what packs a list among a list of tensors: it is named within the operation that takes it."""
    return UNNAMED if TS.graph is not None and p.many and isinstance(value, (list, tuple)) else None


def _check_static(o: Op, name: str | None, args: Any) -> None:
    """Raise unless those of the tensors given for sizes and the like that share a type in TensorFlow's declaration have one dtype."""
    types = {i.name: (n, i.type_attr) for n, i in enumerate(definition.inputs)} if (definition := op_defs.find(o.type)) else {}
    found = {}
    for p in o.static_params:
        value = args[p.at]
        position, attribute = types.get("input" if p.name == "input_" else p.name, (None, None))
        if attribute is None or not isinstance(value, Tensor):
            continue
        want = found.setdefault(attribute, value.dtype)
        if value.dtype != want:
            raise mismatch(value, want) if _one_by_one(o, args) else wrong_input(o, name, position, want, value.dtype, p)  # type: ignore[arg-type]


def _check_static_in_graph(o: Op, values: list[Any]) -> None:
    """Raise TypeError unless tensors given for sizes and the like have the dtypes that the declaration asks for.

    Python's numbers are int32 where they come first of those that share a type.
    """
    definition = op_defs.find(o.type)
    if definition is None:
        return
    static = {p.name: p for p in o.static_params}
    places = {p.name: p.at for p in o.params}
    held: dict[str, tuple[str, Any]] = {}  # type attribute -> (the first input of it, its dtype)
    for declared in definition.inputs:
        name = declared.name
        if name not in places or declared.number_attr or declared.type_list_attr:
            continue
        value = values[places[name]]
        got = _typed(value) or (_without_tensor(value) if name in static else None)
        if got is None:
            continue
        if declared.type_attr is None:
            fixed = declared.dtype
            if name in static and isinstance(value, Tensor) and fixed is not None and got != fixed:
                raise TypeError(f"Input '{name}' of '{o.type}' Op has type {got.name} that does not match expected type of {fixed.name}.")
            continue
        first, want = held.setdefault(declared.type_attr, (name, got))
        if not isinstance(value, Tensor) or name not in static:
            continue
        if got != want:
            raise TypeError(
                f"Input '{name}' of '{o.type}' Op has type {got.name} that does not match type {want.name} of argument '{first}'."
            )
        allowed = definition.attrs[declared.type_attr].allowed
        if allowed is not None and got.name not in allowed:
            raise of_no_allowed_type(name, got, allowed)


def _input_name(o: Op, p: Param) -> str:
    """What TensorFlow calls the input behind the parameter `p`."""
    declared = declared_input(o, p)
    return p.name if declared is None else declared.name


def _without_tensor(value: Any) -> Any:
    """The dtype that sizes given as numbers or arrays have; None for none."""
    if isinstance(value, (np.ndarray, np.generic)):
        return as_dtype(value.dtype)
    return None if value is None else int32


def _bind_one(o: Op, p: Param, value: Any, found: dict[str, Any], position: int, name: str | None, args: Any) -> Any:
    """One input as a tensor of the right dtype."""
    kind = type(value)
    want = p.fixed if p.fixed is not None else found.get(p.var) if p.var is not None else None
    if kind is EagerTensor:
        made = value
    elif isinstance(value, Tensor):
        made = value
    elif hasattr(kind, "_tfshim_value"):
        made = value._tfshim_value() if TS.graph is None else TS.graph._operand(value)
    elif value is None and TS.graph is not None:
        raise ValueError(f"Tried to convert '{p.name}' to a tensor and failed. Error: None values not supported.")
    elif want is None:
        try:
            made = _untyped_input(o, p, value)
        except ValueError as error:
            if TS.graph is None or p.many:
                raise
            raise ValueError(f"Tried to convert '{_input_name(o, p)}' to a tensor and failed. Error: {error}") from None
    # The commonest conversion, without the checks of `convert_to_tensor`.
    elif (kind is float or kind is int) and (want._kind == "f" or kind is int and want._kind in "iu"):
        made = scalar_operand(value, want)
    elif o.hint:
        made = convert_to_tensor(value, dtype_hint=want)
    elif TS.graph is None or p.many:  # of a list TensorFlow tells the types of all items
        made = convert_to_tensor(value, dtype=want, name=_name_if_packed(p, value))
    else:
        try:
            made = convert_to_tensor(value, dtype=want)
        except TypeError as error:
            of = f"parameter '{_input_name(o, p)}' of op '{o.type}'"
            text = f"Expected {want.name} passed to {of}, got {value!r} of type '{kind.__name__}' instead."
            raise TypeError(f"{text} Error: {error}") from None
        except ValueError:
            try:
                made = convert_to_tensor(value)  # of which the dtype is told
            except ValueError as error:
                raise ValueError(f"Tried to convert '{_input_name(o, p)}' to a tensor and failed. Error: {error}") from None
            if made.dtype == want:
                raise
    got = made.dtype
    if p.var is not None:
        if found[p.var] is None:
            found[p.var] = got
        elif found[p.var] is not got and found[p.var] != got.base_dtype:
            # What is no tensor in a list takes the dtype of those that are.
            among = [_typed(v) for v in args[p.at]] if p.many and isinstance(args[p.at], (list, tuple)) else None
            if among and None in among and TS.graph is None:
                raise mismatch(made, found[p.var])
            among = among and [dtype or found[p.var] for dtype in among]
            raise wrong_input(o, name, position, found[p.var], got, p, among)
    elif p.fixed is not None and got is not p.fixed and got.base_dtype is not p.fixed:
        if _one_by_one(o, args):
            raise mismatch(made, p.fixed)
        raise wrong_input(o, name, position, p.fixed, got, p)
    return made
