"""Weights in files of earlier versions of Keras, by order and by name, against what Keras makes of them."""

import json
import pathlib

import pytest

import tfshim as tf
from tests.keras import weight_file_cases

h5py = pytest.importorskip("h5py")
RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "keras_models" / "weight_files.json").read_text())


def test_every_case_is_recorded():
    assert sorted(RECORDED) == sorted(weight_file_cases.build(tf))
    assert {name for name, found in RECORDED.items() if isinstance(found[0], str)} == weight_file_cases.REFUSED


@pytest.mark.parametrize("name", sorted(RECORDED))
def test_weights_are_those_of_keras(name, tmp_path):
    found = weight_file_cases.observe(tf, h5py, tmp_path / "w.h5", name)
    want = RECORDED[name]
    if isinstance(want[0], str):
        assert found == want
        return
    assert [shape for shape, _ in found] == [shape for shape, _ in want]
    assert [number for _, number in found] == pytest.approx([number for _, number in want], abs=2e-4)
