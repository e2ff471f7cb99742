"""Losses of sequences that are lists of steps, and models for several lengths."""

import tfshim as tf
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.compat.v1.variables.scopes import get_variable_scope, variable_scope


def sequence_loss_by_example(logits, targets, weights, average_across_timesteps=True, softmax_loss_function=None, name=None):
    """The weighted cross entropy of each sequence of a batch: [batch].

    `logits`: a list of [batch, classes], one for each step; `targets`: class numbers [batch]; `weights`: [batch]. Divided by the sum
    of the weights with `average_across_timesteps`. `softmax_loss_function(labels=, logits=)` may replace the cross entropy. Raises
    ValueError where the lists differ in length.
    """
    if not len(logits) == len(targets) == len(weights):
        raise ValueError(f"Lengths of logits, weights, and targets must be the same {len(logits)}, {len(weights)}, {len(targets)}.")
    with name_scope(name, "sequence_loss_by_example", [*logits, *targets, *weights]):
        losses = []
        for step, labels, weight in zip(logits, targets, weights):
            if softmax_loss_function is None:
                loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.reshape(labels, [-1]), logits=step)
            else:
                loss = softmax_loss_function(labels=labels, logits=step)
            losses.append(loss * weight)
        total = tf.add_n(losses)
        if average_across_timesteps:
            # The small number is for weights that are all zero.
            total /= tf.add_n(weights) + 1e-12
        return total


def sequence_loss(
    logits, targets, weights, average_across_timesteps=True, average_across_batch=True, softmax_loss_function=None, name=None
):
    """The sum of `sequence_loss_by_example`, with `average_across_batch` divided by the number of sequences: a scalar."""
    with name_scope(name, "sequence_loss", [*logits, *targets, *weights]):
        losses = sequence_loss_by_example(logits, targets, weights, average_across_timesteps, softmax_loss_function)
        total = tf.reduce_sum(losses)
        return total / tf.cast(tf.shape(targets[0])[0], total.dtype) if average_across_batch else total


def model_with_buckets(
    encoder_inputs,
    decoder_inputs,
    targets,
    weights,
    buckets,
    seq2seq,
    softmax_loss_function=None,
    per_example_loss=False,
    name=None,
):
    """The outputs and losses of `seq2seq(encoder_inputs, decoder_inputs)` for each of `buckets`, pairs of lengths; variables are shared.

    The last bucket is the longest; ValueError where the lists are shorter. `per_example_loss`: a loss for each sequence of the batch.
    """
    longest = buckets[-1]
    for what, given, needed in (
        ("encoder_inputs", encoder_inputs, longest[0]),
        ("targets", targets, longest[1]),
        ("weights", weights, longest[1]),
    ):
        if len(given) < needed:
            raise ValueError(f"Length of {what} ({len(given)}) must be at least that of last bucket ({needed}).")
    loss_of = sequence_loss_by_example if per_example_loss else sequence_loss
    outputs, losses = [], []
    with name_scope(name, "model_with_buckets", [*encoder_inputs, *decoder_inputs, *targets, *weights]):
        for i, (read, written) in enumerate(buckets):
            with variable_scope(get_variable_scope(), reuse=True if i else None):
                made, _ = seq2seq(encoder_inputs[:read], decoder_inputs[:written])
                outputs.append(made)
                losses.append(loss_of(made, targets[:written], weights[:written], softmax_loss_function=softmax_loss_function))
    return outputs, losses
