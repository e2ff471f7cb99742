"""Python functions as texts that files can hold, and back."""

import codecs
import hashlib
import marshal
import types

import numpy as np

# What this process has taken configurations of: copies of its own layers need no code from elsewhere.
_own_code = {}  # digest of the text -> (code, module of the function)
_GLOBALS = {"np": np}  # the globals of the code unless given: NumPy, as in Keras


def _digest(text):
    # The text may come from a file, and not be valid Unicode.
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def dump_function(function):
    """A lambda as (its code in base 64, its defaults, what it closes over), which `load_function` takes."""
    code = codecs.encode(marshal.dumps(function.__code__), "base64").decode("ascii")
    _own_code[_digest(code)] = function.__code__, function.__module__
    return code, function.__defaults__, tuple(c.cell_contents for c in function.__closure__) if function.__closure__ else None


def load_function(code, defaults=None, closure=None, names=None, foreign=True):
    """The function that `dump_function` dumped; `names` are its globals.

    Without `foreign`, None unless this process dumped it, from the module that `names` say.
    """
    if isinstance(code, (tuple, list)):
        code, defaults, closure = code
        defaults = tuple(defaults) if isinstance(defaults, list) else defaults
    own, module = _own_code.get(_digest(code), (None, None))
    if not foreign and (own is None or names is not None and names.get("__name__") != module):
        return None
    cells = tuple(types.CellType(v) for v in closure) if closure is not None else None
    code = own if own is not None else _unmarshalled(code)
    return types.FunctionType(code, dict(_GLOBALS) if names is None else names, name=code.co_name, argdefs=defaults, closure=cells)


def _unmarshalled(text):
    try:
        raw = codecs.decode(text.encode("ascii"), "base64")
    except (UnicodeEncodeError, ValueError):
        # Older versions of Keras wrote the bytes themselves as text.
        raw = text.encode("raw_unicode_escape")
    return marshal.loads(raw)
