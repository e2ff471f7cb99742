"""Keras models that `tf.saved_model.save` wrote, loaded without their classes."""

import tfshim
from tests.recorded.cases import programs


@programs("saved_keras_models")
def test_recorded(case):
    case.check(tfshim)
