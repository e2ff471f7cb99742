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
from tfshim.files.places import on_disk
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
    """A signature: what a graph is fed and gives, by names. Mirrors `tf.compat.v1.saved_model.build_signature_def`.

    `tf.compat.v1.saved_model.predict_signature_def` makes one of tensors at once.

    Arguments:
        inputs: a dictionary from names to TensorInfo messages, as `tf.compat.v1.saved_model.build_tensor_info` makes them; None for none.
        outputs: the same, of what is given.
        method_name: what kind of signature it is, such as `tf.compat.v1.saved_model.signature_constants.PREDICT_METHOD_NAME`; None for
            none.
        defaults: a dictionary from names of inputs to the values that they have where they are not given; None for none.

    Returns:
        A SignatureDef message.

    Example:
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [None], name="x")
        ...     info = tf.compat.v1.saved_model.build_tensor_info(x)
        ...     made = tf.compat.v1.saved_model.build_signature_def({"x": info}, {"y": info}, "tensorflow/serving/predict")
        ...     print(made.inputs["x"].name, sorted(made.outputs), made.method_name)
        x:0 ['y'] tensorflow/serving/predict
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
    """The signature of a prediction: any tensors in and out. Mirrors `tf.compat.v1.saved_model.predict_signature_def`.

    It is what models are served with as a rule; the others, for classification and regression, take serialized Examples.

    Arguments:
        inputs: a dictionary from names to tensors that are fed.
        outputs: a dictionary from names to tensors that are given.

    Returns:
        A SignatureDef message with the method "tensorflow/serving/predict".

    Raises:
        ValueError: one of the two is empty.

    Example:
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [None, 3], name="x")
        ...     made = tf.compat.v1.saved_model.predict_signature_def({"pixels": x}, {"sum": tf.reduce_sum(x, name="sum")})
        ...     print(made.inputs["pixels"].name, made.outputs["sum"].name, made.method_name)
        x:0 sum:0 tensorflow/serving/predict
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
    """The signature of a classification. Mirrors `tf.compat.v1.saved_model.classification_signature_def`.

    Servers have a call of its own for it, which takes Examples and gives classes with their scores.

    Arguments:
        examples: a tensor of strings, serialized Examples.
        classes: a tensor of strings, the classes; None where only scores are given.
        scores: a float32 tensor, the score of each class; None where only classes are given.

    Returns:
        A SignatureDef message with the method "tensorflow/serving/classify".

    Raises:
        ValueError: `examples` or both of the others are missing, or a dtype is another one.

    Example:
        >>> with tf.Graph().as_default():
        ...     examples = tf.compat.v1.placeholder(tf.string, [None])
        ...     scores = tf.compat.v1.placeholder(tf.float32, [None, 3], name="scores")
        ...     made = tf.compat.v1.saved_model.classification_signature_def(examples, None, scores)
        ...     print(sorted(made.inputs), sorted(made.outputs), made.method_name)
        ['inputs'] ['scores'] tensorflow/serving/classify
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
    """The signature of a regression. Mirrors `tf.compat.v1.saved_model.regression_signature_def`.

    Servers have a call of its own for it, which takes Examples and gives a number for each.

    Arguments:
        examples: a tensor of strings, serialized Examples.
        predictions: a float32 tensor, a number for each.

    Returns:
        A SignatureDef message with the method "tensorflow/serving/regress".

    Raises:
        ValueError: one of them is missing, or of another dtype.

    Example:
        >>> with tf.Graph().as_default():
        ...     examples = tf.compat.v1.placeholder(tf.string, [None])
        ...     numbers = tf.compat.v1.placeholder(tf.float32, [None], name="numbers")
        ...     made = tf.compat.v1.saved_model.regression_signature_def(examples, numbers)
        ...     print(sorted(made.inputs), made.outputs["outputs"].name, made.method_name)
        ['inputs'] numbers:0 tensorflow/serving/regress
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
    """Whether a signature is one that can be served. Mirrors `tf.compat.v1.saved_model.is_valid_signature`.

    Its method has to be that of a prediction, a classification or a regression, and inputs and outputs those that the method needs, by name
    and dtype. A model may hold others as well, which programs call by themselves.

    Arguments:
        signature_def: a SignatureDef message; None is none.

    Returns:
        A bool.

    Example:
        >>> with tf.Graph().as_default():
        ...     x = tf.compat.v1.placeholder(tf.float32, [None])
        ...     made = tf.compat.v1.saved_model.predict_signature_def({"x": x}, {"y": x + 1.0})
        ...     print(tf.compat.v1.saved_model.is_valid_signature(made))
        ...     made.method_name = "my/own/method"
        ...     print(tf.compat.v1.saved_model.is_valid_signature(made))
        True
        False
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
    """Gives the signatures of a saved model other methods. Mirrors `tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater`.

    `tf.saved_model.save` writes signatures for predictions alone. A server that is asked for a classification wants another method, which
    this class sets in the file, without the model being loaded.

    Arguments:
        export_dir: the directory of the model.

    Raises:
        OSError: there is no saved model.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None])
        ...     tf.compat.v1.saved_model.simple_save(sess, "./model", {"x": x}, {"y": x + 1.0})
        >>> updater = tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater("./model")
        >>> updater.replace_method_name("serving_default", "tensorflow/serving/regress")
        >>> updater.save()
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     print(tf.compat.v1.saved_model.load(sess, ["serve"], "./model").signature_def["serving_default"].method_name)
        tensorflow/serving/regress
    """

    def __init__(self, export_dir: Path) -> None:
        self._folder, self._graphs = on_disk(export_dir), read_graphs(export_dir)

    def replace_method_name(self, signature_key: str, method_name: str, tags: str | Iterable[str] | None = None) -> None:
        """Sets the method of a signature. Mirrors `tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater.replace_method_name`.

        The file is not written before `save` is called.

        Arguments:
            signature_key: the name of the signature.
            method_name: the method, such as `tf.compat.v1.saved_model.signature_constants.CLASSIFY_METHOD_NAME`.
            tags: the tags of the graph whose signature it is, a str or a list; None (the default) for all graphs.

        Raises:
            ValueError: there is no such graph or signature, or a name is empty.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     x = tf.compat.v1.placeholder(tf.float32, [None])
            ...     tf.compat.v1.saved_model.simple_save(sess, "./model", {"x": x}, {"y": x + 1.0})
            >>> updater = tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater("./model")
            >>> updater.replace_method_name("serving_default", "tensorflow/serving/regress", tags="serve")
            >>> try:
            ...     updater.replace_method_name("other", "tensorflow/serving/regress")
            ... except ValueError:
            ...     print("no such signature")
            no such signature
        """
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
        """Writes the graphs with their new methods. Mirrors `tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater.save`.

        Only the file with the graphs is written, as text where it was read as text. In another directory variables and assets have to be
        put beside it.

        Arguments:
            new_export_dir: another directory, which is there; None (the default) for that of the model.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     x = tf.compat.v1.placeholder(tf.float32, [None])
            ...     tf.compat.v1.saved_model.simple_save(sess, "./model", {"x": x}, {"y": x + 1.0})
            >>> updater = tf.compat.v1.saved_model.signature_def_utils.MethodNameUpdater("./model")
            >>> updater.replace_method_name("serving_default", "tensorflow/serving/regress")
            >>> tf.compat.v1.gfile.MkDir("./other")
            >>> updater.save("./other")
            >>> tf.compat.v1.gfile.ListDirectory("./other")
            ['saved_model.pb']
        """
        as_text = os.path.isfile(os.path.join(self._folder, constants.SAVED_MODEL_FILENAME_PBTXT))
        write_graphs(new_export_dir or self._folder, self._graphs, as_text)
