"""Whole models in `.keras` files, in directories, and weights in `.weights.h5` files.

A `.keras` file is a zip archive of `metadata.json`, `config.json` and `model.weights.h5`; without h5py the values are kept in
`model.weights.safetensors` instead. A directory is a SavedModel of TensorFlow's with the first two beside it.
"""

import datetime
import io
import json
import os
import struct
import sys
import types
import warnings
import zipfile
import zlib

from tfshim.engine.runtime.logger import get_logger
from tfshim.files import json_text as _json
from tfshim.files.replacing import Replacement
from tfshim.io._oserrors import raising_for
from tfshim.keras._safe_mode import safe_mode_scope
from tfshim.keras.layers.preprocessing.vocabulary_files import not_opened
from tfshim.keras.models.network_config import json_value
from tfshim.keras.saving import stores, tf_directory, tf_writing
from tfshim.keras.saving.compiled import build_compiled
from tfshim.keras.saving.functions_from_graphs import revived_by_name
from tfshim.keras.saving.keras3_config import in_keras_2, is_of_keras_3
from tfshim.keras.saving.serialization import NOT_FOUND, deserialize_keras_object, objects_marked, serialize_keras_object
from tfshim.keras.saving.state import load_assets, load_state, save_assets, save_state, walk
from tfshim.keras.utils.archives import check_size
from tfshim.keras.utils.registration import custom_object_scope, program_scope
from tfshim.keras.v1.session import with_values_at_hand

METADATA, CONFIG, WEIGHTS, TENSORS = "metadata.json", "config.json", "model.weights.h5", "model.weights.safetensors"
GRAPH, FINGERPRINT = "saved_model.pb", "fingerprint.pb"
ASSETS = "assets"
# In the metadata of a directory: checksums of its files by their names, and that of the fingerprint which was written with them.
_CHECKSUMS, _WRITTEN_WITH = "crc32", "fingerprint"
_TENSORFLOWS = frozenset(["saved_model.pb", "keras_metadata.pb", "variables", "assets", "fingerprint.pb"])
# What a saved model consists of; other files in its directory are the user's.
_OWN = _TENSORFLOWS | {METADATA, CONFIG, TENSORS, ASSETS}
_VERSION = "2.15.0"


def _texts(model):
    """The contents of `metadata.json` and `config.json`."""
    now = datetime.datetime.now().strftime("%Y-%m-%d@%H:%M:%S")
    return {"keras_version": _VERSION, "date_saved": now}, json.dumps(serialize_keras_object(model), default=json_value)


def _revived(text, path, custom_objects, compile, safe_mode):
    """The model that `config.json` describes, without its values."""
    try:
        config = _json.loads(text)
    except ValueError as e:
        raise ValueError(f"'{path}' is damaged: its {CONFIG} is not JSON ({e}).") from None
    if not isinstance(config, dict):
        raise ValueError(f"'{path}' is damaged: its {CONFIG} does not describe a model.")
    if not compile:
        config.pop("compile_config", None)
    if is_of_keras_3(config):
        config = in_keras_2(config)
    with safe_mode_scope(safe_mode, assets=True):
        return deserialize_keras_object(config, custom_objects, safe_mode=safe_mode)


# ---------------------------------------------------------------------- .keras
def save_archive(model, path):
    """Write `model` into the `.keras` file `path`."""
    if not model.built:
        warnings.warn(
            "You are saving a model that has not yet been built. It might not contain any weights yet. Consider building the model first "
            "by calling it on some data.",
            stacklevel=2,
        )
    metadata, config = _texts(model)
    try:
        stores.hdf5()
        name, buffer = WEIGHTS, stores.in_memory()
        store = stores.H5Writer(buffer)
        save_state(model, store)
        store.close()
        content = buffer.getvalue()
    except ImportError:
        # h5py is optional: without it the values go into the archive as safetensors.
        name, store = TENSORS, stores.TensorsWriter()
        save_state(model, store)
        content = store.content()
    with Replacement(path) as part, zipfile.ZipFile(part, "w") as archive:
        archive.writestr(METADATA, json.dumps(metadata))
        archive.writestr(CONFIG, config)
        archive.writestr(name, content)
        for path, asset in save_assets(model).items():
            archive.writestr(f"{ASSETS}/{path}", asset)


def _archive(path):
    try:
        return zipfile.ZipFile(path, "r")
    except (zipfile.BadZipFile, NotImplementedError, UnicodeError, ValueError, OverflowError, struct.error) as e:
        raise ValueError(f"'{path}' is damaged, or not a .keras file: {e}") from None


def _member(archive, name, path):
    try:
        about = archive.getinfo(name)
        # A small archive may claim to unpack to more than the memory holds.
        check_size(about.file_size, about.compress_size, f"{path}/{name}")
        return archive.read(name)
    except (KeyError, zipfile.BadZipFile, EOFError, zlib.error, NotImplementedError, RuntimeError, OverflowError, OSError) as e:
        raise ValueError(f"'{path}' is damaged, or not a .keras file: cannot read its {name} ({e}).") from None


def _archived_store(archive, path):
    names = archive.namelist()
    if TENSORS in names:
        return stores.TensorsReader(_member(archive, TENSORS, path), f"{path}/{TENSORS}")
    if WEIGHTS not in names:
        raise ValueError(f"'{path}' holds no weights: neither {WEIGHTS} nor {TENSORS} is in it.")
    try:
        return stores.H5Reader(io.BytesIO(_member(archive, WEIGHTS, path)))
    except OSError as e:
        raise ValueError(f"'{path}' is damaged: its {WEIGHTS} is no HDF5 file ({e}).") from None


def load_archive(path, custom_objects=None, compile=True, safe_mode=True):
    """The model in the `.keras` file `path`. Raises ValueError where the file is damaged."""
    with custom_object_scope(custom_objects or {}), _archive(path) as archive:
        model = _revived(_member(archive, CONFIG, path), path, custom_objects, compile, safe_mode)
        _fill(model, _archived_store(archive, path))
        prefix = f"{ASSETS}/"
        load_assets(model, {n[len(prefix) :]: _member(archive, n, path) for n in archive.namelist() if n.startswith(prefix)})
    _check_read(model)
    return model


def _check_read(model):
    """Raise where a layer still waits for a file that did not come with the model."""
    for _, layer in walk(model):
        if getattr(layer, "unread", None) is not None:
            raise not_opened(layer.unread, layer.name)


def _fill(model, store):
    try:
        with_values_at_hand(load_state)(model, store)
    finally:
        store.close()


# ---------------------------------------------------------------------- .weights.h5
def save_weights_only(model, path):
    """Write the values of `model` into the `.weights.h5` file `path`."""
    if not str(path).endswith(".weights.h5"):
        raise ValueError(f"Invalid `filepath` argument: expected a `.weights.h5` extension. Received: filepath={path}")
    with Replacement(path) as part:
        store = stores.H5Writer(part)
        try:
            save_state(model, store)
        finally:
            store.close()


def load_weights_only(model, path, skip_mismatch=False):
    """Read the values of `model` from a `.weights.h5` or `.keras` file."""
    if str(path).endswith(".keras"):
        with _archive(path) as archive:
            store = _archived_store(archive, path)
    else:
        store = stores.H5Reader(path)
    try:
        load_state(model, store, skip_mismatch)
    finally:
        store.close()


# ---------------------------------------------------------------------- directories
def is_saved_directory(path):
    """Whether `path` is a directory that `save_directory`, of this version or an earlier one, wrote."""
    if not os.path.isfile(os.path.join(path, CONFIG)):
        return False
    return is_earlier_directory(path) or os.path.isfile(os.path.join(path, GRAPH)) and not _is_outdated(path)


def _is_outdated(path):
    """Whether TensorFlow has put another model where `save_directory` had one: it leaves files alone that it does not know."""
    try:
        known = _json.loads(_content(path, METADATA)).get(_WRITTEN_WITH)
    except (OSError, ValueError, AttributeError):  # which is told of when it is read
        return False
    return known is not None and known != _sum_of_fingerprint(path)


def _sum_of_fingerprint(path):
    return zlib.crc32(_content(path, FINGERPRINT)) if os.path.isfile(os.path.join(path, FINGERPRINT)) else 0


def is_earlier_directory(path):
    """Whether the values of the directory are in the safetensors file of earlier versions."""
    return os.path.isfile(os.path.join(path, TENSORS))


def save_directory(model, path, include_optimizer=True, signatures=None, options=None, traces=True):
    """Write `model` into the directory `path`, in the place of what is there: as TensorFlow's Keras does, and its configuration.

    A model with layers that have no configuration is what TensorFlow's Keras writes alone.
    """
    try:
        with objects_marked.set_to(True):
            metadata, config = _texts(model)
    except NotImplementedError:
        metadata = config = None
    content = tf_writing.Content(model, include_optimizer, signatures, options, traces)
    assets, path = os.path.join(path, ASSETS), os.path.normpath(path)
    if os.path.isdir(path) and os.listdir(path) and not is_saved_directory(path):
        if not set(os.listdir(path)) & _TENSORFLOWS:
            raise FileExistsError(f"'{path}' is a directory that holds something else than a saved model; give another name.")
    with raising_for(os.fspath(path)), Replacement(path, folder=True, own=_OWN) as part:
        content.write(part)
        files = {}
        if config is not None:
            files = {CONFIG: config.encode(), **{f"{ASSETS}/{k}": v for k, v in save_assets(model).items()}}
            metadata[_CHECKSUMS] = {name: zlib.crc32(content) for name, content in files.items()}
            metadata[_WRITTEN_WITH] = _sum_of_fingerprint(part)
            files[METADATA] = json.dumps(metadata).encode()
        for name, data in files.items():
            full = os.path.join(part, *name.split("/"))
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "wb") as f:
                f.write(data)
    get_logger().info("Assets written to: %s", assets)


def own_names():
    """The classes and functions of the program itself: a directory may name them, as TensorFlow's holds its functions."""
    main = vars(sys.modules.get("__main__", types.ModuleType("none")))
    return {
        k: v
        for k, v in main.items()
        if not k.startswith("__")
        and (
            isinstance(v, types.FunctionType)
            and v.__module__ == "__main__"
            or isinstance(v, type)
            and hasattr(v, "from_config")
            and v.__module__ == "__main__"
        )
    }


def _files_below(folder):
    """The files in `folder` and the folders within, as bytes by path."""
    found = {}
    for at, _, names in os.walk(folder):
        for name in names:
            full = os.path.join(at, name)
            with open(full, "rb") as f:
                found["/".join(os.path.relpath(full, folder).split(os.sep))] = f.read()
    return found


def _content(path, name):
    with open(os.path.join(path, name), "rb") as f:
        return f.read()


def _check(files, path):
    """Raise ValueError unless the files of a directory, bytes by name, are what its metadata has checksums for; older ones have none."""
    if not os.path.exists(os.path.join(path, METADATA)):
        return
    try:
        known = _json.loads(_content(path, METADATA)).get(_CHECKSUMS)
    except (ValueError, AttributeError) as e:
        raise ValueError(f"'{path}' is damaged: its {METADATA} is not what was saved ({e}).") from None
    for name in known or ():
        if zlib.crc32(files.get(name, b"")) != known[name]:
            raise ValueError(f"'{path}' is damaged: the checksum of its {name} does not match.")


def load_directory(path, custom_objects=None, compile=True, safe_mode=True):
    """The model in the directory `path`. Raises ValueError where a file of it is damaged."""
    files = {CONFIG: _content(path, CONFIG), **{f"{ASSETS}/{k}": v for k, v in _files_below(os.path.join(path, ASSETS)).items()}}
    _check(files, path)
    store = stores.TensorsReader(_content(path, TENSORS), os.path.join(path, TENSORS)) if is_earlier_directory(path) else None
    if store is None and compile:
        with custom_object_scope(custom_objects or {}):
            tf_directory.check_metrics(path)
    with program_scope(own_names()), custom_object_scope(custom_objects or {}):
        if store is None and not tf_directory.are_classes_known(path):
            # As in TensorFlow, the model is what its functions compute.
            return tf_directory.load_directory(path, custom_objects, compile, safe_mode)
        try:
            with revived_by_name.set_to(tf_directory.lambdas(path) if store is None else None):
                model = _revived(files.pop(CONFIG), path, custom_objects, compile, safe_mode)
        except Exception as e:
            if store is not None:
                raise
            if isinstance(e, TypeError) and str(e).startswith(NOT_FOUND):
                # A loss or a metric that is not known: what TensorFlow reads says so in other words.
                return tf_directory.load_directory(path, custom_objects, compile, safe_mode)
            if tf_directory.is_network_of_layers(path):
                raise
            # As in TensorFlow: a class that cannot be made of its configuration is known by its functions.
            return tf_directory.load_directory(path, custom_objects, compile, safe_mode, functions_only=True)
        if store is not None:
            _fill(model, store)
        load_assets(model, {k.removeprefix(f"{ASSETS}/"): v for k, v in files.items()})
        if store is None:
            tf_directory.restore(model, path)
    _check_read(model)
    if model._is_compiled:
        if store is None and model.compiled_metrics is not None:
            model.compiled_metrics.objects_are_named = True  # a directory is written of a model whose metrics have been made
        build_compiled(model)
    elif compile:
        get_logger().warning("No training configuration found in save file, so the model was *not* compiled. Compile it manually.")
    return model
