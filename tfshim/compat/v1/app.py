"""`tf.compat.v1.app`: running a program's `main` with its flags parsed."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, NoReturn

from absl import app

from tfshim._listing import listing
from tfshim.compat.v1 import flags

__all__ = ["flags", "run"]
__dir__ = listing(globals())


def run(main: Callable[[list[str]], Any] | None = None, argv: list[str] | None = None) -> NoReturn:
    """Parse the flags in `argv` (those of the process), call `main(the rest)` and end the program with what it gives.

    `main` is the one of the `__main__` module by default. Unknown flags are left in the rest. Mirrors `tf.compat.v1.app.run`.
    """
    app.run(main or sys.modules["__main__"].main, argv=argv, flags_parser=lambda given: flags.FLAGS(given, known_only=True))
