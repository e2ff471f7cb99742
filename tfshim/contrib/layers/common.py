"""What the layers of `tf.contrib.layers` share: their variables' collections, and what follows their outputs."""

import tfshim as tf
from tfshim.compat.v1.initializers.fixed import zeros
from tfshim.compat.v1.variables.scopes import get_variable_scope
from tfshim.contrib.framework.variables import model_variable
from tfshim.contrib.layers.initializers import xavier_initializer
from tfshim.contrib.layers.utils import collect_named_outputs

XAVIER, ZEROS = xavier_initializer(), zeros()


def collections_for(variables_collections, name):
    """The collections for the variable `name`: a list for all, or a dictionary of lists by name."""
    return variables_collections.get(name) if isinstance(variables_collections, dict) else variables_collections


def weight(name, shape, dtype, initializer, regularizer, trainable, variables_collections):
    """A model variable of a layer."""
    return model_variable(name, shape, dtype, initializer, regularizer, trainable, collections_for(variables_collections, name))


def channels(inputs, axis, what="inputs"):
    """The static size of dimension `axis`. Raises ValueError where it is not known."""
    shape = inputs.shape
    size = None if shape.rank is None else shape.as_list()[axis]
    if size is None:
        raise ValueError(f"The last dimension of the {what} should be defined, but their shape is {shape}.")
    return size


def collected(collections, outputs, alias=None):
    """`outputs`, which are put into `collections` (a name, or a list) under the name `alias`, by default that of the variables' scope."""
    return collect_named_outputs(collections, alias or get_variable_scope().name, outputs)


def finished(x, normalizer_fn, normalizer_params, activation_fn, biases=None, data_format=None):
    """`x` normalized, or with biases added, and activated. `biases()` makes them, None: without."""
    if normalizer_fn is not None:
        x = normalizer_fn(x, **(normalizer_params or {}))
    elif biases is not None:
        x = tf.nn.bias_add(x, biases(), data_format=data_format if data_format and data_format.startswith("NC") else None)
    return x if activation_fn is None else activation_fn(x)
