"""`tf.compat.v1.app`: running a program's `main` with its flags parsed."""

import sys

from absl import app

from tfshim._listing import listing
from tfshim.compat.v1 import flags

__all__ = ["flags", "run"]
__dir__ = listing(globals())


def run(main=None, argv=None):
    """Parse the flags in `argv` (those of the process), call `main(the rest)` and end the program with what it gives.

    `main` is the one of the `__main__` module by default. Unknown flags are left in the rest. Mirrors `tf.compat.v1.app.run`.
    """
    app.run(main or sys.modules["__main__"].main, argv=argv, flags_parser=lambda given: flags.FLAGS(given, known_only=True))
