"""Documents written for TensorFlow 1: scripts, notebooks, and what they see as `tensorflow`."""

import textwrap

import pytest

from tests import after_torch


def outcome(source, tmp_path, **environment):
    """What a script prints that activates tfshim and then runs `source`."""
    path = tmp_path / "program.py"
    path.write_text("import tfshim; tfshim.activate()\n" + textwrap.dedent(source))
    done = after_torch.python(path, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_script_for_tensorflow_1_builds_graphs(tmp_path):
    printed = outcome(
        """
        import tensorflow as tf
        x = tf.placeholder(tf.float32, [None, 2])
        w = tf.Variable([[1.], [2.]])
        y = tf.matmul(x, w)
        print(y, x.shape[1].value, w)
        with tf.Session() as sess:
            sess.run(tf.global_variables_initializer())
            print(sess.run(y, {x: [[1., 1.]]}))
        """,
        tmp_path,
    )
    assert printed.splitlines() == [
        "Tensor(\"MatMul:0\", shape=(?, 1), dtype=float32) 2 <tf.Variable 'Variable:0' shape=(2, 1) dtype=float32_ref>",
        "[[3.]]",
    ]


def test_contrib_and_eager_execution(tmp_path):
    printed = outcome(
        """
        import tensorflow as tf
        import tensorflow.contrib.eager as tfe
        tf.enable_eager_execution()
        square = tfe.gradients_function(lambda x: x * x)
        print(square(3.)[0].numpy(), tfe.gradients_function(lambda x: square(x)[0])(3.)[0].numpy())
        v = tfe.Variable(2.)
        value, pairs = tfe.implicit_value_and_gradients(lambda: v * v)()
        print(value.numpy(), [(g.numpy(), w is v) for g, w in pairs])
        mean = tfe.metrics.Mean()
        mean([1., 2.]); mean(6.)
        print(mean.result().numpy())
        try:
            tf.Session()
        except RuntimeError as e:
            print("refused")
        with tf.Graph().as_default(), tf.Session() as sess:
            print(sess.run(tf.constant(1) + 1))
        """,
        tmp_path,
    )
    assert printed.splitlines() == ["6.0 2.0", "4.0 [(4.0, True)]", "3.0", "refused", "2"]


def test_version_by_environment(tmp_path):
    source = "import tensorflow as tf\nprint(tf.constant(1))\n"
    assert outcome(source, tmp_path) == "tf.Tensor(1, shape=(), dtype=int32)\n"
    assert outcome(source, tmp_path, TFSHIM_VERSION="1.x") == 'Tensor("Const:0", shape=(), dtype=int32)\n'


def test_tensorflow_2_has_no_contrib(tmp_path):
    printed = outcome(
        """
        import tensorflow as tf
        print(hasattr(tf, "contrib"), hasattr(tf.compat.v1, "contrib"), hasattr(tf, "placeholder"))
        """,
        tmp_path,
    )
    assert printed == "False False False\n"


@pytest.mark.parametrize(
    "cells, expected",
    [
        (["import tensorflow as tf", "with tf.Session() as s: print(s.run(tf.constant(1)))"], ["", "1\n"]),
        (["import tensorflow as tf", "tf.enable_eager_execution()\nprint(tf.constant(1))"], ["", "tf.Tensor(1, shape=(), dtype=int32)\n"]),
        (
            ["import tensorflow as tf\nimport tensorflow.contrib.eager as tfe\nprint(tf.constant(1))"],
            ['Tensor("Const:0", shape=(), dtype=int32)\n'],
        ),
        (["import tensorflow as tf\nprint(tf.constant(1))"], ["tf.Tensor(1, shape=(), dtype=int32)\n"]),
    ],
)
def test_cells_of_a_notebook(cells, expected, tmp_path):
    printed = outcome(
        f"""
        import contextlib, io
        from IPython.core.interactiveshell import InteractiveShell
        shell = InteractiveShell.instance(colors="NoColor")
        said = []
        for cell in {cells!r}:
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                shell.run_cell(cell).raise_error()
            said.append(out.getvalue())
        print(said)
        """,
        tmp_path,
        HOME=str(tmp_path),
    )
    assert printed == f"{expected}\n"
