"""`tf.compat.v1.errors`: as `tf.errors`, and the numbers of the errors."""

from __future__ import annotations

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.refusals import refused

__all__, __getattr__, __dir__ = exported(globals(), target="tfshim.errors")


@tf_export(v1=["errors.raise_exception_on_not_ok_status"])
class raise_exception_on_not_ok_status:  # noqa: N801 - TensorFlow's name
    """A context for calls into TensorFlow's C library, which is not there. Raises NotImplementedError."""

    def __init__(self) -> None:
        raise refused("tf.compat.v1.errors.raise_exception_on_not_ok_status")
