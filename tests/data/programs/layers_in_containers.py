"""Layers and variables in lists, dictionaries and tuples of models and layers: the order of weights, and what containers tell of them."""

import collections
import os
import tempfile

import h5py

L = tf.keras.layers


def _names(variables):
    return [v.name for v in variables]


class _Block(L.Layer):
    def __init__(self, name):
        super().__init__(name=name)
        self.ds = [L.Dense(2, name="d0"), L.BatchNormalization(name="n0"), L.Dense(2, name="d1")]
        self.by = {"b": [L.Dense(2, name="db"), (L.BatchNormalization(name="nb"), L.Dropout(0.1, name="nd"))], "a": L.BatchNormalization(name="na")}
        self.vs = [tf.Variable(1.0, trainable=False, name="fixed"), tf.Variable(1.0, name="free")]

    def call(self, x):
        for d in self.ds:
            x = d(x)
        return self.by["b"][1][0](self.by["b"][0](self.by["a"](x)))


class _Model(tf.keras.Model):
    def __init__(self):
        super().__init__(name="m")
        self.blocks = [_Block("first"), _Block("second")]
        self.seq = tf.keras.Sequential([L.Dense(2, name="s0"), L.BatchNormalization(name="s1"), L.Dense(2, name="s2")], name="seq")
        self.vs = [tf.Variable(1.0, trainable=False, name="own_fixed"), tf.Variable(1.0, name="own_free")]
        self.d = {"y": L.BatchNormalization(name="dy"), "x": tf.Variable(2.0, name="dx"), "c": L.Dense(1, name="dc")}
        self.o = collections.OrderedDict([("z", L.Dense(1, name="oz")), ("b", L.Dense(1, name="ob"))])

    def call(self, x):
        for b in self.blocks:
            x = b(x)
        return self.o["b"](self.o["z"](self.d["c"](self.d["y"](self.seq(x)))))


def _model():
    model = _Model()
    model(tf.ones((1, 2)))
    return model


def case_weights():
    model = _model()
    for x in (model, model.blocks[0]):
        print(_names(x.weights), _names(x.trainable_weights), _names(x.non_trainable_weights))
    return [layer.name for layer in model.layers], [layer.name for layer in model._flatten_layers()], [w.shape for w in model.get_weights()]


def case_containers():
    model = _model()
    for x in (model.blocks, model.d, model.o, model.blocks[0].by["b"], model.vs):
        print(_names(x.weights), _names(x.trainable_variables), _names(x.non_trainable_variables), [layer.name for layer in x.layers])
        print(len(x.losses), x.trainable)
    return str(model.o)[:12], model.d.variables[0] is model.d.weights[0]


def case_frozen():
    model = _model()
    model.d.trainable = False
    print(_names(model.trainable_weights), _names(model.d.non_trainable_weights), model.d["c"].trainable)
    model.blocks[0].trainable = False
    print(_names(model.weights), _names(model.trainable_weights))
    model.trainable = False
    return _names(model.weights), _names(model.trainable_weights)


def case_summary():
    _model().summary(expand_nested=True, show_trainable=True)


def case_file_of_weights():
    path = os.path.join(tempfile.mkdtemp(), "w.h5")
    _model().save_weights(path)
    with h5py.File(path) as f:
        return [[str(n) for n in f[k].attrs["weight_names"]] for k in f.attrs["layer_names"]]


def case_appended_later():
    class Late(L.Layer):
        def __init__(self):
            super().__init__(name="late")
            self.ws, self.ls = [], []

        def build(self, shape):
            self.ws.append(tf.Variable(1.0, name="loose"))
            self.ws.append(self.add_weight("kept", shape=()))
            self.ls.append(L.Dense(1, name="within"))

        def call(self, x):
            return self.ls[0](x) * self.ws[0]

    class Holder(tf.keras.Model):
        def __init__(self):
            super().__init__(name="holder")
            self.ws, self.layer = [], Late()
            self.ws.append(tf.Variable(2.0, name="loose_of_model"))

        def call(self, x):
            return self.layer(x)

    holder = Holder()
    holder(tf.ones((1, 1)))
    return _names(holder.layer.weights), _names(holder.weights), _names(holder.layer.ws.weights), _names(holder.layer.variables)


def case_other_keys():
    class Model(tf.keras.Model):
        def __init__(self, held):
            super().__init__()
            self.held = held

        def call(self, x):
            return x

    for held in ({1: 2}, {1: tf.Variable(1.0)}, {1: [2]}, {"a": tf.Variable(1.0)}):
        try:
            tf.train.Checkpoint(model=Model(held)).save(os.path.join(tempfile.mkdtemp(), "c"))
            print("saved")
        except ValueError as e:
            print(e)
