"""What a process loads until its first operations and models have run."""

import pytest

from tests import after_torch
from tests.processes import ROOT, python

# Parts of torch that take long to load, and libraries that only they use; tfshim needs them for `jit_compile` and the like.
HEAVY = {"torch._dynamo", "torch._inductor", "torch.distributed", "torch.fx.experimental.symbolic_shapes", "sympy", "pydoc", "unittest"}
_LOADED = "\nimport sys\nprint('LOADED', *sys.modules)"
_START = "import tfshim\ntfshim.activate()\nimport numpy as np\nimport tensorflow as tf\nlayers = tf.keras.layers\n"
_USE = """
model(x)
model.compile("adam", loss, metrics=["accuracy"])
model.fit(x, y, verbose=0, validation_data=(x, y))
model.predict(x, verbose=0)
model.evaluate(x, y, verbose=0)
"""
_CLASSES = "y, loss = np.zeros(8, 'int32'), 'sparse_categorical_crossentropy'\n"
_NUMBERS = "y, loss = np.zeros((8, 1), 'float32'), 'mse'\n"
PROGRAMS = {
    "operation": "tf.constant([1.0]) + 1",
    "dense": _CLASSES
    + "x = np.zeros((8, 3), 'float32')\n"
    + "model = tf.keras.Sequential([layers.Dense(8, 'relu'), layers.Dropout(0.1), layers.Dense(4, 'softmax')])\n"
    + _USE,
    "images": _CLASSES
    + "x = np.zeros((8, 12, 12, 1), 'float32')\n"
    + "model = tf.keras.Sequential([layers.Input((12, 12, 1)), layers.Conv2D(8, 3, activation='relu'), layers.MaxPooling2D(), "
    + "layers.BatchNormalization(), layers.Flatten(), layers.Dense(4, 'softmax')])\n"
    + _USE,
    "functional": _NUMBERS
    + "x = np.zeros((8, 3), 'float32')\n"
    + "i = tf.keras.Input((3,))\n"
    + "o = layers.Dense(1)(layers.LayerNormalization()(layers.Concatenate()([layers.Dense(4, 'relu')(i), layers.Dense(4)(i)])))\n"
    + "model = tf.keras.Model(i, o)\n"
    + _USE,
    "sequences": "x = np.zeros((8, 5), 'int32')\n"
    + "model = tf.keras.Sequential([layers.Embedding(10, 4), layers.LSTM(8), layers.Dense(1, 'sigmoid')])\n"
    + "model.predict(x, verbose=0)\n",
}


def loaded(program, **env):
    """The names of the modules that a process with the variables `env` has after `program`."""
    done = after_torch.python("-c", program + _LOADED, cwd=ROOT, env=env)
    assert done.returncode == 0, done.stderr
    return {*done.stdout.rpartition("LOADED")[2].split()}


@pytest.fixture(scope="module")
def by_torch():
    return loaded("import torch")


@pytest.mark.parametrize("name", PROGRAMS)
def test_first_models_load_no_compiler(name, by_torch):
    found = loaded(_START + PROGRAMS[name]) - by_torch
    assert found & HEAVY == set()
    assert "tfshim.engine.graphs.captured.steps" not in found  # it serves the fifth step of training


def test_graphs_of_unknown_sizes_load_no_compiler(by_torch):
    program = (
        "import tfshim\ntfshim.activate()\nimport tensorflow.compat.v1 as tf\n"
        "with tf.Graph().as_default():\n"
        "    x, y = tf.placeholder(tf.float32, [None, 3]), tf.placeholder(tf.float32, [None, 3])\n"
        "    made = [tf.abs(x), tf.cumsum(x), tf.where(x > 0, x, y), tf.reduce_logsumexp(x), tf.nn.leaky_relu(x), tf.nn.top_k(x, 2),\n"
        "            tf.nn.softmax_cross_entropy_with_logits_v2(labels=y, logits=x), tf.boolean_mask(x, x[:, 0] > 0), tf.linalg.svd(x),\n"
        "            tf.clip_by_norm(x, 1.0), tf.math.reduce_std(x), tf.linalg.diag(x)]\n"
    )
    assert not (loaded(program) - by_torch) & {"torch._dynamo", "torch._inductor"}


def test_rules_for_shapes_are_marked_for_a_compiler_that_is_loaded_later():
    program = (
        "import tfshim as tf, torch\n"
        "with tf.Graph().as_default():\n"
        "    tf.abs(tf.compat.v1.placeholder(tf.float32, [None, 3]))\n"
        "import torch._dynamo\n"
        "marked, mark = [], torch._dynamo.disable\n"
        "torch._dynamo.disable = lambda *a, **k: marked.append(a) or mark(*a, **k)\n"
        "for _ in range(2):\n"
        "    assert torch.abs(torch.empty(2, 3, device='meta')).shape == (2, 3)\n"
        "assert marked and len(marked) == len({id(a[0]) for a in marked})\n"
    )
    loaded(program)


def test_a_compiler_would_be_noticed(by_torch):
    program = _START + "tf.function(lambda x: x + 1, jit_compile=True)(tf.zeros(2))"
    # It is loaded as well where it then finds no compiler for C++, which would take longer than all the rest.
    assert {"torch._dynamo", "sympy"} <= loaded(program, CXX="missing") - by_torch


@pytest.mark.parametrize(
    "use", ["tfshim.keras.layers.Flatten()", "tfshim.keras.layers.deserialize({'class_name': 'Flatten', 'config': {}})"]
)
def test_a_layer_is_loaded_when_it_is_used(use):
    found = loaded(f"import tfshim\n{use}")
    assert "tfshim.keras.layers.core" in found
    assert not found & {f"tfshim.keras.layers.{name}" for name in ("attention", "preprocessing.text", "rnn.conv_lstm")}


def test_a_mask_in_a_graph_may_be_the_first_that_is_computed(tmp_path):
    program = "import tfshim as tf\nprint(tf.function(lambda x: tf.boolean_mask(x, [True, False]))(tf.constant([1, 2])).numpy())"
    assert after_torch.python("-c", program, cwd=tmp_path).stdout.split() == ["[1]"]


_COLLECTIONS = """
import gc, weakref
class Node: pass
node = Node()
node.itself, kept = node, weakref.ref(node)
del node
searched = []
gc.callbacks.append(lambda phase, info: searched.append(info["generation"]) if phase == "start" else None)
{before}
import tfshim
tfshim.activate()
import tensorflow as tf
tf.constant([1.0]) + 1
print(2 in searched, gc.isenabled(), gc.get_freeze_count())
gc.collect()
print(kept() is None)
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import torch; searched.clear()", ["False True 0", "True"]),
        ("gc.disable()", ["False False 0", "True"]),
        ("gc.freeze(); frozen = gc.get_freeze_count()", None),
    ],
)
def test_loading_is_not_searched_for_garbage_and_leaves_the_collector_as_it_was(before, after):
    done = python("-c", _COLLECTIONS.format(before=before), cwd=ROOT)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    if after is None:  # what the program froze stays so
        assert int(printed[0].split()[-1]) > 0 and printed[1] == "False"
    else:
        assert printed == after
