"""What libraries take from private modules that has no public twin; the expected values are TensorFlow 2.15's."""

import gc
import importlib

import numpy as np
import pytest

import tfshim as tf
from tfshim.private import tf_inspect
from tfshim.private.ops import control_flow_case, control_flow_util, linear_operator_addition, parallel_for
from tfshim.private.util import object_identity, variable_utils
from tfshim.protos.tensors import constant_value_as_shape, try_evaluate_constant


def test_operations_show_the_names_of_their_arguments():
    assert tf_inspect.getfullargspec(tf.size)[:4] == (["input", "out_type", "name"], None, None, (None, None))
    assert tf_inspect.getfullargspec(tf.sqrt).args == ["x", "name"]
    assert tf_inspect.getfullargspec(tf.reduce_sum).annotations == {}
    assert tf_inspect.getfullargspec(tf.function(lambda a, *, k=1: a)).kwonlydefaults == {"k": 1}


def test_sizes_as_shapes():
    assert constant_value_as_shape(tf.constant([3, -1])).as_list() == [3, None]
    with pytest.raises(ValueError, match="Received a scalar value '3'"):
        constant_value_as_shape(tf.constant(3))
    seen = {}

    @tf.function
    def traced(x):
        seen["stacked"] = constant_value_as_shape(tf.stack([tf.shape(x)[0], 3]))
        seen["joined"] = constant_value_as_shape(tf.concat([tf.shape(x), [2]], 0))
        seen["value"] = try_evaluate_constant(tf.constant(1) + 1)
        seen["unknown"] = try_evaluate_constant(tf.shape(x)[0])
        with pytest.raises(ValueError, match="must have rank 1"):
            constant_value_as_shape(tf.zeros([2, 2], tf.int32))
        return x

    traced.get_concrete_function(tf.TensorSpec([None, 4]))
    assert [seen["stacked"].as_list(), seen["joined"].as_list(), seen["unknown"]] == [[None, 3], [None, 4, 2], None]
    assert seen["value"] == 2


def test_variables_become_tensors():
    v = tf.Variable([1.0, 2.0])
    found = variable_utils.convert_variables_to_tensors([v, 1, {"a": v}])
    assert isinstance(found[0], tf.Tensor) and found[1] == 1 and isinstance(found[2]["a"], tf.Tensor)
    assert variable_utils.replace_variables_with_atoms([v, 1]) == [0, 1]


def test_cases_by_a_cond_of_the_callers_own():
    asked = []

    def cond(pred, true_fn, false_fn, name=None):
        asked.append(pred)
        return true_fn() if pred else false_fn()

    pairs = [(False, lambda: "a"), (True, lambda: "b")]
    assert control_flow_case._case_helper(cond, pairs, lambda: "c", False, "case", allow_python_preds=True) == "b"
    assert asked == [False, True]
    with pytest.raises(TypeError, match="must be a Tensor"):
        control_flow_case._case_helper(cond, pairs, None, False, "case")
    with pytest.raises(tf.errors.InvalidArgumentError):
        control_flow_case._case_helper(cond, [(tf.constant(True), lambda: 1)] * 2, None, True, "case")
    assert control_flow_util.ENABLE_CONTROL_FLOW_V2 and not control_flow_util.GraphOrParentsInXlaContext(tf.Graph())


def test_loops_of_independent_turns():
    assert parallel_for.pfor(lambda i: i * 2, 3).numpy().tolist() == [0, 2, 4]
    assert parallel_for.for_loop(lambda i: i * 2, tf.int32, 3).numpy().tolist() == [0, 2, 4]
    with pytest.raises(ValueError, match="must be None or > 1"):
        parallel_for.pfor(lambda i: i, 3, parallel_iterations=1)
    with pytest.raises(NotImplementedError):
        parallel_for.pfor(lambda i, pfor_config: i, 3)


@pytest.mark.parametrize("others, kind", [("di", "Diag"), ("is", "ScaledIdentity"), ("dit", "LowerTriangular"), ("dif", "FullMatrix")])
def test_sums_of_operators_have_their_cheapest_form(others, kind):
    made = {
        "d": tf.linalg.LinearOperatorDiag([1.0, 2.0]),
        "i": tf.linalg.LinearOperatorIdentity(2),
        "s": tf.linalg.LinearOperatorScaledIdentity(2, 3.0),
        "t": tf.linalg.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 3.0]]),
        "f": tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]),
    }
    chosen = [made[o] for o in others]
    (total,) = linear_operator_addition.add_operators(chosen)
    assert type(total).__name__ == f"LinearOperator{kind}"
    np.testing.assert_allclose(total.to_dense(), sum(o.to_dense().numpy() for o in chosen))
    with pytest.raises(ValueError, match="must have the same `domain_dimension`"):
        linear_operator_addition.add_operators([made["d"], tf.linalg.LinearOperatorDiag([1.0, 2.0, 3.0])])


def test_raw_operations():
    x = tf.reshape(tf.range(12.0), [3, 4])
    found = tf.raw_ops.MatrixDiagPartV2(input=x, k=[-1, 1], padding_value=9.0)
    assert found.numpy().tolist() == [[1.0, 6.0, 11.0], [0.0, 5.0, 10.0], [4.0, 9.0, 9.0]]
    y, index, count = tf.raw_ops.UniqueWithCountsV2(x=[[3, 1, 1], [1, 2, 2], [3, 1, 1]], axis=[0])
    assert [t.numpy().tolist() for t in (y, index, count)] == [[[3, 1, 1], [1, 2, 2]], [0, 1, 0], [2, 1]]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.raw_ops.UniqueWithCountsV2(x=[[1, 2]], axis=[2])
    np.testing.assert_allclose(tf.raw_ops.IgammaGradA(a=[1.0, 2.0], x=[0.5, 3.0]).numpy()[:1], [-0.4895], atol=1e-3)


def test_a_call_takes_the_implementation_for_its_device():
    def made(value, **attributes):
        return tf.function(lambda x: x + value, experimental_attributes={"api_implements": "shifted", **attributes})

    default, preferred = made(1.0), made(2.0, api_preferred_device="CPU")

    @tf.function
    def chosen(x):
        y = default(x)
        preferred.get_concrete_function(x).add_to_graph()
        return y

    expected = 3.0 if not tf.config.list_logical_devices("GPU") else 2.0
    assert chosen(tf.constant(1.0)).numpy() == expected
    assert default(tf.constant(1.0)).numpy() == 2.0


def test_graph_mode_adds_to_the_default_graph():
    from tfshim.private.eager.modes import graph_mode

    with graph_mode():
        assert not tf.executing_eagerly()
        assert tf.constant(1.0).graph is tf.compat.v1.get_default_graph()
    assert tf.executing_eagerly()


def test_test_cases_compare_what_a_subclass_makes_of_values():
    class Case(tf.test.TestCase):
        def runTest(self):  # noqa: N802
            self.assertAllEqual([1.0, 2.0], tf.constant([1.0, 2.0]))

        def _GetNdArray(self, a):  # noqa: N802
            asked.append(a)
            return super()._GetNdArray(a)

    asked = []
    assert Case().run().wasSuccessful() and asked


def test_specs_that_compare_themselves_reach_the_rules_of_their_base():
    spec = tf.TensorSpec([None, 2])
    assert spec._TypeSpec__is_compatible((tf.TensorShape([None]), 1), (tf.TensorShape([3]), 1))
    assert not spec._TypeSpec__is_compatible((tf.TensorShape([None]), 1), (tf.TensorShape([3]), 2))
    assert spec._TypeSpec__make_cmp_key({"a": [1]}) == spec._TypeSpec__make_cmp_key({"a": [1]})


class Equal:
    """Equals everything, and has no hash."""

    __hash__ = None

    def __eq__(self, other):
        return True


def test_members_are_told_apart_by_identity():
    a, b, c = Equal(), Equal(), Equal()
    members = object_identity.ObjectIdentitySet([a, b, a])
    members |= [c]
    members.remove(c)
    assert (len(members), a in members, c in members, len(members.difference([a]))) == (2, True, False, 1)
    with pytest.raises(TypeError, match="not supported between instances"):
        members <= object_identity.ObjectIdentitySet([a])  # noqa: B015
    counts = object_identity.ObjectIdentityDictionary()
    counts[a], counts[b] = 1, 2
    assert counts[a] == 1 and c not in counts and list(counts.values()) == [1, 2]
    weak, keyed = object_identity.ObjectIdentityWeakSet([a, b]), object_identity.ObjectIdentityWeakKeyDictionary()
    keyed[b] = 3
    del b, members
    del counts[next(key for key in counts if key is not a)]
    gc.collect()
    assert len(weak) == 1 and list(keyed) == []


@pytest.mark.usefixtures("active")
def test_modules_that_are_not_there():
    """TensorFlow's modules are no packages: what `import` asks below them is not found, while `from ... import` finds no name."""
    for name in ("keras.engine.input_layer.InputLayer", "zebra"):
        with pytest.raises(ModuleNotFoundError, match="not served by tfshim"):
            importlib.import_module(f"tensorflow.python.{name}")
    with pytest.raises(ImportError, match="not served by tfshim") as raised:
        from tensorflow.python.framework.ops import Zebra  # noqa: F401
    assert raised.type is ImportError
