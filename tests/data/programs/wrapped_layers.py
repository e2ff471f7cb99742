"""What is called within wrappers: how often, under which `training`, and what that changes and draws."""

import numpy as np

L = tf.keras.layers
X = np.random.RandomState(3).randn(16, 3, 4).astype("f")


def shown(x):
    return np.round(np.asarray(x, float), 3).ravel()[:6].tolist()


class Prints(L.Layer):
    def call(self, x, training=None):
        print("call", x.shape, training)
        return x


class Normalizes(L.Layer):
    """A user's layer, which may not see steps as examples."""

    def __init__(self):
        super().__init__()
        self.within = L.BatchNormalization(momentum=0.9)

    def call(self, x, training=None):
        return self.within(x, training=training)


class Below(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.within = L.BatchNormalization(momentum=0.9)

    def call(self, x, training=None):
        return self.within(x, training=training)


class MyDense(L.Dense):
    pass


def case_which_layers_take_steps_as_examples():
    i = tf.keras.Input((2,))
    for layer in (
        MyDense(3), L.LSTM(2), L.LSTM(2, stateful=True), tf.keras.Sequential([L.Dense(2)]), L.Lambda(lambda x: x), L.RNN(L.LSTMCell(2)),
        L.Bidirectional(L.LSTM(2)), L.TimeDistributed(L.Dense(2)), tf.keras.Model(i, i), Below(), Normalizes(), Prints(),
    ):  # fmt: skip
        print(type(layer).__name__, L.TimeDistributed(layer)._always_use_reshape)


def case_calls_for_the_mask_are_in_training():
    i = tf.keras.Input((4,))
    for model in tf.keras.Sequential([Prints()]), tf.keras.Model(i, Prints()(i)):
        wrapped = L.TimeDistributed(model)
        for training in True, False, None, True:
            print(training)
            wrapped(X, training=training)


def case_statistics_of_wrapped_normalizations():
    def layers():
        i = tf.keras.Input((4,))
        normalization = [L.BatchNormalization(momentum=0.9) for _ in range(3)]
        yield L.TimeDistributed(normalization[0]), normalization[0]
        yield L.TimeDistributed(tf.keras.Sequential([normalization[1]])), normalization[1]
        yield L.TimeDistributed(tf.keras.Model(i, normalization[2](i))), normalization[2]
        for made in Below(), Normalizes():
            yield L.TimeDistributed(made), made.within

    for wrapped, normalization in layers():
        once = lambda x: wrapped(x, training=True)
        for call in once, tf.function(once), tf.function(once, input_signature=[tf.TensorSpec([None, 3, 4])]):
            print(shown(call(tf.constant(X))), shown(normalization.moving_mean), shown(normalization.moving_variance))


def case_a_step_is_called_once_more_than_there_are_steps():
    def count(unroll, traced):
        calls = tf.Variable(0)

        def step(x, states):
            calls.assign_add(1)
            return x + states[0], [x + states[0]]

        def run(x):
            return tf.keras.backend.rnn(step, x, [tf.zeros([16, 4])], unroll=unroll)[0]

        made = (tf.function(run) if traced else run)(tf.constant(X))
        return int(calls), shown(made)

    for unroll in False, True:
        for traced in False, True:
            print(unroll, traced, count(unroll, traced))


def case_weights_of_classes():
    targets = np.random.RandomState(1).randint(0, 3, 16)

    def fitted(y, weights, as_dataset, **settings):
        tf.get_logger().disabled = True  # it advises against so many functions
        tf.keras.utils.set_random_seed(2)
        model = tf.keras.Sequential([L.Flatten(), L.Dense(3, "softmax")])
        loss = "sparse_categorical_crossentropy" if np.ndim(y) < 2 or y.shape[-1] == 1 else "categorical_crossentropy"
        model.compile("sgd", loss)
        data = (tf.data.Dataset.from_tensor_slices((X, y)).batch(4),) if as_dataset else (X, y)
        try:
            return shown(model.fit(*data, class_weight=weights, verbose=0, **settings).history["loss"])
        except (ValueError, tf.errors.InvalidArgumentError) as e:
            lines = str(e).splitlines()
            return type(e).__name__, lines[0], [x.split(" [Op")[0] for x in lines if x.startswith("indices") or "GetNext" in x]
        finally:
            tf.get_logger().disabled = False

    for as_dataset in False, True:
        for y in targets, targets[:, None], np.eye(3, dtype="f")[targets], targets - 1, targets + 0.4:
            for weights in {0: 1.0, 1: 2.0, 2: 0.5}, {0: 1.0, 1: 2.0}, {0: 1.0, 2: 2.0}, {}:
                print(weights, fitted(y, weights, as_dataset))
    print(fitted(targets, {0: 1.0, 1: 2.0, 2: 0.5}, False, shuffle="batch", epochs=2, batch_size=5))

    def batches():
        yield X[:8], np.eye(3, dtype="f")[targets[:8]]
        yield X[8:], targets[8:, None].astype("f")

    model = tf.keras.Sequential([L.Flatten(input_shape=(3, 4)), L.Dense(3, "softmax", kernel_initializer="ones")])
    model.compile("sgd", lambda y, p: tf.reduce_mean(p[:, :1] * [0.5, 1.0, 2.0], -1))
    data = tf.data.Dataset.from_generator(batches, output_signature=(tf.TensorSpec([None, 3, 4]), tf.TensorSpec([None, None])))
    print(shown(model.fit(data, class_weight={0: 1.0, 1: 2.0, 2: 3.0}, verbose=0).history["loss"]))


def case_seeds_of_layers_in_steps_of_several():
    for rate, units in ((1, 0), (2, 0), (1, 3), (2, 3)):
        tf.keras.utils.set_random_seed(5)
        inputs = tf.keras.Input((3,))
        noisy = L.Dropout(0.4, seed=2)(L.GaussianNoise(0.3, seed=1)(inputs))
        model = tf.keras.Model(inputs, L.Dense(units)(noisy) if units else noisy)
        model.compile("adam", "mse", steps_per_execution=rate)
        losses = model.fit(np.eye(6, 3), np.ones((6, 3)), batch_size=4, epochs=2, verbose=0, shuffle=False).history["loss"]
        print(rate, units, shown(losses))


class Rows(tf.keras.layers.Layer):
    """Goes through the rows of a batch, which only runs eagerly."""

    def __init__(self, **options):
        super().__init__(dynamic=True, **options)

    def call(self, inputs):
        return tf.stack([tf.square(row) for row in inputs])

    def compute_output_shape(self, input_shape):
        return input_shape


class RowsOfUnknownShape(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__(dynamic=True)

    def call(self, inputs):
        return tf.stack([row for row in inputs])


def case_layers_that_run_eagerly():
    told = []
    x = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    for layer in (Rows, RowsOfUnknownShape):
        for run_eagerly in (None, False):
            try:
                inputs = tf.keras.Input((2,))
                outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(layer()(inputs))
                model = tf.keras.Model(inputs, outputs)
                model.compile("sgd", "mse", run_eagerly=run_eagerly)
                told.append([model.dynamic, model.run_eagerly, round(float(model.train_on_batch(x, x[:, :1])), 3)])
            except Exception as error:
                told.append((type(error).__name__, str(error)))
    model = tf.keras.Sequential([Rows(input_shape=(2,)), tf.keras.layers.Dense(1, kernel_initializer="ones")])
    return told, model.predict(x, verbose=0).tolist()


class Doubling(tf.Module):
    def __init__(self):
        super().__init__()
        self.factor = tf.Variable(2.0)

    def __call__(self, x, training=None):
        return x * self.factor if training else x


class Nothing(tf.keras.layers.Layer):
    def __init__(self):
        pass

    def call(self, inputs):
        return inputs


class FirstOfTwo(tf.keras.layers.Layer):
    @tf.keras.layers.Layer.stateful.getter
    def stateful(self):
        return True

    def build(self, input_shape):
        print([s if s is None else tuple(s) for s in input_shape])

    def call(self, inputs):
        return inputs[0]


class Both(tf.keras.layers.Layer):
    def call(self, inputs):
        return {"sum": inputs["a"] + inputs["b"], "a": inputs["a"]}


def _error(function):
    try:
        return function()
    except Exception as error:
        return type(error).__name__, str(error)


def case_unusual_layers():
    layers = tf.keras.layers
    model = tf.keras.Sequential([Doubling(), layers.Dense(1, kernel_initializer="ones")])
    x = tf.ones([2, 1])
    modules = [model(x).numpy().tolist(), model(x, training=True).numpy().tolist(), len(model.trainable_variables), model.layers[0].name]
    of_two = tf.keras.Sequential([Both()])
    data = {"a": x, "b": x}
    several = [sorted(of_two(data)), {k: v.tolist() for k, v in of_two.predict(data, verbose=0).items()}]
    recurrent = tf.keras.Sequential([layers.LSTM(2, stateful=True, batch_input_shape=(1, 2, 2))])
    return (
        modules,
        several,
        FirstOfTwo()([x, None]).numpy().tolist(),
        (FirstOfTwo().stateful, recurrent.stateful, model.stateful),
        _error(lambda: Nothing()(x)),
        _error(lambda: tf.keras.Sequential([tf.Module()]))[0],
        _error(lambda: layers.Dense(1, trainable=0)),
        layers.Dense(1, trainable=tf.Variable(True)).trainable.numpy().item(),
        _error(lambda: layers.InputSpec(ndim=3, axes={5: 2})),
        _error(lambda: layers.InputSpec(axes={"a": 1})),
        _error(lambda: layers.Add()([x, None])),
    )
