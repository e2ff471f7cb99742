"""Properties of the draws that hold for every seed."""

import ctypes
import ctypes.util
import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim as tf
from tfshim.engine.random import (
    candidates,
    discrete,
    free,
    normal,
    on_device,
    parameterized,
    philox,
    rejection,
    shards,
    single,
    stateless,
    uniform,
)

FLOATS = [torch.float16, torch.bfloat16, torch.float32, torch.float64]
positions = st.tuples(st.integers(0, philox.MASK64), st.integers(0, philox.MASK128))


CPU = torch.device("cpu")


@pytest.mark.parametrize("dtype", FLOATS)
@given(key=st.integers(0, philox.MASK64), counter=st.integers(0, philox.MASK128), count=st.integers(0, 70))
def test_draws_on_a_device_are_the_same(dtype, key, counter, count):
    # The same tensor program that runs on an accelerator, here on the CPU.
    if (counter & philox.MASK64) + count > philox.MASK64:
        return
    assert torch.equal(on_device.uniform(key, counter, count, dtype, CPU), uniform.uniform(key, counter, count, dtype))
    if dtype is not torch.float64:
        assert torch.equal(on_device.normal(key, counter, count, dtype, CPU), normal.normal(key, counter, count, dtype))


def test_single_precision_functions_on_tensors():
    u = np.arange(1, 2**23, 1013, dtype=np.int64).astype(np.float32) * np.float32(2.0**-23)
    v = (u.astype(np.float64) * 2 * math.pi).astype(np.float32)
    on_tensors = single.log(single.TORCH, torch.from_numpy(u)), *single.sincos(single.TORCH, torch.from_numpy(v))
    for a, b in zip(on_tensors, (single.log(single.NUMPY, u), *single.sincos(single.NUMPY, v))):
        assert np.array_equal(a.numpy(), b)


def _ulps(a, b):
    return np.abs(a.view(np.int32).astype(np.int64) - b.view(np.int32))


def test_single_precision_functions():
    u = np.arange(1, 2**23, 4099, dtype=np.int64).astype(np.float32) * np.float32(2.0**-23)
    v = (u.astype(np.float64) * 2 * math.pi).astype(np.float32)
    sine, cosine = single.sincos(single.NUMPY, v)
    assert _ulps(single.log(single.NUMPY, u), np.log(u.astype(np.float64)).astype(np.float32)).max() <= 1
    assert _ulps(sine, np.sin(v.astype(np.float64)).astype(np.float32)).max() <= 1
    assert _ulps(cosine, np.cos(v.astype(np.float64)).astype(np.float32)).max() <= 1


def test_single_precision_functions_are_the_c_librarys():
    name = ctypes.util.find_library("m")
    if name is None or not hasattr(ctypes.CDLL(name), "gnu_get_libc_version"):
        pytest.skip("the C library is not glibc")
    library = ctypes.CDLL(name)
    u = np.arange(1, 2**23, 8101, dtype=np.int64).astype(np.float32) * np.float32(2.0**-23)
    v = (u.astype(np.float64) * 2 * math.pi).astype(np.float32)
    for function, x, mine in zip(("logf", "sinf", "cosf"), (u, v, v), (single.log(single.NUMPY, u), *single.sincos(single.NUMPY, v))):
        call = getattr(library, function)
        call.restype, call.argtypes = ctypes.c_float, [ctypes.c_float]
        assert np.array_equal(np.array([call(float(i)) for i in x], np.float32), mine)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("draw", [uniform.uniform, normal.normal, normal.truncated_normal])
@given(position=positions, count=st.integers(0, 40), more=st.integers(0, 40))
def test_shorter_draws_are_prefixes(draw, dtype, position, count, more):
    long = draw(*position, count + more, dtype)
    assert long.dtype is dtype and long.shape == (count + more,)
    assert torch.equal(draw(*position, count, dtype), long[:count])


@pytest.mark.parametrize("dtype", FLOATS)
def test_ranges_and_moments(dtype):
    u = uniform.uniform(1, 2, 40001, dtype).double()
    n = normal.normal(1, 2, 40001, dtype).double()
    t = normal.truncated_normal(1, 2, 40001, dtype).double()
    assert 0 <= u.min() and u.max() < 1 and abs(u.mean() - 0.5) < 0.01 and abs(u.var() - 1 / 12) < 0.002
    assert abs(n.mean()) < 0.02 and abs(n.var() - 1) < 0.03
    assert t.abs().max() <= 2 and abs(t.mean()) < 0.02 and abs(t.var() - 0.7741) < 0.02


@given(positions, st.integers(-(2**31), 2**31 - 2), st.integers(1, 2**32 - 1))
def test_integers_stay_in_range(position, low, span):
    high = min(low + span, 2**31 - 1)
    drawn = uniform.integers(*position, 50, torch.int32, low, high)
    assert drawn.dtype is torch.int32 and low <= int(drawn.min()) and int(drawn.max()) < high
    wide = uniform.integers(*position, 50, torch.int64, low * 2**31, high * 2**31)
    assert low * 2**31 <= int(wide.min()) and int(wide.max()) < high * 2**31


def test_full_range_types():
    for dtype in (torch.int32, torch.uint32, torch.int64, torch.uint64):
        assert uniform.full_range(1, 2, 5, dtype).dtype is dtype
    assert uniform.full_range(1, 2, 5, torch.uint64).tolist() == [v % 2**64 for v in uniform.full_range(1, 2, 5, torch.int64).tolist()]


@given(positions, st.integers(0, 200))
def test_permutation(position, size):
    assert sorted(discrete.permutation(*position, size)) == list(range(size))


@pytest.mark.parametrize("function", [math.sin, math.cos, math.log, math.exp])
@pytest.mark.parametrize("count", [5, 30000])
def test_many_values_have_the_bits_of_the_c_library(function, count):
    values = np.random.default_rng(count).uniform(1e-9, 2 * math.pi, count)
    assert normal.libm(function, values).tolist() == [function(v) for v in values.tolist()]
    exponents = np.random.default_rng(1).uniform(-3, 3, count)
    assert normal.powers(values, exponents).tolist() == [math.pow(v, e) for v, e in zip(values.tolist(), exponents.tolist())]


def test_what_differs_in_a_bit_is_not_taken_for_the_c_library(monkeypatch):
    def nearly(values):
        made = np.sin(values)
        made[777] = np.nextafter(made[777], 2)
        return made

    monkeypatch.setitem(normal._PROMISING, math.sin, nearly)
    assert normal._of_many.__wrapped__(math.sin) is None


@given(st.integers(1, 300), st.integers(0, 2**32 - 1))
def test_swaps_that_are_composed(size, seed):
    targets = [i + draw for i, draw in enumerate(np.random.default_rng(seed).integers(0, np.arange(size, 0, -1)).tolist())]
    order = list(range(size))
    for i, j in enumerate(targets):
        order[i], order[j] = order[j], order[i]
    assert discrete.swapped(np.array(targets, np.uint32)).tolist() == order


def test_remainders_of_words():
    rng = np.random.default_rng(0)
    divisors = np.concatenate([rng.integers(1, 2**31, 5000), np.arange(1, 5000), [2**31 - 1, 2**31, 3, 1]])
    for words in (rng.integers(0, 2**32, len(divisors)), 2**32 - 1 - np.arange(len(divisors)), divisors * (2**32 // divisors) - 1):
        words = np.minimum(words, 2**32 - 1).astype(np.uint32)
        found = discrete.remainders(words, divisors.astype(np.float64))
        assert found.tolist() == (words.astype(np.int64) % divisors).tolist()


@pytest.mark.parametrize(
    "size, stateless_sum, first, last, sum_of_state",  # as TensorFlow has them
    [
        (1023, 4380, [1003, 744, 707, 981], [496, 493, 400], 363740),
        (1024, 775354, [377, 329, 439, 23], [414, 221, 313], 588977),
        (5000, 5377, [1904, 321, 1967, 3534], [2238, 448, 1645], 633158),
        (100000, 434734, [19684, 81850, 37948, 73644], [52052, 53119, 69580], 746538),
    ],
)
def test_orders_of_many(size, stateless_sum, first, last, sum_of_state):
    places = np.arange(size)
    order = tf.random.experimental.stateless_shuffle(tf.range(size), [size, 7]).numpy()
    assert (order[:4].tolist(), order[-3:].tolist(), int((order * places).sum() % 1000003)) == (first, last, stateless_sum)
    tf.random.set_seed(3)
    order = tf.random.shuffle(tf.range(size, dtype=tf.int64), seed=size).numpy()
    assert int((order * places).sum() % 1000003) == sum_of_state
    names = tf.strings.as_string(tf.range(size))
    assert tf.random.experimental.stateless_shuffle(names, [size, 7])[0].numpy() == str(first[0]).encode()


@given(st.one_of(st.integers(0, 300), st.integers(9000, 9100)), st.tuples(*[st.integers(0, 2**32 - 1)] * 3))
@settings(max_examples=20)
def test_index_shuffle_is_a_permutation(max_index, seed):
    for rounds in (2, 4, 6):
        moved = stateless.index_shuffle(range(max_index + 1), seed, max_index, rounds)
        assert sorted(moved) == list(range(max_index + 1))
        assert stateless.index_shuffle([max_index // 2], seed, max_index, rounds) == [moved[max_index // 2]]


def test_categorical_frequencies_and_order():
    logits = np.log(np.array([[0.1, 0.2, 0.7]], np.float32))
    drawn = discrete.categorical(5, 6, logits, 20000)
    assert np.abs(np.bincount(drawn[0], minlength=3) / 20000 - [0.1, 0.2, 0.7]).max() < 0.02


@pytest.mark.parametrize("threads", [1, 2, 3, 4, 7])
def test_shards_cover_everything(threads, monkeypatch):
    monkeypatch.setattr(shards, "intra_op_threads", threads)
    for total in (0, 1, 5, 1000, 40001):
        cut = shards.shards(total, 300)
        assert cut[0][0] == 0 and cut[-1][1] == total
        assert all(a[1] == b[0] for a, b in zip(cut, cut[1:]))


@pytest.mark.parametrize(
    "draw, mean, variance",
    [
        (lambda: rejection.gamma(1, 2, np.array([0.3]), 20000), 0.3, 0.3),
        (lambda: rejection.gamma(1, 2, np.array([7.0]), 20000), 7.0, 7.0),
        (lambda: rejection.poisson(1, 2, np.array([3.0]), 20000), 3.0, 3.0),
        (lambda: rejection.poisson(1, 2, np.array([40.0]), 20000), 40.0, 40.0),
        (lambda: rejection.binomial(1, 2, np.array([20.0]), np.array([0.2]), 20000), 4.0, 3.2),
        (lambda: rejection.binomial(1, 2, np.array([200.0]), np.array([0.7]), 20000), 140.0, 42.0),
    ],
)
def test_moments_of_rejection_methods(draw, mean, variance):
    drawn = draw()
    assert abs(drawn.mean() - mean) < 5 * math.sqrt(variance / 20000)
    assert abs(drawn.var() / variance - 1) < 0.1


def test_samples_do_not_depend_on_their_number(monkeypatch):
    alpha = np.array([0.5, 2.0])
    whole = rejection.gamma(3, 4, alpha, 50)
    monkeypatch.setattr(rejection, "_CHUNK", 7)
    assert np.array_equal(rejection.gamma(3, 4, alpha, 50), whole)
    # The first parameter's samples come first in the stream.
    assert np.array_equal(rejection.gamma(3, 4, alpha[:1], 50)[:, 0], whole[:, 0])


@pytest.mark.parametrize("low, high", [(-2, 2), (-0.1, 0.2), (3, math.inf), (-math.inf, -4), (1, 1.5)])
def test_bounds(low, high):
    one = np.ones(1, np.float32)
    drawn = parameterized.truncated_normal(1, 2, 500, 0 * one, one, low * one, high * one, torch.float32)
    assert drawn.shape == (500, 1) and drawn.min() >= np.float32(low) and drawn.max() <= np.float32(high)


def test_bad_bounds():
    one = np.ones(1, np.float32)
    for mean, stddev, low, high in ((0, 1, 2, 1), (0, 0, 1, 2), (0, -1, 1, 2), (0, 1, -math.inf, math.inf)):
        with pytest.raises(ValueError, match="Invalid parameters"):
            parameterized.truncated_normal(1, 2, 5, mean * one, stddev * one, low * one, high * one, torch.float32)


@given(st.lists(st.floats(0.01, 100), min_size=1, max_size=12), st.integers(0, 2**40))
def test_weighted_candidates(weights, counter):
    sampler = candidates.Weighted(weights)
    drawn, tries = candidates.draw(sampler, philox.WordStream(1, counter), len(weights), True)
    assert sorted(drawn) == list(range(len(weights))) and tries >= len(weights)
    total = sampler.probability(np.arange(len(weights))).sum()
    assert abs(total - 1) < 1e-5


def test_learned_candidates_follow_what_was_seen():
    sampler = candidates.Learned(4)
    sampler.learn([2] * 996)
    drawn, _ = candidates.draw(sampler, philox.WordStream(1, 0), 1000, False)
    assert np.bincount(drawn, minlength=4)[2] > 980
    assert sampler.probability(np.array([2]))[0] == pytest.approx(0.997)


@pytest.mark.parametrize("dtype", FLOATS)
def test_unseeded_draws(dtype):
    for draw, limit in ((free.uniform, 1), (free.normal, 9), (free.truncated_normal, 2)):
        a, b = draw((300,), dtype), draw((300,), dtype)
        assert a.dtype is dtype and a.shape == (300,) and not torch.equal(a, b) and a.abs().max() <= limit


@pytest.mark.parametrize("values", [[], [2.0], [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 1.0], [1.0, 2.0, 3.0], [math.nan] * 4 + [0.5] * 5])
def test_a_function_of_values_in_runs_is_that_of_each(values, monkeypatch):
    monkeypatch.setattr(rejection, "_FEW", 1)
    np.testing.assert_array_equal(rejection._of_each_run(math.exp, np.array(values, np.float64)), [math.exp(v) for v in values])


def test_truncated_normals_are_the_first_of_each_group_that_lie_inside():
    count, step = 40, 64 * 4
    drawn = normal.truncated_normal(5, 7, count, torch.float32).numpy().reshape(-1, 4)
    for i, group in enumerate(drawn):
        candidates_of_group = normal.normal(5, 7 + i * step, 64, torch.float32).numpy()
        np.testing.assert_array_equal(group, candidates_of_group[np.abs(candidates_of_group) < normal.TRUNCATION][:4])
