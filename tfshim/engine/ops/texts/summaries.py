"""The one line in which TensorFlow's error texts show how an operation is declared."""

from __future__ import annotations

import functools
from typing import Any

from tfshim.engine.ops import op_defs
from tfshim.engine.ops.op_defs import ArgDef, AttrDef
from tfshim.engine.ops.texts.allowed_dtypes_table import TABLE
from tfshim.engine.values.dtypes import DType, as_dtype


@functools.cache
def _long_lists() -> dict[str, list[str]]:
    """{Operation.attribute: names of the dtypes that it may be} of those whose list is long."""
    lines = (line.split(": ") for line in TABLE.strip("\n").replace("\n    ", " ").split("\n"))
    return {place: kinds.split() for kinds, places in lines for place in places.split()}


def allowed_dtypes(op_type: str, attribute: str) -> list[DType] | None:
    """The dtypes that an attribute may be, in TensorFlow's order; None where any will do or TensorFlow has no such attribute."""
    definition = op_defs.find(op_type)
    if definition is None or attribute not in definition.attrs:
        return None
    names = definition.attrs[attribute].allowed or _long_lists().get(f"{op_type}.{attribute}")
    return None if names is None else [as_dtype(n) for n in names]


# Of which the order of the inputs does not matter, and those of them that add up any number of inputs.
_COMMUTATIVE = frozenset(
    "AccumulateNV2 AddN AddV2 ApproximateEqual BitwiseAnd BitwiseOr BitwiseXor Equal LogicalAnd LogicalOr Mul NotEqual RiscAdd "
    "SquaredDifference".split()
)
_AGGREGATES = frozenset(("AccumulateNV2", "AddN", "AddV2", "RiscAdd"))


def summary(op_type: str) -> str:
    """`Op<name=Softmax; signature=logits:T -> softmax:T; attr=T:type,allowed=[...]>`, or its name alone where it is not TensorFlow's."""
    definition = op_defs.find(op_type)
    if definition is None:
        return f"Op<name={op_type}>"
    signature = f"{', '.join(map(_argument, definition.inputs))} -> {', '.join(map(_argument, definition.outputs))}"
    parts = [f"name={op_type}", f"signature={signature}", *(f"attr={_attribute(op_type, a)}" for a in definition.attrs.values())]
    flags = {"is_commutative": op_type in _COMMUTATIVE, "is_aggregate": op_type in _AGGREGATES, "is_stateful": definition.stateful}
    parts += [f"{flag}=true" for flag, is_so in flags.items() if is_so]
    return f"Op<{'; '.join(parts)}>"


def _argument(a: ArgDef) -> str:
    # TensorFlow says nothing of an argument whose dtypes are a list.
    kind = (f"{a.number_attr}*" if a.number_attr else "") + (a.type_attr or (a.dtype.proto_name if a.dtype else ""))
    return f"{a.name}:{f'Ref({kind})' if a.is_ref else kind}"


def _attribute(op_type: str, a: AttrDef) -> str:
    text = f"{a.name}:{a.kind}"
    if a.has_default:
        text += f",default={_shown(a.default)}"
    if a.least is not None:
        text += f",min={a.least}"
    kinds = allowed_dtypes(op_type, a.name) if a.kind in ("type", "list(type)") else a.allowed
    return text if kinds is None else text + f",allowed=[{', '.join(map(_shown, kinds))}]"


def _shown(value: Any) -> str:
    """A value of an attribute as TensorFlow writes it."""
    if isinstance(value, DType):
        return f"DT_{value.proto_name.upper()}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(map(_shown, value))}]"
    return f"{value:g}" if isinstance(value, float) else str(value)
