"""Steps of optimizers on variables of integers, of truth values and of complex numbers, most of which have no kernel for them."""

K, G = tf.keras.optimizers, tf.keras.optimizers.legacy
NEW = {name: getattr(K, name) for name in "SGD Adam AdamW Adadelta Adagrad Adamax Nadam RMSprop Ftrl Lion Adafactor".split()}
OLD = {f"legacy {name}": getattr(G, name) for name in "SGD Adam Adadelta Adagrad Adamax Nadam RMSprop Ftrl".split()}
ALL = {
    **NEW,
    **OLD,
    "SGD with momentum": lambda: K.SGD(0.5, momentum=0.9),
    "RMSprop with momentum": lambda: K.RMSprop(momentum=0.9),
    "Adam with amsgrad": lambda: K.Adam(amsgrad=True),
    "legacy SGD with momentum": lambda: G.SGD(0.5, momentum=0.9),
    "legacy Adam with amsgrad": lambda: G.Adam(amsgrad=True),
}


def tell(name, dtype, gradient, shape=(2,), within=False):
    """What a step does, or the first line of why it cannot be made, without the order of a node's attributes."""
    try:
        variable = tf.Variable(tf.cast(tf.reshape([1, 2], shape), dtype))
        optimizer = ALL[name]()
        if within:
            tf.function(lambda: optimizer.apply_gradients([(gradient, variable)]), autograph=False)()
        else:
            optimizer.apply_gradients([(gradient, variable)])
        print(name, dtype, variable.numpy().ravel().tolist() if dtype != "complex64" else "made")
    except Exception as e:
        print(name, dtype, type(e).__name__, str(e).split("\n")[0].split(" with these attrs")[0])


def case_integers():
    for name in ALL:
        for dtype in "int32", "int64":
            tell(name, dtype, tf.constant([1, 1], dtype))


def case_truth_values():
    for name in ALL:
        tell(name, "bool", tf.constant([True, False]))


def case_complex_numbers():
    for name in OLD:
        tell(name, "complex64", tf.constant([1, 1], "complex64"))


def case_rows_of_integers():
    for name in "SGD", "SGD with momentum", "Adam", "legacy SGD", "legacy SGD with momentum", "legacy Adam", "legacy Adagrad":
        rows = tf.IndexedSlices(tf.constant([[1]]), tf.constant([0]), tf.constant([2, 1]))
        tell(name, "int32", rows, shape=(2, 1))


def case_gradients_of_another_dtype():
    for name in "Adam", "RMSprop", "legacy SGD", "legacy SGD with momentum", "legacy Adam":
        tell(name, "int32", tf.constant([1.0, 1.0]))


def case_integers_within_functions():
    for name in "SGD", "SGD with momentum":
        tell(name, "int32", tf.constant([1, 1]), within=True)
