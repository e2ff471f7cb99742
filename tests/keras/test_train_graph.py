"""The graph of a training step that the callback TensorBoard writes."""

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader

import tfshim as tf
from tfshim.engine.runtime import messages


def graphs(folder):
    (path,) = folder.glob("train/*.v2")
    events = [messages.event.Event.FromString(raw) for raw in RawEventFileLoader(str(path)).Load()]
    return [messages.graph.GraphDef.FromString(e.graph_def) for e in events if e.graph_def]


@pytest.mark.parametrize(
    ("options", "compiled", "count"),
    [
        ({"write_steps_per_second": True}, {}, 1),
        ({"profile_batch": 2}, {"steps_per_execution": 2}, 1),
        ({"write_steps_per_second": True}, {"run_eagerly": True}, 0),
        ({"write_steps_per_second": True, "write_graph": False}, {}, 0),
        ({}, {}, 0),  # single batches are not looked at
    ],
)
def test_when_it_is_written(tmp_path, options, compiled, count):
    model = tf.keras.Sequential(
        [tf.keras.layers.Dense(3, activation="relu", input_shape=(2,), name="h"), tf.keras.layers.Dense(1, name="o")]
    )
    model.compile("sgd", "mse", **compiled)
    board = tf.keras.callbacks.TensorBoard(tmp_path, **options)
    model.fit(np.ones([8, 2], "float32"), np.ones(8, "float32"), batch_size=2, verbose=0, callbacks=[board])
    found = graphs(tmp_path)
    assert len(found) == count
    for graph in found:
        nodes = {node.name: node for node in graph.node}
        # As TensorFlow has it, recorded from 2.15.1: the batch comes from an iterator, and layers are boxes.
        assert [n.name for n in graph.node][:2] == ["iterator", "IteratorGetNext"]
        assert [(n, nodes[f"{model.name}/{n}"].op) for n in ("h/MatMul", "h/BiasAdd", "h/Relu", "o/MatMul")] == [
            ("h/MatMul", "MatMul"),
            ("h/BiasAdd", "BiasAdd"),
            ("h/Relu", "Relu"),
            ("o/MatMul", "MatMul"),
        ]
        assert list(nodes[f"{model.name}/h/MatMul"].input) == ["IteratorGetNext", f"{model.name}/h/MatMul/ReadVariableOp"]
        assert list(nodes["ExpandDims"].input) == ["IteratorGetNext:1", "ExpandDims/dim"]
        assert not [n for n in nodes if n.startswith("Tape")]
        named = {i.lstrip("^").partition(":")[0] for n in graph.node for i in n.input}
        assert named <= set(nodes)  # nothing refers to what is not there
