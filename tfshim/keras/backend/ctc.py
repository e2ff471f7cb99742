"""CTC: the loss of sequences of labels without their places in time, and reading labels off probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math, nn, sparse
from tfshim._export import tf_export
from tfshim.keras.backend.settings import epsilon
from tfshim.nn import ctc

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, IntLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export("keras.backend.ctc_label_dense_to_sparse")
def ctc_label_dense_to_sparse(labels: TensorLike, label_lengths: TensorLike) -> Any:
    """The labels of each row as a sparse tensor, as CTC losses take them.

    Mirrors `tf.keras.backend.ctc_label_dense_to_sparse`.

    Arguments:
        labels: integers [batch, labels].
        label_lengths: how many of each row count, [batch].

    Returns:
        A `tf.SparseTensor`.

    Labels beyond a row's length are left out, whatever they are, so that rows of different lengths can be padded with any number.
    `tf.nn.ctc_loss` takes the result as its `labels`; `ctc_batch_cost` makes it itself.

    Example:
        >>> tf.keras.backend.ctc_label_dense_to_sparse(tf.constant([[1, 2], [3, 0]]), tf.constant([2, 1])).values.numpy().tolist()
        [1, 2, 3]
    """
    sizes = array_ops.shape(labels)
    kept = array_ops.range(sizes[1])[array_ops.newaxis, :] < array_ops.cast(label_lengths, "int32")[:, array_ops.newaxis]
    return sparse.SparseTensor(array_ops.where(kept), array_ops.boolean_mask(labels, kept), array_ops.cast(sizes, "int64"))


@tf_export("keras.backend.ctc_batch_cost")
def ctc_batch_cost(y_true: TensorLike, y_pred: TensorLike, input_length: TensorLike, label_length: TensorLike) -> AnyTensor:
    """The CTC loss of each example: how unlikely the labels are under all their alignments to the steps.

    Mirrors `tf.keras.backend.ctc_batch_cost`.

    Arguments:
        y_true: labels [batch, labels].
        y_pred: probabilities [batch, time, classes], the last class being the blank.
        input_length, label_length: how many steps and labels each example has, [batch, 1].

    Returns:
        A tensor [batch, 1].

    Example:
        >>> y_pred = tf.fill([1, 2, 2], 0.5)
        >>> tf.keras.backend.ctc_batch_cost(tf.constant([[0]]), y_pred, tf.constant([[2]]), tf.constant([[1]])).numpy().round(3)
        array([[0.288]], dtype=float32)
    """
    label_length, input_length = (array_ops.cast(array_ops.squeeze(n, axis=-1), "int32") for n in (label_length, input_length))
    labels = ctc_label_dense_to_sparse(array_ops.cast(y_true, "int32"), label_length)
    # Probabilities may be 0, of which there is no logarithm.
    logits = math.log(array_ops.transpose(y_pred, [1, 0, 2]) + epsilon())
    # Keras' class for blanks is the last one, which ends the labels of an example, as do numbers beyond it.
    found = ctc.sparse_loss(logits, labels.indices, labels.values, input_length, True, None)
    return array_ops.expand_dims(found, 1)


@tf_export("keras.backend.ctc_decode")
def ctc_decode(
    y_pred: TensorLike, input_length: TensorLike, greedy: bool = True, beam_width: IntLike = 100, top_paths: IntLike = 1
) -> tuple[list[Tensor], Tensor]:
    """The likeliest labels of each example for the probabilities that a CTC model gives.

    Mirrors `tf.keras.backend.ctc_decode`.

    Arguments:
        y_pred: probabilities [batch, time, classes], the last class being the blank.
        input_length: how many steps each has, [batch].
        greedy: whether the best class of each step is taken; True.
        beam_width: else how many paths are followed; 100.
        top_paths: how many results are given; 1.

    Returns:
        (a list of `top_paths` tensors [batch, labels] filled up with -1, log probabilities [batch, top_paths]).

    Example:
        >>> y_pred = tf.constant([[[0.9, 0.0, 0.1], [0.1, 0.0, 0.9], [0.0, 0.8, 0.2]]])
        >>> decoded, _ = tf.keras.backend.ctc_decode(y_pred, [3])
        >>> decoded[0].numpy().tolist()
        [[0, 1, -1]]
    """
    sizes = array_ops.shape(y_pred)
    logits = math.log(array_ops.transpose(y_pred, [1, 0, 2]) + epsilon())
    lengths = array_ops.cast(input_length, "int32")
    if greedy:
        decoded, scores = nn.ctc_greedy_decoder(inputs=logits, sequence_length=lengths)
    else:
        decoded, scores = nn.ctc_beam_search_decoder(inputs=logits, sequence_length=lengths, beam_width=beam_width, top_paths=top_paths)
    dense = [sparse.to_dense(sparse.SparseTensor(d.indices, d.values, (sizes[0], sizes[1])), default_value=-1) for d in decoded]
    return dense, scores
