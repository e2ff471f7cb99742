"""Configurations that Keras 3 wrote, as Keras 2 has them: the same classes, other names of arguments, calls and operations."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.saving import serialization
from tfshim.keras.saving.keras3_operations import Reference, is_operation, node_data, operation_layer
from tfshim.keras.utils import registration
from tfshim.refusals import refused

Config = dict[str, Any]

# Arguments that every layer takes.
_OF_LAYERS = frozenset(["name", "trainable", "dtype", "dynamic", "autocast", "batch_input_shape", "input_shape", "weights"])
# Arguments that classes take beside those that their constructors name.
_KINDS = ("function", "output_shape", "mask")  # functions of a Lambda, each with a word for what it is
_ALSO = {
    "RNN": ["zero_output_for_mask"],
    **dict.fromkeys(["_Recurrent", "_Cell"], ["seed"]),
    "Lambda": [f"{kind}_type" for kind in _KINDS],
}
_CLASSES = {"OrthogonalInitializer": "Orthogonal"}
_CHANGED = ("hard_sigmoid",)  # activations that compute something else than those of this name in Keras 2
_RENAMED = {("LeakyReLU", "negative_slope"): "alpha"}
_LOOKUPS = ("StringLookup", "IntegerLookup", "TextVectorization")
_WITHOUT_EFFECT = {("RandomRotation", "value_range"), *((kind, "vocabulary_size") for kind in _LOOKUPS)}
# Arguments that say what Keras 2 does anyway, with the values for which that is so.
_NEUTRAL = {"data_format": ("channels_last",), "fill_mode": ("constant",), "fill_value": (0.0,), "auto_scale_loss": (True,)}
_OF_COMPILING = ("run_eagerly", "steps_per_execution", "jit_compile", "optimizer", "loss", "loss_weights", "metrics", "weighted_metrics")


def is_of_keras_3(config: Any) -> bool:
    """Whether Keras 3 wrote the configuration of a model: it says the shapes of inputs and calls of layers differently."""
    if isinstance(config, dict):
        nodes = config.get("inbound_nodes")
        if isinstance(nodes, list) and nodes and all(isinstance(n, dict) and {*n} == {"args", "kwargs"} for n in nodes):
            return True
        if config.get("class_name") == "InputLayer" and "batch_shape" in (config.get("config") or {}):
            return True
        return any(is_of_keras_3(v) for v in config.values())
    return isinstance(config, list) and any(is_of_keras_3(v) for v in config)


def in_keras_2(config: Any) -> Any:
    """`config`, what Keras 3 wrote of an object or of a structure of objects, in the form of Keras 2.

    Raises NotImplementedError for operations and arguments that Keras 2 does not have.
    """
    if isinstance(config, list):
        return [in_keras_2(x) for x in config]
    if not isinstance(config, dict):
        return config
    if not isinstance(config.get("class_name"), str) or not isinstance(config.get("config"), dict):
        return {k: in_keras_2(v) for k, v in config.items()}
    name = _CLASSES.get(config["class_name"], config["class_name"])
    made = {**config, "class_name": name}
    if name == "DTypePolicy" or name.endswith("DTypePolicy") and str(config.get("module", "")).startswith("keras"):
        return _policy(config)
    if config.get("compile_config"):
        made["compile_config"] = _compiled(config["compile_config"])
    if set(config.get("build_config") or ()) != {"input_shape"}:
        made.pop("build_config", None)  # layers of several inputs are built when they are called
    inner = config["config"]
    if "layers" in inner and "input_layers" in inner:
        made["config"] = _functional(inner)
    elif name == "Sequential":
        made["config"] = in_keras_2(inner)
    else:
        made["config"] = _arguments(made, _of_lambda(inner) if name == "Lambda" else {k: in_keras_2(v) for k, v in inner.items()})
    return made


def _of_lambda(inner):
    """The arguments of a Lambda, which tell of each function what kind it is."""
    made = dict(inner)
    for key in _KINDS:
        value, kind = inner.get(key), f"{key}_type"
        if isinstance(value, dict) and value.get("class_name") == "__lambda__":
            code = value["config"]
            made[key], made[kind] = [code["code"], code["defaults"], code["closure"]], "lambda"
        elif isinstance(value, dict):
            made[kind] = "function"
        elif value is None and key != "output_shape":
            made.pop(key, None)
        else:
            made[key], made[kind] = value, "raw"
    return made


def _policy(config):
    name = config["config"].get("name")
    if config["class_name"] not in ("DTypePolicy", "FloatDTypePolicy"):
        raise refused("tf.keras.models.load_model", "policy", kind=config["class_name"])
    if name in ("mixed_float16", "mixed_bfloat16"):
        return {"module": "keras.mixed_precision", "class_name": "Policy", "config": {"name": name}, "registered_name": None}
    return name


def _compiled(config):
    return {k: in_keras_2(v) for k, v in config.items() if k in _OF_COMPILING or not _is_neutral(k, v)}


def _is_neutral(key, value):
    return value is None or value is False or value in _NEUTRAL.get(key, ())


def _arguments(config, inner):
    """The arguments of an object as its class here takes them."""
    cls = registration.get_registered_object(config.get("registered_name") or "") or serialization.builtin_class(
        config["class_name"], config.get("module")
    )
    if cls is None or not cls.__module__.startswith(("keras.", "tfshim.")):
        return inner  # a class of the program, which knows its arguments
    name = config["class_name"]
    if issubclass(cls, Layer):
        # A layer within a layer is built by that one, which may do so with copies.
        inner = {k: _unbuilt(v) if isinstance(v, dict) else v for k, v in inner.items()}
    inner = {_RENAMED.get((name, k), k): v for k, v in inner.items() if (name, k) not in _WITHOUT_EFFECT}
    if name == "TextVectorization" or name in ("StringLookup", "IntegerLookup") and inner.get("output_mode") == "int":
        inner.pop("dtype", None)  # the policy's, which is not that of tokens and places
    if not inner.get("renorm"):
        inner = {k: v for k, v in inner.items() if not k.startswith("renorm")}  # without which the others say nothing
    changed = [k for k, v in inner.items() if k.endswith("activation") and v in _CHANGED]
    if changed:
        raise refused("tf.keras.models.load_model", "argument of Keras 3", kind=name, argument=changed[0], value=inner[changed[0]])
    if "batch_shape" in inner:
        inner["batch_input_shape"] = inner.pop("batch_shape")
    if isinstance(inner.get("dtype"), dict) and not issubclass(cls, Layer):
        inner["dtype"] = inner["dtype"]["config"]["name"]
    known = _parameters(cls)
    extra = {k: v for k, v in inner.items() if k not in known}
    for key, value in extra.items():
        if not _is_neutral(key, value) and not (key == "dtype" and value == "float32"):
            raise refused("tf.keras.models.load_model", "argument of Keras 3", kind=name, argument=key, value=value)
        del inner[key]
    return inner


def _unbuilt(config):
    return {k: v for k, v in config.items() if k != "build_config"}


def _parameters(cls):
    """The names of the arguments that objects of a class take."""
    found = {*_OF_LAYERS} if issubclass(cls, Layer) else set()
    for base in cls.__mro__:
        found.update(_ALSO.get(base.__name__, ()))
        if "__init__" not in vars(base):
            continue
        given = inspect.signature(base.__init__).parameters.values()
        found |= {p.name for p in given if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
        if not any(p.kind == p.VAR_KEYWORD for p in given):
            return found
    return found


# ---------------------------------------------------------------------- functional models
def _functional(inner):
    """The configuration of a functional model."""
    # Calls of a model within a model are counted from 1 in Keras 2; in Keras 3 only where a functional one gives an output.
    kinds = {entry.get("name") or entry["config"].get("name"): entry["class_name"] for entry in inner["layers"]}
    counted_from = {name: int(kind in ("Functional", "Sequential")) for name, kind in kinds.items()}
    at_ends = {name: int(kind == "Sequential") for name, kind in kinds.items()}
    layers = []
    for entry in inner["layers"]:
        nodes = [_Call(node, counted_from) for node in entry.get("inbound_nodes", ())]
        plain = {k: v for k, v in entry.items() if k != "inbound_nodes"}
        if ".ops." in str(entry.get("module")) or "module" not in entry and is_operation(entry):
            layers.append(operation_layer(plain, nodes))
        else:
            layers.append({**in_keras_2(plain), "inbound_nodes": [node.of_layer(entry) for node in nodes]})
    rest = {k: v for k, v in inner.items() if k not in ("layers", "input_layers", "output_layers")}
    ends = {key: _ends(inner[key], at_ends) for key in ("input_layers", "output_layers")}
    return {**in_keras_2(rest), "layers": layers, **ends}


def _is_end(x):
    return isinstance(x, list) and len(x) == 3 and isinstance(x[0], str) and isinstance(x[1], int)


def _ends(structure, counted_from):
    if _is_end(structure):
        return [_reference(structure, counted_from)]
    return _mapped_ends(structure, counted_from)


def _mapped_ends(structure, counted_from):
    if _is_end(structure):
        return _reference(structure, counted_from)
    if isinstance(structure, dict):
        return {k: _mapped_ends(v, counted_from) for k, v in structure.items()}
    return [_mapped_ends(x, counted_from) for x in structure]


def _reference(history, counted_from):
    name, node, index = history
    return [name, node + counted_from.get(name, 0), index]


class _Call:
    """What one call of a layer was given: positional arguments and keywords, with references for Keras tensors."""

    def __init__(self, node, counted_from):
        self._counted_from = counted_from
        self.args = [self._value(x) for x in node["args"]]
        # Whether it is training is said where the model is called.
        given = {k: v for k, v in node["kwargs"].items() if k != "training"}
        self.kwargs = {k: self._value(v) for k, v in given.items() if v is not None}

    def _value(self, x):
        if isinstance(x, dict):
            if x.get("class_name") == "__keras_tensor__":
                found = Reference(_reference(x["config"]["keras_history"], self._counted_from))
                found.dtype = x["config"].get("dtype")
                return found
            if x.get("class_name") in ("__tensor__", "__numpy__"):
                return x["config"]["value"]
            if x.get("class_name") == "__slice__":
                return {k: self._value(x["config"].get(k)) for k in ("start", "stop", "step")}
            return {k: self._value(v) for k, v in x.items()}
        return [self._value(v) for v in x] if isinstance(x, list) else x

    def of_layer(self, entry):
        """The node as Keras 2 has it for a layer."""
        cls = registration.get_registered_object(entry.get("registered_name") or "") or serialization.builtin_class(entry["class_name"])
        names = [p for p in inspect.signature(cls.call).parameters if p != "self"] if cls is not None else []
        kwargs = {**self.kwargs, **dict(zip(names[1:], self.args[1:]))}
        first = self.args[0] if self.args else kwargs.pop(names[0])
        data = node_data(first, {k: v for k, v in kwargs.items() if v is not None})
        return data if isinstance(first, (list, dict)) else [data]
