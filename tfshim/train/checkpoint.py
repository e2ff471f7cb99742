"""`tf.train.Checkpoint`: saving and restoring the variables of an object graph."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.variables.trackable import AutoTrackable, Trackable, wrap_or_unwrap
from tfshim.engine.variables.variable import Variable
from tfshim.refusals import refused
from tfshim.train import _files
from tfshim.train.object_graph import ObjectGraph, children_of, graph_proto, saved_values
from tfshim.train.reading import latest_checkpoint

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


class Restoration:
    """One restore: which saved node became which object, and what still waits for its object."""

    def __init__(self, prefix):
        self.prefix = prefix
        self.tensors, self.nodes = _files.read(prefix)
        self.matched = {}  # node number -> object
        self.used = set()  # keys whose values were taken

    def match(self, node, x):
        """Let the object `x` be the saved node number `node`, and its children likewise."""
        plan = []
        self._collect(node, x, plan)
        for target, values in plan:  # nothing is assigned before everything fits
            self._check(target, values)
        # What else has a state can still refuse it; variables cannot.
        for target, values in sorted(plan, key=lambda pair: isinstance(pair[0], Variable)):
            with eager_mode():
                target._restore_from_tensors(values)
        self._match_slots()

    def _match_slots(self):
        """Give optimizers what TensorFlow keeps beside a variable and not below the optimizer, once both are there."""
        # A copy: each slot that is matched adds to it.
        for number, x in list(self.matched.items()):
            for name, original, slot in self.nodes[number].get("slots", ()):
                variable = self.matched.get(original)
                if variable is None or slot in self.matched or not hasattr(x, "_slot_for"):
                    continue
                shapes = [self.tensors[key].shape for _, key, _ in self.nodes[slot]["attributes"] if key in self.tensors]
                with eager_mode():
                    made = x._slot_for(variable, name, shapes[0] if shapes else None)
                self.match(slot, made)

    def _collect(self, node, x, plan):
        """Match `x` and what is below it; what is to be assigned goes into `plan`."""
        if node in self.matched:
            if self.matched[node] is not x:
                get_logger().warning(
                    "Inconsistent references when loading the checkpoint into this object graph. For example, in the saved "
                    "checkpoint object, %r and %r are one object.",
                    self.matched[node],
                    x,
                )
            return
        self.matched[node] = x
        saved = self.nodes[node]
        if saved["attributes"]:
            keys = saved_values(saved, self.tensors)
            values = {local: self.tensors[key] for local, key in keys.items()}
            self.used.update(keys.values())
            plan.append((x, values))
        children = None
        for name, child in saved["children"]:
            found = x._lookup_dependency(name)
            if found is None:
                children = children_of(x) if children is None else children
                found = children.get(name)
            if found is not None:
                self._collect(child, found, plan)
            else:
                # Layers make their weights when they are first called: the value waits for the child.
                x._defer(name, lambda made, child=child: self.match(child, made))

    def _check(self, x, values):
        if isinstance(x, Variable):
            value = values.get("VARIABLE_VALUE")
            if value is None:
                return
            if not x.shape.is_compatible_with(value.shape):
                raise ValueError(
                    f"Received incompatible tensor with shape {value.shape} when attempting to restore variable with "
                    f"shape {x.shape} and name {x.name}."
                )
            if value.dtype != x.dtype:
                key = next(key for key, tensor in self.tensors.items() if tensor is value)
                message = f"tensor_name = {key}; expected dtype {x.dtype.proto_name} does not equal original dtype {value.dtype.proto_name}"
                raise errors.op_error(errors.InvalidArgumentError, message, "RestoreV2", None, counts={"dtypes": 1})


class _Status:
    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def expect_partial(self):
        """Keep silent about saved values that find no object."""
        return self

    def initialize_or_restore(self, session=None):
        """Restoring happens at once; nothing is left to do."""

    def run_restore_ops(self, session=None):
        """Restoring happens at once; nothing is left to do."""


class CheckpointLoadStatus(_Status):
    """The status of a restore; mirrors the object that `tf.train.Checkpoint.restore` returns."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, restoration, root):
        self._restoration, self._root = restoration, root

    def assert_consumed(self):
        """Raise AssertionError unless every saved value has found its object and every object its value."""
        self.assert_existing_objects_matched()
        r = self._restoration
        for number, node in enumerate(r.nodes):
            if number not in r.matched and node["attributes"]:
                text = graph_proto(r.nodes).nodes[number]
                raise AssertionError(f"Unresolved object in checkpoint {self._where(number)}: {text}")
        return self

    def _where(self, number):
        """The names that lead to the saved node `number`."""
        paths = {0: "(root)"}
        for i, node in enumerate(self._restoration.nodes):
            for name, child in node["children"]:
                if i in paths:
                    paths.setdefault(child, f"{paths[i]}.{name}")
        return paths.get(number, "(root)")

    def assert_existing_objects_matched(self):
        """Raise AssertionError unless every object that exists now has found its saved counterpart."""
        matched = {id(x) for x in self._restoration.matched.values()}
        objects = ObjectGraph(self._root).objects
        without = [x for x in objects if id(x) not in matched and x._serialize_to_tensors()]
        if without:
            shown = without[:10]
            raise AssertionError(
                f"Found {len(without)} Python objects that were not bound to checkpointed values, likely due to changes "
                f"in the Python program. Showing {len(shown)} of {len(without)} unmatched objects: {shown}"
            )
        return self

    def assert_nontrivial_match(self):
        """Raise AssertionError if nothing but the root was matched."""
        if not any(x is not self._root for x in self._restoration.matched.values()):
            raise AssertionError(
                f"Nothing except the root object matched a checkpointed value. Typically this means that the "
                f"checkpoint {self._restoration.prefix} does not match the Python program."
            )
        return self


class NamedLoadStatus(_Status):
    """The status of a restore from a checkpoint of TensorFlow 1, which has variables by name only; making it restores them."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"
    __name__ = __qualname__ = "NameBasedSaverStatus"

    def __init__(self, restoration, root):
        self._missing, plan = [], []
        for x in ObjectGraph(root).objects:
            # It is TensorFlow 2's: those checkpoints have none.
            if not isinstance(x, Variable) or x is getattr(root, "_save_counter", None):
                continue
            value = restoration.tensors.get(x._shared_name)
            if value is None:
                self._missing.append(x)
                continue
            restoration._check(x, {"VARIABLE_VALUE": value})
            plan.append((x, value))
        for x, value in plan:
            with eager_mode():
                x._restore_from_tensors({"VARIABLE_VALUE": value})

    def assert_consumed(self):
        """Raise AssertionError unless every variable found its value."""
        if self._missing:
            rows = (f"\n    {x}: ['{x._shared_name}']" for x in self._missing)
            raise AssertionError(f"Some objects had attributes which were not restored: {''.join(rows)}")
        return self

    def assert_existing_objects_matched(self):
        """Raise AssertionError unless every variable found its value."""
        return self.assert_consumed()

    def assert_nontrivial_match(self):
        """Raise AssertionError unless every variable found its value."""
        return self.assert_consumed()


class InitializationOnlyStatus(_Status):
    """What `restore(None)` returns: nothing was restored."""

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, root):
        self._root = root

    def _nothing(self):
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    def assert_consumed(self):
        """Raises AssertionError."""
        self._nothing()

    def assert_existing_objects_matched(self):
        """Raises AssertionError."""
        self._nothing()

    def assert_nontrivial_match(self):
        """Raises AssertionError."""
        self._nothing()

    def run_restore_ops(self, session=None):
        """Raises AssertionError."""
        self._nothing()


@tf_export("train.CheckpointOptions")
class CheckpointOptions:
    """Options for saving and restoring; mirrors `tf.train.CheckpointOptions`.

    Checkpoints are one local file, written at once: the arguments that spread or delay the work are refused.
    """

    __module__ = "tensorflow.python.checkpoint.checkpoint_options"
    __slots__ = ("enable_async", "experimental_enable_async_checkpoint", "experimental_io_device", "experimental_write_callbacks")

    def __init__(
        self,
        experimental_io_device: str | None = None,
        experimental_enable_async_checkpoint: bool = False,
        experimental_write_callbacks: Any = None,
        enable_async: bool = False,
        experimental_skip_slot_variables: bool = False,
        experimental_sharding_callback: Any = None,
    ) -> None:
        for name, value in (
            ("experimental_io_device", experimental_io_device),
            ("experimental_enable_async_checkpoint", experimental_enable_async_checkpoint),
            ("enable_async", enable_async),
            ("experimental_skip_slot_variables", experimental_skip_slot_variables),
            ("experimental_sharding_callback", experimental_sharding_callback),
        ):
            if value:
                raise refused("tf.train.CheckpointOptions", name)
        self.experimental_io_device, self.enable_async = experimental_io_device, bool(enable_async)
        self.experimental_enable_async_checkpoint = bool(experimental_enable_async_checkpoint)
        self.experimental_write_callbacks = list(experimental_write_callbacks or ())


def _trackable(name, value):
    value = wrap_or_unwrap(value)
    if not isinstance(value, Trackable):
        raise ValueError(
            f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from `Trackable`), got {value}. If you "
            "believe this object should be trackable (i.e. it is part of the TensorFlow Python API and manages state), please open "
            "an issue."
        )
    return value


@tf_export("train.Checkpoint")
class Checkpoint(AutoTrackable):
    """Groups trackable objects, and saves and restores the variables that are reachable from them.

    `root`: an object whose children become the checkpoint's own; `kwargs`: further objects by name. Raises ValueError
    for what holds no state. Mirrors `tf.train.Checkpoint`.
    """

    __module__ = "tensorflow.python.checkpoint.checkpoint"

    def __init__(self, root: Any = None, **kwargs: Any) -> None:
        self._save_counter: Any = None
        self._root: Any
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
            with lock_of(self), eager_mode():
                self._make_counter()

    def _make_counter(self):
        # Another thread may have made it while this one waited for the lock.
        if self._save_counter is None:
            self._save_counter = Variable(0, dtype="int64", trainable=False, name="save_counter")

    def write(self, file_prefix: Path, options: Any = None) -> str:
        """Write a checkpoint to `file_prefix`, without a number and without the state file; the prefix is returned."""
        prefix = os.fspath(file_prefix)
        tensors, nodes = ObjectGraph(self).serialize()
        _files.write(prefix, tensors, nodes)
        for callback in getattr(options, "experimental_write_callbacks", ()):
            # A callback may take the path or nothing.
            callback(prefix) if callback.__code__.co_argcount else callback()
        return prefix

    def save(self, file_prefix: Path, options: Any = None) -> str:
        """Write a checkpoint to `file_prefix-N`, N counting the calls, and note it as the latest; its prefix is returned."""
        self._create_counter()
        # The number and the file of that number belong together, whichever thread saves.
        with lock_of(self):
            self._save_counter.assign_add(1)
            prefix = f"{os.fspath(file_prefix)}-{int(self._save_counter.numpy())}"
            self.write(prefix, options)
            _files.write_state(os.path.dirname(prefix), prefix, [prefix])
        return prefix

    def sync(self) -> None:
        """Wait until a save is on the disk; `save` returns only then, so there is nothing to wait for."""

    def read(self, save_path: Path, options: Any = None) -> Any:
        """Restore from a checkpoint that `write` made; see `restore`."""
        restoration = Restoration(os.fspath(save_path))
        if not restoration.nodes:
            return NamedLoadStatus(restoration, self)
        restoration.match(0, self)
        return CheckpointLoadStatus(restoration, self)

    def restore(self, save_path: Path | None, options: Any = None) -> Any:
        """Restore the values of `save_path`, now and for objects that are attached later.

        Returns a status with `assert_consumed` and its like. None restores nothing. Raises NotFoundError for a missing
        checkpoint, DataLossError for a damaged one and ValueError for another shape; nothing is changed then.
        """
        # Before anything is matched: the saved counter needs its object.
        self._create_counter()
        if save_path is None:
            return InitializationOnlyStatus(self)
        path = os.fspath(save_path)
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
