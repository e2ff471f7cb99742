"""Functions that take gradients and make steps of optimizers, saved with TensorFlow's operations, read and run."""

import numpy as np
import pytest

import tfshim as tf
from tests.saved_model.training_objects import QUICK, TRAINING
from tfshim.saved_model.reading.tf_loading import read_meta_graph


def _flat(x):
    return [v.numpy() for v in tf.nest.flatten(x)]


@pytest.mark.parametrize("name", QUICK)
def test_loaded_it_trains_on_as_what_was_saved(name, tmp_path):
    made = TRAINING[name](tf, str(tmp_path))
    tf.saved_model.save(made.root, str(tmp_path / "m"), made.signatures)
    library = read_meta_graph(str(tmp_path / "m"), None).graph_def.library
    assert not [n.name for f in library.function for n in f.node_def if "_tfshim" in n.attr and "f" not in n.attr]
    loaded = tf.saved_model.load(str(tmp_path / "m"))
    for call in made.calls.values():
        for found, expected in zip(_flat(call(loaded)), _flat(call(made.root)), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
