"""Whether what is being loaded may bring code along (Python lambdas) or name functions with effects."""

import contextlib
import threading

_state = threading.local()


def in_safe_mode():
    """True, False, or None where nobody has said."""
    return False if getattr(_state, "unsafe", False) else getattr(_state, "safe", None)


def enable_unsafe_deserialization():
    """Turn safe mode off for this thread: from now on what is loaded may run code. Only for files that you trust.

    Mirrors `tf.keras.__internal__.enable_unsafe_deserialization`, which later versions call
    `tf.keras.config.enable_unsafe_deserialization`.
    """
    _state.unsafe = True


def assets_follow():
    """Whether the file that is being read may hold, beside the configuration, the files that layers have read."""
    return getattr(_state, "assets", False)


@contextlib.contextmanager
def safe_mode_scope(safe_mode=True, assets=None):
    """Within it, layers with code of their own are refused (`safe_mode=True`) or accepted. `assets`: see `assets_follow`."""
    before = getattr(_state, "safe", None), assets_follow()
    _state.safe, _state.assets = safe_mode, before[1] if assets is None else assets
    try:
        yield
    finally:
        _state.safe, _state.assets = before
