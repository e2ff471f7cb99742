"""Ragged tensors with rows at hand, which go another way than those of graphs: the same results."""

import random

import numpy as np
import pytest

import tfshim as tf

_DRAWN = random.Random(3)
_KINDS = {tf.int64: lambda: _DRAWN.randint(-9, 9), tf.float32: _DRAWN.random, tf.string: lambda: str(_DRAWN.random())[:4]}


def _nested(depth, item):
    return item() if not depth else [_nested(depth - 1, item) for _ in range(_DRAWN.randint(0, 4))]


def _given(depth, dtype, inner):
    item = _KINDS[dtype]
    rows = _nested(depth, (lambda: [item(), item()]) if inner else item)
    return tf.ragged.constant(rows, dtype, ragged_rank=depth - 1, inner_shape=inner)


@pytest.mark.parametrize("dtype", _KINDS, ids=lambda d: d.name)
@pytest.mark.parametrize("inner", [(), (2,)], ids=["scalars", "vectors"])
@pytest.mark.parametrize("depth", [2, 3])
def test_as_dense_and_sparse(depth, inner, dtype):
    in_graph = tf.function(lambda x, default, shape: x.to_tensor(default, shape), reduce_retracing=True)
    sparse_in_graph = tf.function(lambda x: x.to_sparse(), reduce_retracing=True)
    for _ in range(3):
        x = _given(depth, dtype, inner)
        item = _KINDS[dtype]()
        for shape in (None, [None, 2, *[None] * (depth - 2 + len(inner))], [3, *[None] * (depth - 1), *inner]):
            for default in (None, item, [item] * 2) if inner else (None, item):
                made, wanted = x.to_tensor(default, shape), in_graph(x, default, shape)
                assert made.dtype == wanted.dtype and made.shape == wanted.shape
                assert made.numpy().tolist() == wanted.numpy().tolist()
        made, wanted = x.to_sparse(), sparse_in_graph(x)
        for part in ("indices", "values", "dense_shape"):
            assert getattr(made, part).dtype == getattr(wanted, part).dtype
            assert getattr(made, part).numpy().tolist() == getattr(wanted, part).numpy().tolist()


def test_small_floats():
    x = tf.cast(tf.ragged.constant([[1.0, 2.0], [], [3.0]]), tf.bfloat16)
    assert tf.cast(x.to_tensor(-1), tf.float32).numpy().tolist() == [[1, 2], [-1, -1], [3, -1]]


def test_what_a_tape_has_recorded_can_be_looked_at_outside():
    v = tf.Variable([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        x = tf.RaggedTensor.from_row_splits(v * 2, [0, 2, 3])
        y = x.to_tensor()
    assert x.to_tensor().numpy().tolist() == y.numpy().tolist() == [[2, 4], [6, 0]]
    assert tape.gradient(y, v).numpy().tolist() == [2, 2, 2]


def test_crosses_of_many_rows():
    a = tf.ragged.constant([[str(_DRAWN.randint(0, 9)) for _ in range(i % 3)] for i in range(60)])
    b = tf.ragged.constant([[_DRAWN.randint(0, 9) for _ in range(i % 4)] for i in range(60)], tf.int64)
    made = tf.ragged.cross([a, b]).to_list()
    for i, row in enumerate(made):
        assert row == [x + b"_X_" + str(y).encode() for x in a[i].numpy() for y in b[i].numpy()]


@pytest.mark.parametrize("repeated", [False, True])
def test_sums_of_many_elements(repeated):
    def drawn():
        places = np.array(_DRAWN.choices(range(40), k=60) if repeated else _DRAWN.sample(range(600), 90))
        places.sort()
        return tf.SparseTensor(np.stack([places // 20, places % 20], 1), tf.cast(tf.range(len(places)) - 30, tf.float32), [30, 20])

    a, b = drawn(), drawn()
    dense = [tf.scatter_nd(x.indices, x.values, x.dense_shape) for x in (a, b)]
    made = tf.sparse.add(a, b)
    assert tf.scatter_nd(made.indices, made.values, made.dense_shape).numpy().tolist() == (dense[0] + dense[1]).numpy().tolist()
    ordered = made.indices.numpy() @ [20, 1]
    assert (np.diff(ordered) >= 0).all()
    if not repeated:
        assert (np.diff(ordered) > 0).all()
        for function, of_dense in ((tf.sparse.maximum, tf.maximum), (tf.sparse.minimum, tf.minimum)):
            assert tf.sparse.to_dense(function(a, b)).numpy().tolist() == of_dense(*dense).numpy().tolist()
    kept = tf.sparse.add(a, b, threshold=25.0)
    both = {tuple(x) for x in a.indices.numpy().tolist()} & {tuple(x) for x in b.indices.numpy().tolist()}
    wanted = [v for i, v in zip(made.indices.numpy().tolist(), made.values.numpy().tolist()) if tuple(i) not in both or abs(v) >= 25]
    if not repeated:
        assert kept.values.numpy().tolist() == wanted
