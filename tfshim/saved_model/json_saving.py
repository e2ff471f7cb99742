"""`tf.saved_model.save`: objects with their variables and traced functions, in a directory."""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING, Any

from tfshim.engine.functions.arguments import specs_of
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import Function
from tfshim.engine.values.typespec import TypeSpec
from tfshim.engine.variables.trackable import AutoTrackable, DictWrapper, ListWrapper, Trackable, functions_of
from tfshim.engine.variables.variable import Variable
from tfshim.files.replacing import Replacement
from tfshim.lookup._tables import Table
from tfshim.lookup.static import StaticHashTable
from tfshim.refusals import refused
from tfshim.saved_model import constants
from tfshim.saved_model._graph_text import Writer, _proto
from tfshim.saved_model._specs import serializable
from tfshim.saved_model.asset import Asset
from tfshim.saved_model.loading import checksum
from tfshim.train import _files
from tfshim.train.object_graph import ObjectGraph

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


# What a saved model consists of; other files in its directory are the user's.
_OWN = frozenset(
    [
        constants.FILENAME,
        constants.VARIABLES_DIRECTORY,
        constants.ASSETS_DIRECTORY,
        constants.SAVED_MODEL_FILENAME_PB,
        constants.SAVED_MODEL_FILENAME_PBTXT,
        "fingerprint.pb",
        "keras_metadata.pb",
    ]
)


_PLAIN = (str, int, float, bool, type(None))


def _functions_of(x):
    """{attribute: Function or ConcreteFunction} of an object, which may leave some out."""
    children = x._trackable_children("savedmodel") if isinstance(x, AutoTrackable) else functions_of(x)
    found = {name: children[name] for name in sorted(children) if name not in ("_function", "_captured")}
    return {name: value for name, value in found.items() if isinstance(value, (Function, ConcreteFunction))}


def _concrete(function):
    """The traces of a function."""
    if isinstance(function, ConcreteFunction):
        return [function]
    # Never called, but what it takes is known: it can be traced now.
    if not function._concrete and function.input_signature is not None:
        function.get_concrete_function()
    return list(function._concrete)


class _Saver:
    def __init__(self, root):
        self.graph = ObjectGraph(root)
        self.numbers = {id(x): i for i, x in enumerate(self.graph.objects)}
        self.writer = Writer(lambda x: self.numbers.get(id(x)))
        self.assets = []

    def object(self, x):
        """What is needed to rebuild an object."""
        if isinstance(x, Variable):
            return {
                "kind": "variable",
                "trainable": bool(x.trainable),
                "name": x.name.split(":")[0],
                "dtype": x.dtype.name,
                "shape": None if x.shape.rank is None else x.shape.as_list(),
            }
        if isinstance(x, ListWrapper):
            return {"kind": "list"}
        if isinstance(x, DictWrapper):
            return {"kind": "dict"}
        if isinstance(x, Asset):
            self.assets.append(x)
            return {"kind": "asset", "number": len(self.assets) - 1, "name": os.path.basename(x._path)}
        if isinstance(x, StaticHashTable):
            keys, values = x.export()
            return {"kind": "table", "keys": _proto(keys), "values": _proto(values), "default": _proto(x.default_value)}
        if isinstance(x, Table):
            raise refused("tf.saved_model.save", "table", kind=type(x).__name__)
        return {"kind": "object", "class": type(x).__name__}

    def function(self, concrete):
        """One trace as plain data."""
        if concrete.graph.captures:
            raise refused("tf.saved_model.save", "outer", function=concrete.name)
        arguments = concrete.structured_input_signature
        names = list(concrete._spec.names)
        return {
            "name": concrete.name,
            "parameters": names,
            "defaults": {p.name: p.default for p in concrete._spec.signature.parameters.values() if isinstance(p.default, _PLAIN)},
            "arguments": self.writer.value(_plain(arguments)),
            "outputs": self.writer.value(_plain(specs_of(concrete.structured_outputs))),
            "graph": self.writer.graph(concrete.graph),
        }


def _plain(structure):
    """Nested tuples, lists and dictionaries; what else a structure may be is refused."""
    if isinstance(structure, dict):
        return {k: _plain(v) for k, v in structure.items()}
    # By names: the class of a named tuple may not exist where the model is loaded.
    if hasattr(structure, "_fields"):
        return {k: _plain(v) for k, v in structure._asdict().items()}
    if isinstance(structure, (list, tuple)):
        return type(structure)(_plain(v) for v in structure) if type(structure) in (list, tuple) else [_plain(v) for v in structure]
    if isinstance(structure, TypeSpec):
        serializable(structure)
        return structure
    if isinstance(structure, (str, int, float, bool, bytes, type(None))):
        return structure
    raise refused("tf.saved_model.save", "structure", structure=structure)


def _signatures(signatures):
    """{name: ConcreteFunction}"""
    if signatures is None:
        return {}
    if not isinstance(signatures, dict):
        signatures = {constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signatures}
    made = {}
    for name, function in signatures.items():
        if isinstance(function, Function):
            if function.input_signature is None and len(function._concrete) != 1:
                raise ValueError(
                    f"Found signature function {function!r} with no input signature. To save it, call get_concrete_function(...) on it "
                    "with TensorSpecs, or give tf.function an input_signature."
                )
            function = function._concrete[0] if function._concrete else function.get_concrete_function()
        if not isinstance(function, ConcreteFunction):
            raise ValueError(f"Expected a TensorFlow function for which to generate a signature, but got {function}.")
        made[name] = function
    return made


def save(obj: Any, export_dir: Path, signatures: Any = None, options: Any = None) -> None:
    """Save `obj`, its variables, tables and traced functions to the directory `export_dir`.

    `obj`: a trackable object, such as a `tf.Module`. `signatures`: a traced function, or {name: function}, that loading gives by
    name. Functions are saved as they were traced: call them, or give them an `input_signature`, before. The directory holds
    our own form of SavedModel, which `tf.saved_model.load` of this package reads: no code, the variables in safetensors.
    Mirrors `tf.saved_model.save`. Raises ValueError for other objects and NotImplementedError for functions with operations,
    such as gradients, that cannot be saved.
    """
    if not isinstance(obj, Trackable):
        raise ValueError(
            f"Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, for export. "
            f"Got {obj} with type {type(obj)}."
        )
    export_dir = os.fspath(export_dir)
    if signatures is None and (default := getattr(obj, "_default_save_signature", None)) is not None:
        signatures = {constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: default}  # by which a class says it, as Keras' models do
    signatures = _signatures(signatures)
    saver = _Saver(obj)
    objects, functions = [], []
    for x, edges in zip(saver.graph.objects, saver.graph.edges, strict=True):
        about = saver.object(x)
        about["children"] = [[name, number] for name, number in edges]
        held = {}
        if about["kind"] == "object":
            for name, function in _functions_of(x).items():
                held[name] = []
                for concrete in _concrete(function):
                    held[name].append(len(functions))
                    functions.append(saver.function(concrete))
        about["functions"] = held
        if "__call__" in held and hasattr(x, "_saved_variables"):
            about["variables"] = {name: [saver.numbers[id(v)] for v in found] for name, found in x._saved_variables().items()}
        objects.append(about)
    named = {}
    for name, concrete in signatures.items():
        named[name] = len(functions)
        functions.append(saver.function(concrete))
    tensors, nodes = saver.graph.serialize()
    about = {"objects": objects, "functions": functions, "signatures": named}
    text = json.dumps({"format": constants.FORMAT, "crc32": checksum(about), **about})
    # Everything that may fail has been done: now the directory is written.
    with Replacement(export_dir, folder=True, own=_OWN) as made:
        _files.write(os.path.join(made, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME), tensors, nodes)
        os.makedirs(os.path.join(made, constants.ASSETS_DIRECTORY))
        for number, asset in enumerate(saver.assets):
            shutil.copyfile(asset._path, os.path.join(made, constants.ASSETS_DIRECTORY, f"{number}_{os.path.basename(asset._path)}"))
        with open(os.path.join(made, constants.FILENAME), "w", encoding="utf-8") as file:
            file.write(text)
