"""How objects are shown that Python shows by class and address, and that they can be pickled all the same."""

import copy
import json
import pathlib
import pickle

import pytest

import tfshim as tf

SHOWN = json.loads((pathlib.Path(__file__).parent / "data" / "class_names.json").read_text())


def test_classes_are_shown_under_tensorflows_names():
    differing = {}
    for name, shown in SHOWN.items():
        found = tf
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        # IPython leaves "object" out, and looks whether the class has a `__repr__` of its own to know when.
        if found.__repr__ is not object.__repr__:
            differing[name] = found.__repr__
        elif f"{found.__module__}.{found.__qualname__}" != shown:
            differing[name] = f"{found.__module__}.{found.__qualname__}, not {shown}"
    assert not differing


@pytest.mark.parametrize(
    "make",
    [
        lambda: tf.keras.initializers.GlorotUniform(seed=3),
        lambda: tf.keras.initializers.Constant(2.0),
        lambda: tf.keras.regularizers.L1L2(0.1, 0.2),
        lambda: tf.keras.constraints.MaxNorm(3.0),
        lambda: tf.keras.losses.Huber(delta=2.0),
        lambda: tf.keras.optimizers.schedules.ExponentialDecay(0.1, 10, 0.9),
    ],
    ids=lambda make: type(make()).__name__,
)
def test_pickled(make):
    made = make()
    for again in (pickle.loads(pickle.dumps(made)), pickle.loads(pickle.dumps(made, 0)), copy.deepcopy(made)):
        assert type(again) is type(made) and again.get_config() == made.get_config()


def test_callbacks_and_tf_initializers_are_pickled():
    again = pickle.loads(pickle.dumps(tf.keras.callbacks.EarlyStopping(patience=4)))
    assert type(again) is tf.keras.callbacks.EarlyStopping and again.patience == 4
    again = pickle.loads(pickle.dumps(tf.constant_initializer(3.0)))
    assert type(again) is tf.constant_initializer and again.value == 3.0


class Own(tf.keras.losses.Loss):
    def call(self, y_true, y_pred):
        return y_true - y_pred


def test_classes_of_users_are_pickled_as_ever():
    assert type(pickle.loads(pickle.dumps(Own(name="mine")))) is Own


def test_a_traced_function_keeps_its_name():
    function = tf.function(lambda x: x)
    shown = "<tensorflow.python.eager.polymorphic_function.polymorphic_function.Function object at 0x"
    assert repr(function).startswith(shown)
    function(tf.constant(1))
    assert repr(function).startswith(shown)
