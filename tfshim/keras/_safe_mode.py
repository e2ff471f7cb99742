"""Whether files that are loaded may contain code (Python lambdas) or name functions with side effects."""

from __future__ import annotations

from tfshim._export import tf_export, tf_private
from tfshim.engine.runtime.state import ScopedValue

_unsafe = ScopedValue(False)
_scoped = ScopedValue((None, False, False))  # what scopes say: the safe mode, whether assets follow, and whether own code may


def in_safe_mode() -> bool:
    """True, False, or None where it has not been set."""
    return False if _unsafe.value else _scoped.value[0]


@tf_export("keras.config.enable_unsafe_deserialization", "keras.__internal__.enable_unsafe_deserialization")
def enable_unsafe_deserialization() -> None:
    """Turn safe mode off for this thread: from now on what is loaded may run code. Only for files that you trust.

    Mirrors `tf.keras.__internal__.enable_unsafe_deserialization`, which later versions call
    `tf.keras.config.enable_unsafe_deserialization`.
    """
    _unsafe.value = True


def assets_follow():
    """Whether the file that is being read may hold, beside the configuration, the files that layers have read."""
    return _scoped.value[1]


def own_code_runs():
    """Whether code that this process has written itself runs in safe mode too."""
    return not in_safe_mode() or _scoped.value[2]


@tf_private("keras.src.saving.serialization_lib.SafeModeScope")
def safe_mode_scope(safe_mode=True, assets=None, own_code=None):
    """Within it, layers with code of their own are refused (`safe_mode=True`) or accepted.

    assets, own_code: see `assets_follow` and `own_code_runs`; None for what they are around.
    """
    around = _scoped.value
    return _scoped.set_to((safe_mode, around[1] if assets is None else assets, around[2] if own_code is None else own_code))
