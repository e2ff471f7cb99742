"""Decoding of the most likely sequences, several at a time."""

import collections

import numpy as np

import tfshim as tf
from tfshim.contrib._names import defined
from tfshim.contrib.seq2seq.attention import AttentionWrapperState
from tfshim.contrib.seq2seq.decoding import Decoder
from tfshim.contrib.seq2seq.helpers import _embedding
from tfshim.engine.values import nest
from tfshim.refusals import refused


def _named(name, fields):
    made = collections.namedtuple(name, fields)
    made.__module__ = __name__
    return made


BeamSearchDecoderState = _named("BeamSearchDecoderState", ("cell_state", "log_probs", "finished", "lengths", "accumulated_attention_probs"))
BeamSearchDecoderOutput = _named("BeamSearchDecoderOutput", ("scores", "predicted_ids", "parent_ids"))
FinalBeamSearchDecoderOutput = _named("FinalBeamSearchDecoderOutput", ("predicted_ids", "beam_search_decoder_output"))


def tile_batch(t, multiplier, name=None):
    """Structures of tensors whose rows [batch, ...] come `multiplier` times each, one after the other.

    Mirrors `tf.contrib.seq2seq.tile_batch`; ValueError for tensors without rows.
    """
    with tf.name_scope(name or "tile_batch"):
        return nest.map_structure(lambda x: _tiled(tf.convert_to_tensor(x, name="t"), multiplier), t)


def _tiled(t, multiplier):
    if t.shape.rank is None:
        raise ValueError("t must have statically known rank")
    if t.shape.rank == 0:
        raise ValueError("t must have a batch dimension")
    return tf.repeat(t, multiplier, axis=0)


def gather_tree(step_ids, parent_ids, max_sequence_lengths, end_token):
    """The sequences [time, batch, beams] that `step_ids` are, each the follower of that in the beam `parent_ids` of the step before.

    Past `max_sequence_lengths` [batch], and past the first `end_token`, they are `end_token`.
    """
    step_ids, parent_ids = tf.convert_to_tensor(step_ids, tf.int32), tf.convert_to_tensor(parent_ids, tf.int32)
    lengths = tf.convert_to_tensor(max_sequence_lengths, tf.int32)
    count, batch, beams = tf.unstack(tf.shape(step_ids))
    start = tf.tile(tf.range(beams)[tf.newaxis], [batch, 1])

    def back(time, parents, made):
        counts = (time < tf.minimum(lengths, count))[:, tf.newaxis]
        ids = tf.gather(step_ids[time], parents, batch_dims=1)
        made = made.write(time, tf.where(counts, ids, tf.fill(tf.shape(ids), end_token)))
        return time - 1, tf.where(counts, tf.gather(parent_ids[time], parents, batch_dims=1), parents), made

    made = tf.TensorArray(tf.int32, count, element_shape=step_ids.shape[1:])
    _, _, made = tf.while_loop(lambda time, *_: time >= 0, back, [count - 1, start, made])
    found = made.stack()
    ended = tf.cumsum(tf.cast(tf.equal(found, end_token), tf.int32), axis=0, exclusive=True) > 0
    return tf.where(ended, tf.fill(tf.shape(found), end_token), found)


def _wrapper_states(state):
    """The states of AttentionWrappers in the structure `state`."""
    if isinstance(state, AttentionWrapperState):
        return [state]
    return [s for part in state for s in _wrapper_states(part)] if isinstance(state, (list, tuple)) else []


class BeamSearchDecoder(Decoder):
    """A decoder that follows the most likely sequences so far. Mirrors `tf.contrib.seq2seq.BeamSearchDecoder`.

    `cell`: an RNNCell; `embedding`: from ids to inputs, a function or matrix; `start_tokens`: the first ids, [batch]; `end_token`: the
    id that ends a sequence; `initial_state`: the state of the cell for batch * beams rows, as `tile_batch` makes it; `beam_width`: how
    many sequences are followed; `output_layer`: from what the cell gives to logits; `length_penalty_weight`: how much longer sequences are
    preferred; `coverage_penalty_weight`: how much those are whose attention leaves nothing out. States that keep lists of tensors
    (`alignment_history`) are refused.
    """

    def __init__(
        self,
        cell,
        embedding,
        start_tokens,
        end_token,
        initial_state,
        beam_width,
        output_layer=None,
        length_penalty_weight=0.0,
        coverage_penalty_weight=0.0,
        reorder_tensor_arrays=True,
    ):
        self._cell, self._output_layer, self._reorders = cell, output_layer, reorder_tensor_arrays
        self._embedding_fn = _embedding(embedding)
        self._start_tokens = tf.convert_to_tensor(start_tokens, tf.int32, name="start_tokens")
        if self._start_tokens.shape.rank != 1:
            raise ValueError("start_tokens must be a vector")
        self._end_token = tf.convert_to_tensor(end_token, tf.int32, name="end_token")
        if self._end_token.shape.rank != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size, self._beam_width = tf.size(self._start_tokens), beam_width
        self._length_weight, self._coverage_weight = length_penalty_weight, coverage_penalty_weight
        if any(isinstance(x, tf.TensorArray) for x in nest.flatten(initial_state)):
            raise refused("tf.contrib.seq2seq.BeamSearchDecoder", "lists")
        self._initial_cell_state = nest.map_structure(self._split, initial_state)
        self._start_inputs = self._embedding_fn(tf.tile(self._start_tokens[:, tf.newaxis], [1, beam_width]))

    batch_size = property(lambda self: self._batch_size)

    @property
    def tracks_own_finished(self):
        """True: beams change places."""
        return True

    @property
    def output_size(self):
        beams = tf.TensorShape([self._beam_width])
        return BeamSearchDecoderOutput(beams, beams, beams)

    @property
    def output_dtype(self):
        return BeamSearchDecoderOutput(nest.flatten(self._initial_cell_state)[0].dtype, tf.int32, tf.int32)

    def _split(self, x):
        """A tensor [batch, beams, ...] of one [batch * beams, ...]; scalars as they are."""
        if x.shape.rank == 0:
            return x
        return (
            tf.reshape(x, tf.concat([[-1, self._beam_width], tf.shape(x)[1:]], 0))
            if None in x.shape[1:].as_list()
            else tf.reshape(x, [-1, self._beam_width, *x.shape[1:].as_list()])
        )

    def _merge(self, x):
        if x.shape.rank == 0:
            return x
        rest = x.shape[2:].as_list()
        return tf.reshape(x, [-1, *rest] if None not in rest else tf.concat([[-1], tf.shape(x)[2:]], 0))

    def initialize(self, name=None):
        first = tf.one_hot(tf.zeros([self._batch_size], tf.int32), self._beam_width, on_value=True, off_value=False, dtype=tf.bool)
        dtype = nest.flatten(self._initial_cell_state)[0].dtype
        log_probs = tf.where(first, tf.zeros(tf.shape(first), dtype), tf.fill(tf.shape(first), tf.constant(-np.inf, dtype)))
        size = self._attended(self._initial_cell_state)
        attended = () if size is None else tf.zeros(tf.shape(size), size.dtype)
        lengths = tf.zeros([self._batch_size, self._beam_width], tf.int64)
        state = BeamSearchDecoderState(self._initial_cell_state, log_probs, ~first, lengths, attended)
        return ~first, self._start_inputs, state

    def finalize(self, outputs, final_state, sequence_lengths):
        """(FinalBeamSearchDecoderOutput, state): the sequences, each with its beginning."""
        del sequence_lengths
        longest = tf.cast(tf.reduce_max(final_state.lengths, axis=1), tf.int32)
        ids = gather_tree(outputs.predicted_ids, outputs.parent_ids, longest, self._end_token)
        return FinalBeamSearchDecoderOutput(ids, outputs), final_state

    def step(self, time, inputs, state, name=None):
        with tf.name_scope(name or "BeamSearchDecoderStep"):
            merged = nest.map_structure(self._merge, state.cell_state)
            outputs, cell_state = self._cell(self._merge(inputs), merged)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            outputs, cell_state = self._split(outputs), nest.map_structure(self._split, cell_state)
            found, state = self._search(time, outputs, cell_state, state)
            ended = tf.reduce_all(state.finished)
            return found, state, tf.where(ended, self._start_inputs, self._embedding_fn(found.predicted_ids)), state.finished

    def _search(self, time, logits, cell_state, state):
        """(BeamSearchDecoderOutput, next state) for what the cell gave."""
        beams, words = self._beam_width, logits.shape[-1] or tf.shape(logits)[-1]
        dtype = logits.dtype
        # A sequence that is finished goes on with the token that ends it, at no cost.
        over = tf.one_hot(self._end_token, words, tf.constant(0, dtype), tf.constant(dtype.min, dtype), dtype=dtype)
        each = tf.where(state.finished[..., tf.newaxis], over, tf.nn.log_softmax(logits))
        total = state.log_probs[..., tf.newaxis] + each
        grows = tf.where(
            state.finished[..., tf.newaxis],
            tf.zeros([words], tf.int64),
            tf.one_hot(self._end_token, words, tf.constant(0, tf.int64), tf.constant(1, tf.int64), dtype=tf.int64),
        )
        lengths = state.lengths[..., tf.newaxis] + grows
        attended = state.accumulated_attention_probs
        present = self._attended(cell_state)
        if present is not None:
            attended = tf.where(state.finished[..., tf.newaxis], attended, present + attended)
        scores = total / self._length_penalty(lengths, dtype)
        if present is not None:
            # Places past the end of a memory, which nothing attends to, do not count; sequences that go on are not judged yet.
            seen = tf.where(tf.equal(attended, 0.0), tf.ones_like(attended), tf.minimum(attended, 1.0))
            covered = tf.reduce_sum(tf.math.log(seen), 2) * tf.cast(state.finished, dtype)
            scores += self._coverage_weight * covered[..., tf.newaxis]
        flat = tf.reshape(scores, [self._batch_size, -1])
        best, places = tf.math.top_k(flat, k=beams)
        ids, parents = places % words, places // words

        def chosen(x):
            return tf.gather(tf.reshape(x, [self._batch_size, -1]), places, batch_dims=1)

        finished = tf.logical_or(tf.gather(state.finished, parents, batch_dims=1), tf.equal(ids, self._end_token))
        before = tf.gather(state.lengths, parents, batch_dims=1)
        counted = before + tf.cast(~tf.gather(state.finished, parents, batch_dims=1), tf.int64)

        def followed(x):
            return x if x.shape.rank == 0 else tf.gather(x, parents, batch_dims=1)

        attended = tf.gather(attended, parents, batch_dims=1) if present is not None else ()
        moved = nest.map_structure(followed, cell_state)
        for new, old in zip(nest.flatten(moved), nest.flatten(state.cell_state)):
            new.set_shape(old.shape)
        best.set_shape([self._start_tokens.shape[0], beams])
        made = BeamSearchDecoderState(moved, chosen(total), finished, counted, attended)
        return BeamSearchDecoderOutput(best, ids, parents), made

    def _attended(self, state):
        """The weights [batch, beams, time] of attention in the state of the cell; None where they do not count."""
        if not self._coverage_weight:
            return None
        found = [s.alignments for s in _wrapper_states(state)]
        if not found:
            raise ValueError("coverage_penalty_weight must be 0.0 if no cell is attentional.")
        each = [w for weights in found for w in (weights if isinstance(weights, tuple) else (weights,))]
        return tf.add_n(each) / len(each)

    def _length_penalty(self, lengths, dtype):
        if not self._length_weight:
            return tf.ones([], dtype)
        weight = tf.constant(self._length_weight, dtype)
        return (5.0 + tf.cast(lengths, dtype)) ** weight / tf.constant(6.0, dtype) ** weight


__all__ = defined(globals(), "BeamSearchDecoderState", "BeamSearchDecoderOutput", "FinalBeamSearchDecoderOutput")
