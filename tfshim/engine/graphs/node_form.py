"""Operations as TensorFlow declares them: which of our arguments are inputs and which attributes, and under which names."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tfshim.engine.graphs.declarations.adapted_arguments import ADAPTED
from tfshim.engine.graphs.operation import InnerOp, RawOp
from tfshim.engine.graphs.references import goes_by_resource
from tfshim.engine.ops.attr_values import put, shape_message
from tfshim.engine.ops.op import REGISTRY
from tfshim.engine.ops.op_defs import by_name, definition_of, find
from tfshim.engine.ops.op_names import renamed
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.interface import higher
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import DType
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.engine.values.tensor_messages import tensor_message, tensor_of
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation

    _Form: TypeAlias = Callable[[Any, Any, Any], "list[Any] | None"]

    Writer: TypeAlias = Any  # GraphWriter of graphs.graph_writer, above this module
# What the constants of these are called where it is not by the name of the input.
_ITEM = {"begin": "stack", "end": "stack_1", "strides": "stack_2"}


def constant_name(o: Any, key: str) -> str:
    """What the constant for an input of the operation `o` is called within its name."""
    return _ITEM.get(key, key) if o.type == "StridedSlice" and REGISTRY.get(o.type) is not o else key


_VARIABLES = frozenset(("AssignAddVariableOp", "AssignSubVariableOp"))


@functools.cache
def defaults_of(o: Any) -> dict[str, Any]:
    """{parameter: default} of an operation's kernel."""
    return {p.name: p.default for p in inspect.signature(o.kernel).parameters.values()}


@functools.cache
def names_of(o: Any) -> dict[str, str]:
    """{TensorFlow's name of an input or attribute: ours} for an operation."""
    found = {}
    definition: Any = find(o.type)
    taken = set()
    for key in (*(i.name for i in definition.inputs), *definition.attrs):
        ours = renamed(o.type, o, key)
        if ours is not None and ours not in taken:
            found[key] = ours
            taken.add(ours)
    return found


@functools.cache
def input_names(o: Any) -> dict[str, tuple[int, str]]:
    """{name of an input, ours or TensorFlow's: (its place in TensorFlow's declaration, TensorFlow's name)} for an operation."""
    definition = find(o.type)
    found: dict[str, tuple[int, str]] = {}
    if definition is None or definition_of(o) is None:
        return found
    theirs = names_of(o)
    for at, wanted in enumerate(definition.inputs):
        found[wanted.name] = at, wanted.name
    for at, wanted in enumerate(definition.inputs):
        if wanted.name in theirs:
            found[theirs[wanted.name]] = at, wanted.name
    return found


def graphs_in(value: Any) -> Iterator[Any]:
    """The graphs of functions among an argument."""
    for x in value if type(value) in (list, tuple) else (value,):
        if hasattr(x, "structured_outputs") and hasattr(x, "program"):
            yield x


def first_free(wanted: str, is_taken: Callable[[str], bool]) -> str:
    """`wanted`, or the first of `wanted_1`, `wanted_2`, ... that is not taken."""
    made, count = wanted, 0
    while is_taken(made):
        count += 1
        made = f"{wanted}_{count}"
    return made


def node_message(node: Operation, op_type: str) -> Any:
    """The NodeDef of the type `op_type` that stands for `node`, without inputs and attributes."""
    return messages.node_def.NodeDef(name=node.name, op=op_type, device=node.device or "")


def constant_message(name: str, value: Tensor) -> Any:
    """The NodeDef of a constant."""
    made = messages.node_def.NodeDef(name=name, op="Const")
    made.attr["dtype"].type = value.dtype.as_datatype_enum
    made.attr["value"].tensor.CopyFrom(tensor_message(value))
    return made


def first_tried(o: Any, key: str, value: Tensor) -> Tensor | None:
    """What TensorFlow makes of an empty list for the input `key` of `o` before it takes it for integers: a constant of floats."""
    if value.dtype is not dtypes.int32 or value.shape.as_list() != [0]:
        return None
    return _NO_FLOATS if key == "reduction_indices" or key == "shape" and o.type == "Reshape" else None


_NO_FLOATS = convert_to_tensor(np.zeros([0], np.float32))


def find_constants(writer: Writer, messages: Sequence[Any]) -> dict[str, Tensor]:
    """{how inputs name it: its value} for the constants that a node was written with."""
    return {writer.output(m.name, "output"): tensor_of(m.attr["value"].tensor) for m in messages if m.op == "Const"}


def tensorflow_form(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    """Fill the NodeDef `made` as TensorFlow declares the operation; the constants that go before it, or None if it cannot be so."""
    o = node._op_def
    if node.refers is not None and not isinstance(o, RawOp):
        if not is_reference(node.refers):
            made.op = "VarHandleOp" if node.kind == "VariableV2" else node.kind
        elif node.type != "VariableV2":
            return _by_reference(writer, node, made)
    special = _SPECIAL.get(made.op) if not isinstance(o, RawOp) else None
    if special is not None:
        return special(writer, node, made)
    definition = find(o.type) if isinstance(o, RawOp) else definition_of(o)
    if definition is None:
        return None
    if made.op in _VARIABLES and not isinstance(o, RawOp):
        return _variable_form(writer, node, made)
    return _general(writer, node, made, definition, o)


def _general(writer: Writer, node: Operation, made: Any, definition: Any, o: Any) -> list[Any] | None:
    given = by_name(o, node.arguments)
    if isinstance(o, RawOp):
        given.update(o.attributes)
        names: dict[str, str] = {key: key for key in given}
    else:
        names = names_of(o)
        if node.type in ADAPTED:
            ADAPTED[node.type](given)
    before, used = [], set()
    types: dict[str, Any] = {}
    for wanted in definition.inputs:
        ours = names.get(wanted.name, wanted.name)
        if ours not in given:
            return None
        used.add(ours)
        value = given[ours]
        several = wanted.number_attr or wanted.type_list_attr
        if several:
            if type(value) is not list or not all(isinstance(x, Tensor) for x in value):
                return None
            made.input.extend(map(writer.reference, value))
            if wanted.number_attr:
                made.attr[wanted.number_attr].i = len(value)
            if wanted.type_list_attr:
                put(made.attr[wanted.type_list_attr], "list(type)", [x.dtype for x in value])
                types[wanted.type_list_attr] = None
            elif wanted.type_attr and value:
                types[wanted.type_attr] = value[0].dtype
            continue
        if isinstance(value, Tensor):
            made.input.append(writer.reference(value))
            dtype = value.dtype
        elif wanted.dtype is dtypes.resource and (is_variable(value) or hasattr(type(value), "resource_handle")):
            made.input.append(_handle_for(writer, node, value))
            dtype = dtypes.resource
        elif wanted.is_ref and is_variable(value):
            made.input.append(writer.handle(value))
            dtype = value.dtype.base_dtype
        else:
            at = (node.static_inputs or {}).get(wanted.name)
            if at is not None:
                made.input.append(writer.reference(at))
                dtype = at.dtype
            else:
                constant = _as_constant(node.arguments, wanted, definition, value, types)
                if constant is None:
                    return None
                owner = node.constants_of
                place = f"{(owner or node).name}/{constant_name((owner or node)._op_def, wanted.name)}"
                tried = first_tried(o, wanted.name, constant)
                if tried is not None:
                    before.append(constant_message(node.graph._constant_name(place), tried))
                    place += "_1"
                place = node.graph._constant_name(place)
                if owner is None:
                    before.append(constant_message(place, constant))
                made.input.append(f"{place}:output:0" if writer.in_function else place)
                dtype = constant.dtype
        if wanted.type_attr:
            types.setdefault(wanted.type_attr, dtype)
        elif wanted.dtype is not None and wanted.dtype is not dtype:
            return None
    for a in definition.attrs.values():
        ours = names.get(a.name, a.name)
        if a.name in types:
            used.add(ours) if isinstance(given.get(ours), DType) else None
            if types[a.name] is not None:
                made.attr[a.name].type = types[a.name].as_datatype_enum
            continue
        if a.name in made.attr:
            used.add(ours)
            continue
        if ours in used and a.name not in names:
            return None
        value = given.get(ours)
        used.add(ours)
        if value is None and a.kind == "type":
            value = _output_type(node, definition, a)
        if value is None:
            value = a.default
            if not a.has_default:
                return None
            if a.kind == "shape" and value is None:
                made.attr[a.name].shape.unknown_rank = True
                continue
        if a.kind == "int" and isinstance(value, bool) or not put(made.attr[a.name], a.kind, value):
            return None
    if node.type == "AddV2" and types.get("T") is dtypes.string:
        made.op = "Add"  # TensorFlow joins strings by the older operation alone
    plain = {} if isinstance(o, RawOp) else defaults_of(o)
    for name, value in given.items():
        if name not in used and not _same(value, plain.get(name, inspect.Parameter.empty)):
            return None
    return before


def _same(a: Any, b: Any) -> bool:
    return a is b or type(a) is type(b) and not isinstance(a, Tensor) and a == b


def _output_type(node: Operation, definition: Any, attribute: Any) -> DType | None:
    for output, t in zip(definition.outputs, node.outputs):
        if output.type_attr == attribute.name:
            return t.dtype
    return None


def inputs_of(node: Operation) -> tuple[Tensor, ...]:
    """The inputs of a node in TensorFlow's order, with the constants for what its kernel takes as numbers."""
    o = node._op_def
    given, names = by_name(o, node.arguments), names_of(o)
    made, static = [], node.static_inputs or {}
    definition: Any = find(node.type)
    for wanted in definition.inputs:
        value = static.get(wanted.name, given.get(names.get(wanted.name)))
        made.extend(x for x in (value if type(value) is list else (value,)) if isinstance(x, Tensor))
    return tuple(made)


def static_constants(o: Any, arguments: Sequence[Any]) -> Iterator[tuple[str, Tensor]]:
    """[(TensorFlow's name, the constant)] for the arguments that TensorFlow has as inputs and our kernel takes as numbers."""
    definition = definition_of(o)
    if definition is None:
        return
    given, names = by_name(o, arguments), names_of(o)
    if o.type in ADAPTED:
        ADAPTED[o.type](given)
    types = {}
    for wanted in definition.inputs:
        ours = names.get(wanted.name)
        value = given.get(ours)
        first = value[0] if type(value) is list and value else value
        if isinstance(first, Tensor):
            if wanted.type_attr:
                types.setdefault(wanted.type_attr, first.dtype)
        elif ours is not None and not wanted.number_attr and not wanted.type_list_attr:
            made = _as_constant(arguments, wanted, definition, value, types)
            if made is not None:
                yield wanted.name, made


def _as_constant(arguments: Sequence[Any], wanted: Any, definition: Any, value: Any, types: dict[str, Any]) -> Tensor | None:
    """What TensorFlow has as an input, where our kernel has Python numbers: the tensor for it, or None."""
    if value is None:
        source = next((a for a in arguments if isinstance(a, Tensor)), None)
        if wanted.name not in ("reduction_indices", "axis") or source is None or source.shape.rank is None:
            return None
        value = list(range(source.shape.rank))
    if isinstance(value, (str, bytes, DType)) and wanted.dtype is not dtypes.string or is_variable(value):
        return None  # a variable is no constant: reading it here would add to the graph
    dtype = wanted.dtype
    if dtype is None:
        dtype = types.get(wanted.type_attr)
        if dtype is None:
            attribute = definition.attrs[wanted.type_attr]
            # Python's integers are int32, whatever the default of the operation.
            dtype = attribute.default if attribute.has_default and attribute.default is not dtypes.int64 else dtypes.int32
    try:
        if dtype._kind in "iu":
            value = np.asarray(value)
            if value.dtype.kind not in "iub" and value.size:
                return None
            value = value.astype(dtype.as_numpy_dtype)
            if wanted.name == "k" and value.shape == (1,):  # one diagonal, which is given as a number
                value = value[0]
        return convert_to_tensor(value, dtype)
    except (TypeError, ValueError, OverflowError):
        return None


# ---------------------------------------------------------------------- operations of a form of their own
_WHERE = frozenset(("Switch", "RefSwitch", "Enter", "RefEnter"))  # what says where nodes run that take its output


def is_reference(variable: Any) -> bool:
    """Whether the node of a variable gives its value, as those of TensorFlow 1 do, and not a resource."""
    handle = getattr(variable, "_handle", None)
    return isinstance(handle, Tensor) and handle.dtype is not dtypes.resource and not goes_by_resource(variable)


def _handle_for(writer: Writer, node: Operation, variable: Any) -> str:
    """How `node` names the handle of `variable`: in a graph that was read, by the tensor that brought it."""
    for operation, index in node.flow or ():
        if index is not None and operation.outputs[index]._handle is variable:
            return writer.reference(operation.outputs[index])
    return writer.handle(variable)


def _variable_form(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    variable = node.arguments[0]
    if not is_variable(variable):
        return None
    if is_reference(variable):
        if node.flow and any(n.type in _WHERE and i is not None and n.outputs[i]._handle is variable for n, i in node.flow):
            raise refused("tf.Graph.as_graph_def", "reference", node=node.name)
        return None
    made.input.append(_handle_for(writer, node, variable))
    made.input.extend(writer.reference(a) for a in node.arguments[1:] if isinstance(a, Tensor))
    if made.op != "VarIsInitializedOp":
        made.attr["dtype"].type = variable.dtype.as_datatype_enum
    if made.op == "AssignVariableOp":
        made.attr["validate_shape"].b = bool(node.outputs) and variable.shape.is_fully_defined()
    if made.op == "ReadVariableOp" and writer.in_function and not writer.functions.shown:
        _tell_shape(made, variable)
    declared = find(made.op)
    if node.read_name or node.outputs and declared is not None and not declared.outputs and writer.uses(node.outputs[0]):
        # TensorFlow's updates give nothing: the value after one is read.
        within = f"{node.name}/" if not writer.functions.shown else node.name[: node.name.rfind("/") + 1]
        read = messages.node_def.NodeDef(name=node.read_name or writer.free_name(f"{within}ReadVariableOp"), op="ReadVariableOp")
        read.input.extend([made.input[0], *sorted({f"^{node.name}", *writer.controls(node.read_after)})])
        read.attr["dtype"].type = variable.dtype.as_datatype_enum
        if writer.tells_shapes or writer.in_function and not writer.functions.shown:
            _tell_shape(read, variable)
        writer.following.append(read)
        writer.place(node.outputs[0], writer.output(read.name, "value"))
        if node.read_name is None:
            writer.ends(node, [read.name])
    return []


def _tell_shape(read: Any, variable: Any) -> None:
    """Let a node say what shape the variable has that it reads: who loads a function does not see that in the handle."""
    read.attr["_output_shapes"].list.shape.add().CopyFrom(shape_message(variable.shape))


def _constant(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    value = node.arguments[0]
    if type(value) is not EagerTensor or value._dt is dtypes.variant or value._dt is dtypes.resource:
        return None
    if node.repeats_one:  # as in TensorFlow's, which has not seen the others
        made.attr["value"].tensor.CopyFrom(tensor_message(EagerTensor(value._t.reshape(-1)[:1], value._dt)))
        made.attr["value"].tensor.tensor_shape.CopyFrom(shape_message(value.shape))
    else:
        made.attr["value"].tensor.CopyFrom(tensor_message(value))
    made.attr["dtype"].type = value.dtype.as_datatype_enum
    return []


def _placeholder(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    made.attr["dtype"].type = node.outputs[0].dtype.as_datatype_enum
    made.attr["shape"].shape.CopyFrom(shape_message(node.outputs[0].shape if node.declared_shape is None else node.declared_shape))
    if node.user_name is not None:
        made.attr["_user_specified_name"].s = node.user_name.encode()
    if len(node.arguments):
        made.input.append(writer.reference(node.arguments[0]))
    return []


def _handle(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    variable = node.arguments[0]
    made.attr["container"].s = b""
    made.attr["shared_name"].s = variable._shared_name.encode()
    made.attr["debug_name"].s = node.name.encode() + b"/"
    made.attr["shape"].shape.CopyFrom(shape_message(variable.shape))
    made.attr["dtype"].type = variable.dtype.as_datatype_enum
    made.attr["allowed_devices"].list.SetInParent()
    return []


def _reference(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    _handle(writer, node, made)
    if node.name == node.arguments[0]._shared_name:
        made.attr["shared_name"].s = b""
    del made.attr["debug_name"], made.attr["allowed_devices"]
    return []


def _by_reference(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    """An operation that takes a variable by reference, and perhaps tensors."""
    variable, definition = node.refers, find(node.type)
    if definition is None or not definition.inputs:
        return None
    made.input.append(_handle_for(writer, node, variable))
    given = [a for a in node.arguments[1:] if isinstance(a, Tensor)]
    if len(given) != len(definition.inputs) - 1:
        return None
    made.input.extend(map(writer.reference, given))
    types = {i.type_attr: t.dtype for i, t in zip(definition.inputs[1:], given)}
    types[definition.inputs[0].type_attr] = variable.dtype.base_dtype
    numbers = dict(zip((n for n in node._op_def.names if n != "name"), node.arguments))
    own = {"use_locking": node.use_locking, "validate_shape": not node.any_shape}
    for a in definition.attrs.values():
        if a.kind == "type":
            made.attr[a.name].type = types[a.name].as_datatype_enum
        elif not put(made.attr[a.name], a.kind, own.get(a.name, numbers.get(a.name, a.default))):
            return None
    if node.type != "Identity" and node.beside is None and node.user_attributes is None:
        made.attr["_class"].list.s.extend(node.colocation_groups())
    return []


def _identity(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    o = node._op_def
    if type(o) is not InnerOp and REGISTRY.get("Identity") is not o or len(node.arguments) != 1:
        return None
    made.input.append(writer.reference(node.arguments[0]))
    made.attr["T"].type = node.outputs[0].dtype.as_datatype_enum
    return []


def _of_matrices(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    """TensorFlow's operation takes matrices alone, ours what has rows."""
    if any(t.shape.rank != 2 for t in node.arguments[:2] if isinstance(t, Tensor)):
        return None
    definition = definition_of(node._op_def)
    return None if definition is None else _general(writer, node, made, definition, node._op_def)


def _of_engine(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    """An operation that the engine itself adds has the tensors that TensorFlow's takes, and nothing else."""
    o = node._op_def
    if type(o) is not InnerOp:
        definition = definition_of(o)
        return None if definition is None else _general(writer, node, made, definition, o)
    made.input.extend(map(writer.reference, node.arguments))
    made.attr["T"].type = node.outputs[0].dtype.as_datatype_enum
    return []


def _no_op(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    return [] if not node.arguments else None


def _shape(writer: Writer, node: Operation, made: Any) -> list[Any] | None:
    """What it gives has a type that says that it is a shape."""
    definition = definition_of(node._op_def)
    if definition is None or _general(writer, node, made, definition, node._op_def) is None:
        return None
    about, sizes = made.experimental_type, type(made.experimental_type)
    about.type_id = _TFT_PRODUCT
    given = about.args.add(type_id=_TFT_SHAPE_TENSOR)
    given.args.append(sizes(type_id=_TFT_INT64 if node.outputs[0].dtype is dtypes.int64 else _TFT_INT32))
    return []


_TFT_PRODUCT, _TFT_SHAPE_TENSOR, _TFT_INT32, _TFT_INT64 = 3, 1005, 207, 208  # of FullTypeId


_SPECIAL: dict[str, _Form] = {
    "Const": _constant,
    "Placeholder": _placeholder,
    "PlaceholderWithDefault": _placeholder,
    "VarHandleOp": _handle,
    "VariableV2": _reference,
    "Identity": _identity,
    "LowerBound": _of_matrices,
    "AddV2": _of_engine,
    "NoOp": _no_op,
    "OnesLike": _of_engine,
    "ZerosLike": _of_engine,
    "Shape": _shape,
    "UpperBound": _of_matrices,
    "ReadVariableOp": _variable_form,
    "AssignVariableOp": _variable_form,
    "VarIsInitializedOp": _variable_form,
}


def written_by(*op_types: str) -> Callable[[_Form], _Form]:
    """A decorator for the form of nodes of these types: a function of the writer, the node and the NodeDef, which it fills.

    It gives the NodeDefs that go before, or None for a node that has no form of TensorFlow's.
    """

    def decorate(form: _Form) -> _Form:
        _SPECIAL.update(dict.fromkeys(op_types, form))
        return form

    return decorate


higher.install(inputs_of=inputs_of)
