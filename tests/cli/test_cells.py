"""IPython, cell by cell: becoming a notebook for TensorFlow 1, for good or until a cell shows TensorFlow 2."""

import json
import warnings

import pytest
from IPython.core.interactiveshell import InteractiveShell

import tfshim
from tfshim import activation

HEADER = "from __future__ import absolute_import, division, print_function\n\nimport tensorflow as tf"


@pytest.fixture
def run(monkeypatch):
    """Runs a cell in the IPython of this process, and gives the value of its last line."""
    monkeypatch.delenv("TFSHIM_VERSION", raising=False)
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)
    was = activation.status()
    tfshim.deactivate()
    InteractiveShell.clear_instance()
    shell = InteractiveShell.instance()
    shell.run_line_magic("load_ext", "tfshim")

    def run(source):
        result = shell.run_cell(source)
        result.raise_error()
        return result.result

    yield run
    InteractiveShell.clear_instance()
    tfshim.deactivate()
    if was:
        tfshim.activate()


def eager(run):
    assert run("tf.__name__") == "tfshim"
    return run("tf.executing_eagerly() and not hasattr(tf, 'Session')")


def test_header_is_tensorflow_1_from_its_cell_on(run):
    run(HEADER + "\nfirst = tf.constant(1.)")
    assert run("repr(first)") == "<tf.Tensor 'Const:0' shape=() dtype=float32>"
    assert run("str(tf.matmul([[2.]], [[2.]]))") == 'Tensor("MatMul:0", shape=(1, 1), dtype=float32)'


@pytest.mark.parametrize(
    "cell",
    [
        "from __future__ import absolute_import, division, print_function, unicode_literals\nimport tensorflow as tf",
        "import tensorflow as tf",
        HEADER + "\nkeras = tf.keras",
        "%tensorflow_version 2.x\n" + HEADER,
    ],
)
def test_other_cells_are_tensorflow_2(run, cell):
    run(cell)
    assert eager(run)


@pytest.mark.parametrize(
    "cell, value",
    [
        ("x = tf.constant(2.0)\nfloat(x.numpy())", 2.0),
        ("model = tf.keras.Sequential([tf.keras.layers.Dense(1)])\nmodel(tf.ones([2, 3])).shape.as_list()", [2, 1]),
        ("@tf.function\ndef f(x):\n    return x + 1\nint(f(tf.constant(1)))", 2),
        ("w = tf.Variable(3.)\nwith tf.GradientTape() as tape:\n    y = w * w\nfloat(tape.gradient(y, w))", 6.0),
    ],
)
def test_a_sign_of_tensorflow_2_takes_it_back_before_the_cell_runs(run, cell, value):
    run(HEADER)
    run("n = 1")
    assert run("tf.__name__") == "tfshim.compat.v1"
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nothing was made in the graph, so there is nothing to say
        assert run(cell) == value
    assert eager(run)
    run(HEADER)  # run once more, the sign is known
    assert eager(run)


def test_what_the_graph_held_becomes_values(run):
    run(HEADER)
    run("x = tf.constant([1., 2.])\nv = tf.Variable([3., 4.], name='v', trainable=False)\ny = x * v\nz = y\ns = tf.constant('text')")
    with pytest.warns(UserWarning, match=r"it calls .numpy\(\), so it goes on as one for TensorFlow 2: x, v, y, z, s was made"):
        assert run("y.numpy().tolist()") == [3.0, 8.0]
    assert run("y is z and s.numpy() == b'text' and x.dtype == tf.float32")
    assert run("v.assign_add([1., 1.])\n(v.name, v.trainable, v.numpy().tolist())") == ("v:0", False, [4.0, 5.0])


def test_what_has_no_value_is_said(run):
    run(HEADER)
    run("x = tf.debugging.check_numerics(tf.constant(float('nan')), 'bad')")
    with pytest.warns(UserWarning, match="x has no value outside its graph"):
        run("tf.keras")
    assert eager(run)


def test_a_name_of_tensorflow_1_makes_it_certain(run):
    run(HEADER)
    run("tf.enable_eager_execution()")
    assert run("float(tf.constant(2.).numpy())") == 2.0
    assert run("tf.keras.__name__; tf.__name__") == "tfshim.compat.v1"
    assert not activation.is_open()


def test_after_signs_of_both_the_name_of_tensorflow_1_decides(run):
    run(HEADER)
    run("tf.keras")
    assert eager(run)
    assert run("with tf.Session() as s:\n    value = s.run(tf.constant(1) + 1)\nint(value), tf.__name__") == (2, "tfshim.compat.v1")


@pytest.mark.parametrize("said", ["%tensorflow_version 2.x", "import tfshim; tfshim.activate(version='2.x')"])
def test_a_version_that_was_said_holds(run, said):
    run(said)
    run(HEADER)
    assert eager(run)


def test_an_earlier_cell_counts(run):
    run("command = 'pip install tensorflow==2.3'")
    run(HEADER)
    assert eager(run)


def test_the_file_of_the_notebook_counts(run, tmp_path, monkeypatch):
    cells = [{"cell_type": "code", "source": source} for source in (HEADER, "x = tf.constant(1)", "x.numpy()")]
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    monkeypatch.setenv("JPY_SESSION_NAME", str(tmp_path / "n.ipynb"))
    run(HEADER)
    assert eager(run)


def test_the_name_tfshim_stays_what_it_is(run):
    run("import tfshim\nimport tensorflow as tf")
    run("tf.placeholder")
    assert run("tfshim.__name__, tf.__name__") == ("tfshim", "tfshim.compat.v1")
