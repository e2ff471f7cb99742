"""`tf.saved_model.load` for the SavedModels that TensorFlow wrote: their objects, variables, tables and functions."""

import functools
import inspect
import os

from google.protobuf.message import DecodeError

from tfshim import raw_ops
from tfshim.array_ops.creation import zeros
from tfshim.engine.functions.arguments import FunctionSpec, apply_signature
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.ops.attr_values import shape_of
from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.context import device
from tfshim.engine.values import nest
from tfshim.engine.values.dtypes import as_dtype, variant
from tfshim.engine.values.tensor_messages import tensor_of
from tfshim.engine.values.typespec import TensorSpec, TypeSpec
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.engine.variables.trackable import NoDependency
from tfshim.engine.variables.tracked_containers import DictWrapper, ListWrapper
from tfshim.engine.variables.variable import Variable
from tfshim.protos.examples import message
from tfshim.refusals import refused
from tfshim.saved_model import constants, fingerprints
from tfshim.saved_model.asset import Asset, asset_file
from tfshim.saved_model.options import LoadOptions
from tfshim.saved_model.reading import tf1_loading
from tfshim.saved_model.reading.loaded_gradients import Gradients
from tfshim.saved_model.reading.table_making import table_of
from tfshim.saved_model.reading.tf_functions import Library, table_content, table_kind
from tfshim.saved_model.restored import RestoredFunction, RestoredTrace, Signature, SignatureMap, Unavailable, filled, user_object
from tfshim.saved_model.revived_types import deserialize
from tfshim.saved_model.structures import decode_proto
from tfshim.train import tensor_bundle
from tfshim.train.hosts import check_host


def read_meta_graph(export_dir, tags):
    """The MetaGraphDef with the tags `tags` (None: the only one). Raises ValueError where there is no such one."""
    path = os.path.join(export_dir, constants.SAVED_MODEL_FILENAME_PB)
    if not os.path.isfile(path):
        raise refused("tf.saved_model.load", "text", path=export_dir, file=constants.SAVED_MODEL_FILENAME_PB)
    try:
        with open(path, "rb") as file:
            raw = file.read()
        if not fingerprints.is_whole(export_dir, raw):
            raise DecodeError("its checksum does not match")
        graphs = [messages.meta_graph.MetaGraphDef.FromString(data) for data in message("SavedModel").FromString(raw).meta_graphs]
        if not graphs:
            raise DecodeError("it holds no graph")
    except DecodeError as error:
        raise errors.DataLossError(None, None, f"{path} is damaged or no saved model ({error}).") from None
    found = [list(g.meta_info_def.tags) for g in graphs]
    if tags is None and len(graphs) > 1:
        raise ValueError(
            f"Importing a SavedModel with `tf.saved_model.load` requires a `tags=` argument if there is more than one "
            f"MetaGraph. Got `tags=None`, but there are {len(graphs)} MetaGraphs in the SavedModel with tag sets: {found}. "
            "Pass a `tags=` argument to load this SavedModel."
        )
    for graph, own in zip(graphs, found):
        if tags is None or set(own) == set(tags):
            return graph
    raise ValueError(
        f"Got an incompatible argument to `tags`: {tags}. The SavedModel at {export_dir} has one MetaGraph with tags "
        f"{found[0]}. You may omit the argument, pass 'None', or pass matching tags."
    )


def load(export_dir, tags, options):
    """The root object of the SavedModel in `export_dir`."""
    check_host(options)
    meta = read_meta_graph(export_dir, tags)
    # Saved functions may use any operation, and are looked up by its type.
    raw_ops.load()
    loader = _Loader if meta.object_graph_def.nodes else tf1_loading.Loader
    try:
        return loader(export_dir, meta, options).root()
    except (LookupError, TypeError, AttributeError, OverflowError, UnicodeError, RecursionError) as error:
        raise errors.DataLossError(None, None, f"{export_dir} is damaged or no saved model ({error!r}).") from error


def objects_of(export_dir, known=None):
    """(number -> object, number -> [(name, number) of a child]) of everything in a SavedModel, by the numbers that it has in the file.

    `known`: number -> an object that is there already, which is used as it is.
    """
    meta = read_meta_graph(export_dir, None)
    raw_ops.load()
    nodes = meta.object_graph_def.nodes
    made = _Loader(export_dir, meta, LoadOptions(), known)._objects
    return made, lambda number: [(c.local_name, c.node_id) for c in nodes[number].children]


def functions_below(saved, library, node):
    """name -> (definition, numbers of the bound objects) of the functions that an object has."""
    made = {}
    for child in node.children:
        below = saved.nodes[child.node_id]
        if below.WhichOneof("kind") == "function" and below.function.concrete_functions:
            name = below.function.concrete_functions[0]
            made[child.local_name] = library.definition(name), list(saved.concrete_functions[name].bound_inputs)
    return made


def _content(functions, value_of):
    """What `table_content` gives for the table with `functions`; `value_of(number)` is a bound object."""
    definition, bound = functions["_initialize"]
    names = [a.name for a in definition.signature.input_arg]
    return table_content(definition, {name: value_of(b) for name, b in zip(names[len(names) - len(bound) :], bound)})


def vocabulary(meta, number, path):
    """The strings or numbers that the table `path` (names of children) below the object `number` gives places to, in their order.

    `meta`: the MetaGraphDef. None where there is no such table. It is what a layer of Keras has learned.
    """
    saved, library = meta.object_graph_def, Library(meta.graph_def.library.function)
    for name in path:
        number = next((c.node_id for c in saved.nodes[number].children if c.local_name == name), None)
        if number is None:
            return None
    functions = functions_below(saved, library, saved.nodes[number])
    if "_initialize" not in functions:
        return None
    nodes = {n.name: n for n in meta.graph_def.node}

    def constant(b):
        return tensor_of(nodes[saved.nodes[b].constant.operation].attr["value"].tensor) if saved.nodes[b].HasField("constant") else None

    kind, keys, places = _content(functions, constant)
    if kind != "tensors":
        return None
    keys, places = keys.numpy().reshape(-1).tolist(), places.numpy().reshape(-1).tolist()
    if places and isinstance(places[0], bytes) and not isinstance(keys[0], bytes):  # from places to tokens
        keys, places = places, keys
    return [key for _, key in sorted(zip(places, keys))]


# ---------------------------------------------------------------------- structures
def _structure(value):
    """The Python value of a StructuredValue message. Raises NotImplementedError for a class of specs that is not known here."""
    try:
        return decode_proto(value)
    except ValueError as error:
        raise refused("tf.saved_model.load", "arguments", kind=f"in a structure ({error})") from error


_REQUIRED = inspect.Parameter.empty


class _Parameters:
    """The parameters of a saved function: names, defaults, and whether the first one is `self`."""

    def __init__(self, spec):
        about = _structure(spec.fullargspec)
        about = inspect.FullArgSpec([], None, None, None, [], None, {}) if about is None else inspect.FullArgSpec(*about)
        names, defaults = list(about.args or ()), list(about.defaults or ())
        self.star = about.varargs
        self.defaults = dict(zip(names[len(names) - len(defaults) :], defaults))
        self.keyword_defaults = dict(about.kwonlydefaults or {})
        self.names = names[1:] if spec.is_method else names
        self.full = about._replace(args=self.names, kwonlyargs=list(about.kwonlyargs or ()), annotations={})
        self.input_signature = _structure(spec.input_signature)
        self.jit_compile = {spec.ON: True, spec.OFF: False}.get(spec.jit_compile)

    @property
    def signature(self):
        """The parameters, as `inspect.signature` gave them in the program that saved the function."""
        made, full = [], self.full
        for name in self.names:
            made.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=self.defaults.get(name, _REQUIRED)))
        if full.varargs:
            made.append(inspect.Parameter(full.varargs, inspect.Parameter.VAR_POSITIONAL))
        for name in full.kwonlyargs:
            made.append(inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=self.keyword_defaults.get(name, _REQUIRED)))
        if full.varkw:
            made.append(inspect.Parameter(full.varkw, inspect.Parameter.VAR_KEYWORD))
        return inspect.Signature(made)

    @functools.cached_property
    def spec(self):
        """How the function is called, for the texts about wrong calls."""

        def saved(*args, **kwargs):
            raise AssertionError("stands for the parameters alone")

        saved.__signature__ = self.signature
        return FunctionSpec(saved, self.input_signature)

    def filled(self, args, kwargs):
        """`args` and `kwargs` with the positional ones by place and defaults for what is missing."""
        return filled(self.names, self.defaults, args, kwargs, self.keyword_defaults)


class _Trace(RestoredTrace):
    """One trace: made into a graph when it is first called, because many are never."""

    def __init__(self, name, about, bound, library, parameters):
        self.name, self._about = name, {"parameters": parameters.names}
        self.structured_input_signature = _structure(about.canonicalized_input_signature)
        self.structured_outputs = _structure(about.output_signature)
        self._specs = [s for s in nest.flatten(self.structured_input_signature) if isinstance(s, TypeSpec)]
        self._full = parameters.full._replace(defaults=None, kwonlydefaults=None)
        self._bound, self._library, self._concrete, self._parameters = bound, library, None, parameters

    @property
    def concrete(self):
        """The ConcreteFunction."""
        if self._concrete is None:
            definition = self._library.definition(self.name)
            first = len(definition.signature.input_arg) - len(self._bound)
            resources = {first + i: x for i, x in enumerate(self._bound) if not _is_tensor(x)}
            graph = self._library.graph(self.name, resources)
            held = [x for x in self._bound if _is_tensor(x)]
            inputs = graph.inputs[: len(graph.inputs) - len(held)]
            graph.captured = {id(x): (x, t) for x, t in zip(held, graph.inputs[len(inputs) :], strict=True)}
            graph.inputs = inputs
            flat = iter(graph.outputs)
            graph.structured_outputs = nest.map_structure(
                lambda s: next(flat) if isinstance(s, TensorSpec) else s, self.structured_outputs, expand_composites=True
            )
            specs = nest.flatten(self.structured_outputs, expand_composites=True)
            graph.outputs = [
                t if isinstance(s, TensorSpec) else None
                for t, s in zip(nest.flatten(graph.structured_outputs, expand_composites=True), specs)
            ]
            self._concrete = ConcreteFunction(graph, self.structured_input_signature, self.name, self._parameters.spec)
        return self._concrete

    def call(self, tensors):
        """The structured outputs for flat tensors."""
        return self.concrete._call_flat(tensors)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(self.concrete, name)  # what functions tell of themselves: their captures, shapes of results, types as text

    parameters = property(lambda self: self._full, doc="The parameters of the Python function.")
    graph = property(lambda self: self.concrete.graph, doc="The graph of the trace.")
    inputs = property(lambda self: self.concrete.inputs, doc="The placeholders.")
    outputs = property(lambda self: self.concrete.outputs, doc="The flat outputs.")
    variables = property(lambda self: self.concrete.variables, doc="The variables it uses.")
    trainable_variables = property(lambda self: self.concrete.trainable_variables, doc="Those of them that are trained.")


def _is_tensor(x):
    return hasattr(x, "_rec")


class _Function(RestoredFunction):
    """A function with its traces, chosen as its parameters say."""

    def __init__(self, name, traces, parameters, failure=None):
        super().__init__(name, traces)
        self._parameters, self._failure = parameters, failure
        self.input_signature, self.jit_compile = parameters.input_signature, parameters.jit_compile

    parameters = property(lambda self: self._parameters.full, doc="The parameters of the Python function, with their defaults.")

    @property
    def __signature__(self):
        """What arguments the function had in the program that saved it."""
        return self._parameters.signature

    def _canonical(self, args, kwargs):
        return super()._canonical(*self._parameters.filled(args, kwargs))

    def __call__(self, *args, **kwargs):
        if self._failure is not None and not self._traces:
            raise self._failure
        return super().__call__(*args, **kwargs)

    def _check_call(self, args, kwargs):
        if not self._traces:
            return
        spec = self._parameters.spec
        bound = spec.bind(args, kwargs)
        if spec.input_signature is not None:
            apply_signature(spec, *bound)


# ---------------------------------------------------------------------- objects
class _Loader:
    def __init__(self, export_dir, meta, options, known=None):
        known = known or {}
        self._dir, self._meta, self._saved, self._options = export_dir, meta, meta.object_graph_def, options
        self._library = Library(meta.graph_def.library.function)
        self._library.gradients = Gradients(meta, self._library, self._used_by_gradient, _structure)
        self._constants = {n.name: n for n in meta.graph_def.node}
        prefix = os.path.join(export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME)
        read = tensor_bundle.exists(prefix) and not options.experimental_skip_checkpoint
        self._tensors, nodes = tensor_bundle.read(prefix) if read else ({}, [])
        self._keys = self._stored(nodes)
        self._objects = dict(known)
        self._setters = {}  # number of an object of a registered class -> what gives it its attributes
        self._values = {}  # number of a resource that is a tensor, as that of a dataset is -> that tensor
        for number, node in enumerate(self._saved.nodes):
            if number not in known and node.WhichOneof("kind") not in ("function", "bare_concrete_function"):
                self._objects[number] = self._made(number, node)
        self._tables()
        self._traces = {}
        for number in self._values:
            self._values[number] = self._value(self._saved.nodes[number])
        for number, node in enumerate(self._saved.nodes):
            if node.WhichOneof("kind") == "function":
                self._objects[number] = self._function(node.function)
            elif node.WhichOneof("kind") == "bare_concrete_function":
                self._objects[number] = self._signature(node.bare_concrete_function)
        # Containers first: one that is an attribute already would take it for a change by somebody else.
        for number, x in sorted(self._objects.items(), key=lambda pair: not isinstance(pair[1], (list, dict))):
            if number not in known:
                self._connect(x, self._saved.nodes[number], self._setters.get(number))

    def _stored(self, nodes):
        """number of an object -> {local name: key in the checkpoint}, by walking both graphs of objects side by side."""
        found, waiting, places = {}, [(0, 0)] if nodes else [], {}
        while waiting:
            number, at = waiting.pop()
            if number in places:
                continue
            places[number] = at
            found[number] = {local: key for local, key, _ in nodes[at]["attributes"]}
            below = dict(nodes[at]["children"])
            waiting.extend((c.node_id, below[c.local_name]) for c in self._saved.nodes[number].children if c.local_name in below)
        for number, at in places.items():  # what optimizers keep beside variables is no child of theirs
            slots = {(name, original): slot for name, original, slot in nodes[at].get("slots", ())}
            for s in self._saved.nodes[number].slot_variables:
                slot = slots.get((s.slot_name, places.get(s.original_variable_node_id)))
                if slot is not None:
                    found[s.slot_variable_node_id] = {local: key for local, key, _ in nodes[slot]["attributes"]}
        return found

    def _made(self, number, node):
        kind = node.WhichOneof("kind")
        if kind == "variable":
            return self._variable(number, node.variable)
        if kind == "constant":
            return tensor_of(self._constants[node.constant.operation].attr["value"].tensor)
        if kind == "asset":
            file = self._meta.asset_file_def[node.asset.asset_file_def_index].filename
            return Asset(asset_file(self._dir, file))
        if kind == "resource":
            return None  # made when constants and assets are there
        if kind != "user_object":
            return user_object(False)
        identifier = node.user_object.identifier
        # As in TensorFlow a tuple comes back as a list. What becomes an attribute twice stays one object, as wrappers are not wrapped.
        if identifier in ("trackable_list_wrapper", "trackable_tuple_wrapper"):
            return ListWrapper()
        if identifier == "trackable_dict_wrapper":
            return DictWrapper({})
        if identifier == "signature_map":
            return {}
        registered = deserialize(node.user_object)
        if registered is not None:
            made, self._setters[number] = registered
            return made
        return user_object(any(c.local_name == "__call__" for c in node.children))

    def _variable(self, number, saved):
        key = self._keys.get(number, {}).get("VARIABLE_VALUE")
        options = {
            "trainable": saved.trainable,
            "name": saved.name or None,
            "shape": shape_of(saved.shape),
            "synchronization": VariableSynchronization(saved.synchronization),
            "aggregation": VariableAggregation(saved.aggregation),
        }
        dtype = as_dtype(saved.dtype)
        if saved.device and self._options.experimental_variable_policy.with_devices:
            with device(saved.device):
                return self._made_variable(key, saved, dtype, options)
        return self._made_variable(key, saved, dtype, options)

    def _made_variable(self, key, saved, dtype, options):
        if key is None:
            if self._tensors and not self._options.allow_partial_checkpoint:
                raise AssertionError(
                    f"Found a Python object that was not bound to a checkpointed value: the variable {saved.name!r} of the SavedModel in "
                    f"{self._dir}. Load it with tf.saved_model.LoadOptions(allow_partial_checkpoint=True) to leave it at zeros."
                )
            return Variable(lambda: zeros([d or 0 for d in shape_of(saved.shape).as_list()], dtype), dtype=dtype, **options)
        return Variable(self._tensors[key], dtype=dtype, **options)

    # ------------------------------------------------------------------ tables
    def _tables(self):
        for number, node in enumerate(self._saved.nodes):
            if node.WhichOneof("kind") == "resource" and self._objects[number] is None:
                functions = functions_below(self._saved, self._library, node)
                if self._is_value(functions):
                    self._objects[number], self._values[number] = user_object(False), None
                else:
                    self._objects[number] = self._table(number, functions)

    @staticmethod
    def _is_value(functions):
        """Whether the resource with `functions` is a tensor that may be made whenever it is wanted: a dataset."""
        if "_create_resource" not in functions:
            return False
        return [a.type for a in functions["_create_resource"][0].signature.output_arg] == [variant.as_datatype_enum]

    def _value(self, node):
        (number,) = (c.node_id for c in node.children if c.local_name == "_create_resource")
        saved = self._saved.nodes[number].function
        return self._trace(saved.concrete_functions[0], _Parameters(saved.function_spec)).call([])

    def _table(self, number, functions):
        found = table_kind(functions["_create_resource"][0]) if "_create_resource" in functions else None
        if found is None:
            raise refused("tf.saved_model.load", "resource")
        table = table_of(found, lambda: _content(functions, self._objects.get))
        key = self._keys.get(number, {}).get("table")
        if key is not None:
            table._restore_from_tensors({f"table-{part}": self._tensors[f"{key}-{part}"] for part in ("keys", "values")})
        return table

    # ------------------------------------------------------------------ functions
    def _trace(self, name, parameters):
        about = self._saved.concrete_functions[name]
        return _Trace(name, about, [self._captured(b) for b in about.bound_inputs], self._library, parameters)

    def _used_by_gradient(self, number):
        """What a gradient captures: an object, or the name of a tensor in the function around."""
        node = self._saved.nodes[number]
        return node.captured_tensor.name if node.WhichOneof("kind") == "captured_tensor" else self._captured(number)

    def _captured(self, number):
        found = self._values.get(number, self._objects[number])
        return found.asset_path if isinstance(found, Asset) else found

    def _function(self, saved):
        parameters, traces, failure = _Parameters(saved.function_spec), [], None
        for name in saved.concrete_functions:
            try:
                if name not in self._traces:
                    self._traces[name] = self._trace(name, parameters)
                traces.append(self._traces[name])
            except NotImplementedError as error:  # other functions of the model may do without
                failure = error
        name = saved.concrete_functions[0] if saved.concrete_functions else "__inference_function_0"
        return _Function(name.removeprefix("__inference_").rpartition("_")[0], traces, parameters, failure)

    def _signature(self, saved):
        name = saved.concrete_function_name
        try:
            trace = self._traces.get(name) or self._trace(name, _Parameters(saved.function_spec))
        except NotImplementedError as error:
            return Unavailable(name, error)
        return Signature(trace, saved.argument_keywords, bare=True)

    def _connect(self, x, node, set_attribute=None):
        # The signatures are given to the root by themselves: what is loaded has no such child, and may be saved again.
        below = [c for c in node.children if self._saved.nodes[c.node_id].user_object.identifier != "signature_map"]
        children = [(c.local_name, self._objects[c.node_id]) for c in below]
        if isinstance(x, list):
            by_place = {int(name): child for name, child in children if name.isdigit()}
            # What is no object, such as a number, was not saved.
            x.extend(by_place.get(place) for place in range(max(by_place, default=-1) + 1))
        elif isinstance(x, dict):
            x.update(children)
        elif node.WhichOneof("kind") == "user_object":
            for name, child in children:
                if set_attribute is not None:
                    set_attribute(x, name, child)
                elif isinstance(child, (RestoredFunction, Signature, Unavailable)):
                    x.__dict__["_tfshim_call" if name == "__call__" else name] = child
                else:
                    setattr(x, name, child)

    def root(self):
        """The first object, with the signatures."""
        root = self._objects[0]
        found = next((c.node_id for c in self._saved.nodes[0].children if c.local_name == "signatures"), None)
        root.signatures = NoDependency(SignatureMap({} if found is None else self._objects[found]))
        about = self._meta.meta_info_def
        root.tensorflow_version, root.tensorflow_git_version = about.tensorflow_version, about.tensorflow_git_version
        if self._options.experimental_load_function_aliases:
            if hasattr(root, "function_aliases"):
                raise ValueError(
                    "Could not load with experimental_load_function_aliases option because the top-level object already has an "
                    "attributed with name 'function_aliases'"
                )
            root.function_aliases = NoDependency(self._aliases())
        return root

    def _aliases(self):
        """{alias: function, or list of traces where these are not all of one function}"""
        found = {}
        for name, alias in self._meta.meta_info_def.function_aliases.items():
            found.setdefault(alias, []).append(name)
        made = {}
        for alias, names in found.items():
            whole = [
                x for x in self._objects.values() if isinstance(x, RestoredFunction) and {t.name for t in x.concrete_functions} == {*names}
            ]
            known = [self._traces[n] for n in names if n in self._traces]
            if whole or known:
                made[alias] = whole[0] if whole else known
        return made
