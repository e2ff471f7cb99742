"""Sets of many strings, which are compared by numbers: the same as Python's sets."""

import numpy as np
import pytest

import tfshim as tf

_DRAWN = np.random.default_rng(2)
_WORDS = np.array([b"", b"a", b"b\x00", b"b", b"\xff", b"zz", b"aa"], object)


def _rows():
    return _WORDS[_DRAWN.integers(0, len(_WORDS), (90, 4))]


def _sparse(rows):
    places = np.argwhere(_DRAWN.random(rows.shape) < 0.6)
    return tf.SparseTensor(places, rows[places[:, 0], places[:, 1]], rows.shape)


def _sets(x):
    if not isinstance(x, tf.SparseTensor):
        return [set(row) for row in x]
    made = [set() for _ in range(90)]
    for (row, _), word in zip(x.indices.numpy(), x.values.numpy()):
        made[row].add(word)
    return made


@pytest.mark.parametrize("kinds", ["dense dense", "dense sparse", "sparse sparse"])
@pytest.mark.parametrize("name", ["union", "intersection", "difference"])
def test_operations(kinds, name):
    a, b = (_rows() if kind == "dense" else _sparse(_rows()) for kind in kinds.split())
    made = getattr(tf.sets, name)(a, b)
    wanted = [sorted(getattr(x, name)(y)) for x, y in zip(_sets(a), _sets(b))]
    assert made.values.numpy().tolist() == [word for row in wanted for word in row]
    assert made.indices.numpy().tolist() == [[i, k] for i, row in enumerate(wanted) for k in range(len(row))]
    assert made.dense_shape.numpy().tolist() == [90, max(map(len, wanted))]


def test_sizes():
    many = [_sparse(_rows()) for _ in range(5)]
    whole = tf.sparse.concat(1, many)
    assert tf.sets.size(whole).numpy().tolist() == [len(set.union(*rows)) for rows in zip(*map(_sets, many))]
