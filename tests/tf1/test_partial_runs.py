"""Runs that come in pieces: `Session.partial_run`. Values and texts are those of TensorFlow."""

import pytest

import tfshim as tf

v1 = tf.compat.v1


@pytest.fixture
def built():
    """(session, placeholders a, b, c; a + b; (a + b) * c)."""
    with tf.Graph().as_default(), v1.Session() as session:
        a, b, c = (v1.placeholder(tf.float32, [], name=n) for n in "abc")
        total = tf.add(a, b, name="total")
        yield session, (a, b, c), total, tf.multiply(total, c, name="product")


def test_pieces(built):
    session, (a, b, c), total, product = built
    handle = session.partial_run_setup([total, product], [a, b, c])
    first = session.partial_run(handle, total, {a: 1.0, b: 2.0})
    assert first == 3.0
    assert session.partial_run(handle, product, {c: first + 14}) == 51.0
    with pytest.raises(tf.errors.InvalidArgumentError, match="Must run 'setup'"):
        session.partial_run(handle, product, {c: 1.0})
    handle = session.partial_run_setup([total, product], [a, b, c])
    assert session.partial_run(handle, {"x": total, "y": [product]}, {a: 1.0, b: 2.0, c: 3.0}) == {"x": 3.0, "y": [9.0]}


def test_runs_that_go_on_in_other_ways(built):
    """What one run found out serves others, but for those that are fed or fetch in another order."""
    session, (a, b, c), total, product = built
    for k in range(3):
        x = float(k)
        handle = session.partial_run_setup([total, product], [a, b, c])
        assert session.partial_run(handle, total, {a: x, b: 2.0}) == x + 2
        with pytest.raises(tf.errors.InvalidArgumentError, match="Fetch c:0 can't be computed"):
            session.partial_run(handle, product)
        assert session.partial_run(handle, product, {c: 3.0}) == (x + 2) * 3
        handle = session.partial_run_setup([total, product], [a, b, c])
        assert session.partial_run(handle, [], {c: 5.0, b: x}) == []
        assert session.partial_run(handle, product, {a: 1.0}) == (x + 1) * 5
        assert session.partial_run(handle, total) == x + 1


def test_what_a_piece_may_not_do(built):
    session, (a, b, c), total, product = built

    def fails(match, fetches, feeds, first=None, setup=((total, product), (a, b, c))):
        handle = session.partial_run_setup(*map(list, setup))
        if first:
            session.partial_run(handle, *first)
        with pytest.raises(tf.errors.InvalidArgumentError, match=match):
            session.partial_run(handle, fetches, feeds)

    fails("Fetch .* can't be computed from the feeds that have been fed so far", product, {a: 1.0})
    both = total, {a: 1.0, b: 1.0}
    fails("The feed a:0 has already been fed", product, {a: 1.0, c: 2.0}, both)
    fails("The fetch total:0 has already been fetched", total, {c: 2.0}, both)
    fails("The feed c:0 was not specified in partial_run_setup", total, {a: 1.0, b: 1.0, c: 1.0}, setup=((total,), (a, b)))
    fails("The fetch product:0 was not specified in partial_run_setup", product, {a: 1.0}, setup=((total,), (a, b, c)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Must specify at least one target"):
        session.partial_run_setup([], [a])
    handle = session.partial_run_setup([total], [a, b])
    session.close()
    with pytest.raises(RuntimeError, match="closed Session"):
        session.partial_run(handle, total, {a: 1.0, b: 1.0})


def test_nothing_is_computed_twice(built):
    session, (a, b, _), total, _ = built
    noise = tf.random.uniform([])
    with_noise, rest = total + noise, noise * 2.0
    count = v1.get_variable("count", initializer=0.0)
    counted = v1.assign_add(count, a)
    session.run(count.initializer)
    handle = session.partial_run_setup([with_noise, rest, counted.op], [a, b])
    drawn = session.partial_run(handle, with_noise, {a: 1.0, b: 0.0}) - 1.0
    assert session.partial_run(handle, rest) == pytest.approx(2 * drawn, abs=1e-6)
    assert session.run(count) == 1.0  # the operation of the setup ran once
    with pytest.raises(RuntimeError, match="empty `target_list`"):
        session.partial_run(session.partial_run_setup([total, counted.op], [a, b]), counted.op)
