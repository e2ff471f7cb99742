"""`tf.compat.v1.keras.layers`: as `tf.keras.layers`, with the recurrent layers of that time."""

import inspect

from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1._fallback import elsewhere
from tfshim.keras import layers

__all__ = _views.names("keras.layers")
__dir__ = listing(globals())
__getattr__ = elsewhere("keras.layers", _views.added("keras.layers"), target="tfshim.keras.layers")


def _with_defaults(kind, module, **defaults):
    """A subclass of `kind` of the same name, some of whose arguments have other defaults."""
    signature = inspect.signature(kind.__init__)
    parameters = [p.replace(default=defaults[n]) if n in defaults else p for n, p in signature.parameters.items() if n != "time_major"]
    signature = signature.replace(parameters=parameters)

    def __init__(self, *args, **kwargs):
        given = dict(signature.bind(self, *args, **kwargs).arguments)
        kind.__init__(given.pop("self"), **{**defaults, **given.pop("kwargs", {}), **given})

    __init__.__signature__ = signature
    return type(
        kind.__name__,
        (kind,),
        {
            "__init__": __init__,
            "__module__": module,
            "__doc__": _text(kind, defaults),
        },
    )


def _text(kind, defaults):
    """The help text: what differs, and for all else that of `kind`."""
    changed = ", ".join(f"`{n}={v!r}`" for n, v in defaults.items())
    does = (kind.__doc__ or "").partition("\n\n")[0]  # none under -OO
    of_cell = kind.__name__.endswith("Cell")
    states = "[tf.zeros([2, 4])] * 2" if kind.__name__ == "LSTMCell" else "tf.zeros([2, 4])"
    called = f"(tf.ones([2, 3]), {states})[0].shape" if of_cell else "(tf.ones([2, 5, 3])).shape"
    return f"""{does}

    Mirrors `tf.compat.v1.keras.layers.{kind.__name__}`, which has the defaults of TensorFlow 1: {changed}. Weights of models of that time
    belong to these: with others the layer takes the same weights and gives other numbers. New code takes
    `tf.keras.layers.{kind.__name__}`, whose help text describes all arguments.

    Arguments:
        units: the size of state and output.
        recurrent_activation: of the gates; "hard_sigmoid".
        implementation: 1: the gates are computed one after the other; 2: together.
        *args, **kwargs: those of `tf.keras.layers.{kind.__name__}`.

    Returns:
        When called: what that layer gives.

    Example:
        >>> layer = tf.compat.v1.keras.layers.{kind.__name__}(4)
        >>> layer{called}
        TensorShape([2, 4])
        >>> layer.recurrent_activation.__name__
        'hard_sigmoid'
    """


_GATES = {"recurrent_activation": "hard_sigmoid", "implementation": 1}
LSTM = _with_defaults(layers.LSTM, "keras.src.layers.rnn.lstm_v1", **_GATES)
LSTMCell = _with_defaults(layers.LSTMCell, "keras.src.layers.rnn.lstm_v1", **_GATES)
GRU = _with_defaults(layers.GRU, "keras.src.layers.rnn.gru_v1", **_GATES, reset_after=False)
GRUCell = _with_defaults(layers.GRUCell, "keras.src.layers.rnn.gru_v1", **_GATES, reset_after=False)
