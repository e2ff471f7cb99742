"""`tf.contrib.learn` of TensorFlow 1, as far as it is here: words as numbers, tables from files, and the names of modes.

Its estimators are not: `tf.estimator` has their successors.
"""

from tfshim.contrib.learn import datasets, preprocessing

__all__ = ["ModeKeys", "datasets", "preprocessing"]


class ModeKeys:
    """What a model is built for."""

    TRAIN, EVAL, INFER = "train", "eval", "infer"

    @classmethod
    def validate(cls, key):
        """Raise ValueError for what is no mode."""
        if key not in (cls.TRAIN, cls.EVAL, cls.INFER):
            raise ValueError(f"Invalid mode {key}.")


def __getattr__(name):
    raise AttributeError(
        f"tf.contrib.learn.{name} was part of TensorFlow 1 and is not of tfshim, which has {', '.join(__all__)}; use tf.estimator or "
        "tf.keras for models, and tf.keras.datasets or scikit-learn for data sets."
    )
