"""Gradients of operations that a program replaces in TensorFlow's registry, as explainers of networks do."""

import contextlib

import numpy as np
from tensorflow.python.eager import record
from tensorflow.python.framework import ops

ENTRIES = ops._gradient_registry._registry
X = tf.constant([[1.0, -2.0, 0.5], [-0.3, 4.0, 2.0]])
W = tf.constant([[0.5, 1.0], [2.0, -1.0], [0.1, 0.2]])


@contextlib.contextmanager
def replaced(kind, function):
    own = ENTRIES[kind]["type"]
    ENTRIES[kind]["type"] = lambda op, *grads: function(own, op, *grads)
    try:
        yield
    finally:
        ENTRIES[kind]["type"] = own


def of_tape(f, *xs):
    def gradients(*xs):
        with tf.GradientTape() as tape:
            tape.watch(xs)
            y = f(*xs)
        return tape.gradient(y, xs)

    made = tf.function(gradients, autograph=False).get_concrete_function(*xs)(*xs)
    return [None if g is None else np.round(g.numpy(), 3) for g in made]


def case_rescaled():
    with replaced("Relu", lambda own, op, grad: 2.0 * own(op, grad)):
        return of_tape(lambda x: tf.nn.relu(3.0 * x)[:, 0], X)


def case_its_own_again():
    with replaced("Relu", lambda own, op, grad: 2.0 * own(op, grad)):
        pass
    return of_tape(lambda x: tf.nn.relu(3.0 * x), X), ENTRIES["Relu"]["type"] is ops.gradient_registry.lookup("Relu")


def case_several_inputs():
    def double(own, op, grad):
        a, b = own(op, grad)
        return [2.0 * a, None if b is None else 3.0 * b]

    with replaced("MatMul", double), replaced("Mul", lambda own, op, grad: [None, own(op, grad)[1]]):
        return of_tape(lambda x, w: tf.matmul(x * x, w * 2.0), X, W), of_tape(lambda x, w: tf.matmul(x, w), X, W)


def case_what_is_seen():
    seen = []

    def look(own, op, grad):
        seen.append((op.type, [t.shape.as_list() for t in op.outputs], grad.shape.as_list()))
        return own(op, grad)

    with replaced("Tanh", look), replaced("Softmax", look), replaced("ConcatV2", lambda own, op, grad: own(op, grad)):
        made = of_tape(lambda x: tf.nn.softmax(tf.concat([tf.tanh(x), x], 1)), X)
    return seen, made


def case_sums_of_paths():
    with replaced("Exp", lambda own, op, grad: own(op, grad) + 1.0):
        return of_tape(lambda x: tf.exp(x) * x + tf.exp(2.0 * x), X), of_tape(lambda x: tf.exp(tf.exp(0.1 * x)), X)


def case_none_and_unconnected():
    with replaced("Exp", lambda own, op, grad: None):
        return of_tape(lambda x, w: tf.exp(x), X, W), of_tape(lambda x, w: tf.exp(x) + tf.reduce_sum(w), X, W)


def case_several_outputs():
    def only_first(own, op, *grads):
        return own(op, grads[0], *[tf.zeros_like(g) for g in grads[1:]])

    with replaced("SplitV", only_first):
        return of_tape(lambda x: tf.add_n([tf.reduce_sum(p * p) for p in tf.split(x, [1, 2], 1)]), X)


def case_of_variables():
    v = tf.Variable(W)

    @tf.function
    def gradient(x):
        with tf.GradientTape() as tape:
            y = tf.nn.relu(tf.matmul(x, v)) + tf.reduce_sum(v)
        return tape.gradient(y, v)

    with replaced("Relu", lambda own, op, grad: grad):
        return np.round(gradient(X).numpy(), 3)


def case_symbolic():
    @tf.function
    def gradients(x):
        y = tf.nn.relu(x)
        z = tf.nn.relu(2.0 * y - 1.0)
        return tf.gradients(z, [x, y], grad_ys=[tf.constant(0.5) * tf.ones_like(z)]), tf.gradients(z, x, stop_gradients=[y])

    with replaced("Relu", lambda own, op, grad: grad * 3.0):
        (a, b), none = gradients(X)
        return a.numpy(), b.numpy(), none


def case_registered_beside():
    @tf.RegisterGradient("TriplesWhatComes")
    def triple(op, grad):
        return 3.0 * grad

    return ENTRIES["TriplesWhatComes"]["type"] is triple, "TriplesWhatComes" in ENTRIES, "NoSuchGradient" in ENTRIES


def case_consumers_and_inputs_under_a_tape():
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.tanh(tf.nn.relu(x))
        found = [op.type for op in x.consumers()], [t is x for t in x.consumers()[0].inputs], [t.name for t in y.op.inputs]
        seen.append(found)
        return tape.gradient(y, x)

    seen = []
    f(X)
    return seen


def case_what_tapes_record():
    x, v, seen = tf.constant([1.0, 2.0]), tf.Variable(3.0), []

    def ask(*tensors):
        seen.append((record.should_record_backprop([tf.convert_to_tensor(t) for t in tensors]), record.could_possibly_record()))

    ask(x, v)
    with tf.GradientTape() as tape:
        ask(x)
        ask(v)
        ask(x, v)
        ask(v * x)
        ask(tf.shape(x), tf.cast(v, tf.int32))
        with tape.stop_recording():
            ask(v)
        with record.stop_recording():
            ask(v)
        tape.watch(x)
        ask(x)
        ask(tf.stop_gradient(x))
    ask(x, v)
    with tf.GradientTape(watch_accessed_variables=False):
        ask(x, v)
    return seen


def case_what_tapes_record_in_functions():
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            seen.append(record.should_record_backprop([x]))
            tape.watch(x)
            seen.append(record.should_record_backprop([x]))
            seen.append(record.should_record_backprop([x * 2.0]))
        seen.append(record.should_record_backprop([x]))
        return x

    seen = []
    f(X)
    return seen
