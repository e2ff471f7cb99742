"""Updates of rows that are named several times, in one call: with the values and errors of the five nodes."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs import row_updates  # noqa: E402

v1 = tf.compat.v1
TABLE = np.random.RandomState(0).randn(6, 3).astype("f")
OPTIMIZERS = {
    "adagrad": lambda: v1.train.AdagradOptimizer(0.1),
    "rmsprop": lambda: v1.train.RMSPropOptimizer(0.1, momentum=0.5),
    "ftrl": lambda: v1.train.FtrlOptimizer(0.1, l1_regularization_strength=0.01),
    "momentum": lambda: v1.train.MomentumOptimizer(0.1, 0.9),
}


def trained(optimizer):
    """The tables and slots after some steps that take rows of a matrix and a vector."""
    with tf.Graph().as_default(), v1.Session() as session:
        places = v1.placeholder(tf.int32, [None])
        table, column = (v1.get_variable(name, initializer=x) for name, x in (("table", TABLE), ("column", TABLE[:, 0])))
        found = tf.nn.embedding_lookup(table, places), tf.nn.embedding_lookup(column, places)
        step = OPTIMIZERS[optimizer]().minimize(tf.reduce_sum(found[0] ** 2) + tf.reduce_sum(tf.square(found[1] - 1.0)))
        session.run(v1.global_variables_initializer())
        for given in ([2, 0, 2, 5, 2, 0], [1], [3, 3, 3], []):
            session.run(step, {places: given})
        return session.run(v1.global_variables())


@pytest.mark.parametrize("optimizer", OPTIMIZERS)
def test_values(optimizer, monkeypatch):
    calls, summed = [], row_updates._summed

    def noted(indices, values):
        calls.append(summed(indices, values))
        return calls[-1]

    monkeypatch.setattr(row_updates, "_summed", noted)
    merged = trained(optimizer)
    taken = [c is not None for c in calls]
    if taken:
        assert len(taken) == 8 and all(taken[:6]) and not any(taken[6:])
    else:
        assert optimizer == "momentum"
    monkeypatch.setattr(row_updates, "merged", lambda nodes, outputs: nodes)
    for a, b in zip(merged, trained(optimizer), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_what_is_used_elsewhere_stays_as_it_is():
    with tf.Graph().as_default() as graph, v1.Session() as session:
        table = v1.get_variable("table", initializer=TABLE)
        loss = tf.reduce_sum(tf.nn.embedding_lookup(table, [1, 4, 1]) ** 2)
        step = v1.train.AdagradOptimizer(0.1).minimize(loss)
        rows = next(node for node in graph.get_operations() if node.type == "Unique").outputs[0]
        session.run(v1.global_variables_initializer())
        assert session.run([step, rows])[1].tolist() == [1, 4]
        changed = session.run(table) != TABLE
        assert changed.any(1).tolist() == [False, True, False, False, True, False]
