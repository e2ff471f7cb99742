"""Whether somebody looks at every operation: then what saves some of TensorFlow's, with the same results, is left undone."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


class _State:
    observers = 0  # how many want operations one by one


def begin() -> None:
    """Have operations run one by one, as TensorFlow's Python functions ask for them."""
    _State.observers += 1


def end() -> None:
    """Undo `begin`."""
    _State.observers -= 1


def wanted() -> bool:
    """Whether somebody has asked for them."""
    return _State.observers > 0


@contextlib.contextmanager
def asked_for() -> Iterator[None]:
    """Within it they are wanted."""
    begin()
    try:
        yield
    finally:
        end()
