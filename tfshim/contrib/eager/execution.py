"""How operations run: one after the other, and done when their call returns. The names for what runs them later are here too."""

import contextlib

SYNC, ASYNC = 0, 1


def set_execution_mode(mode):
    """Take SYNC, ASYNC or None: operations are done when they return, which holds in either mode. Raises ValueError for others."""
    if mode not in (None, SYNC, ASYNC):
        raise ValueError(f"Execution mode should be None/SYNC/ASYNC. Got {mode}")


@contextlib.contextmanager
def execution_mode(mode):
    """A context with an execution mode; see `set_execution_mode`."""
    set_execution_mode(mode)
    yield


def async_wait():
    """Wait for operations that run: none does."""


def async_clear_error():
    """Forget errors of operations that ran later: errors are raised where they happen."""
