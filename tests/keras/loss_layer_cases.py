"""Models whose loss is a loss function or object called on Keras tensors: the layers they have for it, and what it is."""

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def _of_functions(name):
    CASES[name] = lambda tf, x, y: tf.reduce_mean(getattr(tf.keras.losses, name)(x, y))


def _of_classes(name):
    CASES[name] = lambda tf, x, y: getattr(tf.keras.losses, name)()(x, y)


for _name in """binary_crossentropy binary_focal_crossentropy categorical_crossentropy categorical_focal_crossentropy categorical_hinge
    cosine_similarity hinge huber kl_divergence log_cosh mean_absolute_error mean_absolute_percentage_error mean_squared_error
    mean_squared_logarithmic_error poisson squared_hinge""".split():
    _of_functions(_name)
for _name in """BinaryCrossentropy BinaryFocalCrossentropy CategoricalCrossentropy CosineSimilarity Hinge Huber KLDivergence
    MeanAbsoluteError MeanSquaredError Poisson""".split():
    _of_classes(_name)


@case
def variational(tf, x, y):
    backend = tf.keras.backend
    divergence = -0.5 * backend.sum(1 + y - backend.square(y) - backend.exp(y), axis=-1)
    return backend.mean(tf.keras.losses.binary_crossentropy(x, y) * 6 + divergence)


@case
def numbers_of_classes(tf, x, y):
    return tf.keras.losses.SparseCategoricalCrossentropy()(tf.cast(x[:, 0] * 3, tf.int32), y)


@case
def of_the_backend(tf, x, y):
    backend = tf.keras.backend
    return backend.mean(backend.binary_crossentropy(x, y)) + backend.mean(backend.categorical_crossentropy(x, y, from_logits=True))


@case
def smoothed(tf, x, y):
    return tf.reduce_mean(tf.keras.losses.categorical_crossentropy(x, y, from_logits=True, label_smoothing=0.1))


@case
def weighed(tf, x, y):
    return tf.keras.losses.MeanSquaredError(reduction="sum")(x, y, sample_weight=x[:, 0])


@case
def not_reduced(tf, x, y):
    return tf.reduce_sum(tf.keras.losses.MeanSquaredError(reduction="none")(x, y))


@case
def constant_targets(tf, x, y):
    return tf.reduce_mean(tf.keras.losses.hinge(tf.ones((4, 6)), y)) + tf.reduce_mean(tf.keras.losses.mse(tf.zeros((1, 6)), y))


@case
def a_last_axis_of_one(tf, x, y):
    return tf.keras.losses.MeanSquaredError()(x[:, 0], y[:, :1])


@case
def whole_numbers(tf, x, y):
    return tf.keras.losses.MeanAbsoluteError()(tf.cast(x * 4, tf.int32), tf.cast(y * 4, tf.int32))


@case
def numbers_of_layers_tried(tf, x, y):
    both = tf.keras.losses.hinge(x, y) + tf.keras.backend.binary_crossentropy(x, y)[:, 0]
    rest = tf.cast(tf.reduce_all(tf.logical_or(tf.equal(x, y), tf.equal(x, 0))), tf.float32)
    return tf.reduce_mean(tf.convert_to_tensor(both)) + rest


def outcome(tf, name):
    """The summary of the model, and the loss of a batch."""
    keras = tf.keras
    keras.backend.clear_session()
    x = keras.Input((6,), name="x")
    start = keras.initializers.Constant
    y = keras.layers.Dense(6, "sigmoid", kernel_initializer=start(0.1), bias_initializer=start(0.2), name="y")(x)
    model = keras.Model(x, y, name="model")
    loss = CASES[name](tf, x, y)
    model.add_loss(loss)
    lines = []
    model.summary(print_fn=lines.append, line_length=100)
    batch = tf.reshape(tf.linspace(0.05, 0.95, 24), (4, 6))
    return {"summary": "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()), "loss": float(keras.Model(x, loss)(batch))}
