"""`tf.compat.v1.app`: running a program's `main` with its flags parsed."""

import sys

from tfshim._listing import listing
from tfshim.compat.v1 import flags  # noqa: F401 - a name of this namespace
from tfshim.test.running import run_app

__all__ = ["flags", "run"]
__dir__ = listing(globals())


def run(main=None, argv=None):
    """Parse the flags in `argv` (those of the process), call `main(the rest)` and end the program with what it gives.

    `main` is the one of the `__main__` module by default. Mirrors `tf.compat.v1.app.run`.
    """
    run_app(main or sys.modules["__main__"].main, sys.argv if argv is None else argv)
