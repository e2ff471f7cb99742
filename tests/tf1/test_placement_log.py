"""`log_device_placement`: the nodes that sessions tell of, in the order in which TensorFlow 2.15.1 tells of them."""

import tfshim as tf

v1 = tf.compat.v1
_GROWN = "mul add/ReadVariableOp add Sum add_1"
_FIRST = f"v/IsInitialized/VarIsInitializedOp v/Assign v/Read/ReadVariableOp {_GROWN} a v/Initializer/zeros v mul/y Const add_1/y"
_SECOND = f"v v/IsInitialized/VarIsInitializedOp v/Assign v/Read/ReadVariableOp {_GROWN} mul_1 a v/Initializer/zeros mul/y Const add_1/y"


def test_nodes_are_told_of_when_the_graph_has_grown(capfd):
    def told():
        lines = capfd.readouterr().out.splitlines()
        assert all(line.endswith("): /job:localhost/replica:0/task:0/device:CPU:0") for line in lines)
        return " ".join(line.partition(": ")[0] for line in lines)

    with tf.Graph().as_default():
        a = v1.placeholder(tf.float32, [2], name="a")
        v = v1.get_variable("v", [2], initializer=v1.zeros_initializer(), use_resource=True)
        with tf.device("/cpu:0"):
            b = a * 2.0 + v
        d = tf.reduce_sum(b) + 1.0
        with v1.Session(config=v1.ConfigProto(log_device_placement=True)) as session:
            assert told() == ""
            session.run(v.initializer)
            assert told() == _FIRST
            session.run(b, {a: [1.0, 2.0]})
            session.run(d, {a: [1.0, 2.0]})
            assert told() == ""
            session.run(d * d, {a: [1.0, 2.0]})
            assert told() == _SECOND


def test_types_are_told(capfd):
    with tf.Graph().as_default():
        c = tf.constant(1.0) + 2.0
        with v1.Session(config=v1.ConfigProto(log_device_placement=True)) as session:
            session.run(c)
        assert "add: (AddV2): " in capfd.readouterr().out
        with v1.Session() as session:
            session.run(c)
        assert capfd.readouterr().out == ""
