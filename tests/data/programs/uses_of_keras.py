"""What users do with models, layers, metrics and callbacks beyond the usual, and what comes of it."""

import numpy as np

K, L = tf.keras, tf.keras.layers
X, Y = np.ones((12, 3), "float32"), np.zeros((12, 1), "float32")


def _told(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__, str(error)


class _Seen(K.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.batches = []

    def on_train_batch_end(self, batch, logs=None):
        self.batches.append(batch)


def _model(**arguments):
    model = K.Sequential([L.Dense(1, kernel_initializer="ones", input_shape=(3,))])
    model.compile("sgd", "mse", **arguments)
    return model


def case_steps_per_execution_is_set():
    model = _model(steps_per_execution=2)
    model.steps_per_execution = 3
    seen = [int(model.steps_per_execution)]
    for number in (None, 1, 2):
        if number is not None:
            model.steps_per_execution = number
        watcher = _Seen()
        model.fit(X, Y, batch_size=2, verbose=0, callbacks=[watcher])
        seen.append(watcher.batches)
    unbuilt = K.Sequential([L.Dense(1)])
    before = unbuilt.steps_per_execution
    unbuilt.steps_per_execution = 4
    return seen, before, int(unbuilt.steps_per_execution)


def case_rectified_integers():
    x = tf.constant([-3, 1, 8, 2])
    arguments = [{"max_value": 6.5}, {"threshold": 1.0}, {"max_value": 3, "threshold": 1.7}, {"threshold": 0.5, "negative_slope": 0.5}]
    arguments += [{"max_value": 0.5}, {"max_value": 6.5, "negative_slope": 2}]
    return [L.ReLU(**given)(x).numpy().tolist() for given in arguments]


def case_metrics_added():
    class Watched(L.Layer):
        def call(self, x):
            self.add_metric(tf.reduce_sum(x), name="total", aggregation="sum")
            return x

    layer = Watched()
    layer(tf.ones([2])), layer(3 * tf.ones([2]))
    inputs = K.Input((3,))
    outputs = L.Dense(1)(inputs)
    model = K.Model(inputs, outputs)
    told = _told(lambda: model.add_metric({"a": outputs}, name="s"))
    return [(m.name, float(m.result())) for m in layer.metrics], told[0], told[1][:60]
