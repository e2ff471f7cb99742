"""Stubs in an environment where tfshim is enabled: what type checkers know of `import tensorflow`."""

import importlib.util
import re
import subprocess
import sys

import pytest

from tests.cli.test_environment import enabled, environment, run  # noqa: F401 - fixtures
from tests.test_stand_ins import installed
from tfshim import activation
from tfshim.cli import stand_in_folders, stub_folders

PROGRAM = """\
import tensorflow as tf
from tensorflow.keras import layers
from tensorflow.keras.datasets import mnist
import keras

reveal_type(tf.constant(1))
tf.constant(1).nope
tf.constant(1).numpy()
tf.nope
tf.keras.layers.Dense(1)
layers.Dense(1, nope=1)
tf.sort([1], direction=3)
layers.Nope
keras.layers.Dense(1)
mnist.load_data()
"""
SAID = {
    6: 'Revealed type is "tfshim.engine.values.tensor.Tensor"',
    7: '"Tensor" has no attribute "nope"',
    9: 'Module has no attribute "nope"',
    12: 'Argument "direction" to "sort" has incompatible type "int"; expected "str"',
    13: 'Module has no attribute "Nope"',
}


@pytest.mark.skipif(importlib.util.find_spec("mypy") is None, reason="mypy is not installed")
def test_a_type_checker_knows_what_tensorflow_has(enabled, tmp_path):  # noqa: F811
    (tmp_path / "program.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--python-executable", enabled[0], "--ignore-missing-imports", "program.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=600,
    )
    said = {int(line): text for line, text in re.findall(r"^program\.py:(\d+): (?:error|note): (.*?)(?:  \[|$)", done.stdout, re.M)}
    assert {line: text for line, text in said.items() if line in SAID} == SAID, done.stdout + done.stderr
    assert set(said) == set(SAID), done.stdout


def test_stubs_are_there_until_disabled(enabled):  # noqa: F811
    site = enabled[1]
    assert [folder.name for folder in stub_folders.present(site, activation.ROOTS[2])] == ["tensorflow-stubs", "keras-stubs"]
    run(enabled, "-m", "tfshim", "disable")
    assert not list(site.glob("*-stubs*"))


def test_stubs_of_others_stay(tmp_path):
    theirs = tmp_path / "tensorflow-stubs" / "__init__.pyi"
    theirs.parent.mkdir()
    theirs.write_text("x: int\n")
    made = stub_folders.put(tmp_path, activation.ROOTS[2])
    assert made and all(name.startswith("keras-stubs/") for name in made)
    stub_folders.remove(tmp_path, activation.ROOTS[2])
    assert theirs.read_text() == "x: int\n" and [path.name for path in tmp_path.iterdir()] == ["tensorflow-stubs"]


def test_uninstalling_tfshim_removes_them(tmp_path):
    record = installed(tmp_path, "tfshim", "0.1.0") / "tfshim-0.1.0.dist-info" / "RECORD"
    record.write_text("")
    made = stub_folders.put(tmp_path, activation.ROOTS[2])
    stand_in_folders.note(tmp_path, made)
    noted = {line.split(",")[0] for line in record.read_text().splitlines()}
    folders = stub_folders.present(tmp_path, activation.ROOTS[2])
    assert noted == {str(path.relative_to(tmp_path)) for folder in folders for path in folder.rglob("*.pyi")}


def test_every_namespace_that_can_be_imported_has_one():
    made = stub_folders.texts("tfshim")
    for name in ["keras/layers", "keras/datasets/mnist", "keras/preprocessing/image", "data", "nn", "errors", "compat/v1"]:
        assert f"{name}.pyi" in made or f"{name}/__init__.pyi" in made, name
    assert made["keras/layers/__init__.pyi"].endswith("from tfshim.keras.layers import *\n")
