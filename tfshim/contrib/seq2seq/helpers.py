"""What a decoder is fed with at each step: given sequences, or what it gave itself."""

import tfshim as tf
from tfshim.compat.v1.arrays import where
from tfshim.contrib._names import defined
from tfshim.engine.values import nest


def _first(value):
    return nest.flatten(value)[0]


def _row(inputs, at):
    """The row `at` of structures of time-major tensors; where there is none, the last."""
    return nest.map_structure(lambda x: tf.gather(x, tf.minimum(at, tf.shape(x)[0] - 1)), inputs)


def _embedding(embedding):
    """The function from ids to rows that `embedding` is, or a matrix stands for."""
    return embedding if callable(embedding) else lambda ids: tf.nn.embedding_lookup(embedding, ids)


def _drawn(logits, seed):
    """One id for each row of `logits`, drawn."""
    return tf.reshape(tf.compat.v1.multinomial(logits, 1, seed=seed, output_dtype=tf.int32), [-1])


class Helper:
    """What a decoder asks for its inputs; the base of helpers. Mirrors `tf.contrib.seq2seq.Helper`."""

    @property
    def batch_size(self):
        """How many sequences there are, a scalar."""
        raise NotImplementedError("batch_size has not been implemented")

    @property
    def sample_ids_shape(self):
        """The shape of an id."""
        return tf.TensorShape([])

    @property
    def sample_ids_dtype(self):
        """The dtype of ids."""
        return tf.int32

    def initialize(self, name=None):
        """(what is finished at the start, the first inputs)."""
        raise NotImplementedError("initialize has not been implemented")

    def sample(self, time, outputs, state, name=None):
        """The ids that `outputs` choose."""
        raise NotImplementedError("sample has not been implemented")

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        """(what is finished, the next inputs, the next state)."""
        raise NotImplementedError("next_inputs has not been implemented")


class CustomHelper(Helper):
    """A helper made of functions. Mirrors `tf.contrib.seq2seq.CustomHelper`."""

    def __init__(self, initialize_fn, sample_fn, next_inputs_fn, sample_ids_shape=None, sample_ids_dtype=None):
        self._initialize_fn, self._sample_fn, self._next_inputs_fn = initialize_fn, sample_fn, next_inputs_fn
        self._shape, self._dtype, self._batch_size = tf.TensorShape(sample_ids_shape or []), sample_ids_dtype or tf.int32, None

    @property
    def batch_size(self):
        if self._batch_size is None:
            raise ValueError("batch_size accessed before initialize was called")
        return self._batch_size

    sample_ids_shape = property(lambda self: self._shape)
    sample_ids_dtype = property(lambda self: self._dtype)

    def initialize(self, name=None):
        with tf.name_scope(name or "CustomHelperInitialize"):
            finished, inputs = self._initialize_fn()
            if self._batch_size is None:
                self._batch_size = tf.size(finished)
        return finished, inputs

    def sample(self, time, outputs, state, name=None):
        with tf.name_scope(name or "CustomHelperSample"):
            return self._sample_fn(time=time, outputs=outputs, state=state)

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        with tf.name_scope(name or "CustomHelperNextInputs"):
            return self._next_inputs_fn(time=time, outputs=outputs, state=state, sample_ids=sample_ids)


class TrainingHelper(Helper):
    """Feeds given sequences. Mirrors `tf.contrib.seq2seq.TrainingHelper`.

    `inputs`: structures of tensors [batch, time, ...], with `time_major` [time, batch, ...]; `sequence_length`: how many steps of each
    sequence count, int32 [batch].
    """

    def __init__(self, inputs, sequence_length, time_major=False, name=None):
        with tf.name_scope(name or "TrainingHelper"):
            inputs = nest.map_structure(tf.convert_to_tensor, inputs)
            if not time_major:
                inputs = nest.map_structure(lambda x: tf.transpose(x, [1, 0, *range(2, x.shape.rank)]), inputs)
            self._inputs = inputs
            self._sequence_length = tf.convert_to_tensor(sequence_length, name="sequence_length")
            if self._sequence_length.shape.rank != 1:
                raise ValueError(f"Expected vector for sequence_length. Shape: {self._sequence_length.shape}")
            self._zero_inputs = nest.map_structure(lambda x: tf.zeros_like(x[0, :]), inputs)
            self._batch_size = tf.size(self._sequence_length)

    inputs = property(lambda self: self._inputs, doc="The sequences, time-major.")
    sequence_length = property(lambda self: self._sequence_length, doc="How many steps of each count.")
    batch_size = property(lambda self: self._batch_size)

    def initialize(self, name=None):
        with tf.name_scope(name or "TrainingHelperInitialize"):
            return self._at(tf.constant(0))

    def sample(self, time, outputs, state, name=None):
        with tf.name_scope(name or "TrainingHelperSample"):
            return tf.argmax(outputs, axis=-1, output_type=tf.int32)

    def next_inputs(self, time, outputs, state, sample_ids=None, name=None):
        with tf.name_scope(name or "TrainingHelperNextInputs"):
            return *self._at(time + 1), state

    def _at(self, time):
        finished = tf.greater_equal(time, self._sequence_length)
        ended, row = tf.reduce_all(finished), _row(self._inputs, time)
        return finished, nest.map_structure(lambda zero, x: tf.where(ended, zero, x), self._zero_inputs, row)


class ScheduledEmbeddingTrainingHelper(TrainingHelper):
    """Feeds given sequences, and at random what was decoded itself. Mirrors `tf.contrib.seq2seq.ScheduledEmbeddingTrainingHelper`.

    `embedding`: from ids to inputs, a function or matrix; `sampling_probability`: how often what was decoded is taken, a scalar or a
    number for each sequence. `seed` is for the ids that are drawn, `scheduling_seed` for where they are taken. Otherwise as
    `TrainingHelper`.
    """

    def __init__(
        self, inputs, sequence_length, embedding, sampling_probability, time_major=False, seed=None, scheduling_seed=None, name=None
    ):
        with tf.name_scope(name or "ScheduledEmbeddingSamplingWrapper"):
            self._embedding_fn, self._seed, self._scheduling_seed = _embedding(embedding), seed, scheduling_seed
            self._sampling_probability = tf.convert_to_tensor(sampling_probability, name="sampling_probability")
            if self._sampling_probability.shape.rank not in (0, 1):
                raise ValueError(f"sampling_probability must be either a scalar or a vector. saw shape: {self._sampling_probability.shape}")
            super().__init__(inputs, sequence_length, time_major)

    def sample(self, time, outputs, state, name=None):
        with tf.name_scope(name or "ScheduledEmbeddingTrainingHelperSample"):
            draws = tf.random.uniform([self.batch_size], seed=self._scheduling_seed, dtype=self._sampling_probability.dtype)
            return tf.where(draws < self._sampling_probability, _drawn(outputs, self._seed), tf.fill([self.batch_size], -1))

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        with tf.name_scope(name or "ScheduledEmbeddingTrainingHelperNextInputs"):
            finished, given, state = super().next_inputs(time, outputs, state)
            own = self._embedding_fn(tf.maximum(sample_ids, 0))
            return finished, where(tf.logical_and(sample_ids > -1, tf.fill([self.batch_size], ~tf.reduce_all(finished))), own, given), state


class GreedyEmbeddingHelper(Helper):
    """Feeds the most likely id of each step, embedded. Mirrors `tf.contrib.seq2seq.GreedyEmbeddingHelper`.

    `embedding`: from ids to inputs, a function or matrix; `start_tokens`: the first ids, int32 [batch]; `end_token`: the id after which a
    sequence is finished, a scalar.
    """

    def __init__(self, embedding, start_tokens, end_token):
        self._embedding_fn = _embedding(embedding)
        self._start_tokens = tf.convert_to_tensor(start_tokens, tf.int32, name="start_tokens")
        self._end_token = tf.convert_to_tensor(end_token, tf.int32, name="end_token")
        if self._start_tokens.shape.rank != 1:
            raise ValueError("start_tokens must be a vector")
        if self._end_token.shape.rank != 0:
            raise ValueError("end_token must be a scalar")
        self._batch_size, self._start_inputs = tf.size(self._start_tokens), self._embedding_fn(self._start_tokens)

    batch_size = property(lambda self: self._batch_size)

    def initialize(self, name=None):
        return tf.fill([self._batch_size], False), self._start_inputs

    def sample(self, time, outputs, state, name=None):
        self._check(outputs)
        return tf.argmax(outputs, axis=-1, output_type=tf.int32)

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        finished = tf.equal(sample_ids, self._end_token)
        ended = tf.reduce_all(finished)
        return finished, tf.where(ended, self._start_inputs, self._embedding_fn(sample_ids)), state

    @staticmethod
    def _check(outputs):
        if not tf.is_tensor(outputs):
            raise TypeError(f"Expected outputs to be a single Tensor, got: {type(outputs)}")


class SampleEmbeddingHelper(GreedyEmbeddingHelper):
    """Feeds ids that are drawn, embedded. Mirrors `tf.contrib.seq2seq.SampleEmbeddingHelper`.

    `softmax_temperature`: what logits are divided by; `seed`: of the draws. Otherwise as `GreedyEmbeddingHelper`.
    """

    def __init__(self, embedding, start_tokens, end_token, softmax_temperature=None, seed=None):
        super().__init__(embedding, start_tokens, end_token)
        self._softmax_temperature, self._seed = softmax_temperature, seed

    def sample(self, time, outputs, state, name=None):
        self._check(outputs)
        return _drawn(outputs if self._softmax_temperature is None else outputs / self._softmax_temperature, self._seed)


class InferenceHelper(Helper):
    """Feeds what is sampled by a function. Mirrors `tf.contrib.seq2seq.InferenceHelper`.

    `sample_fn`: from outputs to samples of `sample_shape` and `sample_dtype`; `start_inputs`: the first inputs; `end_fn`: from samples to
    whether a sequence is finished; `next_inputs_fn`: from samples to inputs, by default the samples themselves.
    """

    def __init__(self, sample_fn, sample_shape, sample_dtype, start_inputs, end_fn, next_inputs_fn=None):
        self._sample_fn, self._end_fn, self._next_inputs_fn = sample_fn, end_fn, next_inputs_fn
        self._shape, self._dtype = tf.TensorShape(sample_shape), sample_dtype
        self._start_inputs = tf.convert_to_tensor(start_inputs, name="start_inputs")
        self._batch_size = tf.shape(start_inputs)[0]

    batch_size = property(lambda self: self._batch_size)
    sample_ids_shape = property(lambda self: self._shape)
    sample_ids_dtype = property(lambda self: self._dtype)

    def initialize(self, name=None):
        return tf.fill([self._batch_size], False), self._start_inputs

    def sample(self, time, outputs, state, name=None):
        return self._sample_fn(outputs)

    def next_inputs(self, time, outputs, state, sample_ids, name=None):
        inputs = sample_ids if self._next_inputs_fn is None else self._next_inputs_fn(sample_ids)
        return self._end_fn(sample_ids), inputs, state


__all__ = defined(globals())
