"""What libraries built on TensorFlow reach for below its public interface, in functions, references and variables."""

import numpy as np
import pytest

import tfshim as tf


def test_decorating_a_function_in_place():
    calls = []

    def logged(function):
        def wrapper(*args, **kwargs):
            calls.append(1)
            return function(*args, **kwargs) + 1

        return wrapper

    class Doubler(tf.Module):
        @tf.function
        def __call__(self, x):
            return 2 * x

    Doubler.__call__._decorate(logged)
    double = Doubler()
    assert isinstance(Doubler.__call__, tf.types.experimental.GenericFunction)
    assert [double(tf.constant(3)).numpy(), double(tf.constant(4)).numpy()] == [7, 9]
    assert calls == [1]  # it is in the trace

    traced = tf.function(lambda x: x)
    traced(1)
    with pytest.raises(ValueError, match="cannot be decorated after they have been traced"):
        traced._decorate(logged)
    with pytest.raises(ValueError, match="cannot be decorated after they have been traced"):
        Doubler.__call__._decorate(logged)


def test_a_function_is_added_to_the_library_of_a_graph():
    function = tf.function(lambda x: 2 * x).get_concrete_function(tf.TensorSpec([2], tf.float32))
    function.add_to_graph()  # outside of graphs nothing is needed
    graph = tf.Graph()
    with graph.as_default():
        function.add_to_graph()
        function.add_gradient_functions_to_graph()
    assert [f.signature.name.encode() for f in graph.as_graph_def().library.function] == [function.name]


def test_references_have_an_order():
    a, b = tf.Variable(1.0), tf.constant(2.0)
    assert sorted([b.ref(), a.ref()]) == sorted([a.ref(), b.ref()])
    assert (a.ref() < b.ref()) == (id(a) < id(b)) and (a.ref() > b.ref()) == (id(a) > id(b))
    assert a.ref() != None and a.ref() == a.ref()  # noqa: E711 - None alone may be compared
    for wrong in (lambda: a.ref() == a, lambda: a.ref() < 3, lambda: a.ref() != "x"):
        with pytest.raises(TypeError, match="Cannot compare wrapped object with unwrapped object"):
            wrong()


def test_a_kind_of_variable_with_a_conversion_is_read_by_it():
    class Held(tf.Variable):
        def __init__(self, value):
            self.held = tf.constant(value)

        dtype = property(lambda self: self.held.dtype)
        shape = property(lambda self: self.held.shape)

    tf.register_tensor_conversion_function(Held, lambda value, dtype=None, name=None, as_ref=False: value.held)
    held = Held([[1.0, 2.0]])
    np.testing.assert_array_equal(tf.matmul(held, [[1.0], [2.0]]), [[5.0]])
    np.testing.assert_array_equal(held + 1.0, [[2.0, 3.0]])
    np.testing.assert_array_equal(tf.function(lambda: tf.reduce_sum(held))(), 3.0)
    np.testing.assert_array_equal(tf.Variable([1.0]) + 1.0, [2.0])  # others are read as before


def test_zeros_of_a_known_shape_do_not_depend_on_the_tensor():
    @tf.function
    def made(x):
        if not created:
            created.append(tf.Variable(tf.zeros_like(x)))
            created.append(tf.Variable(tf.ones_like(x, dtype=tf.int32)))
        return created[0] + x

    created = []
    made.get_concrete_function(tf.TensorSpec([2], tf.float32))  # there is no value of `x` to make the variables from
    assert [v.numpy().tolist() for v in created] == [[0.0, 0.0], [1, 1]]
    graph = tf.function(lambda x: tf.zeros_like(x)).get_concrete_function(tf.TensorSpec([None], tf.float32)).graph
    assert "ZerosLike" in [o.type for o in graph.get_operations()]


def test_the_eager_context_says_its_device():
    from tfshim.private import context

    assert context.context().device_spec.device_type is None and context.context().device_name == ""
    with tf.device("CPU:0"):
        assert context.context().device_spec.device_type == "CPU"
        assert context.context().device_name.endswith("/device:CPU:0")


def test_sizes_that_are_scalar_tensors_of_floats_are_cast():
    assert tf.tile(tf.zeros([1]), [tf.constant(2.7)]).shape == [2]
    assert tf.fill([tf.constant(2.0), tf.constant(3.0)], 1).shape == [2, 3]
    for wrong in (tf.constant([2.0]), [2.0], [tf.constant(2.0), tf.constant(1)]):
        with pytest.raises(tf.errors.InvalidArgumentError):
            tf.tile(tf.zeros([1] * len(wrong)), wrong)


def test_scalar_tensors_of_floats_beside_integers_are_cast():
    one = tf.constant(1.0)
    assert tf.reshape(tf.constant([5.0]), [1, one]).shape == [1, 1]
    assert tf.zeros([one, 2]).shape == tf.fill([one, 2], 0.0).shape == tf.ones((tf.constant(True), 2)).shape == [1, 2]
    assert tf.reduce_sum(tf.ones([1, 2, 3, 1]), [one, 2]).shape == [1, 1]
    for wrong in ([one, 2.0], [one, tf.constant(2)]):
        with pytest.raises(tf.errors.InvalidArgumentError):
            tf.fill(wrong, 1.0)


def test_the_eager_context_is_reset():
    from tfshim.private.eager import modes

    cpu = tf.config.list_physical_devices("CPU")[0]
    try:
        for count in (2, 3):
            modes.reset_context()
            tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * count)
            assert len(tf.config.list_logical_devices("CPU")) == count
        with pytest.raises(RuntimeError, match="cannot be modified after being initialized"):
            tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
        tf.random.set_seed(1)
        assert modes.process_seed() == 1
    finally:
        modes.reset_context()
    assert modes.process_seed() is None and len(tf.config.list_logical_devices("CPU")) == 1


@pytest.mark.parametrize("kind", [tf.float32, tf.bool, tf.int64])
def test_scalar_tensors_of_functions_are_sizes_beside_integers(kind):
    @tf.function(input_signature=[tf.TensorSpec([], kind)])
    def shaped(size):
        tile = tf.tile(tf.zeros([2, 2]), [size, tf.constant(1)])
        return tile, tf.zeros((2, size)), tf.fill([size, 2], 1.0), tf.reshape(tf.zeros([2]), [2, size]), tf.transpose(tile, [size, 0])

    assert [t.shape for t in shaped(tf.cast(1, kind))] == [[2, 2], [2, 1], [1, 2], [2, 1], [2, 2]]
    for wrong in (lambda size: tf.reshape(tf.zeros([2]), [size, 2.0]), lambda size: tf.tile(tf.zeros([2]), tf.stack([size, size]))):
        with pytest.raises((TypeError, ValueError, tf.errors.InvalidArgumentError)):
            tf.function(wrong)(tf.cast(1, kind))


def test_a_session_without_operations_gives_eager_values():
    value = tf.constant([1.0, 2.0])
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        assert [v.tolist() for v in session.run([value, value])] == [[1.0, 2.0]] * 2
    with tf.Graph().as_default(), tf.compat.v1.Session() as session, pytest.raises(RuntimeError, match="Session graph is empty"):
        session.run([])


def test_slices_of_arrays_and_tuples_are_summed():
    rows = np.array([[1.0, 2.0], [3.0, 4.0]], np.float32)
    for values, indices in ((rows, (0, 2)), (tf.constant(rows), np.array([0, 2])), (rows.tolist(), [2, 2])):
        dense = tf.convert_to_tensor(tf.IndexedSlices(values, indices, (3, 2)))
        expected = np.zeros((3, 2))
        np.add.at(expected, np.array(indices), rows)
        assert dense.numpy().tolist() == expected.tolist()
        assert (
            tf.function(lambda v=values, i=indices: tf.convert_to_tensor(tf.IndexedSlices(v, i, (3, 2))))().numpy().tolist()
            == expected.tolist()
        )
