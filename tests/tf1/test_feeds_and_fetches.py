"""What is fed to sessions and fetched from them again and again."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.runtime import errors  # noqa: E402

v1 = tf.compat.v1


@pytest.fixture
def session():
    with tf.Graph().as_default() as graph, v1.Session(graph=graph) as session:
        yield session


@pytest.mark.parametrize(
    "value",
    [
        np.array([1, 2, 3]), np.array([1.0, 2.0, 3.0], ">f4"), np.array([1, 2, 3], "q"), np.array([1, 2, 3], np.uint8),
        np.arange(6, dtype="f")[1::2] / 2 + 0.5, np.array([True, True, False]) + np.array([0, 1, 3]), [1, 2, 3], (1.0, 2.0, 3.0),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", [tf.float32, tf.float64, tf.int32, tf.int64])
def test_arrays_are_taken_as_the_type_of_the_placeholder(session, value, kind):
    x = v1.placeholder(kind, [None])
    for _ in range(2):
        found = session.run(x + 1, {x: value})
        assert found.dtype == kind.as_numpy_dtype
        np.testing.assert_array_equal(found, np.asarray(value).astype(kind.as_numpy_dtype) + 1)


def test_what_was_fed_may_be_changed_afterwards(session):
    x = v1.placeholder(tf.float32, [2, 2])
    v = v1.get_variable("v", initializer=np.zeros((2, 2), "f"))
    value = np.array([[1, 2], [3, 4]], "f").T
    session.run(v1.assign(v, x), {x: value})
    value[:] = 0
    np.testing.assert_array_equal(session.run(v), [[1, 3], [2, 4]])
    session.run(v1.assign_add(v, x), {x: value})
    np.testing.assert_array_equal(value, 0)


def test_shapes_types_and_graphs_that_do_not_fit(session):
    x = v1.placeholder(tf.float32, [None, 2], name="x")
    y = tf.identity(x)
    with pytest.raises(ValueError, match=r"Cannot feed value of shape \(3,\) for Tensor x:0, which has shape \(None, 2\)"):
        session.run(y, {x: np.zeros(3, "f")})
    with pytest.raises(ValueError, match="could not convert string to float"):
        session.run(y, {x: np.array([["a", "b"]])})
    with tf.Graph().as_default():
        other = v1.placeholder(tf.float32, [1, 2])
    with pytest.raises(TypeError, match="Cannot interpret feed_dict key as Tensor: .* is not an element of this graph"):
        session.run(y, {other: np.zeros((1, 2), "f")})
    v1.get_default_graph().prevent_feeding(x)
    with pytest.raises(ValueError, match="Tensor x:0 may not be fed"):
        session.run(y, {x: np.zeros((1, 2), "f")})


def test_the_same_structures_again(session):
    a, b = tf.constant(1.0), tf.constant(2)
    none = tf.no_op()
    for _ in range(3):
        assert session.run([a, b]) == [1.0, 2]
        assert session.run((b, none, a)) == (2, None, 1.0)
        assert session.run([b]) == [2]
        assert session.run(b) == 2
        assert session.run(none) is None
        assert session.run({"a": [a, (b,)]}) == {"a": [1.0, (2,)]}
    fetches = [a]
    session.run(fetches)
    fetches.append(b)
    assert session.run(fetches) == [1.0, 2]
    assert session.run([a, b], {a: 5.0}) == [5.0, 2]
    for i in range(300):
        assert session.run([tf.constant(i), a]) == [i, 1.0]
    v1.get_default_graph().prevent_fetching(b.op)
    with pytest.raises(errors.InaccessibleTensorError, match="not fetchable"):
        session.run([a, b])


def test_a_check_that_is_guarded_fails_within_its_branch(session):
    x = v1.placeholder(tf.float32, [2])
    with tf.name_scope("here"):
        check = tf.debugging.Assert(x[0] > 5, [x, "label"])
    with pytest.raises(tf.errors.InvalidArgumentError) as raised:
        session.run(check, {x: [1.0, 2.0]})
    # The graph of the session does not have the operation that failed.
    assert str(raised.value) == "Graph execution error:\n\nassertion failed: [1 2] [label]\n\t [[{{node Assert}}]]"
    assert raised.value.op is None
