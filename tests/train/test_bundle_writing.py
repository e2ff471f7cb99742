"""Checkpoints in TensorFlow's format as tfshim writes them: the bytes of those that TensorFlow wrote, and what comes back from them."""

import os
from pathlib import Path

import numpy as np
import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

from tfshim.train import bundle_writing, sorted_table, tensor_bundle  # noqa: E402
from tfshim.train.object_graph import ObjectGraph, graph_proto  # noqa: E402
from tfshim.train.slices import Parts  # noqa: E402
from tfshim.train.table_writing import table  # noqa: E402

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tf_checkpoints"


def _again(name, prefix):
    """Write what the recorded checkpoint `name` holds to `prefix`, in the order in which it holds it."""
    found = tensor_bundle.Contents(str(FOLDER / name))
    place = {key: (found._entries[key.encode()].offset, found._entries[key.encode()].size) for key in found.specs}
    tensors = {key: found.tensor(key) for key in sorted(found.specs, key=place.get)}
    bundle_writing.write(prefix, tensors, found.nodes)


@pytest.mark.parametrize("name", ["values-1", "weights", "legacy", "many", "named-5"])
def test_the_bytes_are_those_that_tensorflow_wrote(tmp_path, name):
    prefix = str(tmp_path / name)
    for _ in range(2):  # the second time over the first
        _again(name, prefix)
        assert sorted(os.listdir(tmp_path)) == [f"{name}.data-00000-of-00001", f"{name}.index"]
        for ending in (".index", ".data-00000-of-00001"):
            assert Path(prefix + ending).read_bytes() == (FOLDER / (name + ending)).read_bytes()


def test_parts_of_a_variable(tmp_path):
    found = tensor_bundle.Contents(str(FOLDER / "parts"))
    rows, cols = found.tensor("rows").numpy(), found.tensor("cols").numpy()
    parts = {
        "rows": Parts([70, 3], [([(a, n), (0, 3)], rows[a : a + n]) for a, n in ((0, 24), (24, 23), (47, 23))]),
        "cols": Parts([2, 5], [([(0, 2), (a, n)], cols[:, a : a + n]) for a, n in ((0, 3), (3, 2))]),
        "words": found.tensor("words"),
    }
    bundle_writing.write(str(tmp_path / "parts"), parts)
    made = tensor_bundle.Contents(str(tmp_path / "parts"))
    assert set(made._entries) == set(found._entries)
    for key, entry in found._entries.items():
        assert (made._entries[key].crc32c, made._entries[key].slices) == (entry.crc32c, entry.slices)
    np.testing.assert_array_equal(made.tensor("rows"), rows)
    np.testing.assert_array_equal(made.tensor("cols"), cols)


def test_every_dtype(tmp_path):
    dtypes = [tf.dtypes.as_dtype(n) for n in [*range(1, 20), 22, 23, 24, 25, 29, 30]]
    tensors = {d.name: tf.cast([[0, 1], [1, 0]], d) for d in dtypes if d not in (tf.string, *tf.dtypes.QUANTIZED_DTYPES)}
    tensors |= {
        "q": tf.bitcast(tf.constant([1, 2], tf.uint8), tf.quint8),
        "empty": tf.zeros([0, 3]),
        "text": tf.constant(["", "é", "x" * 300]),
    }
    tensors |= {
        "conj": tf.math.conj(tf.constant([1 + 2j])),
        "transposed": tf.transpose(tf.constant([[1, 2], [3, 4]])),
        "none": tf.constant([], tf.string),
    }
    bundle_writing.write(str(tmp_path / "all"), tensors)
    found = tensor_bundle.Contents(str(tmp_path / "all"))
    for key, x in tensors.items():
        again = found.tensor(key)
        assert (again.dtype, again.shape) == (x.dtype, x.shape)
        assert again.numpy().tolist() == x.numpy().tolist()
    with pytest.raises(NotImplementedError, match="v is of type variant, which is not supported in a checkpoint"):
        bundle_writing.write(
            str(tmp_path / "other"), {"v": tf.raw_ops.EmptyTensorList(element_shape=[], max_num_elements=1, element_dtype=tf.int32)}
        )
    assert not (tmp_path / "other.index").exists()


def test_a_table_of_many_blocks(tmp_path):
    pairs = [(b"%04d" % i + b"\xff" * (i % 3), bytes([i % 256]) * 30000) for i in range(40)]
    (tmp_path / "table").write_bytes(table(pairs))
    assert list(sorted_table.pairs(tmp_path / "table")) == pairs


@pytest.mark.parametrize("make", [tf.keras.optimizers.legacy.Adam, tf.compat.v1.train.AdamOptimizer])
def test_slots_are_beside_their_variables(tmp_path, make):
    v, optimizer = tf.Variable([1.0, 2.0]), make(0.1)
    for _ in range(2):
        optimizer.apply_gradients([(tf.constant([0.5, -1.0]), v)])
    tensors, nodes = ObjectGraph(tf.train.Checkpoint(o=optimizer, v=v)).serialize()
    assert {"v/.OPTIMIZER_SLOT/o/m/.ATTRIBUTES/VARIABLE_VALUE", "v/.OPTIMIZER_SLOT/o/v/.ATTRIBUTES/VARIABLE_VALUE"} < set(tensors)
    assert graph_proto(nodes).nodes[1].slot_variables[0].slot_name == "m"
    bundle_writing.write(str(tmp_path / "c"), tensors, nodes)
    w, again = tf.Variable([0.0, 0.0]), make(0.1)
    status = tf.train.Checkpoint(o=again, v=w).read(str(tmp_path / "c"))
    for x, o in ((v, optimizer), (w, again)):
        o.apply_gradients([(tf.constant([0.5, -1.0]), x)])
    status.assert_consumed()
    np.testing.assert_array_equal(v, w)
