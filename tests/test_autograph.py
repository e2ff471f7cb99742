"""Python control flow over tensors of a graph."""

import ast
import gc
import inspect
import linecache
import sys
import types

import pytest

import tfshim as tf
from tfshim.engine.runtime.tracebacks import lines_of


def test_return_in_branches():
    @tf.function
    def f(x):
        if x > 0:
            return x * 2
        return x * x

    assert (int(f(tf.constant(3))), int(f(tf.constant(-3)))) == (6, 9)
    assert f.experimental_get_tracing_count() == 1


def test_for_with_continue_break_and_while():
    @tf.function
    def f(n):
        s = 0
        for i in tf.range(n):
            if i == 3:
                continue
            if i > 6:
                break
            s += i
        while s > 0 and s < 100:
            s = s * 2
        return s

    assert int(f(tf.constant(10))) == 144
    assert int(f(tf.constant(0))) == 0


def test_symbol_of_one_branch_only():
    @tf.function
    def f(x):
        if x > 0:
            y = 1
        return y

    with pytest.raises(ValueError, match="'y' must also be initialized in the else branch"):
        f(tf.constant(1))


def test_methods_are_converted_through_calls_and_gradients_flow():
    class Model(tf.Module):
        def __init__(self):
            self.v = tf.Variable(1.0)

        @tf.function
        def __call__(self, x):
            with tf.GradientTape() as tape:
                y = self.v * x
                while y < 100.0:
                    y = self.grown(y)
            return y, tape.gradient(y, self.v)

        def grown(self, y):
            return y * 3.0 if y > 5 else y * 2.0

    y, grad = Model()(tf.constant(2.0))
    assert float(y) == 216.0 and float(grad) == 216.0


def test_variable_assigned_in_a_loop():
    v = tf.Variable(0)

    @tf.function
    def f(n):
        for i in tf.range(n):
            if i % 2 == 0:
                v.assign_add(i)
            last = i
        return v, last

    assert [int(x) for x in f(tf.constant(5))] == [6, 4]
    assert int(v) == 6


def test_shape_and_dtype_must_stay():
    @tf.function
    def f(x):
        for _ in tf.range(3):
            x = tf.concat([x, x], 0)
        return x

    with pytest.raises(ValueError, match="'x' has shape .* before the loop, but shape .* after one iteration"):
        f(tf.constant([1]))

    @tf.function
    def g(x):
        for _ in tf.range(3):
            tf.autograph.experimental.set_loop_options(shape_invariants=[(x, tf.TensorShape([None]))])
            x = tf.concat([x, x], 0)
        return x

    assert g(tf.constant([1])).shape == [8]


def test_assert_statement():
    @tf.function(experimental_autograph_options=tf.autograph.experimental.Feature.ASSERT_STATEMENTS)
    def f(x):
        assert x > 0, "not positive"
        return x

    assert int(f(tf.constant(1))) == 1
    with pytest.raises(tf.errors.InvalidArgumentError, match="not positive"):
        f(tf.constant(-1))


def test_do_not_convert():
    @tf.autograph.experimental.do_not_convert
    def inner(x):
        return 1 if x > 0 else 2

    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(lambda x: inner(x))(tf.constant(1))


def test_to_code_and_to_graph():
    def f(x):
        if x < 0:
            x = -x
        return x

    assert "def tf__f(x):" in tf.autograph.to_code(f) and "ag__.if_stmt" in tf.autograph.to_code(f)
    assert int(tf.function(tf.autograph.to_graph(f), autograph=False)(tf.constant(-2))) == 2


def test_python_control_flow_stays_python():
    @tf.function
    def f(x, flags):
        total = x
        for flag in flags:
            if flag:
                total += 1
        names = [n for n in range(len(flags))]
        return total * len(names)

    assert int(f(tf.constant(1), (True, False, True))) == 9


def test_a_function_of_a_library_is_converted_where_it_was_asked_for(monkeypatch):
    """TensorFlow leaves what such libraries' functions call alone, but not a `tf.function` of theirs."""
    module = types.ModuleType("tensorflow_probability.python.mine")
    monkeypatch.setitem(sys.modules, module.__name__, module)

    def inner(x):
        if x > 0.0:
            return x
        return -x

    inner.__module__ = module.__name__
    assert tf.function(inner)(tf.constant(-2.0)).numpy() == 2.0
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        tf.function(lambda x: inner(x))(tf.constant(-2.0))


def test_functions_whose_source_no_file_holds_tell_where_they_are(monkeypatch):
    source = "def positive(x):\n    if x > 0:\n        return tf.nn.relu(x)\n    return x\n"
    monkeypatch.setitem(linecache.cache, "<made>", (len(source), None, source.splitlines(True), "<made>"))
    monkeypatch.setattr(inspect, "getsourcefile", lambda _: None)
    names = {"tf": tf}
    exec(compile(source, "<made>", "exec"), names)
    graph = tf.function(names["positive"]).get_concrete_function(tf.constant(1.0)).graph
    files = {file for operation in graph.get_operations() for file, _, _ in lines_of(operation)}
    assert "<made>" in files and None not in files


def test_trees_that_others_make_meanwhile_do_not_end_a_conversion():
    """A finalizer or another thread that makes one changes the depth that Python 3.11 compares at the end, and raises SystemError for."""
    made = []

    def make_another(phase, info):
        if len(made) < 3 and sys._getframe(1).f_code is ast.parse.__code__:
            made.append(ast.parse("a + b"))

    @tf.function
    def f(x):
        if tf.reduce_sum(x) > 0:
            return [x + 1.0, x + 2.0, x + 3.0, x + 4.0, x + 5.0, x + 6.0, x + 7.0, x + 8.0, x + 9.0]
        return [x - 1.0, x - 2.0, x - 3.0, x - 4.0, x - 5.0, x - 6.0, x - 7.0, x - 8.0, x - 9.0]

    thresholds = gc.get_threshold()
    gc.callbacks.append(make_another)
    gc.set_threshold(20, 10, 10)
    try:
        found = f(tf.constant([-1.0]))
    finally:
        gc.set_threshold(*thresholds)
        gc.callbacks.remove(make_another)
    assert len(made) == 3 and float(found[0][0]) == -2.0
