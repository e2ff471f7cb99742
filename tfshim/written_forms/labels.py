"""Written forms of connectionist temporal classification."""

from __future__ import annotations

from typing import Any

import tfshim as tf
from tfshim.written_forms.form import raw, whole_name, written


def _loss(logits: Any, indices: Any, labels: Any, lengths: Any, blank_index: Any, ignore_longer: bool, collapse: bool, merge: bool) -> Any:
    """The loss of each sequence, for logits with the time first and labels by their places."""
    wide = logits if logits.dtype in (tf.float32, tf.float64) else tf.cast(logits, tf.float32)
    labels = tf.cast(labels, tf.int32)
    # The operation has the blank as the last class.
    if blank_index is not None:
        frames, classes = tf.shape(logits)[0], tf.shape(logits)[2]
        blank = tf.math.floormod(tf.cast(blank_index, tf.int32), classes)
        wide = tf.concat([wide[..., :blank], wide[..., blank + 1 :], wide[..., blank : blank + 1]], -1)
        labels = tf.where(labels < blank, labels, labels - 1)
        lengths = tf.minimum(tf.cast(lengths, tf.int32), frames)
    loss, _ = raw(
        "CTCLoss",
        [wide, indices, labels, lengths],
        [(wide.dtype, [logits.shape[1]]), (wide.dtype, wide.shape)],
        {"preprocess_collapse_repeated": collapse, "ctc_merge_repeated": merge, "ignore_longer_outputs_than_inputs": ignore_longer},
        name=whole_name() if blank_index is None and wide is logits else None,
    )
    return tf.cast(loss, logits.dtype)


@written("nn.ctc", "sparse_loss")
def ctc_loss_sparse(
    inputs: Any,
    labels_indices: Any,
    labels_values: Any,
    sequence_length: Any,
    time_major: bool,
    blank_index: Any,
    ignore_longer: bool,
    collapse_repeated: bool,
    merge_repeated: bool,
) -> Any:
    logits = inputs if time_major else tf.transpose(inputs, [1, 0, 2])
    return _loss(logits, labels_indices, labels_values, sequence_length, blank_index, ignore_longer, collapse_repeated, merge_repeated)


@written("nn.ctc", "_ctc_loss_dense", whole=True)
def ctc_loss_dense(logits: Any, labels: Any, label_length: Any, logit_length: Any, time_major: bool, blank_index: Any) -> Any:
    if not time_major:
        logits = tf.transpose(logits, [1, 0, 2])
    inside = tf.sequence_mask(tf.cast(label_length, tf.int32), tf.shape(labels)[1])
    indices = tf.where(inside)
    return _loss(
        logits, indices, tf.gather_nd(labels, indices), logit_length, 0 if blank_index is None else blank_index, False, False, True
    )


@written("nn.ctc", "_ctc_unique_labels")
def ctc_unique_labels(labels: Any) -> Any:
    width = tf.shape(labels)[1]
    same = tf.equal(tf.expand_dims(labels, 2), tf.expand_dims(labels, 1))
    first = tf.argmax(tf.cast(same, tf.int32), 2, output_type=tf.int32)
    new = tf.equal(first, tf.range(width))
    number = tf.cumsum(tf.cast(new, tf.int32), 1) - 1
    places = tf.gather(number, first, batch_dims=1)
    # The place of a new label says where it goes; the places after them are 0.
    which = tf.where(new)
    where = tf.stack([which[:, 0], tf.cast(tf.gather_nd(number, which), tf.int64)], 1)
    unique = tf.scatter_nd(where, tf.cast(tf.gather_nd(labels, which), tf.int64), tf.shape(labels, tf.int64))
    return unique, places


@written("nn.ctc", "collapse_repeated")
def collapse_repeated(labels: Any, seq_length: Any) -> Any:
    width = tf.shape(labels)[1]
    starts = tf.concat([tf.ones_like(labels[:, :1], tf.bool), tf.not_equal(labels[:, 1:], labels[:, :-1])], 1)
    keep = starts & tf.sequence_mask(tf.cast(seq_length, tf.int32), width)
    lengths = tf.reduce_sum(tf.cast(keep, seq_length.dtype), 1)
    longest = tf.reduce_max(tf.concat([lengths, tf.zeros([1], lengths.dtype)], 0))
    which = tf.where(keep)
    number = tf.cast(tf.cumsum(tf.cast(keep, tf.int32), 1) - 1, tf.int64)
    where = tf.stack([which[:, 0], tf.gather_nd(number, which)], 1)
    shape = tf.stack([tf.shape(labels, tf.int64)[0], tf.cast(longest, tf.int64)])
    return tf.scatter_nd(where, tf.gather_nd(labels, which), shape), lengths
