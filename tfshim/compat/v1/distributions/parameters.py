"""What distributions do with their parameters: conversion, checks, and shapes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim.compat.v1.debugging import assert_non_negative, assert_positive
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


def after(checks: list[Any], tensor: Tensor, name: str | None = None) -> Tensor:
    """`tensor` once the assertions have passed; eagerly they have, and are None."""
    with tf.control_dependencies([c for c in checks if c is not None]):
        return tf.identity(tensor, name=name)


def positive(tensor: Tensor, validate: bool, name: str) -> Tensor:
    """`tensor`, with `validate` after a check that it is positive, named `name`."""
    return after([assert_positive(tensor)] if validate else [], tensor, name)


def non_negative_integers(tensor: Tensor) -> list[Any]:
    """The checks that all elements are whole and not negative."""
    return [
        assert_non_negative(tensor, message=f"'{tensor}' must be non-negative."),
        tf.compat.v1.assert_equal(tensor, tf.floor(tensor), message=f"'{tensor}' cannot contain fractional components."),
    ]


def broadcast_shapes(*tensors: Tensor) -> tuple[TensorShape, Callable[[], Tensor]]:
    """(the static shape that the tensors are broadcast to, function that gives it as a tensor)."""
    static = tensors[0].shape
    for t in tensors[1:]:
        static = tf.broadcast_static_shape(static, t.shape)

    def dynamic():
        made = tf.shape(tensors[0])
        for t in tensors[1:]:
            made = tf.broadcast_dynamic_shape(made, tf.shape(t))
        return made

    return static, dynamic


def parameters_of(given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a constructor whose `locals()` are `given`."""
    return {k: v for k, v in given.items() if k not in ("self", "__class__")}


def covariances(x: Tensor, y: Tensor, variance: Tensor) -> Tensor:
    """The matrices of minus the products of the elements of `x` and `y`, with `variance` on their diagonals."""
    return tf.linalg.set_diag(-tf.matmul(x[..., tf.newaxis], y[..., tf.newaxis, :]), variance)


def floats(*given: Any) -> list[Tensor]:
    """The arguments as tensors, all of one floating type. Raises ValueError for others."""
    made = [tf.convert_to_tensor(v) for v in given]
    tf.debugging.assert_same_float_dtype(made)
    return made
