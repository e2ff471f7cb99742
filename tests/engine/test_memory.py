"""Memory that cannot be had: ResourceExhaustedError with operation, shape and type, wherever it is asked for.

What asks for it runs in one process of its own, which the system lets have little.
"""

import functools
import json
import textwrap

import pytest

import tfshim as tf
from tests import after_torch, processes
from tests.recorded.cases import expressions
from tests.recorded.expressions import recorded
from tfshim.engine.values import memory

# Where TensorFlow's own text differs with its way to the result, or it ends the process.
ELSEWHERE = {
    "tf.function(lambda n: tf.zeros([n]))(tf.constant(2**42, tf.int64))": "[4398046511104] and type float",
    "tf.function(lambda: tf.zeros([2**42], tf.string))()": "[4398046511104] and type string",
    "tf.function(lambda x: tf.matmul(x, x, transpose_b=True))(tf.zeros([2**22, 1]))": "[4194304,4194304] and type float",
    "tf.function(lambda: tf.range(2**42)[0])()": "[4398046511104] and type int64",
    "session(lambda: tf.random.uniform([2**42]))": "[4398046511104] and type float",
    "session(lambda: tf.compat.v1.get_variable('v', [2**42]).initializer)": "[4398046511104] and type float",
    "next(iter(tf.data.Dataset.range(1).map(lambda x: tf.zeros([2**42]))))": "[4398046511104] and type float",
    "next(iter(tf.data.Dataset.from_tensors([1.]).padded_batch(2, padded_shapes=[2**42])))": "OOM when allocating",
    "under_tape(lambda x: x + tf.transpose(x), tf.zeros([2**22, 1]))": "[4194304,4194304] and type float",
    "tf.constant(1.0, shape=[2**42])": "[4398046511104] and type float",
    "tf.constant('a', shape=[2**42])": "[4398046511104] and type string",
    "tf.make_ndarray(tf.make_tensor_proto(1., shape=[2**42]))": "[4398046511104] and type float",
    "tf.ragged.constant([[1], [2, 3]]).to_tensor(shape=[2, 2**41])": "[2,2199023255552] and type int32",
    "tf.math.bincount([2**31 - 2])": "OOM when allocating tensor",
    "tf.keras.layers.RepeatVector(2**42)(tf.zeros([1, 8]))": "[1,4398046511104,8] and type float",
    "tf.meshgrid(tf.zeros([2**22]), tf.zeros([2**22]))": "[4194304,4194304] and type float",
    "tf.repeat([1.0, 2.0], [2**42, 2**42])": "[8796093022208] and type float",
    "tf.eye(2**28)": "[268435456,268435456] and type float",
    "tf.linalg.diag([1.0], k=2**30)": "[1073741825,1073741825] and type float",
    "tf.TensorArray(tf.float32, 2**42)": "[4398046511104] and type variant",
    "tf.keras.initializers.Identity()([2**22, 2**22])": "[4194304,4194304] and type float",
}
PROGRAM = """
    import json, resource, sys
    resource.setrlimit(resource.RLIMIT_AS, (5 << 30, 5 << 30))
    import tfshim as tf
    from tests.recorded.expressions import answer, scope_for

    def session(build):
        with tf.Graph().as_default(), tf.compat.v1.Session() as s:
            s.run(build())

    def under_tape(function, x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            return function(x)

    scope = scope_for("memory", {"tf": tf, "session": session, "under_tape": under_tape})
    print(json.dumps({e: answer(e, scope) for e in json.load(sys.stdin)}))
"""


@functools.cache
def answers():
    asked = json.dumps([e for e, _ in recorded("memory")] + list(ELSEWHERE))
    made = after_torch.python("-c", textwrap.dedent(PROGRAM), input=asked, cwd=processes.ROOT)
    assert made.returncode == 0, made.stderr[-2000:]
    return json.loads(made.stdout.splitlines()[-1])


@expressions("memory")
def test_recorded(case):
    case.compare(answers()[case.text])


@pytest.mark.parametrize("expression", ELSEWHERE)
def test_elsewhere(expression):
    kind, name, text = answers()[expression]
    assert (kind, name) == ("raises", "ResourceExhaustedError")
    assert ELSEWHERE[expression] in text
    assert "by allocator cpu" in text


def test_building_takes_no_memory():
    traced = tf.function(lambda: tf.fill([2**40, 2**10], 1.0) + tf.random.normal([2**40, 1])).get_concrete_function()
    assert traced.output_shapes == [2**40, 2**10]
    assert tf.function(lambda: tf.range(2**40)).get_concrete_function().output_shapes == [2**40]
    model = tf.keras.Sequential([tf.keras.layers.InputLayer([4]), tf.keras.layers.RepeatVector(2**40)])
    assert model.output_shape == (None, 2**40, 4)


def test_large_counts_in_pipelines_are_only_counts():
    numbers = tf.data.Dataset.range(5)
    assert next(iter(numbers.batch(2**40))).shape == [5]
    assert sorted(numbers.shuffle(2**40).as_numpy_iterator()) == [0, 1, 2, 3, 4]
    assert next(iter(numbers.padded_batch(2**40, padded_shapes=[]))).shape == [5]
    assert int(tf.queue.FIFOQueue(2**31 - 1, [tf.float32]).size()) == 0


@pytest.mark.parametrize(
    "text",
    [
        "CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.10 GiB",
        "[enforce fail at alloc_cpu.cpp:127] err == 0. DefaultCPUAllocator: can't allocate memory: you tried to allocate 16 bytes.",
        "numel: integer multiplication overflow",
        "Storage size calculation overflowed with sizes=[4, 4]",
        "std::bad_alloc",
    ],
)
def test_what_torch_says_is_known(text):
    assert memory.shortage(RuntimeError(text))
    assert not memory.shortage(RuntimeError("The size of tensor a (3) must match"))
    assert memory.shortage(MemoryError())
