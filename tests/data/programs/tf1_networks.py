"""What the first programs of TensorFlow 1 train: classifiers, autoencoders, recurrent and adversarial networks, on small made pictures."""

import glob
import os
import tempfile

import numpy as np

v1 = tf.compat.v1
R = np.random.RandomState(5)
CLASSES = R.randint(0, 4, 48)
PICTURES = np.clip((R.rand(4, 64) > 0.7)[CLASSES] * 0.7 + R.rand(48, 64) * 0.4, 0, 1).astype(np.float32)
LABELS = np.eye(4, dtype=np.float32)[CLASSES]


def batch(i, size=16):
    rows = np.arange(i * size, (i + 1) * size) % len(PICTURES)
    return PICTURES[rows], LABELS[rows]


def shown(*values):
    print(*(f"{v:.4g}" for v in np.ravel([np.asarray(v, np.float64) for v in values]) + 0.0))


def first():
    """Keras' own initializers take no seed from a graph."""
    return v1.glorot_uniform_initializer()


def dense(x, size, **arguments):
    return v1.layers.dense(x, size, kernel_initializer=first(), **arguments)


def cell(size):
    return v1.nn.rnn_cell.LSTMCell(size, forget_bias=1.0, initializer=first())


def trained(build, steps=6, seed=3):
    """Print what `build(x, y)` gives, (step, loss, further values), while it trains."""
    with tf.Graph().as_default():
        v1.set_random_seed(seed)
        x, y = v1.placeholder(tf.float32, [None, 64]), v1.placeholder(tf.float32, [None, 4])
        step, *values = build(x, y)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for i in range(steps):
                a, b = batch(i)
                session.run(step, feed_dict={x: a, y: b})
                shown(*session.run(values, feed_dict={x: a, y: b}))
            shown(*session.run(values, feed_dict={x: PICTURES, y: LABELS}))


def judged(logits, y, rate=0.01, optimizer=v1.train.AdamOptimizer):
    loss = tf.reduce_mean(v1.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=y))
    right = tf.equal(tf.argmax(logits, 1), tf.argmax(y, 1))
    return optimizer(rate).minimize(loss), loss, tf.reduce_mean(tf.cast(right, tf.float32))


def case_line_through_points():
    with tf.Graph().as_default():
        v1.set_random_seed(1)
        x, y = v1.placeholder("float"), v1.placeholder("float")
        w, b = tf.Variable(v1.random_normal([]), name="weight"), tf.Variable(0.5, name="bias")
        cost = tf.reduce_sum(tf.pow(tf.add(tf.multiply(x, w), b) - y, 2)) / 16
        step = v1.train.GradientDescentOptimizer(0.05).minimize(cost)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for epoch in range(3):
                for a, c in zip(PICTURES[:8, 0], PICTURES[:8, 1] * 3):
                    session.run(step, feed_dict={x: a, y: c})
                shown(*session.run([cost, w, b], {x: PICTURES[:8, 0], y: PICTURES[:8, 1] * 3}))


def case_logistic_regression():
    def build(x, y):
        p = tf.nn.softmax(tf.matmul(x, tf.Variable(tf.zeros([64, 4]))) + tf.Variable(tf.zeros([4])))
        cost = tf.reduce_mean(-v1.reduce_sum(y * v1.log(p), reduction_indices=1))
        return v1.train.GradientDescentOptimizer(0.5).minimize(cost), cost

    trained(build)


def case_nearest_neighbour():
    with tf.Graph().as_default(), v1.Session() as session:
        known, asked = v1.placeholder("float", [None, 64]), v1.placeholder("float", [64])
        nearest = v1.arg_min(v1.reduce_sum(tf.abs(tf.add(known, tf.negative(asked))), reduction_indices=1), 0)
        print([int(session.run(nearest, feed_dict={known: PICTURES[:32], asked: a})) for a in PICTURES[32:]])


def case_vectors_of_words():
    words = R.randint(0, 12, 60)
    with tf.Graph().as_default():
        v1.set_random_seed(2)
        middle, around = v1.placeholder(tf.int32, [None]), v1.placeholder(tf.int32, [None, 1])
        table = tf.Variable(v1.random_normal([12, 6]))
        vectors = tf.nn.embedding_lookup(table, middle)
        weights, biases = tf.Variable(v1.random_normal([12, 6])), tf.Variable(tf.zeros([12]))
        loss = tf.reduce_mean(v1.nn.nce_loss(weights=weights, biases=biases, labels=around, inputs=vectors, num_sampled=4, num_classes=12))
        step = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        unit = vectors / tf.sqrt(tf.reduce_sum(tf.square(vectors)))
        alike = tf.matmul(unit, table / tf.sqrt(tf.reduce_sum(tf.square(table), 1, keepdims=True)), transpose_b=True)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for i in range(5):
                _, value = session.run([step, loss], {middle: words[i * 8 : i * 8 + 8], around: words[i * 8 + 1 : i * 8 + 9, None]})
                shown(value)
            print(np.argsort(-session.run(alike, {middle: [1, 2]}), axis=1)[:, :4].tolist())


def case_perceptron():
    def build(x, y):
        def layer(x, size, last=False):
            z = tf.add(tf.matmul(x, tf.Variable(v1.random_normal([int(x.shape[1]), size]))), tf.Variable(v1.random_normal([size])))
            return z if last else tf.nn.relu(z)

        return judged(layer(layer(layer(x, 16), 16), 4, True), y)

    trained(build)


def case_autoencoder():
    def build(x, y):
        made = x
        for size in (16, 8, 16, 64):
            made = tf.nn.sigmoid(tf.add(tf.matmul(made, tf.Variable(v1.random_normal([int(made.shape[1]), size]))),
                                        tf.Variable(v1.random_normal([size]))))  # fmt: skip
        loss = tf.reduce_mean(tf.pow(x - made, 2))
        return v1.train.RMSPropOptimizer(0.01).minimize(loss), loss, tf.reduce_sum(made[0])

    trained(build)


def case_variational_autoencoder():
    def build(x, y):
        def matrix(m, n):
            return tf.Variable(v1.random_normal([m, n], stddev=1.0 / tf.sqrt(m / 2.0)))

        hidden = tf.nn.tanh(tf.matmul(x, matrix(64, 16)))
        mean, log = tf.matmul(hidden, matrix(16, 2)), tf.matmul(hidden, matrix(16, 2))
        drawn = mean + tf.exp(log / 2) * v1.random_normal(tf.shape(log), dtype=tf.float32, mean=0.0, stddev=1.0)
        made = tf.nn.sigmoid(tf.matmul(tf.nn.tanh(tf.matmul(drawn, matrix(2, 16))), matrix(16, 64)))
        apart = -tf.reduce_sum(x * v1.log(1e-10 + made) + (1 - x) * v1.log(1e-10 + 1 - made), 1)
        loss = tf.reduce_mean(apart - 0.5 * tf.reduce_sum(1 + log - tf.square(mean) - tf.exp(log), 1))
        return v1.train.RMSPropOptimizer(0.001).minimize(loss), loss

    trained(build)


def case_pictures_by_layers_of_numbers():
    def build(x, y):
        z = tf.reshape(x, [-1, 8, 8, 1])
        for size in (4, 8):
            w = tf.Variable(v1.random_normal([3, 3, int(z.shape[3]), size]))
            z = tf.nn.bias_add(tf.nn.conv2d(z, w, strides=[1, 1, 1, 1], padding="SAME"), tf.Variable(v1.random_normal([size])))
            z = tf.nn.max_pool(tf.nn.relu(z), ksize=[1, 2, 2, 1], strides=[1, 2, 2, 1], padding="SAME")
        z = tf.reshape(z, [-1, 32])
        z = v1.nn.dropout(tf.nn.relu(tf.matmul(z, tf.Variable(v1.random_normal([32, 16])))), keep_prob=0.75)
        return judged(tf.matmul(z, tf.Variable(v1.random_normal([16, 4]))), y)

    trained(build)


def case_one_model_for_training_and_judging():
    def network(x, reuse, training):
        with v1.variable_scope("net", reuse=reuse):
            z = v1.layers.conv2d(tf.reshape(x, [-1, 8, 8, 1]), 4, 3, activation=tf.nn.relu, kernel_initializer=first())
            z = v1.layers.flatten(v1.layers.max_pooling2d(z, 2, 2))
            z = v1.layers.dropout(dense(z, 16), rate=0.25, training=training)
            return dense(z, 4)

    def build(x, y):
        step, loss, _ = judged(network(x, False, True), y)
        right = tf.equal(tf.argmax(network(x, True, False), 1), tf.argmax(y, 1))
        return step, loss, tf.reduce_mean(tf.cast(right, tf.float32))

    trained(build)


def case_rows_of_a_picture():
    def build(x, y):
        outputs, _ = v1.nn.static_rnn(cell(12), tf.unstack(tf.reshape(x, [-1, 8, 8]), 8, 1), dtype=tf.float32)
        logits = tf.matmul(outputs[-1], tf.Variable(v1.random_normal([12, 4]))) + tf.Variable(v1.random_normal([4]))
        return judged(logits, y, 0.1, v1.train.GradientDescentOptimizer)

    trained(build, 4)


def case_rows_both_ways():
    def build(x, y):
        cells = [cell(6) for _ in range(2)]
        outputs, _, _ = v1.nn.static_bidirectional_rnn(*cells, tf.unstack(tf.reshape(x, [-1, 8, 8]), 8, 1), dtype=tf.float32)
        return judged(tf.matmul(outputs[-1], tf.Variable(v1.random_normal([12, 4]))), y, 0.1, v1.train.GradientDescentOptimizer)

    trained(build, 4)


def case_sequences_of_many_lengths():
    def build(x, y):
        lengths = 1 + tf.cast(x[:, 0] * 6, tf.int32)
        outputs, _ = v1.nn.static_rnn(cell(8), tf.unstack(x[:, :8, None], 8, 1), dtype=tf.float32, sequence_length=lengths)
        outputs = tf.transpose(tf.stack(outputs), [1, 0, 2])
        rows = tf.shape(outputs)[0]
        last = tf.gather(tf.reshape(outputs, [-1, 8]), tf.range(0, rows) * 8 + (lengths - 1))
        return judged(tf.matmul(last, tf.Variable(v1.random_normal([8, 4]))), y, 0.1, v1.train.GradientDescentOptimizer)

    trained(build, 4)


def case_two_networks_against_each_other():
    with tf.Graph().as_default():
        v1.set_random_seed(4)
        w = {n: tf.Variable(v1.random_normal(s, stddev=0.3)) for n, s in (("g1", [5, 8]), ("g2", [8, 64]), ("d1", [64, 8]), ("d2", [8, 1]))}
        noise, real = v1.placeholder(tf.float32, [None, 5]), v1.placeholder(tf.float32, [None, 64])

        def told(x):
            return tf.nn.sigmoid(tf.matmul(tf.nn.relu(tf.matmul(x, w["d1"])), w["d2"]))

        made = tf.nn.sigmoid(tf.matmul(tf.nn.relu(tf.matmul(noise, w["g1"])), w["g2"]))
        fooled, caught = -tf.reduce_mean(v1.log(told(made))), -tf.reduce_mean(v1.log(told(real)) + v1.log(1.0 - told(made)))
        adam = v1.train.AdamOptimizer
        steps = [adam(0.01).minimize(fooled, var_list=[w["g1"], w["g2"]]), adam(0.01).minimize(caught, var_list=[w["d1"], w["d2"]])]
        drawn = np.random.RandomState(1)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for i in range(6):
                feed = {real: batch(i)[0], noise: drawn.uniform(-1.0, 1.0, size=[16, 5])}
                shown(*session.run([fooled, caught], feed_dict=feed))
                for step in steps:
                    session.run(step, feed_dict=feed)


def case_two_networks_of_layers():
    # A bias before a normalization has no gradient but what is rounded, which Adam makes steps of.
    def generator(x, training, reuse=False):
        with v1.variable_scope("generator", reuse=reuse):
            z = tf.nn.relu(v1.layers.batch_normalization(dense(x, 2 * 2 * 8, use_bias=False), training=training))
            z = v1.layers.conv2d_transpose(tf.reshape(z, [-1, 2, 2, 8]), 4, 5, 2, "same", use_bias=False, kernel_initializer=first())
            z = tf.nn.relu(v1.layers.batch_normalization(z, training=training))
            return tf.nn.tanh(v1.layers.conv2d_transpose(z, 1, 5, 2, "same", use_bias=False, kernel_initializer=first()))

    def discriminator(x, reuse=False):
        with v1.variable_scope("discriminator", reuse=reuse):
            z = v1.layers.batch_normalization(v1.layers.conv2d(x, 4, 5, 2, "same", use_bias=False, kernel_initializer=first()), training=True)
            z = v1.layers.flatten(tf.maximum(z, 0.2 * z))
            return dense(z, 2)

    with tf.Graph().as_default():
        v1.set_random_seed(4)
        noise, real = v1.placeholder(tf.float32, [None, 5]), v1.placeholder(tf.float32, [None, 8, 8, 1])
        training = v1.placeholder(tf.bool)
        made = generator(noise, training)
        true, false = discriminator(real), discriminator(made, reuse=True)
        both = tf.concat([true, false], axis=0)
        labels = tf.concat([tf.ones(tf.shape(true)[:1], tf.int32), tf.zeros(tf.shape(false)[:1], tf.int32)], 0)
        caught = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=both, labels=labels))
        fooled = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=false, labels=tf.ones_like(labels[: tf.shape(false)[0]])))
        steps = []
        for name, loss in (("generator", fooled), ("discriminator", caught)):
            own = v1.get_collection(v1.GraphKeys.TRAINABLE_VARIABLES, scope=name)
            with v1.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS, scope=name)):
                steps.append(v1.train.AdamOptimizer(0.001, beta1=0.5, beta2=0.999).minimize(loss, var_list=own))
        drawn = np.random.RandomState(1)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for i in range(3):
                given = drawn.uniform(-1.0, 1.0, [16, 5])
                feed = {real: batch(i)[0].reshape(-1, 8, 8, 1) * 2 - 1, noise: given, training: True}
                shown(*session.run([fooled, caught], feed_dict=feed))
                for step in steps:
                    session.run(step, feed_dict=feed)
            shown(session.run(tf.reduce_sum(made), {noise: given, training: False}))


def case_saved_and_restored():
    with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
        v1.set_random_seed(6)
        x, y = v1.placeholder("float", [None, 64]), v1.placeholder("float", [None, 4])
        z = tf.nn.relu(tf.add(tf.matmul(x, tf.Variable(v1.random_normal([64, 8]))), tf.Variable(v1.random_normal([8]))))
        step, loss, right = judged(tf.matmul(z, tf.Variable(v1.random_normal([8, 4]))), y)
        begin, saver = v1.global_variables_initializer(), v1.train.Saver()

        def on(session, first):
            for i in range(first, first + 3):
                a, b = batch(i)
                shown(*session.run([step, loss, right], {x: a, y: b})[1:])

        with v1.Session() as session:
            session.run(begin)
            on(session, 0)
            print(saver.save(session, os.path.join(folder, "model.ckpt"))[len(folder) :])
        with v1.Session() as session:
            session.run(begin)
            saver.restore(session, os.path.join(folder, "model.ckpt"))
            on(session, 3)


def case_told_to_tensorboard():
    with tf.Graph().as_default(), tempfile.TemporaryDirectory() as folder:
        v1.set_random_seed(6)
        x, y = v1.placeholder(tf.float32, [None, 64], name="InputData"), v1.placeholder(tf.float32, [None, 4], name="LabelData")
        w = tf.Variable(v1.random_normal([64, 4]), name="W1")
        with tf.name_scope("Model"):
            p = tf.nn.softmax(tf.matmul(x, w))
        with tf.name_scope("Loss"):
            loss = tf.reduce_mean(-tf.reduce_sum(y * v1.log(p), axis=1))
        with tf.name_scope("SGD"):
            optimizer = v1.train.GradientDescentOptimizer(0.1)
            gradients = list(zip(v1.gradients(loss, v1.trainable_variables()), v1.trainable_variables()))
            step = optimizer.apply_gradients(grads_and_vars=gradients)
        v1.summary.scalar("loss", loss)
        for v in v1.trainable_variables():
            v1.summary.histogram(v.name, v)
        for g, v in gradients:
            v1.summary.histogram(v.name + "/gradient", g)
        merged = v1.summary.merge_all()
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            writer = v1.summary.FileWriter(folder, graph=session.graph)
            for i in range(2):
                a, b = batch(i)
                _, summary = session.run([step, merged], {x: a, y: b})
                writer.add_summary(summary, i)
            writer.close()
        for event in v1.train.summary_iterator(glob.glob(os.path.join(folder, "*"))[0]):
            for value in event.summary.value:
                shape = value.tensor.tensor_shape.dim
                told = value.simple_value or value.histo.max
                print(event.step, value.tag, f"{told:.4g}", value.histo.num, len(value.histo.bucket), len(shape))
            print(event.WhichOneof("what"), [n.name for n in v1.GraphDef.FromString(event.graph_def).node][:4])


def case_batches_of_a_dataset():
    with tf.Graph().as_default(), v1.Session() as session:
        v1.set_random_seed(8)
        data = tf.data.Dataset.from_tensor_slices((PICTURES, LABELS)).repeat().batch(16).prefetch(2)
        x, y = v1.data.make_one_shot_iterator(data).get_next()
        w = tf.Variable(v1.random_normal([64, 4]))
        values = judged(tf.matmul(x, w), y)
        session.run(v1.global_variables_initializer())
        for i in range(4):
            shown(*session.run(values)[1:])


def case_queues_of_files():
    with tf.Graph().as_default(), v1.Session() as session, tempfile.TemporaryDirectory() as folder:
        v1.set_random_seed(8)
        names = []
        for i in range(6):
            names.append(os.path.join(folder, f"{i}.png"))
            with open(names[-1], "wb") as f:
                f.write(session.run(tf.io.encode_png((PICTURES[i].reshape(8, 8, 1) * 255).astype(np.uint8))))
        path, label = v1.train.slice_input_producer([names, list(range(6))], shuffle=False)
        picture = tf.image.decode_png(tf.io.read_file(path), channels=1)
        picture = v1.image.resize_images(picture, [4, 4]) * 1.0 / 127.5 - 1.0
        x, y = v1.train.batch([picture, label], batch_size=3, capacity=12, num_threads=1)
        coordinator = v1.train.Coordinator()
        threads = v1.train.start_queue_runners(sess=session, coord=coordinator)
        for i in range(3):
            a, b = session.run([x, y])
            print(a.shape, b.tolist())
            shown(a.mean(), a.max())
        coordinator.request_stop()
        coordinator.join(threads)


def case_gradients_of_several_towers():
    with tf.Graph().as_default():
        v1.set_random_seed(9)
        x, y = v1.placeholder(tf.float32, [None, 64]), v1.placeholder(tf.float32, [None, 4])
        optimizer, towers = v1.train.AdamOptimizer(0.01), []
        for i in range(2):
            with tf.device("/cpu:0"):
                part = slice(i * 8, i * 8 + 8)
                with v1.variable_scope("tower", reuse=i > 0):
                    z = dense(tf.nn.relu(dense(x[part], 8, name="a")), 4, name="b")
                loss = tf.reduce_mean(v1.nn.softmax_cross_entropy_with_logits_v2(logits=z, labels=y[part]))
                towers.append(optimizer.compute_gradients(loss))
        mean = [(tf.reduce_mean(tf.concat([tf.expand_dims(g, 0) for g, _ in pairs], 0), 0), pairs[0][1]) for pairs in zip(*towers)]
        step = optimizer.apply_gradients(mean)
        with v1.Session(config=v1.ConfigProto(allow_soft_placement=True)) as session:
            session.run(v1.global_variables_initializer())
            for i in range(4):
                a, b = batch(i)
                shown(session.run([step, loss], {x: a, y: b})[1])


def case_estimator_with_a_shared_model():
    def model(features, labels, mode):
        with v1.variable_scope("net"):
            logits = dense(dense(features["images"], 16), 4)
        found = tf.argmax(logits, axis=1)
        if mode == tf.estimator.ModeKeys.PREDICT:
            return tf.estimator.EstimatorSpec(mode, predictions=found)
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(logits=logits, labels=tf.cast(labels, tf.int32)))
        step = v1.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=v1.train.get_global_step())
        right = v1.metrics.accuracy(labels=labels, predictions=found)
        return tf.estimator.EstimatorSpec(mode=mode, predictions=found, loss=loss, train_op=step, eval_metric_ops={"accuracy": right})

    def inputs(epochs, shuffle):
        return v1.estimator.inputs.numpy_input_fn(x={"images": PICTURES}, y=CLASSES, batch_size=16, num_epochs=epochs, shuffle=shuffle)

    with tempfile.TemporaryDirectory() as folder:
        estimator = tf.estimator.Estimator(model, folder, tf.estimator.RunConfig(tf_random_seed=3))
        estimator.train(inputs(None, False), steps=12)
        found = estimator.evaluate(inputs(1, False))
        shown(found["accuracy"], found["loss"], found["global_step"])
        print([int(p) for p in estimator.predict(inputs(1, False))][:12])
