"""Decoders that are unrolled: one call of the cell for each of the inputs, a list of steps."""

import tfshim as tf
from tfshim.compat.v1.nn import embedding_lookup, xw_plus_b
from tfshim.compat.v1.variables.scopes import get_variable, get_variable_scope, variable_scope
from tfshim.contrib.rnn.linear import linear


def fed_back(embedding, output_projection=None, update_embedding=True):
    """A function (output, step) of the embedding of what the output says is likeliest, which is the next input.

    `output_projection`: a pair (matrix, vector) that the output goes through before. Without `update_embedding` no gradient
    reaches the embedding this way.
    """

    def following(output, step):
        if output_projection is not None:
            output = xw_plus_b(output, *output_projection)
        found = embedding_lookup(embedding, tf.argmax(output, 1))
        return found if update_embedding else tf.stop_gradient(found)

    return following


def _next_input(loop_function, given, before, step):
    """The input of a step: what `loop_function` makes of the output before, where there is one."""
    if loop_function is None or before is None:
        return given
    with variable_scope("loop_function", reuse=True):
        return loop_function(before, step)


def rnn_decoder(decoder_inputs, initial_state, cell, loop_function=None, scope=None):
    """The outputs of `cell`, a list, and its last state, from `initial_state` on.

    `decoder_inputs`: a list of [batch, size]. `loop_function(output, step)`, where it is given, makes the inputs after the first of the
    outputs.
    """
    with variable_scope(scope or "rnn_decoder"):
        state, outputs = initial_state, []
        for i, given in enumerate(decoder_inputs):
            given = _next_input(loop_function, given, outputs[-1] if outputs else None, i)
            if i:
                get_variable_scope().reuse_variables()
            output, state = cell(given, state)
            outputs.append(output)
    return outputs, state


def _checked_projection(projection, symbols, dtype):
    """Raise ValueError where the pair (matrix, vector) does not give a number for each of the symbols."""
    if projection is not None:
        matrix, vector = (tf.convert_to_tensor(x, dtype=dtype) for x in projection)
        matrix.shape.assert_is_compatible_with([None, symbols])
        vector.shape.assert_is_compatible_with([symbols])


def embedding_rnn_decoder(
    decoder_inputs,
    initial_state,
    cell,
    num_symbols,
    embedding_size,
    output_projection=None,
    feed_previous=False,
    update_embedding_for_previous=True,
    scope=None,
):
    """`rnn_decoder` of class numbers, a list of [batch], which a variable "embedding" is looked up for.

    With `feed_previous` only the first is used: each output, through `output_projection` where that is given, says what is next.
    """
    with variable_scope(scope or "embedding_rnn_decoder") as scope:
        _checked_projection(output_projection, num_symbols, scope.dtype)
        embedding = get_variable("embedding", [num_symbols, embedding_size])
        following = fed_back(embedding, output_projection, update_embedding_for_previous) if feed_previous else None
        # One after the other, since what is not used need not be looked up.
        embedded = (embedding_lookup(embedding, x) for x in decoder_inputs)
        return rnn_decoder(embedded, initial_state, cell, loop_function=following)


class _Attention:
    """Reads `states` [batch, length, size] with several heads, each by a small network of the query."""

    def __init__(self, states, heads, dtype):
        self._size, self._dtype = states.shape[2], dtype
        self._length = tf.shape(states)[1] if states.shape[1] is None else states.shape[1]
        self._values = tf.reshape(states, [-1, self._length, 1, self._size])
        self._keys, self._scores = [], []
        for i in range(heads):
            kernel = get_variable(f"AttnW_{i}", [1, 1, self._size, self._size], dtype=dtype)
            self._keys.append(tf.nn.conv2d(self._values, kernel, [1, 1, 1, 1], "SAME"))
            self._scores.append(get_variable(f"AttnV_{i}", [self._size], dtype=dtype))

    def zeros(self, batch):
        """What was read before the first step."""
        made = [tf.zeros(tf.stack([batch, self._size]), dtype=self._dtype) for _ in self._keys]
        for x in made:
            x.set_shape([None, self._size])
        return made

    def __call__(self, query):
        """What each head reads for a state: a list of [batch, size]."""
        if tf.nest.is_nested(query):
            query = tf.concat(tf.nest.flatten(query), 1)
        read = []
        for i, (keys, score) in enumerate(zip(self._keys, self._scores)):
            with variable_scope(f"Attention_{i}"):
                asked = tf.cast(tf.reshape(linear(query, self._size, True), [-1, 1, 1, self._size]), self._dtype)
                weights = tf.reduce_sum(score * tf.tanh(keys + asked), [2, 3])
                # In float32 whatever the states are, as sums of exponents need it.
                weights = tf.cast(tf.nn.softmax(tf.cast(weights, tf.float32)), self._dtype)
                weighted = tf.reshape(weights, [-1, self._length, 1, 1]) * self._values
                read.append(tf.reshape(tf.reduce_sum(weighted, [1, 2]), [-1, self._size]))
        return read


def attention_decoder(
    decoder_inputs,
    initial_state,
    attention_states,
    cell,
    output_size=None,
    num_heads=1,
    loop_function=None,
    dtype=None,
    scope=None,
    initial_state_attention=False,
):
    """`rnn_decoder` whose inputs and outputs are joined with what is read of `attention_states` [batch, length, size].

    `output_size` (that of the cell): of the outputs. `num_heads`: how often the states are read at each step. The first step reads
    nothing but with `initial_state_attention`. Raises ValueError without inputs, without heads and where sizes are unknown.
    """
    if not decoder_inputs:
        raise ValueError("Must provide at least 1 input to attention decoder.")
    if num_heads < 1:
        raise ValueError("With less than 1 heads, use a non-attention decoder.")
    if attention_states.shape[2] is None:
        raise ValueError(f"Shape[2] of attention_states must be known: {attention_states.shape}")
    output_size = cell.output_size if output_size is None else output_size
    with variable_scope(scope or "attention_decoder", dtype=dtype) as scope:
        dtype = scope.dtype
        batch = tf.shape(decoder_inputs[0])[0]
        attention = _Attention(attention_states, num_heads, dtype)
        state, outputs = initial_state, []
        read = attention(initial_state) if initial_state_attention else attention.zeros(batch)
        for i, given in enumerate(decoder_inputs):
            if i:
                get_variable_scope().reuse_variables()
            given = _next_input(loop_function, given, outputs[-1] if outputs else None, i)
            size = given.shape.with_rank(2)[1]
            if size is None:
                raise ValueError(f"Could not infer input size from input: {given.name}")
            joined = linear([tf.cast(x, dtype) for x in (given, *read)], size, True)
            output, state = cell(joined, state)
            if i == 0 and initial_state_attention:
                # The variables were made when the initial state asked.
                with variable_scope(get_variable_scope(), reuse=True):
                    read = attention(state)
            else:
                read = attention(state)
            with variable_scope("AttnOutputProjection"):
                outputs.append(linear([tf.cast(output, dtype), *read], output_size, True))
    return outputs, state


def embedding_attention_decoder(
    decoder_inputs,
    initial_state,
    attention_states,
    cell,
    num_symbols,
    embedding_size,
    num_heads=1,
    output_size=None,
    output_projection=None,
    feed_previous=False,
    update_embedding_for_previous=True,
    dtype=None,
    scope=None,
    initial_state_attention=False,
):
    """`attention_decoder` of class numbers, a list of [batch]; see `embedding_rnn_decoder`."""
    output_size = cell.output_size if output_size is None else output_size
    if output_projection is not None:
        tf.convert_to_tensor(output_projection[1], dtype=dtype).shape.assert_is_compatible_with([num_symbols])
    with variable_scope(scope or "embedding_attention_decoder", dtype=dtype):
        embedding = get_variable("embedding", [num_symbols, embedding_size])
        following = fed_back(embedding, output_projection, update_embedding_for_previous) if feed_previous else None
        return attention_decoder(
            [embedding_lookup(embedding, x) for x in decoder_inputs],
            initial_state,
            attention_states,
            cell,
            output_size=output_size,
            num_heads=num_heads,
            loop_function=following,
            initial_state_attention=initial_state_attention,
        )
