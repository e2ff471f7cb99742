"""Inputs of a served model: what is fed, and the features that are made of it."""

from __future__ import annotations

import collections
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export, tf_private
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.engine.graphs.graph import Graph
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import is_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.estimator.input_functions import parts
from tfshim.io.parsing import parse_example
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse import SparseTensor

if TYPE_CHECKING:
    from typing import Self

_RECEIVER, _FEATURE, _LABEL = "input", "feature", "label"


def _check_tensor(x, what):
    if not (is_tensor(x) or isinstance(x, (SparseTensor, RaggedTensor))):
        raise ValueError(f"{what} must be a Tensor, SparseTensor, or RaggedTensor.")


def _features(features, name=_FEATURE):
    if features is None:
        raise ValueError(f"{name}s must be defined.")
    made = features if isinstance(features, dict) else {name: features}
    for key, value in made.items():
        _check_tensor(value, f"{name} {key}" if isinstance(features, dict) else name)
    return made


def _receivers(tensors, what="receiver_tensor"):
    if tensors is None:
        raise ValueError(f"{what}s must be defined.")
    made = tensors if isinstance(tensors, dict) else {_RECEIVER: tensors}
    for key, value in made.items():
        if not isinstance(key, str):
            raise ValueError(f"{what} keys must be strings: {key}.")
        _check_tensor(value, f"{what} {key}")
    return made


def _alternatives(given):
    if given is None:
        return None
    if not isinstance(given, dict):
        raise ValueError(f"receiver_tensors_alternatives must be a dict: {given}.")
    made = {}
    for name, tensors in given.items():
        made[name] = tensors if isinstance(tensors, dict) else {_RECEIVER: tensors}
        for value in made[name].values():
            _check_tensor(value, f"receiver_tensors_alternative {name}")
    return made


@tf_private("tensorflow_estimator.python.estimator.export.export.ServingInputReceiver")
@tf_export("estimator.export.ServingInputReceiver")
class ServingInputReceiver(collections.namedtuple("ServingInputReceiver", "features receiver_tensors receiver_tensors_alternatives")):
    """What an exported model is fed, and the features that are made of it. Mirrors `tf.estimator.export.ServingInputReceiver`.

    A function for `Estimator.export_saved_model` returns one. `build_raw_serving_input_receiver_fn` and
    `build_parsing_serving_input_receiver_fn` make such functions; write your own where features are to be computed, of the bytes of
    pictures for instance. A named tuple.

    Arguments:
        features: what the model function gets, {name: tensor}, or a tensor, which is called "feature".
        receiver_tensors: the placeholders that are fed, {name: tensor}, or a tensor, which is called "input".
        receiver_tensors_alternatives: other tensors that may be fed, {name of a signature: such a dictionary} (default None).

    Raises:
        ValueError: something is missing or no tensor.

    Example:
        >>> with tf.Graph().as_default():
        ...     fed = tf.compat.v1.placeholder(tf.float32, [None, 1])
        ...     receiver = tf.estimator.export.ServingInputReceiver({"x": fed / 255.0}, {"pixels": fed})
        >>> list(receiver.features), list(receiver.receiver_tensors)
        (['x'], ['pixels'])
    """

    def __new__(cls, features: Any, receiver_tensors: Any, receiver_tensors_alternatives: Mapping[str, Any] | None = None) -> Self:
        return super().__new__(cls, _features(features), _receivers(receiver_tensors), _alternatives(receiver_tensors_alternatives))


@tf_private("tensorflow_estimator.python.estimator.export.export.TensorServingInputReceiver")
@tf_export("estimator.export.TensorServingInputReceiver")
class TensorServingInputReceiver(
    collections.namedtuple("TensorServingInputReceiver", "features receiver_tensors receiver_tensors_alternatives")
):
    """What an exported model is fed whose model function takes one tensor. Mirrors `tf.estimator.export.TensorServingInputReceiver`.

    `ServingInputReceiver` makes a dictionary of features in any case; with this one the model function gets the tensor itself, as it did in
    the training. A named tuple, which a function for `Estimator.export_saved_model` returns.

    Arguments:
        features: the tensor that the model function gets.
        receiver_tensors: the placeholders that are fed, {name: tensor}, or a tensor, which is called "input".
        receiver_tensors_alternatives: other tensors that may be fed, {name of a signature: such a dictionary} (default None).

    Raises:
        ValueError: something is missing or no tensor.

    Example:
        >>> with tf.Graph().as_default():
        ...     fed = tf.compat.v1.placeholder(tf.float32, [None, 2])
        ...     receiver = tf.estimator.export.TensorServingInputReceiver(2.0 * fed, fed)
        >>> receiver.features.shape, list(receiver.receiver_tensors)
        (TensorShape([None, 2]), ['input'])
    """

    def __new__(cls, features: Any, receiver_tensors: Any, receiver_tensors_alternatives: Mapping[str, Any] | None = None) -> Self:
        if features is None:
            raise ValueError("features must be defined.")
        _check_tensor(features, "feature")
        return super().__new__(cls, features, _receivers(receiver_tensors), _alternatives(receiver_tensors_alternatives))


@tf_private("tensorflow_estimator.python.estimator.export.export.UnsupervisedInputReceiver")
class UnsupervisedInputReceiver(ServingInputReceiver):
    """The features of a model without labels, and the tensors that are fed for them."""

    def __new__(cls, features: Any, receiver_tensors: Any) -> Self:
        return super().__new__(cls, features, receiver_tensors, None)


@tf_private("tensorflow_estimator.python.estimator.export.export.SupervisedInputReceiver")
class SupervisedInputReceiver(collections.namedtuple("SupervisedInputReceiver", "features labels receiver_tensors")):
    """Features and labels of a model that is exported for training or evaluation, and the tensors that are fed for them."""

    def __new__(cls, features: Any, labels: Any, receiver_tensors: Any) -> Self:
        for value, name in ((features, _FEATURE), (labels, _LABEL)):
            _features(value, name)
        return super().__new__(cls, features, labels, _receivers(receiver_tensors))


@tf_private("tensorflow_estimator.python.estimator.export.export.build_parsing_serving_input_receiver_fn")
@tf_export("estimator.export.build_parsing_serving_input_receiver_fn")
def build_parsing_serving_input_receiver_fn(
    feature_spec: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], ServingInputReceiver]:
    """A function for exports whose model is fed `tf.train.Example` messages. Mirrors
    `tf.estimator.export.build_parsing_serving_input_receiver_fn`.

    The exported model parses the bytes itself, as TensorFlow Serving's classify and regress send them.

    Arguments:
        feature_spec: {name: `tf.io.FixedLenFeature`, `tf.io.VarLenFeature` or another}, as `tf.io.parse_example` takes it;
            `tf.feature_column.make_parse_example_spec(columns)` makes it of the columns of the model.
        default_batch_size: the number of examples of a batch, an int; None (default) for any.

    Returns:
        a function without arguments for `Estimator.export_saved_model`. It makes a placeholder of strings, which is fed as "examples".

    Example:
        >>> x = tf.feature_column.numeric_column("x")
        >>> make = tf.estimator.export.build_parsing_serving_input_receiver_fn(tf.feature_column.make_parse_example_spec([x]))
        >>> with tf.Graph().as_default():
        ...     receiver = make()
        >>> receiver.features["x"].shape, list(receiver.receiver_tensors)
        (TensorShape([None, 1]), ['examples'])
    """

    def serving_input_receiver_fn() -> ServingInputReceiver:
        fed = placeholder(dtypes.string, [default_batch_size], name="input_example_tensor")
        return ServingInputReceiver(parse_example(fed, feature_spec), {"examples": fed})

    return serving_input_receiver_fn


def _fed_like(tensor, batch_size):
    shape = tensor.shape
    sizes = None if shape.rank is None else TensorShape([batch_size]).concatenate(shape[1:])
    return placeholder(tensor.dtype, sizes, name=tensor.op.name if hasattr(tensor, "graph") else None)


def _all_fed(tensors, batch_size):
    if isinstance(tensors, dict):
        return {name: _fed_like(t, batch_size) for name, t in tensors.items()}
    return _fed_like(tensors, batch_size)


@tf_private("tensorflow_estimator.python.estimator.export.export.build_raw_serving_input_receiver_fn")
@tf_export("estimator.export.build_raw_serving_input_receiver_fn")
def build_raw_serving_input_receiver_fn(
    features: Mapping[str, Any], default_batch_size: int | None = None
) -> Callable[[], ServingInputReceiver]:
    """A function for exports whose model is fed its features as they are. Mirrors
    `tf.estimator.export.build_raw_serving_input_receiver_fn`.

    Arguments:
        features: {name: tensor}: eager tensors or placeholders whose dtypes and shapes are taken; the first size, that of the batch, is
            left open.
        default_batch_size: the number of examples of a batch, an int; None (default) for any.

    Returns:
        a function without arguments for `Estimator.export_saved_model`. It makes a placeholder for each feature, which is fed under its
        name.

    Example:
        >>> make = tf.estimator.export.build_raw_serving_input_receiver_fn({"x": tf.zeros([1, 3]), "word": tf.constant(["a"])})
        >>> with tf.Graph().as_default():
        ...     receiver = make()
        >>> receiver.receiver_tensors["x"].shape, receiver.receiver_tensors["word"].dtype
        (TensorShape([None, 3]), tf.string)
    """

    def serving_input_receiver_fn() -> ServingInputReceiver:
        fed = _all_fed(features, default_batch_size)
        return ServingInputReceiver(fed, fed)

    return serving_input_receiver_fn


@tf_private("tensorflow_estimator.python.estimator.export.export.build_raw_supervised_input_receiver_fn")
@tf_export("estimator.experimental.build_raw_supervised_input_receiver_fn")
def build_raw_supervised_input_receiver_fn(
    features: Any, labels: Any, default_batch_size: int | None = None
) -> Callable[[], SupervisedInputReceiver]:
    """Make the function by which a model is exported for training or evaluation. Mirrors
    `tf.estimator.experimental.build_raw_supervised_input_receiver_fn`.

    `Estimator.experimental_export_all_saved_models` calls it: the receiver has placeholders for features and labels, to which a
    program feeds both as tensors, not as serialized records.

    Arguments:
        features: a tensor, or a dictionary of tensors, whose dtypes and shapes are taken.
        labels: the same for labels.
        default_batch_size: the size of the first axis of the placeholders; None (the default) leaves it open.

    Returns:
        A function without arguments that gives a receiver with `features`, `labels` and `receiver_tensors`.

    Raises:
        ValueError: a feature and a label have one name.

    Example:
        >>> make = tf.estimator.experimental.build_raw_supervised_input_receiver_fn({"x": tf.zeros([4, 2])}, tf.zeros([4]))
        >>> with tf.Graph().as_default():
        ...     print(make().features["x"].shape)
        (None, 2)
    """
    for value, name in ((features, _FEATURE), (labels, _LABEL)):
        if value is None:
            raise ValueError(f"{name}s must be defined.")
    if isinstance(features, dict) and isinstance(labels, dict) and (both := {*features} & {*labels}):
        raise ValueError(f"Features and labels must have distinct keys. Found overlapping keys: {both}")

    def supervised_input_receiver_fn() -> SupervisedInputReceiver:
        fed, fed_labels = _all_fed(features, default_batch_size), _all_fed(labels, default_batch_size)
        tensors = {**(fed if isinstance(fed, dict) else {_RECEIVER: fed})}
        tensors |= fed_labels if isinstance(fed_labels, dict) else {_LABEL: fed_labels}
        return SupervisedInputReceiver(fed, fed_labels, tensors)

    return supervised_input_receiver_fn


@tf_private("tensorflow_estimator.python.estimator.export.export.build_supervised_input_receiver_fn_from_input_fn")
def build_supervised_input_receiver_fn_from_input_fn(input_fn: Callable[..., Any], **input_fn_args: Any) -> Callable[[], Any]:
    """A function that makes a receiver of features and labels like those which `input_fn` gives.

    The function is called in a graph of its own, with `input_fn_args`; dtypes and shapes are taken of what it gives.
    """
    with Graph().as_default():
        features, labels, _ = parts(input_fn(**input_fn_args))
    return build_raw_supervised_input_receiver_fn(features, labels)
