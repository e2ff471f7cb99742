"""Functions of elements that are computed for many at once: bit for bit what they give one by one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim as tf
from tests.elements import assert_same
from tfshim.data import vectorized
from tfshim.data.vectorized import simple

Dataset = tf.data.Dataset
_RNG = np.random.RandomState(0)
COUNT = 23
PICTURES = _RNG.randint(0, 256, (COUNT, 8, 6, 3)).astype(np.uint8)
FEATURES = _RNG.randn(COUNT, 5).astype(np.float32)
LABELS = _RNG.randint(0, 7, COUNT)
SERIES = _RNG.randn(COUNT, 4, 6)
TABLE = np.arange(21).reshape(7, 3).astype(np.float32)
MEANS = tf.constant([1.0, 2.0, 3.0])


def source():
    return Dataset.from_tensor_slices((PICTURES, FEATURES, LABELS, SERIES))


def as_float(picture):
    return tf.cast(picture, tf.float32) / 255.0


# Functions of a picture [8, 6, 3], five features, a label and a series [4, 6].
FUNCTIONS = {
    "brightness": lambda p, f, y, s: tf.image.adjust_brightness(p, 0.1),
    "contrast": lambda p, f, y, s: (tf.image.adjust_contrast(p, 2.0), tf.image.adjust_contrast(as_float(p), 0.5)),
    "colours": lambda p, f, y, s: (tf.image.adjust_saturation(p, 0.5), tf.image.adjust_hue(p, 0.2)),
    "numbers of their own": lambda p, f, y, s: (
        tf.image.adjust_hue(p, tf.tanh(f[0])),
        tf.image.adjust_saturation(as_float(p), f[1]),
        tf.image.adjust_contrast(p, f[2]),
        tf.image.adjust_brightness(p, f[3]),
        tf.image.adjust_hue(as_float(p) / tf.cast(y, tf.float32), 0.3 * f[4]),
    ),
    "seeds of their own": lambda p, f, y, s: (
        tf.image.stateless_random_brightness(p, 0.2, [y, -3]),
        tf.image.stateless_random_hue(as_float(p), 0.3, tf.cast([5, -y], tf.int32)),
        tf.random.stateless_uniform([3], [y, y * (1 << 40)], 1.0, 3.0) + tf.random.stateless_uniform([2, 2], [y, 1])[0, 0],
    ),
    "many numbers of seeds of their own": lambda p, f, y, s: (
        tf.random.stateless_normal([], [y, 1]),
        tf.random.stateless_normal([3, 3], [y, 2], 1.0, 2.0),
        tf.random.stateless_uniform([7], [y, 3]),
        tf.random.stateless_uniform([5], [y, 4], -3, 100, tf.int32),
        tf.random.stateless_uniform([2, 3], [y, 5], -(2**62), 2**62, tf.int64),
    ),
    "hsv": lambda p, f, y, s: tf.image.hsv_to_rgb(tf.image.rgb_to_hsv(as_float(p))),
    "yuv": lambda p, f, y, s: tf.image.rgb_to_yuv(as_float(p)),
    "gray": lambda p, f, y, s: tf.image.grayscale_to_rgb(tf.image.rgb_to_grayscale(p)),
    "standardized": lambda p, f, y, s: tf.image.per_image_standardization(p),
    "flips": lambda p, f, y, s: (tf.image.flip_left_right(p), tf.image.flip_up_down(p), tf.image.rot90(p), tf.image.transpose(p)),
    "crops": lambda p, f, y, s: (tf.image.central_crop(p, 0.5), tf.image.crop_to_bounding_box(p, 1, 1, 3, 4)),
    "crop or pad": lambda p, f, y, s: tf.image.resize_with_crop_or_pad(p, 6, 10),
    "resized": lambda p, f, y, s: (tf.image.resize(p, [11, 4]), tf.image.resize(p, [11, 4], "nearest"), tf.image.resize(p, [8, 6])),
    "channels": lambda p, f, y, s: ((as_float(p) - MEANS) / MEANS, tf.transpose(p, [2, 0, 1])),
    "dtypes": lambda p, f, y, s: (tf.image.convert_image_dtype(p, tf.float64), tf.saturate_cast(f * 100, tf.uint8), tf.cast(f, tf.int64)),
    "one-hot": lambda p, f, y, s: (tf.one_hot(y, 7), tf.one_hot(y, 7, axis=0, on_value=3, off_value=-1), tf.one_hot(p[0], 5, axis=1)),
    "gathered": lambda p, f, y, s: (tf.gather(TABLE, y), tf.gather(f, [3, 1]), tf.gather(s, [1, 2], axis=1), tf.gather(s, 2, axis=-1)),
    "joined": lambda p, f, y, s: (tf.concat([f, [1.0, 2.0], f], 0), tf.concat([s, tf.ones([4, 1], tf.float64)], -1)),
    "stacked": lambda p, f, y, s: (tf.stack([f, f * 2, tf.zeros(5)], 1), tf.stack([y, 3, y], -1), tf.stack([f, f])),
    "taken apart": lambda p, f, y, s: (*tf.unstack(f), *tf.unstack(s, axis=-1), *tf.split(s, 2, axis=1), *tf.split(f, [2, 3])),
    "sums": lambda p, f, y, s: (tf.reduce_sum(s), tf.reduce_mean(s, 0), tf.reduce_prod(f), tf.reduce_mean(s, [0, 1], keepdims=True)),
    "extremes": lambda p, f, y, s: (tf.reduce_max(s, -1), tf.reduce_min(s, [0]), tf.argmax(f), tf.argmin(s, 1), tf.argmax(p, -1)),
    "any and all": lambda p, f, y, s: (tf.reduce_any(s > 1), tf.reduce_all(s > 0, 1)),
    "spread": lambda p, f, y, s: (tf.math.reduce_std(s), tf.math.reduce_variance(s, 1), (f - tf.reduce_mean(f)) / tf.math.reduce_std(f)),
    "softmax": lambda p, f, y, s: (tf.nn.softmax(f), tf.nn.softmax(s, 0)),
    "running": lambda p, f, y, s: (tf.cumsum(f), tf.cumsum(s, 1, reverse=True, exclusive=True), f[1:] - f[:-1]),
    "repeated": lambda p, f, y, s: (tf.tile(f, [2]), tf.tile(s, [1, 3]), tf.broadcast_to(f, [2, 5]), tf.broadcast_to(y, [3])),
    "padded": lambda p, f, y, s: (
        tf.pad(f, [[1, 2]]),
        tf.pad(s, [[1, 0], [0, 2]], constant_values=7),
        tf.pad(s, [[1, 1], [2, 2]], "REFLECT"),
    ),
    "slices": lambda p, f, y, s: (f[1:], f[-1], f[::2], s[..., 1], s[1:3, ::-1], s[:, None, 2:], tf.slice(s, [1, 2], [2, -1])),
    "sizes": lambda p, f, y, s: (tf.shape(s), tf.size(s) + tf.cast(y, tf.int32), tf.reshape(s, [tf.shape(s)[1], -1]), tf.rank(p)),
    "shapes": lambda p, f, y, s: (f[:, None], tf.expand_dims(s, 1), tf.squeeze(s[None]), tf.ensure_shape(f, [5]), tf.expand_dims(y, 0)),
    "orders": lambda p, f, y, s: (tf.transpose(s), tf.reverse(s, [-1, 0]), tf.roll(f, 1, 0)),
    "roots": lambda p, f, y, s: (tf.sqrt(abs(f)), tf.math.rsqrt(abs(s)), f**2, abs(s) ** 0.5, tf.exp(f), tf.math.log1p(abs(s)), tf.tanh(f)),
    "rounded": lambda p, f, y, s: (tf.floor(f), tf.round(s), tf.sign(f), tf.nn.relu(f), y // 3, y % 3),
    "chosen": lambda p, f, y, s: (tf.where(f > 0, f, 0.0), tf.where(y > 3, f, -f), tf.clip_by_value(f, -1.0, 1.0)),
    "broadcast": lambda p, f, y, s: (f * tf.cast(y, tf.float32), s + s[0], s * s[:, :1], tf.cast(y, tf.float64) * [[1.0, 2], [3, 4]]),
    "branches": lambda p, f, y, s: (
        tf.cond(y > 3, lambda: p + 1, lambda: p),
        tf.cond(f[0] > 0.0, lambda: (tf.reverse(f, [0]), y), lambda: (f * 2.0, y - 1)),
        tf.cond(y < 2, lambda: 1, lambda: tf.constant(2)),
        tf.cond(y < 2, lambda: tf.cond(y > 0, lambda: s[0], lambda: s[1]), lambda: s[2]),
    ),
    "parts": lambda p, f, y, s: (
        tf.slice(p, tf.stack([y % 4, y % 2, 0]), [5, 3, 2]),
        tf.slice(TABLE, tf.stack([y % 5, 1]), [3, 2]),
        tf.slice(f, [y % 3], [3]),
    ),
    "structures": lambda p, f, y, s: ({"b": p, "a": {"c": f}}, (y, s), 7, tf.constant([1, 2])),
}


def singly(dataset):
    """The elements of a mapped dataset, each by a call of its function, as flat lists of arrays."""
    rows, run = dataset._source._row_source(), dataset._args[1].opened()
    return [[np.asarray(x) for x in run(rows.one(i))] for i in range(COUNT)]


def flat(dataset):
    return [[x.numpy() for x in tf.nest.flatten(element)] for element in dataset]


def batched(elements, size):
    return [[np.stack(column) for column in zip(*elements[i : i + size])] for i in range(0, len(elements), size)]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_many_at_once_give_what_each_gives(function):
    dataset = source().map(function)
    assert simple(dataset._args[1])
    expected = singly(dataset)
    assert_same(flat(dataset), expected)
    assert_same(flat(dataset.batch(9)), batched(expected, 9))
    assert_same(flat(source().map(function, num_parallel_calls=2).prefetch(1)), expected)


def test_random_parts_and_flips_of_pictures():
    dataset = source().map(lambda p, f, y, s: (p, tf.image.random_crop(tf.image.random_flip_left_right(p), [6, 5, 3])))
    assert simple(dataset._args[1])
    seen = set()
    for whole, part in dataset.repeat(8).as_numpy_iterator():
        both = whole, whole[:, ::-1]
        found = [(i, a, b) for i, x in enumerate(both) for a in range(3) for b in range(2) if np.array_equal(x[a : a + 6, b : b + 5], part)]
        assert len(found) == 1
        seen.update(found)
    assert len(seen) == 12


def test_a_part_that_is_not_within_its_tensor_is_told_of_after_those_before():
    dataset = Dataset.range(9).map(lambda i: tf.slice(tf.range(10), [tf.cast(i, tf.int32)], [5]))
    assert simple(dataset._args[1])
    found, elements = [], iter(dataset)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Expected size\[0\] in \[0, 4\], but got 5"):
        found.extend(x.numpy()[0] for x in elements)
    assert found == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize("function", ["resized", "sums", "structures", "gathered"])
def test_pieces_of_large_elements_are_small(function, monkeypatch):
    monkeypatch.setattr(vectorized, "_BYTES", 1 << 12)
    dataset = source().map(FUNCTIONS[function])
    expected = singly(dataset)
    assert_same(flat(dataset), expected)
    assert_same(flat(dataset.batch(10)), batched(expected, 10))


@pytest.mark.parametrize("build", [
    lambda d: d,
    lambda d: d.prefetch(2),
    lambda d: d.batch(4),
    lambda d: d.prefetch(1).batch(5).prefetch(2),
    lambda d: d.shuffle(9, seed=3).batch(4),
    lambda d: d.shuffle(9, seed=3).repeat(2).skip(3),
    lambda d: d.filter(lambda p, f: f[0] > 0).batch(3),
])  # fmt: skip
def test_threads_give_the_same_in_order(build, monkeypatch):
    def made(**parallel):
        tf.random.set_seed(1)
        return flat(build(source().map(lambda p, f, y, s: (tf.image.resize(p, [4, 4]), f * 2), **parallel)))

    expected = made()
    monkeypatch.setattr(vectorized, "_WORTH", 0.0)
    assert_same(made(num_parallel_calls=3), expected)
    assert_same(made(num_parallel_calls=tf.data.AUTOTUNE), expected)


def test_an_iterator_is_saved_between_pieces_that_threads_compute(monkeypatch, tmp_path):
    monkeypatch.setattr(vectorized, "_WORTH", 0.0)
    monkeypatch.setattr(vectorized, "_PIECE", 2)
    dataset = Dataset.range(60).map(lambda x: x * 3 + 1, num_parallel_calls=2)
    for taken in (0, 1, 7, 30, 59, 60):
        iterator = iter(dataset)
        before = [int(next(iterator)) for _ in range(taken)]
        path = tf.train.Checkpoint(iterator=iterator).write(str(tmp_path / f"at{taken}"))
        other = iter(dataset)
        tf.train.Checkpoint(iterator=other).read(path)
        assert before + [int(x) for x in other] == [3 * i + 1 for i in range(60)]


def test_an_error_comes_after_the_elements_before_it(monkeypatch):
    def looked_up(i):
        return tf.gather(TABLE, i)

    for worth in (0.0, 1.0):
        monkeypatch.setattr(vectorized, "_WORTH", worth)
        indices = Dataset.from_tensor_slices(np.array([*range(7), 9, *range(5)]))
        iterator = iter(indices.map(looked_up, num_parallel_calls=2))
        for i in range(7):
            np.testing.assert_array_equal(next(iterator), TABLE[i])
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices = 9 is not in \[0, 7\)"):
            next(iterator)
        assert_same(flat(iterator), [[TABLE[i]] for i in range(5)])
        batches = iter(indices.map(looked_up, num_parallel_calls=2).batch(4))
        np.testing.assert_array_equal(next(batches), TABLE[:4])
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"indices = 9 is not in \[0, 7\)"):
            next(batches)
        np.testing.assert_array_equal(next(batches), TABLE[:4])


def test_functions_that_draw_or_change_something_are_called_for_each_element():
    counted = tf.Variable(0, dtype=tf.int64)
    numbers = [int(x) for x in Dataset.range(20).map(lambda x: x * 0 + counted.assign_add(1))]
    assert numbers == list(range(1, 21))
    drawn = [float(x) for x in Dataset.range(20).map(lambda x: tf.cast(x, tf.float32) * 0 + tf.random.uniform([]))]
    assert len(set(drawn)) == 20


def test_tensors_from_outside_are_those_of_the_iteration():
    scale = tf.constant([2.0, 3.0])

    @tf.function
    def total(scale):
        dataset = Dataset.from_tensor_slices(np.ones((9, 2), np.float32)).map(lambda x: x * scale).batch(4)
        return dataset.reduce(tf.zeros(2), lambda a, b: a + tf.reduce_sum(b, 0))

    np.testing.assert_array_equal(total(scale), [18.0, 27.0])
    np.testing.assert_array_equal(total(scale * 2), [36.0, 54.0])
    dataset = Dataset.from_tensor_slices(np.ones((3, 2), np.float32)).map(lambda x: x + scale)
    assert simple(dataset._args[1])
    np.testing.assert_array_equal(np.stack(list(dataset)), [[3.0, 4.0]] * 3)


# Steps [height, width, channels] -> [height, width, channels], for chains of them.
STEPS = [
    lambda x: x[::-1],
    lambda x: x[1:, :, None, 0] if x.shape[0] > 1 else x,
    lambda x: tf.transpose(x, [1, 2, 0]),
    lambda x: tf.image.resize(x, [3, 5]),
    lambda x: tf.concat([x, x * 2.0], 0),
    lambda x: tf.reduce_sum(x, 1, keepdims=True),
    lambda x: x - tf.reduce_mean(x, [0, 1]),
    lambda x: tf.reshape(x, [x.shape[2], -1, x.shape[0]]),
    lambda x: tf.pad(x, [[0, 1], [1, 0], [0, 0]]),
    lambda x: tf.stack([x[..., 0], tf.ones_like(x[..., 0])], -1),
    lambda x: tf.where(x > 0.3, x, x * tf.constant(0.5)),
    lambda x: tf.cast(tf.cast(x * 9.0, tf.int32), tf.float32),
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, len(STEPS) - 1), min_size=1, max_size=5), st.integers(1, 9))
def test_chains_of_steps(chosen, size):
    def chain(picture, *rest):
        x = as_float(picture)
        for i in chosen:
            x = STEPS[i](x)
        return x

    dataset = source().map(chain)
    assert simple(dataset._args[1])
    assert_same(flat(dataset.batch(size)), batched(singly(dataset), size))


def test_softmax_of_narrow_rows():
    """Its sums are taken in another order for many rows than for few."""
    dataset = source().map(lambda picture, *rest: tf.nn.softmax(as_float(picture)))
    assert simple(dataset._args[1])
    for found, expected in zip(flat(dataset.batch(4)), batched(singly(dataset), 4), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-6)


@pytest.mark.parametrize("shape", [[9], [9, 7], [9, 32]], ids=str)
def test_numbers_beyond_small_integers(shape):
    """A cast bounds all but the last numbers of an element, not of a piece with many of them."""
    x = np.linspace(-900, 900, np.prod(shape), dtype="float32").reshape(shape)
    dataset = tf.data.Dataset.from_tensor_slices(x).map(lambda a: tf.cast(a * 2.0, tf.uint8))
    assert np.array_equal([*dataset.as_numpy_iterator()], [tf.cast(row * 2.0, tf.uint8).numpy() for row in x])
