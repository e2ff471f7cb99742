"""What the programs share that record TensorFlow's results (`record_*.py`): its settings, the folders, and how files are written.

Import it before `tensorflow`, with a Python that has TensorFlow 2.15.1. It finds the tests, whose cases are recorded.
"""

import json
import os
import pathlib
import shutil
import sys
import sysconfig

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
# The plain kernels: with oneDNN's, some errors, names of operations and shapes of empty results are oneDNN's own.
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
PACKAGE = ROOT / "tfshim"
sys.path.insert(0, str(ROOT))


# Texts of errors name the files of TensorFlow: they are recorded as if it were installed here.
_INSTALLED, _RECORDED = sysconfig.get_paths()["purelib"], "/usr/lib/python3/site-packages"


def without_place(text):
    """`text` that does not tell where TensorFlow is installed."""
    return text.replace(_INSTALLED, _RECORDED)


def write(path, text):
    """Write a text file, replacing what was there in one step. It does not tell where TensorFlow is installed."""
    beside = path.with_name(path.name + ".new")
    beside.write_text(without_place(text))
    os.replace(beside, path)


def write_json(path, data, **options):
    """Write `data` as JSON, by the `options` of `json.dumps`."""
    write(path, json.dumps(data, **options) + "\n")


def write_rows(path, data):
    """Write a dictionary or list as JSON, one entry a line."""
    if isinstance(data, dict):
        rows, ends = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()], "{}"
    else:
        rows, ends = [json.dumps(row) for row in data], "[]"
    write(path, f"{ends[0]}\n" + ",\n".join(rows) + f"\n{ends[1]}\n")


def emptied(folder):
    """The folder, emptied."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
