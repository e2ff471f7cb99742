"""Thousands of texts looked up at once: short ones by their words of memory, others one by one."""

import pytest

import tfshim as tf

KEYS = ["", "a", "ab", "eight888", "nine99999", "a longer key than that", "ü", "with\0", "\0"]
ASKED = [*KEYS, "a\0", "eight888\0", "eight88", "zz", "ab\0\0", "nine9999"]
MANY = ASKED * 400


def _table(values, default):
    return tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(KEYS, values), default)


@pytest.mark.parametrize("dtype", ["int64", "int32", "float32", "float64"])
def test_numbers(dtype):
    table = _table(tf.range(len(KEYS), dtype=dtype), -1)
    want = [*range(len(KEYS)), *[-1] * (len(ASKED) - len(KEYS))] * 400
    for found in (table.lookup(tf.constant(MANY)), tf.function(table.lookup)(tf.constant(MANY))):
        assert found.dtype == dtype and found.numpy().tolist() == want
    assert table.lookup(tf.reshape(tf.constant(MANY), [40, -1])).numpy().reshape(-1).tolist() == want


def test_texts():
    table = _table([k.upper() for k in KEYS], "none")
    want = [*(k.upper().encode() for k in KEYS), *[b"none"] * (len(ASKED) - len(KEYS))] * 400
    assert table.lookup(tf.constant(MANY)).numpy().tolist() == want


def test_long_texts_alone():
    table = _table(tf.range(len(KEYS)), -1)
    assert table.lookup(tf.constant(["a longer key than that", "not there at all"] * 2000)).numpy().tolist() == [5, -1] * 2000


def test_string_lookup():
    layer = tf.keras.layers.StringLookup(vocabulary=["a", "ab", "eight888", "nine99999"])
    few = layer(tf.constant(ASKED)).numpy().tolist()
    assert few == [0, 1, 2, 3, 4, *[0] * 10]
    assert layer(tf.constant(MANY)).numpy().tolist() == few * 400


def test_hashes_do_not_depend_on_what_was_seen():
    texts = [f"seen {i}" for i in range(40)]
    alone = [int(tf.strings.to_hash_bucket_fast(t, 1 << 40)) for t in texts]
    for _ in range(2):
        assert tf.strings.to_hash_bucket_fast(texts, 1 << 40).numpy().tolist() == alone
    assert tf.strings.to_hash_bucket_fast(texts * 30, 1 << 40).numpy().tolist() == alone * 30
