"""What libraries use of the objects that checkpoints are made of, beside what is public: their own classes of containers do."""

import os
import tempfile

import keras
import numpy as np
import tensorflow as tf
from tensorflow.python.trackable import base
from tensorflow.python.trackable.autotrackable import AutoTrackable
from tensorflow.python.trackable.data_structures import sticky_attribute_assignment


class _Named(dict, AutoTrackable):
    """A dictionary that is a node itself."""

    def __init__(self, **values):
        self._maybe_initialize_trackable()
        super().__init__()
        for name, value in values.items():
            self[name] = value

    def __setitem__(self, name, value):
        super().__setitem__(name, sticky_attribute_assignment(trackable=self, value=value, name=name))


class _More(tf.Module):
    """An object with a child that it has by the older property."""

    def __init__(self):
        super().__init__()
        self.own = tf.Variable(1.0)
        self._hidden = {"extra": tf.Variable([2.0, 3.0])}

    @property
    def _checkpoint_dependencies(self):
        return super()._checkpoint_dependencies + [base.TrackableReference("extra", self._hidden["extra"])]

    def _lookup_dependency(self, name, *args, **kwargs):
        return self._hidden["extra"] if name == "extra" else super()._lookup_dependency(name, *args, **kwargs)


class _Outside(keras.Model):
    """A model that uses a layer which it does not own."""

    def __init__(self, borrowed):
        super().__init__()
        self._setattr_tracking = False
        self.borrowed = borrowed
        self.pair = [borrowed]
        self._setattr_tracking = True
        self.dense = keras.layers.Dense(2, kernel_initializer="ones")

    def call(self, x):
        return self.dense(self.borrowed(x))


def _keys(root):
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(root=root).write(os.path.join(folder, "x"))
        return sorted(name for name, _ in tf.train.list_variables(path) if "OBJECT_GRAPH" not in name)


def _references(found):
    return [(ref.name, type(ref.ref).__name__) for ref in found]


def case_a_dictionary_that_is_a_node():
    made = _Named(a=tf.Variable(1.0), b=[tf.Variable(2.0)], c=3)
    made._maybe_initialize_trackable()
    before = [type(made["b"]).__name__, sorted(made._unconditional_dependency_names), _keys(made)]
    return [*before, made["c"]]


def case_children_by_the_older_property():
    made = _More()
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(root=made).write(os.path.join(folder, "x"))
        other = _More()
        other.own.assign(0.0)
        other._hidden["extra"].assign([0.0, 0.0])
        tf.train.Checkpoint(root=other).read(path).assert_consumed()
    return [_keys(made), other.own.numpy(), other._hidden["extra"].numpy().tolist(), _references(made._checkpoint_dependencies)]


def case_references():
    made = tf.Module()
    made._maybe_initialize_trackable()
    empty = list(made._checkpoint_dependencies)
    made.a, made.b = tf.Variable(1.0), [1]
    first = _references(made._checkpoint_dependencies)
    return [empty, first, _references(made._unconditional_checkpoint_dependencies)]


def case_assignments_without_tracking():
    layer = keras.layers.Dense(3, kernel_initializer="ones")
    model = _Outside(layer)
    found = model(np.ones((1, 2), "float32")).numpy().tolist()
    return [
        found,
        model._setattr_tracking,
        [weight.shape.as_list() for weight in model.weights],
        type(model.pair).__name__,
        [x.name.rpartition("_")[0] or x.name for x in model.layers],
        _keys(model),
    ]


def case_a_module_without_tracking():
    made = tf.Module()
    made._setattr_tracking = False
    made.a = tf.Variable(1.0)
    states = [made._setattr_tracking, made._self_setattr_tracking]
    made._setattr_tracking = True
    made.b = tf.Variable(2.0)
    return [*states, made._setattr_tracking, _keys(made), len(made.variables)]


class _Composed(tf.Variable):
    """A variable that has no value of its own: the class it is made from says so, and it goes on without."""

    def __init__(self, *parts):
        try:
            super().__init__(name="composed")
        except NotImplementedError:
            self.parts = parts

    def value(self):
        return tf.add_n([part.value() for part in self.parts])

    dtype = property(lambda self: self.parts[0].dtype)
    shape = property(lambda self: self.parts[0].shape)


def case_a_variable_without_a_value_of_its_own():
    tf.register_tensor_conversion_function(_Composed, lambda v, dtype=None, name=None, as_ref=False: v.value())
    parts = tf.Variable([1.0, 2.0]), tf.Variable([10.0, 20.0])
    composed = _Composed(*parts)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.exp(-0.1 * tf.convert_to_tensor(composed)))
    inside = tf.function(lambda: tf.reduce_max(composed.value()))()
    return [loss.numpy().round(5), [g.numpy().round(5).tolist() for g in tape.gradient(loss, parts)], inside.numpy(), composed.shape.as_list()]


def case_the_class_of_variables_makes_none_by_its_initializer():
    class Kind(tf.Variable):
        pass

    found = []
    for arguments in [(1.0,), ()]:
        try:
            found.append(Kind(*arguments))
        except NotImplementedError as error:
            found.append(str(error))
    return found


def case_the_scope_of_a_module_is_one_object():
    made = tf.Module(name="outer")
    made.name_scope.__enter__()
    inside = tf.Variable(1.0).name
    made.name_scope.__exit__(None, None, None)
    with made.name_scope, tf.name_scope("between"), made.name_scope as scope:
        again = tf.Variable(1.0).name
    return [inside, again, scope, made.name_scope is made.name_scope, made.name_scope.name, tf.Variable(1.0).name]
