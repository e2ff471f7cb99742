"""What a model is called with: `save_spec`, and what sets it."""

import collections

import numpy as np

Z = tf.zeros([4, 3])
Pair = collections.namedtuple("Pair", "u v")


class First(tf.keras.Model):
    def call(self, x, y=None, training=False, mask=None, k=None):
        return tf.nest.flatten(x)[0] * 2.0


def _called(*args, **kwargs):
    model = First()
    model(*args, **kwargs)
    return model.save_spec(), model.save_spec(dynamic_batch=False)


def case_structures():
    made = [Z, [Z, Z], (Z, {"q": Z}), {"a": Z, "b": tf.zeros([2])}, {"a": [Z, Z]}, [[Z, Z], Z], {"a": {"b": Z}}, [[Z, [Z]], {"r": [Z]}],
            Pair(Z, {"a": Z}), {1: Z, 2: Z}, np.zeros([4, 3]), 3.0, tf.ragged.constant([[1.0, 2.0], [3.0]])]
    return [_called(x) for x in made]


def case_further_arguments():
    return [_called(Z, Z), _called(Z, y=Z, k=3, training=True), _called(Z, k=[Z, None]), _called(Z, None, True),
            _called(Z, mask=tf.ones([4], tf.bool))]


def case_keras_tensors():
    one = tf.keras.Input([3], name="one")
    return [_called(one), _called([one, tf.keras.Input([2], name="two")]), _called({"a": one})]


def case_in_a_function():
    model = First()
    tf.function(lambda x: model(x)).get_concrete_function(tf.TensorSpec([None, 3], name="given"))
    return model.save_spec()


def case_in_a_model():
    class Outer(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.inner = First()

        def call(self, x):
            return self.inner({"h": x}, k=x)

    model = Outer()
    model(Z)
    return model.inner.save_spec()


def case_before_the_first_call():
    model = First()
    first = model.save_spec()
    model._set_save_spec({"a": tf.TensorSpec([None, 3], name="a"), "b": tf.TensorSpec([None, 3], name="a")})
    second = model.save_spec(), model.built
    model._set_save_spec(Z)
    model({"a": Z, "b": Z})
    return first, second, model.save_spec(False)


def case_specs_and_tensors():
    found = []
    for arguments in ((Z, [1, None], {"k": 2, "y": Z}), (tf.TensorSpec([7, 3]), [tf.TensorSpec([2], tf.int32)], {"k": tf.TensorSpec([5, 2])}),
                      (None,), ("a",)):
        model = First()
        model._set_save_spec(*arguments)
        found.append((model.save_spec(), model.save_spec(False)))
    return found


def case_built_then_called():
    model = First()
    model.build((None, 3))
    model(Z, y=Z)
    model._set_save_spec(tf.TensorSpec([None, 9]))
    return model.save_spec(False)


def case_models_of_layers():
    a, b = tf.keras.Input((3,), name="i"), tf.keras.Input((3,), name="j")
    model = tf.keras.Model({"a": a, "b": b}, a + b)
    before = model.save_spec()
    model._set_save_spec(tf.TensorSpec([None, 7]))
    row = tf.keras.Sequential([tf.keras.layers.Dense(2, name="d")])
    row(Z)
    return before, model.save_spec(), row.save_spec(), row.save_spec(False)
