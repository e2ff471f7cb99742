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
    """A directory for the files of tests. Mirrors `tf.compat.v1.test.get_temp_dir`.

    It is made by the first call in a process, is the same for all further ones, and is removed at the end of the process. Tests of
    `tf.test.TestCase` have a method of that name, with a directory for each test.

    Do not count on names within being free: several tests share it.

    Returns:
        The path, a str.

    Example:
        >>> folder = tf.compat.v1.test.get_temp_dir()
        >>> tf.io.gfile.isdir(folder), tf.compat.v1.test.get_temp_dir() == folder
        (True, True)
        >>> tf.io.write_file(folder + "/a.txt", "content")
        >>> tf.io.gfile.listdir(folder)
        ['a.txt']
        >>> tf.io.gfile.remove(folder + "/a.txt")
    """
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
    """Raises an error unless two graphs have the same nodes. Mirrors `tf.compat.v1.test.assert_equal_graph_def`.

    The order of the nodes does not count, names do. `tf.test.assert_equal_graph_def` is the newer form, with the expected graph first.

    Arguments:
        actual: a `tf.compat.v1.GraphDef`.
        expected: the graph that it should be.
        checkpoint_v2: True leaves out names of savers' files, which are drawn; False by default.
        hash_table_shared_name: True leaves out those that tables share; False by default.

    Raises:
        AssertionError: nodes differ; the message tells which.
        TypeError: one of them is no GraphDef.

    Example:
        >>> def made(value):
        ...     with tf.Graph().as_default() as graph:
        ...         x = tf.constant(value, name="x")
        ...     return graph.as_graph_def()
        >>> tf.compat.v1.test.assert_equal_graph_def(made(1), made(1))
        >>> try:
        ...     tf.compat.v1.test.assert_equal_graph_def(made(1), made(2))
        ... except AssertionError:
        ...     print("they differ")
        they differ
    """
    for what, message in (("actual", actual), ("expected", expected)):
        if not hasattr(message, "node"):
            raise TypeError(f"Expected tf.GraphDef for {what}, got {type(message).__name__}")
    ours, wanted = (_without_drawn_names(m, checkpoint_v2, hash_table_shared_name) for m in (actual, expected))
    tf.test.assert_equal_graph_def(wanted, ours)


@tf_export(v1=["test.test_src_dir_path"])
def test_src_dir_path(relative_path: str) -> str:
    """The path of a file below the sources of tests. Mirrors `tf.compat.v1.test.test_src_dir_path`.

    The directory is that of the variable `TEST_SRCDIR` of the environment, which some tools that run tests set; without it, the working
    directory. Whether there is such a file is not looked at.

    Arguments:
        relative_path: the path below that directory, with slashes.

    Returns:
        The path, a str.

    Example:
        >>> import os
        >>> os.environ["TEST_SRCDIR"] = "/sources"
        >>> os.path.basename(tf.compat.v1.test.test_src_dir_path("data/cases.txt"))
        'cases.txt'
        >>> del os.environ["TEST_SRCDIR"]
    """
    return os.path.join(os.environ.get("TEST_SRCDIR", os.getcwd()), relative_path)


test_src_dir_path.__test__ = False  # type: ignore[attr-defined]  # no test of pytest's


@tf_export(v1=["test.StubOutForTesting"])
class StubOutForTesting:
    """Puts something else in the place of attributes while a test runs. Mirrors `tf.compat.v1.test.StubOutForTesting`.

    A function that asks a server, say, is replaced by one that answers at once. At the end of a `with` statement, or by `CleanUp`, all is
    as it was. Python's `unittest.mock.patch` does so too.

    `Set` replaces an attribute of the object it is given, `SmartSet` that of the class where it is defined.

    Example:
        >>> class Clock:
        ...     def now(self):
        ...         return "real"
        >>> with tf.compat.v1.test.StubOutForTesting() as stubs:
        ...     stubs.Set(Clock, "now", lambda self: "stub")
        ...     print(Clock().now())
        stub
        >>> Clock().now()
        'real'
    """

    def __init__(self) -> None:
        self._set, self._smart = [], []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.CleanUp()

    def Set(self, parent: Any, child_name: str, new_child: Any) -> None:  # noqa: N802 - TensorFlow's name
        """Puts something in the place of an attribute. Mirrors `tf.compat.v1.test.StubOutForTesting.Set`.

        The attribute has to be there already. `UnsetAll`, `CleanUp`, and the end of a `with` statement take it back; several changes of one
        attribute are taken back in turns.

        Arguments:
            parent: an object, class or module.
            child_name: the name of the attribute.
            new_child: what it is to be.

        Raises:
            AttributeError: there is no such attribute.

        Example:
            >>> import os
            >>> stubs = tf.compat.v1.test.StubOutForTesting()
            >>> stubs.Set(os.path, "exists", lambda path: True)
            >>> os.path.exists("/no/such/file")
            True
            >>> stubs.UnsetAll()
            >>> os.path.exists("/no/such/file")
            False
        """
        old = getattr(parent, child_name)
        found = vars(parent).get(child_name) if inspect.isclass(parent) else None
        self._set.append((parent, child_name, found if isinstance(found, (staticmethod, classmethod)) else old))
        setattr(parent, child_name, new_child)

    def SmartSet(self, obj: Any, attr_name: str, new_attr: Any) -> None:  # noqa: N802 - TensorFlow's name
        """Puts something in the place of an attribute, where that is defined. Mirrors `tf.compat.v1.test.StubOutForTesting.SmartSet`.

        For an object it is the class, or the base of it, that has the attribute, so that all objects of the class are concerned.
        `SmartUnsetAll`, `CleanUp`, and the end of a `with` statement take it back.

        Arguments:
            obj: an object, class or module.
            attr_name: the name of the attribute.
            new_attr: what it is to be.

        Raises:
            AttributeError: there is no such attribute.

        Example:
            >>> class Clock:
            ...     def now(self):
            ...         return "real"
            >>> stubs = tf.compat.v1.test.StubOutForTesting()
            >>> stubs.SmartSet(Clock, "now", lambda self: "stub")
            >>> Clock().now()
            'stub'
            >>> stubs.SmartUnsetAll()
            >>> Clock().now()
            'real'
        """
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
        """Takes back what `Set` has changed, the last first. Mirrors `tf.compat.v1.test.StubOutForTesting.UnsetAll`.

        What `SmartSet` has changed stays; `CleanUp` takes back both. Calling it again changes nothing, and new changes may follow.

        A test that uses no `with` statement calls it in its `tearDown`, so that a failure leaves nothing behind for the next one.

        Example:
            >>> class Settings:
            ...     size = 1
            >>> stubs = tf.compat.v1.test.StubOutForTesting()
            >>> stubs.Set(Settings, "size", 2)
            >>> stubs.Set(Settings, "size", 3)
            >>> Settings.size
            3
            >>> stubs.UnsetAll()
            >>> Settings.size
            1
        """
        while self._set:
            setattr(*self._set.pop())

    def SmartUnsetAll(self) -> None:  # noqa: N802 - TensorFlow's name
        """Takes back what `SmartSet` has changed, the last first. Mirrors `tf.compat.v1.test.StubOutForTesting.SmartUnsetAll`.

        What `Set` has changed stays as it is; `CleanUp` takes back both. Calling it again changes nothing, and new changes may follow.

        A test that uses no `with` statement calls it in its `tearDown`, so that a failure leaves nothing behind for the next one.

        Example:
            >>> class Settings:
            ...     size = 1
            >>> stubs = tf.compat.v1.test.StubOutForTesting()
            >>> stubs.SmartSet(Settings, "size", 2)
            >>> Settings.size
            2
            >>> stubs.SmartUnsetAll()
            >>> Settings.size
            1
        """
        while self._smart:
            setattr(*self._smart.pop())

    def CleanUp(self) -> None:  # noqa: N802 - TensorFlow's name
        """Takes back all changes. Mirrors `tf.compat.v1.test.StubOutForTesting.CleanUp`.

        Those of `SmartSet` are taken back first, then those of `Set`, each the last first. The end of a `with` statement does so too. The
        object can be used again afterwards.

        A test that uses no `with` statement calls it in its `tearDown`, so that a failure leaves nothing behind for the next one.

        Example:
            >>> class Settings:
            ...     size, name = 1, "first"
            >>> stubs = tf.compat.v1.test.StubOutForTesting()
            >>> stubs.Set(Settings, "size", 2)
            >>> stubs.SmartSet(Settings, "name", "second")
            >>> stubs.CleanUp()
            >>> Settings.size, Settings.name
            (1, 'first')
        """
        self.SmartUnsetAll()
        self.UnsetAll()
