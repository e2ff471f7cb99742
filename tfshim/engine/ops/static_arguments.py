"""Arguments that kernels need as Python numbers: sizes, axes, paddings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.ops import op_defs
from tfshim.engine.ops.texts import eager as eager_texts
from tfshim.engine.ops.type_errors import label, not_in_list, of_no_allowed_type
from tfshim.engine.runtime.context import UNNAMED
from tfshim.engine.runtime.errors import InvalidArgumentError, invalid, when_run
from tfshim.engine.runtime.interface import higher
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import constants_in_graphs, dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shape_parts.dimensions import Dimension
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor

if TYPE_CHECKING:
    Op: TypeAlias = Any  # of ops.op, above this module
    Param: TypeAlias = Any  # of ops.op, above this module


def quick_ints(value: Any) -> Any:
    """The tuple for a list, tuple or TensorShape of plain integers or one integer; None for anything else."""
    kind = type(value)
    if kind is tuple or kind is list:
        for item in value:
            if type(item) is not int:  # nor bool, which the long path refuses
                return None
        return tuple(value)
    if kind is int:
        return (value,)
    if kind is TensorShape and value.is_fully_defined():
        return tuple(value.as_list())
    return None


def quick_vector(value: Any) -> Any:
    """The same where a single integer will not do."""
    return None if type(value) is int else quick_ints(value)


def _cannot(value: Any, dtype: dtypes.DType = dtypes.int32) -> TypeError:
    return TypeError(f"Cannot convert {value!r} to EagerTensor of dtype {dtype.proto_name}")


def _symbolic(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_symbolic, value))
    if isinstance(value, Tensor):
        return type(value) is not EagerTensor
    read = getattr(type(value), "_tfshim_value", None)
    return read is not None and type(value._tfshim_value()) is not EagerTensor


def _is_whole(value: Any) -> bool:
    """Whether `value` in a list is one of Python's integers or becomes one: a scalar tensor of floats or booleans."""
    return type(value) is int or (type(value) is EagerTensor and value._dt._kind in "fb" and not value._t.ndim)


def _of_one_dtype(value: Any) -> Any:
    """`value`; a list of scalar tensors, maybe beside Python's integers, as int32 where they are not all of one type of integers."""
    if not isinstance(value, (list, tuple)) or not all(type(v) is int or (isinstance(v, Tensor) and v.shape.rank == 0) for v in value):
        return value
    kinds = {v.dtype for v in value if type(v) is not int}
    if len(kinds) == 1 and all(k.is_integer for k in kinds):
        return value
    return [v if type(v) is int else higher.cast(v, dtypes.int32) for v in value]


def _plain(value: Any) -> Any:
    """Python integers, nested as `value` is."""
    kind = type(value)
    if kind is int:
        return value
    if kind is list or kind is tuple:
        if all(map(_is_whole, value)):
            # Scalar tensors of floats or booleans, alone or beside Python's integers, are cast, as TensorFlow does; not where one
            # of Python's floats is among them.
            return [int(v._t) if type(v) is EagerTensor else v for v in value]
        return [_plain(v) for v in value]
    if isinstance(value, TensorShape):
        return value.as_list()
    if isinstance(value, Dimension):
        return value.value
    if value is None:
        return None
    if hasattr(value, "_tfshim_value"):
        value = value._tfshim_value()
    if isinstance(value, EagerTensor):
        if value._dt._kind not in "iu":
            raise invalid(f"Value for attr of {value._dt.proto_name} is not in the list of allowed values: int32, int64")
        return value._t.tolist()
    if isinstance(value, (np.ndarray, np.generic)):
        if value.dtype.kind not in "iu" and value.size:
            raise _cannot(value)
        return value.astype(np.int64).tolist()
    if isinstance(value, (bool, float, str, bytes)):
        raise _cannot(value)
    if isinstance(value, (list, tuple, range)):
        return [_plain(v) for v in value]
    if hasattr(value, "__index__") and not isinstance(value, type):
        return value.__index__()
    made = convert_to_tensor(value)
    if made is value:  # it stands for a tensor of a model
        raise TypeError(f"Expected integers, but got {value!r}")
    return _plain(made)


# What TensorFlow's operations call the input that public functions call `axis`.
_AXES = frozenset(("axis", "axes", "reduction_indices", "dimension", "dim", "split_dim"))


# Operations whose public functions make a tensor of the input before.
_OF_TENSORS = frozenset(("Cumsum", "Cumprod", "CumulativeLogsumexp"))


def _declared_input(o: Op, p: Param) -> op_defs.ArgDef | None:
    """TensorFlow's declaration of the input behind the parameter `p`; None where it has none."""
    definition = op_defs.find(o.type)
    if definition is None:
        return None
    declared = next((i for i in definition.inputs if i.name == p.name), None)
    if declared is None and p.name in _AXES:
        declared = next((i for i in definition.inputs if i.name in _AXES), None)
    return declared


def _type_attribute(o: Op, p: Param) -> str | None:
    """The attribute that holds the dtype of the input behind the parameter `p`; None where the dtype is fixed."""
    declared = _declared_input(o, p)
    if declared is not None:
        return declared.type_attr
    if p.kind == "axis" and op_defs.find(o.type) is None:
        return "Tidx"  # as the reductions have it that such an operation is in TensorFlow
    if p.kind == "axis" or p.kind == "int" and p.name == "axis":
        return None  # which public functions convert by themselves
    return f"T{p.name}" if p.kind in ("ints", "vector", "shape") else None


def _default_dtype(o: Op, attribute: str | None) -> dtypes.DType | None:
    """The dtype that the type attribute has where no input decides it; None for none."""
    definition = op_defs.find(o.type)
    if definition is None and attribute == "Tidx":
        return dtypes.int32
    found = definition.attrs.get(attribute) if definition is not None and attribute is not None else None
    default = found.default if found is not None and found.has_default else None
    return None if default is None else dtypes.as_dtype(default)


def _is_attribute(o: Op) -> bool:
    """Whether the axes of the operation are an attribute in TensorFlow, not one of its inputs."""
    definition = op_defs.find(o.type)
    return definition is not None and any(a.kind == "list(int)" for a in definition.attrs.values())


def _truncated(value: Any) -> Any:
    """Numbers as the integers that an attribute makes of them."""
    if isinstance(value, (list, tuple)):
        return [_truncated(v) for v in value]
    return int(value) if isinstance(value, (float, bool)) else value


def _holds_bools(value: Any) -> bool:
    return any(map(_holds_bools, value)) if isinstance(value, (list, tuple)) else isinstance(value, bool)


def _as_numbers(value: Any) -> Any:
    return [_as_numbers(v) for v in value] if isinstance(value, (list, tuple)) else int(value) if isinstance(value, bool) else value


def _without_bools(o: Op, p: Param, value: Any) -> Any:
    """`value` with integers for bools, unless it alone decides the type in TensorFlow and bools are none that is allowed."""
    if not _holds_bools(value):
        return value
    definition = op_defs.find(o.type)
    declared = next((i for i in definition.inputs if i.name == p.name), None) if definition is not None else None
    attribute = definition.attrs.get(declared.type_attr) if declared is not None else None  # type: ignore[union-attr]
    if attribute is None or attribute.has_default or _decided_before(o, p, attribute.name):
        return _as_numbers(value)
    return value


def _decided_before(o: Op, p: Param, attribute: str | None) -> bool:
    """Whether an input in front of the parameter `p` determines the dtype that is the value of the type attribute."""
    definition = op_defs.find(o.type)
    if definition is None or attribute is None:
        return False
    first = next((i for i in definition.inputs if i.type_attr == attribute), None)
    return first is not None and any(q.name == first.name and q.at < p.at for q in o.static_params)


def static_value(o: Op, p: Param, value: Any, given: Sequence[Any] = ()) -> Any:
    """The Python value of the static parameter `p`, or a symbolic tensor where it is known only when the graph runs.

    `given`: all arguments of the call, on which it depends what an error tells.
    """
    if p.kind == "axis" and isinstance(value, (np.ndarray, Tensor)) and _is_attribute(o):
        raise TypeError(f"Expected list for '{p.name}' argument to '{o.public.__name__}' Op, not {value!r}.")
    if _symbolic(value):
        made = convert_to_tensor(_of_one_dtype(value), name=UNNAMED if TS.graph is not None else None)
        if p.name in _AXES and not made.dtype.is_integer and not _is_attribute(o):
            attribute = _type_attribute(o, p)
            if attribute is not None:
                raise _of_other_dtype(o, p, attribute, made.dtype)
        return made
    if p.kind == "axis" and _is_attribute(o):
        value = _truncated(value)
    if (
        (got := _of_no_index(value)) is not None
        and (attribute := _type_attribute(o, p)) is not None
        and got.name not in _allowed(o, attribute)
    ):
        raise _of_other_dtype(o, p, attribute, got)
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind not in "iu":
        value = _cast(o, p, value)
    try:
        plain = _plain(_without_bools(o, p, value))
    except TypeError as e:
        # TensorFlow gives a number whatever type it has, and finds later that it is none that the attribute allows.
        if isinstance(value, (list, tuple)):
            convert_to_tensor(value)  # which raises for values of several types, and rows of several lengths
        attribute = _type_attribute(o, p)
        if TS.graph is not None and (declared := _declared_input(o, p)) is not None:
            _refuse_in_graph(o, p, declared, value)
        if "Cannot convert" in str(e):
            default = _default_dtype(o, attribute)
            fixed = (declared := _declared_input(o, p)) is not None and declared.type_attr is None
            if fixed or _decided_before(o, p, attribute):
                raise _cannot(value) from None  # the whole list, not the element
            if default is not None and isinstance(value, float) and not _leads_longer_way(o, given):
                # A number becomes what the attribute is by default, unless a list leads TensorFlow the longer way.
                raise _cannot(value, default) from None
        if attribute is not None and "Cannot convert" in str(e):
            raise _of_other_dtype(o, p, attribute, convert_to_tensor(value).dtype) from None
        if TS.graph is not None:
            raise constants_in_graphs.refusal(value, dtypes.int32) from None
        raise
    if TS.graph is not None and not p.optional and p.kind != "axis":
        _check_known(o, p, value, plain)
    elif type(plain) is list and _irregular(plain):
        convert_to_tensor(value)  # which TensorFlow does before anything else, and which raises
    if type(plain) is int and TS.graph is not None and (o.type in _OF_VECTORS or o.type == "Roll" and type(value) is EagerTensor):
        # A tensor keeps its rank, by which the operation is refused, or its inputs compared.
        return convert_to_tensor(value, name=UNNAMED)
    try:
        return finish_static(o, p, plain)
    except (InvalidArgumentError, ValueError) as e:
        if TS.graph is not None and plain is not None:
            # What adds the operation to the graph says what is wrong, or a run: either knows the node.
            return convert_to_tensor(value, name=UNNAMED)
        if isinstance(e, ValueError) or "[Op:" in e.message:
            raise
        raise type(e)(None, None, eager_texts.prefix(o, given) + e.message + label(o, None)) from None


def _of_no_index(value: Any) -> dtypes.DType | None:
    """The dtype of a tensor or variable that is neither int32 nor int64; None for anything else."""
    if type(value) is not EagerTensor:
        if not hasattr(type(value), "_tfshim_value"):
            return None
        value = value._tfshim_value()
    return value.dtype if isinstance(value, EagerTensor) and not value._dt.mask & dtypes.INDEX else None


def _cast(o: Op, p: Param, value: np.ndarray | np.generic) -> Any:
    """An array that holds something else than integers as TensorFlow casts it where it knows what type is wanted; else as it is."""
    declared = _declared_input(o, p)
    want = _default_dtype(o, _type_attribute(o, p)) if declared is None or declared.type_attr is not None else declared.dtype
    # While a graph is built, texts become a tensor of texts, which is refused as such.
    if want is None or not want.is_integer or value.dtype.kind not in ("fbc" if TS.graph is not None else "fbcU"):
        return value
    if value.dtype.kind in "fc" and not np.isfinite(value).all():
        return value
    return (np.real(value) if value.dtype.kind == "c" else value).astype(want.as_numpy_dtype)


def _refuse_in_graph(o: Op, p: Param, declared: op_defs.ArgDef, value: Any) -> None:
    """Raise what TensorFlow does for `value`, which holds something else than integers, while a graph is built."""
    want = declared.dtype if declared.type_attr is None else dtypes.int32 if _decided_before(o, p, declared.type_attr) else None
    if want is None:
        got = convert_to_tensor(value).dtype
        if not got.is_integer:
            raise _of_other_dtype(o, p, declared.type_attr, got)  # type: ignore[arg-type]
        return
    try:
        convert_to_tensor(value, dtype=want)
    except TypeError as error:
        of = f"parameter '{declared.name}' of op '{o.type}'"
        text = f"Expected {want.name} passed to {of}, got {value!r} of type '{type(value).__name__}' instead."
        raise TypeError(f"{text} Error: {error}") from None


def _leads_longer_way(o: Op, given: Sequence[Any]) -> bool:
    """Whether a list among the arguments makes TensorFlow convert them in Python: one that is not declared to be a list."""
    if o.type in _OF_TENSORS:
        return False
    lists = {q.at for q in o.tensors if q.many}
    return any(isinstance(x, (list, tuple)) for at, x in enumerate(given) if at not in lists)


def _of_other_dtype(o: Op, p: Param, attribute: str, got: dtypes.DType) -> Exception:
    """The error for a value of the dtype `got`, which `attribute` does not allow."""
    allowed = _allowed(o, attribute)
    declared = _declared_input(o, p)
    if TS.graph is not None and (declared is not None or op_defs.find(o.type) is None):
        name = "reduction_indices" if declared is None else declared.name
        return of_no_allowed_type(name, got, allowed)
    return not_in_list(o.type, attribute, got, [dtypes.as_dtype(d) for d in allowed], label(o, None))


def _allowed(o: Op, attribute: str) -> Sequence[str]:
    """The names of the dtypes that TensorFlow declares for a type attribute of `o`."""
    definition = op_defs.find(o.type)
    listed = definition.attrs[attribute].allowed if definition is not None and attribute in definition.attrs else None
    return listed or ("int32", "int64")


def _irregular(plain: list[Any]) -> bool:
    """Whether a list holds None, or lists of several lengths, or both numbers and lists."""
    lengths = {len(v) if type(v) is list else None for v in plain if type(v) is not int}
    return bool(lengths) and (None in lengths or len(lengths) > 1 or any(type(v) is int for v in plain))


def _check_known(o: Op, p: Param, value: Any, plain: Any) -> None:
    """Raise what TensorFlow does in a graph for a size that is not known: the argument would become a constant."""
    if plain is None:
        raise ValueError(f"Tried to convert '{p.name}' to a tensor and failed. Error: None values not supported.")
    if not isinstance(plain, list) or not any(d is None or type(d) is list and None in d for d in plain):
        return
    if isinstance(value, TensorShape):
        text = f"Cannot convert a partially known TensorShape {value} to a Tensor."
        raise ValueError(f"Tried to convert '{p.name}' to a tensor and failed. Error: {text}")
    definition = op_defs.find(o.type)
    declared = next((i for i in definition.inputs if i.name == p.name), None) if definition is not None else None
    if declared is not None and declared.type_attr is not None and _decided_before(o, p, declared.type_attr):
        text = f"Expected int32 passed to parameter '{p.name}' of op '{o.type}', got {value!r} of type '{type(value).__name__}' instead. "
        raise TypeError(text + "Error: Expected int32, but got None of type 'NoneType'.")
    raise unknown_element(value)


def unknown_element(value: Any) -> TypeError:
    """What TensorFlow raises in graphs for a list with None in it, such as a size that is not known, where a tensor is wanted."""
    return TypeError(
        f"Failed to convert elements of {value!r} to Tensor. Consider casting elements to a supported type. See "
        "https://www.tensorflow.org/api_docs/python/tf/dtypes for supported TF dtypes."
    )


_SEGMENTS = tuple(f"UnsortedSegment{kind}" for kind in ("Sum", "Max", "Min", "Prod"))
# What operations say of an axis, or another number, that is no scalar: `shape` and `rank` are its own, `name` the input.
_NO_SCALAR = {
    "Cumsum": "ScanOp: axis must be a scalar, not {shape}",
    "Cumprod": "ScanOp: axis must be a scalar, not {shape}",
    "CumulativeLogsumexp": "ScanOp: axis must be a scalar, not {shape}",
    "Split": "split_dim must be a scalar but has rank {rank}",
    "SplitV": "split_dim_tensor must have exactly one element.",
    "ConcatV2": "axis tensor should be a scalar integer, but got shape {shape}",
    "SparseSplit": "Input axis should be a scalar but received shape {shape}",
    "ExpandDims": "'dim' must be a tensor with a single value",
    "MatrixBandPart": "{name} must be scalar, got shape {shape}",
    "OneHot": "depth must be a scalar, but got: {shape}",
    "TopKV2": "k must be scalar, got shape {shape}",
    "HistogramFixedWidth": "nbins should be a scalar.",
    "SobolSample": "{name} must be a scalar",
    **dict.fromkeys(_SEGMENTS, "num_segments should be a scalar, not shape {shape}"),
}
_NO_SCALAR_WHILE_BUILDING = {
    **dict.fromkeys(("OneHot", "TopKV2"), "Input must be scalar but has rank {rank}"),
    **dict.fromkeys(("HistogramFixedWidth", "SobolSample", *_SEGMENTS), "Shape must be rank 0 but is rank {rank}"),
    "Split": "Input must be scalar but has rank {rank}",
    "SplitV": "Input must be scalar but has rank {rank}",
    "ConcatV2": "Shape must be rank 0 but is rank {rank}",
}
# Kernels that take a number for a vector of one, which TensorFlow's operations do not.
_OF_VECTORS = frozenset(("Fill", "Reshape"))
_NO_VECTOR = {
    "BroadcastTo": "shape must be a vector of {int32,int64}, got shape []",
    "Tile": "Expected multiples to be 1-D, but got shape []",
    "Transpose": "perm must be rank 1, got shape []",
    "ReverseV2": "'dims' must be 1-dimension, not 0",
    "ScatterNd": "Shape must be a vector",
    "StatelessRandomBinomial": "Input shape should be a vector, got shape: []",
}
_OF_SCALARS = frozenset(  # a vector of one number is none
    (
        "Cumsum",
        "Cumprod",
        "CumulativeLogsumexp",
        "Split",
        "MatrixBandPart",
        "OneHot",
        "TopKV2",
        "HistogramFixedWidth",
        "SparseSplit",
        "SobolSample",
        *_SEGMENTS,
    )
)


def _one_number(o: Op, p: Param, plain: list[Any]) -> Any:
    """The number in `plain`, where the operation takes a list for one."""
    sizes, inner = [], plain
    while isinstance(inner, list):
        sizes.append(len(inner))
        inner = inner[0] if inner else None
    about = {"name": p.name, "shape": str(sizes).replace(" ", ""), "rank": len(sizes)}
    if TS.graph is not None and o.type in _NO_SCALAR_WHILE_BUILDING:
        raise ValueError(_NO_SCALAR_WHILE_BUILDING[o.type].format(**about))
    if set(sizes) != {1} or o.type in _OF_SCALARS or o.type == "ConcatV2" and len(sizes) > 1:
        text = _NO_SCALAR.get(o.type, f"{p.name} tensor should be a scalar integer, but got {plain} [Op:{o.type}]")
        raise when_run(text.format(**about))
    return inner


def wants_vector(o: Op, p: Param) -> bool:
    """Whether a single integer will not do for the sizes that `p` takes."""
    return p.kind == "vector" or p.kind == "shape" and o.type not in _OF_VECTORS


def finish_static(o: Op, p: Param, plain: Any) -> Any:
    """Bring nested Python integers into the form that the parameter's kind promises the kernel."""
    if plain is None:
        if p.optional or p.kind == "axis":
            return None
        raise ValueError("Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor.")
    if p.kind == "int":
        return _one_number(o, p, plain) if isinstance(plain, list) else plain
    if p.kind == "axis":
        if TS.graph is not None and isinstance(plain, list) and any(isinstance(d, list) for d in plain):
            raise ValueError(f"Shape must be at most rank 1 but is rank {np.ndim(plain)} for '{{{{node {o.type}}}}}'.")
        return tuple(plain) if isinstance(plain, list) else plain
    if isinstance(plain, int):
        if wants_vector(o, p):
            if TS.graph is not None:
                raise ValueError(f"Shape must be rank 1 but is rank 0 for '{{{{node {o.type}}}}}'.")
            text = f"Expected {p.name} to be 1-D, but got shape [] [Op:{o.type}]" if p.kind == "vector" else _NO_VECTOR["BroadcastTo"]
            raise invalid(_NO_VECTOR.get(o.type, text))
        return (plain,)
    if any(d is None for d in plain):
        raise ValueError(
            f"Attempt to convert a value (None) with an unsupported type (<class 'NoneType'>) to a Tensor: {o.type} takes a "
            f"number for every entry of `{p.name}`, got {plain}."
        )
    return tuple(tuple(d) if isinstance(d, list) else d for d in plain)
