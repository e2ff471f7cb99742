"""The graph of a SavedModel around its functions: what sessions load. Variables, tables, files, signatures, saving and restoring."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tfshim.engine.graphs.node_form import first_free
from tfshim.engine.ops.attr_values import shape_message
from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor_messages import tensor_message
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.lookup._tables import Table
from tfshim.saved_model import constants
from tfshim.saved_model.asset import Asset
from tfshim.saved_model.structures import encode_structure
from tfshim.saved_model.writing.library import Trace
from tfshim.saved_model.writing.messages import Nodes
from tfshim.saved_model.writing.object_view import ObjectView
from tfshim.saved_model.writing.table_functions import Constant

Source: TypeAlias = tuple[Any, str, Any]  # (object, part of it, dtype) of what a checkpoint has under a key


class MainGraph:
    """Fills the graph, the signatures, the assets and the saver of the MetaGraphDef `meta`.

    `operations`: number of a constant -> the name of its node. `files`: name in the folder of assets -> the file. `asset_numbers`:
    number of an asset -> its place in `asset_file_def`.
    """

    def __init__(self, meta: Any, view: ObjectView, signatures: Mapping[str, Trace], checkpoint: Mapping[str, Source] | None) -> None:
        self._meta, self._view = meta, view
        self._nodes = Nodes(meta.graph_def.node)
        self._handles: dict[int, str] = {}  # id of an object -> its node
        self._assigned: dict[int, str] = {}  # id of an asset -> the node that sets the variable of its path
        self.operations: dict[int, str] = {}
        self.files: dict[str, str] = {}
        self.asset_numbers: dict[int, int] = {}
        for number, x in enumerate(view.nodes):
            self._object(number, x)
        for key, trace in sorted(signatures.items()):
            self._signature(key, trace)
        self._initialization()
        if checkpoint is not None:
            self._saver(checkpoint)

    # ------------------------------------------------------------------ objects
    def _object(self, number: int, x: Any) -> None:
        if isinstance(x, Asset):
            self._asset(number, x)
        elif isinstance(x, Constant):
            self._handles[id(x)] = self.operations[number] = self._nodes.constant(x.tensor)
        elif is_variable(x):
            name = self._variable(x._shared_name, x.dtype, x.shape)
            self._nodes.add("ReadVariableOp", [name], f"{name}/Read/ReadVariableOp", dtype=x.dtype)
            self._handles[id(x)] = name
        elif isinstance(x, Table):
            functions = self._view.tables[id(x)]
            inputs = [self._nodes.constant(t) for t in functions.inputs]
            self._handles[id(x)] = self._nodes.add(functions.op, inputs, _node_name(x.name), **functions.attributes)

    def _variable(self, shared_name: str, dtype: Any, shape: Any) -> str:
        made = self._nodes.add("VarHandleOp", [], _node_name(shared_name), dtype=dtype, shape=shape)
        self._nodes.set(shared_name=made, debug_name=f"{made}/")  # sessions share variables by that name: each has its own
        return made

    def _asset(self, number: int, asset: Asset) -> None:
        nodes = self._nodes
        path = nodes.add("Placeholder", [], "asset_path_initializer", dtype=dtypes.string, shape=[])
        variable = self._variable("Variable", dtypes.string, [])
        nodes.add("VarIsInitializedOp", [variable], f"{variable}/IsInitialized/VarIsInitializedOp")
        self._assigned[id(asset)] = nodes.add("AssignVariableOp", [variable, path], f"{variable}/Assign", dtype=dtypes.string)
        nodes.add("ReadVariableOp", [variable], f"{variable}/Read/ReadVariableOp", dtype=dtypes.string)
        self._handles[id(asset)] = variable
        self.asset_numbers[number] = len(self._meta.asset_file_def)
        about = self._meta.asset_file_def.add(filename=self._file_name(asset._path))
        about.tensor_info.name = f"{path}:0"

    def _file_name(self, path: str) -> str:
        """The name under which a file is copied: its own, with a number where another one has that."""
        made = first_free(os.path.basename(path), lambda n: n in self.files and os.path.realpath(self.files[n]) != os.path.realpath(path))
        self.files[made] = path
        return made

    def _inputs(self, captured: Sequence[Any], after: Mapping[int, str] | None = None) -> list[str]:
        """The nodes for what a function captures; paths of assets are read, after they are set where `after` says so."""
        made = []
        for x in captured:
            name = self._handles[id(x)]
            if isinstance(x, Asset):
                control = [after[id(x)]] if after is not None else []
                name = self._nodes.add("ReadVariableOp", [name], after=control, dtype=dtypes.string)
            made.append(name)
        return made

    # ------------------------------------------------------------------ signatures
    def _call(self, trace: Trace, given: Sequence[str], after: Mapping[int, str] | None = None) -> str:
        signature = trace.message.signature
        taken, results = ([as_dtype(a.type) for a in args] for args in (signature.input_arg, signature.output_arg))
        return self._nodes.call(trace.name, [*given, *self._inputs(trace.captured, after)], taken, results)

    def _signature(self, key: str, trace: Trace) -> None:
        made, names = messages.meta_graph.SignatureDef(method_name=constants.PREDICT_METHOD_NAME), []
        for name, spec in zip(trace.keywords, nest.flatten(trace.arguments, expand_composites=True), strict=True):
            wanted, default = _node_name(f"{key}_{name}".replace("/", "_")), trace.defaults.get(name)
            if default is None:
                at = self._nodes.add("Placeholder", [], wanted, dtype=spec.dtype, shape=spec.shape)
            else:
                given = self._nodes.constant(default, name=f"{wanted}/input")
                at = self._nodes.add("PlaceholderWithDefault", [given], wanted, dtype=spec.dtype, shape=spec.shape)
                made.defaults[name].CopyFrom(tensor_message(default))
            names.append(at)
            _describe(made.inputs[name], f"{at}:0", spec)
        call = self._call(trace, names)
        place = 0
        for name in sorted(trace.results):
            spec = trace.results[name]
            if isinstance(spec, TensorSpec):
                _describe(made.outputs[name], f"{call}:{place}", spec)
                place += 1
            else:
                place = self._composite(made.outputs[name], spec, call, place)
        self._meta.signature_def[key].CopyFrom(made)

    @staticmethod
    def _composite(info: Any, spec: TypeSpec, call: str, place: int) -> int:
        info.composite_tensor.type_spec.CopyFrom(encode_structure(spec).type_spec_value)
        for part in nest.flatten(spec, expand_composites=True):
            _describe(info.composite_tensor.components.add(), f"{call}:{place}", part)
            place += 1
        return place

    # ------------------------------------------------------------------ start
    def _initialization(self) -> None:
        calls = [self._call(functions.children["_initialize"].traces[0], [], self._assigned) for functions in self._view.tables.values()]
        name = self._nodes.add("NoOp", after=[*calls, *self._assigned.values()])
        self._meta.collection_def[constants.MAIN_OP_KEY].node_list.value.append(name)
        info = self._meta.signature_def[constants.INIT_OP_SIGNATURE_KEY].outputs[constants.INIT_OP_SIGNATURE_KEY]
        info.name = name
        info.tensor_shape.unknown_rank = True

    # ------------------------------------------------------------------ saving and restoring
    def _saver(self, checkpoint: Mapping[str, Source]) -> None:
        """Nodes that save and restore what the checkpoint has: key -> (object, part of it, dtype)."""
        nodes, saver = self._nodes, self._meta.saver_def
        path = nodes.add("Placeholder", [], "saver_filename", dtype=dtypes.string, shape=[])
        keys = list(checkpoint)
        values, exported = [], {}
        for key in keys:
            x, part, dtype = checkpoint[key]
            if is_variable(x):
                values.append(nodes.add("ReadVariableOp", [self._handles[id(x)]], "save/Read/ReadVariableOp", dtype=dtype))
            elif isinstance(x, Table):
                if id(x) not in exported:
                    exported[id(x)] = nodes.add(
                        "LookupTableExportV2", [self._handles[id(x)]], "save/LookupTableExportV2", Tkeys=x.key_dtype, Tvalues=x.value_dtype
                    )
                values.append(exported[id(x)] if part == "table-keys" else f"{exported[id(x)]}:1")
            else:
                values.append(nodes.constant(x, dtype, "save/Const"))
        names = nodes.constant([*keys], dtypes.string, "save/SaveV2/tensor_names")
        slices = nodes.constant([""] * len(keys), dtypes.string, "save/SaveV2/shape_and_slices")
        kinds = [dtype for _, _, dtype in checkpoint.values()]
        saved = nodes.add("SaveV2", [path, names, slices, *values], "save/SaveV2", dtypes=kinds)
        done = nodes.add("Identity", [path], "save/control_dependency", after=[saved], T=dtypes.string)
        held = {key: source for key, source in checkpoint.items() if is_variable(source[0]) or isinstance(source[0], Table)}
        effects = self._restored(path, held)
        saver.filename_tensor_name, saver.save_tensor_name = f"{path}:0", f"{done}:0"
        saver.restore_op_name = nodes.add("NoOp", name="save/restore_all", after=effects)
        saver.version = saver.V2

    def _restored(self, path: str, checkpoint: Mapping[str, Source]) -> list[str]:
        nodes, keys = self._nodes, list(checkpoint)
        if not keys:
            return []
        names = nodes.constant(keys, dtypes.string, "save/RestoreV2/tensor_names")
        slices = nodes.constant([""] * len(keys), dtypes.string, "save/RestoreV2/shape_and_slices")
        read = nodes.add("RestoreV2", [path, names, slices], "save/RestoreV2", dtypes=[dtype for _, _, dtype in checkpoint.values()])
        effects, tables = [], {}
        for i, (x, part, dtype) in enumerate(checkpoint.values()):
            if is_variable(x):
                value = nodes.add("Identity", [f"{read}:{i}"], "save/Identity", T=dtype)
                effects.append(nodes.add("AssignVariableOp", [self._handles[id(x)], value], "save/AssignVariableOp", dtype=dtype))
            else:
                tables.setdefault(id(x), (x, {}))[1][part] = f"{read}:{i}"
        for x, parts in tables.values():
            effects.append(
                nodes.add(
                    "LookupTableImportV2",
                    [self._handles[id(x)], parts["table-keys"], parts["table-values"]],
                    "save/LookupTableImportV2",
                    Tin=x.key_dtype,
                    Tout=x.value_dtype,
                )
            )
        return effects


def _describe(info: Any, name: str, spec: TensorSpec) -> None:
    info.name, info.dtype = name, spec.dtype.as_datatype_enum
    info.tensor_shape.CopyFrom(shape_message(spec.shape))
    info.tensor_shape.SetInParent()


def _node_name(wanted: str) -> str:
    """`wanted` as the name of a node may be."""
    made = re.sub(r"[^A-Za-z0-9_.\\/-]", "_", re.sub(r"^[^A-Za-z0-9.]*", "", wanted))
    return made or "unnamed"
