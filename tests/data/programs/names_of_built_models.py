"""Names of weights of models of the user's classes: built by a shape, called, and loaded from files."""

import tempfile


class NamedWeight(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight("w", (int(shape[-1]), 2))

    def call(self, x):
        return x @ self.w


class NamedNet(tf.keras.Model):
    def __init__(self, units=3, **kwargs):
        super().__init__(**kwargs)
        self.units = units
        self.first, self.weight = tf.keras.layers.Dense(units), NamedWeight()
        self.inner = [tf.keras.Sequential([tf.keras.layers.Dense(2)])]

    def call(self, x):
        return self.inner[0](self.weight(self.first(x)))

    def get_config(self):
        return {"units": self.units}


def _names(model):
    return [w.name for w in model.weights]


def _trained():
    tf.keras.backend.clear_session()
    model = NamedNet()
    model.compile("adam", "mse")
    model.train_on_batch(tf.ones([2, 4]), tf.ones([2, 2]))
    return model


def _loaded(model, name):
    path = f"{tempfile.mkdtemp()}/{name}"
    model.save(path)
    return tf.keras.models.load_model(path, custom_objects={"NamedNet": NamedNet, "NamedWeight": NamedWeight})


def case_built_by_a_shape():
    tf.keras.backend.clear_session()
    model, other = NamedNet(), NamedNet()
    model.build((None, 4))
    names = _names(model)
    model(tf.ones([1, 4]))
    other(tf.ones([1, 4]))
    return names, _names(model), _names(other)


def case_loaded_from_an_archive():
    model = _trained()
    loaded = _loaded(model, "model.keras")
    return _names(model), _names(loaded), [v.name for v in loaded.optimizer.variables]


def case_loaded_from_a_directory():
    model = _trained()
    loaded = _loaded(model, "model")
    names = _names(loaded)
    loaded.train_on_batch(tf.ones([2, 4]), tf.ones([2, 2]))
    return _names(model), names, _names(loaded)


class _Named(tf.keras.Model):
    def __init__(self, name):
        super().__init__(name=name)
        self.first, self.second = tf.keras.layers.Dense(1), tf.keras.layers.Dense(1, name="")
        self.parts = tf.keras.Sequential([tf.keras.layers.Dense(1)], name="parts")

    def call(self, inputs):
        return self.parts(self.second(self.first(inputs)))


class _Around(tf.keras.Model):
    def __init__(self):
        super().__init__(name="outer")
        self.inner = [_Named(""), _Named("inner")]

    def call(self, inputs):
        return self.inner[1](self.inner[0](inputs))


def case_empty_names():
    for model in _Named(""), _Around():
        model(tf.zeros((1, 2)))
        print(repr(model.name), [v.name for v in model.variables])
    model = _Named("")
    model.build((None, 2))
    print([v.name for v in model.variables])
    inputs = tf.keras.Input((2,))
    outputs = tf.keras.layers.Dense(1, name="")(inputs)
    print(outputs.name, tf.keras.Model(inputs, outputs, name="").name, tf.keras.Sequential([], name="").name)


def case_names_that_are_no_strings():
    inputs = tf.keras.Input((2,))
    for name in 0, 3, False, b"x", ():
        for make in _Named, lambda n: tf.keras.Model(inputs, inputs, name=n), lambda n: tf.keras.Sequential(name=n):
            try:
                print(repr(make(name).name))
            except Exception as e:
                print(type(e).__name__, e)
