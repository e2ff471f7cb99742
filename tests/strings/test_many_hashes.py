"""Hashes of many strings at once, of all lengths, against those of each."""

import random

import pytest

import tfshim as tf
from tfshim.engine.values.texts.farmhash import fingerprint64, fingerprints64

# What TensorFlow 2.15.1 gives for the texts below.
RECORDED = [
    263,
    514,
    770,
    529,
    12,
    177,
    597,
    249,
    657,
    788,
    570,
    325,
    443,
    57,
    909,
    472,
    167,
    93,
    876,
    774,
    966,
    446,
    758,
    23,
    26,
    884,
    61,
    63,
    188,
    507,
]


@pytest.mark.parametrize("longest", [10, 70, 300, 1500])
def test_lengths(longest):
    draw = random.Random(longest)
    items = [draw.randbytes(draw.randrange(longest)) for _ in range(200)]
    assert fingerprints64(items).tolist() == list(map(fingerprint64, items))


def test_ends_of_blocks():
    draw = random.Random(0)
    items = [draw.randbytes(n) for n in range(60, 200)]
    assert fingerprints64(items).tolist() == list(map(fingerprint64, items))


def test_recorded():
    texts = ["word " * n for n in range(0, 60, 2)]
    assert tf.strings.to_hash_bucket_fast(texts, 1000).numpy().tolist() == RECORDED
