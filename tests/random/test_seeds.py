"""Seeds and the state of operations."""

import random
import threading

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.random import seeds


@pytest.fixture(autouse=True)
def no_seed():
    yield
    tf.random.set_seed(None)


def test_other_generators_are_left_alone():
    tf.random.set_seed(None)
    torch.manual_seed(3), np.random.seed(3), random.seed(3)
    before = torch.get_rng_state(), np.random.get_state()[1].tolist(), random.getstate()
    for seed in (None, 5):
        tf.random.set_seed(seed)
        tf.random.uniform([9]), tf.random.normal([9]), tf.random.truncated_normal([9]), tf.random.shuffle(tf.range(9))
        tf.random.gamma([9], 1.0), tf.random.categorical([[0.0, 1.0]], 3), tf.random.Generator.from_seed(3).normal([2])
    tf.random.get_global_generator().normal([2])
    assert torch.equal(before[0], torch.get_rng_state())
    assert before[1] == np.random.get_state()[1].tolist() and before[2] == random.getstate()


def test_unseeded_numbers_differ():
    tf.random.set_seed(None)
    for draw in (
        lambda: tf.random.uniform([8]),
        lambda: tf.random.uniform([8], 0, 2**30, tf.int32),
        lambda: tf.random.gamma([8], 2.0),
        lambda: tf.random.shuffle(tf.range(50)),
    ):
        assert not np.array_equal(draw().numpy(), draw().numpy())
    f = tf.function(lambda: tf.random.shuffle(tf.range(50)), autograph=False)
    assert not np.array_equal(f().numpy(), f().numpy())


def test_set_seed_repeats_everything():
    def draws():
        tf.random.set_seed(9)
        return [tf.random.normal([3]).numpy().tolist() for _ in range(3)]

    first = draws()
    assert draws() == first and first[0] != first[1] != first[2]


def test_pairs():
    tf.random.set_seed(None)
    assert seeds.get_seed(None) == (None, None) and seeds.op_pair(None) == seeds.UNSEEDED
    assert seeds.get_seed(5) == (seeds.DEFAULT_GLOBAL_SEED, 5)
    tf.random.set_seed(0)
    assert seeds.get_seed(0) == (0, seeds.MODULUS)
    assert seeds.get_seed(-1) == (0, seeds.MODULUS - 1)
    tf.random.set_seed(3)
    assert seeds.get_seed(None) == (3, random.Random(3).randint(0, seeds.MODULUS) % seeds.MODULUS)


def test_threads_get_disjoint_parts():
    tf.random.set_seed(4)
    found = []

    def work():
        found.extend(seeds.reserve("Test", (), 1, 2, 3)[1] for _ in range(300))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sorted(c - (2 << 64) for c in found) == list(range(0, 3600, 3))


def test_a_new_frame_starts_again():
    node = seeds.NodeState(1, 2)
    frame = seeds.Frame()
    draw = lambda: node.stream().reserve(1)[1] & 0xFF  # noqa: E731
    assert [frame.run(draw), frame.run(draw), draw(), seeds.Frame().run(draw), frame.run(draw)] == [0, 1, 0, 0, 2]
    tf.random.set_seed(1)
    assert [frame.run(draw), draw()] == [0, 0]


def test_a_frame_is_left_after_an_error():
    with pytest.raises(ZeroDivisionError):
        seeds.Frame().run(lambda: 1 / 0)
    assert seeds.current_frame() is None


def test_graph_takes_its_seed_along():
    tf.random.set_seed(6)
    f = tf.function(lambda: tf.random.uniform([2]), autograph=False)
    graph = f.get_concrete_function().graph
    assert graph.seed == 6
    tf.random.set_seed(7)
    assert graph.seed == 6


def test_gradients():
    mean, stddev, alpha = tf.Variable(1.0), tf.Variable([2.0, 3.0]), tf.Variable([0.5, 3.0])
    with tf.GradientTape(persistent=True) as tape:
        normal = tf.random.normal([4, 2], mean, stddev, seed=1)
        uniform = tf.random.uniform([4, 2], mean, stddev, seed=1)
        gamma = tf.random.gamma([4], alpha, stddev, seed=1)
    assert tape.gradient(normal, mean).numpy() == 8
    scale = tape.gradient(normal, stddev).numpy()
    np.testing.assert_allclose(scale, ((normal - mean) / stddev).numpy().sum(0), rtol=1e-5)
    share = ((uniform - mean) / (stddev - mean)).numpy()
    np.testing.assert_allclose(tape.gradient(uniform, stddev).numpy(), share.sum(0), rtol=1e-5)
    np.testing.assert_allclose(tape.gradient(gamma, stddev).numpy(), -(gamma / stddev).numpy().sum(0), rtol=1e-5)
    # Recorded from TensorFlow for these parameters, whose own derivative is approximate.
    assert (tape.gradient(gamma, alpha).numpy() > 0).all()


def test_fixed_unigram_from_file(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("the,10\nof,5\nand,1\n")
    arguments = dict(true_classes=[[1]], num_true=1, num_sampled=3, unique=True, range_max=3, seed=2)
    from_file = tf.random.fixed_unigram_candidate_sampler(vocab_file=str(path), **arguments)
    direct = tf.random.fixed_unigram_candidate_sampler(unigrams=[10.0, 5.0, 1.0], **arguments)
    assert from_file.sampled_expected_count.numpy().tolist() == direct.sampled_expected_count.numpy().tolist()
    with pytest.raises(tf.errors.NotFoundError):
        tf.random.fixed_unigram_candidate_sampler(vocab_file=str(tmp_path / "none"), **arguments)
    path.write_text("the,often\n")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Wrong vocabulary format at line: the,often"):
        tf.random.fixed_unigram_candidate_sampler(vocab_file=str(path), **arguments)
