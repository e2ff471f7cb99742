"""Extension types and dispatch to them, as TensorFlow answered; and what has no recording."""

import copy
import inspect
import pickle
import typing

import numpy as np
import pytest

import tfshim as tf
from tests.recorded.cases import expressions, programs
from tfshim.extension_types import dispatching


class Masked(tf.experimental.ExtensionType):
    values: tf.Tensor
    mask: tf.Tensor


@expressions("extension_types")
def test_recorded(case):
    case.check(tf=tf)


def test_values_and_specs_are_copied_and_pickled():
    value = Masked([1.0], [True])
    for again in (copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert bool(again == value)
    assert pickle.loads(pickle.dumps(value._type_spec)) == value._type_spec


def test_unregistering_brings_the_error_back():
    @tf.experimental.dispatch_for_api(tf.shape, {"input": Masked})
    def shape(input, out_type=tf.int32):
        return tf.shape(input.values, out_type)

    value = Masked([1.0, 2.0], [True, False])
    assert tf.shape(value).numpy().tolist() == [2]
    tf.experimental.unregister_dispatch_for(shape)
    with pytest.raises(ValueError, match="unsupported type"):
        tf.shape(value)
    with pytest.raises(ValueError, match="was not registered"):
        tf.experimental.unregister_dispatch_for(shape)


def test_handlers_are_registered_once():
    @tf.experimental.dispatch_for_unary_elementwise_apis(Masked)
    def handler(api, x):
        return Masked(api(x.values), x.mask)

    with pytest.raises(ValueError, match="A unary elementwise dispatch handler"):
        tf.experimental.dispatch_for_unary_elementwise_apis(Masked)(handler)
    assert tf.abs(Masked([-1.0], [True])).values.numpy().tolist() == [1.0]
    tf.experimental.unregister_dispatch_for(handler)


def test_dispatch_leaves_tensors_alone():
    @tf.experimental.dispatch_for_api(tf.add, {"x": Masked}, {"y": Masked})
    def add(x, y, name=None):
        return "added"

    try:
        assert tf.add(1, Masked([1], [True])) == "added"
        assert tf.add(tf.constant(1), 2).numpy() == 3
        assert tf.add._tfshim_op.dispatchers is None  # the type is asked, not every call
    finally:
        tf.experimental.unregister_dispatch_for(add)


def test_classes_of_others_and_ragged_tensors_can_be_dispatched_on():
    class Plain:
        pass

    @tf.experimental.dispatch_for_api(tf.reverse, {"tensor": Plain}, {"tensor": tf.RaggedTensor})
    def reverse(tensor, axis, name=None):
        return type(tensor).__name__

    try:
        assert tf.reverse(Plain(), [0]) == "Plain"
        assert tf.reverse(tf.ragged.constant([[1]]), [0]) == "RaggedTensor"
        assert tf.reverse(tf.constant([1, 2]), [0]).numpy().tolist() == [2, 1]
    finally:
        tf.experimental.unregister_dispatch_for(reverse)


def test_gradients_pass_through_fields():
    with tf.GradientTape() as tape:
        x = tf.Variable([1.0, 2.0])
        y = tf.function(lambda m: Masked(m.values * m.values, m.mask))(Masked(x, [True, False]))
    np.testing.assert_allclose(tape.gradient(y.values, x).numpy(), [2.0, 4.0])


def test_traces_are_shared_by_type():
    traces = []

    @tf.function
    def f(m):
        traces.append(1)
        return m.values + 1

    f(Masked([1.0], [True]))
    f(Masked([2.0], [False]))
    assert len(traces) == 1
    f(Masked([1.0, 2.0], [True, True]))
    assert len(traces) == 2


def test_the_constructor_has_a_signature():
    assert list(inspect.signature(Masked).parameters) == ["values", "mask"]
    assert dispatching.dispatch(len, (), {}) is NotImplemented
    assert typing.get_type_hints(Masked)["values"] is tf.Tensor


def test_fields_as_dictionary():
    assert sorted(tf.experimental.extension_type.as_dict(Masked([1.0], [True]))) == ["mask", "values"]


class Tree(tf.experimental.ExtensionType):
    value: tf.Tensor
    children: tuple["Tree", ...] = ()


def test_fields_of_the_type_itself():
    tree = Tree(1, (Tree(2), Tree(3, (Tree(4),))))
    assert tree.children[1].children[0].value.numpy() == 4
    with pytest.raises(TypeError, match="expected 'Tree'"):
        Tree(1, (5,))


class Network(tf.experimental.BatchableExtensionType):
    shape: tf.TensorShape
    work: tf.Tensor

    def __init__(self, work):
        self.work = tf.convert_to_tensor(work)
        self.shape = self.work.shape[:-1]

    class Spec:
        def __init__(self, shape, work):
            self.shape, self.work = shape, work

    class Encoder(tf.experimental.ExtensionTypeBatchEncoder):
        def batch(self, spec, batch_size):
            return Network.Spec(tf.TensorShape([batch_size]).concatenate(spec.shape), spec.work._batch(batch_size))

        def unbatch(self, spec):
            return Network.Spec(spec.shape[1:], spec.work._unbatch())

    __batch_encoder__ = Encoder()


def test_specs_and_encoders_that_users_write():
    data = tf.data.Dataset.from_tensors(Network(tf.zeros([3]))).repeat(4).batch(2)
    assert data.element_spec.shape.rank == 1
    assert [n.work.shape for n in data] == [(2, 3), (2, 3)]
    assert tf.type_spec_from_value(Network(tf.zeros([2, 3]))) == Network.Spec([2], tf.TensorSpec([2, 3]))


def test_signatures_hold_for_fields():
    @tf.function(input_signature=[Masked.Spec(tf.TensorSpec([None], tf.float32), tf.TensorSpec([None], tf.bool))])
    def total(m):
        return tf.reduce_sum(m.values)

    assert total(Masked([1.0, 2.0], [True, False])).numpy() == 3.0
    with pytest.raises(TypeError, match="Can not cast"):
        total(Masked([1, 2], [True, False]))


def test_a_field_that_is_no_tensor():
    class Masked(tf.experimental.ExtensionType):
        values: tf.Tensor

    with pytest.raises(TypeError, match="values: expected a Tensor, got 'NoneType'"):
        Masked(None)


def test_an_error_shows_the_signature_without_annotations():
    with pytest.raises(ValueError, match=r"does not match API's signature \(x, y, name=None\)\.$"):

        @tf.experimental.dispatch_for_api(tf.math.add, {"x": Masked})
        def add(z):
            return z


@programs("extension_types_in_models")
def test_models_and_datasets(case):
    case.check(tf)
