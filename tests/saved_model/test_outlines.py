"""Saved models have the objects, functions and signatures that TensorFlow's have (scripts/record_saved_models.py)."""

import json
from pathlib import Path

import pytest

import tfshim as tf
from tests.saved_model.objects import CASES
from tests.saved_model.outline import outline
from tfshim.saved_model.reading.tf_loading import read_meta_graph
from tfshim.saved_model.structures import decode_proto

RECORDED = json.loads((Path(__file__).resolve().parent.parent / "data" / "saved_outlines.json").read_text())
# Objects that are arranged in another way here: a StaticVocabularyTable holds a table, where TensorFlow's is one.
OWN_WAY = {"tables": "/ids"}


@pytest.mark.parametrize("name", CASES)
def test_is_made_of_the_same(name, tmp_path):
    made = CASES[name](tf, str(tmp_path))
    tf.saved_model.save(made.root, str(tmp_path / "m"), made.signatures)
    found = json.loads(json.dumps(outline(read_meta_graph(str(tmp_path / "m"), None), decode_proto)))
    wanted = dict(RECORDED[name])
    if name in OWN_WAY:
        assert found["objects"] != wanted["objects"]
        for side in (found, wanted):
            side["objects"] = {path: about for path, about in side["objects"].items() if not path.startswith(OWN_WAY[name])}
    assert found == wanted


class _Slopes(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([2])])
    def slopes(self, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.sin(x)
        return tape.jacobian(y, x)


def test_what_has_no_form_is_refused_by_name_before_a_file_is_written(tmp_path):
    with pytest.raises(NotImplementedError, match="the gradient of the operation _Jacobian"):
        tf.saved_model.save(_Slopes(), str(tmp_path / "m"))
    assert not (tmp_path / "m").exists()
