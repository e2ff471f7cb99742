"""Gradients through branches and loops, whose graphs are compared node by node with those of TensorFlow."""


def flows(tf):
    """{name: a function that gives the graph of a traced function}."""
    made = {}
    for name, function in FLOWS.items():
        made[f"flow {name}"] = lambda function=function: _traced(tf, function, 3)
        if name in ANY_BATCH:
            made[f"flow {name} for any batch"] = lambda function=function: _traced(tf, function, None)
    return made


def _traced(tf, function, batch):
    w, b = tf.Variable(tf.ones([4, 4])), tf.Variable(tf.ones([4]))

    @tf.function
    def train(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = tf.reduce_sum(function(tf, x, w, b))
        return tape.gradient(loss, [w, x])

    return train.get_concrete_function(tf.TensorSpec([batch, 4])).graph


def _loop(tf, x, w, b):
    return tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, tf.tanh(y @ w + b) * tf.reduce_mean(y)), [0, x])[1]


def _limited(tf, x, w, b):
    return tf.while_loop(lambda y: tf.reduce_sum(y) < 9.0, lambda y: (y * y + b,), [x], maximum_iterations=5)[0]


def _loop_in_loop(tf, x, w, b):
    def turn(i, y):
        return i + 1, tf.while_loop(lambda j, _: j < i, lambda j, z: (j + 1, tf.tanh(z @ w)), [0, y])[1]

    return tf.while_loop(lambda i, _: i < 3, turn, [0, x])[1]


def _choice(tf, x, w, b):
    return tf.cond(x[0, 0] > 0.0, lambda: tf.tanh(x @ w) * b, lambda: tf.square(x))


def _one_of_two(tf, x, w, b):
    return tf.cond(x[0, 0] > 0.0, lambda: (tf.exp(x), x * 2.0), lambda: (x, tf.sqrt(x)))[0]


def _one_of_many(tf, x, w, b):
    return tf.switch_case(tf.cast(x[0, 0], tf.int32), [lambda: x @ w, lambda: tf.exp(x), lambda: x + b])


def _choice_in_loop(tf, x, w, b):
    def turn(i, y):
        return i + 1, tf.cond(y[0, 0] > 0.0, lambda: tf.tanh(y @ w), lambda: y * 2.0)

    return tf.while_loop(lambda i, _: i < 3, turn, [0, x])[1]


def _loop_in_choice(tf, x, w, b):
    def loop():
        return tf.while_loop(lambda i, _: i < 3, lambda i, y: (i + 1, tf.tanh(y @ w)), [0, x])[1]

    return tf.cond(x[0, 0] > 0.0, loop, lambda: x + b)


def _array(tf, x, w, b):
    def turn(i, y, array):
        y = tf.tanh(y @ w)
        return i + 1, y, array.write(i, y)

    return tf.while_loop(lambda i, *_: i < 3, turn, [0, x, tf.TensorArray(tf.float32, 3)])[2].stack()


def _growing(tf, x, w, b):
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(3):
        x = tf.tanh(x @ w)
        array = array.write(i, x)
    return array.stack()


def _statements(tf, x, w, b):
    if tf.reduce_sum(x) > 0.0:
        x = tf.tanh(x @ w)
    for _ in tf.range(3):
        x = tf.tanh(x @ w)
    return x


def _mapped(tf, x, w, b):
    return tf.map_fn(lambda row: tf.tanh(row * w[0]), x)


def _mapped_twice(tf, x, w, b):
    return tf.map_fn(lambda row: tf.map_fn(lambda number: tf.exp(number) * w[0, 0], row), x)


def _mapped_pairs(tf, x, w, b):
    return tf.map_fn(lambda pair: pair[0] * pair[1] + b, (x, x[:, 0]), fn_output_signature=tf.float32)


def _scanned(tf, x, w, b):
    return tf.scan(lambda state, row: state * row + w[0], x)


def _scanned_from(tf, x, w, b):
    return tf.scan(lambda state, row: tf.tanh(state * row), x, initializer=b * 2.0, reverse=True)


def _folded(tf, x, w, b):
    return tf.foldl(lambda state, row: state * row + w[0], x) + tf.foldr(lambda state, row: state + row * b, x)


FLOWS = {
    "rows mapped": _mapped,
    "rows mapped within rows": _mapped_twice,
    "pairs mapped": _mapped_pairs,
    "rows scanned": _scanned,
    "rows scanned from a start": _scanned_from,
    "rows folded": _folded,
    "loop": _loop,
    "limited": _limited,
    "loop in a loop": _loop_in_loop,
    "choice": _choice,
    "one of two results": _one_of_two,
    "one of many": _one_of_many,
    "choice in a loop": _choice_in_loop,
    "loop in a choice": _loop_in_choice,
    "array": _array,
    "growing array": _growing,
    "statements": _statements,
}
ANY_BATCH = ("loop", "choice", "rows mapped", "rows scanned", "rows folded")
