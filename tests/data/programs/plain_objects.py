"""Objects with a configuration and nothing else of Keras, such as libraries keep in their losses, in the form before Keras 2.13."""

import copy

legacy = tf.keras.utils.legacy


@tf.keras.utils.register_keras_serializable(package="plain_objects")
def doubled(x):
    return 2 * x


class Weights:
    def __init__(self, gain=None, top=None, name=None, inner=None):
        self.gain, self.top, self.name, self.inner = gain, top, name, inner

    def get_config(self):
        return {"gain": self.gain, "top": self.top, "name": self.name, "inner": self.inner}

    def shown(self):
        inner = self.inner.shown() if isinstance(self.inner, Weights) else self.inner
        return self.gain if isinstance(self.gain, str) else getattr(self.gain, "__name__", None), self.top, self.name, inner


tf.keras.utils.register_keras_serializable(package="plain_objects")(Weights)


def _again(made, **given):
    written = legacy.serialize_keras_object(made)
    return copy.deepcopy(written), legacy.deserialize_keras_object(written, **given).shown()


def case_functions_in_them():
    return _again(Weights(doubled, 3))


def case_names_like_functions():
    return _again(Weights(doubled, 3, "plain_objects>doubled"))


def case_objects_in_them():
    return _again(Weights(None, 1, inner=Weights(doubled, 2)))


def case_functions_that_are_given():
    def tripled(x):
        return 3 * x

    written = {"class_name": "plain_objects>Weights", "config": {"gain": "tripled"}}
    return [legacy.deserialize_keras_object(dict(written), custom_objects=given).shown() for given in (None, {"tripled": tripled})]


def case_unknown_arguments():
    return legacy.deserialize_keras_object({"class_name": "plain_objects>Weights", "config": {"other": 1}})
