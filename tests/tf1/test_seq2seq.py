"""`tf.contrib.seq2seq`: decoders against recorded results (scripts/record_decoders.py)."""

import json
import pathlib

import numpy as np
import pytest

import tfshim as tf
from tests.tf1.decoders import (
    BATCH,
    BEAMS,
    EMBEDDING,
    END,
    INPUTS,
    LENGTHS,
    MECHANISMS,
    MEMORY,
    MEMORY_LENGTHS,
    SEARCHES,
    START,
    TRAININGS,
    UNITS,
    WORDS,
    Values,
)
from tfshim.contrib import seq2seq

v1 = tf.compat.v1
RECORDED = json.loads((pathlib.Path(__file__).resolve().parent.parent / "data" / "decoders.json").read_text())


class Cell(v1.nn.rnn_cell.RNNCell):
    """The LSTM of Keras, with fixed numbers."""

    output_size, state_size = UNITS, [UNITS, UNITS]

    def call(self, inputs, state):
        values, (h, c) = Values(), state
        bias = np.repeat(np.float32([0, 1, 0, 0]), UNITS)
        gates = tf.matmul(inputs, values([inputs.shape[-1], 4 * UNITS])) + tf.matmul(h, values([UNITS, 4 * UNITS])) + bias
        i, f, new, o = tf.split(gates, 4, 1)
        c = tf.sigmoid(f) * c + tf.sigmoid(i) * tf.tanh(new)
        h = tf.sigmoid(o) * tf.tanh(c)
        return h, [h, c]


def output_layer():
    return v1.layers.Dense(WORDS, use_bias=False, kernel_initializer=Values())


def mechanism(name, times=1):
    kind, counts, arguments = MECHANISMS[name]
    memory, lengths = (seq2seq.tile_batch(x, times) for x in (MEMORY, MEMORY_LENGTHS))
    return getattr(seq2seq, kind)(UNITS, memory, lengths if counts else None, **arguments)


def check(name, build):
    """What `build()` gives, run in a session, is what was recorded."""
    with tf.Graph().as_default(), v1.Session() as session:
        with v1.variable_scope("", initializer=Values()):
            made = build()
        session.run(v1.global_variables_initializer())
        for found, expected in zip(session.run(list(made)), RECORDED[name], strict=True):
            np.testing.assert_allclose(found, np.array(expected), rtol=1e-4, atol=1e-5, err_msg=name)
        return [v.name for v in v1.trainable_variables()], [t.shape.as_list() for t in made]


def trained(cell, **arguments):
    decoder = seq2seq.BasicDecoder(cell, seq2seq.TrainingHelper(INPUTS, LENGTHS), cell.zero_state(BATCH, tf.float32), output_layer())
    return seq2seq.dynamic_decode(decoder, **arguments)


@pytest.mark.parametrize("name", TRAININGS)
def test_given_sequences(name):
    def build():
        outputs, _, lengths = trained(Cell(), **TRAININGS[name])
        return outputs.rnn_output, outputs.sample_id, lengths

    names, shapes = check(name, build)
    assert names == ["decoder/dense/kernel:0"] and shapes[0][-1] == WORDS


@pytest.mark.parametrize("name", MECHANISMS)
def test_attention(name):
    def build():
        cell = seq2seq.AttentionWrapper(Cell(), mechanism(name), attention_layer_size=4, alignment_history=True)
        outputs, state, lengths = trained(cell)
        return outputs.rnn_output, outputs.sample_id, lengths, state.alignments, state.attention, state.alignment_history.stack()

    names, _ = check(name, build)
    assert {"memory_layer/kernel:0", "decoder/attention_wrapper/attention_layer/kernel:0"} < set(names)
    own = {"bahdanau_normalized": "bahdanau_attention/attention_b", "luong_monotonic": "luong_monotonic_attention/attention_score_bias"}
    assert name not in own or f"decoder/attention_wrapper/{own[name]}:0" in names


def test_two_mechanisms():
    def build():
        cell = seq2seq.AttentionWrapper(Cell(), [mechanism("luong"), mechanism("bahdanau")], output_attention=False)
        outputs, state, lengths = trained(cell)
        return outputs.rnn_output, outputs.sample_id, lengths, state.attention

    check("two", build)


def test_greedy():
    def build():
        cell = Cell()
        helper = seq2seq.GreedyEmbeddingHelper(EMBEDDING, START, END)
        decoder = seq2seq.BasicDecoder(cell, helper, cell.zero_state(BATCH, tf.float32), output_layer())
        outputs, _, lengths = seq2seq.dynamic_decode(decoder, maximum_iterations=6)
        return outputs.rnn_output, outputs.sample_id, lengths

    check("greedy", build)


@pytest.mark.parametrize("name", SEARCHES)
def test_beams(name):
    def build():
        cell = Cell()
        if "attention" in name:
            cell = seq2seq.AttentionWrapper(cell, mechanism("luong", BEAMS), attention_layer_size=4)
        state = cell.zero_state(BATCH * BEAMS, tf.float32)
        decoder = seq2seq.BeamSearchDecoder(cell, EMBEDDING, START, END, state, BEAMS, output_layer(), **SEARCHES[name])
        outputs, state, lengths = seq2seq.dynamic_decode(decoder, maximum_iterations=6)
        steps = outputs.beam_search_decoder_output
        return outputs.predicted_ids, *steps, state.lengths, state.log_probs, lengths

    check(name, build)


def test_training_by_gradients():
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(1)
        cell = seq2seq.AttentionWrapper(v1.nn.rnn_cell.GRUCell(UNITS), mechanism("bahdanau"), attention_layer_size=4)
        outputs, _, _ = trained(cell)
        weights = tf.sequence_mask(LENGTHS, dtype=tf.float32)
        targets = tf.constant((INPUTS[..., 0] > 0).astype("int32"))
        loss = seq2seq.sequence_loss(outputs.rnn_output, targets, weights)
        step = v1.train.AdamOptimizer(0.05).minimize(loss)
        session.run(v1.global_variables_initializer())
        before = session.run(loss)
        for _ in range(15):
            session.run(step)
        assert session.run(loss) < before / 3


def test_samples():
    with tf.Graph().as_default(), v1.Session() as session:
        cell = Cell()
        state = cell.zero_state(BATCH, tf.float32)
        sharp = seq2seq.SampleEmbeddingHelper(EMBEDDING, START, END, softmax_temperature=1e-4, seed=1)
        greedy = seq2seq.GreedyEmbeddingHelper(EMBEDDING, START, END)
        scheduled = [seq2seq.ScheduledEmbeddingTrainingHelper(INPUTS, LENGTHS, EMBEDDING, p, seed=1, scheduling_seed=2) for p in (0.0, 1.0)]
        with v1.variable_scope("", initializer=Values()):
            layer = output_layer()
            made = []
            for helper in (sharp, greedy, seq2seq.TrainingHelper(INPUTS, LENGTHS), *scheduled):
                decoder = seq2seq.BasicDecoder(cell, helper, state, layer)
                made.append(seq2seq.dynamic_decode(decoder, maximum_iterations=5)[0])
        session.run(v1.global_variables_initializer())
        sampled, best, given, never, always = session.run(made)
    assert np.array_equal(sampled.sample_id, best.sample_id)  # nothing else is left at so low a temperature
    np.testing.assert_allclose(never.rnn_output, given.rnn_output, rtol=1e-5)
    assert (never.sample_id == -1).all() and (always.sample_id >= 0).all()
    np.testing.assert_allclose(always.rnn_output[:, 0], given.rnn_output[:, 0], rtol=1e-5)
    assert not np.allclose(always.rnn_output[:, 1], given.rnn_output[:, 1])


def test_what_is_wrong_says_so():
    with tf.Graph().as_default():
        with pytest.raises(TypeError, match="helper must be a Helper"):
            seq2seq.BasicDecoder(Cell(), None, None)
        with pytest.raises(TypeError, match="Expected decoder to be type Decoder"):
            seq2seq.dynamic_decode(None)
        with pytest.raises(ValueError, match="must be a vector"):
            seq2seq.GreedyEmbeddingHelper(EMBEDDING, 1, END)
        with pytest.raises(ValueError, match="mode must be"):
            seq2seq.monotonic_attention([[0.5]], [[1.0]], "soft")
        cell = seq2seq.AttentionWrapper(Cell(), mechanism("luong", BEAMS), alignment_history=True)
        state = cell.zero_state(BATCH * BEAMS, tf.float32)
        with pytest.raises(NotImplementedError, match="alignment_history"):
            seq2seq.BeamSearchDecoder(cell, EMBEDDING, START, END, state, BEAMS)
