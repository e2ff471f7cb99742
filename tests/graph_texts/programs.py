"""Programs whose graphs are compared with TensorFlow's as text: each `graph_NAME(tf)` adds to the default graph, and each
`function_NAME(tf)` gives a concrete function.
"""

import numpy as np


# ---------------------------------------------------------------------- graphs of TensorFlow 1
def graph_linear_model(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 3], name="x")
    w = tf.compat.v1.get_variable("w", [3, 1], initializer=tf.compat.v1.zeros_initializer())
    b = tf.compat.v1.get_variable("b", [1], initializer=tf.compat.v1.zeros_initializer())
    tf.matmul(x, w) + b


def graph_linear_loss(tf):
    x = tf.compat.v1.placeholder(tf.float32, name="X")
    y = tf.compat.v1.placeholder(tf.float32, name="Y")
    w = tf.Variable(0.5, name="weight")
    b = tf.Variable(-0.5, name="bias")
    prediction = tf.add(tf.multiply(x, w), b)
    tf.reduce_sum(tf.pow(prediction - y, 2)) / (2 * 17)


def graph_linear_regression(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 2], name="x")
    y = tf.compat.v1.placeholder(tf.float32, [None, 1], name="y")
    w = tf.Variable(tf.zeros([2, 1]), name="w")
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    tf.compat.v1.train.GradientDescentOptimizer(0.1).minimize(loss)


def graph_logistic_prediction(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 784])
    y = tf.compat.v1.placeholder(tf.float32, [None, 10])
    w = tf.Variable(tf.zeros([784, 10]))
    b = tf.Variable(tf.zeros([10]))
    prediction = tf.nn.softmax(tf.matmul(x, w) + b)
    tf.reduce_mean(-tf.reduce_sum(y * tf.math.log(prediction), axis=1))
    correct = tf.equal(tf.argmax(prediction, 1), tf.argmax(y, 1))
    tf.reduce_mean(tf.cast(correct, tf.float32))


def graph_mlp(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 8], name="x")
    zeros = tf.compat.v1.zeros_initializer()
    h = tf.compat.v1.layers.dense(x, 5, activation=tf.nn.relu, kernel_initializer=zeros, name="hidden")
    tf.compat.v1.layers.dense(h, 3, kernel_initializer=zeros, name="logits")


def graph_mlp_of_weights(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 4], name="x")
    weights = {
        "h1": tf.Variable(tf.compat.v1.random_normal([4, 6], seed=1), name="h1"),
        "out": tf.Variable(tf.compat.v1.truncated_normal([6, 2], stddev=0.1, seed=2), name="out"),
    }
    bias = tf.Variable(tf.constant(0.1, shape=[6]), name="bias")
    layer = tf.nn.relu(tf.matmul(x, weights["h1"]) + bias)
    tf.matmul(layer, weights["out"])


def graph_cnn(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 28, 28, 1], name="images")
    zeros = tf.compat.v1.zeros_initializer()
    net = tf.compat.v1.layers.conv2d(x, 4, 3, padding="same", activation=tf.nn.relu, kernel_initializer=zeros)
    net = tf.compat.v1.layers.max_pooling2d(net, 2, 2)
    net = tf.compat.v1.layers.flatten(net)
    tf.compat.v1.layers.dense(net, 10, kernel_initializer=zeros)


def graph_cnn_of_operations(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 784])
    image = tf.reshape(x, [-1, 28, 28, 1])
    kernel = tf.Variable(tf.zeros([5, 5, 1, 8]), name="kernel")
    net = tf.nn.conv2d(image, kernel, strides=[1, 1, 1, 1], padding="SAME")
    net = tf.nn.relu(tf.nn.bias_add(net, tf.Variable(tf.zeros([8]), name="bias")))
    tf.nn.max_pool2d(net, ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")


def graph_reference_variables(tf):
    v1 = tf.compat.v1
    with v1.variable_scope("counter", use_resource=False):
        count = v1.get_variable("count", [], tf.int32, v1.zeros_initializer())
    v1.assign_add(count, 1)
    v1.assign(count, 5)


def graph_resource_assignments(tf):
    v = tf.Variable([1.0, 2.0], name="v")
    v.assign_add([1.0, 1.0])
    v.assign(v * 2.0)
    v.assign_sub([0.5, 0.5])


def graph_arithmetic(tf):
    x = tf.compat.v1.placeholder(tf.float32, [2], name="x")
    y = x + 1
    y = y * 2 - 3
    y = 1 / y
    y = y**2
    -y % 3 // 2


def graph_comparisons(tf):
    x = tf.compat.v1.placeholder(tf.int32, [3], name="x")
    (x > 1) & (x <= 5) | ~(x < 0)
    tf.where(x >= 2, x, 0)


def graph_slices(tf):
    x = tf.compat.v1.placeholder(tf.float32, [4, 5, 6], name="x")
    x[1]
    x[:, 2:4]
    x[..., -1]
    x[0, tf.newaxis, ::2]


def graph_shapes(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 4], name="x")
    n = tf.shape(x)[0]
    tf.reshape(x, [n, 2, 2])
    tf.expand_dims(x, -1)
    tf.squeeze(tf.expand_dims(x, 0), axis=0)
    tf.transpose(x)
    tf.tile(x, [1, 2])
    tf.concat([x, x], axis=1)
    tf.stack([x, x])
    tf.unstack(x, axis=1)
    tf.split(x, 2, axis=1)


def graph_reductions(tf):
    x = tf.compat.v1.placeholder(tf.float32, [3, 4], name="x")
    tf.reduce_mean(x)
    tf.reduce_sum(x, axis=1)
    tf.reduce_max(x, axis=[0, 1], keepdims=True)
    tf.reduce_mean(x, axis=-1)
    tf.argmax(x, axis=1)
    tf.math.reduce_std(x)


def graph_creation(tf):
    tf.zeros([2, 3])
    tf.ones([4], tf.int32)
    tf.fill([2, 2], 7.0)
    tf.range(10)
    tf.range(1, 9, 2)
    tf.constant([[1, 2], [3, 4]])
    tf.constant(3.0, name="three")
    tf.eye(3)
    tf.one_hot([0, 2], 3)


def graph_linspace(tf):
    tf.linspace(0.0, 1.0, 5)


def graph_random(tf):
    tf.compat.v1.set_random_seed(7)
    tf.compat.v1.random_uniform([2, 3])
    tf.compat.v1.random_uniform([4], -1.0, 1.0, seed=5)
    tf.compat.v1.random_normal([3], mean=1.0, stddev=2.0)
    tf.compat.v1.truncated_normal([2, 2], stddev=0.1)
    tf.compat.v1.random_uniform([3], maxval=10, dtype=tf.int32)
    tf.compat.v1.random_shuffle(tf.range(5))


def graph_scopes(tf):
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [2], name="x")
    with v1.name_scope("outer"):
        y = x + 1.0
        with v1.name_scope("inner"):
            tf.reduce_sum(y)
    with v1.name_scope("outer"):
        tf.identity(x, name="copy")


def graph_dependencies(tf):
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [], name="x")
    v = tf.Variable(1.0, name="v")
    update = v.assign_add(x)
    with tf.control_dependencies([update]):
        tf.identity(x)
    tf.group(update, name="step")
    tf.no_op()


def graph_summaries(tf):
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None], name="x")
    v1.summary.scalar("loss", tf.reduce_mean(x))
    v1.summary.histogram("values", x)
    v1.summary.merge_all()


def graph_placeholders(tf):
    v1 = tf.compat.v1
    v1.placeholder(tf.int64, [None, None], name="ids")
    v1.placeholder(tf.string)
    rate = v1.placeholder_with_default(0.5, [], name="rate")
    rate * 2.0


def graph_losses(tf):
    v1 = tf.compat.v1
    logits = v1.placeholder(tf.float32, [None, 3], name="logits")
    labels = v1.placeholder(tf.int64, [None], name="labels")
    loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
    tf.reduce_mean(loss)


def graph_softmax_cross_entropy(tf):
    v1 = tf.compat.v1
    logits = v1.placeholder(tf.float32, [None, 3], name="logits")
    labels = v1.placeholder(tf.float32, [None, 3], name="labels")
    tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    tf.nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)


def graph_embedding(tf):
    v1 = tf.compat.v1
    ids = v1.placeholder(tf.int32, [None], name="ids")
    table = v1.get_variable("table", [10, 4], initializer=v1.random_uniform_initializer(-1.0, 1.0, seed=1))
    tf.nn.embedding_lookup(table, ids)


def graph_gather(tf):
    x = tf.compat.v1.placeholder(tf.float32, [5, 2], name="x")
    tf.gather(x, [0, 2])
    tf.gather_nd(x, [[0, 1]])


def graph_boolean_mask(tf):
    x = tf.compat.v1.placeholder(tf.float32, [5, 2], name="x")
    tf.boolean_mask(x, [True, False, True, True, False])


def graph_cond(tf):
    x = tf.compat.v1.placeholder(tf.float32, [], name="x")
    tf.cond(x > 0.0, lambda: x + 1.0, lambda: x * 2.0)


def graph_while(tf):
    n = tf.compat.v1.placeholder(tf.int32, [], name="n")
    tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + i), (tf.constant(0), tf.constant(0)))


def graph_batch_norm(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 4], name="x")
    mean, variance = tf.nn.moments(x, [0])
    tf.nn.batch_normalization(x, mean, variance, tf.zeros([4]), tf.ones([4]), 1e-3)


def graph_dropout(tf):
    x = tf.compat.v1.placeholder(tf.float32, [None, 4], name="x")
    tf.nn.dropout(x, rate=0.5, seed=3)


def graph_strings(tf):
    s = tf.compat.v1.placeholder(tf.string, [None], name="s")
    tf.strings.length(s)
    tf.strings.join([s, "!"])
    tf.strings.to_number(s)
    tf.as_string(tf.range(3))


def graph_initializers(tf):
    v1 = tf.compat.v1
    v1.get_variable("glorot", [3, 2], initializer=v1.glorot_uniform_initializer(seed=1))
    v1.get_variable("normal", [3, 2], initializer=v1.random_normal_initializer(stddev=0.1, seed=2))
    v1.get_variable("constant", [2], initializer=v1.constant_initializer(0.5))
    v1.get_variable("ones", [2], initializer=v1.ones_initializer())
    v1.global_variables_initializer()


def graph_accuracy(tf):
    logits = tf.compat.v1.placeholder(tf.float32, [None, 3], name="logits")
    labels = tf.compat.v1.placeholder(tf.int32, [None], name="labels")
    tf.reduce_mean(tf.cast(tf.nn.in_top_k(labels, logits, 1), tf.float32))
    tf.nn.top_k(logits, 2)


def graph_function_call(tf):
    x = tf.compat.v1.placeholder(tf.float32, [2], name="x")

    @tf.function
    def double(a):
        return a * 2.0

    double(x)


# ---------------------------------------------------------------------- functions
def _traced(tf, f, *specs):
    return tf.function(f).get_concrete_function(*specs)


def function_add(tf):
    def f(x):
        return x + 1

    return _traced(tf, f, tf.TensorSpec([None], tf.float32))


def function_polynomial(tf):
    def f(x):
        return 3 * x**2 + 2 * x - 1

    return _traced(tf, f, tf.TensorSpec([], tf.float32, name="x"))


def function_captures(tf):
    table = tf.constant([1.0, 2.0, 3.0])

    def f(x):
        return x * table

    return _traced(tf, f, tf.TensorSpec([3], tf.float32))


def function_variable(tf):
    v = tf.Variable([1.0, 2.0], name="v")

    def f(x):
        return x * v + v

    return _traced(tf, f, tf.TensorSpec([2], tf.float32))


def function_assignment(tf):
    v = tf.Variable(0.0)

    def f(x):
        v.assign_add(x)
        v.assign(v * 2.0)
        return v.read_value()

    return _traced(tf, f, tf.TensorSpec([], tf.float32))


def function_if(tf):
    def f(x):
        if tf.reduce_sum(x) > 0:
            y = x + 1
        else:
            y = x - 1
        return y

    return _traced(tf, f, tf.TensorSpec([None], tf.float32))


def function_while(tf):
    def f(n):
        total = 0
        while total < n:
            total = total + 3
        return total

    return _traced(tf, f, tf.TensorSpec([], tf.int32))


def function_for(tf):
    def f(x):
        s = tf.constant(0.0)
        for i in tf.range(3):
            s += x[i]
        return s

    return _traced(tf, f, tf.TensorSpec([3], tf.float32))


def function_structure(tf):
    def f(a, b):
        return {"sum": a["x"] + a["y"], "rest": (b, a["x"])}

    spec = tf.TensorSpec([2], tf.float32)
    return _traced(tf, f, {"x": spec, "y": spec}, tf.TensorSpec([], tf.int32))


def function_nested(tf):
    @tf.function
    def inner(x):
        return x * x

    def outer(x):
        return inner(x) + inner(x + 1.0)

    return _traced(tf, outer, tf.TensorSpec([], tf.float32))


def function_softmax(tf):
    def f(x):
        return tf.nn.softmax(tf.nn.relu(x))

    return _traced(tf, f, tf.TensorSpec([None, 4], tf.float32))


def function_normalize(tf):
    def f(x):
        return (x - tf.reduce_mean(x, axis=0)) / tf.math.sqrt(tf.reduce_mean(tf.square(x), axis=0) + 1e-6)

    return _traced(tf, f, tf.TensorSpec([None, 4], tf.float32))


def function_attention(tf):
    def attention(q, k, v):
        scores = tf.matmul(q, k, transpose_b=True) / tf.math.sqrt(tf.cast(tf.shape(k)[-1], tf.float32))
        return tf.matmul(tf.nn.softmax(scores, axis=-1), v)

    spec = tf.TensorSpec([None, None, 8], tf.float32)
    return _traced(tf, attention, spec, spec, spec)


def function_image(tf):
    def prepare(image):
        image = tf.cast(image, tf.float32) / 255.0
        return tf.expand_dims(image, 0)

    return _traced(tf, prepare, tf.TensorSpec([None, None, 3], tf.uint8))


def function_random(tf):
    tf.random.set_seed(1)

    def f():
        return tf.random.uniform([2]) + tf.random.normal([2])

    return _traced(tf, f)


def function_print(tf):
    def f(x):
        tf.debugging.assert_positive(x)
        tf.print("x is", x)
        return x * 2.0

    return _traced(tf, f, tf.TensorSpec([], tf.float32))


def _called(tf, model, shape):
    return tf.function(lambda x: model(x, training=False)).get_concrete_function(tf.TensorSpec(shape, tf.float32, name="x"))


def function_keras_dense(tf):
    model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu", input_shape=(3,)), tf.keras.layers.Dense(2)])
    return _called(tf, model, [None, 3])


def function_keras_cnn(tf):
    layers = tf.keras.layers
    model = tf.keras.Sequential(
        [
            layers.Conv2D(4, 3, activation="relu", input_shape=(8, 8, 1)),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dropout(0.5),
            layers.Dense(10, activation="softmax"),
        ]
    )
    return _called(tf, model, [None, 8, 8, 1])


def function_keras_norm(tf):
    layers = tf.keras.layers
    inputs = tf.keras.Input([6])
    x = layers.BatchNormalization()(inputs)
    x = layers.Dense(6)(x)
    x = layers.Add()([x, inputs])
    model = tf.keras.Model(inputs, layers.Activation("tanh")(x))
    return _called(tf, model, [None, 6])


def function_keras_embedding(tf):
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Embedding(10, 4, input_length=5), layers.GlobalAveragePooling1D(), layers.Dense(1)])
    model.build([None, 5])
    return tf.function(lambda x: model(x)).get_concrete_function(tf.TensorSpec([None, 5], tf.int32, name="x"))


def function_signature(tf):
    class Model(tf.Module):
        def __init__(self):
            super().__init__()
            self.w = tf.Variable(np.ones([3, 2], np.float32), name="w")

        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="inputs")])
        def serve(self, inputs):
            return {"outputs": tf.matmul(inputs, self.w)}

    model = Model()
    return model.serve.get_concrete_function()
