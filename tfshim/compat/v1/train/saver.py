"""`tf.compat.v1.train.Saver`: the variables of a session in a checkpoint, by name."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.train.meta_graph import export_meta_graph
from tfshim.compat.v1.train.saver_nodes import add_nodes, definition_of, each, variables_of
from tfshim.compat.v1.train.steps import global_step as value_of
from tfshim.compat.v1.variables.partitioned import PartitionedVariable
from tfshim.engine.graphs.session import BaseSession
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import wrap
from tfshim.refusals import refused
from tfshim.train import _files
from tfshim.train.object_graph import ObjectGraph
from tfshim.train.slices import Parts, place_of

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path


# What is said when a file of the first format is written.
_OF_THE_FIRST_FORMAT = (
    "*******************************************************",
    "TensorFlow's V1 checkpoint format has been deprecated.",
    "Consider switching to the more efficient V2 format:",
    "   `tf.train.Saver(write_version=tf.train.SaverDef.V2)`",
    "now on by default.",
    "*******************************************************",
)


@tf_export(v1=["train.checkpoint_exists"])
def checkpoint_exists(checkpoint_prefix: Path) -> bool:
    """Whether there is a checkpoint with that prefix. Mirrors `tf.compat.v1.train.checkpoint_exists`."""
    return _files.exists(os.fsdecode(checkpoint_prefix))


@tf_export(v1=["train.get_checkpoint_mtimes"])
def get_checkpoint_mtimes(checkpoint_prefixes: Iterable[str]) -> list[float]:
    """When the checkpoints were written, in seconds since the epoch. Mirrors `tf.compat.v1.train.get_checkpoint_mtimes`."""
    return [_files.saved_at(p) for p in checkpoint_prefixes if _files.exists(p)]


@tf_export(v1=["train.remove_checkpoint"])
def remove_checkpoint(checkpoint_prefix: str, checkpoint_format_version: int = 2, meta_graph_suffix: str = "meta") -> None:
    """Delete a checkpoint and its graph. Mirrors `tf.compat.v1.train.remove_checkpoint`."""
    _files.remove(checkpoint_prefix)
    meta = f"{checkpoint_prefix}.{meta_graph_suffix}"
    if os.path.exists(meta):
        os.unlink(meta)


@tf_export(v1=["train.update_checkpoint_state"])
def update_checkpoint_state(
    save_dir: Path,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Iterable[str] | None = None,
    latest_filename: str | None = None,
    all_model_checkpoint_timestamps: Iterable[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> None:
    """Write the file that names the latest checkpoint of a folder. Mirrors `tf.compat.v1.train.update_checkpoint_state`."""
    every = list(all_model_checkpoint_paths or [])
    if model_checkpoint_path not in every:
        every.append(model_checkpoint_path)
    _files.write_state(
        os.fsdecode(save_dir),
        model_checkpoint_path,
        every,
        all_model_checkpoint_timestamps,
        last_preserved_timestamp,
        latest_filename or "checkpoint",
        relative_paths=False,
    )


@tf_export(v1=["train.generate_checkpoint_state_proto"])
def generate_checkpoint_state_proto(
    save_dir: Path,
    model_checkpoint_path: str,
    all_model_checkpoint_paths: Iterable[str] | None = None,
    all_model_checkpoint_timestamps: Iterable[float] | None = None,
    last_preserved_timestamp: float | None = None,
) -> Message:
    """The CheckpointState message of such a file. Mirrors `tf.compat.v1.train.generate_checkpoint_state_proto`."""
    made = _files.CheckpointState()
    made.model_checkpoint_path = model_checkpoint_path
    made.all_model_checkpoint_paths = list(all_model_checkpoint_paths or [])
    if model_checkpoint_path not in made.all_model_checkpoint_paths:
        made.all_model_checkpoint_paths.append(model_checkpoint_path)
    made.all_model_checkpoint_timestamps = list(all_model_checkpoint_timestamps or [])
    made.last_preserved_timestamp = last_preserved_timestamp or 0.0
    return made


def _check_folder(save_path: Path) -> None:
    """Raise ValueError where the folder of a checkpoint is not there."""
    prefix = os.fsdecode(save_path)
    folder = os.path.dirname(prefix)
    if folder and not os.path.isdir(folder):
        raise ValueError(f"Parent directory of {prefix} doesn't exist, can't save.") from None


def _by_name(var_list):
    """{name: variable, or list of those that are its parts} for a list or dictionary of variables."""
    if isinstance(var_list, dict):
        return {name: list(v) if isinstance(v, (list, tuple, PartitionedVariable)) else v for name, v in var_list.items()}
    made = {}
    for v in nest.flatten([list(v) if isinstance(v, PartitionedVariable) else v for v in var_list]):
        info = getattr(v, "_save_slice_info", None)
        if info is not None:
            parts = made.setdefault(info.full_name, [])
            if isinstance(parts, list):
                parts.append(v)
                continue
        name = v._shared_name
        if name in made:
            raise ValueError(f"At least two variables have the same name: {name}")
        made[name] = v
    return made


@tf_export(v1=["train.Saver"])
class Saver:
    """Saves variables and restores them. Mirrors `tf.compat.v1.train.Saver`.

    `var_list`: a list or a dictionary by name, by default all global variables of the graph. `max_to_keep` (5, 0 or None: all)
    and `keep_checkpoint_every_n_hours` say which files stay. `reshape` restores values of other shapes. `saver_def`: a SaverDef
    whose nodes define what is saved. In a graph its nodes, which save and restore too, are in the scope `name` ("save").
    `write_version`: with 1 checkpoints are in TensorFlow's first format, in the file of the prefix itself; with 2 in safetensors files or
    TensorFlow's second format, see `tfshim.set_checkpoint_format`. `save` makes the last folder of its path, but not with 1 or `sharded`,
    which else changes nothing, nor does `restore_sequentially`; `builder` is refused. Raises ValueError without variables unless
    `allow_empty`, RuntimeError eagerly without `var_list`.
    """

    def __init__(
        self,
        var_list: Any = None,
        reshape: bool = False,
        sharded: bool = False,
        max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0,
        name: str | None = None,
        restore_sequentially: bool = False,
        saver_def: Message | None = None,
        builder: Any = None,
        defer_build: bool = False,
        allow_empty: bool = False,
        write_version: int = 2,
        pad_step_number: bool = False,
        save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:
        if builder is not None:
            raise refused("tf.compat.v1.train.Saver", "builder")
        if write_version not in (1, 2):
            raise ValueError(f"`write_version` is {write_version!r}, but there are only the formats 1 and 2.")
        if defer_build and var_list:
            raise ValueError("If `var_list` is provided then build cannot be deferred. Either set defer_build=False or var_list=None.")
        if TS.graph is None:
            logging.warning(
                "Saver is deprecated, please switch to tf.train.Checkpoint or tf.keras.Model.save_weights for training checkpoints. When "
                "executing eagerly variables do not necessarily have unique names, and so the variable.name-based lookups Saver performs "
                "are error-prone."
            )
        if TS.graph is None and var_list is None:
            raise RuntimeError("When eager execution is enabled, `var_list` must specify a list or dict of variables to save")
        self._var_list, self._reshape, self._empty = var_list, reshape, allow_empty
        self._max, self._hours, self._pad = max_to_keep or 0, keep_checkpoint_every_n_hours, pad_step_number
        self._filename, self._relative, self._write_version = filename, save_relative_paths, int(write_version)
        self._makes_folder = self._write_version == 2 and not sharded
        self._kept, self._next_preserved = [], time.time() + keep_checkpoint_every_n_hours * 3600
        self._variables, self._name, self._saver_def = None, name, saver_def
        self._objects: Any = ()  # the graph of objects whose variables these are, for checkpoints that are read by objects
        if saver_def is not None:
            self._max, self._hours = saver_def.max_to_keep, saver_def.keep_checkpoint_every_n_hours
            self._write_version = saver_def.version or 1
            self._variables = variables_of(get_default_graph(), saver_def, name)
            self._next_preserved = time.time() + self._hours * 3600
        elif not defer_build:
            self.build()

    @classmethod
    def _of_objects(cls, root: Any, **kwargs: Any) -> Saver:
        """A Saver of the variables below the object `root`, by the objects that hold them: `tf.train.Checkpoint` reads its files."""
        variables, nodes = ObjectGraph(root).variables()
        made = cls(variables, **kwargs)
        made._objects = nodes
        return made

    def build(self) -> None:
        """Settle which variables are saved."""
        given = self._var_list
        if given is None:
            graph = get_default_graph()
            given = graph.get_collection(GraphKeys.GLOBAL_VARIABLES) + graph.get_collection(GraphKeys.SAVEABLE_OBJECTS)
            self._var_list = given
        if not given:
            if self._empty:
                self._variables = {}
                return
            raise ValueError("No variables to save")
        self._variables = _by_name(given)
        graph = TS.graph
        if (
            graph is not None
            and not graph.building_function
            and all(getattr(v, "_graph", None) is graph for _, _, v in each(self._variables))
        ):
            self._saver_def = add_nodes(graph, self._variables, self._name, self)

    last_checkpoints = property(lambda self: [p for p, _ in self._kept], doc="The checkpoints that are kept, oldest first.")

    def set_last_checkpoints(self, last_checkpoints: Iterable[str]) -> None:
        """Set which checkpoints are kept, oldest first."""
        self._kept = [(p, time.time()) for p in last_checkpoints]

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: Iterable[tuple[str, float]]) -> None:
        """Set which checkpoints are kept, as pairs with their times."""
        self._kept = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Iterable[str]) -> None:
        """Let those of `checkpoint_paths` that exist be the ones kept."""
        self._kept = [(p, _files.saved_at(p)) for p in checkpoint_paths if _files.exists(p)]

    def save(
        self,
        sess: BaseSession | None,
        save_path: Path,
        global_step: Any = None,
        latest_filename: str | None = None,
        meta_graph_suffix: str = "meta",
        write_meta_graph: bool = True,
        write_state: bool = True,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> str | None:
        """Write a checkpoint to `save_path`, `-N` with `global_step`; its prefix is returned, None where nothing is saved.

        Beside it the graph (`.meta`, for TensorBoard and for people) unless `write_meta_graph` is False, and the file that names
        the latest. Raises FailedPreconditionError for a variable without a value.
        """
        if latest_filename is not None and os.path.split(latest_filename)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        if self._write_version == 1:
            for line in _OF_THE_FIRST_FORMAT:
                logging.warning(line)
        if sess is not None and not isinstance(sess, BaseSession):
            raise TypeError(f"'sess' must be a Session; {sess}")
        prefix = os.fsdecode(save_path)
        if self._variables is None:
            self.build()
        if not self._variables:
            return None
        if global_step is not None:
            if not isinstance(global_step, (int, np.integer)):  # what a session gave is a number already
                global_step = value_of(sess, global_step)
            prefix += f"-{global_step:08d}" if self._pad else f"-{global_step}"
        # All values first: a variable without one leaves no file behind, and no folder.
        try:
            tensors = self.values(sess)
        except errors.FailedPreconditionError:
            _check_folder(save_path)
            raise
        if self._makes_folder and os.path.dirname(prefix):
            with contextlib.suppress(OSError):
                os.mkdir(os.path.dirname(prefix))
        _check_folder(save_path)
        if self._write_version == 1:
            _files.write_slice_table(prefix, tensors)
        else:
            _files.write(prefix, tensors, self._objects)
        # One that is written again becomes the newest.
        self._kept = [(p, t) for p, t in self._kept if p != prefix] + [(prefix, time.time())]
        # The new one is named before an old one is deleted, and that as long as it is there: a process that is killed in between
        # leaves a folder whose latest checkpoint is found, and one whose files are all known.
        for again in (False, True):
            if again and not self._delete_surplus():
                break
            if write_state:
                _files.write_state(
                    os.path.dirname(prefix),
                    prefix,
                    self.last_checkpoints,
                    name=latest_filename or "checkpoint",
                    relative_paths=self._relative,
                )
        if write_meta_graph and sess is not None and TS.graph is not None:
            export_meta_graph(
                f"{prefix}.{meta_graph_suffix}",
                graph=sess.graph,
                saver_def=self._saver_def,
                strip_default_attrs=strip_default_attrs,
                save_debug_info=save_debug_info,
            )
        return prefix

    def values(self, sess: BaseSession | None) -> dict[str, Any]:
        """The value of each variable by its name. Raises FailedPreconditionError where one has none."""
        if self._variables is None:
            self.build()
        made: dict[str, Any] = {}
        for name, part, variable in each(self._variables or {}):
            value = self._value(sess, variable)
            if part is None:
                made[name] = value
            else:
                made.setdefault(name, Parts(part[0], [])).parts.append((part[1], value))
        return made

    def _value(self, sess, variable):
        t = variable._t if not getattr(variable, "_in_graph_mode", False) else sess.value_of(variable)
        if t is None:
            raise errors.FailedPreconditionError(None, None, f"Attempting to use uninitialized value {variable._shared_name}")
        return wrap(t, variable.dtype)

    def _delete_surplus(self):
        """Delete the oldest checkpoints beyond `max_to_keep`; whether any was."""
        before = len(self._kept)
        while self._max and len(self._kept) > self._max:
            old, saved = self._kept[0]
            # The first one after so many hours is kept for good: it is no longer counted, and never deleted.
            if saved > self._next_preserved:
                self._next_preserved += self._hours * 3600
            else:
                remove_checkpoint(old)
            del self._kept[0]
        return len(self._kept) < before

    def restore(self, sess: BaseSession | None, save_path: Path | None) -> None:
        """Set the variables to the values of the checkpoint `save_path`; none is changed where one does not fit.

        Raises ValueError for a missing path, NotFoundError for a missing variable, InvalidArgumentError for another shape.
        """
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        if not checkpoint_exists(save_path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {os.fsdecode(save_path)}")
        if self._variables is None:
            self.build()
        logging.info("Restoring parameters from %s", os.fsdecode(save_path))
        tensors, nodes = _files.read(os.fsdecode(save_path))
        # Checkpoints of TensorFlow 2 name values by objects: variables are found by their full names there.
        by_object = _object_based(tensors, nodes)
        if by_object and any(name not in tensors for name, _, _ in each(self._variables)):
            logging.warning(
                "Restoring an object-based checkpoint using a name-based saver. This may be somewhat fragile, and will re-build the Saver. "
                "Instead, consider loading object-based checkpoints using tf.train.Checkpoint()."
            )
        tensors = {**by_object, **tensors}
        plan = []  # everything is checked before the first assignment, so that an error changes no variable
        for name, part, variable in each(self._variables):
            if part is not None and name not in tensors and variable._shared_name in tensors:
                name, part = variable._shared_name, None  # as tfshim saved parts before it put them together
            if name not in tensors:
                raise errors.NotFoundError(
                    None,
                    None,
                    "Restoring from checkpoint failed. This is most likely due to a Variable name or other graph key that is "
                    f"missing from the checkpoint: Key {name} not found in checkpoint",
                )
            value = tensors[name]
            if part is not None:
                value = _part_of(value, name, *part)
            if not variable.shape.is_compatible_with(value.shape):
                if not self._reshape or variable.shape.num_elements() != value.shape.num_elements():
                    raise invalid(
                        "Restoring from checkpoint failed. This is most likely due to a mismatch between the current graph and "
                        f"the graph from the checkpoint. Assign requires shapes of both tensors to match. lhs shape= "
                        f"{variable.shape.as_list()} rhs shape= {value.shape.as_list()} for {name}",
                    )
                value = wrap(value._t.reshape(variable.shape.as_list()), value.dtype)
            if value.dtype != variable.dtype.base_dtype:
                raise invalid(f"Restoring {name}: the checkpoint has dtype {value.dtype.name}, the variable {variable.dtype.name}.")
            plan.append((variable, value))
        for variable, value in plan:
            if getattr(variable, "_in_graph_mode", False):
                sess.load_variable(variable, value)
            else:
                with eager_mode():
                    variable.assign(value)

    @property
    def saver_def(self) -> Message | None:
        """The SaverDef message, None before `build`."""
        return None if self._variables is None else self.as_saver_def()

    def as_saver_def(self) -> Message:
        """The SaverDef message that names the Saver's nodes."""
        return definition_of(self) if self._saver_def is None else self._saver_def

    def to_proto(self, export_scope: str | None = None) -> Message | None:
        """The same, with names without `export_scope`; None if the nodes are in another scope."""
        definition = self.as_saver_def()
        if export_scope is None:
            return definition
        scope = export_scope.rstrip("/") + "/"
        if not definition.save_tensor_name.startswith(scope):
            return None
        made = type(definition)()
        made.CopyFrom(definition)
        for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
            setattr(made, field, getattr(made, field).removeprefix(scope))
        return made

    @staticmethod
    def from_proto(saver_def: Message, import_scope: str | None = None) -> Saver:
        """The Saver of a SaverDef whose nodes are in the default graph."""
        return Saver(saver_def=saver_def, name=import_scope)

    def export_meta_graph(
        self,
        filename: Path | None = None,
        collection_list: Iterable[str] | None = None,
        as_text: bool = False,
        export_scope: str | None = None,
        clear_devices: bool = False,
        clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False,
        save_debug_info: bool = False,
    ) -> Message:
        """The MetaGraphDef of the default graph with this Saver's SaverDef; see `tf.compat.v1.train.export_meta_graph`."""
        return export_meta_graph(
            filename,
            saver_def=self.to_proto(export_scope),
            collection_list=collection_list,
            as_text=as_text,
            export_scope=export_scope,
            clear_devices=clear_devices,
            clear_extraneous_savers=clear_extraneous_savers,
            strip_default_attrs=strip_default_attrs,
            save_debug_info=save_debug_info,
        )


def _part_of(value, name, shape, extents):
    """The part of the whole of `shape` that is saved under `name`."""
    if value.shape.as_list() != list(shape):
        raise invalid(f"Restoring {name}: the whole has the shape {value.shape.as_list()} in the checkpoint, {list(shape)} in the graph.")
    return wrap(value._t[place_of(extents)], value.dtype)


def _object_based(tensors, nodes):
    """The tensors of a `tf.train.Checkpoint` by the names of their variables."""
    found = {}
    for node in nodes or ():
        for _, key, name in node.get("attributes", ()):
            if name:
                found[name] = tensors[key]
    return found
