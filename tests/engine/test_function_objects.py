"""Traced functions as objects: arguments, traces and signatures, retracing, methods, threads; recorded from TensorFlow."""

import collections
import pickle
import sys

import numpy as np
import pytest

import tfshim as tf
from tests.recorded.cases import programs


@programs(
    "function_objects",
    "function_types",
    "function_arguments",
    "function_variables",
    "captures",
    "calls_of_traces",
    "called_functions",
    "mapped_rows",
)
def test_recorded(case):
    if case.name == "unhashable_slices" and sys.version_info >= (3, 12):
        pytest.skip("Python's slices can be hashed since 3.12")
    case.check(tf)


def test_definition_holds_attributes():
    f = tf.function(lambda a: a + 1.0, experimental_attributes={"go_backwards": True, "api_implements": "name"})
    made = f.get_concrete_function(tf.TensorSpec([2])).function_def
    assert made.attr["go_backwards"].b and made.attr["api_implements"].s == b"name"
    assert [a.name for a in made.signature.input_arg] == ["a"]


def test_sparse_arguments_of_one_shape_share_a_trace_whatever_they_hold():
    f = tf.function(lambda s: tf.sparse.to_dense(s) * 2.0)
    for value in ([[1.0, 0.0]], [[1.0, 3.0]], [[0.0, 0.0]]):
        assert f(tf.sparse.from_dense(value)).numpy().tolist() == [[2 * v for v in value[0]]]
    assert f.experimental_get_tracing_count() == 1


def test_arguments_that_only_go_by_name_reach_a_concrete_function_whatever_their_order():
    s = tf.TensorSpec([], tf.float32)

    @tf.function
    def f(x, *, d, c=2.0):
        return x + 10 * d + 100 * c

    @tf.function
    def g(**values):
        return values["z"] - values["a"]

    one, two, three = (tf.constant(v) for v in (1.0, 2.0, 3.0))
    concrete = f.get_concrete_function(s, c=s, d=s)
    assert float(concrete(one, d=two, c=three)) == float(concrete(one, c=three, d=two)) == 321.0
    assert float(g.get_concrete_function(z=s, a=s)(z=three, a=one)) == 2.0


def test_what_is_not_copied_is_traced_again_for_other_variables():
    v, w = tf.Variable(1.0), tf.Variable(2.0)

    @tf.function
    def doubled(a):
        for _ in tf.range(3):
            a.assign(a * 2.0)
        return a.read_value()

    @tf.function
    def slope(a):
        with tf.GradientTape() as tape:
            y = a * a
        return tape.gradient(y, a)

    assert [float(doubled(u)) for u in (v, w, v)] == [8.0, 16.0, 64.0]
    assert [float(slope(u)) for u in (v, w, v)] == [128.0, 32.0, 128.0]
    concrete = slope.get_concrete_function(v)
    assert float(concrete(v)) == 128.0
    with pytest.raises(NotImplementedError, match="get_concrete_function"):
        concrete(w)


def test_structures_within_named_tuples_are_arguments():
    pair = collections.namedtuple("pair", "left right")

    @tf.function
    def f(p):
        return pair(p.left * 2.0, {"sum": p.right["a"]["b"][0] + p.right["a"]["b"][1]})

    x = tf.constant([1.0, 2.0])
    got = f(pair(x, {"a": {"b": [x, 3.0]}}))
    assert type(got) is pair
    np.testing.assert_array_equal(got.left, [2.0, 4.0])
    np.testing.assert_array_equal(got.right["sum"], [4.0, 5.0])


def test_functions_are_pickled_without_their_traces():
    cloudpickle = pytest.importorskip("cloudpickle")

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)], jit_compile=False)
    def doubled(x):
        return 2 * x

    doubled(tf.ones([2]))
    data = cloudpickle.dumps(doubled)
    assert b"_tfshim_kind" not in data  # the class itself is not written out
    again = pickle.loads(data)
    assert again(tf.constant([1.0, 2.0, 3.0])).numpy().tolist() == [2, 4, 6]
    assert (again.input_signature, again.__name__, again.experimental_get_tracing_count()) == (doubled.input_signature, "doubled", 1)
    with pytest.raises(TypeError):
        again(tf.ones([2, 2]))
