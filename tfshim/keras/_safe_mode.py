"""Whether what is being loaded may bring code along (Python lambdas)."""

import contextlib
import threading

_state = threading.local()


def in_safe_mode():
    """True, False, or None where nobody has said."""
    return getattr(_state, "safe", None)


@contextlib.contextmanager
def safe_mode_scope(safe_mode=True):
    """Within it, layers with code of their own are refused (`safe_mode=True`) or accepted."""
    before = in_safe_mode()
    _state.safe = safe_mode
    try:
        yield
    finally:
        _state.safe = before
