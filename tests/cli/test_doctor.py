"""`tfshim doctor`: one screen about the environment, and what a program needs."""

import importlib.util
import json
import sys

import pytest

from tests.after_torch import tfshim
from tests.processes import begun, package
from tfshim.cli import requirements
from tfshim.cli.doctor import doctor


def report(path=None):
    lines = []
    return doctor(path, lines.append), "\n".join(lines)


def test_what_is_installed_and_found(monkeypatch):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("UNRELATED", "secret")
    status, text = report()
    assert status == 0 and text.endswith("Nothing is in the way.")
    for part in ("tfshim 0.", "Python 3.", "torch 2.", "numpy ", "devices: the processor", "OMP_NUM_THREADS=1", "import tensorflow: "):
        assert part in text
    assert "secret" not in text


def test_what_is_too_old(monkeypatch):
    versions = {"protobuf": "4.24.9", "torch": "2.11.0+cpu", "tensorboard": "2.16.2", "numpy": "1.26.0"}
    monkeypatch.setattr("tfshim.cli.environment.installed", lambda name: versions.get(name, "99"))
    monkeypatch.setattr(requirements, "unmet", lambda name, installed: ())
    status, text = report()
    assert status == 1 and [line for line in text.splitlines() if line.startswith("!")] == [
        "! protobuf 4.24.9 is too old: pip install 'protobuf>=4.25'"
    ]


def test_a_tensorflow_that_stays_in_its_place(tmp_path):
    done = tfshim("doctor", cwd=tmp_path, path=[package(tmp_path, "tensorflow")])
    assert done.returncode == 1 and f"! a TensorFlow is installed in {tmp_path}" in done.stdout
    assert "Nothing is in the way" not in done.stdout


def test_what_a_program_needs(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import json\nimport not_there_at_all\nimport beside\nimport tensorflow as tf\n"
        "x = tf.ones(2)\ny = tf.lite.TFLiteConverter.from_keras_model(x)\n"
    )
    (tmp_path / "beside.py").write_text("")
    status, text = report(str(program))
    assert status == 1
    assert "a program for TensorFlow 2" in text and "2 names of TensorFlow, 1 supported" in text
    assert f"! {program} imports not_there_at_all: not installed" in text
    assert "uses tf.lite.TFLiteConverter.from_keras_model: what to use instead says tfshim check" in text


def test_what_a_program_needs_that_it_does_not_import(tmp_path, monkeypatch):
    program = tmp_path / "program.py"
    program.write_text("from tensorflow import keras\nm = keras.Sequential()\nm.save('m.h5')\nkeras.utils.plot_model(m)\n")
    for name in ("h5py", "pydot"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, find=importlib.util.find_spec: find(name) if name == "torch" else None)
    _, text = report(str(program))
    assert f"! {program} uses HDF5 files: pip install h5py" in text
    assert f"! {program} uses plot_model or model_to_dot: pip install pydot (and Graphviz itself)" in text
    program.write_text("from tensorflow import keras\nm = keras.Sequential()\nm.save('m.keras')\n")
    assert "pip install" not in report(str(program))[1].partition("a program for")[2]
    notebook = tmp_path / "notebook.ipynb"
    notebook.write_text(json.dumps({"cells": [{"cell_type": "code", "source": "%matplotlib inline"}], "nbformat": 4}))
    assert f"! {notebook} imports matplotlib: not installed (pip install matplotlib)" in report(str(notebook))[1]


def test_a_program_for_tensorflow_1(tmp_path):
    program = tmp_path / "old.py"
    program.write_text("import tensorflow as tf\ns = tf.Session()\n")
    status, text = report(str(program))
    assert status == 0 and "a program for TensorFlow 1 (line 2 uses tf.Session)" in text


def test_by_the_command_line(tmp_path):
    done = tfshim("doctor", "missing.py", cwd=tmp_path)
    assert done.returncode == 2 and "missing.py" in done.stderr


def test_a_reader_that_goes_away(tmp_path):
    process = begun("-m", "tfshim", "doctor", cwd=tmp_path)
    process.stdout.close()
    assert process.wait() == 1 and process.stderr.read() == ""
    process.stderr.close()


@pytest.mark.parametrize(
    "wanted, version, holds",
    [
        (">=6.31.1,<8.0.0", "5.29.5", False),
        (">=6.31.1,<8.0.0", "7.36.2", True),
        (">=6.31.1,<8.0.0", "8.0", False),
        ("!=4.24.0,>=3.19.6", "4.24", False),
        ("~=2.0.1", "2.0.7", True),
        ("~=2.0.1", "2.1", False),
        ("==2.0.*", "2.1.0", False),
        ("==2.0.*", "2.0", True),
        ("!=2.0.*", "2.0.4", False),
        ("", "1", True),
        ("(>1.0)", "1.0.0", False),
    ],
)
def test_what_requirements_want(monkeypatch, wanted, version, holds):
    monkeypatch.setattr("importlib.metadata.requires", lambda name: [f"protobuf[grpc]{wanted}", 'absent>=1; python_version < "3"'])
    found = list(requirements.unmet("tensorboard", lambda name: version))
    assert [name for name, _ in found] == ([] if holds else ["protobuf"])
    assert all(set(versions.split(",")) == set(wanted.strip("()").split(",")) for _, versions in found)


def test_versions_that_do_not_go_together(monkeypatch):
    texts = {"tfshim": ["tensorboard>=2.16.2", "protobuf>=4.25"], "tensorboard": ["protobuf>=6.31.1,<8.0.0"]}
    monkeypatch.setattr("importlib.metadata.requires", texts.get)
    monkeypatch.setattr("tfshim.cli.environment.installed", {"tensorboard": "2.21.0", "protobuf": "5.29.5"}.get)
    status, text = report()
    assert status == 1 and text.splitlines()[-1] == (
        "! tensorboard 2.21.0 requires protobuf<8.0.0,>=6.31.1, and protobuf 5.29.5 is installed: pip install 'protobuf<8.0.0,>=6.31.1'"
    )


def test_a_tensorboard_that_cannot_be_loaded(tmp_path):
    folder = package(tmp_path, "tensorboard")
    done = tfshim("-c", "import tensorflow as tf; tf.compat.v1.GraphDef()", cwd=tmp_path, path=[folder])
    assert done.returncode == 1 and "ImportError: TensorBoard cannot be loaded (No module named " in done.stderr
    assert "`tfshim doctor` says whether" in done.stderr
