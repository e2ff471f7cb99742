"""Gradients through what two replicas have made together in traced functions. Recorded in a process of its own."""

import numpy as np

try:
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
except RuntimeError:  # devices are in use already: whoever runs this has divided them
    pass
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
with strategy.scope():
    w, matrix, table = tf.Variable(2.0), tf.Variable([[1.0, 2.0], [3.0, 4.0]]), tf.Variable(tf.reshape(tf.range(10.0), [5, 2]))
X = np.random.RandomState(0).randn(22, 8, 8, 3).astype("float32")
Y = np.random.RandomState(1).randint(0, 4, 22)


def rounded(x):
    return None if x is None else np.round(np.asarray(x, np.float64), 3).tolist()


def in_replicas(step):
    """What `step(context, number of the replica from 1)` gives in each replica."""

    def run():
        context = tf.distribute.get_replica_context()
        return step(context, tf.cast(context.replica_id_in_sync_group, tf.float32) + 1.0)

    made = tf.function(lambda: strategy.run(run))()
    return tf.nest.map_structure(lambda x: [rounded(part) for part in strategy.experimental_local_results(x)], made)


def case_sums():
    def step(context, place):
        x = w * place
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = context.all_reduce("SUM", x)
            z = y * y * place
        return y, tape.gradient(z, x)

    return in_replicas(step)


def case_means_of_structures():
    def step(context, place):
        with tf.GradientTape() as tape:
            y = context.all_reduce(tf.distribute.ReduceOp.MEAN, {"a": w * w * place, "b": [w]})
            loss = y["a"] * y["b"][0] * place
        return tape.gradient(loss, w)

    return in_replicas(step)


def case_variables_and_constants():
    def step(context, place):
        x = tf.constant(3.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            loss = context.all_reduce("SUM", w) ** 2 * place + context.all_reduce("SUM", x) ** 2 * place
        return tape.gradient(loss, [w, x])

    return in_replicas(step)


def case_rows():
    def step(context, place):
        with tf.GradientTape() as tape:
            rows, columns = context.all_gather(matrix * place, 0), context.all_gather(matrix * place, 1)
            loss = tf.reduce_sum(rows * rows * place) + tf.reduce_sum(columns * columns * place * tf.range(4.0))
        return tape.gradient(loss, matrix)

    return in_replicas(step)


def case_one_after_the_other():
    def step(context, place):
        with tf.GradientTape() as tape:
            y = context.all_reduce("SUM", w * place)
            y = context.all_reduce("MEAN", tf.sin(y) * place) * w
            y = context.all_gather(tf.stack([y, y * place]), 0)
            loss = tf.reduce_sum(y * y) * place
        return tape.gradient(loss, w)

    return in_replicas(step)


def case_of_second_order():
    def step(context, place):
        x = w * place
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = context.all_reduce("SUM", x)
                z = y * y * y * place * x
            g = inner.gradient(z, x)
            q = g * g
        return g, outer.gradient(q, x)

    return in_replicas(step)


def case_asked_several_times():
    def step(context, place):
        with tf.GradientTape(persistent=True) as tape:
            x = w * place
            y = context.all_reduce("SUM", x)
            z, u = y * y * place, y * 3.0
        return tape.gradient(z, w), tape.gradient(u, w), tape.gradient(z, y), tape.gradient(z, x), tape.gradient(x, w)

    return in_replicas(step)


def case_of_rows_of_a_table():
    def step(context, place):
        with tf.GradientTape(persistent=True) as tape:
            own = tf.gather(table, tf.cast([place, place + 1], tf.int32))
            total = context.all_reduce("SUM", own)
            together, alone = tf.reduce_sum(total * own * place), tf.reduce_sum(own * place)
        found = tape.gradient(alone, table)
        return tf.convert_to_tensor(tape.gradient(together, table)), found.values, found.indices

    return in_replicas(step)


def case_weighted_and_unconnected():
    def step(context, place):
        x = tf.constant(1.0)
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            a, b = context.all_reduce("SUM", [w * place, w * w])
            with tape.stop_recording():
                constant = context.all_reduce("SUM", w * w)
        made = tape.gradient([a, b], [w], output_gradients=[place, 2.0 * place]), tape.gradient(a * constant, w)
        return made, tape.gradient(a, [w, x], unconnected_gradients="zero"), tf.constant(tape.gradient(a, x) is None)

    return in_replicas(step)


def case_past_what_others_made():
    def step(context, place):
        with tf.GradientTape() as tape:
            x = w * place
            y = context.merge_call(lambda strategy, v: strategy.reduce("SUM", v, None), (x,))
            logged = context.all_reduce("SUM", x)
            loss = x * y
        return y, logged, tape.gradient(loss, w)

    return in_replicas(step)


def case_behind_loops():
    def step(context, place):
        with tf.GradientTape() as tape:
            x = w * place
            for _ in tf.range(3):
                x = x * w
            loss = context.all_reduce("SUM", x) * place
        return tape.gradient(loss, w)

    return in_replicas(step)


def network():
    inputs = tf.keras.Input((8, 8, 3))
    h = tf.keras.layers.Conv2D(4, 3, use_bias=False)(inputs)
    h = tf.keras.layers.ReLU()(tf.keras.layers.BatchNormalization(synchronized=True, momentum=0.8)(h))
    h = h + tf.keras.layers.BatchNormalization(synchronized=True)(tf.keras.layers.Conv2D(4, 3, padding="same", use_bias=False)(h))
    h = tf.keras.layers.Dense(6, use_bias=False)(tf.keras.layers.GlobalAveragePooling2D()(h))
    h = tf.keras.layers.BatchNormalization(synchronized=True, axis=-1)(h)
    made = tf.keras.Model(inputs, tf.keras.layers.Dense(4, activation="softmax")(h))
    random = np.random.RandomState(2)
    made.set_weights([np.abs(random.randn(*x.shape)) * 0.2 for x in made.get_weights()])
    return made


def trained(steps_per_execution):
    with strategy.scope():
        model = network()
        optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9)
        model.compile(optimizer, "sparse_categorical_crossentropy", steps_per_execution=steps_per_execution)
    losses = model.fit(X, Y, batch_size=8, epochs=4, shuffle=False, verbose=0).history["loss"]
    return rounded(losses), rounded(model.evaluate(X, Y, batch_size=8, verbose=0)), [rounded(np.abs(x).sum()) for x in model.get_weights()]


def case_normalization_of_all_in_fit():
    print(trained(1))
    return trained(2)


def case_normalization_of_all_in_loops():
    with strategy.scope():
        model, optimizer = network(), tf.keras.optimizers.SGD(0.1, momentum=0.9)
    data = tf.data.Dataset.from_tensor_slices((X[:16], Y[:16])).batch(8, drop_remainder=True).repeat()
    iterator = iter(strategy.experimental_distribute_dataset(data))

    def step(batch):
        x, y = batch
        context = tf.distribute.get_replica_context()
        with tf.GradientTape() as tape:
            predicted = model(x, training=True)
            every = context.all_gather(predicted, 0)
            losses = tf.keras.losses.sparse_categorical_crossentropy(y, predicted)
            loss = context.all_reduce("MEAN", tf.reduce_mean(losses)) + 0.1 * tf.reduce_mean(tf.matmul(every, every, transpose_b=True))
        optimizer.minimize(loss, model.trainable_variables, tape=tape)
        return loss

    @tf.function
    def train():
        return strategy.reduce("MEAN", strategy.run(step, args=(next(iterator),)), axis=None)

    return [rounded(train()) for _ in range(10)], [rounded(np.abs(x).sum()) for x in model.get_weights()]
