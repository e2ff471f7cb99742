"""`tf.train.Checkpoint` of the variables of a graph: saved from a session, and restored into one when it is told to."""

import pytest

import tfshim as tf
from tfshim.engine.graphs.sessions import default

v1 = tf.compat.v1
KEY = "x/0/.ATTRIBUTES/VARIABLE_VALUE"


def _variables():
    return v1.get_variable("a", [], initializer=v1.constant_initializer(1)), tf.Variable(2.0, name="b")


@pytest.fixture
def saved(tmp_path):
    """A checkpoint whose variables are 5 and 2; it is the second."""
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = _variables()
        session.run(v1.global_variables_initializer())
        checkpoint = tf.train.Checkpoint(x=[a, b])
        first = checkpoint.save(tmp_path / "ckpt")
        session.run(a.assign(5.0))
        second = checkpoint.save(tmp_path / "ckpt")
        assert session.run(checkpoint.save_counter) == 2
    assert [p[-6:] for p in (first, second)] == ["ckpt-1", "ckpt-2"]
    assert [tf.train.load_variable(p, KEY) for p in (first, second)] == [1.0, 5.0]
    assert tf.train.latest_checkpoint(tmp_path) == second
    return second


def test_it_restores_when_it_is_told_to(saved):
    with tf.Graph().as_default(), v1.Session() as session:
        a, b = _variables()
        session.run(v1.global_variables_initializer())
        checkpoint = tf.train.Checkpoint(x=[a, b])
        status = checkpoint.restore(saved)
        assert session.run([a, b]) == [1.0, 2.0]
        status.assert_consumed().run_restore_ops()
        assert session.run([a, b, checkpoint.save_counter]) == [5.0, 2.0, 2]


def test_what_is_not_saved_is_initialized(saved):
    with tf.Graph().as_default():
        a, b = _variables()
        c = v1.get_variable("c", [], initializer=v1.constant_initializer(9))
        status = tf.train.Checkpoint(x=[a, b], c=c).restore(saved)
        with v1.Session() as session:
            status.initialize_or_restore(session)
            assert session.run([a, b, c]) == [5.0, 2.0, 9.0]
        with pytest.raises(AssertionError, match="Found 1 Python objects"):
            status.assert_consumed()


def test_eager_programs_read_it(saved):
    a, b = tf.Variable(0.0), tf.Variable(0.0)
    tf.train.Checkpoint(x=[a, b]).restore(saved).assert_consumed()
    assert (float(a), float(b)) == (5.0, 2.0)


def test_sessions_read_what_eager_programs_wrote(tmp_path):
    path = tf.train.Checkpoint(x=[tf.Variable(7.0), tf.Variable(8.0)]).save(tmp_path / "eager")
    with tf.Graph().as_default(), v1.Session() as session:
        variables = _variables()
        tf.train.Checkpoint(x=list(variables)).restore(path).initialize_or_restore()
        assert session.run(list(variables)) == [7.0, 8.0]


def test_managers_count_in_the_session(tmp_path):
    with tf.Graph().as_default(), v1.Session() as session:
        variables = _variables()
        session.run(v1.global_variables_initializer())
        manager = tf.train.CheckpointManager(tf.train.Checkpoint(x=list(variables)), tmp_path, 2)
        assert [manager.save()[-6:] for _ in range(3)] == ["ckpt-1", "ckpt-2", "ckpt-3"]
        assert [p[-6:] for p in manager.checkpoints] == ["ckpt-2", "ckpt-3"]


def test_a_session_and_values_are_needed(tmp_path, monkeypatch):
    monkeypatch.setattr(default._Provider, "function", None)  # Keras has a session of its own, and may be loaded already
    with tf.Graph().as_default():
        checkpoint = tf.train.Checkpoint(x=_variables()[0])
        with pytest.raises(RuntimeError, match="need a session"):
            checkpoint.save(tmp_path / "none")
        with v1.Session(), pytest.raises(tf.errors.FailedPreconditionError):
            checkpoint.save(tmp_path / "none")
    assert not list(tmp_path.iterdir())
