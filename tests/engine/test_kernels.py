"""Dtypes that an operation is declared for and TensorFlow's CPU has no kernel for."""

import pytest
import torch

import tfshim as tf
from tfshim import raw_ops
from tfshim.engine.ops.kernel_table import LACKING
from tfshim.engine.ops.op import REGISTRY

pytestmark = pytest.mark.skipif(torch.cuda.is_available(), reason="kernels of the CPU")


@pytest.mark.parametrize(
    "call",
    [
        lambda: tf.math.reciprocal(tf.constant([1, 2])),
        lambda: tf.linalg.svd(tf.constant([[1.0]], tf.float16)),
        lambda: tf.math.erfinv(tf.constant(0.5, tf.bfloat16)),
        lambda: tf.matmul(tf.constant([[1]], tf.uint8), tf.constant([[1]], tf.uint8)),
        lambda: tf.math.cumsum(tf.constant([1], tf.qint8)),  # declared for a type that the kernel here does not take either
        lambda: tf.raw_ops.Round(x=tf.constant([1], tf.int8)),
        lambda: tf.einsum("ij,jk->ik", tf.constant([[1]], tf.int8), tf.constant([[1]], tf.int8)),
    ],
)
def test_eager_calls_find_no_device(call):
    with pytest.raises(tf.errors.NotFoundError, match=r"Could not find device for node: \{\{node \w+\}\} = \w+\[T=DT_") as caught:
        call()
    assert "tf.cast" in caught.value.message and "[Op:" in caught.value.message


def test_the_message_names_the_types_that_have_kernels_and_the_one_that_has_none():
    with pytest.raises(tf.errors.NotFoundError) as caught:
        tf.math.reciprocal(tf.constant([1], tf.int64), name="inverse")
    text = caught.value.message
    assert "T in [DT_BFLOAT16, DT_HALF, DT_FLOAT, DT_DOUBLE, DT_COMPLEX64, DT_COMPLEX128]" in text
    assert "no kernel for int64" in text and text.endswith("[Op:Reciprocal] name: inverse")


def test_the_missing_kernel_is_told_before_another_dtype():
    with pytest.raises(tf.errors.NotFoundError, match="MatMul"):
        tf.matmul(tf.constant([[1]], tf.uint16), tf.constant([[1]]))


def test_under_a_tape():
    x = tf.constant([1, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        with pytest.raises(tf.errors.NotFoundError):
            tf.math.reciprocal(x)
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.math.reciprocal(x)
    assert tape.gradient(y, x).numpy().tolist() == [-1.0, -0.25]


def test_functions_fail_when_they_run():
    function = tf.function(lambda x: tf.math.reciprocal(x))
    assert function.get_concrete_function(tf.TensorSpec([2], tf.int32)).outputs[0].dtype == tf.int32
    with pytest.raises(tf.errors.InvalidArgumentError, match="No OpKernel was registered to support Op 'Reciprocal' used by"):
        function(tf.constant([1, 2]))
    assert function(tf.constant([2.0])).numpy().tolist() == [0.5]


def test_compiled_functions_need_no_kernel():
    assert tf.function(lambda x: tf.math.reciprocal(x), jit_compile=True)(tf.constant([1, 1])).numpy().tolist() == [1, 1]


def test_sessions_fail_when_they_run():
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.int32, [2])
        y, z = tf.math.reciprocal(x), x + 1
    with v1.Session(graph=graph) as session:
        with pytest.raises(tf.errors.InvalidArgumentError, match="No OpKernel was registered"):
            session.run(y, {x: [1, 2]})
        assert session.run(z, {x: [1, 2]}).tolist() == [2, 3]


def test_composed_functions_take_what_their_parts_take():
    assert tf.linspace(tf.constant(0.0, tf.float16), 1.0, 3).numpy().tolist() == [0.0, 0.5, 1.0]


def test_every_entry_leaves_dtypes_and_names_a_letter_of_an_operation():
    raw_ops.load()
    known = 0
    for (op_type, letter), names in LACKING.items():
        o = REGISTRY.get(op_type)
        assert len(set(names.split())) == len(names.split())
        if o is not None and letter in o.masks:
            known += 1
            assert o.lacking is None or o.served[letter]
    assert known > 100


def test_loops_and_branches_of_a_session():
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        x = v1.placeholder(tf.int32, [2])
        y = tf.cond(x[0] > 1, lambda: tf.math.reciprocal(x), lambda: x)
        z = tf.while_loop(lambda i: i < 3, lambda i: i + 1, [x[0]])
    with v1.Session(graph=graph) as session:
        assert session.run(z, {x: [1, 2]}) == [3]
        assert session.run(y, {x: [1, 2]}).tolist() == [1, 2]
        with pytest.raises(tf.errors.InvalidArgumentError, match="No OpKernel was registered"):
            session.run(y, {x: [2, 2]})
