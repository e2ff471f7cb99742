"""Replaces `tensorflow.python.framework.smart_cond`: a condition that is decided at once where it is known."""

import tfshim
from tfshim._export import tf_export
from tfshim.engine.values.tensor import Tensor

_REPLACES = "tensorflow.python.framework.smart_cond"
__all__ = ["smart_cond", "smart_constant_value"]


def smart_constant_value(pred):
    """The truth of `pred` (bool, 0, 1, a tensor or a variable) if it is known now, else None.

    Raises:
        TypeError: `pred` is none of these.
    """
    if isinstance(pred, bool) or (isinstance(pred, int) and pred in (0, 1)):
        return bool(pred)
    if isinstance(pred, (Tensor, tfshim.Variable)):
        value = tfshim.get_static_value(pred)
        return None if value is None else bool(value)
    raise TypeError(f"Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. Received: pred={pred} of type {type(pred).__name__}")


@tf_export("__internal__.smart_cond.smart_cond", v1=[])
def smart_cond(pred, true_fn=None, false_fn=None, name=None):
    """Call `true_fn` or `false_fn` (no arguments) as `pred` is true or false; a symbolic `pred` goes to `tf.cond`.

    Raises:
        TypeError: a branch is not callable, or `pred` is no condition.
    """
    for label, branch in (("true_fn", true_fn), ("false_fn", false_fn)):
        if not callable(branch):
            raise TypeError(f"Argument `{label}` must be callable. Received: {branch}")
    known = smart_constant_value(pred)
    if known is None:
        return tfshim.cond(pred, true_fn=true_fn, false_fn=false_fn, name=name)
    return true_fn() if known else false_fn()
