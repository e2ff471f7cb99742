"""Attention: weighted sums of a memory that a cell asks at each step."""

import collections
import functools
import math

import numpy as np

import tfshim as tf
from tfshim.compat.v1.layers import Dense
from tfshim.compat.v1.nn.rnn_cell import RNNCell
from tfshim.compat.v1.variables.scopes import get_variable, variable_scope
from tfshim.contrib._names import defined
from tfshim.engine.values import nest


def _masked(memory, lengths):
    """`memory` [batch, time, ...] with zeros past the lengths of its rows."""
    memory = nest.map_structure(lambda m: tf.convert_to_tensor(m, name="memory"), memory)
    if lengths is None:
        return memory

    def cut(m):
        mask = tf.sequence_mask(lengths, tf.shape(nest.flatten(memory)[0])[1], m.dtype)
        return m * tf.reshape(mask, tf.concat([tf.shape(mask), tf.ones([m.shape.rank - 2], tf.int32)], 0))

    return nest.map_structure(cut, memory)


class AttentionMechanism:
    """What an AttentionWrapper asks; the base of mechanisms. Mirrors `tf.contrib.seq2seq.AttentionMechanism`."""

    @property
    def alignments_size(self):
        """How many places there are to attend to."""
        raise NotImplementedError

    @property
    def state_size(self):
        """The size of the state."""
        raise NotImplementedError


class _Mechanism(AttentionMechanism):
    """Scores of a query for the keys of a memory, which `probability_fn` makes weights of."""

    def __init__(self, query_layer, memory_layer, memory, lengths, probability_fn, score_mask_value, custom_key_value_fn, dtype):
        self._query_layer, self._memory_layer = query_layer, memory_layer
        self.dtype = dtype
        lengths = None if lengths is None else tf.convert_to_tensor(lengths, name="memory_sequence_length")
        self._lengths = lengths
        self._mask_value = -math.inf if score_mask_value is None else score_mask_value
        self._probability_fn = probability_fn
        with tf.name_scope("AttentionMechanismInit"):
            self._values = _masked(memory, lengths)
            self._keys = self._values if memory_layer is None else memory_layer(self._values)
            if custom_key_value_fn is not None:
                self._keys, self._values = custom_key_value_fn(self._keys, self._values)
            self._batch_size = tf.shape(self._keys)[0]
            self._alignments_size = self._keys.shape[1] or tf.shape(self._keys)[1]

    memory_layer = property(lambda self: self._memory_layer, doc="The layer that makes keys of the memory.")
    query_layer = property(lambda self: self._query_layer, doc="The layer that a query goes through first.")
    values = property(lambda self: self._values, doc="What is summed.")
    keys = property(lambda self: self._keys, doc="What queries are compared with.")
    batch_size = property(lambda self: self._batch_size, doc="How many memories there are.")
    alignments_size = property(lambda self: self._alignments_size)
    state_size = property(lambda self: self._alignments_size)

    def initial_alignments(self, batch_size, dtype):
        """The weights before the first step: zeros."""
        return tf.zeros([batch_size, self._alignments_size], dtype)

    def initial_state(self, batch_size, dtype):
        """The state before the first step: the first weights."""
        return self.initial_alignments(batch_size, dtype)

    def _query(self, query):
        query = query if self._query_layer is None else self._query_layer(query)
        if query.shape[-1] != self._keys.shape[-1]:
            raise ValueError(
                f"Incompatible or unknown inner dimensions between query and keys.  Query ({query}) has units: {query.shape[-1]}.  Keys "
                f"({self._keys}) have units: {self._keys.shape[-1]}.  Perhaps you need to set num_units to the keys' dimension "
                f"({self._keys.shape[-1]})?"
            )
        return query

    def _weights(self, score, state):
        if self._lengths is not None:
            mask = tf.sequence_mask(self._lengths, tf.shape(score)[1])
            score = tf.where(mask, score, tf.fill(tf.shape(score), tf.constant(self._mask_value, score.dtype)))
        return self._probability_fn(score, state)


def _plain(probability_fn):
    """The function of scores and the state that a function of scores alone is; softmax by default."""
    probability_fn = tf.nn.softmax if probability_fn is None else probability_fn
    return lambda score, _: probability_fn(score)


def _dense(units, name, dtype):
    return None if units is None else Dense(units, name=name, use_bias=False, dtype=dtype)


def _luong(query, keys, scale):
    """The products [batch, time] of queries [batch, units] and keys [batch, time, units]."""
    score = tf.squeeze(tf.matmul(tf.expand_dims(query, 1), keys, transpose_b=True), [1])
    return get_variable("attention_g", dtype=query.dtype, initializer=tf.compat.v1.ones_initializer(), shape=()) * score if scale else score


def _bahdanau(query, keys, normalize):
    """The sums [batch, time] of tanh(query + key), weighted."""
    units = keys.shape[2]
    v = get_variable("attention_v", [units], dtype=query.dtype)
    query = tf.expand_dims(query, 1)
    if not normalize:
        return tf.reduce_sum(v * tf.tanh(keys + query), [2])
    first = tf.compat.v1.constant_initializer(math.sqrt(1.0 / units))
    g = get_variable("attention_g", dtype=query.dtype, initializer=first, shape=())
    b = get_variable("attention_b", dtype=query.dtype, initializer=tf.compat.v1.zeros_initializer(), shape=[units])
    return tf.reduce_sum(g * v * tf.math.rsqrt(tf.reduce_sum(tf.square(v))) * tf.tanh(keys + query + b), [2])


class LuongAttention(_Mechanism):
    """Attention by products. Mirrors `tf.contrib.seq2seq.LuongAttention`.

    `num_units`: the size of queries; `memory`: [batch, time, ...], of which `memory_sequence_length` [batch] count; `scale`: whether scores
    are multiplied by a variable; `probability_fn`: from scores to weights, softmax by default; `score_mask_value`: the score of what does
    not count; `custom_key_value_fn`: makes other keys and values of the keys and values.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        scale=False,
        probability_fn=None,
        score_mask_value=None,
        dtype=None,
        custom_key_value_fn=None,
        name="LuongAttention",
    ):
        dtype = tf.float32 if dtype is None else dtype
        layer = _dense(num_units, "memory_layer", dtype)
        probability_fn = _plain(probability_fn)
        super().__init__(None, layer, memory, memory_sequence_length, probability_fn, score_mask_value, custom_key_value_fn, dtype)
        self._num_units, self._scale, self._name = num_units, scale, name

    def __call__(self, query, state):
        """(weights [batch, time], the next state) for `query` [batch, units]."""
        with variable_scope(None, "luong_attention", [query]):
            weights = self._weights(_luong(self._query(query), self._keys, self._scale), state)
        return weights, weights


class BahdanauAttention(_Mechanism):
    """Attention by sums. Mirrors `tf.contrib.seq2seq.BahdanauAttention`.

    `num_units`: how deep queries and keys are made; `normalize`: whether the weights of the sum are normalized. Otherwise as
    `LuongAttention`.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        normalize=False,
        probability_fn=None,
        score_mask_value=None,
        dtype=None,
        custom_key_value_fn=None,
        name="BahdanauAttention",
    ):
        dtype = tf.float32 if dtype is None else dtype
        layers = _dense(num_units, "query_layer", dtype), _dense(num_units, "memory_layer", dtype)
        probability_fn = _plain(probability_fn)
        super().__init__(*layers, memory, memory_sequence_length, probability_fn, score_mask_value, custom_key_value_fn, dtype)
        self._num_units, self._normalize, self._name = num_units, normalize, name

    def __call__(self, query, state):
        """(weights [batch, time], the next state) for `query` [batch, units]."""
        with variable_scope(None, "bahdanau_attention", [query]):
            weights = self._weights(_bahdanau(self._query(query), self._keys, self._normalize), state)
        return weights, weights


# ---------------------------------------------------------------------- attention that only moves on
def safe_cumprod(x, *args, **kwargs):
    """The products so far of `x`, whose entries are between 0 and 1, as sums of logarithms. Takes what `tf.math.cumsum` takes."""
    tiny = np.finfo(tf.as_dtype(x.dtype).as_numpy_dtype).tiny
    return tf.exp(tf.cumsum(tf.math.log(tf.clip_by_value(x, tiny, 1)), *args, **kwargs))


def monotonic_attention(p_choose_i, previous_attention, mode):
    """The weights [batch, time] after `previous_attention`, where `p_choose_i` [batch, time] are the probabilities to stop at a place.

    `mode`: "recursive" and "parallel" give what is expected, the second with less exactness and all at once; "hard" takes probabilities
    of 0 and 1. Mirrors `tf.contrib.seq2seq.monotonic_attention`; ValueError for another mode.
    """
    p, before = (tf.convert_to_tensor(x, name=n) for x, n in ((p_choose_i, "p_choose_i"), (previous_attention, "previous_attention")))
    if mode == "recursive":
        rest = tf.concat([tf.ones([tf.shape(p)[0], 1], p.dtype), 1 - p[:, :-1]], 1)

        def step(x, row):
            return tf.reshape(row[0] * x + row[1], [tf.shape(p)[0]])

        found = tf.scan(step, [tf.transpose(rest), tf.transpose(before)], tf.zeros([tf.shape(p)[0]], p.dtype))
        return p * tf.transpose(found)
    if mode == "parallel":
        rest = safe_cumprod(1 - p, axis=1, exclusive=True)
        # Where so little is left, what is divided by it does not matter.
        return p * rest * tf.cumsum(before / tf.clip_by_value(rest, 1e-10, 1.0), axis=1)
    if mode == "hard":
        p *= tf.cumsum(before, axis=1)
        return p * tf.math.cumprod(1 - p, axis=1, exclusive=True)
    raise ValueError("mode must be 'recursive', 'parallel', or 'hard'.")


def _monotonic(score, state, sigmoid_noise, mode, seed):
    if sigmoid_noise > 0:
        score += sigmoid_noise * tf.random.normal(tf.shape(score), dtype=score.dtype, seed=seed)
    chosen = tf.cast(score > 0, score.dtype) if mode == "hard" else tf.sigmoid(score)
    return monotonic_attention(chosen, state, mode)


class _MonotonicMechanism(_Mechanism):
    def initial_alignments(self, batch_size, dtype):
        """The weights before the first step: all at the first place."""
        return tf.one_hot(tf.zeros([batch_size], tf.int32), self._alignments_size, dtype=dtype)

    def _biased(self, score, bias):
        first = tf.compat.v1.constant_initializer(bias)
        return score + get_variable("attention_score_bias", dtype=score.dtype, initializer=first, shape=())


class BahdanauMonotonicAttention(_MonotonicMechanism):
    """`BahdanauAttention` whose places only move on. Mirrors `tf.contrib.seq2seq.BahdanauMonotonicAttention`.

    `sigmoid_noise`, `sigmoid_noise_seed`: of the noise that is added to scores; `score_bias_init`: the first value of what is added to
    them; `mode`: as in `monotonic_attention`.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        normalize=False,
        score_mask_value=None,
        sigmoid_noise=0.0,
        sigmoid_noise_seed=None,
        score_bias_init=0.0,
        mode="parallel",
        dtype=None,
        name="BahdanauMonotonicAttention",
    ):
        dtype = tf.float32 if dtype is None else dtype
        layers = _dense(num_units, "query_layer", dtype), _dense(num_units, "memory_layer", dtype)
        weights = functools.partial(_monotonic, sigmoid_noise=sigmoid_noise, mode=mode, seed=sigmoid_noise_seed)
        super().__init__(*layers, memory, memory_sequence_length, weights, score_mask_value, None, dtype)
        self._num_units, self._normalize, self._name, self._score_bias_init = num_units, normalize, name, score_bias_init

    def __call__(self, query, state):
        """(weights [batch, time], the next state) for `query` [batch, units]."""
        with variable_scope(None, "bahdanau_monotonic_attention", [query]):
            score = _bahdanau(self._query(query), self._keys, self._normalize)
            weights = self._weights(self._biased(score, self._score_bias_init), state)
        return weights, weights


class LuongMonotonicAttention(_MonotonicMechanism):
    """`LuongAttention` whose places only move on. Mirrors `tf.contrib.seq2seq.LuongMonotonicAttention`.

    See `BahdanauMonotonicAttention`.
    """

    def __init__(
        self,
        num_units,
        memory,
        memory_sequence_length=None,
        scale=False,
        score_mask_value=None,
        sigmoid_noise=0.0,
        sigmoid_noise_seed=None,
        score_bias_init=0.0,
        mode="parallel",
        dtype=None,
        name="LuongMonotonicAttention",
    ):
        dtype = tf.float32 if dtype is None else dtype
        layer = _dense(num_units, "memory_layer", dtype)
        weights = functools.partial(_monotonic, sigmoid_noise=sigmoid_noise, mode=mode, seed=sigmoid_noise_seed)
        super().__init__(None, layer, memory, memory_sequence_length, weights, score_mask_value, None, dtype)
        self._num_units, self._scale, self._name, self._score_bias_init = num_units, scale, name, score_bias_init

    def __call__(self, query, state):
        """(weights [batch, time], the next state) for `query` [batch, units]."""
        with variable_scope(None, "luong_monotonic_attention", [query]):
            score = _luong(self._query(query), self._keys, self._scale)
            weights = self._weights(self._biased(score, self._score_bias_init), state)
        return weights, weights


def hardmax(logits, name=None):
    """1 at the greatest of the last axis of `logits`, and 0 elsewhere. Mirrors `tf.contrib.seq2seq.hardmax`."""
    with tf.name_scope(name or "Hardmax"):
        logits = tf.convert_to_tensor(logits, name="logits")
        return tf.one_hot(tf.argmax(logits, -1), logits.shape[-1] or tf.shape(logits)[-1], dtype=logits.dtype)


# ---------------------------------------------------------------------- a cell that attends
_FIELDS = ("cell_state", "attention", "time", "alignments", "alignment_history", "attention_state")


class AttentionWrapperState(collections.namedtuple("AttentionWrapperState", _FIELDS)):
    """The state of an AttentionWrapper. Mirrors `tf.contrib.seq2seq.AttentionWrapperState`."""

    __slots__ = ()

    def clone(self, **kwargs):
        """The same with the fields `kwargs`. Raises ValueError for tensors of other shapes."""

        def fitting(old, new):
            if tf.is_tensor(old) and tf.is_tensor(new):
                if not old.shape.is_compatible_with(new.shape):
                    raise ValueError(f"The shape of the AttentionWrapperState is expected to be the same as the one to clone, {old.shape}.")
                new.set_shape(old.shape)
            return new

        return nest.map_structure(fitting, self, self._replace(**kwargs))


class AttentionWrapper(RNNCell):
    """A cell whose outputs attend to a memory. Mirrors `tf.contrib.seq2seq.AttentionWrapper`.

    `cell`: an RNNCell; `attention_mechanism`: one mechanism or a list; `attention_layer_size`: how deep the layer is, for each, that
    makes attention of the output and what was found, which without it is attention itself; `attention_layer`: such layers themselves.
    `alignment_history`: whether the state keeps the weights of all steps; `cell_input_fn`: from inputs and attention to the input of the
    cell, put together by default; `output_attention`: whether attention is given, and not the output of the cell; `initial_cell_state`:
    what `zero_state` gives for the cell; `attention_fn`: stands for how attention is computed.
    """

    def __init__(
        self,
        cell,
        attention_mechanism,
        attention_layer_size=None,
        alignment_history=False,
        cell_input_fn=None,
        output_attention=True,
        initial_cell_state=None,
        name=None,
        attention_layer=None,
        attention_fn=None,
    ):
        super().__init__(name=name)
        self._is_multi = isinstance(attention_mechanism, (list, tuple))
        self._mechanisms = tuple(attention_mechanism) if self._is_multi else (attention_mechanism,)
        for m in self._mechanisms:
            if not isinstance(m, AttentionMechanism):
                raise TypeError(f"attention_mechanism must be an AttentionMechanism or list of multiple, saw type: {type(m).__name__}")
        if attention_layer_size is not None and attention_layer is not None:
            raise ValueError("Only one of attention_layer_size and attention_layer should be set")
        given = attention_layer if attention_layer_size is None else attention_layer_size
        given = list(given) if isinstance(given, (list, tuple)) else [given] * (1 if given is not None else 0)
        if given and len(given) != len(self._mechanisms):
            what = "attention_layer" if attention_layer_size is None else "attention_layer_size"
            raise ValueError(
                f"If provided, {what} must contain exactly one integer per attention_mechanism, saw: {len(given)} vs "
                f"{len(self._mechanisms)}"
            )
        if attention_layer_size is not None:
            given = [Dense(n, name="attention_layer", use_bias=False, dtype=m.dtype) for n, m in zip(given, self._mechanisms)]
        self._layers_of = tuple(given) or None
        sizes = []
        for i, m in enumerate(self._mechanisms):
            depth = m.values.shape[-1]
            if self._layers_of is not None:
                wide = tf.TensorShape([None, tf.TensorShape(cell.output_size).as_list()[-1] + depth])
                depth = self._layers_of[i].compute_output_shape(wide)[-1]
            sizes.append(depth)
        self._attention_size = sum(sizes)
        self._cell, self._cell_input_fn = cell, cell_input_fn or (lambda inputs, attention: tf.concat([inputs, attention], -1))
        self._attention_fn = attention_fn or _attend
        self._output_attention, self._history = output_attention, alignment_history
        self._initial_cell_state = initial_cell_state

    def _packed(self, values):
        values = tuple(values)
        return values if self._is_multi else values[0]

    @property
    def output_size(self):
        return self._attention_size if self._output_attention else self._cell.output_size

    @property
    def state_size(self):
        sizes = self._packed(m.alignments_size for m in self._mechanisms)
        return AttentionWrapperState(
            self._cell.state_size,
            self._attention_size,
            tf.TensorShape([]),
            sizes,
            self._packed(m.alignments_size if self._history else () for m in self._mechanisms),
            self._packed(m.state_size for m in self._mechanisms),
        )

    def zero_state(self, batch_size, dtype):
        """The state before the first step, with `initial_cell_state` where that was given."""
        with tf.name_scope(type(self).__name__ + "ZeroState"):
            state = self._initial_cell_state
            state = self._cell.zero_state(batch_size, dtype) if state is None else nest.map_structure(tf.identity, state)
            first = [m.initial_alignments(batch_size, dtype) for m in self._mechanisms]
            history = [tf.TensorArray(dtype, 0, dynamic_size=True, element_shape=x.shape) if self._history else () for x in first]
            return AttentionWrapperState(
                state,
                tf.zeros([batch_size, self._attention_size], dtype),
                tf.zeros([], tf.int32),
                self._packed(first),
                self._packed(history),
                self._packed(m.initial_state(batch_size, dtype) for m in self._mechanisms),
            )

    def call(self, inputs, state):
        if not isinstance(state, AttentionWrapperState):
            raise TypeError(f"Expected state to be instance of AttentionWrapperState. Received type {type(state)} instead.")
        output, cell_state = self._cell(self._cell_input_fn(inputs, state.attention), state.cell_state)
        each = [(x,) if not self._is_multi else x for x in (state.attention_state, state.alignment_history)]
        attentions, weights, states, histories = [], [], [], []
        for i, (mechanism, before, history) in enumerate(zip(self._mechanisms, *each)):
            layer = None if self._layers_of is None else self._layers_of[i]
            attention, alignments, after = self._attention_fn(mechanism, output, before, layer)
            histories.append(history.write(state.time, alignments) if self._history else ())
            attentions.append(attention)
            weights.append(alignments)
            states.append(after)
        attention = tf.concat(attentions, 1)
        made = AttentionWrapperState(
            cell_state, attention, state.time + 1, self._packed(weights), self._packed(histories), self._packed(states)
        )
        return attention if self._output_attention else output, made


def _attend(mechanism, output, state, layer):
    """(attention, weights, the next state) of one mechanism for the output of a cell."""
    weights, state = mechanism(output, state=state)
    context = tf.squeeze(tf.matmul(tf.expand_dims(weights, 1), mechanism.values), [1])
    return context if layer is None else layer(tf.concat([output, context], 1)), weights, state


__all__ = defined(globals())
