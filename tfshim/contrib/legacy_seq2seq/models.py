"""Models of a sequence from a sequence: an encoder and a decoder, both unrolled."""

import copy

import tfshim as tf
from tfshim.compat.v1.graphs.flow import cond
from tfshim.compat.v1.nn import embedding_lookup, static_rnn
from tfshim.compat.v1.nn.rnn_cell import RNNCell
from tfshim.compat.v1.variables.scopes import get_variable, get_variable_scope, variable_scope
from tfshim.contrib.legacy_seq2seq.decoders import (
    _checked_projection,
    embedding_attention_decoder,
    embedding_rnn_decoder,
    fed_back,
    rnn_decoder,
)
from tfshim.contrib.rnn.cells import EmbeddingWrapper, OutputProjectionWrapper


def basic_rnn_seq2seq(encoder_inputs, decoder_inputs, cell, dtype=tf.float32, scope=None):
    """Outputs and state of a decoder that begins with the last state of an encoder, a copy of `cell` with variables of its own."""
    with variable_scope(scope or "basic_rnn_seq2seq"):
        _, state = static_rnn(copy.deepcopy(cell), encoder_inputs, dtype=dtype)
        return rnn_decoder(decoder_inputs, state, cell)


def tied_rnn_seq2seq(encoder_inputs, decoder_inputs, cell, loop_function=None, dtype=tf.float32, scope=None):
    """Outputs and state of a decoder that begins with the last state of an encoder with the same variables."""
    with variable_scope("combined_tied_rnn_seq2seq"):
        scope = scope or "tied_rnn_seq2seq"
        _, state = static_rnn(cell, encoder_inputs, dtype=dtype, scope=scope)
        get_variable_scope().reuse_variables()
        return rnn_decoder(decoder_inputs, state, cell, loop_function=loop_function, scope=scope)


def _either(feed_previous, decoder, structure):
    """Outputs and state of `decoder(fed back, update)`; where `feed_previous` is a tensor both are built, and one runs."""
    if isinstance(feed_previous, bool):
        return decoder(feed_previous, True)

    def branch(fed):
        # The variables are made by the branch that is built first.
        with variable_scope(get_variable_scope(), reuse=None if fed else True):
            outputs, state = decoder(fed, False)
        return [*outputs, *tf.nest.flatten(state)]

    made = cond(feed_previous, lambda: branch(True), lambda: branch(False))
    count = len(made) - len(tf.nest.flatten(structure))
    return made[:count], tf.nest.pack_sequence_as(structure, made[count:])


def embedding_rnn_seq2seq(
    encoder_inputs,
    decoder_inputs,
    cell,
    num_encoder_symbols,
    num_decoder_symbols,
    embedding_size,
    output_projection=None,
    feed_previous=False,
    dtype=None,
    scope=None,
):
    """`basic_rnn_seq2seq` of class numbers, lists of [batch]: outputs and state of the decoder.

    `output_projection`: a pair (matrix, vector) that is applied to outputs before they are fed back; without it a projection to
    the symbols is made. `feed_previous`: True, False or a boolean tensor: whether outputs say what the next inputs are.
    """
    with variable_scope(scope or "embedding_rnn_seq2seq") as scope:
        if dtype is not None:
            scope.set_dtype(dtype)
        reader = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        _, first = static_rnn(reader, encoder_inputs, dtype=dtype or scope.dtype)
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_decoder_symbols)

        def decoder(fed, update):
            return embedding_rnn_decoder(
                decoder_inputs,
                first,
                cell,
                num_decoder_symbols,
                embedding_size,
                output_projection=output_projection,
                feed_previous=fed,
                update_embedding_for_previous=update,
            )

        return _either(feed_previous, decoder, first)


def embedding_tied_rnn_seq2seq(
    encoder_inputs,
    decoder_inputs,
    cell,
    num_symbols,
    embedding_size,
    num_decoder_symbols=None,
    output_projection=None,
    feed_previous=False,
    dtype=None,
    scope=None,
):
    """`tied_rnn_seq2seq` of class numbers that share one embedding; see `embedding_rnn_seq2seq`."""
    with variable_scope(scope or "embedding_tied_rnn_seq2seq", dtype=dtype) as scope:
        dtype = scope.dtype
        _checked_projection(output_projection, num_symbols, dtype)
        embedding = get_variable("embedding", [num_symbols, embedding_size], dtype=dtype)
        read, written = ([embedding_lookup(embedding, x) for x in part] for part in (encoder_inputs, decoder_inputs))
        if output_projection is None:
            cell = OutputProjectionWrapper(cell, num_symbols if num_decoder_symbols is None else num_decoder_symbols)

        def decoder(fed, update):
            following = fed_back(embedding, output_projection, update) if fed else None
            return tied_rnn_seq2seq(read, written, cell, loop_function=following, dtype=dtype)

        return _either(feed_previous, decoder, cell.zero_state(tf.shape(encoder_inputs[0])[0], dtype))


def embedding_attention_seq2seq(
    encoder_inputs,
    decoder_inputs,
    cell,
    num_encoder_symbols,
    num_decoder_symbols,
    embedding_size,
    num_heads=1,
    output_projection=None,
    feed_previous=False,
    dtype=None,
    scope=None,
    initial_state_attention=False,
):
    """`embedding_rnn_seq2seq` whose decoder reads the encoder's outputs at every step; see `attention_decoder`."""
    with variable_scope(scope or "embedding_attention_seq2seq", dtype=dtype) as scope:
        dtype = scope.dtype
        reader = EmbeddingWrapper(copy.deepcopy(cell), num_encoder_symbols, embedding_size)
        encoded, first = static_rnn(reader, encoder_inputs, dtype=dtype)
        states = tf.concat([tf.reshape(x, [-1, 1, cell.output_size]) for x in encoded], 1)
        output_size = None
        if output_projection is None:
            cell, output_size = OutputProjectionWrapper(cell, num_decoder_symbols), num_decoder_symbols

        def decoder(fed, update):
            return embedding_attention_decoder(
                decoder_inputs,
                first,
                states,
                cell,
                num_decoder_symbols,
                embedding_size,
                num_heads=num_heads,
                output_size=output_size,
                output_projection=output_projection,
                feed_previous=fed,
                update_embedding_for_previous=update,
                initial_state_attention=initial_state_attention,
            )

        return _either(feed_previous, decoder, first)


def one2many_rnn_seq2seq(
    encoder_inputs,
    decoder_inputs_dict,
    enc_cell,
    dec_cells_dict,
    num_encoder_symbols,
    num_decoder_symbols_dict,
    embedding_size,
    feed_previous=False,
    dtype=None,
    scope=None,
):
    """One encoder and several decoders by name: dictionaries of their outputs and of their states.

    Raises TypeError for what is no cell, ValueError where the names differ.
    """
    if not isinstance(enc_cell, RNNCell):
        raise TypeError(f"enc_cell is not an RNNCell: {type(enc_cell)}")
    if set(dec_cells_dict) != set(decoder_inputs_dict):
        raise ValueError("keys of dec_cells_dict != keys of decodre_inputs_dict")
    for cell in dec_cells_dict.values():
        if not isinstance(cell, RNNCell):
            raise TypeError(f"dec_cell is not an RNNCell: {type(cell)}")
    outputs, states = {}, {}
    with variable_scope(scope or "one2many_rnn_seq2seq", dtype=dtype) as scope:
        reader = EmbeddingWrapper(enc_cell, num_encoder_symbols, embedding_size)
        _, first = static_rnn(reader, encoder_inputs, dtype=scope.dtype)
        for name, inputs in decoder_inputs_dict.items():
            symbols = num_decoder_symbols_dict[name]
            with variable_scope(f"one2many_decoder_{name}"):
                cell = OutputProjectionWrapper(dec_cells_dict[name], symbols)

                def decoder(fed, update, inputs=inputs, cell=cell, symbols=symbols):
                    # The gradient reaches the embedding of what is fed back here, in either case.
                    return embedding_rnn_decoder(inputs, first, cell, symbols, embedding_size, feed_previous=fed)

                outputs[name], states[name] = _either(feed_previous, decoder, first)
    return outputs, states
