"""`save_model`, `load_model`, and the weights of a model in files: which format it is to be."""

from __future__ import annotations

import contextlib
import os
import sys
import warnings
import zipfile
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.engine.functions.function import inside_function
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.runtime.state import ScopedValue
from tfshim.files.places import on_disk
from tfshim.files.replacing import needs_folder
from tfshim.keras.saving import array_files, elsewhere, hdf5, keras_file, tf_directory
from tfshim.keras.saving.compiled import build_compiled
from tfshim.keras.saving.state import unchanged_by_failure
from tfshim.keras.v1.session import with_values_at_hand
from tfshim.refusals import refused
from tfshim.saved_model.loading import load
from tfshim.train import safetensors_format, state_file
from tfshim.train.checkpoint import Checkpoint
from tfshim.train.hosts import check_host

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


_H5 = (".h5", ".hdf5", ".keras_h5")


def _may_write(path, overwrite):
    """Whether to write: prompts on the terminal where the path exists already, as Keras does."""
    if overwrite or not (elsewhere.exists(path) if elsewhere.is_elsewhere(path) else os.path.exists(path)):
        return True
    if not sys.stdin or not sys.stdin.isatty():
        raise FileExistsError(f"'{path}' exists already; give another name, or overwrite=True.")
    answer = input(f"[WARNING] {path} already exists - overwrite? [y/n]").strip().lower()
    return answer == "y"


_KINDS = {"keras": "keras", "keras_v3": "keras", "tf": "tf", "tensorflow": "tf", "h5": "h5", "hdf5": "h5"}


def _format(path, given):
    if given:
        found = next((kind for name, kind in _KINDS.items() if given == name), None)
        if found is None:
            raise ValueError(f"Unknown `save_format` argument. Expected one of 'keras', 'tf', or 'h5'. Received: save_format{given}")
        return found
    return "keras" if path.endswith(".keras") else "h5" if path.endswith(_H5) else "tf"


def _path(filepath, reading_model=False):
    try:
        return on_disk(filepath)
    except TypeError:
        if type(filepath).__module__.startswith("h5py"):
            raise refused("tf.keras.models.load_model", "h5py.File") from None
        if reading_model:
            text = "Unable to load model. Filepath is not an hdf5 file (or h5py is not available) or SavedModel."
            raise OSError(f"{text} Received: filepath={filepath}") from None
        raise AttributeError(f"'{type(filepath).__name__}' object has no attribute 'endswith'") from None


@tf_export("keras.models.save_model", "keras.saving.save_model")
@with_values_at_hand
def save_model(model: Any, filepath: Path, overwrite: bool = True, save_format: str | None = None, **kwargs) -> None:
    """Writes the whole model to a file or directory: layers, weights, how it was compiled, and the state of the optimizer.

    Mirrors `tf.keras.models.save_model`, also `tf.keras.saving.save_model`; it is what `model.save` calls.

    Arguments:
        model: a `tf.keras.Model`.
        filepath: a name in ".keras" for Keras' own format, in ".h5" for HDF5; any other is a directory that becomes a SavedModel.
        overwrite: whether something at that place is replaced; True. False: asks on a terminal, else raises.
        save_format: "keras", "h5" or "tf" in place of what the name says.
        **kwargs: `include_optimizer` (HDF5 and SavedModel), `signatures`, `options`, `save_traces` (SavedModel).

    Raises:
        ValueError: a name and format that contradict each other, keywords that the format does not have, a model without weights yet.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
        >>> tf.keras.models.save_model(model, "model.keras")
        >>> tf.keras.models.load_model("model.keras").count_params()
        8
    """
    path = _path(filepath)
    if elsewhere.is_elsewhere(path):
        if not _may_write(path, overwrite):
            return None
        with elsewhere.to_be_written(path) as local:
            return save_model(model, local, True, save_format, **kwargs)
    kind = _format(path, save_format)
    if kind == "keras" and not path.endswith(".keras"):
        raise ValueError(f"Invalid `filepath` argument: expected a `.keras` extension. Received: filepath={path}")
    include = kwargs.pop("include_optimizer", True)
    signatures = kwargs.pop("signatures", None)
    options = kwargs.pop("options", None)
    traces = kwargs.pop("save_traces", True)
    if kind == "keras" and (kwargs or options is not None or signatures is not None or not include):
        given = [*kwargs, *(k for k, on in (("options", options), ("signatures", signatures), ("include_optimizer", not include)) if on)]
        raise ValueError(f"The following argument(s) are not supported with the native Keras format: {given}")
    if kwargs:
        raise TypeError(f"save_model() got an unexpected keyword argument '{next(iter(kwargs))}'")
    if not traces and kind != "tf":
        raise ValueError("`save_traces` is for the directory form only.")
    if signatures and kind == "h5":
        raise ValueError("`signatures` are for the directory form only.")
    if kind != "keras":
        build_compiled(model)
    if not _may_write(path, overwrite):
        return
    if kind == "keras":
        needs_folder(path)
    elif folder := os.path.dirname(os.path.normpath(path)):
        os.makedirs(folder, exist_ok=True)
    if kind == "keras":
        keras_file.save_archive(model, path)
    elif kind == "h5":
        warnings.warn(
            "You are saving your model as an HDF5 file via `model.save()`. This file format is considered legacy. We recommend "
            "using instead the native Keras format, e.g. `model.save('my_model.keras')`.",
            stacklevel=3,
        )
        hdf5.save_model(model, path, include)
    else:
        with _as_if_not_compiled(model) if not include else contextlib.nullcontext():
            keras_file.save_directory(model, path, include, signatures, options, traces)


@contextlib.contextmanager
def _as_if_not_compiled(model):
    """Within it the model looks as if it had not been compiled, by which the writers go."""
    compiled, model.__dict__["_is_compiled"] = model._is_compiled, False
    optimizer, model.__dict__["optimizer"] = model.optimizer, None
    try:
        yield
    finally:
        model.__dict__["_is_compiled"], model.__dict__["optimizer"] = compiled, optimizer


_options: ScopedValue = ScopedValue(None)


@tf_private(
    "keras.src.saving.legacy.saved_model.load_context.get_load_options", "tensorflow.python.saved_model.load_context.get_load_options"
)
def get_load_options() -> Any:
    """The options of the `load_model` in progress, for what is loaded within; None where it was given none."""
    return _options.value


@tf_export("keras.models.load_model", "keras.saving.load_model")
def load_model(filepath: Path, custom_objects: dict[str, Any] | None = None, compile: bool = True, safe_mode: bool = True, **kwargs) -> Any:
    """The model that `save_model` or `model.save` wrote, here or with TensorFlow, with its weights, compiled as it was.

    Mirrors `tf.keras.models.load_model`, also `tf.keras.saving.load_model`. No code of a file is run unless `safe_mode` is False.

    Arguments:
        filepath: a ".keras" or ".h5" file, or the directory of a SavedModel.
        custom_objects: classes and functions by name that the model needs and that are not registered with
            `tf.keras.saving.register_keras_serializable`; None: none.
        compile: whether the model is compiled as it was; True by default.
        safe_mode: whether Python lambdas, and functions that touch files, are refused; True by default.
        **kwargs: `options`, a `tf.saved_model.LoadOptions`, for SavedModels.

    Returns:
        The model; for a SavedModel whose class is unknown, one that can be called and trained, but has no Python code of its own. A
            SavedModel that holds no model of Keras is what `tf.saved_model.load` gives.

    Raises:
        OSError: nothing is there. ValueError: a damaged file, or code in it. TypeError: a class that is unknown.

    Example:
        >>> tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))], name="small").save("model.keras")
        >>> tf.keras.models.load_model("model.keras").name
        'small'
    """
    path = _path(filepath, reading_model=True)
    if elsewhere.is_elsewhere(path):
        with elsewhere.to_be_read(path) as local:
            return load_model(local, custom_objects, compile, safe_mode, **kwargs)
    options = kwargs.pop("options", None)
    if options is not None and path.endswith(".keras") and zipfile.is_zipfile(path):
        kwargs["options"] = options
    if kwargs:
        raise ValueError(f"The following argument(s) are not supported with the native Keras format: {list(kwargs)}")
    if not os.path.exists(path):
        raise OSError(f"No file or directory found at {path}")
    if os.path.isdir(path):
        if options and not hasattr(options, "experimental_io_device"):
            raise AttributeError(f"'{type(options).__name__}' object has no attribute 'experimental_io_device'")
        check_host(options)
        for name in ("experimental_skip_checkpoint", "experimental_load_function_aliases"):
            if getattr(options, name, False):
                raise refused("tf.keras.models.load_model", "options", argument=name)
        with _options.set_to(options):
            if keras_file.is_saved_directory(path):
                return keras_file.load_directory(path, custom_objects, compile, safe_mode)
            if tf_directory.is_tf_directory(path):
                if not tf_directory.is_of_keras(path):
                    get_logger().warning(
                        "SavedModel saved prior to TF 2.5 detected when loading Keras model. Please ensure that you are saving the model "
                        "with model.save() or tf.keras.models.save_model(), *NOT* tf.saved_model.save(). To confirm, there should be a "
                        'file named "keras_metadata.pb" in the SavedModel directory.'
                    )
                    return load(path, options=options)
                return tf_directory.load_directory(path, custom_objects, compile, safe_mode)
        raise OSError(f"SavedModel file does not exist at: {path}/{{saved_model.pbtxt|saved_model.pb}}")
    if path.endswith(".keras") and zipfile.is_zipfile(path):
        return keras_file.load_archive(path, custom_objects, compile, safe_mode)
    if zipfile.is_zipfile(path):
        return keras_file.load_archive(path, custom_objects, compile, safe_mode)
    return hdf5.load_model(path, custom_objects, compile, safe_mode)


# ---------------------------------------------------------------------- weights
_NO_HDF5 = (
    "Unable to synchronously create file (unable to open file: name = '{}', errno = 2, error message = 'No such file or directory', "
    "flags = 13, o_flags = 242)"
)


@with_values_at_hand
def save_weights(model, filepath, overwrite=True, save_format=None, options=None):
    """Write the weights of `model`; see `Model.save_weights`."""
    if inside_function():
        raise RuntimeError("tf.keras.Model.save_weights cannot be called while a tf.function is traced. Call it outside of the function.")
    path = _path(filepath)
    if path.endswith(".weights.h5") and save_format in (None, "h5", "hdf5"):
        if _may_write(path, overwrite):
            needs_folder(path, _NO_HDF5)
            keras_file.save_weights_only(model, path)
        return
    model._assert_weights_created()
    h5 = path.endswith((".h5", ".keras", ".hdf5"))
    if save_format is None:
        kind = "h5" if h5 else "tf"
    else:
        kind = {"tensorflow": "tf", "tf": "tf", "hdf5": "h5", "h5": "h5", "keras": "h5"}.get(save_format.lower().strip())
        if kind is None:
            raise ValueError(f'Unknown format. Received: `save_format`={save_format}. Was expecting one of {{"tf", "h5"}}.')
    if kind == "tf" and h5:
        raise ValueError(
            'save_weights got save_format="tf"/"tensorflow", but the filepath '
            f'({path}) looks like an HDF5 file. Omit the ".h5"/".keras" when saving in TensorFlow format.'
        )
    # A checkpoint has no file of the name itself: its index tells whether there is one, or its file of arrays.
    files = [path + end for end in (".index", safetensors_format.SUFFIX)] if kind == "tf" else []
    if not _may_write(next(filter(os.path.exists, files), path), overwrite):
        return
    if kind == "h5":
        needs_folder(path, _NO_HDF5)
        hdf5.save_weights(model, path)
        return
    _make_folder(path)
    checkpoint = _checkpoint_of(model)
    checkpoint.write(path, options=options) if options is not None else checkpoint.write(path)
    # So that `tf.train.latest_checkpoint` of the folder finds it.
    state_file.write_one(path)


def _checkpoint_of(model):
    """A checkpoint of `model`, which waits for what is still written by another one of it."""
    made = Checkpoint(root=model)
    object.__setattr__(made, "_background", model.__dict__.setdefault("_background_writing", made._background))
    return made


def _make_folder(path):
    folder = os.path.dirname(path)
    if folder:
        os.makedirs(folder, exist_ok=True)


def _holds_hdf5(path):
    """Whether the file `path` is HDF5 by what it begins with; `save_format` lets such files have any name."""
    if not os.path.isfile(path):
        return False
    with open(path, "rb") as f:
        return f.read(8) == b"\x89HDF\r\n\x1a\n"


_ONLY_BY_NAME = "When calling model.load_weights, skip_mismatch can only be set to True when by_name is True."


@with_values_at_hand
def load_weights(model, filepath, skip_mismatch=False, by_name=False, options=None):
    """Set the weights of `model` from a file; see `Model.load_weights`."""
    path = _path(filepath)
    if elsewhere.is_elsewhere(path) and elsewhere.exists(path):
        with elsewhere.to_be_read(path) as local:
            return load_weights(model, local, skip_mismatch, by_name, options)
    if os.path.isdir(path) and keras_file.is_saved_directory(path) and keras_file.is_earlier_directory(path):
        if by_name or skip_mismatch:
            raise ValueError("The weights of a model's directory are loaded whole: by_name and skip_mismatch are for files.")
        with unchanged_by_failure(model):
            model.set_weights(keras_file.load_directory(path, None, False, True).get_weights())
        return None
    if os.path.isdir(path) and os.path.isfile(os.path.join(path, "saved_model.pb")):
        # The variables of the model are a checkpoint, which has its optimizer too.
        path = os.path.join(path, "variables", "variables")
    if path.endswith((".keras", ".weights.h5")) and os.path.exists(path) and (path.endswith(".weights.h5") or zipfile.is_zipfile(path)):
        if by_name:
            raise ValueError(f"Invalid keyword arguments: by_name. `{os.path.basename(path)}` is read by the structure of the model.")
        if options is not None:
            raise ValueError("Invalid keyword arguments: options. They are for checkpoints.")
        with unchanged_by_failure(model):
            keras_file.load_weights_only(model, path, skip_mismatch)
        return None
    if path.endswith(array_files.SUFFIXES) and os.path.isfile(path):
        if options is not None:
            raise ValueError("Invalid keyword arguments: options. They are for checkpoints.")
        model._assert_weights_created()
        with unchanged_by_failure(model):
            array_files.load_weights(model, path, by_name, skip_mismatch)
        return None
    if path.endswith((".h5", ".keras", ".hdf5")) or _holds_hdf5(path):
        if skip_mismatch and not by_name:
            raise ValueError(_ONLY_BY_NAME)
        if not model.__dict__.get("_is_graph_network") and not model.built:
            raise ValueError(
                "Unable to load weights saved in HDF5 format into a subclassed Model which has not created its variables yet. "
                "Call the Model first, then load the weights."
            )
        model._assert_weights_created()
        with unchanged_by_failure(model):
            hdf5.load_weights(model, path, by_name, skip_mismatch)
        return None
    if by_name:
        raise NotImplementedError(
            "Weights may only be loaded based on topology into Models when loading TensorFlow-formatted weights (got "
            "by_name=True to load_weights)."
        )
    if skip_mismatch:
        raise ValueError(_ONLY_BY_NAME)
    checkpoint = _checkpoint_of(model)
    status = checkpoint.read(path, options=options) if options is not None else checkpoint.read(path)
    # The file of another model would leave all weights as they are.
    status.assert_nontrivial_match()
    model._finalize_states(include_self=False)
    return status
