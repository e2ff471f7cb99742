"""Adam written out for each variable, as in BERT's code, is one call of torch in programs, with the values of its nodes."""

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.engine.graphs.programs import written_adam  # noqa: E402

pytestmark = pytest.mark.usefixtures("steps_on_tensors")

v1 = tf.compat.v1
SHAPES = {"w": (3, 4), "b": (4,), "s": ()}
DECAYED = ("w",)


@pytest.fixture
def calls(monkeypatch):
    """What the calls for all variables gave."""
    made, function = [], written_adam.function

    def noted(updates):
        run = function(updates)
        return lambda *a: made.append(run(*a)) or made[-1]

    monkeypatch.setattr(written_adam, "function", noted)
    return made


def _start():
    draw = np.random.default_rng(0)
    return {name: np.float32(draw.standard_normal(shape)) for name, shape in SHAPES.items()}


def _usual(rate, p, m, v, g, decay):
    next_m = tf.multiply(0.9, m) + tf.multiply(1.0 - 0.9, g)
    next_v = tf.multiply(0.999, v) + tf.multiply(1.0 - 0.999, tf.square(g))
    update = next_m / (tf.sqrt(next_v) + 1e-6)
    if decay:
        update += decay * p
    return p - rate * update, next_m, next_v


def _other_order(rate, p, m, v, g, decay):
    next_m, next_v = (1.0 - 0.9) * g + m * 0.9, tf.square(g) * (1.0 - 0.999) + v * 0.999
    update = next_m / (1e-6 + tf.sqrt(next_v))
    if decay:
        update = p * decay + update
    return p - update * rate, next_m, next_v


def _another_power(rate, p, m, v, g, decay):
    _, next_m, next_v = _usual(rate, p, m, v, g, 0)
    return p - rate * (next_m / (next_v + 1e-6)), next_m, next_v


def _graph(formula=_usual, between=None, rates=1, fixed=False):
    """The operation that trains, the loss and the variables with their moments, in the graph that is current."""
    x = tf.constant(np.float32(np.random.default_rng(1).standard_normal((5, 3))))
    of = {name: v1.get_variable(name, initializer=value) for name, value in _start().items()}
    loss = tf.reduce_mean(tf.square(tf.tanh(tf.matmul(x, of["w"]) + of["b"]) * of["s"] - 1.0))
    step = v1.train.get_or_create_global_step()
    rate = tf.constant(0.1) if fixed else 0.1 / tf.cast(step + 1, tf.float32)
    done, every = [], dict(of)
    for i, (g, p) in enumerate(zip(tf.gradients(loss, list(of.values())), of.values())):
        name = p.op.name
        m, v = (v1.get_variable(f"{name}/{k}", p.shape, trainable=False, initializer=v1.zeros_initializer()) for k in "mv")
        made = formula(rate * 2.0 if i and rates > 1 else rate, p, m, v, g, 0.01 if name in DECAYED else 0)
        done += [variable.assign(value) for variable, value in zip((p, m, v), made)]
        if between is not None:
            done.append(between(every, name))
        every |= {f"{name}/m": m, f"{name}/v": v}
    return tf.group(*done, step.assign(step + 1)), loss, every


def _trained(graph, steps=3, fetch=lambda train, loss, every: (train, loss)):
    with tf.Graph().as_default(), v1.Session() as session:
        train, loss, every = graph()
        session.run(v1.global_variables_initializer())
        given = [session.run(fetch(train, loss, every))[1:] for _ in range(steps)]
        return given, session.run(every)


def _unmerged(monkeypatch, graph, **options):
    with monkeypatch.context() as context:
        context.setattr(written_adam.WrittenAdam, "update", lambda self, assign: None)
        return _trained(graph, **options)


def _same(a, b):
    for x, y in zip(tf.nest.flatten(a), tf.nest.flatten(b), strict=True):
        np.testing.assert_allclose(x, y, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("formula", [_usual, _other_order])
@pytest.mark.parametrize("rates", [1, 2])
def test_steps_are_those_of_the_nodes(calls, monkeypatch, formula, rates):
    made = _trained(lambda: _graph(formula, rates=rates))
    assert calls == [True] * 3
    _same(made, _unmerged(monkeypatch, lambda: _graph(formula, rates=rates)))
    assert len(calls) == 3


def test_values_of_tensorflow(calls):
    given, every = _trained(lambda: _graph(fixed=True), steps=5)
    assert calls == [True] * 5
    np.testing.assert_allclose([loss for (loss,) in given], [0.53024548, 0.13367768, 0.05314270, 0.16857317, 0.09657721], rtol=1e-5)
    np.testing.assert_allclose(every["w"][0], [1.5952624, 1.7159586, -0.0651392, 1.4034255], atol=1e-5)
    np.testing.assert_allclose(every["b"], [-3.2584479, -1.9443618, -2.6987758, -2.2663119], atol=1e-5)
    np.testing.assert_allclose(every["w/v"][0], [2.254893e-09, 1.512648e-05, 7.015425e-08, 6.213691e-06], rtol=1e-5)


def test_other_formulas_are_left_alone(calls):
    _trained(lambda: _graph(_another_power))
    assert not calls


@pytest.mark.parametrize(
    "between",
    [
        lambda every, name: v1.assign_add(every["w"], tf.ones([3, 4])),
        lambda every, name: v1.assign(every["b"], every["s"] * tf.ones([4])),
        lambda every, name: v1.print(every["s"].read_value()),
    ],
)
def test_what_comes_between_keeps_its_place(calls, monkeypatch, between):
    made = _trained(lambda: _graph(between=between))
    assert not calls
    _same(made, _unmerged(monkeypatch, lambda: _graph(between=between)))


def test_averages_of_others_may_come_between(calls, monkeypatch):
    def between(every, name):
        return v1.assign_add(v1.get_variable(f"count/{name}", initializer=0.0, trainable=False), 1.0)

    made = _trained(lambda: _graph(between=between))
    assert calls == [True] * 3
    _same(made, _unmerged(monkeypatch, lambda: _graph(between=between)))


def test_inner_values_and_variables_may_be_fetched(calls, monkeypatch):
    def fetch(train, loss, every):
        graph = loss.graph
        roots = [op.outputs[0] for op in graph.get_operations() if op.type == "Sqrt"]
        return [train, loss, *roots, *every.values()]

    made = _trained(_graph, fetch=fetch)
    assert not calls
    _same(made, _unmerged(monkeypatch, _graph, fetch=fetch))


def test_variables_that_someone_else_holds(calls):
    with tf.Graph().as_default(), v1.Session() as session:
        train, _, every = _graph()
        session.run(v1.global_variables_initializer())
        before = session.run(every["w"])
        kept = before.copy()
        session.run(train)
        np.testing.assert_array_equal(before, kept)
        assert not np.array_equal(session.run(every["w"]), kept)
    assert calls == [True]


def test_variables_without_values(calls):
    with tf.Graph().as_default(), v1.Session() as session:
        train, _, every = _graph()
        session.run([every[k].initializer for k in SHAPES] + [v1.train.get_global_step().initializer])
        with pytest.raises(tf.errors.FailedPreconditionError, match="w/m"):
            session.run(train)
    assert calls == [None]


def test_gradients_of_rows(calls, monkeypatch):
    def graph():
        table = v1.get_variable("table", initializer=np.float32(np.arange(12).reshape(4, 3)))
        bias = v1.get_variable("bias", initializer=np.float32([1, 2, 3]))
        loss = tf.reduce_sum(tf.sin(tf.gather(table, [1, 3, 1]) * bias))
        done, every = [], {}
        for g, p in zip(tf.gradients(loss, [table, bias]), (table, bias)):
            m, v = (v1.get_variable(f"{p.op.name}/{k}", p.shape, initializer=v1.zeros_initializer()) for k in "mv")
            done += [a.assign(b) for a, b in zip((p, m, v), _usual(tf.constant(0.1), p, m, v, g, 0.01))]
            every |= {p.op.name: p, f"{p.op.name}/m": m, f"{p.op.name}/v": v}
        return tf.group(*done), loss, every

    made = _trained(graph)
    assert calls == [True] * 3
    _same(made, _unmerged(monkeypatch, graph))
