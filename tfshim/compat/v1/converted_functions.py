"""`tf.compat.v1.autograph`'s functions, which have arguments of their first time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim import autograph
from tfshim._export import tf_export


@tf_export(v1=["autograph.to_graph"])
def to_graph(
    entity: Callable[..., Any],
    recursive: bool = True,
    arg_values: Any = None,
    arg_types: Any = None,
    experimental_optional_features: Any = None,
) -> Callable[..., Any]:
    """A Python function made into one of TensorFlow's control flow. Mirrors `tf.compat.v1.autograph.to_graph`.

    It is `tf.autograph.to_graph` with arguments that have no effect besides. An `if` over a tensor becomes `tf.cond`, and a loop
    `tf.while_loop`; `tf.function` does so by itself.

    Arguments:
        entity: a function.
        recursive: whether functions that it calls are made so too, True by default.
        arg_values, arg_types: without effect, as in TensorFlow.
        experimental_optional_features: a `tf.autograph.experimental.Feature`, or several; None by default.

    Returns:
        A function.

    Raises:
        ValueError: it cannot be converted.

    Example:
        >>> def larger(x):
        ...     if x > 0:
        ...         y = x * 2
        ...     else:
        ...         y = x
        ...     return y
        >>> converted = tf.compat.v1.autograph.to_graph(larger)
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     print(sess.run(converted(tf.constant(3))))
        6
    """
    return autograph.to_graph(entity, recursive, experimental_optional_features)


@tf_export(v1=["autograph.to_code"])
def to_code(
    entity: Callable[..., Any],
    recursive: bool = True,
    arg_values: Any = None,
    arg_types: Any = None,
    indentation: str = "  ",
    experimental_optional_features: Any = None,
) -> str:
    """As `tf.autograph.to_code`. `arg_values`, `arg_types` and `indentation` change nothing, as in TensorFlow.

    Mirrors `tf.compat.v1.autograph.to_code`.
    """
    return autograph.to_code(entity, recursive, experimental_optional_features)
