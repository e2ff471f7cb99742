"""What values say of themselves: the attributes are told in one place, and nothing else is taken for a sign of a kind."""

import ast
import re
from pathlib import Path

import pytest

import tfshim as tf
from tfshim.engine.values import protocol

PACKAGE = Path(protocol.__file__).parents[2]

pytestmark = pytest.mark.usefixtures("uncollected")
SOURCES = {p.relative_to(PACKAGE).as_posix(): p.read_text() for p in PACKAGE.rglob("*.py")}
# Classes that have a kind, or can be imported where they are asked for. `compat/v1` has namedtuples for fed and fetched
# values, which are told by their names, as are messages by `is_message` alone.
ASKED_OTHERWISE = re.compile(
    r"(Ragged|Sparse)?Tensor(Array)?|(Bounded|Dataset|None|Ragged|Sparse|Tensor)\w*Spec|\w*Variable|Operation|\w*(Def|Proto)"
)


def guesses(text):
    """The lines of `text` where a kind of value is guessed: from `_alias`, or from the name of the type."""
    if "_alias" not in text and "__name__" not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("hasattr", "getattr"):
            if isinstance(node.args[1], ast.Constant) and node.args[1].value == "_alias":
                yield node.lineno
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "__name__":
            names = [n.value for c in node.comparators for n in ast.walk(c) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            if any(ASKED_OTHERWISE.fullmatch(n) for n in names):
                yield node.lineno


def test_kinds_are_not_guessed():
    found = {f"{path}:{line}" for path, text in SOURCES.items() for line in guesses(text)}
    assert not found, "ask a function of engine/values/protocol.py"


@pytest.mark.parametrize(
    "text",
    [
        'hasattr(x, "_alias")',
        "getattr(x, '_alias', None)",
        'type(x).__name__ == "RaggedTensor"',
        'type(x).__name__ != "SparseTensorSpec"',
        'kind.__name__ in ("TensorArray", "Other")',
        'type(x).__name__ == "GraphDef"',
    ],
)
def test_guesses_are_found(text):
    assert list(guesses(text)) == [1]


def test_every_attribute_is_told():
    used = {name for text in SOURCES.values() for name in re.findall(r"\b(?:is)?_tfshim_[a-z_]+", text)}
    used.discard("_tfshim_startup")  # a module
    told = set(re.findall(r"`((?:is)?_tfshim_[a-z_]+)", protocol.__doc__))
    assert used == told


def test_kinds_of_values():
    v = tf.Variable([1.0, 2.0])
    values = {
        "variable": v,
        "written": v.assign_add([1.0, 1.0]),
        "tensor": tf.ones([2]),
        "ragged": tf.ragged.constant([[1], [2, 3]]),
        "sparse": tf.sparse.from_dense([0, 1]),
        "array": tf.TensorArray(tf.int32, 1),
        "list": [1],
        "none": None,
    }
    kinds = {
        protocol.is_variable: {"variable", "written"},
        protocol.is_ragged: {"ragged"},
        protocol.is_sparse: {"sparse"},
        protocol.is_tensor_array: {"array"},
    }
    for asked, wanted in kinds.items():
        assert {name for name, x in values.items() if asked(x)} == wanted
        assert not any(asked(type(x)) for x in values.values())


def test_variables_of_graphs():
    with tf.Graph().as_default():
        v = tf.compat.v1.Variable([1.0])
        assert protocol.is_variable(v) and protocol.is_variable(v.assign([2.0]))
        assert not protocol.is_variable(v.value())


def test_reading():
    v = tf.Variable(3)
    assert protocol.read_if_variable(v).numpy() == 3
    assert protocol.read_if_variable("x") == "x"
