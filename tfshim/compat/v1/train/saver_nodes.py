"""The nodes of a graph that save and restore its variables, as `Saver` adds them and as a SaverDef names them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tfshim.array_ops.identities import identity
from tfshim.array_ops.shapes import reshape, shape
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1.graphs.placeholders import placeholder_with_default
from tfshim.compat.v1.train import saved_names
from tfshim.control_flow import group
from tfshim.engine.graphs.operation import READ
from tfshim.engine.graphs.references import REFERENCE, is_by_reference
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.save_slice_info import SaveSliceInfo
from tfshim.engine.variables.variable_ops import assign
from tfshim.refusals import refused
from tfshim.train.checkpoint_ops import restore_v2, save_slices, save_v2
from tfshim.train.slices import parsed, sizes_of, text_of
from tfshim.train.tensor_bundle import GRAPH_KEY

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph


def each(variables: Mapping[str, Any]) -> list[tuple[str, Any, Any]]:
    """(key, (shape of the whole, extents) or None, variable) by key for what a Saver saves; several have a key where they are parts."""
    found = []
    for key, held in sorted(variables.items()):
        for variable in held if isinstance(held, list) else [held]:
            info = getattr(variable, "_save_slice_info", None)
            found.append((key, None if info is None else (info.full_shape, list(zip(info.var_offset, info.var_shape))), variable))
    return found


def add_nodes(graph: Graph, variables: Mapping[str, Any], name: str | None, saver: Any) -> Message:
    """Add the nodes for {key: variable} under the scope `name`; the SaverDef that names them."""
    ordered = each(variables)
    # Saving waits for nothing: the control dependencies of the caller are not those of a later run.
    with graph.as_default(), graph.control_dependencies(None), name_scope(name or "save"):
        filename = placeholder_with_default(
            graph._constant(convert_to_tensor(saver._filename or "model"), "filename/input"), [], "filename"
        )
        prefix = placeholder_with_default(filename, [], "Const")
        keys, texts = [k for k, _, _ in ordered], [text_of(*part) if part else "" for _, part, _ in ordered]
        values = [_value(graph, v) for _, _, v in ordered]
        if saver._write_version == 1:
            save_slices(prefix, keys, texts, values, name="save")
        else:
            save_v2(prefix, keys, texts, values, name="SaveV2")
        saved = graph._operations[-1]
        by_reference = [v for _, part, v in ordered if is_by_reference(v) and part is None]
        saved.shown = {id(v._snapshot): v._handle for v in by_reference} or None  # TensorFlow saves from the variable itself
        with graph.control_dependencies([saved]):
            done = identity(prefix, name="control_dependency")
        restored = restore_v2(prefix, keys, texts, [v.dtype.base_dtype for _, _, v in ordered], name="RestoreV2")
        assigned = []
        for (_, _, variable), value in zip(ordered, restored):
            if isinstance(variable, saved_names.SavedSpec):
                variable.restored = value
                continue
            if saver._reshape:
                value = reshape(value, variable.shape if variable.shape.is_fully_defined() else shape(variable))
            if is_by_reference(variable):
                assign(variable, value)
            elif getattr(variable, "_parts", None) is not None:
                variable.assign(identity(value), read_value=False)
            else:
                assign(variable, identity(value), name="AssignVariableOp")
            assigned.append(graph._operations[-1])
            assigned[-1].use_locking = True
        assigned += saved_names.add_restoring(v for _, _, v in ordered)
        graph._versions += 1
        every = group(*assigned, name="restore_all")
    return definition_of(saver, prefix.name, done.name, every.name)


def _value(graph, variable):
    snapshot = getattr(variable, "_snapshot", None)
    return graph._read_variable(variable) if snapshot is None else snapshot


def definition_of(saver: Any, filename: str = "", save: str = "", restore: str = "") -> Message:
    """The SaverDef of a Saver with these names."""
    made = message("SaverDef")(filename_tensor_name=filename, save_tensor_name=save, restore_op_name=restore)
    made.max_to_keep, made.keep_checkpoint_every_n_hours, made.version = saver._max, saver._hours, saver._write_version
    made.sharded = saver._sharded
    return made


def variables_of(graph: Graph, definition: Message) -> dict[str, Any]:
    """{key: variable} that the nodes of a SaverDef save."""
    start = graph.as_graph_element(definition.save_tensor_name)
    found, stack, seen = {}, [start.op], set()
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if node.type in ("SaveV2", "SaveSlices"):
            for key, text, value in zip(_keys(node), _texts(node), node.arguments[3]):
                if key == GRAPH_KEY:
                    continue  # a constant, which says whose the values are: a Saver goes by the keys
                variable, part = _variable(value), parsed(text)
                if part is None:
                    found[key] = variable
                    continue
                shape, extents = part
                variable._save_slice_info = SaveSliceInfo(key, shape, [a for a, _ in extents], sizes_of(extents, shape))
                found.setdefault(key, []).append(variable)
            continue
        stack.extend(node.control_inputs)
        stack.extend(t.op for t in node.inputs)
    return found


def name_under(scope: str | None, name: str) -> str:
    """The name of a node that was imported under `scope`, which may be empty or None."""
    return f"{scope}/{name}" if scope else name


def _keys(node):
    names = node.arguments[1]
    return [s.decode() for s in names._static.numpy().reshape(-1)]


def _texts(node):
    return [s.decode() for s in node.arguments[2]._static.numpy().reshape(-1)]


def _variable(x):
    """The variable whose value the tensor `x` is."""
    while x.op.kind == "Identity":
        x = x.op.inputs[0]
    node = x.op
    if node._op_def is READ or node._op_def is REFERENCE:
        return node.arguments[0]
    raise refused("tf.compat.v1.train.Saver", "value", tensor=x.name)


__all__ = ["add_nodes", "definition_of", "each", "variables_of"]
