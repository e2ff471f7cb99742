"""tf.SparseTensor, its spec, and tf.sparse against dense arithmetic."""

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tfshim as tf
from tfshim import sparse
from tfshim.sparse import IndexedSlicesSpec, SparseTensor, SparseTensorSpec

PLACES, SHAPE = [[0, 1], [1, 0], [1, 3], [2, 2]], [3, 4]
DENSE = np.array([[0, 1, 0, 0], [2, 0, 0, 3], [0, 0, 4, 0]], np.float32)


@pytest.fixture
def matrix():
    return SparseTensor(PLACES, [1.0, 2.0, 3.0, 4.0], SHAPE)


def same(made, expected):
    dense = sparse.to_dense(made) if isinstance(made, SparseTensor) else made
    np.testing.assert_allclose(dense.numpy(), expected, rtol=1e-6)


def test_prints_its_components():
    small = SparseTensor([[0]], [2.0], [3])
    assert (
        repr(small)
        == str(small)
        == (
            "SparseTensor(indices=tf.Tensor([[0]], shape=(1, 1), dtype=int64), "
            "values=tf.Tensor([2.], shape=(1,), dtype=float32), dense_shape=tf.Tensor([3], shape=(1,), dtype=int64))"
        )
    )


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (([[0, 1]], [1.0, 2.0], [2, 2]), "Dimensions 1 and 2 are not compatible"),
        (([0, 1], [1.0, 2.0], [2, 2]), "must have rank 2"),
        (([[0, 1]], [1.0], [2, 2, 2]), "Dimensions 2 and 3 are not compatible"),
        ((tf.constant([[0, 1]]), [1.0], [2, 2]), "indices: Tensor conversion requested dtype int64"),
    ],
)
def test_rejects_components_that_do_not_fit(arguments, text):
    with pytest.raises(ValueError, match=text):
        SparseTensor(*arguments)


def test_specs(matrix):
    spec = tf.type_spec_from_value(matrix)
    assert spec == SparseTensorSpec([3, 4]) and pickle.loads(pickle.dumps(spec)) == spec
    assert spec._batch(2) == SparseTensorSpec([2, 3, 4]) and spec._unbatch() == SparseTensorSpec([4])
    assert SparseTensorSpec([None, 4]).is_compatible_with(matrix)
    assert not SparseTensorSpec([2, None]).is_compatible_with(matrix)
    parts = tf.nest.flatten(matrix, expand_composites=True)
    back = tf.nest.pack_sequence_as(matrix, parts, expand_composites=True)
    same(back, DENSE)
    slices = tf.IndexedSlices(tf.constant([[1.0, 2.0]]), tf.constant([0]), tf.constant([3, 2]))
    assert tf.type_spec_from_value(slices) == IndexedSlicesSpec([3, 2], tf.float32, tf.int32, tf.int32, [1])
    assert len(tf.nest.flatten(slices, expand_composites=True)) == 3


def test_in_functions(matrix):
    @tf.function
    def double(s):
        assert s.shape == [3, 4]
        return sparse.add(s, s), sparse.to_dense(s), sparse.reorder(sparse.transpose(s))

    twice, dense, turned = double(matrix)
    same(twice, DENSE * 2)
    same(dense, DENSE)
    same(turned, DENSE.T)


def test_functions_of_the_values(matrix):
    same(tf.square(matrix), DENSE**2)
    assert tf.cast(matrix, tf.int32).dtype is tf.int32
    same(matrix * tf.constant([1.0, 2.0, 3.0, 4.0]), DENSE * [1, 2, 3, 4])
    same(matrix / 2.0, DENSE / 2)
    same(sparse.map_values(tf.add, matrix, matrix), DENSE * 2)
    with pytest.raises(ValueError, match="unsupported type"):
        tf.exp(matrix)
    with pytest.raises(ValueError, match="unsupported type"):
        tf.saturate_cast(matrix, tf.int8)


@pytest.mark.parametrize(
    ("indices", "text"),
    [
        ([[0, 0], [2, 1]], r"indices\[1\] = \[2,1\] is out of bounds"),
        ([[1, 1], [0, 0]], r"indices\[1\] = \[0,0\] is out of order"),
        ([[1, 1], [1, 1]], r"indices\[1\] = \[1,1\] is repeated"),
    ],
)
def test_to_dense_checks_places(indices, text):
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        sparse.to_dense(SparseTensor(indices, [1.0, 2.0], [2, 2]))


def test_dense_and_back():
    same(sparse.from_dense(DENSE), DENSE)
    words = np.array([["", "a"], ["b", ""]], object)
    assert sparse.to_dense(sparse.from_dense(words)).numpy().tolist() == [[b"", b"a"], [b"b", b""]]
    same(sparse.to_dense(SparseTensor([[1], [1]], [1, 2], [2]), default_value=7, validate_indices=False), [7, 2])
    same(sparse.eye(2, 3), np.eye(2, 3))


def test_the_last_of_several_elements_is_dense_and_has_the_gradient():
    rng = np.random.default_rng(0)
    at, values = rng.integers(0, 40, (200, 1)), tf.constant(rng.standard_normal(200))
    expected, last = np.full(41, 7.0), np.zeros(200)
    expected[at[:, 0]] = values
    last[[np.flatnonzero(at == place)[-1] for place in set(at[:, 0].tolist())]] = 1
    with tf.GradientTape() as tape:
        tape.watch(values)
        dense = sparse.to_dense(SparseTensor(at, values, [41]), default_value=7.0, validate_indices=False)
    same(dense, expected)
    same(tape.gradient(dense, values), last)
    none = SparseTensor(tf.zeros([0, 1], tf.int64), tf.zeros([0]), [3])
    same(sparse.to_dense(none, default_value=7.0, validate_indices=False), [7, 7, 7])


def test_rearranging(matrix):
    same(sparse.reshape(matrix, [2, -1]), DENSE.reshape(2, 6))
    same(sparse.transpose(matrix), DENSE.T)
    same(sparse.expand_dims(matrix, 1), DENSE[:, None])
    same(sparse.retain(matrix, [True, False, False, True]), DENSE * (np.isin(DENSE, [1, 4])))
    same(sparse.slice(matrix, [1, 0], [5, 2]), DENSE[1:, :2])
    same(sparse.concat(1, [matrix, matrix]), np.concatenate([DENSE, DENSE], 1))
    for part, expected in zip(sparse.split(matrix, 3, 1), [DENSE[:, :2], DENSE[:, 2:3], DENSE[:, 3:]], strict=True):
        same(part, expected)
    shuffled = SparseTensor([[1, 0], [0, 1], [0, 0]], ["c", "b", "a"], [2, 2])
    assert sparse.reorder(shuffled).values.numpy().tolist() == [b"a", b"b", b"c"]
    filled, empty = sparse.fill_empty_rows(SparseTensor([[2, 1], [0, 0]], [1.0, 2.0], [4, 2]), 5.0)
    same(filled, [[2, 0], [5, 0], [0, 1], [5, 0]])
    assert empty.numpy().tolist() == [False, True, False, True]


def test_arithmetic(matrix):
    other = SparseTensor([[0, 0], [0, 1]], [-1.0, 5.0], SHAPE)
    dense = sparse.to_dense(other).numpy()
    same(sparse.add(matrix, other), DENSE + dense)
    same(sparse.add(matrix, tf.ones(SHAPE)), DENSE + 1)
    same(sparse.maximum(matrix, other), np.maximum(DENSE, dense))
    same(sparse.minimum(matrix, other), np.minimum(DENSE, dense))
    assert sparse.add(matrix, SparseTensor([[0, 1]], [-0.5], SHAPE), threshold=1.0).values.numpy().tolist() == [2, 3, 4]
    b = np.arange(8, dtype=np.float32).reshape(4, 2)
    same(sparse.sparse_dense_matmul(matrix, b), DENSE @ b)
    same(sparse.sparse_dense_matmul(matrix, b[:3], adjoint_a=True), DENSE.T @ b[:3])
    same(sparse.sparse_dense_matmul(tf.constant(b[:3].T), matrix), b[:3].T @ DENSE)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Operands' shapes do not match: got 3 and 2"):
        sparse.add(matrix, sparse.eye(2))


def test_reductions(matrix):
    for axis in (None, 0, 1, [0, 1], -1):
        numpy_axis = tuple(axis) if isinstance(axis, list) else axis
        same(sparse.reduce_sum(matrix, axis), DENSE.sum(numpy_axis))
        same(sparse.reduce_sum(matrix, axis, keepdims=True), DENSE.sum(numpy_axis, keepdims=True))
    same(sparse.reduce_max(SparseTensor([[0, 0]], [-1.0], [2, 2]), 1), [-1, 0])
    same(sparse.reduce_sum(matrix, 0, output_is_sparse=True), DENSE.sum(0))


def test_segments():
    data = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    same(sparse.segment_sum(data, [0, 2], [1, 1]), [[0, 0], [6, 8]])
    same(sparse.segment_mean(data, [0, 2], [1, 1], num_segments=3), [[0, 0], [3, 4], [0, 0]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="segment ids are not increasing"):
        sparse.segment_sum(data, [0, 1], [1, 0])
    with tf.GradientTape() as tape:
        tape.watch(data)
        y = sparse.segment_mean(data, [0, 1], [1, 1], sparse_gradient=True)
    assert isinstance(tape.gradient(y, data), tf.IndexedSlices)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda s: sparse.to_dense(s), [1, 1, 1, 1]),
        (lambda s: sparse.add(s, SparseTensor([[0, 1]], [3.0], SHAPE), threshold=4.5).values, [0, 1, 1, 1]),
        (lambda s: sparse.reduce_sum(s, 1), [1, 1, 1, 1]),
        (lambda s: sparse.slice(s, [0, 0], [2, 2]).values, [1, 1, 0, 0]),
        (lambda s: sparse.softmax(s).values, [0, 0, 0, 0]),
        (lambda s: sparse.sparse_dense_matmul(s, tf.ones([4, 2])), [2, 2, 2, 2]),
        (lambda s: sparse.transpose(s).values, [1, 1, 1, 1]),
    ],
)
def test_gradients_reach_the_values(function, expected):
    x = tf.constant([1.0, 2.0, 3.0, 4.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(SparseTensor(PLACES, x, SHAPE))
    np.testing.assert_allclose(tape.gradient(y, x).numpy(), expected, atol=1e-6)


def test_mask_drops_rows():
    slices = tf.IndexedSlices(tf.constant([[1.0], [2.0], [3.0]]), tf.constant([0, 5, 5]))
    assert sparse.mask(slices, [5]).indices.numpy().tolist() == [0]


def test_bincount():
    same(sparse.bincount([[1, 1, 0], [2, 1, 3]], axis=-1), [[1, 2, 0, 0], [0, 1, 1, 1]])
    same(sparse.bincount([[1, 1, 9]], weights=[[0.5, 1.0, 2.0]], maxlength=4), [0, 1.5, 0, 0])
    same(sparse.bincount(sparse.from_dense([[1, 1, 0], [2, 1, 3]]), binary_output=True), [0, 1, 1, 1])
    with pytest.raises(tf.errors.InvalidArgumentError, match="non-negative"):
        sparse.bincount([-1])


def test_rows_in_functions():
    doubled = tf.function(lambda a: tf.map_fn(lambda row: tf.sparse.to_dense(row) * 2, a, fn_output_signature=tf.int32), autograph=False)
    assert doubled(tf.sparse.from_dense([[1, 0, 2], [0, 3, 0]])).numpy().tolist() == [[2, 0, 4], [0, 6, 0]]


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.data())
def test_indices_that_are_sorted_are_told_at_once(sizes, data):
    """`to_dense` raises for the others, and has gradients for its values and its default."""
    rows = data.draw(st.lists(st.tuples(*(st.integers(-1, size) for size in sizes)), max_size=5))
    if data.draw(st.booleans()):
        rows = sorted(rows)
    good = rows == sorted(set(rows)) and all(0 <= x < size for row in rows for x, size in zip(row, sizes))
    values, default = tf.range(1.0, len(rows) + 1), tf.constant(-1.0)
    made = tf.SparseTensor(np.array(rows, np.int64).reshape(len(rows), len(sizes)), values, sizes)
    if not good:
        with pytest.raises(tf.errors.InvalidArgumentError, match="out of bounds|is repeated|is out of order"):
            tf.sparse.to_dense(made, default)
        return
    expected = np.full(sizes, -1.0, np.float32)
    for i, row in enumerate(rows):
        expected[row] = i + 1
    with tf.GradientTape() as tape:
        tape.watch([values, default])
        dense = tf.sparse.to_dense(tf.SparseTensor(made.indices, values, sizes), default)
    np.testing.assert_array_equal(dense, expected)
    by_value, by_default = tape.gradient(dense, [values, default])
    assert by_value.numpy().tolist() == [1.0] * len(rows)
    assert float(by_default) == expected.size - len(rows)


def test_tensors_are_taken_as_they_are_where_they_fit():
    places, shape, values = tf.constant(PLACES, tf.int64), tf.constant(SHAPE, tf.int64), tf.constant([1.0, 2.0, 3.0, 4.0])
    made = SparseTensor(places, values, shape)
    assert made.indices is places and made.values is values and made.shape == SHAPE
    assert SparseTensor(places, values, tf.constant([3, -1], tf.int64)).shape.as_list() == [3, None]
    for wrong in ((places, values[:3], shape), (places, values, tf.constant([3], tf.int64)), (places[0], values, shape)):
        with pytest.raises(ValueError):
            SparseTensor(*wrong)
    with pytest.raises(ValueError, match="indices"):
        SparseTensor(tf.constant(PLACES, tf.int32), values, shape)


def test_many_elements():
    # What is done with many elements at once agrees with dense arithmetic, whatever their order.
    rng = np.random.default_rng(0)
    x, y = (np.where(rng.random((40, 30)) < 0.3, rng.integers(1, 5, (40, 30)), 0) for _ in range(2))
    a, b = tf.sparse.from_dense(x), tf.sparse.from_dense(y)
    np.testing.assert_array_equal(tf.sparse.to_dense(tf.sparse.add(a, b)), x + y)
    np.testing.assert_array_equal(tf.sparse.to_dense(tf.sparse.maximum(a, b)), np.maximum(x, y))
    mixed = rng.permutation(len(a.values))
    again = tf.sparse.reorder(tf.SparseTensor(a.indices.numpy()[mixed], a.values.numpy()[mixed], a.dense_shape))
    np.testing.assert_array_equal(again.indices, a.indices)
    np.testing.assert_array_equal(again.values, a.values)
    soft = tf.sparse.softmax(tf.cast(a, tf.float64))
    kept = np.where(x > 0, np.exp(x), 0.0)
    np.testing.assert_allclose(tf.sparse.to_dense(soft), kept / np.maximum(kept.sum(1, keepdims=True), 1))
    for axis, rows in ((0, [x.ravel()]), (-1, x)):
        counted = tf.sparse.to_dense(tf.sparse.bincount(x, axis=axis)).numpy()
        np.testing.assert_array_equal(counted.reshape(len(rows), -1), [np.bincount(r, minlength=5) for r in rows])
    weighted = tf.sparse.bincount(x, weights=x / 2, axis=-1)
    np.testing.assert_array_equal(tf.sparse.to_dense(weighted), [np.bincount(r, r / 2, minlength=5) for r in x])
    far = tf.sparse.bincount(x * 10**9)  # a count for each number there may be has no room
    np.testing.assert_array_equal(far.values, np.bincount(x.ravel()))
    full, empty = tf.sparse.fill_empty_rows(tf.sparse.slice(a, [0, 0], [40, 3]), 9)
    lacking = ~x[:, :3].any(1)
    np.testing.assert_array_equal(empty, lacking)
    np.testing.assert_array_equal(tf.sparse.to_dense(full), np.where(lacking[:, None] & [True, False, False], 9, x[:, :3]))


def test_many_sets():
    rng = np.random.default_rng(0)
    a, b = rng.integers(-9, 30, (4, 10, 12)), rng.integers(-9, 30, (4, 10, 15))
    a[1, 2] = b[1, 2, :12]  # of which nothing is left
    for operate, of in ((tf.sets.union, set.union), (tf.sets.difference, set.difference), (tf.sets.intersection, set.intersection)):
        made = operate(a, b)
        wanted = {(i, j): sorted(of(set(a[i, j].tolist()), set(b[i, j].tolist()))) for i in range(4) for j in range(10)}
        assert made.indices.numpy().tolist() == [[i, j, k] for (i, j), row in wanted.items() for k in range(len(row))]
        assert made.values.numpy().tolist() == [n for row in wanted.values() for n in row]
        assert made.dense_shape.numpy().tolist() == [4, 10, max(map(len, wanted.values()))]
        sizes = [[len(wanted[i, j]) for j in range(10)] for i in range(4)]
        assert tf.sets.size(operate(np.tile(a, 3), b)).numpy().tolist() == sizes
