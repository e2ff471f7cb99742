"""`K.function` in graphs of TensorFlow 1: values of tensors, computed in Keras' session."""

import numpy as np

from tfshim.engine.autograph.state import is_symbolic
from tfshim.engine.values import nest
from tfshim.engine.variables.variable import Variable
from tfshim.keras.v1 import operations
from tfshim.keras.v1.session import get_session, value_of

_RUN = ("options", "run_metadata")


class GraphFunction:
    """A function from the values of `inputs` (tensors that can be fed) to those of `outputs`, after which `updates` have run.

    `updates`: operations, or pairs (variable, new value). `session_kwargs`: `feed_dict` (fed with every call), `fetches` (run with
    every call), `options` and `run_metadata` as in `Session.run`.
    """

    def __init__(self, inputs, outputs, updates=None, name=None, **session_kwargs):
        if not isinstance(updates or [], (list, tuple)):
            raise TypeError(
                f"`updates` in a Keras backend function should be a list or tuple. Received: updates={updates} of type {type(updates)}"
            )
        self.name = name
        self.inputs = nest.flatten(inputs)
        self.outputs = outputs
        self.feed_dict = session_kwargs.pop("feed_dict", None) or {}  # not a copy: a program may change its values
        self.fetches = list(session_kwargs.pop("fetches", None) or [])
        for given in session_kwargs:
            if given not in _RUN:
                raise ValueError(f'Invalid argument "{given}" passed to K.function with TensorFlow backend')
        self.run_kwargs = session_kwargs
        self.updates = [operations.as_update(u) for u in updates or []]

    def __call__(self, inputs):
        feed = dict(self.feed_dict)
        values = [_value(x) for x in nest.flatten(inputs)]
        # As in Keras inputs without a value are not fed, such as a learning phase, which has one of its own.
        for tensor, value in zip(self.inputs, values):
            if value is not None:
                feed[tensor] = value
        flat = nest.flatten(self.outputs)
        # Keras' functions do not compare the shapes of arrays with those of their placeholders.
        found = get_session(flat)._run_with_any_shapes([flat, self.updates + self.fetches], feed_dict=feed, **self.run_kwargs)[0]
        return nest.pack_sequence_as(self.outputs, found)


def _value(x):
    """What is fed for `x`: an array, or the parts of a sparse or ragged tensor. Tensors and variables of the graph have theirs computed."""
    if isinstance(x, Variable) or any(is_symbolic(part) for part in nest.flatten(x, expand_composites=True)):
        x = value_of(x)
    return x if x is None or hasattr(x, "dense_shape") or hasattr(x, "row_splits") else np.asarray(x)
