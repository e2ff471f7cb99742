"""Objects that TensorFlow 2.15 saved (scripts/record_saved_models.py): their functions, their signatures, a step of training and the models
that Keras makes of them give here what they gave there."""

import json
import tarfile
from pathlib import Path

import numpy as np
import pytest

import tfshim as tf
from tests.saved_model.cases import CASES
from tests.saved_model.measuring import measured

FOLDER = Path(__file__).resolve().parent.parent / "data" / "tf_saved_models"
RECORDED = json.loads((FOLDER / "objects.json").read_text())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("objects")
    with tarfile.open(FOLDER / "objects.tar.xz") as archive:
        archive.extractall(made, filter="data")
    return made


def _same(found, wanted, tolerance, where):
    if isinstance(found, str):
        pytest.fail(f"{where}: {found}")
    if isinstance(wanted, dict):
        assert sorted(found) == sorted(wanted), where
        for key in wanted:
            _same(found[key], wanted[key], tolerance, f"{where} {key}")
        return
    assert len(found) == len(wanted), where
    for x, (dtype, shape, values) in zip(found, wanted):
        if dtype == "string":
            assert [bytes(v).decode("latin-1") for v in x.reshape(-1)] == values and list(x.shape) == shape, where
            continue
        assert (x.dtype.name, list(x.shape)) == (dtype, shape), where
        flat = x.astype("float32" if dtype == "bfloat16" else dtype).reshape(-1)
        flat = flat.view(flat.real.dtype) if flat.dtype.kind == "c" else flat
        np.testing.assert_allclose(flat, values, rtol=tolerance, atol=tolerance / 10, err_msg=where)


@pytest.mark.parametrize("name", RECORDED)
def test_they_give_what_they_gave(name, folder, tmp_path):
    made = CASES[name](tf, str(tmp_path))
    _same(measured(tf, made, str(folder / name)), RECORDED[name], max(made.tolerance, 2e-5), name)
