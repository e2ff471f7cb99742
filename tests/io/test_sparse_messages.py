"""Rows of sparse tensors as strings, and back."""

import numpy as np
import pytest

import tfshim as tf

_PLACES = np.random.default_rng(0).random((40, 3, 2)) < 0.3


def _given(dtype):
    sparse = tf.sparse.from_dense(_PLACES)
    numbers = tf.range(len(sparse.values))
    return sparse.with_values(tf.strings.as_string(numbers) if dtype == tf.string else tf.cast(numbers % 2, dtype))


@pytest.mark.parametrize(
    "dtype", [tf.int32, tf.float32, tf.bool, tf.complex64, tf.bfloat16, tf.string, tf.uint8, tf.float16], ids=lambda d: d.name
)
def test_rows(dtype):
    given = _given(dtype)
    strings = tf.io.serialize_many_sparse(given)
    one_by_one = []
    for i in range(40):
        row = tf.sparse.slice(given, [i, 0, 0], [1, 3, 2])
        one_by_one.append(tf.io.serialize_sparse(tf.SparseTensor(row.indices[:, 1:], row.values, row.dense_shape[1:])).numpy().tolist())
    assert strings.numpy().tolist() == one_by_one
    made = tf.io.deserialize_many_sparse(strings, dtype)
    assert made.dtype == dtype
    assert made.indices.numpy().tolist() == given.indices.numpy().tolist()
    assert made.values.numpy().tolist() == given.values.numpy().tolist()
    assert made.dense_shape.numpy().tolist() == [40, 3, 2]


def test_rows_in_no_order():
    given = _given(tf.int32)
    order = np.random.default_rng(1).permutation(len(given.values))
    mixed = tf.SparseTensor(given.indices.numpy()[order], given.values.numpy()[order], given.dense_shape)
    made = tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(mixed), tf.int32)
    assert tf.sparse.to_dense(tf.sparse.reorder(made)).numpy().tolist() == tf.sparse.to_dense(given).numpy().tolist()


def test_messages_as_other_programs_write_them():
    rows = tf.io.serialize_many_sparse(_given(tf.int32)).numpy()
    # The shape of a row as single numbers of the message.
    rows[1, 2] = tf.make_tensor_proto([3, 2], tf.int64).SerializeToString()
    proto = type(tf.make_tensor_proto(0))(dtype=tf.int64.as_datatype_enum, int64_val=[3, 2])
    proto.tensor_shape.dim.add(size=2)
    rows[2, 2] = proto.SerializeToString()
    made = tf.io.deserialize_many_sparse(rows, tf.int32)
    assert made.dense_shape.numpy().tolist() == [40, 3, 2]


@pytest.mark.parametrize("damage", [lambda s: s[:-1], lambda s: b"", lambda s: s[:3], lambda s: b"\x08\xff" + s])
def test_damaged_messages(damage):
    rows = tf.io.serialize_many_sparse(_given(tf.int32)).numpy()
    rows[2, 0] = damage(rows[2, 0])
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.io.deserialize_many_sparse(rows, tf.int32)


def test_another_dtype():
    with pytest.raises(tf.errors.InvalidArgumentError, match="Requested SparseTensor of type float but SparseTensor"):
        tf.io.deserialize_many_sparse(tf.io.serialize_many_sparse(_given(tf.int32)), tf.float32)
