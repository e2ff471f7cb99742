"""`tf.saved_model.load` for SavedModels of TensorFlow 1, which have no objects: signatures are pieces of one graph.

Variables and tables of the graph are made once. Each signature, and what `prune` is asked for, is a function of its own, made of the nodes
that lead from its inputs to its results.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

from tfshim.array_ops.creation import zeros
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.graph_import.graph_import import Importer
from tfshim.engine.graphs.func_graph import PLACEHOLDER, FuncGraph, as_graph_tensor, building
from tfshim.engine.ops.attr_values import shape_of
from tfshim.engine.ops.static_shapes import abstract
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import as_dtype
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.engine.values.typespec import TensorSpec
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.trackable import NoDependency
from tfshim.engine.variables.variable import Variable
from tfshim.protos.tensors import make_tensor_proto
from tfshim.saved_model import constants
from tfshim.saved_model.asset import Asset, asset_defs, asset_file
from tfshim.saved_model.options import LoadOptions
from tfshim.saved_model.reading.table_making import table_of
from tfshim.saved_model.reading.tf_functions import Library, table_content, table_kind
from tfshim.saved_model.restored import RestoredTrace, Signature, Unavailable
from tfshim.saved_model.structures import decode_proto
from tfshim.sparse.sparse_tensor import SparseTensor
from tfshim.sparse.sparse_tensor_spec import SparseTensorSpec
from tfshim.train import tensor_bundle

_VARIABLES = ("VarHandleOp", "VariableV2", "Variable")
_ASSIGNMENTS = ("Assign", "AssignVariableOp")


class _Part(ConcreteFunction):
    """A function of some tensors of the graph."""

    def __init__(self, graph: FuncGraph, arguments: Any, prune: Callable[..., Any]) -> None:
        super().__init__(graph, arguments, graph.name, None)
        self.prune = prune

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call with tensors for the inputs, in their order or by the names of their operations."""
        named = {t.op.name: t for t in self._graph.inputs}
        given = [*args, *(kwargs[name] for name in named if name in kwargs)]
        if len(given) != len(named) or len(given) != len(args) + len(kwargs):
            raise TypeError(f"{self._name} takes {', '.join(named)}, got {len(args)} arguments by place and {', '.join(kwargs)}.")
        return self._call_flat([convert_to_tensor(x, t.dtype) for x, t in zip(given, named.values())])


class _SignatureTrace(RestoredTrace):
    """A signature: its inputs by name, flat."""

    def __init__(self, name: str, concrete: ConcreteFunction, specs: Iterable[TensorSpec], results: Any) -> None:
        self.name, self._made = name, concrete
        self.structured_input_signature = ((), {s.name: s for s in specs})
        self.structured_outputs, self._specs = results, list(specs)
        self._about = {"parameters": []}

    concrete = property(lambda self: self._made, doc="The ConcreteFunction.")
    variables = property(lambda self: self._made.variables, doc="The variables it uses.")

    def call(self, tensors: Any) -> Any:
        """The results for flat tensors."""
        return self._made._call_flat(tensors)


class Loader:
    """Loads the graph of the MetaGraphDef `meta`; `root` is what `tf.saved_model.load` gives."""

    def __init__(self, export_dir: str, meta: Any, options: LoadOptions) -> None:
        self._dir, self._meta = export_dir, meta
        self._nodes = {n.name: n for n in meta.graph_def.node}
        self._library = Library(meta.graph_def.library.function)
        prefix = os.path.join(export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
        self._stored = tensor_bundle.Contents(prefix) if tensor_bundle.exists(prefix) and not options.experimental_skip_checkpoint else None
        self._assets = self._asset_files()
        self._resources: dict[str, Any] = {}
        self._assigned: dict[str, list[Any]] = {}
        for node in meta.graph_def.node:
            if node.op in _ASSIGNMENTS:
                self._assigned.setdefault(node.input[0].split(":")[0], []).append(node)
        for node in meta.graph_def.node:
            if node.op in _VARIABLES:
                self._resources[node.name] = self._variable(node)
            elif (found := table_kind(SimpleNamespace(node_def=[node, *self._constants_of(node)]))) is not None:
                self._resources[node.name] = self._table(node, found)

    # ------------------------------------------------------------------ files, variables, tables
    def _asset_files(self) -> dict[str, Asset]:
        """{name of the node with the path: asset}"""
        return {a.tensor_info.name.split(":")[0]: Asset(asset_file(self._dir, a.filename)) for a in asset_defs(self._meta)}

    def _variable(self, node: Any) -> Variable:
        dtype, shape = as_dtype(node.attr["dtype"].type), shape_of(node.attr["shape"].shape)
        key = self._key(node.name)
        trainable = self._is_trainable(node.name)
        if key is not None:
            value: Any = self._stored.tensor(key)
        else:
            value = self._initial(node, shape, dtype)
        return Variable(value, trainable=trainable, name=node.name, dtype=dtype, shape=shape if shape.rank is not None else None)

    def _is_trainable(self, name: str) -> bool:
        collection = self._meta.collection_def["trainable_variables"] if "trainable_variables" in self._meta.collection_def else None
        if collection is None:
            return False
        names = {messages.variable.VariableDef.FromString(data).variable_name.split(":")[0] for data in collection.bytes_list.value}
        return name in names

    def _key(self, name: str) -> str | None:
        """The key of a variable in the checkpoint: its name, or what its saver restores it from."""
        if self._stored is None:
            return None
        if name in self._stored.specs:
            return name
        for node in self._assigned.get(name, ()):
            text = node.input[1]
            while self._nodes[text.split(":")[0]].op == "Identity":
                text = self._nodes[text.split(":")[0]].input[0]
            source, _, index = text.partition(":")
            if self._nodes[source].op == "RestoreV2":
                names = tensor_of(self._nodes[self._nodes[source].input[1]].attr["value"].tensor).numpy()
                key = names[int(index or 0)].decode()
                return key if key in self._stored.specs else None
        return None

    def _initial(self, node: Any, shape: Any, dtype: Any) -> Any:
        """The value that a variable which is not saved starts with."""
        for assignment in self._assigned.get(node.name, ()):
            try:
                return self.function([], [":".join(map(str, _split(assignment.input[1])))], "initial")()[0]
            except (KeyError, NotImplementedError, ValueError):
                continue  # it depends on what is fed
        return zeros([d or 0 for d in (shape.as_list() if shape.rank is not None else [])], dtype)

    def _constants_of(self, node: Any) -> list[Any]:
        """The nodes of the inputs of `node` that are constants."""
        found = (self._nodes.get(_split(text)[0]) for text in node.input)
        return [n for n in found if n is not None and n.op == "Const"]

    def _table(self, node: Any, found: Any) -> Any:
        def content() -> Any:
            users = [n for n in self._meta.graph_def.node if n.input and n.input[0].split(":")[0] == node.name]
            nodes = [*(n for n in self._nodes.values() if n.op in ("Const", "Identity", "Placeholder")), *users]
            filling = [text for user in users if user.op in ("LookupTableImportV2", "InitializeTableV2") for text in user.input[1:]]
            nodes += [self._as_constant(source) for source, _ in map(_split, filling) if self._is_computed(source)]
            known = {name: asset for name, asset in self._assets.items()}
            return table_content(SimpleNamespace(node_def=nodes), known)

        return table_of(found, content)

    def _is_computed(self, source: str) -> bool:
        return source in self._nodes and self._nodes[source].op not in ("Const", "Identity", "Placeholder")

    def _as_constant(self, source: str) -> Any:
        """A node that holds the value of the one called `source`, as columns compute the places of words by `tf.range`."""
        made = type(self._nodes[source])(name=source, op="Const")
        with eager_mode():
            value = self.function([], [f"{source}:0"], "content")()[0]
        made.attr["value"].tensor.CopyFrom(make_tensor_proto(value.numpy()))
        made.attr["dtype"].type = value.dtype.as_datatype_enum
        return made

    # ------------------------------------------------------------------ functions
    def function(self, feeds: Iterable[Any], fetches: Any, name: str = "pruned") -> _Part:
        """The function that gives `fetches`, a structure of names of tensors, for the tensors that are named `feeds`."""
        feeds = [_text(f) for f in nest.flatten(feeds)]
        graph = FuncGraph(name, None)
        with building(graph):
            given = {}
            for text in feeds:
                source, index = _split(text)
                dtype, shape = self._output(source, index)
                made = graph._add(PLACEHOLDER, [], abstract.leaf(dtype, shape), source).outputs[0]
                graph.inputs.append(made)
                given[source, index] = made
            flat = [_text(f) for f in nest.flatten(fetches)]
            known = {**self._resources, **{name: asset.asset_path for name, asset in self._assets.items()}}
            body = Importer(graph, self._needed(flat, given), self._library, mapped=given, variables=known)
            body.run()
            made = [self._fetched(body, text) for text in flat]
            graph.outputs = made
            graph.structured_outputs = nest.pack_sequence_as(fetches, made)
        return _Part(graph, (tuple(TensorSpec(t.shape, t.dtype, t.op.name) for t in graph.inputs), {}), self.function)

    @staticmethod
    def _fetched(body: Any, text: str) -> Any:
        """What is fetched: a tensor, the value of a variable, None for an operation."""
        source, index = _split(text)
        if ":" not in text and (source, 0) not in body.mapped:
            return None
        found = body.tensor(f"{source}:{index}")
        return convert_to_tensor(found) if is_variable(found) else as_graph_tensor(body.graph, found)

    def _output(self, source: str, index: int) -> Any:
        node = self._nodes.get(source)
        if node is None:
            raise KeyError(
                f"The name '{source}:{index}' refers to a Tensor which does not exist. The operation, '{source}', does not exist."
            )
        if node.op in ("Placeholder", "PlaceholderWithDefault"):
            dtype = node.attr["dtype"].type
            return as_dtype(dtype), shape_of(node.attr["shape"].shape) if "shape" in node.attr else None
        whole = self.function([], [f"{source}:{index}"], "output").outputs[0]
        return whole.dtype, whole.shape

    def _needed(self, fetches: Iterable[str], given: Mapping[Any, Any]) -> list[Any]:
        """The nodes that lead to `fetches`, in the order of the file."""
        waiting, needed = [_split(text) for text in fetches], set()
        fed = {source for source, _ in given}
        while waiting:
            source, index = waiting.pop()
            if (source, index) in given or source in needed or source in self._assets:
                continue
            if source not in self._nodes:
                raise KeyError(f"The name '{source}' refers to an Operation not in the graph.")
            node = self._nodes[source]
            if node.op == "Placeholder" and source not in fed:
                raise ValueError(
                    f"Unable to lift what depends on placeholder {source!r}: A SavedModel signature needs an input for each placeholder "
                    "the signature's outputs use."
                )
            if source in self._resources:
                continue
            needed.add(source)
            waiting += [_split(text) for text in node.input]
        made = []
        for node in self._meta.graph_def.node:
            if node.name in needed:
                kept = type(node)()
                kept.CopyFrom(node)
                # Variables and files are there: nothing has to wait for them.
                del kept.input[:]
                kept.input.extend(t for t in node.input if not t.startswith("^") or t[1:] in needed)
                made.append(kept)
        return made

    # ------------------------------------------------------------------ signatures
    def _available(self, key: str, definition: Any) -> Any:
        """The signature, or one that says when it is called why it cannot be: others of the model may do without."""
        try:
            return self._signature(key, definition)
        except (NotImplementedError, errors.NotFoundError) as failure:
            return Unavailable(key, failure)

    def _signature(self, key: str, definition: Any) -> Signature:
        names, feeds = [], []
        for name, info in sorted(definition.inputs.items()):
            kind = info.WhichOneof("encoding")
            if kind == "coo_sparse":
                parts = ("indices", "values", "dense_shape")
                names += [f"{name}_{part}" for part in parts]
                feeds += [getattr(info.coo_sparse, f"{part}_tensor_name") for part in parts]
            elif kind == "composite_tensor":
                names += [f"{name}_component_{i}" for i in range(len(info.composite_tensor.components))]
                feeds += [c.name for c in info.composite_tensor.components]
            else:
                names.append(name)
                feeds.append(info.name)
        names, feeds = zip(*sorted(zip(names, feeds))) if names else ((), ())
        made = {name: self._result(info) for name, info in sorted(definition.outputs.items())}
        part = self.function(feeds, {name: texts for name, (texts, _) in made.items()}, f"signature_wrapper_{key}")
        graph = part.graph
        packed = {name: pack(graph.structured_outputs[name]) for name, (_, pack) in made.items()}
        graph.structured_outputs = packed
        graph.outputs = nest.flatten(packed, expand_composites=True)
        specs = [TensorSpec(t.shape, t.dtype, name) for name, t in zip(names, graph.inputs, strict=True)]
        results = nest.map_structure(lambda t: t if not hasattr(t, "dtype") else _spec(t), packed)
        return Signature(_SignatureTrace(graph.name, part, specs, results), names)

    @staticmethod
    def _result(info: Any) -> tuple[list[str], Callable[[Any], Any]]:
        """The names of the tensors of a result, and what makes the result of them."""
        kind = info.WhichOneof("encoding")
        if kind == "coo_sparse":
            of = info.coo_sparse
            texts = [of.indices_tensor_name, of.values_tensor_name, of.dense_shape_tensor_name]
            return texts, lambda parts: SparseTensor(*parts)
        if kind == "composite_tensor":
            spec = decode_proto_spec(info.composite_tensor.type_spec)
            texts = [c.name for c in info.composite_tensor.components]
            return texts, lambda parts: nest.pack_sequence_as(spec, parts, expand_composites=True)
        return [info.name], lambda parts: parts[0]

    def root(self) -> Any:
        """The object, with `signatures`, `variables`, `prune` and the rest that TensorFlow gives."""
        made: Any = AutoTrackable()
        made.variables = [x for x in self._resources.values() if isinstance(x, Variable)]
        made.tables = [x for x in self._resources.values() if not isinstance(x, Variable)]
        made.asset_paths = list(self._assets.values())
        made.tensorflow_version = self._meta.meta_info_def.tensorflow_version
        made.tensorflow_git_version = self._meta.meta_info_def.tensorflow_git_version
        made.prune = NoDependency(self.function)
        start = constants.INIT_OP_SIGNATURE_KEY
        signatures = {k: self._available(k, d) for k, d in self._meta.signature_def.items() if k != start}
        made.signatures = NoDependency(signatures)
        return made


def decode_proto_spec(message: Any) -> Any:
    """The TypeSpec of a TypeSpecProto."""
    return decode_proto(messages.struct.StructuredValue(type_spec_value=message))


def _spec(x: Any) -> Any:
    if isinstance(x, SparseTensor):
        return SparseTensorSpec(x.shape, x.dtype)
    return getattr(x, "_type_spec", None) or TensorSpec(x.shape, x.dtype)


def _text(x: Any) -> str:
    """The name of a tensor or operation, from that or from a TensorInfo."""
    return x if isinstance(x, str) else x.name


def _split(text: str) -> tuple[str, int]:
    name = text.removeprefix("^")
    found = re.fullmatch(r"(.*):(\d+)", name)
    return (found[1], int(found[2])) if found else (name, 0)
