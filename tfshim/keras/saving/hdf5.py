"""Models and weights in the HDF5 files of earlier versions of Keras (`.h5`)."""

import json
import os

import numpy as np

from tfshim._export import tf_private
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.engine.variables.variable import Variable
from tfshim.files import json_text as _json
from tfshim.files.replacing import Replacement
from tfshim.keras import losses, metrics, optimizers
from tfshim.keras._safe_mode import safe_mode_scope
from tfshim.keras.engine.tracking import vocabularies_as_weights
from tfshim.keras.metrics import base
from tfshim.keras.models.network_config import json_value
from tfshim.keras.saving import stores
from tfshim.keras.saving.compiled import build_compiled
from tfshim.keras.saving.earlier_weights import as_today
from tfshim.keras.saving.keras3_config import in_keras_2, is_of_keras_3
from tfshim.keras.saving.legacy import deserialize_layer, legacy_form, serialize_keras_object
from tfshim.keras.saving.serialization import builtin_function
from tfshim.keras.utils import registration
from tfshim.keras.v1.session import with_values_at_hand

_VERSION = "2.15.0"
_MOST = 64512  # what an attribute of an HDF5 object may take


# ---------------------------------------------------------------------- lists of names as attributes
def _put_names(group, name, values):
    too_long = [v for v in values if len(v.encode()) > _MOST]
    if too_long:
        raise RuntimeError(f"The following attributes cannot be saved to HDF5 file because they are larger than {_MOST} bytes: {too_long}")
    data = np.asarray([v.encode() for v in values])
    chunks = 1
    parts = [data]
    # Keras splits what is too long for one attribute, under numbered names.
    while any(p.nbytes > _MOST for p in parts):
        chunks += 1
        parts = np.array_split(data, chunks)
    if chunks == 1:
        group.attrs[name] = [] if not values else list(values)
        return
    for i, part in enumerate(parts):
        group.attrs[f"{name}{i}"] = [v.decode() for v in part]


def _names(group, name):
    with stores.damage_errors(group.file.filename):
        if name in group.attrs:
            found = list(group.attrs[name])
        else:
            found, i = [], 0
            while f"{name}{i}" in group.attrs:
                found += list(group.attrs[f"{name}{i}"])
                i += 1
        return [n.decode("utf8") if hasattr(n, "decode") else n for n in found]


def _member(group, name):
    with stores.damage_errors(group.file.filename):
        return group[name]


def _own_weights(layer):
    """What a group of the file holds for `layer`. Raises NotImplementedError where it is not variables alone: a learnt vocabulary."""
    with vocabularies_as_weights():
        weights = [*layer.trainable_weights, *layer.non_trainable_weights]
    if not all(isinstance(w, Variable) for w in weights):
        raise NotImplementedError(
            "Save or restore weights that is not an instance of `tf.Variable` is not supported in h5, use `save_format='tf'` instead. "
            f"Received a model or layer {type(layer).__name__} with weights {weights}"
        )
    return weights


def _put_weights(group, weights):
    _put_names(group, "weight_names", [w.name for w in weights])
    for w in weights:
        value = w.numpy()
        made = group.create_dataset(w.name, np.shape(value), dtype=value.dtype)
        # h5py has no `[:]` for scalars.
        if np.ndim(value):
            made[:] = value
        else:
            made[()] = value


def _values(group):
    names = _names(group, "weight_names")
    with stores.damage_errors(group.file.filename):
        return [np.asarray(group[n]) for n in names]


def _version_of(group):
    """The version of Keras that wrote the group; the first one did not say."""
    with stores.damage_errors(group.file.filename):
        found = group.attrs.get("keras_version", "1")
    return found.decode("utf8") if hasattr(found, "decode") else found


# ---------------------------------------------------------------------- weights
def _top_level(model):
    """Variables that are attributes of the model itself: those to be trained, then the others."""
    return [*model._trainable_weights, *model._non_trainable_weights]


@tf_private("keras.src.saving.legacy.hdf5_format.save_weights_to_hdf5_group")
def put_model_weights(group, model):
    """Write the weights of `model` into an HDF5 group, layer by layer."""
    _put_names(group, "layer_names", [layer.name for layer in model.layers])
    group.attrs["backend"] = "tensorflow"
    group.attrs["keras_version"] = _VERSION
    # As Keras writes them; the order of the layers is in `layer_names`.
    for layer in sorted(model.layers, key=lambda x: x.name):
        _put_weights(group.create_group(layer.name), _own_weights(layer))
    _put_weights(group.create_group("top_level_model_weights"), _top_level(model))


@tf_private("keras.src.saving.legacy.hdf5_format.load_weights_from_hdf5_group")
def get_model_weights(group, model):
    """Set the weights of `model` from an HDF5 group, in the order of layers. Raises ValueError where they do not fit."""
    found = _weights_in_order(group, model.layers) + _top_level_weights(group, model, _MODEL_IN_ORDER)
    _assign_fitting(found)
    model._finalize_states(include_self=False)


@tf_private("tensorflow.python.keras.saving.hdf5_format.load_weights_from_hdf5_group")
def get_weights_of_layers(f, layers):
    """Set the weights of `layers` from the HDF5 group `f`, in their order. Raises ValueError where they do not fit."""
    _assign_fitting(_weights_in_order(f, layers))
    _finalize(layers)


def _weights_in_order(group, layers):
    """[(place, variables, values)] of `layers`. Raises ValueError where the group has another number of layers."""
    # Layers without weights do not count: file and model may differ in them.
    layers = [layer for layer in layers if _own_weights(layer)]
    names = [n for n in _names(group, "layer_names") if _names(_member(group, n), "weight_names")]
    if len(names) != len(layers):
        raise ValueError(
            f"Layer count mismatch when loading weights from file. Model expected {len(layers)} layers, found {len(names)} saved layers."
        )
    found, version = [], _version_of(group)
    for k, (name, layer) in enumerate(zip(names, layers)):
        place = _Place(f"layer #{k} (named {layer.name} in the current model, {name} in the save file)")
        found.append((place, _own_weights(layer), as_today(layer, _values(_member(group, name)), version)))
    return found


def _assign_fitting(found):
    """Assign what `_weights_in_order` gives. Raises ValueError where it does not fit."""
    # All numbers before the first shape, and all pairs before the first assignment: a file that does not fit changes nothing.
    for place, wanted, values in found:
        _check_count(place, wanted, values)
    _assign([pair for one in found for pair in _pairs(*one, False)])


def _assign(pairs):
    for variable, value in pairs:
        variable.assign(value)


def _finalize(layers):
    for layer in layers:
        layer._finalize_states()


class _Place:
    """Where weights belong, in Keras' messages: `counted` for a wrong number of them, `skipped` and `logged` for what is left out because
    of their number or shapes, `shaped` for a wrong shape where they are found by names."""

    unit = "Layer expects {} weight(s). Received {} saved weight(s)"

    def __init__(self, counted, skipped=None, logged=None, shaped=None):
        self.counted, self.skipped, self.logged, self._shaped = counted, skipped, logged, shaped

    def misfit(self, variable, wanted, found, sizes):
        """The text of the error for a weight of another shape."""
        if self._shaped is not None:
            return f"Shape mismatch in {self._shaped} {variable.name}. {sizes}"
        return (
            f"Cannot assign value to variable ' {variable.name}': Shape mismatch.The variable shape {wanted}, and the assigned value "
            f"shape {found} are incompatible."
        )


class _TopLevel(_Place):
    """The weights of the model itself."""

    unit = "Model expects {} top-level weight(s). Received {} saved top-level weight(s)"


_MODEL_IN_ORDER = _TopLevel("top-level weights when loading weights from file")
_MODEL_BY_NAME = _TopLevel(
    "top-level weights of model",
    "loading top-level weights for model",
    "loading top-level weight for model",
    "model for top-level weight",
)


def _layer_by_name(k, layer):
    about = f"layer #{k} (named {layer.name})"
    return _Place(about, f"loading of weights for {about}", f"loading weights for {about}", f"{about} for weight")


def _check_count(place, wanted, values):
    if len(values) != len(wanted):
        raise ValueError(f"Weight count mismatch for {place.counted}. {place.unit.format(len(wanted), len(values))}")


def _pairs(place, wanted, values, skip_mismatch):
    """(variable, value) of what is at `place`. ValueError, or less and a warning with `skip_mismatch`, where they do not fit."""
    if not skip_mismatch:
        _check_count(place, wanted, values)
    elif len(values) != len(wanted):
        text = place.unit.format(len(wanted), len(values))
        get_logger().warning("Skipping %s due to mismatch in number of weights. %s", place.skipped, text)
        return []
    pairs = []
    for variable, value in zip(wanted, values):
        # Weights whose sizes come with a vocabulary take any.
        if variable.shape.is_compatible_with(value.shape):
            pairs.append((variable, value))
            continue
        shape = tuple(variable.shape.as_list())
        sizes = f"Weight expects shape {shape}. Received saved weight with shape {value.shape}"
        if not skip_mismatch:
            raise ValueError(place.misfit(variable, shape, value.shape, sizes))
        get_logger().warning("Skipping %s due to mismatch in shape for weight %s. %s", place.logged, variable.name, sizes)
    return pairs


def _top_level_weights(group, model, place):
    """[(place, variables, values)] of the weights of the model itself; none in files of Keras' versions that do not have them."""
    with stores.damage_errors(group.file.filename):
        if "top_level_model_weights" not in group:
            return []
    return [(place, _top_level(model), _values(_member(group, "top_level_model_weights")))]


@tf_private("keras.src.saving.legacy.hdf5_format.load_weights_from_hdf5_group_by_name")
def get_model_weights_by_name(group, model, skip_mismatch=False):
    """Set the weights of those layers whose names are in an HDF5 group. Raises ValueError where they do not fit."""
    pairs = _pairs_by_name(group, model.layers, skip_mismatch)
    for one in _top_level_weights(group, model, _MODEL_BY_NAME):
        pairs += _pairs(*one, skip_mismatch)
    _assign(pairs)
    model._finalize_states(include_self=False)


@tf_private("tensorflow.python.keras.saving.hdf5_format.load_weights_from_hdf5_group_by_name")
def get_weights_of_layers_by_name(f, layers, skip_mismatch=False):
    """Set the weights of those of `layers` whose names are in the HDF5 group `f`. Raises ValueError where they do not fit."""
    _assign(_pairs_by_name(f, layers, skip_mismatch))
    _finalize(layers)


def _pairs_by_name(group, layers, skip_mismatch):
    """(variable, value) of those of `layers` whose names are in the group."""
    by_name = {}
    for layer in layers:
        by_name.setdefault(layer.name, []).append(layer)
    pairs, version = [], _version_of(group)
    for k, name in enumerate(_names(group, "layer_names")):
        values = _values(_member(group, name))
        for layer in by_name.get(name, ()):
            pairs += _pairs(_layer_by_name(k, layer), _own_weights(layer), as_today(layer, values, version), skip_mismatch)
    return pairs


def save_weights(model, path):
    """Write the weights of `model` into the HDF5 file `path`."""
    with Replacement(path) as part, stores.hdf5().File(part, "w", locking=False) as f:
        put_model_weights(f, model)


def load_weights(model, path, by_name=False, skip_mismatch=False):
    """Read the weights of `model` from the HDF5 file `path`, of weights or of a whole model."""
    if not os.path.exists(path):  # h5py's words, which is not needed to say so
        raise FileNotFoundError(
            f"[Errno 2] Unable to synchronously open file (unable to open file: name = '{path}', errno = 2, "
            "error message = 'No such file or directory', flags = 0, o_flags = 0)"
        )
    with stores.opened(path) as f:
        with stores.damage_errors(path):
            # The file of a whole model has them in this group.
            group = f["model_weights"] if "layer_names" not in f.attrs and "model_weights" in f else f
        if by_name:
            get_model_weights_by_name(group, model, skip_mismatch)
        else:
            get_model_weights(group, model)


# ---------------------------------------------------------------------- whole models
def save_model(model, path, include_optimizer=True):
    """Write `model` into the HDF5 file `path`. Raises NotImplementedError for subclassed models."""
    if not model.__dict__.get("_is_graph_network") and type(model).__name__ != "Sequential":
        raise NotImplementedError(
            "Saving the model to HDF5 format requires the model to be a Functional model or a Sequential model. It does not work for "
            "subclassed models, because such models are defined via the body of a Python method, which isn't safely serializable. "
            'Consider saving to the Tensorflow SavedModel format (by setting save_format="tf") or using `save_weights`.'
        )
    model._assert_weights_created()
    with legacy_form():
        config = {"class_name": registration.get_registered_name(type(model)), "config": model.get_config()}
    with Replacement(path) as part, stores.hdf5().File(part, "w", locking=False) as f:
        f.attrs["backend"] = "tensorflow"
        f.attrs["keras_version"] = _VERSION
        f.attrs["model_config"] = json.dumps(config, default=json_value)
        put_model_weights(f.create_group("model_weights"), model)
        if include_optimizer and model._is_compiled and model._compile_arguments is not None:
            f.attrs["training_config"] = json.dumps(_training_config(model), default=json_value)
            if model.optimizer is not None:
                kept = _variables_of(model.optimizer)
                if kept:
                    _put_weights(f.create_group("optimizer_weights"), kept)


def _training_config(model):
    given = model._compile_arguments
    optimizer = model.optimizer
    made = model.compiled_metrics
    built = made is not None and made.built
    return {
        "loss": _plain(given["loss"]),
        "metrics": _rows(made._metrics) if built else _plain(given["metrics"]),
        "weighted_metrics": _rows(made._weighted_metrics) if built else _plain(given["weighted_metrics"]),
        "loss_weights": given["loss_weights"],
        "optimizer_config": {"class_name": _optimizer_name(type(optimizer)), "config": optimizer.get_config()},
    }


def _optimizer_name(cls):
    """The name that an optimizer has in the files of Keras 2.15, where the built-in ones are registered classes, but for the older ones."""
    name = registration.get_registered_name(cls)
    if cls.__module__.startswith("keras.src.mixed_precision"):  # which wraps another
        return name
    registered = ">" not in name and cls.__module__.startswith("keras.") and not issubclass(cls, optimizers.legacy.Optimizer)
    return f"Custom>{name}" if registered else name


def _variables_of(optimizer):
    found = optimizer.variables
    return list(found() if callable(found) else found)


def _rows(rows):
    """The metrics of each output; None where there are none at all."""
    made = [[_plain(m) for m in row] for row in rows]
    return made if any(m is not None for row in made for m in row) else None


def _plain(value):
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items()}
    return serialize_keras_object(value)


def load_model(path, custom_objects=None, compile=True, safe_mode=True):
    """The model in the HDF5 file `path`. Raises OSError for another file, ValueError where it holds only weights, or code."""
    # In these files Keras runs any code. What this process has written into them is no code from elsewhere.
    safety = safe_mode_scope(safe_mode, own_code=True)
    with stores.opened(path) as f, registration.custom_object_scope(custom_objects or {}), safety:
        config = _attribute(f, "model_config", path)
        if config is None:
            raise ValueError(f"No model config found in the file at {path}.")
        model = deserialize_layer(in_keras_2(config) if is_of_keras_3(config) else config, custom_objects)
        with stores.damage_errors(path):
            group = f["model_weights"]
        with_values_at_hand(get_model_weights)(group, model)
        if not compile:
            return model
        training = _attribute(f, "training_config", path)
        if training is None:
            get_logger().warning("No training configuration found in the save file, so the model was *not* compiled. Compile it manually.")
            return model
        model.compile(**compile_arguments(training, custom_objects))
        if "optimizer_weights" in f and model.optimizer is not None:
            if model._graph_training is not None:
                model._graph_training.make_optimizer_variables()
            elif hasattr(model.optimizer, "_create_all_weights"):
                model.optimizer._create_all_weights(model.trainable_variables)
            elif hasattr(model.optimizer, "build"):
                model.optimizer.build(model.trainable_variables)
            try:
                with stores.damage_errors(path):
                    group = f["optimizer_weights"]
                model.optimizer.set_weights(_values(group))
            except ValueError:
                get_logger().warning(
                    "Error in loading the saved optimizer state. As a result, your model is starting with a freshly initialized optimizer."
                )
        build_compiled(model)
    return model


def _attribute(file, name, path):
    """What the attribute `name` says in JSON, None where there is none."""
    with stores.damage_errors(path):
        text = file.attrs.get(name)
        return None if text is None else _json.loads(text)


def compile_arguments(training, custom_objects):
    config = training["optimizer_config"]
    name = config["class_name"].rpartition(">")[2] if config["class_name"].startswith("Custom>") else config["class_name"]
    plain, weighted = (_one_output(_objects(training.get(k), custom_objects, metrics)) for k in ("metrics", "weighted_metrics"))
    return {
        "optimizer": optimizers.deserialize({**config, "class_name": name}, custom_objects),
        "loss": _objects(training.get("loss"), custom_objects, losses),
        "metrics": plain,
        "weighted_metrics": weighted,
        "loss_weights": training.get("loss_weights"),
        # Metrics that are saved as objects have the names of their outputs already.
        "from_serialized": not any(isinstance(m, str) for m in nest.flatten([plain, weighted])),
    }


def _one_output(rows):
    # Keras writes a list for each output, also where there is one.
    return rows[0] if isinstance(rows, list) and len(rows) == 1 and isinstance(rows[0], list) else rows


def _objects(value, custom_objects, module):
    """The objects that names and configurations denote; `module`: that of losses or of metrics."""
    if isinstance(value, str):
        found = registration.get_registered_object(value, custom_objects)
        if found is None and module is losses:
            losses.deserialize(value, use_legacy_format=True)  # which raises for a name that means nothing
        return found or value
    if isinstance(value, list):
        return [_objects(v, custom_objects, module) for v in value]
    if not isinstance(value, dict):
        return value
    if "class_name" not in value or "config" not in value:
        return {k: _objects(v, custom_objects, module) for k, v in value.items()}
    inner = value["config"]
    if value["class_name"].endswith("MetricWrapper") and isinstance(inner, dict) and isinstance(inner.get("fn"), str):
        function = registration.get_registered_object(inner["fn"], custom_objects) or builtin_function(inner["fn"])
        if function is None:
            metrics.deserialize(inner["fn"], use_legacy_format=True)  # which raises for a name that means nothing
        return base.MeanMetricWrapper(function, name=inner.get("name"), dtype=inner.get("dtype"))
    return module.deserialize(value, custom_objects, use_legacy_format="module" not in value)
