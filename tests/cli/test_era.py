"""For which TensorFlow a notebook is by the header of its time, and what overrules that."""

import json
import os

import pytest

from tests.after_torch import python, tfshim
from tests.cli.test_notebook import PLAIN
from tfshim.user_programs import documents, era, names, neighbours

HEADER = "from __future__ import absolute_import, division, print_function\n\nimport tensorflow as tf"


def reason(*cells):
    pieces = [documents.python_of_cell(cell, number) for number, cell in enumerate(cells, 1)]
    return era.notebook_for_v1(pieces, names.uses(pieces)[0])


@pytest.mark.parametrize(
    "cells",
    [
        [HEADER],
        [HEADER, "x = tf.matmul([[2.]], [[2.]])\nprint(x)"],
        ["import os", "from __future__ import print_function, division, absolute_import\nimport tensorflow as tf, numpy as np"],
        [HEADER + "\nassert tf.__version__ >= '1.4'"],
        ["!pip list", HEADER],
        [HEADER, "tf.losses.Reduction.SUM"],
        [HEADER, "(not python"],
    ],
)
def test_header_makes_it_one_for_tensorflow_1(cells):
    assert "has the header of its time" in reason(*cells)


@pytest.mark.parametrize(
    "cell",
    [
        "!pip install tensorflow==1.15",
        "!pip install -q tensorflow-gpu==1.13.1",
        "%pip install 'tensorflow<2'",
        "!pip3 install tensorflow~=1.14",
        "!pip install numpy 'tensorflow>=1.12,<2.0'",
        "get_ipython().system('pip install tensorflow==1.8')",
    ],
)
def test_installing_tensorflow_1_makes_it_one(cell):
    assert reason(cell, "import tensorflow as tf\nprint(tf.add(1, 2))") == "cell 1 installs TensorFlow 1"
    assert reason(cell, "import tensorflow as tf\ntf.constant(1).numpy()") is None
    assert reason("!pip install tensorflow-datasets==1.2 tensorflow_hub==0.1 tensorflow==2.1", "import tensorflow as tf") is None


@pytest.mark.parametrize(
    "use",
    [
        "tf.train.AdamOptimizer(0.1)",
        "with tf.train.MonitoredTrainingSession() as s: pass",
        "tf.summary.FileWriter('logs')",
        "cell = tf.nn.rnn_cell.GRUCell(3)",
        "tf.image.resize_images(x, [2, 2])",
        "tf.losses.softmax_cross_entropy(a, b)",
        "from tensorflow.examples.tutorials.mnist import input_data",
        "import tensorflow.contrib.slim as slim",
        "tf.Print(x, [x])",
        "tf.logging.set_verbosity(tf.logging.ERROR)",
        "tf.app.run()",
        "flags = tf.app.flags",
        "with tf.Session() as sess: pass",
        "from tensorflow.contrib.eager.python import tfe",
        "tf.metrics.accuracy(a, b)",
        "tf.disable_v2_behavior()",
    ],
)
def test_what_only_tensorflow_1_has_makes_it_one(use):
    assert "uses tf." in reason("import tensorflow as tf", use)


@pytest.mark.parametrize(
    "cell",
    [
        "import tensorflow.compat.v1 as tf\ntf.disable_v2_behavior()\nwith tf.Session() as s: pass\ntf.train.AdamOptimizer(0.1)",
        "import tensorflow as tf\ntf.compat.v1.train.AdamOptimizer(0.1); tf.compat.v1.Session()",
        "from tensorflow.compat import v1 as tf1\nimport tensorflow as tf\ntf1.placeholder('float')\ntf.function",
        "import tensorflow as tf\ntry:\n  tf.enable_eager_execution()\nexcept AttributeError:\n  pass",
        "import tensorflow as tf\ntf.keras.losses.mean_squared_error(a, b); tf.losses.mean_squared_error(a, b); tf.metrics.Mean()",
        "import tensorflow as tf\ntf.train.Checkpoint(); tf.summary.scalar('a', 1, step=1); tf.image.resize(x, [2, 2]); "
        "tf.nn.dropout(x, 0.5)",
        "import tensorflow as tf\nif not hasattr(tf, 'Session'): tf = tf.compat.v1",
    ],
)
def test_what_both_have_makes_it_none(cell):
    assert reason(cell) is None


def test_a_name_of_tensorflow_1_says_more_than_signs_of_tensorflow_2():
    cells = [HEADER, "tf.enable_eager_execution()", "tf.constant(1).numpy(); tf.keras.Model"]
    assert reason(*cells) == "cell 2, line 1 uses tf.enable_eager_execution"


@pytest.mark.parametrize(
    "cells",
    [
        ["import tensorflow as tf\nprint(tf.add(1, 2))"],
        ["from __future__ import absolute_import, division, print_function, unicode_literals\nimport tensorflow as tf"],
        [
            "from __future__ import absolute_import, division, print_function\n"
            "from __future__ import unicode_literals\nimport tensorflow as tf"
        ],
        ["from __future__ import print_function\nimport tensorflow as tf"],
        ["from __future__ import absolute_import, division, print_function", "import tensorflow as tf"],
    ],
)
def test_without_that_header_it_is_not(cells):
    assert reason(*cells) is None


@pytest.mark.parametrize(
    "sign, text",
    [
        ("@tf.function\ndef f(x): return x", "line 1 uses tf.function"),
        ("x = tf.constant(2.0)\nprint(x.numpy())", "calls .numpy()"),
        ("%time x.numpy()", "calls .numpy()"),
        ("with tf.GradientTape() as tape:\n  pass", "uses tf.GradientTape"),
        ("model = tf.keras.Sequential()", "uses tf.keras.Sequential"),
        ("from tensorflow import keras", "uses tf.keras"),
        ("import keras.layers", "uses tf.keras.layers"),
        ("tf.optimizers.Adam()", "uses tf.optimizers.Adam"),
        ("tf.metrics.Mean()", "uses tf.metrics.Mean"),
        ("tf.compat.v1.disable_eager_execution()", "uses tf.compat.v1.disable_eager_execution"),
        ("try:\n  %tensorflow_version 2.x\nexcept Exception:\n  pass", "selects TensorFlow 2"),
        ("!pip install -q tensorflow==2.0.0-alpha0", "installs TensorFlow 2"),
        ("%pip install 'tensorflow-gpu>=2'", "installs TensorFlow 2"),
        ("!pip3 install tf-nightly-2.0-preview", "installs TensorFlow 2"),
        ("get_ipython().system('pip install tensorflow~=2.3')", "installs TensorFlow 2"),
        ("assert tf.__version__.startswith('2')", "asks for TensorFlow 2"),
        ("if tf.__version__[0] == '1':\n    tf.enable_eager_execution()", "uses tf.enable_eager_execution only where it is"),
    ],
)
@pytest.mark.parametrize("first", [True, False])
def test_any_sign_of_tensorflow_2_overrules_the_header(sign, text, first):
    cells = [HEADER + "\npass", sign]
    if first:  # what stands before the import knows its names all the same
        cells.reverse()
    assert reason(*cells) is None
    pieces = [documents.python_of_cell(cell, number) for number, cell in enumerate(cells, 1)]
    found = era.sign_of_v2(pieces, names.uses(pieces)[0])
    assert text in found and f"cell {1 if first else 2}" in found


def write(folder, name, *cells, outputs=()):
    if name.endswith(".py"):
        (folder / name).write_text("\n".join(cells))
    else:
        made = [
            {"cell_type": "code", "metadata": {}, "execution_count": None, "outputs": list(outputs) if i else [], "source": source}
            for i, source in enumerate(cells)
        ]
        (folder / name).write_text(json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))


def run(folder, name, *cells, outputs=()):
    """What the program prints; a notebook runs without Jupyter, whose kernel would be a process more that loads torch."""
    write(folder, name, *cells, outputs=outputs)
    done = python("-c", PLAIN, name, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


PRINTS = "print(tf.matmul([[2.]], [[2.]]))"


def test_running_a_notebook_decides_from_all_of_it(tmp_path):
    for_v1 = 'Tensor("MatMul:0", shape=(1, 1), dtype=float32)\n'
    assert run(tmp_path, "one.ipynb", HEADER, PRINTS) == tfshim("one.ipynb", cwd=tmp_path).stdout == for_v1
    values = "tf.Tensor([[4.]], shape=(1, 1), dtype=float32)\n"
    assert run(tmp_path, "two.ipynb", HEADER, PRINTS, "layers = tf.keras.layers") == values
    shown = {"output_type": "stream", "name": "stdout", "text": ["tf.Tensor([[4.]], ", "shape=(1, 1), dtype=float32)\n"]}
    assert run(tmp_path, "shown.ipynb", HEADER, PRINTS, outputs=[shown]) == values


def test_a_script_is_not_judged_by_its_header(tmp_path):
    assert run(tmp_path, "one.py", HEADER, PRINTS) == "tf.Tensor([[4.]], shape=(1, 1), dtype=float32)\n"


def test_check_says_why(tmp_path):
    write(tmp_path, "one.ipynb", HEADER, PRINTS)
    assert "is read as TensorFlow 1 (cell 1 has the header of its time" in tfshim("check", "one.ipynb", cwd=tmp_path).stdout


def test_scripts_are_for_tensorflow_1_where_the_modules_beside_them_are(tmp_path):
    (tmp_path / "pack").mkdir()
    files = {
        "model.py": "import tensorflow as tf\nimport deep\nx = 1\n",
        "deep.py": "from pack import inner\n",
        "pack/__init__.py": "",
        "pack/inner.py": "import tensorflow as tf\n\ntf.placeholder(tf.float32)\n",
        "other.py": "import tensorflow as tf\nimport model_that_is_not_there, deep2\ntf.ones([1])\n",
        "deep2.py": "(not python",
    }
    for name, source in files.items():
        (tmp_path / name).write_text(source)

    def of_script(source):
        pieces = [documents.Piece(source)]
        return neighbours.reason_for_v1(str(tmp_path / "script.py"), pieces, names.uses(pieces)[0])

    start = "import tensorflow as tf\nimport model\n"
    assert of_script(start) == os.path.join("pack", "inner.py") + ", line 3 uses tf.placeholder"
    assert of_script(start + "tf.Session()") == "line 3 uses tf.Session"
    assert of_script(start + "tf.function") is None
    assert of_script("import tensorflow as tf\nimport other") is None
