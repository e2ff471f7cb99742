"""scripts/recording.py: how recorded answers are written."""

import importlib.util
import json
import os
import sys
import sysconfig
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"


@pytest.fixture
def recording(monkeypatch):
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(os, "environ", dict(os.environ))
    spec = importlib.util.spec_from_file_location("recording_script", SCRIPTS / "recording.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_folders_are_there(recording):
    assert recording.DATA.is_dir() and (recording.PACKAGE / "__init__.py").is_file()


@pytest.mark.parametrize("data", [{"a": [1, "x\ny"], "b": None}, [["a", 1], ["b", [2]]]])
def test_rows_are_json_with_an_entry_a_line(recording, tmp_path, data):
    recording.write_rows(tmp_path / "x.json", data)
    text = (tmp_path / "x.json").read_text()
    assert json.loads(text) == data and len(text.splitlines()) == 2 + len(data)
    assert [p.name for p in tmp_path.iterdir()] == ["x.json"]


def test_where_tensorflow_is_installed_is_not_told(recording, tmp_path):
    recording.write_json(tmp_path / "x.json", [f'File "{sysconfig.get_paths()["purelib"]}/tensorflow/x.py", line 1'])
    assert json.loads((tmp_path / "x.json").read_text()) == ['File "/usr/lib/python3/site-packages/tensorflow/x.py", line 1']


def test_json_and_folders_made_anew(recording, tmp_path):
    folder = recording.emptied(tmp_path / "a" / "b")
    recording.write_json(folder / "x.json", {"a": 1}, indent=0)
    assert (folder / "x.json").read_text() == '{\n"a": 1\n}\n'
    assert not list(recording.emptied(folder).iterdir())


def test_every_program_that_records_uses_it_before_tensorflow():
    for script in SCRIPTS.glob("record_*.py"):
        text = script.read_text()
        own = min(at for way in ("from recording import", "import recording", "from record_graphs import") if (at := text.find(way)) >= 0)
        tensorflow = text.find("\nimport tensorflow")
        assert tensorflow == -1 or own < tensorflow, script.name
