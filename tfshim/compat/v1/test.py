"""`tf.compat.v1.test`: as `tf.test`, with gradients of graphs checked, and stubs for functions."""

from __future__ import annotations

import atexit
import inspect
import os
import re
import shutil
import tempfile
from typing import Any
from unittest import mock  # noqa: F401 - a name of this namespace

import tfshim as tf
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


_FOLDER_OF_PARTS = re.compile(rb"_temp_[0-9a-z]{32}/part")
_DRAWN_TABLE = re.compile(rb"hash_table_[0-9a-z-]+")


def _without_drawn_names(message, files, tables):
    """A copy of the GraphDef in which names that differ from graph to graph are left out: those of `files`, and of `tables`."""
    copied = type(message)()
    copied.CopyFrom(message)
    for node in copied.node:
        if files and node.op == "Const" and any(map(_FOLDER_OF_PARTS.match, node.attr["value"].tensor.string_val)):
            node.attr["value"].tensor.string_val[:] = []
        if tables and "shared_name" in node.attr and _DRAWN_TABLE.match(node.attr["shared_name"].s):
            node.attr["shared_name"].s = b""
    return copied


@tf_export(v1=["test.assert_equal_graph_def"])
def assert_equal_graph_def(actual: Any, expected: Any, checkpoint_v2: bool = False, hash_table_shared_name: bool = False) -> None:
    """Raise AssertionError unless two GraphDef messages have the same nodes, in any order.

    `checkpoint_v2`: names of savers' files, which are drawn, do not count; `hash_table_shared_name`: nor those that tables share.
    Mirrors `tf.compat.v1.test.assert_equal_graph_def`.
    """
    for what, message in (("actual", actual), ("expected", expected)):
        if not hasattr(message, "node"):
            raise TypeError(f"Expected tf.GraphDef for {what}, got {type(message).__name__}")
    ours, wanted = (_without_drawn_names(m, checkpoint_v2, hash_table_shared_name) for m in (actual, expected))
    tf.test.assert_equal_graph_def(wanted, ours)


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
