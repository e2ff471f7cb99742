"""Errors for dtypes that an operation does not take, or has no kernel for, in TensorFlow's words.

Texts differ between operations that run at once and those that are added to a graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from tfshim.engine.ops import op_defs
from tfshim.engine.ops.texts.summaries import allowed_dtypes, summary
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfshim.engine.values.dtypes import DType

    Op: TypeAlias = Any  # of ops.op, above this module
    Param: TypeAlias = Any  # of ops.op, above this module


def label(o: Op, name: str | None) -> str:
    """The end of an error text: `[Op:AddV2] name: `, with the name the call was given or has by default."""
    return errors.op_suffix(o.type, _shown(o, name))


# Types whose Python functions keep the name that they are given for a scope of their own.
_NAME_THEIR_SCOPE = frozenset(
    """AddV2 AvgPool BatchMatMulV2 BiasAdd Cast Complex Cumprod Cumsum CumulativeLogsumexp DenseBincount
    DivNoNan Einsum FloorDiv MatMul MatrixTriangularSolve MaxPool MulNoNan Multinomial NonMaxSuppressionV3 Pow RFFT RandomStandardNormal
    RandomUniform Range RealDiv SoftmaxCrossEntropyWithLogits SparseReshape TruncatedNormal""".split()
)


def _shown(o: Op, name: str | None) -> str | None:
    # A default such as "transpose" names graph nodes; the name that errors show then is `scope`.
    return name if name is not None and name != o.default_name and o.type not in _NAME_THEIR_SCOPE else o.scope


_ORDER = (
    dtypes.bfloat16,
    dtypes.float16,
    dtypes.float32,
    dtypes.float64,
    dtypes.uint8,
    dtypes.uint16,
    dtypes.uint32,
    dtypes.uint64,
    dtypes.int8,
    dtypes.int16,
    dtypes.int32,
    dtypes.int64,
    dtypes.complex64,
    dtypes.complex128,
    dtypes.bool,
    dtypes.string,
    dtypes.qint8,
    dtypes.quint8,
    dtypes.qint32,
)


def in_order(mask: int) -> list[DType]:
    """The dtypes of a mask, in the order in which texts list them."""
    return [d for d in _ORDER if d.mask & mask]


def not_allowed(o: Op, name: str | None, var: str, dtype: DType, mask: int) -> Exception:
    """The error for a dtype that the operation is not defined for, or only in name."""
    if o.lacking is not None and dtype.mask & o.lacking.get(var, 0):
        return not_found(o, {var: dtype}, name) if TS.graph is None else unregistered(o, {var: dtype}, name or o.type)
    declared = allowed_dtypes(o.type, var)
    # What is declared differently here (quantized types left out, say) is told as it is here.
    told = declared if declared is not None and dtype not in declared else in_order(mask)
    if TS.graph is not None:
        error = _not_allowed_in_graph(o, var, dtype, [d.name for d in told])
        if error is not None:
            return error
    return not_in_list(o.type, var, dtype, told, label(o, name))


def not_in_list(op_type: str, attribute: str, dtype: DType, allowed: Sequence[DType], ending: str) -> Exception:
    """The error of an eager operation for the dtype of an attribute that may be one of `allowed`; `ending` is the end of the text."""
    listed = ", ".join(d.proto_name for d in allowed)
    return invalid(
        f"Value for attr '{attribute}' of {dtype.proto_name} is not in the list of allowed values: {listed}\n"
        f"\t; NodeDef: {{{{node {op_type}}}}}; {summary(op_type)}{ending}",
    )


def of_no_allowed_type(name: str, dtype: DType, allowed: Sequence[str]) -> TypeError:
    """The error where a graph is built for a `dtype` of the parameter `name` that is none of the `allowed` ones, which are named."""
    return TypeError(f"Value passed to parameter '{name}' has DataType {dtype.name} not in list of allowed values: {', '.join(allowed)}")


def index_type(op_type: str, attribute: str, dtype: Any) -> DType:
    """`dtype`, the `attribute` of an operation that gives int32 or int64. Raises for another one, as TensorFlow does."""
    dtype = dtypes.as_dtype(dtype)
    if dtype.mask & dtypes.INDEX:
        return dtype
    if TS.graph is not None:
        raise of_no_allowed_type(attribute, dtype, ("int32", "int64"))
    raise not_in_list(op_type, attribute, dtype, (dtypes.int32, dtypes.int64), f" [Op:{op_type}] name: ")


def wrong_input(
    o: Op, name: str | None, position: int, want: DType, got: DType, p: Param, among: Sequence[DType] | None = None
) -> Exception:
    """The error for an input tensor of another dtype than the operation needs there, at its parameter `p`.

    among: for one of a list, the dtypes of all of it.
    """
    if TS.graph is not None:
        return _unlike(o, p, position, want, got, among)
    if p.var is not None:
        if o.lacking is not None and want.mask & o.lacking.get(p.var, 0):
            return not_found(o, {p.var: want}, name)
        declared = allowed_dtypes(o.type, p.var)
        # The attribute gets its value from the first of the inputs, before the others are looked at.
        if declared is not None and want not in declared and not _adds_texts(o, want):
            return not_in_list(o.type, p.var, want, declared, label(o, name))
    return errors.dtype_mismatch(_shown_type(o, want), position, want, got, _shown(o, name))


def _adds_texts(o: Op, dtype: DType) -> bool:
    """Whether it is the sum of texts, which TensorFlow has an operation of its own for."""
    return o.type == "AddV2" and dtype is dtypes.string


def _shown_type(o: Op, dtype: DType) -> str:
    return "Add" if _adds_texts(o, dtype) else o.type


# ---------------------------------------------------------------------- operations under construction
def _input(o: Op, position: int) -> Any:
    """The definition of input `position`, or None where the operation is none of TensorFlow's or has lists of inputs."""
    declared = op_defs.find(o.type)
    if declared is None or any(i.number_attr or i.type_list_attr for i in declared.inputs) or position >= len(o.tensors):
        return None
    return declared_input(o, o.tensors[position])


def declared_input(o: Op, p: Param) -> Any:
    """The definition of the input behind the tensor parameter `p`: of its name, or in the order of those that have other names here."""
    definition = op_defs.find(o.type)
    if definition is None:
        return None
    names, ours = {i.name: i for i in definition.inputs}, {q.name for q in o.params}
    if p.name in names:
        return names[p.name]
    others = [i for i in definition.inputs if i.name not in ours]
    at = [q for q in o.tensors if q.name not in names].index(p)
    return others[at] if at < len(others) else None


def _unlike(o: Op, p: Param, position: int, want: DType, got: DType, among: Sequence[DType] | None) -> TypeError:
    """TypeError for the input `position`, parameter `p`, of dtype `got` where the others or the operation ask for `want`."""
    if p.many:
        lists = [i.name for i in getattr(op_defs.find(o.type), "inputs", ()) if i.number_attr]
        name = p.name if p.name in lists or not lists else lists[0]
        types = ", ".join(d.name for d in among or (want, got))
        if p.var is None:
            return TypeError(
                f"Tensors in list passed to '{name}' of '{o.type}' Op have types [{types}] that do not match expected type {want.name}."
            )
        return TypeError(f"Tensors in list passed to '{name}' of '{o.type}' Op have types [{types}] that don't all match.")
    declared = _input(o, position)
    name = p.name if declared is None else declared.name
    if p.var is None:
        return TypeError(f"Input '{name}' of '{o.type}' Op has type {got.name} that does not match expected type of {want.name}.")
    first = next(q.name for q in o.tensors if q.var == p.var)
    if declared is not None and declared.type_attr is not None:
        first = next(i.name for i in op_defs.find(o.type).inputs if i.type_attr == declared.type_attr)  # type: ignore[union-attr]
    kind = _shown_type(o, want)
    return TypeError(f"Input '{name}' of '{kind}' Op has type {got.name} that does not match type {want.name} of argument '{first}'.")


def _not_allowed_in_graph(o: Op, var: str, dtype: DType, allowed: Sequence[str]) -> TypeError | None:
    """TypeError for the dtype of the parameters that share `var`; `allowed` are the names of those that the operation takes."""
    at = next((i for i, q in enumerate(o.tensors) if q.var == var), None)
    if at is None:
        return None
    declared = _input(o, at)
    name = o.tensors[at].name if declared is None else declared.name
    return of_no_allowed_type(name, dtype, allowed)


# ---------------------------------------------------------------------- dtypes without a kernel
def not_found(o: Op, found: dict[str, Any], name: str | None) -> Exception:
    """The error of an eager call of `o` whose inputs have the dtypes `found`, {letter: dtype}."""
    return errors.NotFoundError(
        None,
        None,
        f"Could not find device for node: {{{{node {o.type}}}}} = {o.type}[{_attributes(found)}]\n"
        f"All kernels registered for op {o.type}:\n{_kernels(o, found)}\n{label(o, name)}",
    )


def unregistered(o: Op, found: dict[str, Any], node: Any) -> Exception:
    """The error of the node called `node` in a graph."""
    return invalid(
        f"No OpKernel was registered to support Op '{o.type}' used by {{{{node {node}}}}} with these attrs: "
        f"[{_attributes(found)}]\nRegistered devices: [CPU]\nRegistered kernels:\n{_kernels(o, found)}\n\n\t [[{node}]]",
    )


def without_kernel(operation: str, dtype: DType) -> Exception:
    """The error of an operation on a variable of a dtype that TensorFlow has no kernel for, or that the operation is not defined for."""
    allowed = allowed_dtypes(operation, "T")
    if allowed is not None and dtype not in allowed:
        return not_in_list(operation, "T", dtype, allowed, f" [Op:{operation}] name: ")
    return invalid(
        f"No OpKernel was registered to support Op '{operation}' used by {{{{node {operation}}}}} with these attrs: [T={_proto(dtype)}]\n"
        f"Registered devices: [CPU]\nThere is no kernel for {dtype.name}: use variables of another dtype."
    )


def _proto(dtype: DType) -> str:
    return "DT_" + dtype.proto_name.upper()


def _attributes(found: dict[str, Any]) -> str:
    return ", ".join(f"{var}={_proto(dtype)}" for var, dtype in found.items())


def _kernels(o: Op, found: dict[str, Any]) -> str:
    """The dtypes that have kernels, and what to do."""
    allowed = "; ".join(f"{var} in [{', '.join(map(_proto, in_order(mask)))}]" for var, mask in o.served.items() if var in o.lacking)
    wanting = " and ".join(d.name for var, d in found.items() if d.mask & o.lacking.get(var, 0))
    return f"  device='CPU'; {allowed}\nThere is no kernel for {wanting}: convert the input to one of these types first, with tf.cast."
