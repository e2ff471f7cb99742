"""Replaces `keras.src.utils.control_flow_util`: conditions that layers decide at once where they are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tfshim
from tfshim.private import smart_cond as conditions

_REPLACES = "keras.src.utils.control_flow_util"


def smart_cond(pred: Any, true_fn: Callable[[], Any], false_fn: Callable[[], Any], name: str | None = None) -> Any:
    """What `true_fn` or `false_fn` gives, as `pred` is; a symbolic `pred` or a variable goes to `tf.cond`."""
    if isinstance(pred, tfshim.Variable):
        return tfshim.cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return conditions.smart_cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)


def constant_value(pred: Any) -> bool | None:
    """The truth of `pred` where it is known: None for a variable or a symbolic tensor. Raises TypeError for what is no condition."""
    if isinstance(pred, tfshim.Variable):
        return None
    if isinstance(pred, bool) or (isinstance(pred, int) and pred in (0, 1)):
        return bool(pred)
    if isinstance(pred, tfshim.Tensor):
        return conditions.smart_constant_value(pred)
    raise TypeError(f"`pred` must be a Tensor, or a Python bool, or 1 or 0. Received: {type(pred)}")


def InXlaContext(graph: Any) -> bool:  # noqa: N802 - TensorFlow's name
    """Whether the operations of `graph` are being built for XLA: never, there is none."""
    return False


def GraphOrParentsInXlaContext(graph: Any) -> bool:  # noqa: N802 - TensorFlow's name
    """Whether those of `graph` or of one around it are being built for XLA: never, there is none."""
    return False
