"""Estimators of Keras models: what they train, log, save, predict and refuse."""

import os
import tempfile
import warnings

import numpy as np

est, v1, keras = tf.estimator, tf.compat.v1, tf.keras
L = keras.layers
R = np.random.RandomState(0)
X, Y = R.rand(20, 3).astype(np.float32), (np.arange(20) % 2).astype(np.int64)
T = (X @ [[1.0], [-2.0], [0.5]]).astype(np.float32)


def shown(value):
    return (np.round(np.asarray(value, np.float64), 3) + 0.0).tolist()


def fixed(model, seed=0):
    """Give the model weights that do not depend on chance."""
    rng = np.random.RandomState(seed)
    model.set_weights([rng.uniform(-0.5, 0.5, w.shape) if w.ndim > 1 else w for w in model.get_weights()])
    return model


def batches(x=X, y=T, epochs=None, size=5):
    return lambda: tf.data.Dataset.from_tensor_slices((x, y)).repeat(epochs).batch(size)


def network(optimizer, loss="mse", metrics=("mae",), **options):
    keras.backend.clear_session()
    i = L.Input((3,), name="x")
    m = keras.Model(i, L.Dense(1, name="out", **options)(L.Dense(4, activation="tanh", name="hidden")(i)))
    m.compile(optimizer, loss, metrics=list(metrics))
    return fixed(m)


def tried(e, x=X, y=T, steps=6):
    e.train(batches(x, y), steps=steps)
    print(sorted(e.get_variable_names()))
    print({k: round(float(v), 3) for k, v in sorted(e.evaluate(batches(x, y, 1)).items())})
    print([{k: shown(v) for k, v in p.items()} for p in list(e.predict(lambda: tf.data.Dataset.from_tensor_slices(x).batch(5)))[:2]])


def made(model, make=None, **options):
    folder = tempfile.mkdtemp()
    e = (make or keras.estimator.model_to_estimator)(model, model_dir=folder, config=est.RunConfig(tf_random_seed=1), **options)
    print(sorted(os.path.relpath(os.path.join(d, f), folder).split(".ckpt")[0] for d, _, n in os.walk(folder) for f in n if f == "checkpoint"))
    return e


def case_objects():
    e = made(network(keras.optimizers.legacy.Adam(0.05)))
    tried(e)
    print(shown(e.get_variable_value("layer_with_weights-1/kernel/.ATTRIBUTES/VARIABLE_VALUE")))
    return type(e).__name__


def case_restored_into_a_model():
    m = network(keras.optimizers.legacy.SGD(0.1))
    e = made(m)
    e.train(batches(), steps=4)
    m = network(keras.optimizers.legacy.SGD(0.1))
    tf.train.Checkpoint(m).restore(e.latest_checkpoint()).expect_partial()
    return shown(m.predict(X[:3], verbose=0)), [shown(p["out"]) for p in list(e.predict(lambda: tf.data.Dataset.from_tensor_slices(X[:3]).batch(3)))]


def case_names_of_variables():
    e = made(network(keras.optimizers.legacy.SGD(0.1, momentum=0.9)), checkpoint_format="saver")
    tried(e)
    return shown(e.get_variable_value("hidden/bias"))


def case_of_tensorflow_1():
    return tried(made(network(keras.optimizers.legacy.RMSprop(0.01)), v1.keras.estimator.model_to_estimator))


def case_optimizer_of_now():
    return tried(made(network(keras.optimizers.Adam(0.05))))


def case_optimizer_of_tensorflow_1():
    return tried(made(network(v1.train.AdamOptimizer(0.05)), checkpoint_format="saver"))


def case_classes_and_dropout():
    keras.backend.clear_session()
    m = keras.Sequential([L.Dense(4, activation="relu", input_shape=(3,)), L.BatchNormalization(), L.Dropout(0.0), L.Dense(2)])
    m.compile(keras.optimizers.legacy.SGD(0.1), keras.losses.SparseCategoricalCrossentropy(from_logits=True), ["accuracy"])
    return tried(made(fixed(m)), y=Y)


def two_ends():
    keras.backend.clear_session()
    a, b = L.Input((3,), name="a"), L.Input((1,), name="b")
    h = L.Concatenate()([a, b])
    m = keras.Model([a, b], [L.Dense(1, name="u")(h), L.Dense(2, name="v", activation="softmax")(h)])
    losses = {"u": "mse", "v": "sparse_categorical_crossentropy"}
    m.compile(keras.optimizers.legacy.SGD(0.1), losses, {"u": ["mae"], "v": ["accuracy"]}, {"u": 1.0, "v": 0.5})
    return fixed(m)


def case_several_ends():
    e = made(two_ends())
    tried(e, {"a": X, "b": T, "c": T}, {"u": T, "v": Y})
    e = made(two_ends(), metric_names_map={"u_mae": "first", "v_accuracy": "second"})
    print(sorted(e.evaluate(batches({"a": X, "b": T}, {"u": T, "v": Y}, 1))))


def case_sample_weights():
    e = made(network(keras.optimizers.legacy.SGD(0.1)))
    x = {"features": X, "sample_weights": np.arange(20, dtype=np.float32) / 20}
    e.train(batches(x), steps=4)
    print({k: round(float(v), 3) for k, v in sorted(e.evaluate(batches(x, epochs=1)).items())})


def case_regularizers_and_summaries():
    e = made(network(keras.optimizers.legacy.SGD(0.1), kernel_regularizer="l2"))
    result = est.train_and_evaluate(e, est.TrainSpec(batches(), max_steps=6), est.EvalSpec(batches(epochs=1)))
    return sorted(result[0]), {k: round(float(v), 3) for k, v in result[0].items()}


def case_exported():
    e = made(two_ends(), export_outputs={"u": est.export.RegressionOutput})
    e.train(batches({"a": X, "b": T}, {"u": T, "v": Y}), steps=1)

    def receiver():
        x = {"a": v1.placeholder(tf.float32, [None, 3], "a"), "b": v1.placeholder(tf.float32, [None, 1], "b")}
        return est.export.ServingInputReceiver(x, x)

    path = e.export_saved_model(tempfile.mkdtemp(), receiver)
    with tf.Graph().as_default(), v1.Session() as session:
        loaded = v1.saved_model.load(session, ["serve"], path.decode())
        for name, s in sorted(loaded.signature_def.items()):
            print(name, s.method_name, sorted(s.inputs), sorted(s.outputs))


def case_from_a_file():
    path = os.path.join(tempfile.mkdtemp(), "m.h5")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that the format is an old one
        network(keras.optimizers.legacy.SGD(0.1)).save(path)
    e = keras.estimator.model_to_estimator(keras_model_path=path, model_dir=tempfile.mkdtemp())
    return tried(e, steps=2)


class Own(keras.Model):
    def __init__(self, units=2):
        super().__init__(name="own")
        self.units = units
        self.first, self.last = L.Dense(units, activation="relu", kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.last(self.first(x))

    def get_config(self):
        return {"units": self.units}


def case_class_of_a_model():
    keras.backend.clear_session()
    m = Own()
    m.compile(keras.optimizers.legacy.SGD(0.01), "mse")
    m(X[:2])
    return tried(made(m, checkpoint_format="saver"))


def case_sequence_without_shape():
    keras.backend.clear_session()
    m = keras.Sequential([L.Dense(2, activation="tanh", kernel_initializer="ones"), L.Dense(1, kernel_initializer="ones")])
    m.compile(keras.optimizers.legacy.SGD(0.1), "mse")
    return tried(made(m))


def case_refused():
    def tried(f):
        try:
            print(type(f()).__name__)
        except Exception as e:
            print(type(e).__name__, *sorted(str(e).split("keys: ")[0].split("\n")))

    convert, m = keras.estimator.model_to_estimator, network(keras.optimizers.legacy.SGD(0.1))
    folder = tempfile.mkdtemp()
    tried(lambda: convert())
    tried(lambda: convert(m, "path"))
    tried(lambda: convert(m, model_dir=folder, checkpoint_format="zip"))
    tried(lambda: convert(keras.Model(m.inputs, m.outputs), model_dir=folder))
    tried(lambda: convert(Own(), model_dir=folder))
    tried(lambda: made(two_ends(), metric_names_map={"u_mae": "first"}).evaluate(batches({"a": X, "b": T}, {"u": T, "v": Y}, 1)))
    tried(lambda: made(two_ends(), export_outputs={"w": None}).evaluate(batches({"a": X, "b": T}, {"u": T, "v": Y}, 1)))
    tried(lambda: made(two_ends()).train(batches({"a": X}, {"u": T, "v": Y}, 1)))
