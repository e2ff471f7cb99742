"""What `tf.raw_ops` has beyond recorded cases: names of arguments and results, and layers that TensorFlow has on GPUs alone."""

import numpy as np
import pytest

import tfshim as tf
from tfshim import raw_ops


def test_results_have_names():
    assert tf.raw_ops.TopKV2(input=[1.0, 3.0], k=1)._fields == ("values", "indices")
    made = tf.raw_ops.FusedBatchNormV2(x=tf.ones([1, 2, 2, 1]), scale=[1.0], offset=[0.0], mean=[], variance=[])
    assert type(made).__name__ == "FusedBatchNormV2"
    assert made._fields == ("y", "batch_mean", "batch_variance", "reserve_space_1", "reserve_space_2")


def test_arguments_are_those_of_the_declaration():
    assert raw_ops.argument_names("FusedBatchNormV3") == [
        *("x", "scale", "offset", "mean", "variance", "epsilon", "exponential_avg_factor", "data_format", "is_training", "name")
    ]
    given = {"x": tf.ones([1, 2, 2, 1]), "scale": [1.0], "offset": [0.0], "mean": [], "variance": []}
    with pytest.raises(TypeError, match="only takes keyword args"):
        tf.raw_ops.FusedBatchNormV3(given["x"])
    with pytest.raises(TypeError, match="unexpected keyword argument 'training'"):
        tf.raw_ops.FusedBatchNormV3(**given, training=True)
    with pytest.raises(TypeError, match=r"missing 2 required positional arguments: 'mean' and 'variance'"):
        tf.raw_ops.FusedBatchNormV3(x=given["x"], scale=[1.0], offset=[0.0])
    by_place = raw_ops.positional("FusedBatchNormV3")(*given.values(), 0.5)
    np.testing.assert_array_equal(by_place.y, tf.raw_ops.FusedBatchNormV3(**given, epsilon=0.5).y)


def _flat(kernels, biases):
    return tf.concat([tf.reshape(tf.transpose(k), [-1]) for k in kernels] + [tf.reshape(b, [-1]) for b in biases], 0)


@pytest.mark.parametrize("mode", ["lstm", "gru"])
def test_cudnn_layers_are_those_of_keras(mode):
    rng = np.random.RandomState(0)
    x = tf.constant(rng.randn(5, 3, 2), tf.float32)
    layer = {"lstm": tf.keras.layers.LSTM, "gru": tf.keras.layers.GRU}[mode](4, return_sequences=True, return_state=True)
    layer.build((3, 5, 2))
    gates = 4 if mode == "lstm" else 3
    layer.set_weights([rng.randn(*w.shape).astype("float32") for w in layer.get_weights()])
    kernel, recurrent, bias = layer.weights
    order = [0, 1, 2, 3] if mode == "lstm" else [1, 0, 2]  # Keras has z, r, h
    wanted = layer(tf.transpose(x, [1, 0, 2]))
    kernels = [tf.split(w, gates, 1)[i] for w in (kernel, recurrent) for i in order]
    biases = [bias, tf.zeros_like(bias)] if mode == "lstm" else [tf.split(b, 3)[i] for b in tf.unstack(bias) for i in order]
    params, zeros = _flat(kernels, biases), tf.zeros([1, 3, 4])

    @tf.function
    def step(x, params):
        with tf.GradientTape() as tape:
            tape.watch(params)
            made = tf.raw_ops.CudnnRNN(input=x, input_h=zeros, input_c=zeros, params=params, rnn_mode=mode)
            loss = tf.reduce_sum(made.output**2)
        return made.output, made.output_h, made.output_c, tape.gradient(loss, params)

    output, h, c, gradient = step(x, params)
    np.testing.assert_allclose(output, tf.transpose(wanted[0], [1, 0, 2]), atol=1e-5)
    np.testing.assert_allclose(h[0], wanted[1], atol=1e-5)
    if mode == "lstm":
        np.testing.assert_allclose(c[0], wanted[2], atol=1e-5)
    made = tf.raw_ops.CudnnRNN(input=x, input_h=zeros, input_c=zeros, params=params, rnn_mode=mode)
    back = tf.raw_ops.CudnnRNNBackprop(
        input=x, input_h=zeros, input_c=zeros, params=params, output=made.output, output_h=made.output_h, output_c=made.output_c,
        output_backprop=2 * made.output, output_h_backprop=tf.zeros_like(h), output_c_backprop=tf.zeros_like(c),
        reserve_space=made.reserve_space, rnn_mode=mode,
    )  # fmt: skip
    np.testing.assert_allclose(back.params_backprop, gradient, atol=1e-4)
    size = tf.raw_ops.CudnnRNNParamsSize(num_layers=1, num_units=4, input_size=2, T=tf.float32, S=tf.int32, rnn_mode=mode)
    assert size.numpy().tolist() == params.shape.as_list()


def test_cudnn_layers_refuse_what_is_drawn_on_a_gpu():
    x, zeros = tf.zeros([2, 1, 1]), tf.zeros([1, 1, 1])
    with pytest.raises(NotImplementedError, match="dropout"):
        tf.raw_ops.CudnnRNN(input=x, input_h=zeros, input_c=zeros, params=tf.zeros([16]), dropout=0.5)
    with pytest.raises(tf.errors.InvalidArgumentError, match="rnn_mode"):
        tf.raw_ops.CudnnRNN(input=x, input_h=zeros, input_c=zeros, params=tf.zeros([16]), rnn_mode="elman")
    with pytest.raises(tf.errors.InvalidArgumentError, match="params"):
        tf.raw_ops.CudnnRNN(input=x, input_h=zeros, input_c=zeros, params=tf.zeros([15]))
