"""The objects of such a SavedModel, as they were saved."""

from __future__ import annotations

import json
import os
import zlib

from tfshim import raw_ops
from tfshim.engine.runtime import errors
from tfshim.engine.variables.trackable import NoDependency
from tfshim.engine.variables.tracked_containers import ListWrapper
from tfshim.engine.variables.variable import Variable
from tfshim.files import json_text as _json
from tfshim.lookup.initializers import KeyValueTensorInitializer
from tfshim.lookup.static import StaticHashTable
from tfshim.saved_model import constants
from tfshim.saved_model.asset import Asset, asset_file
from tfshim.saved_model.json_layout.functions import Reader, tensor_from
from tfshim.saved_model.restored import RestoredFunction, RestoredTrace, Signature, SignatureMap, user_object
from tfshim.train import _files


def _description(export_dir):
    """What the JSON file says. Raises OSError where there is none, DataLossError for a damaged one."""
    path = os.path.join(export_dir, constants.FILENAME)
    if not os.path.isfile(path):
        raise OSError(
            f"SavedModel file does not exist at: {export_dir}{os.sep}{{{constants.SAVED_MODEL_FILENAME_PBTXT}|"
            f"{constants.SAVED_MODEL_FILENAME_PB}}}"
        )
    with open(path, "rb") as file:
        text = file.read()
    try:
        about = _json.loads(text)
        form = about.pop("format")
        if form not in (constants.FORMAT, constants.UNSEALED):
            raise ValueError(f"its format is {form!r}")
        if form == constants.FORMAT and about.pop("crc32") != checksum(about):
            raise ValueError("its checksum does not match")
        return about
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise _damaged(path, error) from None


def _damaged(path, error):
    return errors.DataLossError(None, None, f"{path} is damaged or no saved model ({error!r}).")


def checksum(about):
    """The CRC-32 of the description of a saved model, written as JSON."""
    return zlib.crc32(json.dumps(about).encode())


def load(export_dir, tags):
    """The object of the SavedModel in `export_dir`. Raises as `tf.saved_model.load` does, which asks for it; None as `tags` takes any."""
    if any(t != constants.SERVING for t in tags or ()):
        raise ValueError(
            f"Got an incompatible argument to `tags`: {tags}. The SavedModel at {export_dir} has one MetaGraph with tags "
            f"['{constants.SERVING}']. You may omit the argument, pass 'None', or pass matching tags."
        )
    about = _description(export_dir)
    tensors, nodes = _files.read(os.path.join(export_dir, constants.VARIABLES_DIRECTORY, constants.VARIABLES_FILENAME))
    # Operations are looked up by their types: those of all namespaces have to be there.
    raw_ops.load()
    try:
        return _Loader(export_dir, about, tensors, nodes).root()
    except (LookupError, ValueError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise _damaged(export_dir, error) from error


class _Loader:
    def __init__(self, export_dir, about, tensors, nodes):
        self._dir, self._tensors, self._nodes = export_dir, tensors, nodes
        self._objects = []
        self._about = about
        for number, item in enumerate(about["objects"]):
            self._objects.append(self._made(number, item))
        self._reader = Reader(self._objects)
        self._traces = [RestoredTrace(f, self._reader) for f in about["functions"]]
        # Children first: a list or dictionary is copied when it becomes an attribute, so it has to be filled by then.
        for number in reversed(range(len(self._objects))):
            self._connect(self._objects[number], about["objects"][number])

    def _made(self, number, item):
        """The object number `number`, still without children."""
        kind = item["kind"]
        if kind == "variable":
            ((_, key, *_),) = self._nodes[number]["attributes"]
            return Variable(self._tensors[key], trainable=item["trainable"], name=item["name"], dtype=item["dtype"], shape=item["shape"])
        if kind == "list":
            return []
        if kind == "dict":
            return {}
        if kind == "asset":
            return Asset(asset_file(self._dir, f"{item['number']}_{os.path.basename(item['name'])}"))
        if kind == "table":
            keys, values = tensor_from(item["keys"]), tensor_from(item["values"])
            return StaticHashTable(KeyValueTensorInitializer(keys, values), tensor_from(item["default"]))
        return user_object("__call__" in item["functions"])

    def _connect(self, x, item):
        """Give the object `x` its children and functions."""
        if item["kind"] == "list":
            # By number: as text "10" would come before "2".
            x.extend(self._objects[n] for _, n in sorted(item["children"], key=lambda c: int(c[0])))
        elif item["kind"] == "dict":
            x.update({name: self._objects[n] for name, n in item["children"]})
        elif item["kind"] == "object":
            for name, number in item["children"]:
                setattr(x, name, self._objects[number])
            for name, numbers in item.get("variables", {}).items():
                setattr(x, name, NoDependency(ListWrapper([self._objects[n] for n in numbers])))
            for name, numbers in item["functions"].items():
                made = RestoredFunction(name, [self._traces[n] for n in numbers])
                x.__dict__["_tfshim_call" if name == "__call__" else name] = made

    def root(self):
        """The first object, with the signatures."""
        root = self._objects[0]
        root.signatures = NoDependency(SignatureMap({name: Signature(self._traces[n]) for name, n in self._about["signatures"].items()}))
        return root
