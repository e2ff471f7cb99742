"""Keras models that `tf.saved_model.save` wrote, loaded without their classes."""

import functools
import inspect

import tfshim
from tests.recorded.cases import programs


@programs("calls_of_loaded_functions", "revived_types", "saved_from_functions", "saved_keras_models", "variables_made_by_signatures")
def test_recorded(case):
    case.check(tfshim)


def _unpacking(call):
    """`call` behind a decorator that tells its parameters by itself, as libraries on Keras have it."""

    @functools.wraps(call)
    def unpacked(self, *args, **kwargs):
        return call(self, *args, **kwargs)

    unpacked.__signature__ = inspect.signature(call)
    return unpacked


class Scaled(tfshim.keras.layers.Layer):
    @_unpacking
    def call(self, values, factor=1.0):
        return values * factor


class OfNames(tfshim.keras.Model):
    def __init__(self):
        super().__init__()
        self.scaled = Scaled()

    def call(self, x):
        return self.scaled(values=x, factor=3.0)


def test_layers_within_may_be_called_by_the_names_of_decorated_calls(tmp_path):
    model = OfNames()
    model(tfshim.ones([1, 2]))
    tfshim.saved_model.save(model, str(tmp_path / "m"))
    assert tfshim.saved_model.load(str(tmp_path / "m"))(tfshim.ones([1, 2])).numpy().tolist() == [[3.0, 3.0]]
