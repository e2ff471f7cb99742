"""Namespaces that are left out for good raise an error that names what to use instead, however they are reached."""

import operator
import re

import pytest

import tfshim as tf
from tfshim import public_names
from tfshim._names import ABSENT


@pytest.mark.parametrize("name", sorted(ABSENT))
def test_the_remedy_is_named(name):
    assert not hasattr(tf, name)
    for namespace in (tf, tf.compat.v1):
        with pytest.raises(AttributeError, match=f"tf.{name} is not part of tfshim: ") as told:
            getattr(namespace, name)
        assert ABSENT[name] in str(told.value)


# what a program writes -> the exception, and all that it says
ASKED = {
    "tf.placeholder": (
        AttributeError,
        "module 'tensorflow' has no attribute 'placeholder': TensorFlow 1 has it: write tf.compat.v1.placeholder, or use --tf 1.x. "
        "See `tfshim docs tensorflow1`.",
    ),
    "tf.matmull": (
        AttributeError,
        "module 'tensorflow' has no attribute 'matmull': did you mean tf.matmul? See `tfshim docs tf`.",
    ),
    "tf.keras.layers.Dens": (
        AttributeError,
        "module 'tensorflow.keras.layers' has no attribute 'Dens': did you mean tf.keras.layers.Dense? See `tfshim docs tf.keras.layers`.",
    ),
    "tf.keras.optimizers.r_m_s_prop": (
        AttributeError,
        "module 'tensorflow.keras.optimizers' has no attribute 'r_m_s_prop': did you mean tf.keras.optimizers.RMSprop? "
        "See `tfshim docs tf.keras.optimizers`.",
    ),
    "tf.keras.layers.batch_normalization": (
        AttributeError,
        "module 'tensorflow.keras.layers' has no attribute 'batch_normalization': did you mean tf.keras.layers.BatchNormalization? "
        "See `tfshim docs tf.keras.layers`.",
    ),
    "tf.mul": (
        AttributeError,
        "module 'tensorflow' has no attribute 'mul': TensorFlow 1.0 renamed it: it is now tf.multiply. See `tfshim docs tf`.",
    ),
    "tf.train.SummaryWriter": (
        AttributeError,
        "module 'tensorflow.train' has no attribute 'SummaryWriter': TensorFlow 1.0 renamed it: it is now "
        "tf.compat.v1.summary.FileWriter. See `tfshim docs tf.train`.",
    ),
    "tf.keras.layers.JaxLayer": (
        AttributeError,
        "module 'tensorflow.keras.layers' has no attribute 'JaxLayer': Keras 3 has it, and tf.keras is Keras 2.15: `pip install keras`, "
        "and write keras.layers.JaxLayer. See `tfshim docs tf.keras.layers`.",
    ),
    "from tensorflow.keras import ops": (
        ImportError,
        "cannot import name 'ops' from 'tensorflow.keras': Keras 3 has it, and tf.keras is Keras 2.15: `pip install keras`, "
        "and write keras.ops. See `tfshim docs tf.keras`.",
    ),
    "tf.keras.activations.leaky_relu": (
        AttributeError,
        "module 'tensorflow.keras.activations' has no attribute 'leaky_relu': did you mean tf.nn.leaky_relu? "
        "See `tfshim docs tf.keras.activations`.",
    ),
    "tf.keras.Layer": (
        AttributeError,
        "module 'tensorflow.keras' has no attribute 'Layer': did you mean tf.keras.layers.Layer? See `tfshim docs tf.keras`.",
    ),
    "tf.config.zebra": (
        AttributeError,
        "module 'tensorflow.config' has no attribute 'zebra': TensorFlow 2.15 has no such name. See `tfshim docs tf.config`.",
    ),
    "from tensorflow import placeholder": (
        ImportError,
        "cannot import name 'placeholder' from 'tensorflow': TensorFlow 1 has it: write tf.compat.v1.placeholder, or use --tf 1.x. "
        "See `tfshim docs tensorflow1`.",
    ),
    "from tensorflow.keras.layers import Dens": (
        ImportError,
        "cannot import name 'Dens' from 'tensorflow.keras.layers': did you mean tf.keras.layers.Dense? See `tfshim docs tf.keras.layers`.",
    ),
    "tf.losses.MeanSquared": (
        AttributeError,
        "module 'tensorflow.losses' has no attribute 'MeanSquared': did you mean tf.losses.MeanSquaredError? See `tfshim docs tf.losses`.",
    ),
    "tf.dtypes.experimental.float8": (
        AttributeError,
        "module 'tensorflow.dtypes.experimental' has no attribute 'float8': TensorFlow 2.15 has no such name. "
        "See `tfshim docs tf.dtypes.experimental`.",
    ),
    "tf.autograph.experimental.zebra": (
        AttributeError,
        "module 'tensorflow.autograph.experimental' has no attribute 'zebra': TensorFlow 2.15 has no such name. "
        "See `tfshim docs tf.autograph.experimental`.",
    ),
    "tf.compat.v1.math.zebra": (
        AttributeError,
        "module 'tensorflow.compat.v1.math' has no attribute 'zebra': TensorFlow 2.15 has no such name. See `tfshim docs tensorflow1`.",
    ),
}


@pytest.mark.usefixtures("active")
@pytest.mark.parametrize("source", ASKED)
def test_what_is_missing_says_what_to_use_and_where_to_read(source):
    kind, text = ASKED[source]
    with pytest.raises((AttributeError, ImportError)) as told:
        exec(source, {"tf": tf})
    assert (type(told.value), str(told.value)) == (kind, text)


def test_names_of_pythons_own_are_only_missing():
    with pytest.raises(AttributeError) as told:
        tf.keras.__getattr__("__zebra__")
    assert str(told.value) == "module 'tfshim.keras' has no attribute '__zebra__'"


def test_what_was_renamed_is_there():
    for path, names in public_names._GONE.items():
        for name, sentence in names.items():
            for now in re.findall(r"it is now tf\.([\w.]+)\.", sentence):
                assert operator.attrgetter(now)(tf) is not None
            # `tf.python` is there once a private module is imported.
            assert name == "python" or not hasattr(operator.attrgetter(path)(tf) if path else tf, name)
