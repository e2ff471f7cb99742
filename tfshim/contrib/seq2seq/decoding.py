"""Decoders, and the loop that runs them step by step."""

import collections

import tfshim as tf
from tfshim.compat.v1.arrays import where
from tfshim.compat.v1.variables.scopes import variable_scope
from tfshim.contrib._names import defined
from tfshim.contrib.seq2seq.helpers import Helper
from tfshim.engine.values import nest

BasicDecoderOutput = collections.namedtuple("BasicDecoderOutput", ("rnn_output", "sample_id"))
BasicDecoderOutput.__module__ = __name__


def _dims(size):
    return tf.TensorShape(size).as_list()


class Decoder:
    """What decodes sequences step by step; the base of decoders. Mirrors `tf.contrib.seq2seq.Decoder`."""

    @property
    def batch_size(self):
        """How many sequences there are, a scalar."""
        raise NotImplementedError

    @property
    def output_size(self):
        """The sizes of what a step gives for a sequence."""
        raise NotImplementedError

    @property
    def output_dtype(self):
        """The dtypes of what a step gives."""
        raise NotImplementedError

    def initialize(self, name=None):
        """(what is finished at the start, the first inputs, the first state)."""
        raise NotImplementedError

    def step(self, time, inputs, state, name=None):
        """(outputs, next state, next inputs, what is finished)."""
        raise NotImplementedError

    def finalize(self, outputs, final_state, sequence_lengths):
        """(outputs, state) after the last step; as they are where this is not implemented."""
        raise NotImplementedError

    @property
    def tracks_own_finished(self):
        """Whether what a step says is finished is all that is, as sequences may change places."""
        return False


class BasicDecoder(Decoder):
    """A decoder that samples. Mirrors `tf.contrib.seq2seq.BasicDecoder`.

    `cell`: an RNNCell; `helper`: what it is fed with; `initial_state`: the first state of the cell; `output_layer`: a layer for what the
    cell gives, before it is sampled from.
    """

    def __init__(self, cell, helper, initial_state, output_layer=None):
        if not isinstance(helper, Helper):
            raise TypeError(f"helper must be a Helper, received: {type(helper)}")
        self._cell, self._helper, self._initial_state, self._output_layer = cell, helper, initial_state, output_layer

    batch_size = property(lambda self: self._helper.batch_size)

    @property
    def output_size(self):
        return BasicDecoderOutput(_layer_size(self._cell, self._output_layer), self._helper.sample_ids_shape)

    @property
    def output_dtype(self):
        dtype = nest.flatten(self._initial_state)[0].dtype
        return BasicDecoderOutput(nest.map_structure(lambda _: dtype, self._cell.output_size), self._helper.sample_ids_dtype)

    def initialize(self, name=None):
        return *self._helper.initialize(), self._initial_state

    def step(self, time, inputs, state, name=None):
        with tf.name_scope(name or "BasicDecoderStep"):
            outputs, state = self._cell(inputs, state)
            if self._output_layer is not None:
                outputs = self._output_layer(outputs)
            ids = self._helper.sample(time=time, outputs=outputs, state=state)
            finished, inputs, state = self._helper.next_inputs(time=time, outputs=outputs, state=state, sample_ids=ids)
        return BasicDecoderOutput(outputs, ids), state, inputs, finished


def _layer_size(cell, layer):
    """The size of what `layer`, if there is one, gives for what `cell` gives."""
    if layer is None:
        return cell.output_size
    return nest.map_structure(lambda size: layer.compute_output_shape(tf.TensorShape([None, *_dims(size)]))[1:], cell.output_size)


def _is_array(x):
    return isinstance(x, tf.TensorArray)


def dynamic_decode(
    decoder,
    output_time_major=False,
    impute_finished=False,
    maximum_iterations=None,
    parallel_iterations=32,
    swap_memory=False,
    scope=None,
    **kwargs,
):
    """(outputs, last state, lengths [batch]) of all steps of `decoder`. Mirrors `tf.contrib.seq2seq.dynamic_decode`.

    Outputs are [batch, time, ...], with `output_time_major` [time, batch, ...]. With `impute_finished` sequences that are finished give
    zeros and keep their state. `maximum_iterations`: the most steps; `parallel_iterations` and `swap_memory` as in `tf.while_loop`;
    `scope`: of the variables, "decoder" by default; `kwargs` go to the decoder's `initialize` and `step`.
    """
    if not isinstance(decoder, Decoder):
        raise TypeError(f"Expected decoder to be type Decoder, but saw: {type(decoder)}")
    with variable_scope(scope, "decoder"):
        if maximum_iterations is not None:
            maximum_iterations = tf.convert_to_tensor(maximum_iterations, tf.int32, name="maximum_iterations")
            if maximum_iterations.shape.rank != 0:
                raise ValueError("maximum_iterations must be a scalar")
        finished, inputs, state = decoder.initialize(**kwargs)
        zeros = nest.map_structure(
            lambda size, dtype: tf.zeros([decoder.batch_size, *_dims(size)], dtype), decoder.output_size, decoder.output_dtype
        )
        if maximum_iterations is not None:
            finished = tf.logical_or(finished, 0 >= maximum_iterations)
        arrays = nest.map_structure(
            lambda size, dtype: tf.TensorArray(dtype, 0, dynamic_size=True, element_shape=[None, *_dims(size)]),
            decoder.output_size,
            decoder.output_dtype,
        )

        def step(time, arrays, state, inputs, finished, lengths):
            outputs, new_state, next_inputs, ended = decoder.step(time, inputs, state, **kwargs)
            counted = getattr(new_state, "lengths", None) if decoder.tracks_own_finished else None  # beams know their own
            nest.assert_same_structure(state, new_state)
            nest.assert_same_structure(zeros, outputs)
            next_finished = ended if decoder.tracks_own_finished else tf.logical_or(ended, finished)
            if counted is None:
                lengths = tf.where(finished, lengths, tf.fill(tf.shape(lengths), time + 1))
            else:
                lengths = tf.cast(counted, tf.int32)
            if impute_finished:
                outputs = nest.map_structure(lambda zero, out: where(finished, zero, out), zeros, outputs)
                # The state of sequences that are finished stays as it is.
                new_state = nest.map_structure(
                    lambda old, new: new if _is_array(old) or new.shape.rank == 0 else where(finished, old, new), state, new_state
                )
            if maximum_iterations is not None:
                next_finished = tf.logical_or(next_finished, time + 1 >= maximum_iterations)
            arrays = nest.map_structure(lambda array, out: array.write(time, out), arrays, outputs)
            return time + 1, arrays, new_state, next_inputs, next_finished, lengths

        lengths = tf.zeros_like(finished, tf.int32)
        _, arrays, state, _, _, lengths = tf.while_loop(
            lambda time, arrays, state, inputs, finished, lengths: ~tf.reduce_all(finished),
            step,
            (tf.constant(0), arrays, state, inputs, finished, lengths),
            parallel_iterations=parallel_iterations,
            swap_memory=swap_memory,
        )
        outputs = nest.map_structure(lambda array: array.stack(), arrays)
        try:
            outputs, state = decoder.finalize(outputs, state, lengths)
        except NotImplementedError:
            pass
        if not output_time_major:
            outputs = nest.map_structure(lambda x: tf.transpose(x, [1, 0, *range(2, x.shape.rank)]), outputs)
    return outputs, state, lengths


__all__ = defined(globals(), "BasicDecoderOutput")
