"""`tf.data.Dataset`, TensorFlow 2's class, in graphs: of placeholders and computed tensors, by iterators with initializers."""

import numpy as np
import pytest

import tfshim as tf

v1 = tf.compat.v1
ROWS = np.arange(5, dtype=np.float32)[:, None]


def _first(dataset, feeds=None, turns=1):
    iterator = v1.data.make_initializable_iterator(dataset)
    element = iterator.get_next()
    with v1.Session() as session:
        session.run(iterator.initializer, feeds)
        return [session.run(element) for _ in range(turns)]


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def test_a_placeholder_takes_other_rows_each_time_the_iterator_begins():
    rows = v1.placeholder(tf.float32, [None, 1])
    iterator = v1.data.make_initializable_iterator(tf.data.Dataset.from_tensor_slices(rows).map(lambda x: x * 2.0).batch(2))
    element = iterator.get_next()
    assert element.shape.as_list() == [None, 1]
    with v1.Session() as session:
        for given in (ROWS, ROWS[3:] + 7.0):
            session.run(iterator.initializer, {rows: given})
            taken = []
            with pytest.raises(tf.errors.OutOfRangeError):
                while True:
                    taken.extend(session.run(element)[:, 0])
            assert taken == [2.0 * x for x in given[:, 0]]


@pytest.mark.parametrize("make", [tf.identity, lambda x: tf.range(5.0)[:, None], lambda x: tf.constant(x)])
@pytest.mark.parametrize(
    "through", [lambda d: d, lambda d: d.repeat(), lambda d: d.map(lambda x: x), lambda d: tf.data.Dataset.zip((d, d)).map(lambda x, y: y)]
)
def test_computed_tensors(make, through):
    (batch,) = _first(through(tf.data.Dataset.from_tensor_slices(make(ROWS))).batch(3))
    assert batch.tolist() == ROWS[:3].tolist()


def test_functions_that_take_tensors_of_the_graph():
    scale = v1.placeholder(tf.float32, [])
    batch = _first(tf.data.Dataset.from_tensor_slices({"x": ROWS}).map(lambda d: d["x"] * scale).batch(2), {scale: 3.0}, turns=2)
    assert [b[:, 0].tolist() for b in batch] == [[0.0, 3.0], [6.0, 9.0]]


def test_one_shot_iterators_take_constants_alone():
    element = v1.data.make_one_shot_iterator(tf.data.Dataset.from_tensor_slices(tf.constant(ROWS)).batch(2)).get_next()
    with v1.Session() as session:
        assert session.run(element).tolist() == ROWS[:2].tolist()
    with pytest.raises(ValueError, match="Cannot capture a placeholder"):
        v1.data.make_one_shot_iterator(tf.data.Dataset.from_tensor_slices(v1.placeholder(tf.float32, [3])))


def test_an_iterator_goes_on_with_another_dataset():
    first = tf.data.Dataset.from_tensor_slices(tf.identity(ROWS)).batch(2)
    iterator = v1.data.Iterator.from_structure(v1.data.get_output_types(first), v1.data.get_output_shapes(first))
    begin = [iterator.make_initializer(d) for d in (first, tf.data.Dataset.from_tensor_slices(ROWS + 9.0).batch(2))]
    element = iterator.get_next()
    with v1.Session() as session:
        values = []
        for operation in begin:
            session.run(operation)
            values.append(session.run(element)[:, 0].tolist())
    assert values == [[0.0, 1.0], [9.0, 10.0]]
