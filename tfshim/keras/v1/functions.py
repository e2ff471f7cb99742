"""`K.function` in graphs of TensorFlow 1: values of tensors, computed in Keras' session."""

import numpy as np

from tfshim.engine.values import nest
from tfshim.keras.v1 import operations
from tfshim.keras.v1.session import get_session

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
        self.feed_dict = dict(session_kwargs.pop("feed_dict", None) or {})
        self.fetches = list(session_kwargs.pop("fetches", None) or [])
        for given in session_kwargs:
            if given not in _RUN:
                raise ValueError(f'Invalid argument "{given}" passed to K.function with TensorFlow backend')
        self.run_kwargs = session_kwargs
        self.updates = [operations.as_update(u) for u in updates or []]

    def __call__(self, inputs):
        feed = dict(self.feed_dict)
        # As in Keras inputs without a value are not fed, such as a learning phase, which has one of its own.
        for tensor, value in zip(self.inputs, nest.flatten(inputs)):
            if value is not None:
                feed[tensor] = value if hasattr(value, "dense_shape") else np.asarray(value)
        flat = nest.flatten(self.outputs)
        # Keras' functions do not compare the shapes of arrays with those of their placeholders.
        found = get_session(flat).run_with_any_shapes([flat, self.updates + self.fetches], feed_dict=feed, **self.run_kwargs)[0]
        return nest.pack_sequence_as(self.outputs, found)
