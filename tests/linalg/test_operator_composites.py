"""Linear operators and variables as composite tensors: in functions, conditions and structures."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.engine.values import nest
from tfshim.engine.values.composite_tensor import CompositeTensor
from tfshim.engine.variables.variable_spec import VariableSpec
from tfshim.linalg.operators.specs import make_composite_tensor

L = tf.linalg


def operators():
    diagonal = L.LinearOperatorDiag([1.0, 2.0])
    triangle = L.LinearOperatorLowerTriangular([[1.0, 0.0], [2.0, 3.0]])
    return {
        "diagonal": (diagonal, [[2]]),
        "triangle": (triangle, [[2, 2]]),
        "identity": (L.LinearOperatorIdentity(2), []),
        "scaled": (L.LinearOperatorScaledIdentity(2, 3.0), [[]]),
        "composition": (L.LinearOperatorComposition([diagonal, triangle]), [[2], [2, 2]]),
        "blocks": (L.LinearOperatorBlockDiag([diagonal, triangle]), [[2], [2, 2]]),
        "update": (L.LinearOperatorLowRankUpdate(diagonal, [[1.0], [2.0]]), [[2], [2, 1], [2, 1]]),
        "toeplitz": (L.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]), [[2], [2]]),
    }


@pytest.mark.parametrize("name", operators())
def test_an_operator_is_taken_apart_and_put_together(name):
    operator, shapes = operators()[name]
    assert isinstance(operator, CompositeTensor)
    flat = tf.nest.flatten(operator, expand_composites=True)
    assert [t.shape.as_list() for t in flat] == shapes
    again = tf.nest.pack_sequence_as(operator, flat, expand_composites=True)
    assert type(again) is type(operator)
    np.testing.assert_array_equal(again.to_dense(), operator.to_dense())


def test_a_function_takes_operators_and_traces_once_for_those_of_one_spec():
    traces = []

    @tf.function
    def applied(operator, x):
        traces.append(operator)
        return operator.matvec(x)

    x = tf.constant([1.0, 1.0])
    assert applied(L.LinearOperatorDiag([1.0, 2.0]), x).numpy().tolist() == [1.0, 2.0]
    assert applied(L.LinearOperatorDiag([5.0, 2.0]), x).numpy().tolist() == [5.0, 2.0]
    assert len(traces) == 1


def test_a_function_follows_the_variable_that_an_operator_holds():
    applied = tf.function(lambda operator: operator.matvec(tf.ones(2)))
    a, b = tf.Variable([1.0, 2.0]), tf.Variable([3.0, 4.0])
    first, second = L.LinearOperatorDiag(a), L.LinearOperatorDiag(b)
    assert applied(first).numpy().tolist() == [1.0, 2.0]
    assert applied(second).numpy().tolist() == [3.0, 4.0]
    a.assign([7.0, 8.0])
    assert applied(first).numpy().tolist() == [7.0, 8.0]


def test_conditions_return_operators():
    found = tf.function(
        lambda p: tf.cond(p, lambda: L.LinearOperatorDiag([1.0, 2.0]), lambda: L.LinearOperatorDiag([5.0, 6.0])).to_dense()
    )(tf.constant(False))
    assert found.numpy().tolist() == [[5.0, 0.0], [0.0, 6.0]]


def test_a_subclass_gives_shape_and_product():
    @make_composite_tensor
    class Doubled(L.LinearOperator):
        _composite_tensor_fields = ("factor",)

        def __init__(self, factor, name="Doubled"):
            self.factor = tf.convert_to_tensor(factor)
            super().__init__(dtype=self.factor.dtype, is_square=True, parameters={"factor": factor, "name": name})

        def _shape(self):
            return tf.TensorShape([2, 2])

        def _matmul(self, x, adjoint=False, adjoint_arg=False):
            return self.factor * (L.adjoint(x) if adjoint_arg else x)

    operator = Doubled(2.0)
    assert operator.shape.as_list() == [2, 2]
    assert operator.matvec([1.0, 3.0]).numpy().tolist() == [2.0, 6.0]
    assert operator.to_dense().numpy().tolist() == [[2.0, 0.0], [0.0, 2.0]]
    assert operator.solvevec([2.0, 4.0]).numpy().tolist() == [1.0, 2.0]
    assert operator.trace().numpy() == 4.0 and operator.determinant().numpy() == 4.0
    assert tf.function(lambda o: o.trace())(Doubled(5.0)).numpy() == 10.0


def test_a_subclass_without_a_product_says_what_it_needs():
    class Bare(L.LinearOperator):
        def _shape(self):
            return tf.TensorShape([2, 2])

    with pytest.raises(NotImplementedError, match="`_matmul` or `_to_dense`"):
        Bare(tf.float32).to_dense()


def test_variables_have_specs_and_stay_leaves():
    v = tf.Variable([1.0, 2.0])
    assert isinstance(v, CompositeTensor)
    assert tf.nest.flatten([v], expand_composites=True)[0] is v
    spec = tf.type_spec_from_value(v)
    assert repr(spec) == "VariableSpec(shape=(2,), dtype=tf.float32, trainable=True, alias_id=None)"
    assert spec == VariableSpec([2]) and spec.is_compatible_with(v)
    assert spec.most_specific_common_supertype([VariableSpec([3])]) == VariableSpec([None])
    assert spec.most_specific_common_supertype([VariableSpec([2], trainable=False)]) is None


@pytest.mark.parametrize("check", [nest.assert_shallow_structure, nest.assert_same_structure])
def test_what_became_an_attribute_has_the_structure_of_what_it_was_made_of(check):
    module = tf.Module()
    module.list, module.tuple = [1, 2], (1, [2])
    for a, b in ((module.list, [1, 2]), ([1, 2], module.list), (module.tuple, (1, [2])), ((1, [2]), module.tuple)):
        check(a, b)
    with pytest.raises(TypeError):
        check(module.list, (1, 2))
