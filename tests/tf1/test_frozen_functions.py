"""Frozen graphs whose branches and loops read variables. TensorFlow itself fails on this loop: its branch names a reading that is gone."""

import numpy as np

import tfshim as tf

v1 = tf.compat.v1


def test_functions_take_values_in_the_place_of_variables():
    with tf.Graph().as_default() as g:
        turns = v1.placeholder(tf.int32, [], name="turns")
        w = v1.get_variable("w", initializer=[[1.0], [2.0]])

        def step(i, x):
            return i + 1, x + tf.cond(i > 1, lambda: w * 2.0, lambda: w)

        tf.identity(tf.while_loop(lambda i, x: i < turns, step, [0, w + 1.0])[1], name="out")
        with v1.Session() as s:
            s.run(v1.global_variables_initializer())
            frozen = v1.graph_util.convert_variables_to_constants(s, g.as_graph_def(), ["out"])
            kept = v1.graph_util.convert_variables_to_constants(s, g.as_graph_def(), ["out"], variable_names_blacklist=["w"])
            want = [s.run("out:0", {turns: n}) for n in (0, 1, 4)]
    used = {name for f in frozen.library.function if "_frozen" in f.signature.name for name in (n.op for n in f.node_def)}
    assert "Identity" in used and "ReadVariableOp" not in used
    assert all(20 not in n.attr["Tin"].list.type for n in frozen.node)  # DT_RESOURCE
    assert any(n.op == "VarHandleOp" for n in kept.node)
    with tf.Graph().as_default(), v1.Session() as s:
        (out,) = tf.import_graph_def(frozen, return_elements=["out:0"], name="frozen")
        got = [s.run(out, {"frozen/turns:0": n}) for n in (0, 1, 4)]
    np.testing.assert_array_equal(got, want)
