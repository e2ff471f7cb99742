"""Functions in graphs of TensorFlow 1 whose variables, which a session holds, become constants."""

import pytest

import tfshim
import tfshim as tf

tfshim.activate()

from tensorflow.python.framework import convert_to_constants  # noqa: E402

v1 = tf.compat.v1


def test_a_function_takes_the_values_of_the_default_session():
    with pytest.raises(RuntimeError, match="must be carried out in a Session context"):
        convert_to_constants.convert_var_to_const_function_in_v1(None)
    with tf.Graph().as_default(), v1.Session() as session:
        v, w = v1.get_variable("v", initializer=3.0), v1.get_variable("w", initializer=[1.0, 2.0])
        function = tf.function(lambda x: x * v + w).get_concrete_function(tf.TensorSpec([2]))
        v1.add_to_collection(convert_to_constants.VAR_ASSIGN_COLLECTION, v.assign(5.0).op)
        made = convert_to_constants.convert_var_to_const_function_in_v1(function)
        assert not made.graph.variables and "ReadVariableOp" not in {o.type for o in made.graph.get_operations()}
        (y,) = session.run(made(tf.constant([1.0, 2.0])))
        assert y.tolist() == [6.0, 12.0]


def test_constants_of_a_session_need_values():
    with tf.Graph().as_default(), v1.Session() as session:
        v = v1.get_variable("v", initializer=3.0)
        tf.identity(v * 2.0, name="y")
        convert = convert_to_constants.convert_variables_to_constants_from_session_graph
        with pytest.raises(tf.errors.FailedPreconditionError):
            convert(session, session.graph.as_graph_def(), ["y"])
        session.run(v.initializer)
        assert "ReadVariableOp" not in {n.op for n in convert(session, session.graph.as_graph_def(), ["y"]).node}


def test_loops_that_stay_functions_say_so_again():
    module = tf.Module()
    module.v = tf.Variable(2.0)
    loop = tf.function(lambda x: tf.while_loop(lambda i, x: i < 3, lambda i, x: (i + 1, x * module.v), (0, x))[1])
    concrete = loop.get_concrete_function(tf.TensorSpec([]))
    message = convert_to_constants.convert_variables_to_constants_v2(concrete, lower_control_flow=False).graph.as_graph_def()
    (node,) = [n for n in message.node if n.op.endswith("While")]
    assert not node.attr["_lower_using_switch_merge"].b
    message = convert_to_constants.disable_lower_using_switch_merge(concrete.graph.as_graph_def())
    assert [n.attr["_lower_using_switch_merge"].b for n in message.node if n.op.endswith("While")] == [False]
