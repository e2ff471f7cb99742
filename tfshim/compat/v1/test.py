"""`tf.compat.v1.test`: as `tf.test`, with gradients of graphs checked, and stubs for functions."""

from __future__ import annotations

import atexit
import inspect
import os
import shutil
import tempfile
from typing import Any
from unittest import mock  # noqa: F401 - a name of this namespace

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental", "mock"), target="tfshim.test")
_made = []


@tf_export(v1=["test.get_temp_dir"])
def get_temp_dir() -> str:
    """A folder for the files of this process's tests, removed at its end. Mirrors `tf.compat.v1.test.get_temp_dir`."""
    if not _made:
        _made.append(tempfile.mkdtemp(prefix="tf_test_"))
        atexit.register(shutil.rmtree, _made[0], ignore_errors=True)
    return _made[0]


@tf_export(v1=["test.test_src_dir_path"])
def test_src_dir_path(relative_path: str) -> str:
    """The path below the folder that TEST_SRCDIR names, or the working directory. Mirrors the function of that name."""
    return os.path.join(os.environ.get("TEST_SRCDIR", os.getcwd()), relative_path)


test_src_dir_path.__test__ = False  # type: ignore[attr-defined]  # no test of pytest's


@tf_export(v1=["test.StubOutForTesting"])
class StubOutForTesting:
    """Puts attributes of objects in others' place and takes them back; a context that does so at its end.

    Mirrors `tf.compat.v1.test.StubOutForTesting`.
    """

    def __init__(self) -> None:
        self._set, self._smart = [], []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.CleanUp()

    def Set(self, parent: Any, child_name: str, new_child: Any) -> None:  # noqa: N802 - TensorFlow's name
        """Put `new_child` in the place of the attribute, which has to be there."""
        old = getattr(parent, child_name)
        found = vars(parent).get(child_name) if inspect.isclass(parent) else None
        self._set.append((parent, child_name, found if isinstance(found, (staticmethod, classmethod)) else old))
        setattr(parent, child_name, new_child)

    def SmartSet(self, obj: Any, attr_name: str, new_attr: Any) -> None:  # noqa: N802 - TensorFlow's name
        """As `Set`, where the attribute is defined: in the class of an object, or its base. AttributeError without it."""
        owner = obj
        if not inspect.ismodule(obj) and attr_name not in getattr(obj, "__dict__", {}):
            bases = inspect.getmro(obj if inspect.isclass(obj) else type(obj))
            owner = next((c for c in bases if attr_name in vars(c)), None)
            if owner is None:
                raise AttributeError("Attribute not found.")
        old = vars(owner)[attr_name]
        self._smart.append((owner, attr_name, old))
        setattr(owner, attr_name, new_attr)

    def UnsetAll(self) -> None:  # noqa: N802 - TensorFlow's name
        """Take back what `Set` did, the last first."""
        while self._set:
            setattr(*self._set.pop())

    def SmartUnsetAll(self) -> None:  # noqa: N802 - TensorFlow's name
        """Take back what `SmartSet` did, the last first."""
        while self._smart:
            setattr(*self._smart.pop())

    def CleanUp(self) -> None:  # noqa: N802 - TensorFlow's name
        """Take back all."""
        self.SmartUnsetAll()
        self.UnsetAll()
