"""Classes that cloudpickle, and the copies of it in joblib and others, write by reference, as they write TensorFlow's."""

import shutil
from pathlib import Path

import pytest

from tests.after_torch import python, tfshim

cloudpickle = pytest.importorskip("cloudpickle")

VISIT = """
import importlib, pickle, sys, types

def visited(tf, dumps, depth):
    # The names of the public classes that are written by value, or not at all; and how many there are.
    seen, others = set(), []
    def visit(namespace, path):
        for name in dir(namespace):
            value = None if name.startswith("_") else getattr(namespace, name, None)
            if id(value) in seen:
                continue
            seen.add(id(value))
            if isinstance(value, type):
                classes.append(value)
                if value.__module__ == "tfshim.refusals":  # which are made as they are asked for
                    continue
                try:
                    if len(dumps(value)) > 300 or pickle.loads(dumps(value)) is not value:
                        others.append(f"{path}.{name}")
                except Exception as error:
                    others.append(f"{path}.{name}: {error}")
            elif isinstance(value, types.ModuleType) and len(path) < depth and value.__name__.startswith("tfshim"):
                visit(value, (*path, name))

    classes = []
    visit(tf, ("tf",))
    return others, len(classes)
"""


# How deep the visit goes, and more classes than which it finds: one that sees them all is enough, for it loads everything.
@pytest.mark.parametrize(
    "first, which, depth, least",
    [("cloudpickle", "cloudpickle", 1, 25), ("tfshim", "cloudpickle", 4, 400), ("tfshim", "library.cloudpickle", 1, 25)],
)
def test_public_classes_are_written_by_reference(tmp_path, first, which, depth, least):
    if which.startswith("library"):
        shutil.copytree(Path(cloudpickle.__file__).parent, tmp_path / "library" / "cloudpickle")
    (tmp_path / "program.py").write_text(
        f"{VISIT}\nimport {first}\nimport tfshim\ntfshim.activate()\nimport tensorflow as tf\nimport {which}\n"
        f"others, count = visited(tf, {which}.dumps, {depth})\nprint(others, count > {least})\n"
    )
    done = python("program.py", cwd=tmp_path)
    assert done.stdout == "[] True\n", done.stderr


def test_functions_of_a_program_bring_no_classes_along(tmp_path):
    (tmp_path / "program.py").write_text("""
import pickle, sys, cloudpickle
from tensorflow import Tensor, Variable
from tensorflow.data import Dataset
from tensorflow.keras.layers import Dense

class Mine(Dense):
    pass

def kinds(x):
    return isinstance(x, Tensor), isinstance(x, Variable), isinstance(x, Dataset), isinstance(x, Dense), Mine.__name__

if sys.argv[1:]:
    data = cloudpickle.dumps(kinds)
    print(len(data) < 2000)
    open("data", "wb").write(data)
else:
    del kinds, Mine
    import tensorflow as tf
    kinds = pickle.load(open("data", "rb"))
    print([kinds(x) for x in (tf.ones(1), tf.Variable(1), tf.data.Dataset.range(1), tf.keras.layers.Dense(1))])
""")
    said = tfshim("program.py", "write", cwd=tmp_path)
    assert said.stdout == "True\n", said.stderr
    said = tfshim("program.py", cwd=tmp_path)
    rows = [tuple(i == k for k in range(4)) + ("Mine",) for i in range(4)]
    assert said.stdout == f"{rows}\n", said.stderr


def test_without_tfshim_cloudpickle_is_as_it_was(tmp_path):
    (tmp_path / "program.py").write_text("""
import cloudpickle, sys, tfshim

class Shown:
    __module__ = "tensorflow.python.framework.ops"

tfshim.activate()
tfshim.deactivate()
cloudpickle.dumps(Shown)
print([name for name in sys.modules if name.startswith("tensorflow")])
""")
    done = python("program.py", cwd=tmp_path)
    assert done.stdout == "[]\n", done.stderr
