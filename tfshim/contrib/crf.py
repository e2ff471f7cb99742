"""`tf.contrib.crf` of TensorFlow 1: linear chains of tags whose neighbours depend on each other."""

import numpy as np

import tfshim as tf
from tfshim.compat.v1.variables.scopes import get_variable
from tfshim.contrib._names import defined


def crf_unary_score(tag_indices, sequence_lengths, inputs):
    """The sums [batch] of what `inputs` [batch, length, tags] give to the tags `tag_indices` [batch, length]."""
    scores = tf.gather(inputs, tag_indices, axis=2, batch_dims=2)
    return tf.reduce_sum(scores * _mask(sequence_lengths, scores), 1)


def crf_binary_score(tag_indices, sequence_lengths, transition_params):
    """The sums [batch] of what `transition_params` [tags, tags] give to each tag of `tag_indices` [batch, length] and the next."""
    pairs = tf.stack([tag_indices[:, :-1], tag_indices[:, 1:]], -1)
    scores = tf.gather_nd(transition_params, pairs)
    return tf.reduce_sum(scores * _mask(tf.maximum(sequence_lengths - 1, 0), scores), 1)


def crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params):
    """The scores [batch], not normalized, of the sequences `tag_indices` [batch, length], of which `sequence_lengths` count.

    `inputs`: a score for each tag at each place, [batch, length, tags]; `transition_params`: for each pair of neighbours.
    """
    binary = crf_binary_score(tag_indices, sequence_lengths, transition_params)
    return crf_unary_score(tag_indices, sequence_lengths, inputs) + binary


def crf_multitag_sequence_score(inputs, tag_bitmap, sequence_lengths, transition_params):
    """The logarithms [batch] of the sums of exp(score) over all sequences that `tag_bitmap` [batch, length, tags] allows."""
    allowed = tf.where(tag_bitmap, inputs, tf.fill(tf.shape(inputs), tf.constant(-np.inf, inputs.dtype)))
    return crf_log_norm(allowed, sequence_lengths, transition_params)


def crf_forward(inputs, state, transition_params, sequence_lengths):
    """The forward variables [batch, length + 1, tags] that begin with `state` [batch, tags]; past its length a row repeats its last."""
    inputs, sequence_lengths = tf.convert_to_tensor(inputs), tf.cast(sequence_lengths, tf.int32)
    count = tf.shape(inputs)[1]
    made = tf.TensorArray(inputs.dtype, count + 1, element_shape=state.shape).write(0, state)

    def step(i, state, made):
        state = _after(state, tf.gather(inputs, i, axis=1), transition_params, i < sequence_lengths)
        return i + 1, state, made.write(i + 1, state)

    _, _, made = tf.while_loop(lambda i, *_: i < count, step, [tf.constant(0), state, made])
    return tf.transpose(made.stack(), [1, 0, 2])


def crf_log_norm(inputs, sequence_lengths, transition_params):
    """The logarithms [batch] of the sums of exp(score) over all sequences of tags; 0 for those of no length."""
    inputs, sequence_lengths = tf.convert_to_tensor(inputs), tf.cast(sequence_lengths, tf.int32)
    count = tf.shape(inputs)[1]

    def step(i, state):
        return i + 1, _after(state, tf.gather(inputs, i, axis=1), transition_params, i < sequence_lengths)

    _, state = tf.while_loop(lambda i, _: i < count, step, [tf.constant(1), inputs[:, 0]])
    norm = tf.reduce_logsumexp(state, 1)
    return tf.where(sequence_lengths <= 0, tf.zeros_like(norm), norm)


def crf_log_likelihood(inputs, tag_indices, sequence_lengths, transition_params=None):
    """(the log likelihoods [batch] of `tag_indices`, the transitions): see `crf_sequence_score`.

    Without `transition_params` they are the variable `transitions` of the present scope, which is made if it has to be.
    """
    inputs = tf.convert_to_tensor(inputs)
    if transition_params is None:
        tags = inputs.shape.as_list()[2]
        transition_params = get_variable("transitions", [tags, tags])
    score = crf_sequence_score(inputs, tag_indices, sequence_lengths, transition_params)
    return score - crf_log_norm(inputs, sequence_lengths, transition_params), transition_params


def crf_decode(potentials, transition_params, sequence_length):
    """(the best tags [batch, length], int32 and 0 past the length, their scores [batch]) for `potentials` [batch, length, tags]."""
    potentials, lengths = tf.convert_to_tensor(potentials), tf.cast(sequence_length, tf.int32)
    rows, count = tf.shape(potentials)[0], tf.shape(potentials)[1]
    transition_params = tf.convert_to_tensor(transition_params)

    def forward(i, state, origins):
        reached = state[:, :, None] + transition_params[None]
        new = tf.reduce_max(reached, 1) + tf.gather(potentials, i, axis=1)
        origins = origins.write(i, tf.argmax(reached, 1, output_type=tf.int32))
        return i + 1, tf.where((i < lengths)[:, None], new, state), origins

    first = potentials[:, 0]
    origins = tf.TensorArray(tf.int32, count + 1, element_shape=first.shape, clear_after_read=False)
    origins = origins.write(0, tf.zeros(tf.shape(first), tf.int32)).write(count, tf.zeros(tf.shape(first), tf.int32))
    _, state, origins = tf.while_loop(lambda i, *_: i < count, forward, [tf.constant(1), first, origins])
    best, last = tf.argmax(state, 1, output_type=tf.int32), tf.maximum(lengths, 1) - 1

    def backward(i, tag, tags):
        before = tf.gather(origins.read(i + 1), tag, axis=1, batch_dims=1)
        tag = tf.where(i < last, before, tf.where(tf.equal(i, last), best, tf.zeros_like(tag)))
        return i - 1, tag, tags.write(i, tag)

    tags = tf.TensorArray(tf.int32, count, element_shape=[potentials.shape[0]])
    _, _, tags = tf.while_loop(lambda i, *_: i >= 0, backward, [count - 1, tf.zeros([rows], tf.int32), tags])
    return tf.transpose(tags.stack()), tf.reduce_max(state, 1)


def viterbi_decode(score, transition_params):
    """(the best tags, a list of integers, their score) for the arrays `score` [length, tags] and `transition_params`."""
    score = np.asarray(score)
    state, origins = score[0], []
    for row in score[1:]:
        reached = state[:, None] + transition_params
        origins.append(reached.argmax(0))
        state = row + reached.max(0)
    tags = [int(state.argmax())]
    for origin in reversed(origins):
        tags.append(int(origin[tags[-1]]))
    return tags[::-1], state.max()


def _after(state, scores, transition_params, goes_on):
    new = tf.reduce_logsumexp(state[:, :, None] + transition_params, 1) + scores
    return tf.where(goes_on[:, None], new, state)


def _mask(lengths, scores):
    return tf.sequence_mask(lengths, tf.shape(scores)[1], scores.dtype)


__all__ = defined(globals())


def __getattr__(name):
    raise AttributeError(f"tf.contrib.crf.{name} is not part of tfshim; it has {', '.join(__all__)}.")
