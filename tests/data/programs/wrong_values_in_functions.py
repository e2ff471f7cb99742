"""What does not become a constant or an input: at once, in traced functions, and where shapes are unknown."""

import functools

import numpy as np


def _quiet(case):
    """`case` without what the logger says of many functions that are traced."""

    @functools.wraps(case)
    def run():
        logger = tf.get_logger()
        level = logger.level
        logger.setLevel("ERROR")
        try:
            return case()
        finally:
            logger.setLevel(level)

    return run

class Thing:
    def __repr__(self):
        return "Thing"


class Number(float):
    pass


VALUES = [
    2**63, 2**70, -(2**63) - 1, [2**70], [2**63, 1], [1.0, 2**64], [True, 2**64], 2**40, -1, True, [True, 1], [1, True], [np.int8(1)],
    [np.array(1.0)], [np.float64(1)], [np.array([1.0, 2.0])], [np.array([1, 2]), [3, 4]], [range(2)], None, [None], [1, None], Thing(),
    [Thing()], {"a": 1}, {"a": "x"}, {1}, [1, "a"], ["a", 1], [1, 1.5], [1, 1j], [[1], [2, 3]], [["a"], ["b", "c"]], [1, [2]], 1e40, "a",
    ["a"], b"\xff", [], [[]], np.array([1.5]), np.array([1, 2]), np.True_, Number(1.5),
]  # fmt: skip
AT_ONCE = [
    2**63, 2**70, -(2**63) - 1, [2**70], [2**63, 1], [1.0, 2**60], 2**40, -1, True, [True, 1], [1, True], None, [None], [1, None], Thing(),
    [Thing()], {"a": 1}, {1}, [1, "a"], ["a", 1], [1, 1.5], [1, 1j], [[1], [2, 3]], [["a"], ["b", "c"]], [1, [2]], "a", ["a"], [], [[]],
]  # fmt: skip
TYPES = [None, "int32", "float32", "string", "bool", "complex64", "uint8", "uint64"]
UNKNOWN = tf.TensorSpec(None, tf.float32)


def _told(function):
    try:
        made = function()
        return [[x.dtype.name, x.shape.as_list(), str(x.numpy().tolist())] for x in tf.nest.flatten(made) if isinstance(x, tf.Tensor)]
    except Exception as error:
        lines = [line.strip() for line in str(error).splitlines() if line.strip()]
        if lines and lines[0].startswith("Graph execution error"):
            lines = [line.split(" [Op:__inference")[0] for line in lines[-2:]]
        return [type(error).__name__, *lines[:2]]


def _in_function(function):
    return _told(tf.function(function, autograph=False))


@_quiet
def case_constants():
    """NumPy makes them in functions."""
    return [[_in_function(lambda: tf.constant(value, dtype)) for value in VALUES] for dtype in TYPES]


@_quiet
def case_constants_at_once():
    # How integers fail to become uint64 is a slip of TensorFlow's.
    return [[_told(lambda: tf.constant(value, dtype)) for value in AT_ONCE] for dtype in TYPES if dtype != "uint64"]


FIRST = [1.5, True, "a", [], 2**70, [[1], [2, 3]], np.array(["a"]), np.array([1.5]), None, [None], Thing(), {"a": 1}, 3, [1, 2]]


@_quiet
def case_inputs():
    """Inputs are looked at one after the other: the first that an operation doesn't take is told."""
    three, half = tf.constant([1, 2, 3]), tf.constant([0.5])
    made = {}
    made["bitwise_and x"] = [_in_function(lambda: tf.bitwise.bitwise_and(value, three)) for value in FIRST]
    made["bitwise_and y"] = [_in_function(lambda: tf.bitwise.bitwise_and(three, value)) for value in FIRST]
    made["matmul"] = [_in_function(lambda: tf.matmul([[1.0]], value)) for value in FIRST]
    made["scatter_nd"] = [_in_function(lambda: tf.tensor_scatter_nd_update(half, value, [1.0])) for value in FIRST[:-1]]
    made["pad"] = [_in_function(lambda: tf.pad(half, [[1, 0]], constant_values=value)) for value in (True, Thing(), [None], three)]
    made["maximum"] = [_in_function(lambda: tf.maximum(value, half)) for value in FIRST]
    return made


@_quiet
def case_sizes():
    """Sizes and axes of other types."""
    x, values = tf.ones([2, 3]), [1.5, "a", Thing(), np.float32(1), [0.0, 1.0]]
    calls = {
        "one_hot": lambda value: tf.one_hot([0, 1], 2 if isinstance(value, list) else value),
        "reduce_sum": lambda value: tf.reduce_sum(x, value),
        "split": lambda value: tf.split(x, 3, axis=value)[0],
        "tile": lambda value: tf.tile(x, np.array([1.5, 2.5]) if isinstance(value, np.floating) else value),
    }
    return {name: [(_told(lambda: call(value)), _in_function(lambda: call(value))) for value in values] for name, call in calls.items()}


@_quiet
def case_attributes():
    """The declaration of the operation stands in the text."""
    x, texts = tf.ones([2]), tf.constant(["a"])
    calls = [
        lambda: tf.bitwise.bitwise_and(x, x),
        lambda: tf.bitwise.bitwise_and(x, x, name="named"),
        lambda: tf.reduce_sum(x, axis=tf.constant(1.0)),
        lambda: tf.concat([x, x], axis=tf.constant(1.0)),
        lambda: tf.math.argmax(x, output_type=tf.float32),
        lambda: tf.gather(x, tf.constant([0.5])),
        lambda: tf.reduce_sum(texts),
    ]
    return [_told(call) for call in calls]


@_quiet
def case_shapes():
    return [_in_function(lambda: tf.bitwise.left_shift([1, 2], [1, 2, 3])), _in_function(lambda: tf.math.igamma([1.0, 2.0], [1.0, 2.0, 3.0]))]


@_quiet
def case_further_arguments():
    """What `*` collects is named after it, and numbered."""

    def names(function, *given):
        return [x.name for x in tf.function(function, autograph=False).get_concrete_function(*given).inputs]

    further = tf.function(lambda *values: tf.bitwise.bitwise_and(values[0], 1.5), input_signature=[UNKNOWN], autograph=False)
    return [
        names(lambda *xs: 0, UNKNOWN, UNKNOWN),
        names(lambda a, *rest, c=1, **more: 0, UNKNOWN, UNKNOWN, UNKNOWN),
        names(lambda a, *rest: 0, UNKNOWN, [UNKNOWN, UNKNOWN], {"k": UNKNOWN}),
        _told(lambda: further(1.0)),
        _in_function(lambda: tf.one_hot(["a"], 3)),
    ]


@_quiet
def case_functions_of_loops():
    """No function where one is wanted, and other first states."""
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    calls = []
    for value in (1, "a", [1], np.ones(2), None):
        calls += [lambda value=value: tf.foldl(value, x), lambda value=value: tf.scan(value, x), lambda value=value: tf.map_fn(value, x)]
        calls += [lambda value=value: tf.numpy_function(value, [x], tf.float32), lambda value=value: tf.switch_case(value, [lambda: x])]
        calls += [lambda value=value: tf.case(value), lambda value=value: tf.case([(tf.constant(True), lambda: x)], default=value)]
    calls += [lambda: tf.map_fn(lambda v: v, 1.0), lambda: tf.foldl(lambda a, b: a + b, x, 1), lambda: tf.foldl(lambda a, b: a + b, x, np.ones(2))]
    calls += [lambda: tf.numpy_function(None, [x], tf.float32), lambda: tf.py_function(lambda v: v, None, tf.float32)]
    calls += [lambda: tf.numpy_function(lambda v: v, [x], None), lambda: tf.convert_to_tensor(1.0, dtype_hint="a")]
    return [(_told(call), _in_function(call)) for call in calls]


@_quiet
def case_empty_integral():
    a, x = tf.constant([0.0, 1.0, -1.0, np.inf, 0.0, -1.0]), tf.constant([0.0, 0.0, 0.0, 0.0, 1.0, 1.0])
    return str(tf.math.igamma(a, x).numpy()), str(tf.math.igamma(tf.cast(a, tf.float64), tf.cast(x, tf.float64)).numpy())


@_quiet
def case_assigned_shapes():
    """A value whose shape is known only when the function runs: the variable keeps its own."""

    def in_loop(v, x):
        for _ in tf.range(2):
            v.assign(x)

    def in_branch(v, x):
        if tf.size(x) > 0:
            v.assign(x)

    found = []
    for shape in (None, [None], tf.TensorShape(None)):
        for act in (lambda v, x: v.assign(x), in_loop, in_branch):
            v = tf.Variable([1.0, 2.0], shape=shape)
            assigning = tf.function(functools.partial(act, v), input_signature=[tf.TensorSpec(None)])
            for value in ([3.0, 4.0], [5.0, 6.0, 7.0], [[8.0, 9.0]]):
                try:
                    assigning(tf.constant(value))
                except tf.errors.InvalidArgumentError as e:
                    found.append([line for line in str(e).splitlines() if "wrong shape" in line][:1])
                found.append(v.numpy().tolist())
    return found


def case_returned_values_that_are_no_tensors():
    values = {
        "Keras tensor": tf.keras.Input((2,)),
        "in a dictionary": {"a": tf.keras.Input((2,))},
        "array of objects": np.array([object()]),
        "array of lists": np.array([[1], [1, 2]], dtype=object),
        "date": np.datetime64("2020-01-01"),
        "type": np.float32,
        "spec": tf.TensorSpec([1]),
    }
    for name, value in values.items():

        def returning():
            return value

        try:
            tf.function(returning)()
        except Exception as e:
            print(name, type(e).__name__, str(e).split(";")[0], str(e).rpartition(",")[0].rpartition(",")[2], str(e).rpartition(",")[2])


def case_values_of_other_shapes_than_was_said():
    made, kept = [], tf.Variable(tf.zeros([1, 2]))

    @tf.function(input_signature=[tf.TensorSpec([None, 2])])
    def store(x):
        x.set_shape([1, 2])
        if tf.reduce_sum(x) > 1.0:
            kept.assign(x * 2.0)
        return x

    model = tf.keras.Sequential([tf.keras.layers.SimpleRNN(2, stateful=True, batch_input_shape=(1, 2, 1))])
    for f in (lambda: store(tf.ones([3, 2])), lambda: model.predict(tf.ones([3, 2, 1]), verbose=0), lambda: store(tf.ones([1, 2]))):
        try:
            made.append(f().shape)
        except tf.errors.InvalidArgumentError:
            made.append("refused")
    return repr([made, kept.numpy().tolist(), model.layers[0].states[0].numpy().shape])
