"""What holds for all of Keras: float type, small number, image layout, numbers of names."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime.context import name_scope as scope
from tfshim.engine.runtime.context import outermost_graph
from tfshim.keras import _naming
from tfshim.keras.v1 import phase

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


_settings = {"floatx": "float32", "epsilon": 1e-7, "image_data_format": "channels_last", "learning_phase": None, "initializes_itself": True}
_FLOATS = ("float16", "float32", "float64")


@tf_export("keras.backend.floatx", "keras.config.floatx")
def floatx() -> str:
    """The default dtype of layers, weights and initializers, as a text: "float32" at first.

    Mirrors `tf.keras.backend.floatx`. `set_floatx` changes it, and so does the key "floatx" of `~/.keras/keras.json`. A layer's `dtype` or
    the policy of `tf.keras.mixed_precision` goes before it.

    Weights of layers without a `dtype` have it, and so do arrays of NumPy's float64 that models are given. `set_floatx` or `keras.json`
    changes it; mixed precision is set by `tf.keras.mixed_precision` instead.

    Returns:
        "float16", "float32" or "float64".

    A tensor that is made by `tf.constant(1.0)` has float32 whatever it says.

    Example:
        >>> tf.keras.backend.floatx()
        'float32'
    """
    return _settings["floatx"]


@tf_export("keras.backend.set_floatx", "keras.config.set_floatx")
def set_floatx(value: TensorLike) -> None:
    """Sets the default dtype of layers, weights and initializers that are made from now on.

    Mirrors `tf.keras.backend.set_floatx`. For half precision use `tf.keras.mixed_precision.set_global_policy("mixed_float16")` instead,
    which keeps weights in float32.

    It also settles what `fit` and `predict` make of NumPy arrays of float64. Layers that were made before keep their dtype: set it first
    in a program, before any layer.

    Arguments:
        value: "float16", "float32" or "float64".

    Raises:
        ValueError: another text.

    Example:
        >>> tf.keras.backend.set_floatx("float64")
        >>> tf.keras.layers.Dense(1).dtype
        'float64'
        >>> tf.keras.backend.set_floatx("float32")
    """
    if value not in _FLOATS:
        raise ValueError(f"Unknown `floatx` value: {value}. Expected one of {set(_FLOATS)}")
    _settings["floatx"] = value


@tf_export("keras.backend.epsilon", "keras.config.epsilon")
def epsilon() -> float:
    """The small number that keeps divisions and logarithms finite: 1e-7 at first.

    Mirrors `tf.keras.backend.epsilon`. Losses and metrics use it, as cross-entropies for probabilities of 0; layers and optimizers have an
    `epsilon` of their own. `set_epsilon` changes it.

    It is added where a division or logarithm could meet 0, by losses, metrics and optimizers that leave their own `epsilon` at None.
    `set_epsilon`, or the file `keras.json`, changes it.

    Returns:
        A float.

    A function of one's own takes it where it divides: `x / (total + epsilon())`.

    Example:
        >>> tf.keras.backend.epsilon()
        1e-07
    """
    return _settings["epsilon"]


@tf_export("keras.backend.set_epsilon", "keras.config.set_epsilon")
def set_epsilon(value: TensorLike) -> None:
    """Sets the small number that keeps divisions and logarithms finite.

    Mirrors `tf.keras.backend.set_epsilon`. It holds for the whole program, and for what is traced from now on. In float16 numbers below
    about 6e-8 are zero, so that a larger one is needed there.

    Layers, losses and optimizers that are made from then on use it where their own `epsilon` is None. In half precision 1e-7 is 0, where
    1e-4 serves.

    Arguments:
        value: a small positive number.

    Set it before models are made.

    Example:
        >>> tf.keras.backend.set_epsilon(1e-5)
        >>> tf.keras.backend.epsilon()
        1e-05
        >>> tf.keras.backend.set_epsilon(1e-7)
    """
    _settings["epsilon"] = value


@tf_export("keras.backend.image_data_format", "keras.config.image_data_format")
def image_data_format() -> str:
    """Where images have their channels by default: "channels_last" (at first) or "channels_first".

    Mirrors `tf.keras.backend.image_data_format`. Layers that are given no `data_format` take it when they are made. `set_image_data_format`
    changes it, and so does the key "image_data_format" of `~/.keras/keras.json`.

    "channels_last" is [batch, rows, columns, channels], "channels_first" [batch, channels, rows, columns]. Layers whose `data_format` is
    None take this one. Both run on CPUs here.

    Returns:
        A text.

    It says nothing of `tf.nn.conv2d`, which has "NHWC" as its own default.

    Example:
        >>> tf.keras.backend.image_data_format()
        'channels_last'
    """
    return _settings["image_data_format"]


@tf_export("keras.backend.set_image_data_format", "keras.config.set_image_data_format")
def set_image_data_format(data_format: str) -> None:
    """Sets where images have their channels by default, for layers that are made from now on.

    Mirrors `tf.keras.backend.set_image_data_format`. Unlike TensorFlow on a CPU, both orders are computed here on every device.

    Arguments:
        data_format: "channels_last" or "channels_first".

    Raises:
        ValueError: another text.

    Layers that were made before keep their order. Images are then [batch, channels, rows, columns], and so are the arrays that
    `img_to_array` makes.

    Example:
        >>> tf.keras.backend.set_image_data_format("channels_first")
        >>> tf.keras.layers.Conv2D(4, 3)(tf.ones([1, 2, 8, 8])).shape
        TensorShape([1, 4, 6, 6])
        >>> tf.keras.backend.set_image_data_format("channels_last")
    """
    if data_format not in ("channels_last", "channels_first"):
        raise ValueError(f"Unknown `data_format`: {data_format}. Expected one of {{'channels_last', 'channels_first'}}")
    _settings["image_data_format"] = data_format


@tf_export("keras.backend.get_uid")
def get_uid(prefix: str = "") -> int:
    """The next number for a prefix, counted from 1: what names of layers end in.

    Mirrors `tf.keras.backend.get_uid`. `reset_uids` and `clear_session` begin anew.

    Names of layers are made of it: "dense", "dense_1". Each graph has counters of its own in TensorFlow 1.

    Arguments:
        prefix: a text; "" by default.

    Returns:
        An integer.

    A layer of one's own that makes its name by it, `f"part_{get_uid('part')}"`, is told from its kin in summaries and in files of
    weights.

    Example:
        >>> tf.keras.backend.reset_uids()
        >>> tf.keras.backend.get_uid("part"), tf.keras.backend.get_uid("part"), tf.keras.backend.get_uid("other")
        (1, 2, 1)
    """
    return _naming.uid(prefix)


@tf_export("keras.backend.reset_uids")
def reset_uids() -> None:
    """Begins the numbers in names of layers anew.

    Mirrors `tf.keras.backend.reset_uids`. Two layers of one model may not have one name, so that it belongs between models.

    After it, `get_uid` counts from 1 again for each prefix, and so do the names of layers made from then on. Tests that look at names
    call it; `clear_session` does so too and forgets more.

    Returns:
        None.

    Names that checkpoints or `load_weights(by_name=True)` look for are the same in each run of a notebook's cell after it.

    Example:
        >>> _ = tf.keras.backend.get_uid("part")
        >>> tf.keras.backend.reset_uids()
        >>> tf.keras.backend.get_uid("part")
        1
    """
    _naming.reset()


@tf_export("keras.backend.backend")
def backend() -> str:
    """The name of what Keras computes with: "tensorflow", also where torch does the work, as here.

    Mirrors `tf.keras.backend.backend`. Programs ask it to tell versions of Keras from each other.

    Keras once ran on Theano and CNTK as well, and programs of that time ask which one is there before they choose a layout or a function.
    With Keras 2.15 there is one answer.

    Returns:
        A text.

    That torch does the work is told by `"tfshim" in sys.modules`; code that only needs results need not know.

    The key "backend" of `~/.keras/keras.json` and the variable KERAS_BACKEND change nothing.

    Example:
        >>> tf.keras.backend.backend()
        'tensorflow'
    """
    return "tensorflow"


@tf_export("keras.backend.name_scope", v1=[])
def name_scope(name: str) -> AbstractContextManager[str]:
    """A context within which names of operations in graphs begin with a text.

    Mirrors `tf.keras.backend.name_scope`.

    Names of variables and of operations in graphs that are made within begin with it and a slash; scopes within each other are joined. It
    is `tf.name_scope`: used twice, it is numbered in TensorFlow 1's graphs.

    Arguments:
        name: a text of letters, digits and `_ . - / >` that begins with a letter, a digit or a dot.

    Returns:
        A context manager.

    Raises:
        ValueError: another text while a graph is made.

    Example:
        >>> with tf.keras.backend.name_scope("part"):
        ...     w = tf.Variable(1.0, name="w")
        >>> w.name
        'part/w:0'
    """
    return scope(name)


@tf_export("keras.backend.learning_phase")
def learning_phase() -> Any:
    """Whether layers train where a call does not say `training=`. Mirrors `tf.keras.backend.learning_phase`.

    Layers that act differently in training, such as dropout and batch normalization, asked it in older Keras; today `call` is told by its
    argument `training`. It is 0 unless `set_learning_phase` says otherwise; in TensorFlow 1's graphs it is a placeholder.

    Returns:
        1 or 0, as `set_learning_phase` or `learning_phase_scope` said, 0 by default. In a graph of TensorFlow 1, where neither did,
            it is the
        placeholder that `fit` feeds with 1 and `predict` with 0.

    Example:
        >>> tf.keras.backend.learning_phase()
        0
    """
    if _settings["learning_phase"] is None:
        graph = outermost_graph()
        if graph is not None:
            return phase.of_graph(graph)
    return _settings["learning_phase"] or 0


def global_learning_phase_is_set() -> bool:
    """Whether `set_learning_phase` was called."""
    return _settings["learning_phase"] is not None


@tf_export("keras.backend.set_learning_phase")
def set_learning_phase(value: TensorLike) -> None:
    """Say whether layers train where a call does not say `training=`. Mirrors `tf.keras.backend.set_learning_phase`.

    It holds until it is set again, or `tf.keras.backend.clear_session()`; `learning_phase_scope` limits it. `fit`, `evaluate` and
    `predict` go
    by themselves.

    Arguments:
        value: 1 for training, 0 for its opposite.

    Raises:
        ValueError: another value.

    Example:
        >>> tf.keras.backend.set_learning_phase(1)
        >>> layer = tf.keras.layers.Dropout(1.0 - 1e-7)
        >>> layer(tf.ones([3])).numpy()
        array([0., 0., 0.], dtype=float32)
        >>> tf.keras.backend.clear_session()
        >>> layer(tf.ones([3])).numpy()
        array([1., 1., 1.], dtype=float32)
    """
    if value not in {0, 1}:
        raise ValueError(f"Expected learning phase to be 0 or 1. Received: {value}")
    _settings["learning_phase"] = int(value)


def forget_learning_phase() -> None:
    """Take back what `set_learning_phase` said."""
    _settings["learning_phase"] = None


@tf_export("keras.backend.manual_variable_initialization")
def manual_variable_initialization(value: TensorLike) -> None:
    """Say who initializes the variables of graphs of TensorFlow 1. Mirrors `tf.keras.backend.manual_variable_initialization`.

    Variables that are made while executing eagerly have values from the start.

    Arguments:
        value: True: the program does, as by `tf.compat.v1.global_variables_initializer()`; False, as it is at first: Keras does so
            in its
            session, before it uses them.

    Example:
        >>> tf.keras.backend.manual_variable_initialization(True)
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     v = tf.keras.backend.variable(2.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     print(session.run(v))
        2.0
        >>> tf.keras.backend.manual_variable_initialization(False)
    """
    _settings["initializes_itself"] = not value


def initializes_itself():
    """Whether Keras initializes the variables of TF 1 graphs."""
    return _settings["initializes_itself"]
