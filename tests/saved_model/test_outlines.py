"""Saved models have the objects, functions and signatures that TensorFlow's have (scripts/record_saved_outlines.py)."""

import json
from pathlib import Path

import pytest

import tfshim as tf
from tests.saved_model.objects import CASES
from tests.saved_model.outline import outline
from tfshim.saved_model.structures import decode_proto
from tfshim.saved_model.tf_loading import read_meta_graph

RECORDED = json.loads((Path(__file__).resolve().parent.parent / "data" / "saved_outlines.json").read_text())
# Objects that are arranged in another way here: a StaticVocabularyTable holds a table, where TensorFlow's is one.
OWN_WAY = {"tables": "/ids"}
REFUSED = {"training_inside": "TapeOpen"}  # whose nodes have no form in TensorFlow's files


@pytest.mark.parametrize("name", [name for name in CASES if name not in REFUSED])
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


@pytest.mark.parametrize("name", REFUSED)
def test_is_refused_by_name_before_a_file_is_written(name, tmp_path):
    made = CASES[name](tf, str(tmp_path))
    with pytest.raises(NotImplementedError, match=REFUSED[name]):
        tf.saved_model.save(made.root, str(tmp_path / "m"), made.signatures)
    assert not (tmp_path / "m").exists()
