"""Behaviour of array operations that no single recorded answer shows."""

import logging

import numpy as np
import pytest
import torch

import tfshim as tf
from tfshim.engine.ops.composite import composite
from tfshim.engine.values.texts.farmhash import fingerprint64


def test_constants_are_copies():
    array = np.array([1.0, 2.0])
    x = tf.constant(array)
    array[0] = 9.0
    assert x.numpy().tolist() == [1.0, 2.0]


def test_results_that_share_memory_do_not_change_with_a_variable():
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    views = [
        tf.reshape(v, [4]),
        tf.transpose(v),
        tf.expand_dims(v, 0),
        tf.identity(v),
        tf.concat([v], 0),
        tf.split(v, 2)[0],
    ]
    before = [x.numpy().copy() for x in views]
    v.assign_add([[10.0, 10.0], [10.0, 10.0]])
    for x, b in zip(views, before):
        np.testing.assert_array_equal(x.numpy(), b)


def test_filling_makes_writable_memory():
    x = tf.fill([2, 3], tf.constant(7.0))
    assert x._t.stride() == (3, 1)


def test_narrow_types():
    x = tf.constant([3, 1, 2], tf.uint16)
    assert tf.sort(x).numpy().tolist() == [1, 2, 3] and tf.sort(x).dtype == tf.uint16
    assert tf.gather(x, [2, 2]).numpy().tolist() == [2, 2]
    assert tf.concat([x, x], 0).dtype == tf.uint16
    y, index = tf.unique(tf.constant([2**63, 5, 2**63], tf.uint64))
    assert y.numpy().tolist() == [2**63, 5] and index.numpy().tolist() == [0, 1, 0]
    assert tf.tensor_scatter_nd_add(x, [[0], [0]], tf.constant([1, 1], tf.uint16)).numpy().tolist() == [5, 1, 2]


def test_casting_complex_numbers_warns(caplog):
    with caplog.at_level(logging.WARNING, "tensorflow"):
        tf.cast(tf.constant([1 + 2j]), tf.float32)
    assert "discard the imaginary part" in caplog.text


def test_casting_to_the_same_type_gives_the_thing_itself():
    x, v = tf.constant([1.0]), tf.Variable([1.0])
    assert tf.cast(x, tf.float32) is x and tf.cast(v, "float32") is v


def test_unique_keeps_first_appearance_for_every_type():
    rng = np.random.RandomState(0)
    values = rng.randint(-4, 5, 50)
    for dtype in ("int8", "int64", "float32", "float64", "bfloat16", "float16"):
        x = tf.cast(values, dtype)
        y, index, count = tf.unique_with_counts(x)
        first = list(dict.fromkeys(values.tolist()))
        assert [int(v) for v in tf.cast(y, tf.int32).numpy()] == first
        np.testing.assert_array_equal(np.array(first)[index.numpy()], values)
        assert count.numpy().tolist() == [int((values == f).sum()) for f in first]


def test_composites_let_types_answer():
    class Own:
        @staticmethod
        def _tfshim_dispatch(function, args, kwargs):
            return function.__name__, args, sorted(kwargs)

    assert tf.split(Own(), 2) == ("split", (), ["axis", "name", "num", "num_or_size_splits", "value"])
    assert tf.stack([1.0, Own()])[0] == "stack"
    assert tf.concat([Own()], 0)[0] == "concat" and tf.where(Own())[0] == "where"
    assert tf.gather(Own(), [0])[0] == "gather"


def test_a_composite_asks_registered_functions():
    @composite
    def double(x, name=None):
        return x * 2

    double._tfshim_dispatchers = [lambda function, args, kwargs: kwargs["x"] if kwargs["x"] > 5 else NotImplemented]
    assert double(3) == 6 and double(x=7) == 7


@pytest.mark.parametrize("function", ["zeros", "ones"])
def test_layouts_are_refused(function):
    with pytest.raises(NotImplementedError, match="layout"):
        getattr(tf, function)([2], layout=object())


def test_fingerprints_of_every_length_differ():
    text = bytes(range(256)) * 2
    assert len({fingerprint64(text[:n]) for n in range(300)}) == 300
    assert fingerprint64(b"hello") == int.from_bytes(bytes([232, 12, 56, 49, 169, 229, 139, 180]), "little")


def test_edit_distance_counts_edits():
    class Sparse:
        def __init__(self, rows):
            places = [(i, j) for i, row in enumerate(rows) for j in range(len(row))]
            self.indices = tf.constant(places, tf.int64)
            self.values = tf.constant([rows[i][j] for i, j in places])
            self.dense_shape = tf.constant([len(rows), max(map(len, rows))], tf.int64)

    made = tf.edit_distance(Sparse(["kitten", "a", "abc"]), Sparse(["sitting", "a", "c"]), normalize=False)
    assert made.numpy().tolist() == [3.0, 0.0, 2.0]
    with pytest.raises(TypeError, match="SparseTensor"):
        tf.edit_distance(1, 2)


def test_no_global_state_of_torch_changes():
    state = torch.is_grad_enabled(), torch.get_default_dtype(), torch.initial_seed()
    tf.range(3), tf.zeros([2]), tf.sort([2, 1])
    assert state == (torch.is_grad_enabled(), torch.get_default_dtype(), torch.initial_seed())


def test_the_namespace_of_types():
    assert tf.dtypes.cast is tf.cast and tf.dtypes.complex is tf.complex and tf.dtypes.saturate_cast is tf.saturate_cast
    assert tf.qint8 in tf.dtypes.QUANTIZED_DTYPES and tf.dtypes.experimental.int4.size == 1
    assert tf.cast([1, 9, -9], tf.dtypes.experimental.int4).numpy().astype(int).tolist() == [1, -7, 7]


def test_updates_that_are_no_numbers_change_nothing():
    nan = float("nan")
    x, places, updates = tf.constant([nan, 1.0, 2.0]), [[0], [1], [2], [2]], [1.0, nan, 3.0, nan]
    np.testing.assert_array_equal(tf.tensor_scatter_nd_max(x, places, updates).numpy(), [nan, 1, 3])
    np.testing.assert_array_equal(tf.tensor_scatter_nd_min(x, places, updates).numpy(), [nan, 1, 2])


def test_ranks_have_to_match():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Ranks of all input tensors should match"):
        tf.concat([tf.zeros([0, 3]), tf.zeros([0])], -1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="same size"):
        tf.roll([1, 2], [1], 0)
    with pytest.raises(ValueError, match="less than rank\\(`params`\\)"):
        tf.gather_nd([1.0], [[0]], batch_dims=1)
    with pytest.raises(ValueError, match="None"):
        tf.concat([[1], [2]], None)


def test_types_of_sizes_are_dtypes():
    assert tf.size([1, 2], tf.int64).dtype == tf.int64
    for wrong in ("int64", [1]):
        with pytest.raises(AttributeError, match="as_numpy_dtype"):
            tf.size([1, 2], wrong)
    with pytest.raises(tf.errors.NotFoundError, match="Range"):
        tf.sequence_mask(tf.constant(1, tf.int8))
    with pytest.raises(AttributeError, match="upper"):
        tf.pad([1], [[1, 1]], mode=None)


def test_numbers_of_parts_and_boundaries_as_numpy_and_double_precision_have_them():
    """As TensorFlow 2.15.1 gives it."""
    assert [p.numpy().tolist() for p in tf.split(tf.range(4), np.int64(2))] == [[0, 1], [2, 3]]
    for scalar in (np.array(2), tf.constant(2)):
        with pytest.raises(ValueError, match="Rank-0 tensors are not supported as the num_or_size_splits argument"):
            tf.split(tf.range(4), scalar)
    found = [tf.raw_ops.Bucketize(input=tf.constant([0.1], t), boundaries=[0.1]).numpy().tolist() for t in (tf.float64, tf.float32)]
    assert found == [[0], [1]]  # 0.1 as a float is a little more
    for kind in (tf.float32, tf.int64, tf.float64):
        counts = tf.math.bincount([1, 1], weights=tf.zeros([0], kind), minlength=1)
        assert counts.dtype is kind and counts.numpy().tolist() == [0, 2]


@pytest.mark.parametrize("count", [0, 1, 2, 64, 65, 300, 4096, 4097])
@pytest.mark.parametrize("kind", [tf.int32, tf.int64])
def test_unique_of_few_and_of_many(count, kind):
    values = np.random.RandomState(count).randint(-40, 40, count)
    y, index, counts = tf.unique_with_counts(tf.constant(values, kind, [count]), tf.int64)
    first = list(dict.fromkeys(values.tolist()))
    assert (y.dtype, index.dtype, counts.dtype) == (kind, tf.int64, tf.int64)
    assert y.numpy().tolist() == first
    assert index.numpy().tolist() == [first.index(v) for v in values]
    assert counts.numpy().tolist() == [values.tolist().count(v) for v in first]
    only = tf.unique(tf.constant(values, kind, [count]))
    assert only.idx.dtype is tf.int32 and only.y.numpy().tolist() == first and only.idx.numpy().tolist() == index.numpy().tolist()


@pytest.mark.parametrize("outside", [[0, 3], [-1, 0], [[1, 2], [0, 7]]])
def test_rows_outside_of_a_variable_change_nothing(outside):
    v = tf.Variable([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    for change in (v.scatter_add, v.scatter_sub, v.scatter_update, v.scatter_max):
        with pytest.raises(tf.errors.InvalidArgumentError, match=r"is not in \[0, 3\)"):
            change(tf.IndexedSlices(tf.ones([*np.shape(outside), 2]), tf.constant(outside)))
    assert v.numpy().tolist() == [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


def test_one_row_or_number_for_many_indices():
    v = tf.Variable(tf.zeros([3, 2]))
    tf.compat.v1.scatter_add(v, [0, 2, 2], 2.0)
    v.scatter_add(tf.IndexedSlices(tf.ones([0, 2]), tf.zeros([0], tf.int32)))
    assert v.numpy().tolist() == [[2.0, 2.0], [0.0, 0.0], [4.0, 4.0]]


@pytest.mark.parametrize("count", [3, 9, 300])
def test_partitions_of_many(count):
    rng = np.random.default_rng(0)
    numbers, rows = rng.integers(0, count, (40, 25), np.int32), rng.normal(size=(40, 25, 2))
    parts = tf.dynamic_partition(rows, numbers, count)
    assert len(parts) == count
    for i, part in enumerate(parts):
        np.testing.assert_array_equal(part, rows[numbers == i])
    numbers[3, 7] = -1
    with pytest.raises(tf.errors.InvalidArgumentError, match=rf"partitions\[3,7\] = -1 is not in \[0, {count}\)"):
        tf.dynamic_partition(rows, numbers, count)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
def test_many_floats_become_narrow_integers_whether_or_not_one_is_beyond_them(dtype):
    limits = np.iinfo(dtype)
    x = np.linspace(max(limits.min, -100), 100, 8192, dtype="float32")
    np.testing.assert_array_equal(tf.cast(x, dtype), x.astype(dtype))
    # Recorded: numbers that no int32 holds become its least one, and are bounded like others.
    for beyond, bounded in ((70000.7, limits.max), (-70000.7, limits.min), (3e9, limits.min), (np.nan, limits.min), (np.inf, limits.min)):
        x[5] = beyond
        made = tf.cast(tf.constant(x), dtype).numpy()
        assert made[5] == bounded
        np.testing.assert_array_equal(made[6:], x[6:].astype(dtype))
