"""`tf.compat.v1.saved_model.signature_def_utils`: signatures, which name inputs and outputs of a graph."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.saved_model import signature_constants as keys
from tfshim.compat.v1.saved_model.files import read_graphs, write_graphs
from tfshim.compat.v1.saved_model.utils import build_tensor_info
from tfshim.engine.runtime import messages
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import EagerTensor
from tfshim.protos.tensors import make_tensor_proto
from tfshim.saved_model import constants

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["saved_model.build_signature_def", "saved_model.signature_def_utils.build_signature_def"])
def build_signature_def(
    inputs: Mapping[str, Any] | None = None,
    outputs: Mapping[str, Any] | None = None,
    method_name: str | None = None,
    defaults: Mapping[str, Any] | None = None,
) -> Message:
    """A SignatureDef of dictionaries of TensorInfos. Mirrors `tf.compat.v1.saved_model.build_signature_def`.

    `defaults`: {name of an input: the value that servers take where none is given}, constants or eager tensors; ValueError for others.
    """
    made = messages.meta_graph.SignatureDef()
    for name, info in (inputs or {}).items():
        made.inputs[name].CopyFrom(info)
    for name, info in (outputs or {}).items():
        made.outputs[name].CopyFrom(info)
    if method_name is not None:
        made.method_name = method_name
    for name, default in (defaults or {}).items():
        if isinstance(default, EagerTensor):
            made.defaults[name].CopyFrom(make_tensor_proto(default.numpy()))
        elif default.op.type == "Const":
            made.defaults[name].CopyFrom(default.op.get_attr("value"))
        else:
            raise ValueError(f"Unable to convert object {default} of type {type(default)} to TensorProto.")
    return made


@tf_export(v1=["saved_model.predict_signature_def", "saved_model.signature_def_utils.predict_signature_def"])
def predict_signature_def(inputs: Mapping[str, Any], outputs: Mapping[str, Any]) -> Message:
    """The signature of a prediction: dictionaries of tensors. ValueError where one is empty.

    Mirrors `tf.compat.v1.saved_model.predict_signature_def`.
    """
    if not inputs:
        raise ValueError("Prediction `inputs` cannot be None or empty.")
    if not outputs:
        raise ValueError("Prediction `outputs` cannot be None or empty.")
    return build_signature_def(
        {k: build_tensor_info(t) for k, t in inputs.items()},
        {k: build_tensor_info(t) for k, t in outputs.items()},
        keys.PREDICT_METHOD_NAME,
    )


def _typed(tensor, dtype, what):
    info = build_tensor_info(convert_to_tensor(tensor))
    if info.dtype != dtype.as_datatype_enum:
        raise ValueError(f"{what} tensors must be of type {dtype.name}. Found tensors of type {info.dtype}")
    return info


@tf_export(v1=["saved_model.classification_signature_def", "saved_model.signature_def_utils.classification_signature_def"])
def classification_signature_def(examples: Any, classes: Any, scores: Any) -> Message:
    """The signature of a classification: strings in, strings and/or float32 scores out. ValueError for other types.

    Mirrors `tf.compat.v1.saved_model.classification_signature_def`.
    """
    if examples is None:
        raise ValueError("Classification `examples` cannot be None.")
    if classes is None and scores is None:
        raise ValueError("Classification `classes` and `scores` cannot both be None.")
    inputs = {keys.CLASSIFY_INPUTS: _typed(examples, dtypes.string, "Classification input")}
    outputs = {}
    if classes is not None:
        outputs[keys.CLASSIFY_OUTPUT_CLASSES] = _typed(classes, dtypes.string, "Classification classes")
    if scores is not None:
        outputs[keys.CLASSIFY_OUTPUT_SCORES] = _typed(scores, dtypes.float32, "Classification scores")
    return build_signature_def(inputs, outputs, keys.CLASSIFY_METHOD_NAME)


@tf_export(v1=["saved_model.regression_signature_def", "saved_model.signature_def_utils.regression_signature_def"])
def regression_signature_def(examples: Any, predictions: Any) -> Message:
    """The signature of a regression: strings in, float32 out. ValueError for other types.

    Mirrors `tf.compat.v1.saved_model.regression_signature_def`.
    """
    if examples is None:
        raise ValueError("Regression `examples` cannot be None.")
    if predictions is None:
        raise ValueError("Regression `predictions` cannot be None.")
    return build_signature_def(
        {keys.REGRESS_INPUTS: _typed(examples, dtypes.string, "Regression input")},
        {keys.REGRESS_OUTPUTS: _typed(predictions, dtypes.float32, "Regression output")},
        keys.REGRESS_METHOD_NAME,
    )


@tf_export(v1=["saved_model.is_valid_signature", "saved_model.signature_def_utils.is_valid_signature"])
def is_valid_signature(signature_def: Message) -> bool:
    """Whether a signature is one that can be served: of a known method, with what that needs.

    Mirrors `tf.compat.v1.saved_model.is_valid_signature`.
    """
    if signature_def is None:
        return False
    method, inputs, outputs = signature_def.method_name, signature_def.inputs, signature_def.outputs
    if method == keys.PREDICT_METHOD_NAME:
        return bool(inputs) and bool(outputs)
    text, real = dtypes.string.as_datatype_enum, dtypes.float32.as_datatype_enum
    if method == keys.REGRESS_METHOD_NAME:
        return (
            set(inputs) == {keys.REGRESS_INPUTS}
            and inputs[keys.REGRESS_INPUTS].dtype == text
            and set(outputs) == {keys.REGRESS_OUTPUTS}
            and outputs[keys.REGRESS_OUTPUTS].dtype == real
        )
    if method == keys.CLASSIFY_METHOD_NAME:
        wanted = {keys.CLASSIFY_OUTPUT_CLASSES: text, keys.CLASSIFY_OUTPUT_SCORES: real}
        return (
            set(inputs) == {keys.CLASSIFY_INPUTS}
            and inputs[keys.CLASSIFY_INPUTS].dtype == text
            and bool(outputs)
            and all(wanted.get(k) == info.dtype for k, info in outputs.items())
        )
    return False


@tf_export(v1=["saved_model.signature_def_utils.MethodNameUpdater"])
class MethodNameUpdater:
    """Gives the signatures of a saved model other method names. Mirrors the class of TensorFlow 1."""

    def __init__(self, export_dir: Path) -> None:
        self._folder, self._graphs = os.fsdecode(export_dir), read_graphs(export_dir)

    def replace_method_name(self, signature_key: str, method_name: str, tags: str | Iterable[str] | None = None) -> None:
        """Set the method of the signature `signature_key`, in the graphs with the tags or in all. ValueError where there is none."""
        if not signature_key:
            raise ValueError("`signature_key` must be defined.")
        if not method_name:
            raise ValueError("`method_name` must be defined.")
        wanted = None if tags is None else {tags} if isinstance(tags, str) else set(tags)
        found = False
        for graph in self._graphs:
            if wanted is not None and set(graph.meta_info_def.tags) != wanted:
                continue
            if signature_key not in graph.signature_def:
                raise ValueError(f"MetaGraphDef associated with tags {tags} does not have a signature_def with key: '{signature_key}'.")
            graph.signature_def[signature_key].method_name = method_name
            found = True
        if not found:
            raise ValueError(f"MetaGraphDef associated with tags {tags} could not be found in SavedModel.")

    def save(self, new_export_dir: Path | None = None) -> None:
        """Write the graphs back, or to another directory (without variables); as text where they were read as text."""
        as_text = os.path.isfile(os.path.join(self._folder, constants.SAVED_MODEL_FILENAME_PBTXT))
        write_graphs(new_export_dir or self._folder, self._graphs, as_text)
