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
    """As `tf.autograph.to_graph`. `arg_values` and `arg_types` change nothing, as in TensorFlow.

    Mirrors `tf.compat.v1.autograph.to_graph`.
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
