"""Smaller namespaces: raw operations, types, profiles, and the errors of what is absent."""

import ast

import pytest

import tfshim as tf
from tests import after_torch, processes
from tfshim import raw_ops


def test_raw_operations_by_name():
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    assert tf.raw_ops.Sum(input=x, axis=[0], keep_dims=True).numpy().tolist() == [[4.0, 6.0]]
    assert tf.raw_ops.MatMul(a=x, b=x).numpy().tolist() == [[7.0, 10.0], [15.0, 22.0]]
    assert tf.raw_ops.Concat(concat_dim=1, values=[x, x]).shape == (2, 4)
    assert tf.raw_ops.Cast(x=x, DstT=tf.int32).dtype == tf.int32
    assert tf.raw_ops.ArgMax(input=x, dimension=1).numpy().tolist() == [1, 1]
    assert tf.function(lambda a: tf.raw_ops.Neg(x=a))(x).numpy().sum() == -10


def test_raw_operations_refuse():
    x = tf.constant([1.0])
    with pytest.raises(TypeError, match="only takes keyword args"):
        tf.raw_ops.Add(x, x)
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'y'"):
        tf.raw_ops.AddV2(x=x)
    with pytest.raises(TypeError, match="has no argument 'z'"):
        tf.raw_ops.AddV2(x=x, y=x, z=x)
    with pytest.raises(TypeError, match="T is tf.int32, but the input has tf.float32"):
        tf.raw_ops.AddV2(x=x, y=x, T=tf.int32)
    with pytest.raises(AttributeError, match="NoSuchOperation"):
        tf.raw_ops.NoSuchOperation  # noqa: B018
    assert "AddV2" in dir(tf.raw_ops)


def test_every_raw_operation_has_a_function():
    for name in dir(tf.raw_ops):
        assert callable(getattr(tf.raw_ops, name))


@pytest.mark.usefixtures("uncollected")
def test_raw_operations_are_found_before_anything_else_is_imported(tmp_path):
    declared = set()
    for path in (processes.ROOT / "tfshim").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", None) == "op"
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                if not any(k.arg in (None, "register") for k in node.keywords):  # those are not registered, or it is not said here
                    declared.add(node.args[0].value)
    done = after_torch.python("-c", "import tfshim as tf; print(*dir(tf.raw_ops))", cwd=tmp_path)
    assert {name for name in declared if not name.startswith(raw_ops._APART)} - set(done.stdout.split()) == set(), done.stderr


def test_types():
    types = tf.types.experimental
    function = tf.function(lambda x: x + 1)
    assert isinstance(function, types.GenericFunction)
    assert isinstance(function.get_concrete_function(tf.TensorSpec([], tf.float32)), types.ConcreteFunction)
    assert not isinstance(len, types.GenericFunction)
    assert isinstance(tf.constant(1), types.TensorLike)


@pytest.mark.parametrize("refuse", [
    lambda: tf.experimental.register_filesystem_plugin("x.so"),
    lambda: tf.experimental.tensorrt.Converter(),
    lambda: tf.experimental.enable_strict_mode(),
    lambda: tf.image.generate_bounding_box_proposals(0, 0, 0, 0),
])  # fmt: skip
def test_what_is_refused_names_itself(refuse):
    with pytest.raises(NotImplementedError, match=r"tf\.\w+\."):
        refuse()


def test_execution():
    with tf.experimental.async_scope(), tf.experimental.function_executor_type(""):
        assert tf.function(lambda: tf.constant(1))().numpy() == 1
    with pytest.raises(NotImplementedError, match="function_executor_type"), tf.experimental.function_executor_type("SINGLE"):
        pass
