"""Integers as keys, in arrays, against a dictionary."""

import random

import numpy as np
import pytest

import tfshim as tf
from tfshim.lookup._numbers import Numbers


def _compared(numbers, held, keys):
    found = numbers.find(keys)
    assert [n >= 0 for n in found.tolist()] == [k in held for k in keys.tolist()]
    for key, n, row in zip(keys.tolist(), found.tolist(), numbers.rows(found).tolist(), strict=True):
        assert n < 0 or held[key] == row
    assert len(numbers) == len(held)
    assert list(zip(*(a.tolist() for a in numbers.items()), strict=True)) == list(held.items())


@pytest.mark.parametrize("span", [10, 100, 5000, 1 << 62])
def test_as_a_dictionary(span):
    rng, draw = np.random.RandomState(3), random.Random(3)
    for _ in range(12):
        numbers, held = Numbers(np.float64), {}
        for _ in range(8):
            keys = rng.randint(-span, span, rng.choice([1, 3, 13, 100, 1000]))
            if rng.rand() < 0.7:
                rows = rng.rand(len(keys))
                numbers.put(keys, rows)
                held.update(zip(keys.tolist(), rows.tolist(), strict=True))
            else:
                numbers.pop(keys.tolist())
                for key in keys.tolist():
                    held.pop(key, None)
            some = draw.sample(list(held), min(len(held), 50))
            _compared(numbers, held, np.concatenate([keys, np.array(some, np.int64)]))


def test_keys_that_collide():
    # All of them begin at one place of a small table, with one step.
    numbers, keys = Numbers(np.int64), (np.arange(200) << 58) + np.arange(200) * 0
    numbers.put(keys, np.arange(200))
    held = dict(zip(keys.tolist(), range(200), strict=True))
    _compared(numbers, held, keys)


@pytest.mark.parametrize("count", [3, 100])
def test_a_default_for_each_key(count):
    table = tf.lookup.experimental.MutableHashTable(tf.int64, tf.float32, [0.0, 0.0])
    keys = tf.range(count, dtype=tf.int64)
    rows = tf.random.uniform([count, 2])
    table.insert(keys[1:], rows[1:])
    defaults = -tf.ones([count, 2])
    made = table.lookup(keys, dynamic_default_values=defaults)
    assert made[0].numpy().tolist() == [-1, -1] and np.array_equal(made[1:], rows[1:])
    table.remove(keys[1:2])
    assert table.lookup(keys)[1].numpy().tolist() == [0, 0] and int(table.size()) == count - 2


@pytest.mark.parametrize("count", [5, 500])
def test_ids_of_words_and_of_others(count):
    words = [f"w{i}" for i in range(count)]
    initializer = tf.lookup.KeyValueTensorInitializer(words[::2], tf.range((count + 1) // 2, dtype=tf.int64))
    table = tf.lookup.StaticVocabularyTable(initializer, 7)
    ids = table.lookup(tf.constant(words))
    hashes = tf.strings.to_hash_bucket_fast(words, 7) + (count + 1) // 2
    assert ids[::2].numpy().tolist() == list(range((count + 1) // 2)) and np.array_equal(ids[1::2], hashes[1::2])
    # In a graph all of them are hashed.
    assert np.array_equal(tf.function(table.lookup)(tf.constant(words)), ids)


def test_reserved_keys_among_many():
    table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, empty_key=500, deleted_key=-7)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Using the empty_key as a table key is not allowed"):
        table.insert(tf.range(1000, dtype=tf.int64), tf.range(1000, dtype=tf.int64))
    assert int(table.size()) == 0


@pytest.mark.parametrize("count", [2, 200])
def test_reserved_texts(count):
    table = tf.lookup.experimental.DenseHashTable(tf.string, tf.int64, -1, empty_key="", deleted_key="$")
    with pytest.raises(tf.errors.InvalidArgumentError, match="Using the deleted_key as a table key is not allowed"):
        table.insert(["$"] + ["a"] * count, tf.range(count + 1, dtype=tf.int64))
    assert int(table.size()) == 0
    table.insert(["a"] * count, tf.range(count, dtype=tf.int64))
    assert int(table.lookup(tf.constant("a"))) == count - 1
