"""Gradients through loops of TensorFlow 1's control flow, for graphs that are compared with those of TensorFlow."""


def descended(tf):
    """A loop that multiplies by a variable, which is trained."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [2, 3]), v1.get_variable("w", [3, 3])
    _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.tanh(y @ w)), [0, x])
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))


def of_any_batch(tf):
    """A loop over values of unknown sizes, which are gone back to."""
    x = tf.compat.v1.placeholder(tf.float32, [None, 3])
    _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * y + x), [0, x])
    tf.gradients(y, x)


def inner_turns(tf):
    """A loop in a loop."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [None, 3]), v1.get_variable("w", [3, 3])

    def inner(i, y):
        return tf.while_loop(lambda j, _: j < i, lambda j, z: (j + 1, tf.tanh(z @ w) * x), [0, y], name="inner")[1]

    _, y = tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, inner(i, y) * 2.0), [0, x])
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))


def _choosing(tf, batch):
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [batch, 3]), v1.get_variable("w", [3, 3])

    def turn(i, y):
        return i + 1, tf.cond(tf.equal(i % 2, 0), lambda: tf.tanh(y @ w), lambda: y * 2.0)

    return x, w, tf.while_loop(lambda i, y: i < 3, turn, [0, x])[1]


def choosing_turns(tf):
    """Branches in a loop."""
    _, _, y = _choosing(tf, 2)
    tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))


def choosing_for_any_batch(tf):
    """Branches in a loop over values of unknown sizes."""
    x, w, y = _choosing(tf, None)
    tf.gradients(y, [x, w])


def chosen_turns(tf):
    """A loop in a branch."""
    v1 = tf.compat.v1
    x, w, on = v1.placeholder(tf.float32, [2, 3]), v1.get_variable("w", [3, 3]), v1.placeholder(tf.bool, [])
    y = tf.cond(on, lambda: tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.tanh(y @ w)), [0, x])[1], lambda: x)
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(y))


def unused_turns(tf):
    """Loops of which not all results are used, and one whose turns do not depend on each other."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [2, 3]), v1.get_variable("w", [3, 3])

    def turn(i, y, z):
        return i + 1, tf.tanh(y @ w), tf.exp(z)

    _, y, _ = tf.while_loop(lambda i, *_: i < 3, turn, (0, x, x), maximum_iterations=7)
    _, z = tf.while_loop(lambda i, *_: i < 4, lambda i, y: (i + 1, w[0] * 3.0), [0, w[1]])
    v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(y) + tf.reduce_sum(z))


def trained_scan(tf):
    """What goes along rows with a state, by a variable."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [None, 3]), v1.get_variable("w", [3])
    v1.train.GradientDescentOptimizer(0.1).minimize(tf.reduce_sum(tf.scan(lambda a, b: a * w + b, x)))


def trained_rows(tf):
    """What goes along rows, each for itself and one after the other."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [None, 3]), v1.get_variable("w", [3])
    y = tf.foldl(lambda s, r: s * r + w, x)
    z = v1.map_fn(lambda r: tf.reduce_sum(r * w), x)
    v1.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(y) + tf.reduce_mean(z))
    tf.gradients(tf.map_fn(lambda a: a * 2.0, x), x)


def filled_array(tf):
    """Arrays that a loop fills, and that are filled from a tensor."""
    v1 = tf.compat.v1
    x, w = v1.placeholder(tf.float32, [None, 3]), v1.get_variable("w", [3])
    made = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    _, made = tf.while_loop(lambda i, *_: i < 3, lambda i, a: (i + 1, a.write(i, tf.cast(i, tf.float32) * w)), [0, made])
    parts = tf.TensorArray(tf.float32, 2).split(x, [1, 1])
    given = [made.concat(), made.gather([0]), parts.stack(), parts.read(0)]
    tf.gradients(given, [w, x], given)


PROGRAMS = (
    descended,
    of_any_batch,
    inner_turns,
    choosing_turns,
    choosing_for_any_batch,
    chosen_turns,
    unused_turns,
    trained_scan,
    trained_rows,
    filled_array,
)
