"""The numbers of optimizers' steps, which TensorFlow rounds to the dtype of the variable, or to float32 before."""

K, G, V, S = tf.keras.optimizers, tf.keras.optimizers.legacy, tf.compat.v1.train, tf.keras.optimizers.schedules


def moved(optimizer, dtype):
    """Two weights after six steps, eagerly, with as many digits as are the same on every machine."""
    weights = tf.Variable([1.0, 2.0], dtype=dtype)
    for i in range(6):
        optimizer.apply_gradients([(tf.constant([0.3, -0.7], dtype) * weights * (i + 1), weights)])
    return ["%.*f" % (11 if dtype == "float64" else 6, x) for x in weights.numpy()]


def made(rate):
    for name in "Adam SGD RMSprop AdamW Nadam Adagrad Adadelta Adamax Ftrl Lion Adafactor".split():
        yield name, lambda: getattr(K, name)(rate)
    for name in "Adam SGD RMSprop Adagrad Adadelta Adamax Ftrl".split():
        yield f"legacy {name}", lambda: getattr(G, name)(rate)


def case_constant_rates():
    for dtype in "float32", "float64":
        for name, make in made(0.01):
            print(name, dtype, moved(make(), dtype))


def case_lowered_rates():
    """A rate of float32 is multiplied in float64 when the loss stays."""
    x, y = tf.zeros([4, 2]), tf.ones([4, 1])
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, use_bias=False, input_shape=(2,))])
    for rate, factor in (0.01, 0.1), (0.3, 0.7), (0.007, 0.3):
        model.compile(tf.keras.optimizers.SGD(rate), "mse")
        lowered = tf.keras.callbacks.ReduceLROnPlateau("loss", factor, patience=1, verbose=1, min_lr=1e-4)
        print(["%.12g" % rate for rate in model.fit(x, y, epochs=6, verbose=0, callbacks=[lowered]).history["lr"]])


def case_rates_of_schedules():
    for dtype in "float32", "float64":
        for name, make in made(S.ExponentialDecay(0.01, 3, 0.9)):
            print(name, dtype, moved(make(), dtype))


def case_further_arguments():
    for make in (
        lambda: K.Adam(0.01, amsgrad=True),
        lambda: K.AdamW(0.01, weight_decay=0.3),
        lambda: K.SGD(0.01, momentum=0.9, nesterov=True, weight_decay=0.3),
        lambda: K.RMSprop(0.01, centered=True, momentum=0.5),
        lambda: K.Ftrl(0.01, l1_regularization_strength=0.01, l2_regularization_strength=0.02, beta=0.1),
        lambda: G.Adam(0.01, amsgrad=True),
        lambda: G.SGD(0.01, momentum=0.9, nesterov=True, decay=0.1),
        lambda: V.AdamOptimizer(0.01),
        lambda: V.RMSPropOptimizer(0.01, momentum=0.3, centered=True),
    ):
        print(moved(make(), "float32"))


def case_rates_of_the_default_dtype():
    tf.keras.backend.set_floatx("float64")
    try:
        for name, make in made(0.01):
            optimizer = make()
            print(name, moved(optimizer, "float64"), getattr(optimizer, "learning_rate").dtype)
        print(K.Adam(S.ExponentialDecay(0.01, 3, 0.9)).learning_rate.dtype)
    finally:
        tf.keras.backend.set_floatx("float32")


def case_nadam_in_a_function():
    weights, optimizer = tf.Variable([1.0, 2.0]), K.Nadam(0.01)

    @tf.function
    def step():
        optimizer.apply_gradients([(0.3 * weights, weights)])

    step()
    print(weights.numpy())


def clipped():
    yield from ({"clipnorm": 1.0}, {"clipvalue": 0.5}, {"global_clipnorm": 1.0})


def rounded(values):
    return [float(f"{x:.4g}") for x in values.numpy().ravel()]


def case_clipped_rows_that_are_there_twice():
    for options in clipped():
        for make in (K.SGD, K.Adam, K.RMSprop):
            rows = tf.IndexedSlices(tf.constant([[0.4, 0.4], [0.4, 0.1], [2.0, 2.0]]), tf.constant([0, 0, 1]), tf.constant([3, 2]))
            weights, others = tf.Variable(tf.ones([3, 2])), tf.Variable([1.0])
            optimizer = make(1.0, **options)
            for _ in range(2):
                optimizer.apply_gradients([(rows, weights), (tf.constant([0.6]), others)])
            print(make.__name__, options, rounded(weights), rounded(others))


def case_clipped_embeddings_in_functions():
    for options in clipped():
        weights, optimizer = tf.Variable(tf.ones([3, 2])), K.SGD(0.5, **options)

        @tf.function
        def step():
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.gather(weights, [0, 0, 1]) * [[1.0], [2.0], [3.0]])
            optimizer.minimize(loss, [weights], tape=tape)

        step()
        step()
        print(options, rounded(weights))


def case_clipped_embeddings_in_fit():
    for options in clipped():
        model = tf.keras.Sequential(
            [
                tf.keras.layers.Embedding(5, 3, embeddings_initializer="ones"),
                tf.keras.layers.GlobalAveragePooling1D(),
                tf.keras.layers.Dense(1, kernel_initializer="ones"),
            ]
        )
        model.compile(K.SGD(0.5, **options), "mse")
        model.fit(tf.constant([[0, 0, 1], [0, 2, 2]]), tf.constant([[10.0], [-5.0]]), verbose=0, epochs=2)
        print(options, rounded(model.weights[0]))


def case_restarts():
    for first in 1, 2, 3, 10:
        for longer in 1.0, 1.1, 1.5, 2.0, 3.0:
            schedule = S.CosineDecayRestarts(0.1, first, longer, 0.8, 0.01)
            print([round(float(schedule(step)), 4) for step in range(30)])
            print([round(float(V.cosine_decay_restarts(0.1, step, first, longer, 0.8, 0.01)()), 4) for step in range(30)])


def gradient(weights, step, rows):
    values = tf.constant([[0.5, -1.5], [2.0, 0.25], [1.0, 0.5]], weights.dtype) * (step + 1)
    return tf.IndexedSlices(values, tf.constant([2, 0, 2]), tf.constant([4, 2])) if rows else tf.concat([values, -values[:1]], 0)


def after_steps(optimizer, dtype, rows):
    """Weights and what is kept for them after four steps, in fewer digits than such numbers have."""
    weights = tf.Variable(tf.cast([[1.0, -2.0], [0.5, 0.25], [3.0, 1.5], [-1.0, 4.0]], dtype))
    for step in range(4):
        optimizer.apply_gradients([(gradient(weights, step, rows), weights)])
    kept = optimizer.variables() if callable(optimizer.variables) else optimizer.variables
    return [[f"{x:.2g}" for x in tf.cast(v, "float32").numpy().ravel()] for v in [weights, *kept]]


def case_half_precision():
    for dtype in "float16", "bfloat16":
        for name, make in [*made(0.1), ("legacy Nadam", lambda: G.Nadam(0.1)), ("clipped", lambda: K.Adamax(0.1, clipnorm=1.0))]:
            for rows in False, True:
                if (name, dtype, rows) == ("legacy Adamax", "bfloat16", False):
                    continue  # has no kernel
                print(name, dtype, rows, after_steps(make(), dtype, rows))


def case_half_precision_with_momentum_and_averages():
    for make in (
        lambda: K.SGD(0.1, momentum=0.9, nesterov=True, weight_decay=0.1),
        lambda: K.RMSprop(0.1, momentum=0.5, centered=True, epsilon=0.01),
        lambda: K.Adam(0.1, beta_2=0.9, amsgrad=True, epsilon=1e-3),
        lambda: K.Adamax(0.1, epsilon=1e-3, use_ema=True, ema_momentum=0.75, ema_overwrite_frequency=3),
        lambda: G.SGD(0.1, momentum=0.9, nesterov=True),
        lambda: G.RMSprop(0.1, momentum=0.5, centered=True, epsilon=0.01),
        lambda: G.Ftrl(0.1, l1_regularization_strength=0.05, l2_shrinkage_regularization_strength=0.02, beta=0.1),
    ):
        for rows in False, True:
            print(after_steps(make(), "float16", rows))


def case_half_precision_in_functions():
    for make in (K.SGD, K.Nadam, K.Lion, K.Adafactor, G.Adam, G.Adadelta):
        for rows in False, True:
            weights, optimizer = tf.Variable(tf.ones([4, 2], "float16")), make(0.1)

            @tf.function
            def step(g):
                optimizer.apply_gradients([(g, weights)])

            for i in range(3):
                step(gradient(weights, i, rows))
            print(make.__name__, rows, [f"{x:.2g}" for x in weights.numpy().ravel()])


def case_complex_weights():
    for make in (K.Nadam, K.Adamax, K.Ftrl, G.Adamax, G.Ftrl, lambda rate: G.Adam(rate, amsgrad=True)):
        for rows in False, True:
            weights, optimizer = tf.Variable(tf.complex([[1.0, -2.0], [0.5, 0.25], [3.0, 1.5], [-1.0, 4.0]], 1.0)), make(0.1)
            try:
                for i in range(3):
                    optimizer.apply_gradients([(gradient(weights, i, rows), weights)])
                print(rounded(tf.math.real(weights)), rounded(tf.math.imag(weights)))
            except tf.errors.InvalidArgumentError as e:
                print(type(e).__name__, e.message.split(" used by")[0][-60:] if "OpKernel" in e.message else "")


def case_ftrl_with_a_rate_of_0():
    for make in (K.Ftrl, G.Ftrl):
        for beta in 0.0, 0.1:
            weights, optimizer = tf.Variable([1.0, 2.0]), make(0.0, beta=beta)
            for _ in range(3):
                optimizer.apply_gradients([(tf.constant([0.5, -1.0]), weights)])
                print(make.__module__, beta, weights.numpy())
    weights = tf.Variable([1.0, 2.0])
    G.Ftrl(0.0).apply_gradients([(tf.IndexedSlices(tf.constant([0.5]), tf.constant([1])), weights)])


def case_rows_for_steps_of_programs():
    class Own(K.Optimizer):
        def __init__(self):
            super().__init__("own")
            self._learning_rate = self._build_learning_rate(0.1)

        def update_step(self, gradient, variable):
            print(isinstance(gradient, tf.IndexedSlices))
            if isinstance(gradient, tf.IndexedSlices):
                variable.scatter_add(tf.IndexedSlices(-0.1 * gradient.values, gradient.indices))
            else:
                variable.assign_sub(0.1 * gradient)

    gradients = [
        tf.IndexedSlices([[0.5, 0.5], [1.0, 1.0]], [1, 1], [2, 2]), tf.IndexedSlices([[0.5, 0.5], [1.0, 1.0]], [1, 0]),
        tf.IndexedSlices([[0.5, 0.5]], [1]), tf.constant([[1.0, 1.0], [1.0, 1.0]]),
    ]  # fmt: skip
    for gradient in gradients:
        for run in (lambda step: step), tf.function:
            weights, optimizer = tf.Variable([[1.0, 2.0], [3.0, 4.0]]), Own()
            optimizer.build([weights])
            run(lambda: optimizer.apply_gradients([(gradient, weights)]))()  # noqa: B023 - called at once
            print(rounded(weights))
    dense = tf.function(lambda x: tf.convert_to_tensor(tf.IndexedSlices([[1.0, 2.0]], [1], tf.shape(x))))
    return dense(tf.ones([3, 2])).numpy().tolist()
