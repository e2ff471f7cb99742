"""Replaces `keras.src.testing_infra.test_utils`: what the tests of other libraries use of it."""

import numpy as np

import tfshim
from tfshim import keras

_REPLACES = "keras.src.testing_infra.test_utils"
__all__ = ["layer_test"]


def _agree(what, got, wanted):
    if got != wanted:
        raise AssertionError(f"{what}: expected {wanted}, found {got}")


def _agree_shape(what, got, wanted):
    wanted, got = tfshim.TensorShape(wanted).as_list(), tfshim.TensorShape(got).as_list()
    if len(wanted) != len(got) or any(w is not None and w != g for w, g in zip(wanted, got)):
        raise AssertionError(f"{what}: expected the shape {tuple(wanted)}, found {tuple(got)}")


def _close(got, wanted):
    np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-6)


def layer_test(
    layer_cls,
    kwargs=None,
    input_shape=None,
    input_dtype=None,
    input_data=None,
    expected_output=None,
    expected_output_dtype=None,
    expected_output_shape=None,
    validate_training=True,
    adapt_data=None,
    custom_objects=None,
    test_harness=None,
    supports_masking=None,
):
    """Try the layer `layer_cls(**kwargs)` by itself and in models: shapes, dtypes, values, configuration, weights, and a training step.

    Args:
        input_shape: where no `input_data` is given it is drawn; None in it stands for any size.
        input_dtype: the dtype of the inputs, float32 by default.
        expected_output: what the layer has to give, within the tolerance of `test_harness`, a test case, or a thousandth.
        expected_output_dtype: that of the inputs by default.
        expected_output_shape: the static shape.
        adapt_data: what the layer is adapted to first.
        supports_masking: what the layer's attribute of that name has to be, if it is said.

    Returns:
        What the layer gives for the data, a NumPy array.

    Raises:
        AssertionError: something is not as expected.
        ValueError: neither data nor a shape is given.
    """
    kwargs = kwargs or {}
    if input_data is None:
        if input_shape is None:
            raise ValueError("input_shape is None")
        input_dtype = input_dtype or "float32"
        sizes = [np.random.randint(1, 4) if size is None else size for size in input_shape]
        data = 10 * np.random.random(sizes)
        input_data = (data - 0.5 if str(input_dtype).startswith("float") else data).astype(input_dtype)
    else:
        input_shape = input_data.shape if input_shape is None else input_shape
        input_dtype = input_data.dtype if input_dtype is None else input_dtype
    input_dtype = tfshim.as_dtype(input_dtype).name
    expected_output_dtype = tfshim.as_dtype(expected_output_dtype or input_dtype).name
    compare = _close if test_harness is None else test_harness.assertAllClose

    layer = layer_cls(**kwargs)
    if supports_masking is not None:
        _agree("supports_masking", layer.supports_masking, supports_masking)
    if adapt_data is not None:
        layer.adapt(adapt_data)
    weights = layer.get_weights()
    layer.set_weights(weights)
    if "weights" in layer_cls.__init__.__code__.co_varnames:
        layer_cls(**{**kwargs, "weights": weights})

    x = keras.Input(shape=input_shape[1:], dtype=input_dtype)
    y = layer(x)
    _agree("the dtype of the output", keras.backend.dtype(y), expected_output_dtype)
    if expected_output_shape is not None:
        _agree_shape("the output", y.shape, expected_output_shape)
    signature = layer.compute_output_signature(tfshim.TensorSpec(input_shape, input_dtype))
    _agree("the dtype of compute_output_signature", signature.dtype.name, expected_output_dtype)

    model = keras.Model(x, y)
    actual = model.predict(input_data, verbose=0)
    _agree_shape("what is predicted", actual.shape, y.shape)
    _agree_shape("compute_output_shape", actual.shape, layer.compute_output_shape(tfshim.TensorShape(input_shape)))
    _agree_shape("compute_output_signature", actual.shape, signature.shape)
    if expected_output is not None:
        compare(actual, expected_output)

    again = model.__class__.from_config(model.get_config(), custom_objects)
    if model.weights:
        again.set_weights(model.get_weights())
        compare(again.predict(input_data, verbose=0), actual)
    # Outside of training, as `predict` runs it; layers that draw give something else each time in training.
    if validate_training:
        _train(keras.Model(x, layer(x)), input_data, actual)
        sequential = keras.Sequential(
            [keras.Input(shape=input_shape[1:], dtype=input_dtype), layer.__class__.from_config(layer.get_config())]
        )
        sequential.set_weights(model.get_weights())
        _train(sequential, input_data, actual)
    return actual


def _train(model, data, target):
    model.compile("rmsprop", "mse", weighted_metrics=["acc"])
    model.train_on_batch(data, target)
