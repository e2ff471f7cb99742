"""Record what decoders of sequences give, in tests/data/decoders.json.

Run with a Python that has TensorFlow 2.15.1 and TensorFlow Addons 0.23:  python scripts/record_decoders.py
Addons has what was `tf.contrib.seq2seq`; the numbers are the same.
"""

import contextlib

import numpy as np
from recording import DATA, write_rows

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


@contextlib.contextmanager
def fixed(layer):
    """Within it layers of the class `layer` begin with fixed numbers."""
    before = layer.__init__

    def init(self, units, **arguments):
        before(self, units, **{**arguments, "kernel_initializer": Values()})

    layer.__init__ = init
    try:
        yield
    finally:
        layer.__init__ = before


def main():
    """Record all."""
    import tensorflow as tf
    import tensorflow_addons.seq2seq as seq2seq

    keras, made = tf.keras.layers, {}

    def cell():
        return keras.LSTMCell(UNITS, kernel_initializer=Values(), recurrent_initializer=Values())

    def mechanism(name, times=1):
        kind, counts, arguments = MECHANISMS[name]
        arguments = {**arguments, **({"kernel_initializer": Values()} if "bahdanau" in name else {})}
        memory, lengths = (seq2seq.tile_batch(tf.constant(x), times) for x in (MEMORY, MEMORY_LENGTHS))
        with fixed(keras.Dense):
            return getattr(seq2seq, kind)(UNITS, memory, lengths if counts else None, **arguments)

    def wrapped(mechanisms, **arguments):
        with fixed(keras.Dense):
            return seq2seq.AttentionWrapper(cell(), mechanisms, **arguments)

    def output_layer():
        return keras.Dense(WORDS, use_bias=False, kernel_initializer=Values())

    def decoded(name, decoder, first, about, parts, **arguments):
        found = seq2seq.dynamic_decode(decoder, decoder_init_input=tf.constant(first), decoder_init_kwargs=about, **arguments)
        made[name] = [np.asarray(x).tolist() for x in parts(*found)]

    def start(cell, times=1):
        return cell.get_initial_state(batch_size=BATCH * times, dtype=tf.float32)

    def plain(outputs, state, lengths):
        return outputs.rnn_output, outputs.sample_id, lengths

    def attending(outputs, state, lengths):
        return outputs.rnn_output, outputs.sample_id, lengths, state.alignments, state.attention, state.alignment_history.stack()

    def train(name, cell, parts, **arguments):
        decoder = seq2seq.BasicDecoder(cell, seq2seq.TrainingSampler(), output_layer=output_layer())
        about = {"initial_state": start(cell), "sequence_length": tf.constant(LENGTHS)}
        decoded(name, decoder, INPUTS, about, parts, **arguments)

    for name, arguments in TRAININGS.items():
        train(name, cell(), plain, **arguments)
    for name in MECHANISMS:
        train(name, wrapped(mechanism(name), attention_layer_size=4, alignment_history=True), attending)
    two = wrapped([mechanism("luong"), mechanism("bahdanau")], output_attention=False)
    train("two", two, lambda outputs, state, lengths: (*plain(outputs, state, lengths), state.attention))
    one = cell()
    greedy = seq2seq.BasicDecoder(one, seq2seq.GreedyEmbeddingSampler(), output_layer=output_layer())
    about = {"start_tokens": tf.constant(START), "end_token": END}
    decoded("greedy", greedy, EMBEDDING, {**about, "initial_state": start(one)}, plain, maximum_iterations=6)
    for name, arguments in SEARCHES.items():
        one = wrapped(mechanism("luong", BEAMS), attention_layer_size=4) if "attention" in name else cell()
        search = seq2seq.BeamSearchDecoder(one, BEAMS, output_layer=output_layer(), reorder_tensor_arrays=False, **arguments)

        def parts(outputs, state, lengths):
            steps = outputs.beam_search_decoder_output
            ids = steps.scores, steps.predicted_ids, steps.parent_ids
            return outputs.predicted_ids, *ids, state.lengths, state.log_probs, lengths

        decoded(name, search, EMBEDDING, {**about, "initial_state": start(one, BEAMS)}, parts, maximum_iterations=6)
    write_rows(DATA / "decoders.json", made)


if __name__ == "__main__":
    main()
