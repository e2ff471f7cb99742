"""The functions that a SavedModel has for a table: they make it, fill it, and save and restore what it holds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.typespec import TensorSpec
from tfshim.lookup.initializers import TextFileInitializer
from tfshim.lookup.mutable import DenseHashTable, MutableHashTable
from tfshim.lookup.static import StaticHashTable
from tfshim.refusals import refused
from tfshim.saved_model.asset import Asset
from tfshim.saved_model.writing.library import Library, Trace, Traces, parameters_of
from tfshim.saved_model.writing.messages import FunctionMessage

SAVEABLE = "table"  # under which local name a checkpoint has keys and values


class Constant:
    """A tensor that functions capture."""

    def __init__(self, tensor: Any) -> None:
        self.tensor = tensor


def handle_of(table: Any, shared_name: str) -> tuple[str, dict[str, Any], list[Any]]:
    """(type of the operation that makes `table`, its attributes, the constants that are its inputs)"""
    kind, inputs = type(table), []
    attributes = {"shared_name": shared_name, "key_dtype": table.key_dtype, "value_dtype": table.value_dtype}
    if isinstance(table, StaticHashTable):
        return "HashTableV2", attributes, inputs
    if isinstance(table, DenseHashTable):
        attributes["value_shape"] = TensorShape(table._value_shape)
        inputs = [convert_to_tensor(mark, table.key_dtype) for mark in table._marks]
        return "MutableDenseHashTableV2", attributes, inputs
    if isinstance(table, MutableHashTable):
        if table._value_shape:
            return "MutableHashTableOfTensorsV2", {**attributes, "value_shape": TensorShape(table._value_shape)}, inputs
        return "MutableHashTableV2", attributes, inputs
    raise refused("tf.saved_model.save", "table", kind=kind.__name__)


class TableFunctions:
    """The functions of one table: `children` by the names that TensorFlow looks for, `save` and `restore` where it changes."""

    def __init__(self, library: Library, table: Any, shared_name: str, asset_of: Callable[[Any], Asset]) -> None:
        self._library, self._table = library, table
        self.op, self.attributes, self.inputs = handle_of(table, shared_name)
        self.children = {
            "_create_resource": self._function("_creator", self._creator),
            "_initialize": self._function("_initializer", self._initializer(asset_of)),
            "_destroy_resource": self._function("_destroyer", lambda made: []),
        }
        self.save = self.restore = None
        if isinstance(table, MutableHashTable) and table._checkpoint:
            self.save, self.restore = self._save(), self._restore()

    def _function(self, name: str, fill: Callable[[FunctionMessage], list[Any]]) -> Traces:
        made = FunctionMessage(self._library.unique(f"__inference_{name}"))
        captured = fill(made)
        dtype = dtypes.resource if name == "_creator" else dtypes.int32
        if name != "_creator":
            self._done(made)
        self._library.add(made)
        trace = Trace(made.message, captured, [], ((), {}), TensorSpec([], dtype, "unknown"), parameters_of(), ())
        return Traces([trace], parameters_of(), ())

    @staticmethod
    def _done(made: FunctionMessage) -> None:
        """Let the function give the number 1, as those do that only have an effect."""
        made.result(f"{made.nodes.constant(1, dtypes.int32)}:output:0", dtypes.int32)

    def _creator(self, made: FunctionMessage) -> list[Any]:
        inputs = [f"{made.nodes.constant(x)}:output:0" for x in self.inputs]
        node = made.nodes.add(self.op, inputs, self._table.name, **self.attributes)
        made.effect(node)
        made.result(f"{node}:table_handle:0", dtypes.resource)
        return []

    def _initializer(self, asset_of: Callable[[Any], Asset]) -> Callable[[FunctionMessage], list[Any]]:
        table = self._table

        def fill(made: FunctionMessage) -> list[Any]:
            if not isinstance(table, StaticHashTable):
                return []
            held = made.argument("table_handle", dtypes.resource)
            initializer = table._initializer
            if isinstance(initializer, TextFileInitializer):
                asset = asset_of(initializer)
                path = made.argument("asset_filepath", dtypes.string, [])
                key_index, value_index = initializer._indices
                node = made.nodes.add(
                    "InitializeTableFromTextFileV2", [held, path], "text_file_init/InitializeTableFromTextFileV2",
                    key_index=key_index, value_index=value_index, vocab_size=initializer._size or -1, delimiter=initializer._delimiter,
                    offset=int(initializer._offset),
                )  # fmt: skip
                captured = [table, asset]
            else:
                keys, values = table.export()
                names = [made.argument(n, t.dtype, t.shape) for n, t in (("keys", keys), ("values", values))]
                node = made.nodes.add(
                    "LookupTableImportV2", [held, *names], "key_value_init/LookupTableImportV2", Tin=keys.dtype, Tout=values.dtype
                )
                captured = [table, Constant(keys), Constant(values)]
            made.effect(node)
            return captured

        return fill

    def _save(self) -> Trace:
        table = self._table
        made = FunctionMessage(self._library.unique("__inference_save_fn"))
        key, held = made.argument("checkpoint_key", dtypes.string, [], "checkpoint_key"), made.argument("table_handle", dtypes.resource)
        node = made.nodes.add("LookupTableExportV2", [held], Tkeys=table.key_dtype, Tvalues=table.value_dtype)
        made.effect(node)
        results = []
        for part, dtype in (("keys", table.key_dtype), ("values", table.value_dtype)):
            suffix = f"{made.nodes.constant(f'-{part}', dtypes.string)}:output:0"
            name = made.nodes.add("StringJoin", [key, suffix], N=2)
            made.result(f"{name}:output:0", dtypes.string)
            made.result(f"{made.nodes.constant('', dtypes.string)}:output:0", dtypes.string)
            made.result(f"{node}:{part}:0", dtype)
            at = f"tensor_{len(results)}"
            results.append({
                "name": TensorSpec([], dtypes.string, f"{at}_name"), "slice_spec": TensorSpec([], dtypes.string, f"{at}_slice_spec"),
                "tensor": TensorSpec(None, dtype, f"{at}_tensor"),
            })  # fmt: skip
        self._library.add(made)
        arguments = ((TensorSpec([], dtypes.string, "checkpoint_key"),), {})
        return Trace(made.message, [table], ["checkpoint_key"], arguments, results, parameters_of(["checkpoint_key"]))

    def _restore(self) -> Trace:
        table = self._table
        made = FunctionMessage(self._library.unique("__inference_restore_fn"))
        names = ["restored_tensors_0", "restored_tensors_1"]
        kinds = [table.key_dtype, table.value_dtype]
        given = [made.argument(n, d, None, n) for n, d in zip(names, kinds)]
        held = made.argument("table_handle", dtypes.resource)
        made.effect(made.nodes.add("LookupTableImportV2", [held, *given], Tin=kinds[0], Tout=kinds[1]))
        self._done(made)
        self._library.add(made)
        arguments = (tuple(TensorSpec(None, d, n) for n, d in zip(names, kinds)), {})
        return Trace(made.message, [table], names, arguments, TensorSpec([], dtypes.int32, "unknown"), parameters_of(names))
