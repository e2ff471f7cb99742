"""Steps of training that programs write themselves, whose graphs are compared node by node with those of TensorFlow."""


def functions(tf):
    """{name: a function that gives the graph of a traced function}."""
    return {f"program {name}": lambda make=make: _traced(tf, *make(tf)) for name, make in PROGRAMS.items()}


def _traced(tf, function, *shapes):
    specs = [s if isinstance(s, tf.TensorSpec) else tf.TensorSpec(s) for s in shapes]
    return tf.function(function).get_concrete_function(*specs).graph


def _layers(tf, *units, inputs=3):
    layers = tf.keras.layers
    hidden = [layers.Dense(n, "relu") for n in units[:-1]]
    return tf.keras.Sequential([layers.Input((inputs,)), *hidden, layers.Dense(units[-1])])


def _two_networks(tf):
    makes, judges = _layers(tf, 4, 4), _layers(tf, 4, 1, inputs=4)
    first, second = tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam()
    entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)

    def step(real):
        with tf.GradientTape() as one, tf.GradientTape() as other:
            made = makes(tf.random.normal([4, 3]), training=True)
            right, wrong = judges(real, training=True), judges(made, training=True)
            loss_of_maker = entropy(tf.ones_like(wrong), wrong)
            loss_of_judge = entropy(tf.ones_like(right), right) + entropy(tf.zeros_like(wrong), wrong)
        first.apply_gradients(zip(one.gradient(loss_of_maker, makes.trainable_variables), makes.trainable_variables))
        second.apply_gradients(zip(other.gradient(loss_of_judge, judges.trainable_variables), judges.trainable_variables))

    return step, (4, 4)


def _penalty(tf):
    layers = tf.keras.layers
    judges = tf.keras.Sequential(
        [layers.Input((4, 4, 1)), layers.Conv2D(2, 3, padding="same"), layers.LeakyReLU(0.2), layers.Flatten(), layers.Dense(1)]
    )

    def step(real, made):
        between = real + tf.random.normal([4, 1, 1, 1]) * (made - real)
        with tf.GradientTape() as around:
            with tf.GradientTape() as tape:
                tape.watch(between)
                found = judges(between, training=True)
            (slopes,) = tape.gradient(found, [between])
            norm = tf.sqrt(tf.reduce_sum(tf.square(slopes), axis=[1, 2, 3]))
            loss = tf.reduce_mean((norm - 1.0) ** 2)
        return around.gradient(loss, judges.trainable_variables)

    return step, (4, 4, 4, 1), (4, 4, 4, 1)


def _step_within(tf):
    w = tf.Variable(tf.ones([3, 1]))

    def step(x, y):
        with tf.GradientTape() as around:
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((x @ w - y) ** 2)
            after = w - 0.1 * tape.gradient(loss, w)
            loss = tf.reduce_mean((x @ after - y) ** 2)
        return around.gradient(loss, w)

    return step, (4, 3), (4, 1)


def _part_of_network(tf):
    model = _layers(tf, 4, 4, 1)
    model.layers[0].trainable = False

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        return tape.gradient(loss, model.trainable_variables)

    return step, (4, 3)


def _frozen_base(tf):
    layers = tf.keras.layers
    base = tf.keras.Sequential([layers.Input((4, 4, 1)), layers.Conv2D(2, 3), layers.BatchNormalization(), layers.ReLU()])
    base.trainable = False
    model = tf.keras.Sequential([base, layers.GlobalAveragePooling2D(), layers.Dense(1)])

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x, training=True))
        return tape.gradient(loss, model.trainable_variables)

    return step, (4, 4, 4, 1)


def _by_what_a_layer_gives(tf):
    layers, x = tf.keras.layers, tf.keras.Input((4, 4, 1))
    seen = layers.Conv2D(2, 3)(x)
    model = tf.keras.Model(x, [seen, layers.Dense(2)(layers.GlobalAveragePooling2D()(seen))])

    def step(x):
        with tf.GradientTape() as tape:
            seen, found = model(x)
            loss = found[:, 0]
        return tf.reduce_mean(tape.gradient(loss, seen), axis=(0, 1, 2))

    return step, (4, 4, 4, 1)


def _moving_target(tf):
    model = _layers(tf, 4, 2)
    target = tf.keras.models.clone_model(model)
    optimizer = tf.keras.optimizers.Adam()

    def step(state, action, reward, following):
        wanted = reward + 0.9 * tf.reduce_max(target(following), axis=1)
        with tf.GradientTape() as tape:
            found = tf.reduce_sum(model(state) * tf.one_hot(action, 2), axis=1)
            loss = tf.keras.losses.Huber()(wanted, found)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        for mine, its in zip(target.variables, model.variables):
            mine.assign(mine * 0.9 + its * 0.1)
        return loss

    return step, (None, 3), tf.TensorSpec([None], tf.int32), (None,), (None, 3)


def _penalties(tf):
    layers = tf.keras.layers
    hidden = layers.Dense(4, "relu", kernel_regularizer=tf.keras.regularizers.L1L2(0.1, 0.1), activity_regularizer="l2")
    model = tf.keras.Sequential([layers.Input((3,)), hidden, layers.Dense(1)])

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x)) + tf.add_n(model.losses)
        return tape.gradient(loss, model.trainable_variables)

    return step, (4, 3)


def _codes(tf):
    encoder, decoder = _layers(tf, 4, 4, inputs=6), _layers(tf, 4, 6, inputs=2)
    optimizer = tf.keras.optimizers.Adam()

    def step(x):
        with tf.GradientTape() as tape:
            mean, spread = tf.split(encoder(x), 2, axis=1)
            code = tf.random.normal(shape=tf.shape(mean)) * tf.exp(spread * 0.5) + mean
            entropy = tf.nn.sigmoid_cross_entropy_with_logits(logits=decoder(code), labels=x)
            distance = -0.5 * tf.reduce_sum(1 + spread - tf.square(mean) - tf.exp(spread), axis=1)
            loss = tf.reduce_mean(tf.reduce_sum(entropy, axis=1) + distance)
        variables = encoder.trainable_variables + decoder.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    return step, (4, 6)


def _own_gradients(tf):
    w = tf.Variable(tf.ones([3]))

    @tf.custom_gradient
    def pair(x, y):
        return (x * y, x + y), lambda a, b: (a * y, b * x)

    @tf.custom_gradient
    def bounded(x):
        return tf.identity(x), lambda dy: tf.clip_by_norm(dy, 1.0)

    def step(x):
        with tf.GradientTape() as tape:
            a, b = pair(x * w, x)
            loss = tf.reduce_sum(bounded(a)) + tf.reduce_mean(b) + tf.reduce_sum(tf.grad_pass_through(tf.round)(w * 2.0))
        return tape.gradient(loss, [w])

    return step, (3,)


def _reversed_gradient(tf):
    layers, x = tf.keras.layers, tf.keras.Input((5,))

    @tf.custom_gradient
    def turned(x):
        return tf.identity(x), lambda dy: -dy

    model = tf.keras.Model(x, layers.Dense(1)(layers.Lambda(turned)(layers.Dense(4)(x))))

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(model(x))
        return tape.gradient(loss, model.trainable_variables)

    return step, (None, 5)


def _by_inputs(axis, shape):
    def make(tf):
        layer = tf.keras.layers.BatchNormalization(axis=axis)
        layer.build((None, *shape))

        def step(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                loss = tf.reduce_sum(layer(x, training=False)) + tf.reduce_sum(layer(x, training=True))
            return tape.gradient(loss, [x, *layer.trainable_variables])

        return step, (4, *shape)

    return make


def _drawn(tf):
    def step(x):
        n = tf.shape(x)[0]
        turned = tf.image.stateless_random_flip_left_right(tf.image.random_flip_up_down(x), [1, 2])
        return turned + tf.random.normal([n, 4, 4, 3]) + tf.random.stateless_uniform([n, 1, 1, 1], [1, 2])

    return step, (None, 4, 4, 3)


def _one_picture_turned(tf):
    return lambda x: tf.image.random_flip_left_right(x), (4, 4, 3)


def _layer_of_first_call(tf):
    layer = tf.keras.layers.LayerNormalization()

    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(layer(x) ** 2)
        return tape.gradient(loss, layer.trainable_variables)

    return step, (4, 5)


def _parts_by_tensors(tf):
    def step(x, i, j):
        some = [x[:, i], x[:, :i], x[i:], x[i : i + 1, ..., 0], x[..., i, None], x[::i], x[:, :, :j], x[j], x[j, 1:2]]
        last = x[: tf.shape(x)[0] - 1], x[tf.shape(x)[0] - 1, 0]
        return [tf.reduce_sum(part) for part in (*some, *last)]

    return step, (None, 4, 5), tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.int64)


def _attention_over_steps(tf):
    layers = tf.keras.layers
    of_state, of_steps, score = layers.Dense(4), layers.Dense(4), layers.Dense(1)
    for layer, size in ((of_state, 3), (of_steps, 3), (score, 4)):
        layer.build((None, size))

    def step(state, steps):
        with tf.GradientTape() as tape:
            scores = score(tf.nn.tanh(of_state(tf.expand_dims(state, 1)) + of_steps(steps)))
            weights = tf.nn.softmax(scores, axis=1)
            context = tf.reduce_sum(weights * steps, axis=1)
            loss = tf.reduce_sum(context) + tf.reduce_sum(tf.nn.log_softmax(steps, axis=-2, name="named"))
        return tf.transpose(weights, [0, 2, 1]), tape.gradient(loss, of_steps.trainable_variables)

    return step, (2, 3), (2, 5, 3)


def _lists_joined(tf):
    def step(x):
        rows, columns = tf.shape(x)[0], tf.shape(x)[1]
        flat = tf.reshape(x, tf.concat([[rows], [columns * 3]], 0))
        return flat, tf.concat([tf.shape(x)[:1], [columns], [4]], 0), tf.stack([x[0, 0], [x[0, 0, 0], x[0, 0, 1], x[0, 0, 2]]])

    return step, (None, None, 3)


def _masked_classes(tf):
    model = tf.keras.Sequential([tf.keras.layers.Embedding(9, 4), tf.keras.layers.Dense(9)])
    model.build((None, None))
    loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")

    def step(x, y):
        with tf.GradientTape() as tape:
            each = loss(y, model(x, training=True))
            mask = tf.cast(y != 0, each.dtype)
            mean = tf.reduce_sum(each * mask) / tf.reduce_sum(mask)
        return tape.gradient(mean, model.trainable_variables)

    return step, *[tf.TensorSpec([None, None], tf.int64)] * 2


def _checked_shapes(tf):
    def step(x, y):
        tf.debugging.assert_shapes([(x, ("n", 3)), (y, ("n",))])
        tf.debugging.assert_positive(x)
        return x * y[:, None]

    return step, (None, 3), (None,)


def _replicas(tf):
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    with strategy.scope():
        model, optimizer = _layers(tf, 4, 1), tf.keras.optimizers.SGD()

    def of_replica(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x) ** 2)
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        return loss

    def step(x):
        return strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(of_replica, args=(x,)), axis=None)

    return step, (4, 3)


def _drawn_by_generators(tf):
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Input((4, 4, 3), 2), layers.Rescaling(1 / 255), layers.RandomFlip("horizontal", seed=1)])
    generator = tf.random.Generator.from_seed(1)

    def step(x):
        n = tf.shape(x)[0]
        numbers = generator.uniform([n, 2]), generator.normal([3], 1.0, 2.0), generator.uniform([2], 0, 5, tf.int32)
        return model(x, training=True), numbers, generator.truncated_normal([n])

    return step, (None, 4, 4, 3)


PROGRAMS = {
    "drawn by generators": _drawn_by_generators,
    "replicas of a strategy": _replicas,
    "classes under a mask": _masked_classes,
    "checked shapes": _checked_shapes,
    "parts by tensors": _parts_by_tensors,
    "attention over steps": _attention_over_steps,
    "lists joined": _lists_joined,
    "drawn for a batch": _drawn,
    "one picture turned": _one_picture_turned,
    "layer of the first call": _layer_of_first_call,
    "two networks": _two_networks,
    "penalty on gradients": _penalty,
    "a step within": _step_within,
    "part of a network": _part_of_network,
    "frozen base": _frozen_base,
    "by what a layer gives": _by_what_a_layer_gives,
    "moving target": _moving_target,
    "penalties": _penalties,
    "codes": _codes,
    "own gradients": _own_gradients,
    "reversed gradient": _reversed_gradient,
    "images by their inputs": _by_inputs(-1, (5, 5, 3)),
    "channels first by their inputs": _by_inputs(1, (5, 5, 3)),
    "rows by their inputs": _by_inputs(-1, (5,)),
    "volumes by their inputs": _by_inputs(1, (3, 4, 4, 2)),
}
