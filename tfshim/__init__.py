"""TensorFlow's interface on PyTorch.

`tfshim.activate()` makes `import tensorflow as tf` answer with this package; `python -m tfshim FILE` does so for
one script or notebook. What `tf.NAME` offers is in `tfshim/NAME`; names load on first use.
"""

import importlib
import sys

from tfshim import _at_exit, _first_use  # noqa: F401 - what ends with the process begins with the package
from tfshim._listing import absent, places, with_standard
from tfshim._names import ABSENT, OPERATOR_MODULES, OWN, SUBPACKAGES, UNLISTED
from tfshim._tables import NAMES
from tfshim._version import TENSORFLOW

__version__ = TENSORFLOW  # of the TensorFlow whose interface this is; our own is in tfshim._version

with _first_use.without_collection():
    _OWN = places(OWN, __name__)
    _WHERE = places(NAMES[""], __name__) | _OWN
__all__ = ["__version__", *({*_WHERE, *SUBPACKAGES} - UNLISTED - {*_OWN})]
# Namespaces that hand out no tensors.
_WITHOUT_TENSORS = frozenset("activation autograph compat contrib dtypes engine errors nest sysconfig version".split())


def __getattr__(name):
    with _first_use.GATE:
        return _loaded(name)


def _loaded(name):
    if name in SUBPACKAGES:
        _load_operators_for(f"tfshim.{name}")
        try:
            module = importlib.import_module(f"tfshim.{name}")
        except ModuleNotFoundError as e:
            # Something that the namespace itself imports is missing: that is another error.
            if e.name != f"tfshim.{name}":
                raise
            raise _missing(name) from None
        return _kept(name, module)
    if name not in _WHERE:
        raise _missing(name)
    module, own = _WHERE[name]
    # These hand out no tensors, which alone need operators.
    if module not in ("tfshim.engine.values.dtypes", "tfshim.activation", "tfshim.jupyter"):
        _load_operators()
    try:
        value = getattr(importlib.import_module(module), own)
    except (AttributeError, ModuleNotFoundError) as e:
        if isinstance(e, ModuleNotFoundError) and not (e.name or "").startswith(module):
            raise
        raise _missing(name) from None
    return _kept(name, value)


def _kept(name, value):
    """`value`, from now on an attribute; while operators are being loaded others would find it without them."""
    if _operators_loaded is not False:
        globals()[name] = value
    return value


_operators_loaded = None  # False while they are being loaded


def _load_operators():
    """Import what gives tensors their operators: whoever holds a tensor may write `a + b`."""
    global _operators_loaded
    with _first_use.GATE:
        if _operators_loaded is not None:
            return
        # The modules ask for each other; other threads do not get past the gate, nor see what is there already.
        _operators_loaded = False
        try:
            with _first_use.without_collection(), _first_use.hidden(__name__):
                for module in OPERATOR_MODULES:
                    importlib.import_module(module)
        except BaseException:
            _operators_loaded = None
            raise
        _operators_loaded = True
        for follows in _first_use.AFTERWARDS:
            follows()


def _load_operators_for(package):
    """The same, unless what is in `package` hands out no tensors."""
    if package.split(".")[1] not in _WITHOUT_TENSORS:
        _load_operators()


def _missing(name):
    if name in ABSENT:
        error = importlib.import_module("tfshim.refusals").refused(f"tf.{name}")
        error.name = name  # with one of its own Python adds no guess
        return error
    return absent(__name__, name)


def __dir__():
    # This module may be what `tensorflow` is; then it shows what TensorFlow shows.
    own = () if sys.modules.get("tensorflow") is sys.modules[__name__] else _OWN
    return with_standard([*__all__, *own], globals())
