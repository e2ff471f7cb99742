"""Losses of `tf.compat.v1.nn`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1._renamed import one_of
from tfshim.compat.v1.nn.embeddings import parts_of
from tfshim.nn import ctc
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Axis, FloatLike, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


# ---------------------------------------------------------------------- losses
def _needed(function, labels, logits):
    if labels is None or logits is None:
        raise ValueError(f"Both `labels` and `logits` must be provided for {function}Received: labels={labels} and logits={logits}")


@tf_export(v1=["nn.sigmoid_cross_entropy_with_logits"])
def sigmoid_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """The cross-entropy of labels that are independent of each other, element by element, from logits.

    Mirrors `tf.compat.v1.nn.sigmoid_cross_entropy_with_logits`. With `x` for logits and `z` for labels it is `max(x, 0) - x * z +
    log(1 + exp(-abs(x)))`, which is exact for large logits too. The first two arguments can only be given by name in TensorFlow 1.

    Arguments:
        labels: a tensor of the shape and dtype of `logits`, usually of zeros and ones.
        logits: a float tensor: what a model gives before the sigmoid.
        name: a name for the operations.

    Returns:
        A tensor of the shape and dtype of `logits`: one loss for each element; `tf.reduce_mean` makes one number of them.

    Raises:
        ValueError: labels or logits are missing, or their shapes differ.

    Example:
        >>> tf.compat.v1.nn.sigmoid_cross_entropy_with_logits(labels=[1.0, 0.0], logits=[0.0, 100.0]).numpy().round(4).tolist()
        [0.6930999755859375, 100.0]
    """
    _needed("sigmoid_cross_entropy_with_logits", labels, logits)
    return tf.nn.sigmoid_cross_entropy_with_logits(labels, logits, name)


@tf_export(v1=["nn.softmax_cross_entropy_with_logits"])
def softmax_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, dim: Axis = -1, name: str | None = None, axis: Axis = None
) -> Tensor:
    """The cross-entropy of classes that exclude each other, from logits and distributions. No gradient goes to the labels.

    Mirrors `tf.compat.v1.nn.softmax_cross_entropy_with_logits`. `tf.nn.softmax_cross_entropy_with_logits` of TensorFlow 2, which here
    is `softmax_cross_entropy_with_logits_v2`, passes gradients on to the labels: for labels that do not depend on variables there is
    no difference.

    Arguments:
        labels: a tensor of the shape of `logits`, whose rows are probabilities that sum to one; one-hot vectors for instance.
        logits: a float tensor [..., classes]: what a model gives before the softmax.
        dim: the axis of the classes, -1 by default.
        name: a name for the operations.
        axis: another name for `dim`, which TensorFlow accepts only where `dim` is None.

    Returns:
        A tensor of the dtype of `logits` and its shape without the axis of the classes: one loss for each example.

    Raises:
        ValueError: labels or logits are missing, or both `dim` and `axis` are given.
        InvalidArgumentError: shapes that differ; while a graph is built a ValueError.

    Example:
        >>> loss = tf.compat.v1.nn.softmax_cross_entropy_with_logits(labels=[[0.0, 1.0], [0.5, 0.5]], logits=[[0.0, 0.0], [0.0, 0.0]])
        >>> loss.numpy().round(4).tolist()
        [0.6930999755859375, 0.6930999755859375]
    """
    _needed("softmax_cross_entropy_with_logits", labels, logits)
    # This first version passes no gradient on to the labels.
    axis = one_of("axis", axis, "dim", dim)
    with tf.name_scope(name or "softmax_cross_entropy_with_logits_sg") as scope:
        labels = tf.stop_gradient(labels, name="labels_stop_gradient")
        return tf.nn.softmax_cross_entropy_with_logits(labels, logits, axis, scope or None)


@tf_export(v1=["nn.softmax_cross_entropy_with_logits_v2"])
def softmax_cross_entropy_with_logits_v2(
    labels: TensorLike, logits: TensorLike, axis: Axis = None, name: str | None = None, dim: Axis = None
) -> Tensor:
    """The cross-entropy of classes that exclude each other, from logits and distributions; gradients go to logits and labels.

    Mirrors `tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2`, which is `tf.nn.softmax_cross_entropy_with_logits` of TensorFlow 2.
    Where labels come from a model whose variables shall not be trained by it, `tf.stop_gradient(labels)` keeps the gradient away.

    Arguments:
        labels: a tensor of the shape of `logits`, whose rows are probabilities that sum to one; one-hot vectors for instance.
        logits: a float tensor [..., classes]: what a model gives before the softmax.
        axis: the axis of the classes; None (default) is the last. `dim` is an older name for it.
        name: a name for the operations.

    Returns:
        A tensor of the dtype of `logits` and its shape without the axis of the classes: one loss for each example.

    Raises:
        ValueError: both `axis` and `dim`.
        InvalidArgumentError: shapes that differ; while a graph is built a ValueError.

    Example:
        >>> loss = tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2(labels=[[0.0, 1.0]], logits=[[3.0, 3.0]])
        >>> loss.numpy().round(4).tolist()
        [0.6930999755859375]
    """
    axis = one_of("axis", axis, "dim", dim)
    return tf.nn.softmax_cross_entropy_with_logits(labels, logits, -1 if axis is None else axis, name)


@tf_export(v1=["nn.sparse_softmax_cross_entropy_with_logits"])
def sparse_softmax_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """The cross-entropy of classes that exclude each other, from logits and the numbers of the right classes.

    Mirrors `tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits`. The same as with one-hot labels, in less memory. The first two
    arguments can only be given by name in TensorFlow 1.

    Arguments:
        labels: an int32 or int64 tensor [...] with values from 0 to classes - 1.
        logits: a float tensor [..., classes]: what a model gives before the softmax.
        name: a name for the operations.

    Returns:
        A tensor of the shape of `labels` and the dtype of `logits`: one loss for each example; `tf.reduce_mean` makes one number of
            them.

    Raises:
        ValueError: labels or logits are missing, logits are a scalar, or ranks and shapes do not fit.
        InvalidArgumentError: a label that is no class, on the processor.

    Example:
        >>> logits = tf.constant([[0.0, 0.0], [0.0, 2.0]])
        >>> loss = tf.compat.v1.nn.sparse_softmax_cross_entropy_with_logits(labels=[0, 1], logits=logits)
        >>> loss.numpy().round(4).tolist()
        [0.6930999755859375, 0.12690000236034393]
    """
    _needed("sparse_softmax_cross_entropy_with_logits", labels, logits)
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits, name)


@tf_export(v1=["nn.weighted_cross_entropy_with_logits"])
def weighted_cross_entropy_with_logits(
    labels: TensorLike | None = None,
    logits: TensorLike | None = None,
    pos_weight: FloatLike | None = None,
    name: str | None = None,
    targets: TensorLike | None = None,
) -> Tensor:
    """The sigmoid cross-entropy, in which positive labels weigh more or less than negative ones.

    Mirrors `tf.compat.v1.nn.weighted_cross_entropy_with_logits`: `-labels * log(sigmoid(logits)) * pos_weight - (1 - labels) * log(1 -
    sigmoid(logits))`. A weight above one finds more of the positives, at the price of false ones.

    Arguments:
        labels: a tensor of the shape and dtype of `logits`, usually of zeros and ones; `targets` is an older name for it.
        logits: a float tensor: what a model gives before the sigmoid.
        pos_weight: the weight of positive labels, a float or a tensor that broadcasts to `logits`.
        name: a name for the operations.

    Returns:
        A tensor of the shape and dtype of `logits`: one loss for each element.

    Raises:
        ValueError: both or neither of `labels` and `targets`, or shapes that differ.

    Example:
        >>> f = tf.compat.v1.nn.weighted_cross_entropy_with_logits
        >>> f(labels=[1.0, 0.0], logits=[0.0, 0.0], pos_weight=3.0).numpy().round(4).tolist()
        [2.079400062561035, 0.6930999755859375]
    """
    return tf.nn.weighted_cross_entropy_with_logits(one_of("labels", labels, "targets", targets), logits, pos_weight, name)


@tf_export(v1=["nn.nce_loss"])
def nce_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: IntLike,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = False,
    partition_strategy: str = "mod",
    name: str = "nce_loss",
) -> Tensor:
    """The loss of noise-contrastive estimation: a classifier of many classes learns from the right ones and a few random ones.

    Mirrors `tf.compat.v1.nn.nce_loss`; used for embeddings of words. For evaluation the logits of all classes are computed.

    Arguments:
        weights: the classes' vectors [num_classes, dim], or a list of tensors with parts of them, or a PartitionedVariable.
        biases: [num_classes].
        labels: int64 [batch, num_true]: the right classes. (`tf.nn.nce_loss` has them in this place as well.)
        inputs: [batch, dim].
        num_sampled: how many classes are drawn for the batch.
        num_classes: how many there are.
        num_true: how many right classes an example has; 1 by default.
        sampled_values: (classes, expected counts of the right ones, of those drawn), as `tf.random.log_uniform_candidate_sampler`
            gives; None
            (default) draws so, which takes classes for sorted by decreasing frequency.
        remove_accidental_hits: whether drawn classes that are right ones are left out; False by default.
        partition_strategy: which rows the parts in a list have: "mod" (default): class i is in part i % parts, or "div": one after
            the other.
        name: "nce_loss".

    Returns:
        A tensor [batch]: one loss for each example.

    Raises:
        ValueError: another `partition_strategy` for several parts.
        AttributeError: labels that are no tensor.

    Example:
        >>> drawn = ([1], [[1.0]], [1.0])
        >>> args = dict(labels=tf.constant([[0]], tf.int64), inputs=tf.ones([1, 2]), num_sampled=1, num_classes=3, sampled_values=drawn)
        >>> tf.compat.v1.nn.nce_loss(weights=tf.zeros([3, 2]), biases=tf.zeros([3]), **args).numpy().round(4).tolist()
        [1.386299967765808]
    """
    weights, biases = parts_of(partition_strategy, weights), parts_of(partition_strategy, biases)
    return tf.nn.nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits, name)


@tf_export(v1=["nn.sampled_softmax_loss"])
def sampled_softmax_loss(
    weights: TensorLike,
    biases: TensorLike,
    labels: TensorLike,
    inputs: TensorLike,
    num_sampled: int,
    num_classes: IntLike,
    num_true: int = 1,
    sampled_values: Any = None,
    remove_accidental_hits: bool = True,
    partition_strategy: str = "mod",
    name: str = "sampled_softmax_loss",
    seed: int | None = None,
) -> Tensor:
    """The softmax's cross-entropy over the right classes and a few random ones: training with very many classes.

    Mirrors `tf.compat.v1.nn.sampled_softmax_loss`. It is smaller than the loss over all classes; for evaluation that one is computed.

    Arguments:
        weights: the classes' vectors [num_classes, dim], or a list of tensors with parts of them, or a PartitionedVariable.
        biases: [num_classes].
        labels: int64 [batch, num_true]: the right classes.
        inputs: [batch, dim].
        num_sampled: how many classes are drawn for the batch.
        num_classes: how many there are.
        num_true: how many right classes an example has, which share its probability; 1 by default.
        sampled_values: (classes, expected counts of the right ones, of those drawn); None (default) draws them log-uniformly.
        remove_accidental_hits: whether drawn classes that are right ones are left out; True by default.
        partition_strategy: "mod" (default): class i of a list of parts is in part i % parts, or "div": one part after the other.
        name: "sampled_softmax_loss".
        seed: for what is drawn; None.

    Returns:
        A tensor [batch]: one loss for each example.

    Raises:
        ValueError: another `partition_strategy` for several parts.
        AttributeError: labels that are no tensor.

    Example:
        >>> drawn = ([1], [[1.0]], [1.0])
        >>> args = dict(labels=tf.constant([[0]], tf.int64), inputs=tf.ones([1, 2]), num_sampled=1, num_classes=3, sampled_values=drawn)
        >>> tf.compat.v1.nn.sampled_softmax_loss(weights=tf.zeros([3, 2]), biases=tf.zeros([3]), **args).numpy().round(4).tolist()
        [0.6930999755859375]
    """
    weights, biases = parts_of(partition_strategy, weights), parts_of(partition_strategy, biases)
    return tf.nn.sampled_softmax_loss(
        weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits, seed, name
    )


@tf_export(v1=["nn.ctc_loss"])
def ctc_loss(
    labels: TensorLike,
    inputs: TensorLike | None = None,
    sequence_length: TensorLike | None = None,
    preprocess_collapse_repeated: bool = False,
    ctc_merge_repeated: bool = True,
    ignore_longer_outputs_than_inputs: bool = False,
    time_major: bool = True,
    logits: TensorLike | None = None,
) -> Tensor:
    """The loss of connectionist temporal classification: sequences of labels for longer sequences of frames.

    Mirrors `tf.compat.v1.nn.ctc_loss`. It sums over all ways in which the labels can be laid along the frames. The last class is the
    blank, and the logits are not normalized. `tf.nn.ctc_loss` of TensorFlow 2 takes dense labels too, and any class for the blank.

    Arguments:
        labels: an int32 SparseTensor [batch, longest] of labels from 0 to classes - 2. Labels from the last class on end a sequence.
        inputs: float logits [time, batch, classes]; `logits` is a newer name for it.
        sequence_length: int32 [batch]: how many frames each sequence has.
        preprocess_collapse_repeated: whether equal neighbours among the labels count once; False by default.
        ctc_merge_repeated: False for alignments in which no label lasts for two frames; True by default.
        ignore_longer_outputs_than_inputs: whether sequences with more labels than frames have a loss of 0 instead of raising; False.
        time_major: False for logits [batch, time, classes]; True by default.

    Returns:
        A float tensor [batch]: the negative logarithms of probabilities.

    Raises:
        InvalidArgumentError: more labels than frames, or lengths beyond them.
        TypeError: labels that are not sparse.

    Example:
        >>> labels = tf.sparse.from_dense([[1, 2]])
        >>> tf.compat.v1.nn.ctc_loss(labels, tf.zeros([3, 1, 4]), sequence_length=[3]).numpy().round(4).tolist()
        [2.5494000911712646]
    """
    if not isinstance(labels, SparseTensor):
        raise TypeError(f"Expected argument `labels` to be a SparseTensor. Received labels={labels} of type: {type(labels).__name__}")
    logits = one_of("logits", logits, "inputs", inputs)
    return ctc.sparse_loss(
        logits if time_major else tf.transpose(logits, [1, 0, 2]),
        labels.indices,
        labels.values,
        sequence_length,
        True,
        None,
        ignore_longer_outputs_than_inputs,
        preprocess_collapse_repeated,
        ctc_merge_repeated,
    )
