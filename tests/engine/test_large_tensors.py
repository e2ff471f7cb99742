"""Operations that compute large tensors in another way than small ones: the same numbers and gradients as of pieces."""

import threading

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops.vectorized import comparisons, elementary
from tfshim.math.special import _bessel_values

MANY = 1 << 15


def _numbers(seed=0, count=MANY):
    x = np.random.default_rng(seed).standard_normal(count).astype("float32")
    x[:7] = [np.nan, np.inf, -np.inf, 0.0, -0.0, 1.0, -1.0]
    return x


def _gradients(function, *sources):
    with tf.GradientTape() as tape:
        tape.watch(sources)
        made = function(*sources)
    return [made, *tape.gradient(made, sources)]


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("name", ["maximum", "minimum"])
def test_extremes_and_their_gradients(name, compiled):
    x, y = _numbers(), np.roll(_numbers(1), 3)
    y[100:200] = x[100:200]  # ties, whose gradient is that of the first

    def both(x, y):
        return _gradients(lambda x, y: getattr(tf, name)(x, y) * tf.range(1.0, x.shape[0] + 1.0), x, y)

    whole = (tf.function(both) if compiled else both)(tf.constant(x), tf.constant(y))
    wins = x >= y if name == "maximum" else x <= y
    weights = np.arange(1.0, MANY + 1.0, dtype="float32")
    np.testing.assert_array_equal(whole[0], getattr(np, name)(x, y) * weights)
    np.testing.assert_array_equal(whole[1], np.where(wins, weights, 0))
    np.testing.assert_array_equal(whole[2], np.where(wins, 0, weights))


def test_gradients_of_extremes_that_broadcast_and_of_gradients():
    x, y = (tf.constant(_numbers(i)[7:].reshape(181, 181)) for i in range(2))
    made = _gradients(lambda x, y: tf.maximum(x, y), x, y[0])
    np.testing.assert_allclose(made[2], (x.numpy() < y[0].numpy()).sum(0), rtol=1e-6)
    one = tf.constant(0.25)
    made = _gradients(lambda x, one: tf.minimum(x, one) ** 2, x, one)
    np.testing.assert_allclose(made[2], 0.5 * (x.numpy() > 0.25).sum(), rtol=1e-5)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            z = tf.clip_by_value(x, -1.0, 1.0) ** 3
        slope = tape.gradient(z, x)
    np.testing.assert_allclose(slope, np.where(np.abs(x.numpy()) <= 1, 3 * x.numpy() ** 2, 0), rtol=1e-5)
    np.testing.assert_allclose(outer.gradient(slope, x), np.where(np.abs(x.numpy()) <= 1, 6 * x.numpy(), 0), rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float16", "int64", "uint8", "complex64", "bool"])
@pytest.mark.parametrize("axis", [None, 0, 1])
@pytest.mark.parametrize("times", [1, 200])
@pytest.mark.parametrize("outside", [True, False])
def test_marks(dtype, axis, times, outside):
    places = np.array([[3, -1, 0], [4, 2, 7]] if outside else [[3, 1, 0], [4, 2, 4]]).repeat(times, 1)
    on, off = (1, 0) if dtype != "int64" else (2**62 + 1, -5)
    made = tf.one_hot(places, 5, on_value=tf.cast(on, dtype), off_value=tf.cast(off, dtype), axis=axis)
    right = np.where(places[..., None] == np.arange(5), np.array(on, dtype), np.array(off, dtype))
    assert made.dtype == dtype
    np.testing.assert_array_equal(made, right if axis is None else np.moveaxis(right, -1, axis))
    assert tf.one_hot(places, 0).shape == (2, 3 * times, 0) and tf.one_hot(np.zeros([0, 2], int), 3).shape == (0, 2, 3)
    assert tf.one_hot(["no"][:0] or np.uint8([1]), 2, "yes", "no").numpy().tolist() == [[b"no", b"yes"]]


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("dtype, rtol", [("float32", 1e-5), ("float16", 1e-3), ("bfloat16", 1e-2)])
def test_statistics_of_fused_normalization(data_format, dtype, rtol):
    x = tf.cast(np.random.default_rng(0).normal(3.0, 2.0, (4, 40, 40, 3)), dtype)
    axes = (0, 1, 2)
    if data_format == "NCHW":
        x, axes = tf.transpose(x, [0, 3, 1, 2]), (0, 2, 3)
    scale, offset = tf.constant([1.0, 2.0, 3.0]), tf.constant([0.5, 0.0, -1.0])
    exact = tf.cast(x, tf.float64).numpy()
    mean, variance = exact.mean(axes), exact.var(axes)
    y, *found = tf.compat.v1.nn.fused_batch_norm(x, scale, offset, epsilon=0.01, data_format=data_format)
    count = 4 * 40 * 40
    np.testing.assert_allclose(found[0], mean, rtol=1e-5)
    np.testing.assert_allclose(found[1], variance * count / (count - 1), rtol=1e-5)
    wide = [1, 3, 1, 1] if data_format == "NCHW" else [3]
    right = (exact - mean.reshape(wide)) / np.sqrt(variance + 0.01).reshape(wide) * scale.numpy().reshape(wide) + offset.numpy().reshape(
        wide
    )
    np.testing.assert_allclose(tf.cast(y, tf.float64), right, rtol=rtol, atol=rtol * 3)
    raw = tf.raw_ops.FusedBatchNormV3(x=x, scale=scale, offset=offset, mean=[], variance=[], epsilon=0.01, data_format=data_format)
    np.testing.assert_allclose(raw.reserve_space_1, mean, rtol=1e-5)
    np.testing.assert_allclose(raw.reserve_space_2, variance, rtol=1e-5)
    averaged = tf.raw_ops.FusedBatchNormV3(x=x, scale=scale, offset=offset, mean=[1.0] * 3, variance=[2.0] * 3, epsilon=0.01,
                                           data_format=data_format, exponential_avg_factor=0.25)  # fmt: skip
    np.testing.assert_allclose(averaged.batch_mean, 0.75 + 0.25 * mean, rtol=1e-5)
    np.testing.assert_allclose(averaged.batch_variance, 1.5 + 0.25 * variance * count / (count - 1), rtol=1e-5)


def test_fake_quantization_of_many_numbers():
    x = _numbers()[1:] * 3
    for function in [
        lambda x: tf.quantization.fake_quant_with_min_max_args(x, -2.5, 4.0),
        lambda x: tf.quantization.fake_quant_with_min_max_vars(x, -2.5, 4.0, num_bits=4),
        lambda x: tf.quantization.quantize_and_dequantize_v2(x, -2.5, 4.0, range_given=True),
    ]:
        whole, slope = _gradients(function, tf.constant(x))
        pieces = [_gradients(function, tf.constant(piece)) for piece in np.array_split(x, 99)]
        np.testing.assert_array_equal(whole, np.concatenate([p[0] for p in pieces]))
        np.testing.assert_array_equal(slope, np.concatenate([p[1] for p in pieces]))
        assert 0.3 < slope.numpy().mean() < 0.9 and set(np.unique(slope)) == {0.0, 1.0}
    low, high = tf.Variable(-2.5), tf.Variable(4.0)
    with tf.GradientTape() as tape:
        y = tf.quantization.fake_quant_with_min_max_vars(x, low, high)
    below, above = tape.gradient(y, [low, high])
    nudged = tf.quantization.fake_quant_with_min_max_vars([-9.0, 9.0], low, high).numpy()
    assert (below, above) == ((x < nudged[0]).sum(), (x > nudged[1]).sum())
    np.testing.assert_array_equal(tf.quantization.fake_quant_with_min_max_vars(x, 0.0, 0.0), np.zeros_like(x))


def test_scores_that_are_among_the_greatest_of_many_classes():
    scores = np.random.default_rng(0).standard_normal((64, 1024)).astype("float32")
    scores[3, 5], scores[4, 6], scores[5, 7] = np.nan, np.inf, -np.inf
    targets = np.arange(64) * 17 - 20
    made = tf.math.in_top_k(targets, scores, 300)
    inside = (targets >= 0) & (targets < 1024) & np.isfinite(scores).all(1)
    greater = (scores > scores[np.arange(64), np.clip(targets, 0, 1023)][:, None]).sum(1)
    np.testing.assert_array_equal(made, inside & (greater < 300))


def test_softsign_of_many_numbers():
    x = _numbers()
    made, slope = _gradients(tf.nn.softsign, tf.constant(x))
    small = [_gradients(tf.nn.softsign, tf.constant(piece)) for piece in np.array_split(x, 9)]
    np.testing.assert_array_equal(made, np.concatenate([s[0] for s in small]))
    np.testing.assert_array_equal(slope, np.concatenate([s[1] for s in small]))
    assert slope[1] == slope[2] == 0


@pytest.mark.parametrize("count", [9, MANY])
def test_selu_and_its_derivatives(count):
    x = _numbers(count=MANY)[-count:] if count == MANY else np.float32([0, -0.0, 1e-30, -1e-30, 2, -2, np.inf, -np.inf, -0.5])
    x = tf.constant(np.nan_to_num(x))
    with tf.GradientTape() as outer:
        outer.watch(x)
        made, slope = _gradients(tf.nn.selu, x)
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    below = scale * alpha * np.exp(np.minimum(x, 0))
    np.testing.assert_allclose(made, np.where(x.numpy() < 0, below - scale * alpha, scale * x.numpy()), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(slope, np.where(made.numpy() < 0, below, scale), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(outer.gradient(slope, x), np.where(made.numpy() < 0, below, 0), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("mode", ["MIN_COMBINED", "MIN_FIRST", "SCALED"])
@pytest.mark.parametrize("kind", [tf.quint8, tf.qint8, tf.quint16, tf.qint16, tf.qint32])
def test_steps_of_quantized_types(kind, mode):
    least, most = {"quint8": (0, 255), "qint8": (-128, 127), "quint16": (0, 65535), "qint16": (-32768, 32767)}.get(
        kind.name, (-(2**31), 2**31)
    )
    x = np.linspace(-3, 3, 4001).astype("float32")
    made, low, high = tf.quantization.quantize(x, -2.0, 2.0, kind, mode)
    steps = tf.cast(made, tf.int32).numpy().astype("int64")
    assert steps.min() >= least and steps.max() <= most and (np.diff(steps) >= 0).all()
    back = tf.quantization.dequantize(made, low, high, mode)
    step = 4.0 / (most - least) if mode != "SCALED" else 2.1 / most
    np.testing.assert_allclose(
        back,
        np.clip(x, -2, 2 * most / (most + 1) if mode == "SCALED" and least == 0 else 2)
        * (x >= 0 if mode == "SCALED" and least == 0 else 1),
        atol=1.6 * step + 1e-5,
    )


def test_threads_that_ask_first_together():
    """What is measured or tabulated by the first call may be by several at once."""
    x = _numbers()[7:]
    with np.errstate(all="ignore"):
        right = [np.arcsinh(x), x > 0.5, tf.math.special.bessel_j0(x[:1000]).numpy()]
    rivals = elementary.ASINH, comparisons.RIVALS
    for one in rivals:
        one.gains = dict.fromkeys(one.gains)
    _bessel_values._J0._coefficients = None
    made, barrier = [], threading.Barrier(4)

    def ask():
        barrier.wait()
        made.append([tf.asinh(x).numpy(), (tf.constant(x) > 0.5).numpy(), tf.math.special.bessel_j0(x).numpy()[:1000]])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    for results in made:
        for ours, theirs in zip(results, right):
            np.testing.assert_allclose(ours, theirs, rtol=2e-6, atol=1e-7)
    assert all(one.gains[torch.float32] is not None for one in rivals)


@pytest.mark.parametrize("spread", [(1, 32), (1024, 1), (32,), (1,)])
def test_choices_from_what_spreads_over_all(spread):
    x, condition = _numbers().reshape(1024, 32), _numbers(1).reshape(1024, 32) > 0
    y = _numbers(2)[7 : 7 + int(np.prod(spread))].reshape(spread)
    for first, second in ((x, y), (y, x)):
        made, *slopes = _gradients(lambda a, b: tf.where(condition, a, b), tf.constant(first), tf.constant(second))
        np.testing.assert_array_equal(made, np.where(condition, first, second))
        masks = (condition, ~condition)
        for slope, source, mask in zip(slopes, (first, second), masks, strict=True):
            shape = (1,) * (2 - source.ndim) + source.shape
            axes = tuple(d for d in range(2) if shape[d] == 1)
            np.testing.assert_array_equal(slope, mask.sum(axes, keepdims=True).reshape(source.shape))


def test_the_greatest_of_each_row():
    x = _numbers().reshape(1024, 32)
    x[5, 3] = x[5, 9] = 8.0
    values, at = tf.math.top_k(x, 1)
    np.testing.assert_array_equal(at[:, 0], np.nanargmax(np.where(np.isnan(x), -np.inf, x), 1))
    np.testing.assert_array_equal(values, np.take_along_axis(x, at.numpy(), 1))


@pytest.mark.parametrize(("low", "high"), [(0.0, 6.0), (-6.0, 0.0)])
def test_gradients_at_a_bound_of_zero(low, high):
    x = np.resize(np.array([-7.0, -6.0, -1.0, -0.0, 0.0, 1.0, 6.0, 7.0], "float32"), MANY)
    inside = ((x >= low) & (x <= high)).astype("float32")
    clipped = lambda x: _gradients(lambda x: tf.clip_by_value(x, low, high), x)[1]  # noqa: E731
    quantized = lambda x: _gradients(lambda x: tf.quantization.fake_quant_with_min_max_args(x, low, high), x)[1]  # noqa: E731
    for function in (clipped, quantized, tf.function(clipped), tf.function(quantized)):
        np.testing.assert_array_equal(function(tf.constant(x)), inside)
