"""`tf.compat.v1.flags`: command-line flags, those of absl, parsed when a value is first asked for."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from absl import flags as _flags


class _Values:
    """The values of all flags; the command line is parsed at the first look."""

    _tfshim_attributes_of_programs = True

    def __call__(self, argv: Sequence[str] | None = None, known_only: bool = False) -> list[str]:
        argv = sys.argv if argv is None else argv
        return _flags.FLAGS(argv, known_only=known_only)

    def __getattr__(self, name):
        if not _flags.FLAGS.is_parsed():
            _flags.FLAGS(sys.argv, known_only=True)
        return getattr(_flags.FLAGS, name)

    def __setattr__(self, name, value):
        setattr(_flags.FLAGS, name, value)

    def __delattr__(self, name):
        delattr(_flags.FLAGS, name)

    def __dir__(self):
        return dir(_flags.FLAGS)

    def __getitem__(self, name):
        return _flags.FLAGS[name]

    def __iter__(self):
        return iter(_flags.FLAGS)

    def __contains__(self, name):
        return name in _flags.FLAGS


FLAGS = _Values()


def _defining(name):
    """absl's `name`, which also takes TensorFlow's names of the arguments."""
    define = getattr(_flags, name)

    def call(*args, **kwargs):
        renamed = {"flag_name": "name", "default_value": "default", "docstring": "help"}
        return define(*args, **{renamed.get(k, k): v for k, v in kwargs.items()})

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"Define a flag; `absl.flags.{name}` with TensorFlow's names of the arguments as well."
    return call


DEFINE_string, DEFINE_integer, DEFINE_float = _defining("DEFINE_string"), _defining("DEFINE_integer"), _defining("DEFINE_float")
DEFINE_boolean = DEFINE_bool = _defining("DEFINE_boolean")


def __getattr__(name):
    return getattr(_flags, name)


def __dir__():
    return sorted({*globals(), *dir(_flags)})
