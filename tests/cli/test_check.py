"""`tfshim check`: names and arguments that are refused, with what to use instead, in scripts and notebooks of both versions."""

import json
import pathlib
import textwrap

import pytest

from tfshim import _names, public_names
from tfshim.cli.check import check, check_all

DOCUMENTS = pathlib.Path(__file__).parent.parent / "data" / "documents"


def report(path, version=None):
    lines = []
    status = check(str(path), version, lines.append)
    return status, lines


def rows(lines):
    """{name: (status, places, advice)} of a report."""
    found, last = {}, None
    for line in lines:
        if line.startswith("      "):
            found[last][2] = f"{found[last][2]} {line.strip()}".strip()
        elif line.startswith("  "):
            for status in ("not supported", "supported", "left out", "not yet", "unknown"):
                name, found_it, place = line.partition(f"  {status} ")
                if found_it:
                    break
            last = name.strip()
            found[last] = [status, place.strip(), ""]
    return {name: tuple(row) for name, row in found.items()}


def checked(tmp_path, source, version=None):
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(source))
    status, lines = report(path, version)
    return status, rows(lines), lines[-1]


def test_a_training_script():
    status, lines = report(DOCUMENTS / "distributed.py")
    found = rows(lines)
    assert status == 1
    caught = " (raises ValueError, which the program catches)"
    assert {name: row[:2] for name, row in found.items() if row[0] != "supported"} == {
        "tf.data.Dataset.save(checkpoint_args={'step_counter': tf.Variable(0)})": ("not supported", "line 40"),
        "tf.distribute.TPUStrategy": ("not supported", "line 14" + caught),
        "tf.distribute.cluster_resolver.TPUClusterResolver": ("not supported", "line 13" + caught),
        "tf.keras.Model.add_weight(caching_device='/cpu:0')": ("not supported", "line 26"),
        "tf.keras.Model.compile(pss_evaluation_shards=2)": ("not supported", "line 36"),
        "tf.keras.layers.DenseFeatures(partitioner=3)": ("not supported", "line 25"),
        "tf.lite.TFLiteConverter.from_saved_model": ("not supported", "line 49"),
        "tf.xla.experimental.jit_scope": ("left out", "line 47"),
        "tf.raw_ops.BoostedTreesPredict": ("not yet", "line 50"),
        "tf.nn.sofmax": ("unknown", "line 50"),
    }
    assert "tf.distribute.MirroredStrategy" in found["tf.distribute.TPUStrategy"][2]
    assert "did you mean tf.nn.softmax?" in found["tf.nn.sofmax"][2]
    assert found["tf.keras.layers.Embedding"] == ("supported", "lines 8, 32", "")
    statuses = [row[0] for row in found.values()]
    assert statuses == sorted(statuses, key=["not supported", "left out", "not yet", "unknown", "supported"].index)
    assert lines[-1] == (
        "14 of 20 names supported, 3 not supported, 1 left out with a warning, 1 not yet, 1 not in TensorFlow, 4 arguments not supported, "
        "2 of these caught by the program."
    )


def test_a_program_of_tensorflow_1():
    status, lines = report(DOCUMENTS / "graphs.py")
    found = rows(lines)
    assert status == 1 and "is read as TensorFlow 1" in lines[0]
    assert {name: row[:2] for name, row in found.items() if row[0] != "supported"} == {
        "tf.Session(target='grpc://localhost:2222')": ("not supported", "line 16"),
        "tf.data.Dataset.save(checkpoint_args={})": ("not supported", "line 20"),
        "tf.train.MonitoredTrainingSession(is_chief=False)": ("not supported", "line 14"),
        "tf.contrib.cudnn_rnn": ("not yet", "line 4"),
        "tf.contrib.cudnn_rnn.CudnnLSTM": ("not yet", "line 12"),
        "tf.GradientTap": ("unknown", "line 21"),
    }
    assert "tf.keras.layers.LSTM" in found["tf.contrib.cudnn_rnn"][2]


def test_flags_are_named_by_the_program(tmp_path):
    source = """
        import tensorflow as tf

        tf.app.flags.DEFINE_float("rate", 0.1, "the learning rate")
        FLAGS = tf.app.flags.FLAGS
        print(FLAGS.rate, tf.flags.FLAGS.rate, FLAGS.rate.hex(), tf.placeholder(tf.float32))
    """
    status, found, last = checked(tmp_path, source)
    assert status == 0 and {name: row[:2] for name, row in found.items()} == {
        "tf.app.flags.DEFINE_float": ("supported", "line 4"),
        "tf.app.flags.FLAGS": ("supported", "lines 5, 6"),
        "tf.flags.FLAGS": ("supported", "line 6"),
        "tf.placeholder": ("supported", "line 6"),
        "tf.float32": ("supported", "line 6"),
    }
    assert last == "5 of 5 names supported."
    # A namespace has only the attributes that TensorFlow gives it.
    status, found, _ = checked(tmp_path, "import tensorflow as tf\ntf.app.flags.rate\ntf.placeholder\n")
    assert status == 1 and found["tf.app.flags.rate"][0] != "supported"


def test_modules_that_contrib_was_made_of(tmp_path):
    source = """
        import tensorflow as tf
        from tensorflow.contrib.layers.python.layers import utils
        from tensorflow.contrib.keras.api.keras.layers import Dense
        from tensorflow.contrib.learn.python.learn.datasets.mnist import read_data_sets

        utils.last_dimension(tf.placeholder(tf.float32).shape), Dense(2), tf.contrib.layers.real_valued_column("x")
    """
    status, found, _ = checked(tmp_path, source)
    assert status == 1
    assert {name for name, row in found.items() if row[0] != "supported"} == {"tf.contrib.layers.real_valued_column"}
    assert "tf.feature_column.numeric_column" in found["tf.contrib.layers.real_valued_column"][2]
    assert "tf.contrib.layers.python.layers.utils.last_dimension" in found


def test_a_notebook(tmp_path):
    cells = [
        ["%matplotlib inline\n", "import tensorflow as tf"],
        ["D = tf.keras.layers.DenseFeatures\n", "D([], partitioner=3)"],
        ["D([], partitioner=3)\n", "tf.experimental.dtensor.create_mesh([])"],
    ]
    path = tmp_path / "notebook.ipynb"
    path.write_text(
        json.dumps(
            {
                "nbformat": 4,
                "nbformat_minor": 5,
                "metadata": {},
                "cells": [{"cell_type": "code", "source": cell, "metadata": {}, "outputs": [], "execution_count": None} for cell in cells],
            }
        )
    )
    status, lines = report(path)
    found = rows(lines)
    assert status == 1
    assert found["tf.keras.layers.DenseFeatures(partitioner=3)"][:2] == ("not supported", "cell 2, line 2; cell 3, line 1")
    assert found["tf.experimental.dtensor.create_mesh"][:2] == ("not supported", "cell 3, line 2")


@pytest.mark.parametrize(
    "source",
    [
        "tf.keras.layers.DenseFeatures([], partitioner=None)",
        "tf.compat.v1.keras.callbacks.TensorBoard('x', write_grads=False)",
        "tf.compat.v1.keras.callbacks.TensorBoard('x', write_grads=anything)",
        "tf.compat.v1.keras.callbacks.TensorBoard(*given, True, True, True)",
        "tf.keras.callbacks.TensorBoard(profile_batch=2)",
        "tf.saved_model.SaveOptions(experimental_io_device=None, save_debug_info=False)",
        "tf.data.experimental.make_csv_dataset('x', 1, encoding='utf-8')",
        "with tf.experimental.function_executor_type(''): pass",
        "class Own(tf.keras.Model):\n    def compile(self, pss_evaluation_shards): pass\nOwn().compile(pss_evaluation_shards='x')",
        "tf.Module\nclass DenseFeatures:\n    pass\nDenseFeatures(3, partitioner=3)",
        "m = tf.keras.Model()\nm = other()\nm.compile(pss_evaluation_shards='x')",
    ],
)
def test_what_is_not_refused(tmp_path, source):
    status, found, last = checked(tmp_path, "import tensorflow as tf\n" + source)
    assert status == 0, found
    assert last.endswith("names supported.")


@pytest.mark.parametrize(
    "source, names",
    [
        ("getattr(tf.distribute, 'TPUStrategy')()", ["tf.distribute.TPUStrategy"]),
        ("getattr(tf, 'nothing')", ["tf.nothing"]),
        ("m = getattr(tf, 'math')\nm.nothing", ["tf.math.nothing"]),
        ("import importlib\nt = importlib.import_module('tensorflow')\nt.nothing", ["tf.nothing"]),
        ("from importlib import import_module\nimport_module('tensorflow.nothing')", ["tf.nothing"]),
        ("getattr(x, 'nothing'), getattr(tf, name), getattr(tf, 'math')", []),
        ("import importlib\nimportlib.import_module('tensorflow'), importlib.import_module('.x', 'tensorflow')", []),
    ],
)
def test_names_that_are_looked_up(tmp_path, source, names):
    status, found, _ = checked(tmp_path, "import tensorflow as tf\n" + source)
    assert [name for name, row in found.items() if row[0] in ("not supported", "unknown")] == names
    assert status == bool(names)


@pytest.mark.parametrize(
    "source, name",
    [
        ("from tensorflow.keras.layers import DenseFeatures as D\nD([], partitioner=3)", "tf.keras.layers.DenseFeatures(partitioner=3)"),
        ("import tensorflow.keras.layers as L\nL.DenseFeatures([], partitioner=3)", "tf.keras.layers.DenseFeatures(partitioner=3)"),
        ("import keras\nkeras.layers.DenseFeatures([], partitioner=3)", "tf.keras.layers.DenseFeatures(partitioner=3)"),
        (
            "from functools import partial\nD = tf.keras.layers.DenseFeatures\npartial(D, [], partitioner=3)",
            "tf.keras.layers.DenseFeatures(partitioner=3)",
        ),
        ("class M:\n    D = tf.keras.layers.DenseFeatures\n    x = D([], partitioner=3)", "tf.keras.layers.DenseFeatures(partitioner=3)"),
        (
            "class D(tf.keras.layers.DenseFeatures):\n    def __init__(self):\n        super().__init__([], partitioner=3)",
            "tf.keras.layers.DenseFeatures(partitioner=3)",
        ),
        (
            "class M(tf.keras.Model):\n    def f(self):\n        self.compile(pss_evaluation_shards='x')",
            "tf.keras.Model.compile(pss_evaluation_shards='x')",
        ),
        ("tf.keras.Sequential([]).compile(pss_evaluation_shards='x')", "tf.keras.Sequential.compile(pss_evaluation_shards='x')"),
        ("tf.keras.models.Sequential().save('x', signatures=f)", None),
        ("tf.compat.v1.Session('grpc://x')", "tf.compat.v1.Session(target='grpc://x')"),
        ("tf.profiler.experimental.server.start(1)", None),
        ("tf.compat.v1.train.ProfilerHook(save_steps=1)", None),
        ("tf.config.experimental.set_device_policy('explicit')", "tf.config.experimental.set_device_policy(device_policy='explicit')"),
        ("tf.saved_model.SaveOptions(True)", None),
        ("tf.saved_model.SaveOptions(experimental_io_device='/job:localhost')", None),
        ("tf.data.Dataset.range(3).batch(2).save('x', None, None, {})", "tf.data.Dataset.save(checkpoint_args={})"),
        ("tf.Variable(1, True, True, '/cpu:0')", "tf.Variable(caching_device='/cpu:0')"),
    ],
)
def test_arguments_are_followed(tmp_path, source, name):
    status, found, _ = checked(tmp_path, "import tensorflow as tf\n" + source, 2)
    refused = [n for n, row in found.items() if row[0] in ("not supported", "left out")]
    assert refused == ([] if name is None else [name]) and status == (0 if name is None else 1)


@pytest.mark.parametrize("name", sorted(_names.ABSENT))
def test_absent_namespaces(tmp_path, name):
    status, found, _ = checked(tmp_path, f"import tensorflow as tf\ntf.{name}.x.y")
    assert status == 1 and found[f"tf.{name}.x.y"][0] == "not supported"
    assert found[f"tf.{name}.x.y"][2].startswith(_names.ABSENT[name].split(":")[0][:60])


@pytest.mark.parametrize(
    "name, expected",
    [
        ("tf.keras.layers.Dens", "did you mean tf.keras.layers.Dense?"),
        ("tf.math.sequence_mask", "did you mean tf.sequence_mask?"),
        ("tf.to_float", "write tf.compat.v1.to_float, or use --tf 1.x"),
        ("tf.compat.v1.Sesion", "did you mean tf.compat.v1.Session?"),
        ("tf.Sesion", "did you mean tf.compat.v1.Session of TensorFlow 1?"),
        ("tf.python", "import those of tensorflow.python by their full names."),
        ("tf.examples.tutorials", "use --tf 1.x"),
        ("tf.keras.wrappers.scikit_learn", "its classes are in scikeras.wrappers."),
        ("tf.keras.utils.multi_gpu_model", "in the scope of a tf.distribute.MirroredStrategy"),
        ("tf.keras.optimizers.gradient_descent_v2", "it is now tf.keras.optimizers.SGD."),
        ("tf.qwertyuiop", "TensorFlow 2.15 has no such name."),
    ],
)
def test_names_that_tensorflow_has_not(tmp_path, name, expected):
    status, found, last = checked(tmp_path, f"import tensorflow as tf\n{name}", 2)
    assert status == 1 and found[name][0] == "unknown" and expected in found[name][2]
    assert last == "0 of 1 names supported, 1 not in TensorFlow."


def test_public_names():
    assert public_names.exists("tensorflow.keras.layers.Dense", 2) and public_names.exists("tensorflow.Session", 1)
    assert not public_names.exists("tensorflow.Session", 2) and public_names.exists("tensorflow.compat.v1.Session", 2)
    assert public_names.exists("tensorflow.Variable.assign.anything", 2) and public_names.exists("tensorflow.keras.losses.huber", 2)


def test_several_documents_and_those_of_a_folder(tmp_path):
    (tmp_path / "inner" / "env").mkdir(parents=True)
    (tmp_path / "inner" / "env" / "pyvenv.cfg").touch()
    (tmp_path / "inner" / "env" / "not_read.py").touch()
    (tmp_path / "good.py").write_text("import tensorflow as tf\ntf.range(3)\n")
    (tmp_path / "inner" / "bad.py").write_text("import tensorflow as tf\ntf.range(3)\ntf.foo(3)\n")
    (tmp_path / "inner" / "none.ipynb").write_text("no notebook")
    lines = []
    assert check_all([str(tmp_path)], out=lines.append) == 2
    assert lines[0] == f"{tmp_path}/good.py: 1 of 1 names supported."
    assert lines[1].startswith(f"{tmp_path}/inner/bad.py: 1 of 2 names supported, 1 not in TensorFlow") and "tf.foo" in lines[2]
    assert f"{tmp_path}/inner/none.ipynb: not a notebook" in lines[-2] and lines[-1] == "3 files, 1 with nothing in the way."
    assert check_all([str(tmp_path / "good.py")] * 2, out=lines.append) == 0


def test_a_folder_of_nothing(tmp_path):
    lines = []
    assert check_all([str(tmp_path)], out=lines.append) == 2
    assert lines == [f"{tmp_path}: no script and no notebook in it", "0 files, 0 with nothing in the way."]
