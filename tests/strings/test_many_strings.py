"""Many strings at once, which go another way than few: the same results."""

import random

import numpy as np
import pytest

import tfshim as tf

_DRAWN = random.Random(5)
# All lengths of the classes that hashes tell apart, and one string that is a class by itself.
_TEXTS = [_DRAWN.randbytes(i % 150) for i in range(150 * 30)] + [_DRAWN.randbytes(5000)]


@pytest.mark.parametrize(
    "function",
    [
        lambda x: tf.strings.to_hash_bucket(x, 10**12),
        lambda x: tf.strings.to_hash_bucket_fast(x, 10**12),
        lambda x: tf.strings.to_hash_bucket_strong(x, 10**12, key=[3, -1]),
    ],
    ids=["to_hash_bucket", "to_hash_bucket_fast", "to_hash_bucket_strong"],
)
def test_many_are_as_few(function):
    few = np.concatenate([function(np.array(_TEXTS[i : i + 7], object)) for i in range(0, len(_TEXTS), 7)])
    assert function(np.array(_TEXTS, object)).numpy().tolist() == few.tolist()
