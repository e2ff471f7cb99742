"""`tf.saved_model.load`: objects as they were saved."""

import json
import os

from tfshim.engine import errors, nest
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.function import function as traced
from tfshim.engine.tensor import Tensor
from tfshim.engine.trackable import AutoTrackable, NoDependency
from tfshim.engine.typespec import TensorSpec
from tfshim.engine.variable import Variable
from tfshim.saved_model import constants
from tfshim.saved_model._graph_text import Reader, load_operations, tensor_from
from tfshim.saved_model.asset import Asset
from tfshim.train import _files


class _UserObject(AutoTrackable):
    """An object of a class that is not known here, with what it held."""


def _callable(cls):
    """A class whose objects are called as the function `__call__` that was saved."""
    return type("_UserObject", (_UserObject,), {"__call__": lambda self, *args, **kwargs: self.__dict__["_tfshim_call"](*args, **kwargs)})


class RestoredTrace:
    """One trace of a saved function."""

    def __init__(self, about, reader):
        self._about, self._reader = about, reader
        self.name = about["name"]
        self.structured_input_signature = reader.value(about["arguments"])
        self.structured_outputs = reader.value(about["outputs"])
        self._specs = [s for s in nest.flatten(self.structured_input_signature) if isinstance(s, TensorSpec)]
        self._run = traced(self._replay, autograph=False)

    def _replay(self, *tensors):
        return [t for t in self._reader.run(self._about["graph"], tensors) if t is not None]

    def fits(self, args, kwargs):
        """The tensors for this trace among the arguments, or None where they do not fit."""
        names, (positional, keyword) = self._about["parameters"], self.structured_input_signature
        given = list(args)
        rest = dict(kwargs)
        for name in names[len(given):]:
            if name in rest:
                given.append(rest.pop(name))
            elif len(given) < len(positional) and not any(isinstance(s, TensorSpec) for s in nest.flatten(positional[len(given)])):
                given.append(positional[len(given)])  # the value the trace was made with
        if len(given) != len(positional) or set(rest) != set(keyword):
            return None
        tensors = []
        for value, want in [*zip(given, positional, strict=True), *((rest[k], keyword[k]) for k in sorted(keyword))]:
            if not self._match(value, want, tensors):
                return None
        return tensors

    def _match(self, value, want, tensors):
        if isinstance(want, TensorSpec):
            try:
                tensor = convert_to_tensor(value, None if isinstance(value, Tensor) else want.dtype)
            except (TypeError, ValueError):
                return False
            if tensor.dtype != want.dtype or not want.shape.is_compatible_with(tensor.shape):
                return False
            tensors.append(tensor)
            return True
        if isinstance(want, dict):
            same = isinstance(value, dict) and set(value) == set(want)
            return same and all(self._match(value[k], want[k], tensors) for k in sorted(want))
        if isinstance(want, (list, tuple)):
            return isinstance(value, (list, tuple)) and len(value) == len(want) and \
                all(self._match(v, w, tensors) for v, w in zip(value, want, strict=True))
        return not isinstance(value, Tensor) and value == want

    def call(self, tensors):
        """The structured outputs for flat tensors."""
        flat = iter(self._run(*tensors))
        outputs = self._about["graph"]["outputs"]
        values = iter([None if o is None else next(flat) for o in outputs])
        return nest.map_structure(lambda leaf: next(values), self.structured_outputs)

    def __call__(self, *args, **kwargs):
        """Call with tensors, positional or by the names of the arguments."""
        if not args and kwargs and not self.fits(args, kwargs):
            by_name = {s.name: s for s in self._specs}
            if set(kwargs) == set(by_name):
                return self.call([convert_to_tensor(kwargs[s.name], s.dtype) for s in self._specs])
        tensors = self.fits(args, kwargs)
        if tensors is None:
            raise TypeError(f"{self.name} was saved for {self.structured_input_signature}, got {args}, {kwargs}.")
        return self.call(tensors)


class RestoredFunction:
    """A saved function with all its traces."""

    def __init__(self, name, traces):
        self.__name__, self._traces = name, traces

    @property
    def concrete_functions(self):
        """The traces."""
        return self._traces

    def get_concrete_function(self, *args, **kwargs):
        """The trace that takes tensors of these specs."""
        for trace in self._traces:
            flat = nest.flatten((args, kwargs))
            if len(flat) == len(trace._specs) and all(
                isinstance(a, TensorSpec) and a.dtype == s.dtype and s.shape.is_compatible_with(a.shape)
                for a, s in zip(flat, trace._specs, strict=True)
            ):
                return trace
        raise ValueError(f"{self.__name__}: no trace was saved for {args}, {kwargs}.")

    def __call__(self, *args, **kwargs):
        for trace in self._traces:
            tensors = trace.fits(args, kwargs)
            if tensors is not None:
                return trace.call(tensors)
        options = "\n".join(f"  {t.structured_input_signature}" for t in self._traces)
        raise ValueError("Could not find matching concrete function to call loaded from the SavedModel. Got:\n"
                         f"  {args}, {kwargs}\nThe function {self.__name__} was saved with {len(self._traces)} trace(s):\n{options}")


class _Signature:
    """A signature: keyword arguments in, a dictionary out."""

    def __init__(self, trace):
        self._trace = trace
        self.structured_outputs = trace.structured_outputs
        self.structured_input_signature = ((), {s.name: s for s in trace._specs})
        self.name = trace.name

    def __call__(self, *args, **kwargs):
        made = self._trace(*args, **kwargs)
        if isinstance(made, dict):
            return made
        flat = list(made) if isinstance(made, (list, tuple)) else [made]
        return {f"output_{i}": t for i, t in enumerate(flat)}


def contains_saved_model(export_dir):
    """Whether `export_dir` holds a saved model, TensorFlow's or ours. Mirrors `tf.saved_model.contains_saved_model`."""
    names = (constants.SAVED_MODEL_FILENAME_PB, constants.SAVED_MODEL_FILENAME_PBTXT, constants.FILENAME)
    return any(os.path.isfile(os.path.join(os.fspath(export_dir), n)) for n in names)


def _description(export_dir):
    path = os.path.join(export_dir, constants.FILENAME)
    if not os.path.isfile(path):
        if contains_saved_model(export_dir):
            raise NotImplementedError(f"tf.saved_model.load: {export_dir} is a SavedModel of TensorFlow, whose graph cannot be read yet; "
                                      "read its variables with tf.train.load_checkpoint or save the model as Keras HDF5 there.")
        raise OSError(f"SavedModel file does not exist at: {export_dir}{os.sep}{{{constants.SAVED_MODEL_FILENAME_PBTXT}|"
                      f"{constants.SAVED_MODEL_FILENAME_PB}}}")
    try:
        with open(path, encoding="utf-8") as file:
            about = json.load(file)
        if about["format"] != constants.FORMAT:
            raise KeyError("format")
        return about
    except (ValueError, KeyError, TypeError) as error:
        raise errors.DataLossError(None, None, f"{path} is damaged or no saved model ({error!r}).") from None


def load(export_dir, tags=None, options=None):
    """The object that `tf.saved_model.save` wrote to `export_dir`, with its variables, functions and `signatures`.

    `tags`: None or "serve", the only one there is. `options`: a `LoadOptions`. Objects of your own classes come back as plain
    objects with the same attributes. Mirrors `tf.saved_model.load`. Raises OSError where there is nothing, DataLossError for
    damaged files, NotImplementedError for SavedModels that TensorFlow wrote.
    """
    export_dir = os.fspath(export_dir)
    wanted = [tags] if isinstance(tags, str) else list(tags or ())
    if any(t != constants.SERVING for t in wanted):
        raise ValueError(f"Importing a SavedModel with `tf.saved_model.load` requires a `tags=` argument if there is more than one "
                         f"MetaGraph. Got `tags={tags}`, but there is one with the tag '{constants.SERVING}'.")
    about = _description(export_dir)
    tensors, nodes = _files.read(os.path.join(export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME))
    load_operations()
    try:
        return _Loader(export_dir, about, tensors, nodes).root()
    except (KeyError, IndexError, TypeError) as error:
        raise errors.DataLossError(None, None, f"{export_dir} is damaged or no saved model ({error!r}).") from error


class _Loader:
    def __init__(self, export_dir, about, tensors, nodes):
        self._dir, self._tensors, self._nodes = export_dir, tensors, nodes
        self._objects = []
        self._about = about
        for number, item in enumerate(about["objects"]):
            self._objects.append(self._made(number, item))
        self._reader = Reader(self._objects)
        self._traces = [RestoredTrace(f, self._reader) for f in about["functions"]]
        for number in reversed(range(len(self._objects))):
            self._connect(self._objects[number], about["objects"][number])

    def _made(self, number, item):
        kind = item["kind"]
        if kind == "variable":
            ((_, key, *_),) = self._nodes[number]["attributes"]
            return Variable(self._tensors[key], trainable=item["trainable"], name=item["name"], dtype=item["dtype"], shape=item["shape"])
        if kind == "list":
            return []
        if kind == "dict":
            return {}
        if kind == "asset":
            return Asset(os.path.join(self._dir, constants.ASSETS_DIRECTORY, f"{item['number']}_{os.path.basename(item['name'])}"))
        if kind == "table":
            from tfshim.lookup import KeyValueTensorInitializer, StaticHashTable

            keys, values = tensor_from(item["keys"]), tensor_from(item["values"])
            return StaticHashTable(KeyValueTensorInitializer(keys, values), tensor_from(item["default"]))
        return (_callable(item) if "__call__" in item["functions"] else _UserObject)()

    def _connect(self, x, item):
        if item["kind"] == "list":
            x.extend(self._objects[n] for _, n in sorted(item["children"], key=lambda c: int(c[0])))
        elif item["kind"] == "dict":
            x.update({name: self._objects[n] for name, n in item["children"]})
        elif item["kind"] == "object":
            for name, number in item["children"]:
                setattr(x, name, self._objects[number])
            for name, numbers in item["functions"].items():
                made = RestoredFunction(name, [self._traces[n] for n in numbers])
                x.__dict__["_tfshim_call" if name == "__call__" else name] = made

    def root(self):
        """The first object, with the signatures."""
        root = self._objects[0]
        root.signatures = NoDependency({name: _Signature(self._traces[n]) for name, n in self._about["signatures"].items()})
        return root
