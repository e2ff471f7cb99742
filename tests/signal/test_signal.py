"""What the recorded cases of `tests/ops/cases/signal.py` do not reach: laws between transforms, graphs, CUDA-free paths."""

import numpy as np
import pytest

import tfshim as tf


@pytest.mark.parametrize("size", [4, 5, 12])
def test_cosine_transform_is_its_definition(size):
    x = np.linspace(-1.0, 2.0, size)
    k, n = np.arange(size)[:, None], np.arange(size)
    want = {
        2: 2 * np.cos(np.pi * (2 * n + 1) * k / (2 * size)) @ x,
        4: 2 * np.cos(np.pi * (2 * n + 1) * (2 * k + 1) / (4 * size)) @ x,
    }
    for kind, value in want.items():
        np.testing.assert_allclose(tf.signal.dct(tf.constant(x), type=kind).numpy(), value, atol=1e-12)


@pytest.mark.parametrize("kind", [2, 3, 4])
def test_orthonormal_cosine_transform_is_undone(kind):
    x = tf.constant(np.random.default_rng(0).normal(size=(3, 7)))
    back = tf.signal.idct(tf.signal.dct(x, type=kind, norm="ortho"), type=kind, norm="ortho")
    np.testing.assert_allclose(back.numpy(), x.numpy(), atol=1e-12)


def test_short_time_transform_is_undone():
    x = tf.constant(np.random.default_rng(1).normal(size=64).astype("float32"))
    spectra = tf.signal.stft(x, 16, 4)
    back = tf.signal.inverse_stft(spectra, 16, 4, window_fn=tf.signal.inverse_stft_window_fn(4))
    np.testing.assert_allclose(back.numpy()[16:-16], x.numpy()[16:-16], atol=1e-5)


def test_lapped_transform_is_undone():
    x = tf.constant(np.random.default_rng(2).normal(size=64).astype("float32"))
    back = tf.signal.inverse_mdct(tf.signal.mdct(x, 16, norm="ortho"), norm="ortho")
    np.testing.assert_allclose(back.numpy()[8:-8], x.numpy()[8:-8], atol=1e-5)


@pytest.mark.parametrize("norm", [None, "ortho", "forward"])
def test_transforms_over_axes(norm):
    x = np.random.default_rng(3).normal(size=(3, 4, 5))
    got = tf.signal.rfftnd(tf.constant(x), axes=[2, 0], norm=norm).numpy()
    np.testing.assert_allclose(got, np.fft.rfftn(x, axes=[2, 0], norm=norm), atol=1e-12)
    back = tf.signal.irfftnd(tf.constant(got), [5, 3], [2, 0], norm=norm).numpy()
    np.testing.assert_allclose(back, np.fft.irfftn(got, [5, 3], [2, 0], norm=norm), atol=1e-12)


def test_top_level_transforms_check_the_dtype_of_the_result():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Tcomplex"):
        tf.rfftnd(tf.ones([4], tf.float64), [4], [0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="axes"):
        tf.fftnd(tf.ones([4], tf.complex64), [4], [1])


@pytest.mark.parametrize("window", ["hann_window", "hamming_window", "kaiser_window", "vorbis_window"])
def test_windows_of_unknown_length_in_graphs(window):
    function = getattr(tf.signal, window)
    traced = tf.function(lambda n: function(n), input_signature=[tf.TensorSpec([], tf.int32)])
    for length in (1, 4, 5):
        np.testing.assert_allclose(traced(tf.constant(length)).numpy(), function(length).numpy(), rtol=1e-6)


def test_short_time_transform_of_unknown_length_in_graphs():
    traced = tf.function(lambda x: tf.signal.stft(x, 4, 2), input_signature=[tf.TensorSpec([None])])
    x = tf.constant(np.arange(11, dtype="float32"))
    assert traced.get_concrete_function().output_shapes.as_list() == [None, 3]
    np.testing.assert_allclose(traced(x).numpy(), tf.signal.stft(x, 4, 2).numpy(), rtol=1e-6)


def test_lengths_of_zero():
    for transform, dtype in ((tf.signal.rfft, "float32"), (tf.signal.irfft, "complex64")):
        with pytest.raises(tf.errors.InternalError, match="0 values"):
            transform(tf.ones([2], dtype), [0])
        assert transform(tf.ones([0, 2], dtype), [0]).shape == [0, 0]
    assert tf.signal.irfft(tf.ones([2, 0], "complex64"), [4]).numpy().tolist() == [[0] * 4] * 2
    with pytest.raises(tf.errors.InvalidArgumentError, match="at least 16"):
        tf.signal.stft(tf.ones([3]), 10, 1)


def test_cosine_transforms_convert_nothing():
    with pytest.raises(TypeError, match="Cannot convert 0.0"):
        tf.signal.dct([1, 2])
    with pytest.raises(AttributeError, match="'list' object has no attribute 'shape'"):
        tf.signal.dct([1.0, 2.0], type=1)
    with pytest.raises(TypeError):
        tf.signal.idct([1.0, 2.0], n=2.5)
    assert tf.signal.dct(np.array([1.0, 2.0])).dtype == tf.float64


def test_windows_take_dtypes_and_bools():
    for window in (tf.signal.hann_window, tf.signal.kaiser_window, tf.signal.vorbis_window):
        with pytest.raises(AttributeError, match="'str' object has no attribute 'is_floating'"):
            window(4, dtype="float32")
    with pytest.raises(TypeError, match="dtype bool"):
        tf.signal.hann_window(4, periodic=1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="start <= limit"):
        tf.signal.kaiser_window(0)


def test_frames_with_negative_steps():
    assert tf.signal.frame([1.0, 2.0], 2, -1).numpy().tolist() == [[1.0, 2.0]]
    assert tf.signal.frame([1.0, 2.0, 3.0], 2, -1).shape == [0, 2]
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of range"):
        tf.signal.frame([1.0, 2.0], 3, -1)
    assert tf.signal.frame([1, 2], 2, 1, pad_value=2.5).numpy().tolist() == [[1, 2]]
