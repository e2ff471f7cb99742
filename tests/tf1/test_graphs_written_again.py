"""GraphDefs that are asked for more than once: what was worked out before is given only where the graph is still the same."""

import pytest

import tfshim as tf
from tfshim.engine.graphs import graph_def

v1 = tf.compat.v1


def _adds_a_node(x):
    tf.square(x, name="more")


def _tells_more_of_a_shape(x):
    x.set_shape([2, 3])


def _waits_for_a_node(x):
    with tf.control_dependencies([x]):
        pass


def _assigns(x):
    with v1.variable_scope("", reuse=True):
        v1.get_variable("w", [3]).assign_add([1.0, 1.0, 1.0])


def _adds_a_function(x):
    tf.function(lambda y: y + 1.0).get_concrete_function(tf.TensorSpec([3])).add_to_graph()


@pytest.fixture
def graph():
    with tf.Graph().as_default() as made:
        x = v1.placeholder(tf.float32, [None, 3], name="x")
        w = v1.get_variable("w", [3], initializer=v1.zeros_initializer())
        tf.reduce_sum(tf.cond(tf.reduce_any(x > 0.0), lambda: x * w, lambda: x), name="y")
        yield made


@pytest.mark.parametrize("change", [_adds_a_node, _tells_more_of_a_shape, _waits_for_a_node, _assigns, _adds_a_function])
@pytest.mark.parametrize("add_shapes", [False, True])
def test_changes_are_in_it(graph, change, add_shapes):
    before = graph.as_graph_def(add_shapes=add_shapes)
    assert before == graph.as_graph_def(add_shapes=add_shapes) == graph_def.graph_def(graph, add_shapes=add_shapes)
    change(graph.get_tensor_by_name("x:0"))
    after = graph.as_graph_def(add_shapes=add_shapes)
    assert after == graph_def.graph_def(graph, add_shapes=add_shapes)
    if add_shapes or change is not _tells_more_of_a_shape:
        assert after != before


def test_placeholders_keep_the_shape_that_was_declared():
    with tf.Graph().as_default() as graph:
        for x in (v1.placeholder(tf.float32, [None, 3], name="x"), v1.placeholder_with_default([[1.0, 2.0, 3.0]], [None, 3], name="y")):
            x.set_shape([2, None])
            x.set_shape([2, 3])
            (node,) = (n for n in graph.as_graph_def(add_shapes=True).node if n.name == x.op.name)
            assert [d.size for d in node.attr["shape"].shape.dim] == [-1, 3]
            assert [d.size for d in node.attr["_output_shapes"].list.shape[0].dim] == [2, 3]
            assert [d.size for d in x.op.get_attr("shape").dim] == [-1, 3]


def test_who_changes_the_message_changes_no_other(graph):
    mine = graph.as_graph_def()
    mine.node[0].name = "mine"
    del mine.node[1:]
    assert graph.as_graph_def().node[0].name == "x" and len(graph.as_graph_def().node) > 1
    again = graph.as_graph_def()
    again.Clear()
    assert len(graph.as_graph_def().node) > 1


def test_a_session_of_training_works_it_out_once(graph, tmp_path, monkeypatch):
    v1.train.create_global_step()
    step = v1.train.get_global_step().assign_add(1)
    written = []
    monkeypatch.setattr(
        graph_def, "graph_def", lambda *given, _plain=graph_def.graph_def, **about: (written.append(1), _plain(*given, **about))[1]
    )
    with v1.train.MonitoredTrainingSession(checkpoint_dir=str(tmp_path), save_checkpoint_steps=1, log_step_count_steps=None) as session:
        before = len(written)
        for _ in range(3):
            session.run(step)
    assert len(written) == before <= 4
    assert len(tf.io.gfile.glob(str(tmp_path / "model.ckpt-*.meta"))) == 4
