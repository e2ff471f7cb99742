"""How many bits are set, as NumPy counts them and as this is computed without."""

import numpy as np
import pytest

import tfshim as tf

_COUNTED = [False, True] if hasattr(np, "bitwise_count") else [False]


@pytest.mark.parametrize("counted", _COUNTED)
@pytest.mark.parametrize("name", [f"{sign}int{width}" for sign in ("", "u") for width in (8, 16, 32, 64)])
def test_bits_of_every_type(name, counted, monkeypatch):
    if not counted:
        monkeypatch.delattr(np, "bitwise_count", raising=False)
    ends = np.iinfo(name)
    some = np.random.default_rng(5).integers(ends.min, ends.max, 200, dtype=name, endpoint=True)
    numbers = np.concatenate([some, np.array([ends.min, ends.max, 0, 1], name)])
    made = tf.raw_ops.PopulationCount(x=tf.constant(numbers))
    bits = np.unpackbits(numbers.view(np.uint8).reshape(len(numbers), -1), axis=1).sum(1)
    assert made.dtype == tf.uint8 and made.numpy().tolist() == bits.tolist()
