"""Finding TensorFlow's names in source: aliases, scopes, magics, and which TensorFlow it is for."""

import textwrap

import pytest

from tfshim.user_programs import documents, names, v1_names


def used(source):
    found, broken = names.uses([documents.Piece(textwrap.dedent(source))])
    assert not broken
    return [names.short(use.name) for use in found]


def v1(*cells):
    pieces = [documents.python_of_cell(textwrap.dedent(cell), number) for number, cell in enumerate(cells, 1)]
    return names.written_for_v1(pieces, names.uses(pieces)[0])


@pytest.mark.parametrize(
    "source, expected",
    [
        ("import tensorflow as tf\ntf.math.add(1, tf.constant(2))", ["tf.math.add", "tf.constant"]),
        ("import tensorflow\ntensorflow.add", ["tf.add"]),
        ("from tensorflow import keras\nkeras.layers.Dense(1)", ["tf.keras", "tf.keras.layers.Dense"]),
        ("import tensorflow.keras.layers as L\nL.Dense(1).weights", ["tf.keras.layers", "tf.keras.layers.Dense"]),
        ("from tensorflow.keras.layers import Dense as D, ReLU\nD(1)", ["tf.keras.layers.Dense", "tf.keras.layers.ReLU"]),
        (
            "import keras\nfrom keras import losses\nkeras.Model; losses.Huber",
            ["tf.keras.losses", "tf.keras.Model", "tf.keras.losses.Huber"],
        ),
        (
            "import tensorflow as tf\nlayers = tf.keras.layers\nDense = layers.Dense\nlayers.ReLU",
            ["tf.keras.layers", "tf.keras.layers.Dense", "tf.keras.layers.ReLU"],
        ),
        ("import tensorflow as tf\na, b = tf.nn, tf.math\nb.add(a.relu)", ["tf.nn", "tf.math", "tf.math.add", "tf.nn.relu"]),
        ("import tensorflow.compat.v1 as tf\ntf.Session()", ["tf.compat.v1", "tf.compat.v1.Session"]),
        ("from tensorflow.keras.layers import *", ["tf.keras.layers"]),
        ("from .tensorflow import x\nimport numpy as tf\ntf.zeros", []),
        ("def f():\n    import tensorflow as tf\n    return tf.add\ntf.sub", ["tf.add"]),
        ("import tensorflow as tf\ndef f(tf):\n    return tf.add", []),
        (
            "import tensorflow as tf\ndef f(x=tf.add, *, y: tf.Tensor = tf.nn) -> tf.Variable: pass",
            ["tf.add", "tf.nn", "tf.Tensor", "tf.Variable"],
        ),
        ("try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\ntf.add", ["tf.add"]),
        ("import tensorflow as tf\nclass M(tf.Module):\n    nn = tf.nn\n    def f(self):\n        return nn.relu", ["tf.Module", "tf.nn"]),
        ("def f():\n    global tf\n    import tensorflow as tf\nimport tensorflow as tf\ndef g(): return tf.add", ["tf.add"]),
        ("import tensorflow as tf\n[tf.add(x) for x in y]; lambda a: tf.sub(a)", ["tf.add", "tf.sub"]),
        ("import tensorflow as tf\n@tf.function\ndef f(): pass", ["tf.function"]),
    ],
)
def test_uses(source, expected):
    assert used(source) == expected


def test_a_later_cell_sees_the_names_of_an_earlier_one():
    pieces = [documents.Piece("import tensorflow as tf", 1), documents.Piece("(\n", 2), documents.Piece("tf.add", 3)]
    found, broken = names.uses(pieces)
    assert [(use.name, use.place()) for use in found] == [("tensorflow.add", "cell 3, line 1")]
    assert [piece.number for piece, _ in broken] == [2]


@pytest.mark.parametrize(
    "cells",
    [
        ["import tensorflow as tf\ntf.enable_eager_execution()"],
        ["import tensorflow as tf", "import tensorflow.contrib.eager as tfe"],
        ["import tensorflow as tf", "with tf.Session() as s:\n    x = tf.placeholder(tf.float32)"],
        ["from tensorflow.contrib import slim"],
        ["%tensorflow_version 1.x\nimport tensorflow as tf"],
    ],
)
def test_documents_for_tensorflow_1(cells):
    assert v1(*cells)


@pytest.mark.parametrize(
    "cells",
    [
        ["import tensorflow as tf\ntf.constant(1)"],
        ["import tensorflow.compat.v1 as tf\ntf.Session()"],
        ["%tensorflow_version 2.x\nimport tensorflow as tf\ntf.Session"],
        ["import tensorflow as tf\nif tf.__version__[0] == '1':\n    tf.enable_eager_execution()"],
        ["import tensorflow as tf\ntry:\n    tf.enable_eager_execution()\nexcept AttributeError:\n    pass"],
        ["import tf_agents as tf\ntf.Session"],
    ],
)
def test_documents_for_tensorflow_2(cells):
    assert v1(*cells) is None


def test_reason_says_where():
    assert v1("import tensorflow as tf", "\ntf.Session()") == "cell 2, line 2 uses tf.Session"
    assert v1("%tensorflow_version 1.x") == "it says %tensorflow_version 1.x"


@pytest.mark.parametrize(
    "cell, python, magics",
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1", ["%matplotlib inline"]),
        ("if x:\n  !ls -l \\\n    more\n  y = 2", "if x:\n  pass\n\n  y = 2", ["!ls -l \\"]),
        ("files = !ls\nx", "files = None\nx", ["!ls"]),
        ("%%time\nx = 1", "\nx = 1", ["%%time"]),
        ("%%bash\nls | wc", "\n", ["%%bash"]),
        ("tf.add?", "pass", ["tf.add?"]),
        ("x = '''\n%not magic\n'''", "x = '''\n%not magic\n'''", []),
        ("a = (b\n  % c)", "a = (b\n  % c)", []),
    ],
)
def test_lines_for_ipython_are_set_aside(cell, python, magics):
    piece = documents.python_of_cell(cell)
    assert (piece.source, piece.magics) == (python, magics)


@pytest.mark.parametrize("name", ["Session", "placeholder", "contrib", "flags", "AdamOptimizer", "simple_save"])
def test_a_program_without_a_word_of_tensorflow_1_needs_no_parsing(name):
    assert v1_names.may_use(f"import tensorflow as t\nt.train.{name}()")
    assert not v1_names.may_use("import tensorflow as t\nprint(t.constant(1), 'sessions')")


def test_no_name_of_tensorflow_1_is_overlooked_without_parsing():
    names_of_v1 = [*v1_names._TOP, *v1_names._MEMBERS]
    assert len(names_of_v1) > 400
    assert all(v1_names.only_v1(f"tensorflow.{name}") and v1_names.may_use(f"tf.{name}") for name in names_of_v1)
