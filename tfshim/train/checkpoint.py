"""`tf.train.Checkpoint`: saving and restoring the variables of an object graph."""

from __future__ import annotations

import contextlib
import inspect
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.functions.function import inside_function
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode, in_session_graph
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import FUNCTION
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.trackable import Trackable
from tfshim.engine.variables.tracked_containers import wrap_or_unwrap
from tfshim.engine.variables.variable import Variable
from tfshim.train import _files, state_file
from tfshim.train.background import Background
from tfshim.train.file_format import checked, chosen
from tfshim.train.hosts import check_host
from tfshim.train.object_graph import ObjectGraph, children_of
from tfshim.train.reading import latest_checkpoint
from tfshim.train.restoring import (
    CheckpointLoadStatus,
    InitializationOnlyStatus,
    NameBasedSaverStatus,
    Restoration,
    session_for_values,
)

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export("train.CheckpointOptions")
class CheckpointOptions:
    """Options for saving and restoring. Mirrors `tf.train.CheckpointOptions`.

    Arguments:
        experimental_io_device: a device of the host that is to read and write, which is this one; None by default.
        experimental_enable_async_checkpoint: True writes while the program goes on; the values are those of the call.
            False by default. `enable_async` is the same.
        experimental_write_callbacks: functions of the path, or of nothing, that are called after writing.
        enable_async: see `experimental_enable_async_checkpoint`.
        file_format: an argument of tfshim's own: "tensorflow" for TensorFlow's files, which it reads, or "safetensors".
            Without it `tfshim.set_checkpoint_format` and the environment variable TFSHIM_CHECKPOINT_FORMAT decide; both
            are read whatever it is.

    `tf.train.Checkpoint`, its `write`, `save`, `read` and `restore`, and `tf.train.CheckpointManager` take them.

    Example:
        >>> paths = []
        >>> options = tf.train.CheckpointOptions(experimental_write_callbacks=[lambda path: paths.append(path)])
        >>> path = tf.train.Checkpoint(v=tf.Variable(1.0)).write("options/ckpt", options)
        >>> paths == [path]
        True
    """

    __module__ = "tensorflow.python.checkpoint.checkpoint_options"
    __slots__ = (
        "enable_async",
        "experimental_enable_async_checkpoint",
        "experimental_io_device",
        "experimental_write_callbacks",
        "file_format",
    )

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Any = None,
        enable_async: bool = False,
        *,
        file_format: str | None = None,
    ) -> None:
        self.experimental_io_device = experimental_io_device
        self.enable_async = self.experimental_enable_async_checkpoint = experimental_enable_async_checkpoint or enable_async
        self.file_format = checked(file_format, "file_format")
        if experimental_write_callbacks is not None:
            for callback in experimental_write_callbacks:
                if len(inspect.signature(callback).parameters) > 1:
                    raise AssertionError(f"A callback takes the path or nothing: {callback}")
        self.experimental_write_callbacks = experimental_write_callbacks


def _trackable(name, value):
    value = wrap_or_unwrap(value)
    # Functions have nothing that a checkpoint would hold, but saved models take them from it.
    if not isinstance(value, Trackable) and getattr(value, "_tfshim_kind", None) is not FUNCTION:
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from `Trackable`), got {value}. If you "
            "believe this object should be trackable (i.e. it is part of the TensorFlow Python API and manages state), please open "
            "an issue."
        )
    return value


def _check_options(options):
    """Raise AttributeError for what are no options, and what `check_host` raises."""
    if options is not None and options:
        _ = options.experimental_enable_async_checkpoint
    check_host(options)


def counted(counter):
    """The number that the variable `counter` holds, in the default session where it is one of a graph; 0 where it has no value."""
    if counter._in_graph_mode:
        t = session_for_values()._value_of(counter)
        return 0 if t is None else int(t)
    with eager_mode():
        return int(counter.numpy())


@tf_export("train.Checkpoint")
class Checkpoint(AutoTrackable):
    """Saves and restores variables, through the objects that hold them.

    Mirrors `tf.train.Checkpoint`. Objects are named by keywords; from them, variables are found by the attributes and lists that lead to
    them, so that a program which restores has to build the same structure, but may do so later: values are set as variables come into
    being. `save(prefix)` numbers files from 1 on, `write(path)` does not; `restore(path)` and `read(path)` give a status with
    `assert_consumed()`.

    Arguments:
        root: an object whose children become the checkpoint's own; None (default): none.
        **kwargs: objects by name: models, layers, optimizers, variables, `tf.Module`s, datasets' iterators, lists and dictionaries of them.

    Raises:
        ValueError: an object that can hold no state.

    Example:
        >>> step, model = tf.Variable(1), tf.keras.layers.Dense(2)
        >>> _ = model(tf.ones([1, 3]))
        >>> path = tf.train.Checkpoint(step=step, model=model).save("saved/ckpt")
        >>> path
        'saved/ckpt-1'
        >>> _ = step.assign(7)
        >>> _ = tf.train.Checkpoint(step=step, model=model).restore(path).assert_consumed()
        >>> int(step)
        1
    """

    __module__ = "tensorflow.python.checkpoint.checkpoint"
    _background: Background  # not tracked: it is no part of what is saved
    # Of classes that do not call `__init__` as well, whose objects saved models may hold.
    _root: Any = None
    _save_counter: Any = None

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        self._save_counter: Any = None
        object.__setattr__(self, "_background", Background())
        object.__setattr__(self, "_root", None if root is None else _trackable("root", root))
        # In the order in which TensorFlow tracks them, which decides the numbers of the nodes in the object graph.
        for name in sorted(kwargs):
            value = _trackable(name, kwargs[name])
            if root is not None:
                existing = children_of(self._root).get(name)
                if existing is not None and existing is not value:
                    raise ValueError(f"Cannot create a Checkpoint with keyword argument {name} if root.{name} already exists.")
            setattr(self, name, value)

    def _trackable_children(self, save_type="checkpoint", **kwargs):
        children = {} if self._root is None else dict(children_of(self._root))
        own = super()._trackable_children(save_type, **kwargs)
        own.pop("_save_counter", None)
        children.update(own)
        if self._root is not None:
            children.setdefault("root", self)  # as TensorFlow's listings show it
        if self._save_counter is not None:
            children["save_counter"] = self._save_counter
        return children

    def _lookup_dependency(self, name, cached_dependencies=None):
        return children_of(self).get(name)

    def _defer(self, name, restore):
        if self._root is None:
            super()._defer(name, restore)
        else:
            self._root._defer(name, restore)

    @property
    def save_counter(self) -> Any:
        """The int64 variable that counts calls of `save`."""
        self._create_counter()
        return self._save_counter

    def _create_counter(self):
        if self._save_counter is None:
            # A variable of the graph where one is built, as all others are.
            with lock_of(self), contextlib.nullcontext() if in_session_graph() else eager_mode():
                self._make_counter()

    def _make_counter(self):
        # Another thread may have made it while this one waited for the lock.
        if self._save_counter is None:
            self._save_counter = Variable(0, dtype="int64", trainable=False, name="save_counter")

    def write(self, file_prefix: Path, options: Any = None) -> str:
        """Write the values of everything that is attached to a checkpoint of this very name, without a number and without noting it
        as the latest.

        Arguments:
            file_prefix: the path that the checkpoint's files begin with; folders that are missing are made.
            options: a `tf.train.CheckpointOptions`; None: at once, in the format of files that is chosen (`docs/files.md`).

        Returns:
            `file_prefix` as a string, for `read`.

        Raises:
            tf.errors.OpError: the files cannot be written, by what is in the way; what was there before is whole.

        `save` is for training, where checkpoints follow each other; `write` for one that has a name of its own.
        `tf.train.latest_checkpoint` does not find it.

        Example:
            >>> v = tf.Variable(1.0)
            >>> path = tf.train.Checkpoint(v=v).write("best/model")
            >>> path, tf.train.latest_checkpoint("best")
            ('best/model', None)
        """
        prefix = os.fsdecode(file_prefix)
        self._write(prefix, options, None)
        return prefix

    def _write(self, prefix: str, options: Any, finished: Callable[[], None] | None) -> None:
        """Write to `prefix`, at once or while the program goes on, and call `finished` and the callbacks after that."""
        _check_options(options)
        self.sync()
        tensors, nodes = ObjectGraph(self).serialize()
        form = chosen(options)

        def write() -> None:
            _files.write(prefix, tensors, nodes, form)
            for callback in getattr(options, "experimental_write_callbacks", None) or ():
                # A callback may take the path or nothing.
                callback(prefix) if inspect.signature(callback).parameters else callback()
            if finished is not None:
                finished()

        if getattr(options, "enable_async", False):
            # The tensors are what the variables held: an assignment leaves them as they are.
            self._background.run(write)
        else:
            write()

    def save(self, file_prefix: Path, options: Any = None) -> str:
        """Write the values of everything that is attached to the checkpoint `file_prefix-N`, and note it as the latest of its folder.

        Arguments:
            file_prefix: the path that the names begin with, such as "training/ckpt"; folders that are missing are made.
            options: a `tf.train.CheckpointOptions`; None: at once, in the format of files that is chosen (`docs/files.md`).

        Returns:
            The prefix that was written, with its number, as a string.

        Raises:
            NotImplementedError: within a `tf.function`.
            tf.errors.OpError: the files cannot be written, by what is in the way; what was there before is whole.

        N counts the calls from 1 on, in the variable `save_counter`, which is saved too: after `restore` the numbers go on. Nothing
        is deleted; `tf.train.CheckpointManager` does that. In graphs the values are those of the default session.

        Example:
            >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
            >>> checkpoint.save("training/ckpt"), checkpoint.save("training/ckpt")
            ('training/ckpt-1', 'training/ckpt-2')
            >>> tf.train.latest_checkpoint("training")
            'training/ckpt-2'
        """
        if inside_function():
            raise NotImplementedError(
                "tf.train.Checkpoint.save() counts and notes what it saves, which operations of a tf.function cannot do: it would save "
                "once, when the function is traced. Call it outside of the function, or `write`, which does neither."
            )
        # The number and the file of that number belong together, whichever thread saves.
        with lock_of(self):
            name = os.fspath(file_prefix) if hasattr(file_prefix, "__fspath__") else file_prefix
            prefix = f"{name}-{self._next_number()}"  # of whatever makes a text, as in TensorFlow
            self._write(prefix, options, lambda: state_file.write_one(prefix))
        return prefix

    def _next_number(self):
        """One more than the counter has counted, which it does then; in graphs it does so in the default session."""
        self._create_counter()
        counter, number = self._save_counter, counted(self._save_counter) + 1
        with eager_mode():
            if counter._in_graph_mode:
                session_for_values()._load_variable(counter, convert_to_tensor(number, counter.dtype))
            else:
                counter.assign(number)
        return number

    def sync(self) -> None:
        """Wait until what was written with `enable_async` is on the disk.

        Returns:
            None.

        Raises:
            tf.errors.OpError: what went wrong while the program went on, such as a full disk; it is raised once.

        With `tf.train.CheckpointOptions(experimental_enable_async_checkpoint=True)`, `save` and `write` take the values and return,
        while a thread writes them. The next `save`, `write`, `read` or `restore` of this object waits as well, so `sync` is only
        needed before others look at the files.

        Example:
            >>> checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
            >>> path = checkpoint.save("later/ckpt", tf.train.CheckpointOptions(experimental_enable_async_checkpoint=True))
            >>> checkpoint.sync()
            >>> [name for name, shape in tf.train.list_variables(path) if name.startswith("v/")]
            ['v/.ATTRIBUTES/VARIABLE_VALUE']
        """
        self._background.wait()

    def read(self, save_path: Path, options: Any = None) -> Any:
        """Restore the values of a checkpoint that `write` made, into what is attached to this object.

        Arguments:
            save_path: the prefix that `write` returned.
            options: a `tf.train.CheckpointOptions`; None.

        Returns:
            A status, as of `restore`: `assert_consumed()`, `assert_existing_objects_matched()`, `expect_partial()`.

        Raises:
            tf.errors.NotFoundError: there is no such checkpoint.
            tf.errors.DataLossError: its files are damaged.
            ValueError: a variable has another shape than the value.

        `restore` does the same, takes folders as well, and restores the count of `save`, so that the numbers go on.

        Example:
            >>> path = tf.train.Checkpoint(v=tf.Variable(3.0)).write("named/model")
            >>> v = tf.Variable(0.0)
            >>> status = tf.train.Checkpoint(v=v).read(path).assert_consumed()
            >>> v.numpy()
            3.0
        """
        _check_options(options)
        self.sync()
        restoration = Restoration(os.fsdecode(save_path))
        if not restoration.nodes:
            return NameBasedSaverStatus(restoration, self)
        restoration.match(0, self)
        return CheckpointLoadStatus(restoration, self)

    def restore(self, save_path: Path | None, options: Any = None) -> Any:
        """Restore the values of a checkpoint into what is attached to this object, now and as soon as something is attached later.

        Arguments:
            save_path: the prefix that `save` returned, a folder (of which the latest checkpoint is taken), or None, which restores
                nothing: so that `restore(tf.train.latest_checkpoint(folder))` does for the first start too.
            options: a `tf.train.CheckpointOptions`; None.

        Returns:
            A status. `assert_consumed()` raises unless every value found its object and every object its value,
            `assert_existing_objects_matched()` unless every object that is there found its value; `expect_partial()` keeps the warning
            about values that are never used from being printed at the end.

        Raises:
            tf.errors.NotFoundError: there is no such checkpoint.
            tf.errors.DataLossError: its files are damaged.
            ValueError: a variable has another shape than the value.

        What is attached is matched by the names of the attributes, not by the names of variables. Where it raises, nothing is changed.

        Example:
            >>> path = tf.train.Checkpoint(v=tf.Variable(3.0)).save("kept/ckpt")
            >>> checkpoint = tf.train.Checkpoint()
            >>> status = checkpoint.restore(path)
            >>> checkpoint.v = tf.Variable(0.0)  # takes its value now
            >>> checkpoint.v.numpy()
            3.0
        """
        # Before anything is matched: the saved counter needs its object.
        self._create_counter()
        if save_path is None:
            return InitializationOnlyStatus(self)
        self.sync()
        path = os.fsdecode(save_path)
        if os.path.isdir(path) and not _files.exists(path):
            path = latest_checkpoint(path) or path
        try:
            return self.read(path, options)
        except errors.NotFoundError as e:
            raise errors.NotFoundError(
                None,
                None,
                f"Error when restoring from checkpoint or SavedModel at {save_path}: {e.message}\nPlease double-check that the "
                "path is correct. You may be missing the checkpoint suffix (e.g. the '-1' in 'path/to/ckpt-1').",
            ) from None
