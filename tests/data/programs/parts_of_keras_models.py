"""What models hold beside layers, what layers give beside tensors, and what a configuration may name."""

import numpy as np

keras, v1 = tf.keras, tf.compat.v1
layers = keras.layers


def _told(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e).split(" Full object config")[0]


def _functional(name):
    inputs = keras.Input((2,))
    return keras.Model(inputs, layers.Dense(2, name=f"{name}_dense")(inputs), name=name)


def case_of_paths_to_weights():
    within = keras.Sequential([layers.Dense(1, input_shape=(2,), name="x")], name="within")
    inputs = keras.Input((2,))

    class Holding(keras.Model):
        def __init__(self):
            super().__init__()
            self.made, self.others = _functional("h"), [within]

        def call(self, x):
            return self.made(x)

    models = (
        keras.Sequential([layers.Dense(1, name="first", input_shape=(2,)), layers.Dense(2, name="second")]),
        keras.Sequential([keras.Input((2,)), _functional("f"), layers.Dense(1, name="last")]),
        keras.Model(inputs, _functional("g")(inputs)),
        keras.Model(inputs, within(layers.Dense(2, name="before")(inputs))),
        Holding(),
    )
    models[-1](tf.ones([1, 2]))
    return [sorted(m.get_weight_paths()) for m in models]


def case_of_templates_in_models():
    def scaled():
        return v1.get_variable("scale", [1], initializer=v1.ones_initializer())

    class Scaling(keras.Model):
        def __init__(self):
            super().__init__()
            self.template = v1.make_template("own", scaled)

        def call(self, x):
            return x * self.template()

    model = Scaling()
    model.compile(keras.optimizers.SGD(0.1), "mse")
    model.fit(tf.ones([1, 1]), 3.0 * tf.ones([1, 1]), verbose=0)
    return [w.name for w in model.trainable_weights], len(model.weights), float(model.weights[0][0]), len(model.template.trainable_weights)


def case_of_layers_that_give_numbers():
    def number(x):
        return 0

    def numbers(x):
        return [x, 1.5, True]

    def array(x):
        return np.ones([2, 2], "float32")

    def named(x):
        return {"a": np.int64(3), "b": x}

    class Giving(layers.Layer):
        def __init__(self, given):
            super().__init__()
            self._given = given

        def call(self, x):
            return self._given(x)

    made = []
    for given in (number, numbers, array, named):
        inputs = keras.Input((2,))
        outputs = Giving(given)(inputs)
        flat = tf.nest.flatten(outputs)
        value = tf.nest.map_structure(lambda v: np.asarray(v).tolist(), keras.Model(inputs, outputs)(tf.ones([1, 2])))
        made.append(([(type(x).__name__, x.shape.as_list(), x.dtype.name) for x in flat], value))
    return made


def case_of_evaluations_with_weights():
    for given in (None, [], ["mae"]):
        model = keras.Sequential([layers.Dense(1, kernel_initializer="ones", input_shape=(1,))])
        model.compile(loss="mse", metrics=["mse"], weighted_metrics=given, run_eagerly=True)
        x, y, w = np.ones([4, 1]), np.zeros([4, 1]), np.ones(4)
        print(given, model.evaluate(x, y, sample_weight=w, verbose=0), model.evaluate(x, y, verbose=0))
        print(model.evaluate(tf.data.Dataset.from_tensor_slices((x, y, w)).batch(2), verbose=0))


def case_of_classes_without_configurations():
    class Plain:
        def __call__(self, x):
            return x

    written = {"class_name": "Plain", "config": {}, "module": None, "registered_name": "Plain"}
    return _told(lambda: keras.saving.deserialize_keras_object(written, custom_objects={"Plain": Plain}))
