"""Rows of a variable of a parameter server: no more than these, and their gradients, is sent."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.distribute.servers import connection, serving, wire

ROWS, WIDTH = 20_000, 8
TABLE = np.random.RandomState(0).normal(size=(ROWS, WIDTH)).astype(np.float32)
LARGE = TABLE.nbytes
optimizers = tf.keras.optimizers


@pytest.fixture
def sent(monkeypatch):
    """The lengths of all messages."""
    lengths, encoded = [], wire.encoded

    def counted(*args):
        message = encoded(*args)
        lengths.append(len(message))
        return message

    monkeypatch.setattr(wire, "encoded", counted)
    assert connection.wire is serving.wire is wire
    return lengths


READS = {
    "gather": lambda w, i: tf.gather(w, i),
    "embedding_lookup": lambda w, i: tf.nn.embedding_lookup(w, i),
    "sparse_read": lambda w, i: w.sparse_read(i),
    "rows of a matrix of indices": lambda w, i: tf.gather(w, tf.stack([i, i + 1])),
    "gather_nd": lambda w, i: tf.gather_nd(w, tf.stack([i, i % WIDTH], 1)),
    "two times": lambda w, i: tf.gather(w, i) * tf.gather(w, i + 2),
    "rows whose numbers are computed": lambda w, i: tf.gather(w, tf.cast(tf.abs(tf.gather(w, i)[:, 0]) * 10, tf.int64)),
    "within a loop": lambda w, i: tf.map_fn(lambda j: tf.gather(w, j), i, fn_output_signature=tf.float32),
    "none": lambda w, i: tf.gather(w, i[:0]),
}


@pytest.mark.parametrize("what", READS)
def test_rows_alone_are_fetched(cluster, sent, what):
    cluster = cluster()
    w, indices = cluster.variable(TABLE), np.array([3, 19_000, 3, 77])
    function = tf.function(lambda i: READS[what](w, i))
    expected = READS[what](tf.Variable(TABLE), tf.constant(indices))
    cluster.run(function, tf.constant(indices))
    before = len(sent)
    np.testing.assert_array_equal(cluster.run(function, tf.constant(indices)), expected)
    assert sum(sent[before:]) < LARGE / 100


def test_all_is_fetched_where_all_is_used(cluster, sent):
    cluster = cluster()
    w = cluster.variable(TABLE)
    made = cluster.run(tf.function(lambda: (tf.gather(w, [5]), tf.reduce_max(w), w[-1])))
    np.testing.assert_array_equal(made[0], TABLE[[5]])
    assert made[1] == TABLE.max()
    np.testing.assert_array_equal(made[2], TABLE[-1])
    assert max(sent) > LARGE


def test_rows_before_and_after_an_update(cluster):
    cluster = cluster()
    w = cluster.variable(TABLE)

    @tf.function
    def step(i):
        before = tf.gather(w, i)
        w.scatter_add(tf.IndexedSlices(tf.ones_like(before), i))
        return before, tf.gather(w, i), tf.gather(w, i + 1)

    before, after, others = cluster.run(step, tf.constant([4, 9]))
    np.testing.assert_array_equal(before, TABLE[[4, 9]])
    np.testing.assert_array_equal(after, TABLE[[4, 9]] + 1)
    np.testing.assert_array_equal(others, TABLE[[5, 10]])


def test_a_row_that_is_not_there(cluster):
    cluster = cluster()
    w = cluster.variable(TABLE)
    cluster.coordinator.schedule(tf.function(lambda i: tf.gather(w, i)), args=(tf.constant([ROWS]),))
    with pytest.raises(tf.errors.InvalidArgumentError, match=rf"indices\[0\] = {ROWS} is not in \[0, {ROWS}\)"):
        cluster.coordinator.join()


OPTIMIZERS = {
    "SGD": lambda: optimizers.SGD(0.1),
    "Adam": lambda: optimizers.Adam(0.1),
    "Adagrad": lambda: optimizers.Adagrad(0.1),
    "legacy SGD": lambda: optimizers.legacy.SGD(0.1),
    "legacy Adam": lambda: optimizers.legacy.Adam(0.1),
    "legacy Adagrad": lambda: optimizers.legacy.Adagrad(0.1),
}


@pytest.mark.parametrize("which", OPTIMIZERS)
def test_a_step_sends_gradients_of_rows(cluster, sent, which):
    cluster = cluster()

    def trained(w, optimizer, run):
        @tf.function
        def step(i):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.nn.embedding_lookup(w, i) ** 2)
            optimizer.apply_gradients([(tape.gradient(loss, w), w)])
            return loss

        return [float(run(step, tf.constant(i))) for i in ([1, 2, 2], [2, 9_000, 1])]

    with cluster.strategy.scope():
        w, optimizer = tf.Variable(TABLE), OPTIMIZERS[which]()
        optimizer.build([w]) if hasattr(optimizer, "build") else optimizer._create_all_weights([w])
    alone = tf.Variable(TABLE)
    before = len(sent)
    losses = trained(w, optimizer, cluster.run)
    definitions = 40_000  # at most, of the functions that are sent once
    assert sum(sent[before:]) < LARGE / 100 + definitions
    np.testing.assert_allclose(losses, trained(alone, OPTIMIZERS[which](), lambda f, *args: f(*args)), rtol=1e-6)
    np.testing.assert_allclose(w, alone, rtol=1e-5, atol=1e-6)
