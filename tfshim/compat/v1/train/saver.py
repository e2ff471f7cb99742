"""`tf.compat.v1.train.Saver`: the variables of a session in a checkpoint, by name."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import named_as_methods, tf_export
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.train import saved_names
from tfshim.compat.v1.train.checkpoint_files import checkpoint_exists
from tfshim.compat.v1.train.kept_checkpoints import KeptCheckpoints
from tfshim.compat.v1.train.meta_graph import export_meta_graph
from tfshim.compat.v1.train.saved_names import variables_by_name
from tfshim.compat.v1.train.saver_nodes import add_nodes, definition_of, each, name_under, variables_of
from tfshim.compat.v1.train.steps import global_step as value_of
from tfshim.engine.graphs.node_errors import Failure, of_session
from tfshim.engine.graphs.sessions.session import BaseSession
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import wrap
from tfshim.files.places import on_disk
from tfshim.refusals import refused
from tfshim.train import _files, state_file
from tfshim.train.object_graph import ObjectGraph
from tfshim.train.slices import Parts, place_of

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path


_FAILED = "Restoring from checkpoint failed. This is most likely due to a "
_ORIGINAL = ". Please ensure that you have not altered the graph expected based on the checkpoint. Original error:\n\n"
_MISSING = f"{_FAILED}Variable name or other graph key that is missing from the checkpoint{_ORIGINAL}"
_MISMATCH = f"{_FAILED}mismatch between the current graph and the graph from the checkpoint{_ORIGINAL}"
# What is said when a file of the first format is written.
_OF_THE_FIRST_FORMAT = (
    "*******************************************************",
    "TensorFlow's V1 checkpoint format has been deprecated.",
    "Consider switching to the more efficient V2 format:",
    "   `tf.train.Saver(write_version=tf.train.SaverDef.V2)`",
    "now on by default.",
    "*******************************************************",
)


def _check_folder(save_path: Path) -> None:
    """Raise ValueError where the folder of a checkpoint is not there."""
    prefix = os.fsdecode(save_path)
    folder = os.path.dirname(prefix)
    if folder and not os.path.isdir(on_disk(folder)):
        raise ValueError(f"Parent directory of {prefix} doesn't exist, can't save.") from None


@tf_export(v1=["train.Saver"])
class Saver(KeptCheckpoints):
    """Saves the variables of a session in files, and restores them. Mirrors `tf.compat.v1.train.Saver`.

    `save(sess, path, global_step)` writes a checkpoint and gives its prefix, `restore(sess, prefix)` reads it. What is saved goes by the
    names of variables. Checkpoints are safetensors files or TensorFlow's own, see `tfshim.set_checkpoint_format`; TensorFlow's are read as
    well.

    Arguments:
        var_list: a list of variables, or a dictionary from names in the checkpoint to variables; None (the default) for all global ones.
        reshape: True restores values of other shapes with as many elements; False by default.
        sharded: changes the names of files alone; False by default.
        max_to_keep: how many checkpoints stay, 5 by default; None or 0 for all.
        keep_checkpoint_every_n_hours: one in so many hours stays besides; 10000 by default.
        name: the scope of the nodes that save and restore, "save" by default.
        restore_sequentially: without effect here; False by default.
        saver_def: a message whose nodes define what is saved; None by default.
        builder: refused.
        defer_build: True settles with `build` what is saved; False by default.
        allow_empty: True allows no variables; False by default.
        write_version: 2 (the default), or 1 for TensorFlow's first format.
        pad_step_number: True writes steps with eight digits; False by default.
        save_relative_paths: True names checkpoints relative to their directory; False by default.
        filename: the name in the `SaverDef`, "model" by default.

    Raises:
        ValueError: there are no variables.
        RuntimeError: `var_list` is not given while executing eagerly.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     saver = tf.compat.v1.train.Saver()
        ...     sess.run(w.initializer)
        ...     prefix = saver.save(sess, "./model", global_step=3)
        ...     w.load(7.0, sess)
        ...     saver.restore(sess, prefix)
        ...     print(prefix, sess.run(w))
        ./model-3 1.0
    """

    __module__ = "tensorflow.python.training.saver"

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
        if saver_def is not None:
            saver_def = _checked_definition(saver_def, name)
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
        self._sharded = sharded
        self._makes_folder = self._write_version == 2 and not sharded
        self._kept, self._next_preserved = [], time.time() + keep_checkpoint_every_n_hours * 3600
        self._variables, self._name, self._saver_def = None, name, saver_def
        self._objects: Any = ()  # the graph of objects whose variables these are, for checkpoints that are read by objects
        if saver_def is not None:
            self._max, self._hours = saver_def.max_to_keep, saver_def.keep_checkpoint_every_n_hours
            self._write_version = saver_def.version or 1
            self._variables = variables_of(get_default_graph(), saver_def)
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
        """Settles which variables are saved. Mirrors `tf.compat.v1.train.Saver.build`.

        The constructor does so, unless `defer_build` is set: then all variables may be made after it and before this call, so that a Saver
        can be passed to what builds the graph. Without a list they are the global variables that there are now. In a graph the nodes that
        save and restore are added.

        Raises:
            ValueError: there are no variables, and `allow_empty` is not set.

        Example:
            >>> with tf.Graph().as_default():
            ...     saver = tf.compat.v1.train.Saver(defer_build=True)
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     saver.build()
            ...     print(saver.as_saver_def().restore_op_name)
            save/restore_all
        """
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
        self._variables = variables_by_name(given)
        graph = TS.graph
        if (
            graph is not None
            and not graph.building_function
            and all(getattr(v, "_graph", None) is graph for _, _, v in each(self._variables))
        ):
            self._saver_def = add_nodes(graph, self._variables, self._name, self)

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
        """Writes the variables of a session into a checkpoint. Mirrors `tf.compat.v1.train.Saver.save`.

        Arguments:
            sess: the session; None while executing eagerly.
            save_path: the prefix of the files, "folder/model" for instance.
            global_step: a number, or a variable or tensor, that is added to the prefix: "folder/model-1000"; None (default): none.
            latest_filename: of the file that names the latest checkpoint; None: "checkpoint".
            meta_graph_suffix: "meta".
            write_meta_graph: whether the graph is written beside it; True by default.
            write_state: whether that file is written; False also keeps the checkpoint from being deleted later. True by default.
            strip_default_attrs, save_debug_info: of the graph that is written; False by default.

        Returns:
            The prefix with its number, which `restore` takes; None where nothing is saved.

        Raises:
            FailedPreconditionError: a variable without a value.
            RuntimeError: before `build`. ValueError: a wrong name of the file.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
            ...     saver = tf.compat.v1.train.Saver(max_to_keep=2)
            ...     session.run(v.initializer)
            ...     print([saver.save(session, "./model", global_step=n, write_meta_graph=False) for n in (1, 2, 3)])
            ...     print(saver.last_checkpoints)
            ['./model-1', './model-2', './model-3']
            ['./model-2', './model-3']
        """
        if latest_filename is not None and os.path.split(latest_filename)[0]:
            raise ValueError("'latest_filename' must not contain path components")
        if self._write_version == 1:
            for line in _OF_THE_FIRST_FORMAT:
                logging.warning(line)
        if self._variables is None and TS.graph is not None:
            raise RuntimeError("`build()` should be called before save if defer_build==True")
        prefix = os.fsdecode(save_path)
        if self._variables is None:
            self.build()
        if not isinstance(sess, BaseSession) and (TS.graph is not None or self._in_a_graph()):
            raise TypeError(f"'sess' must be a Session; {sess}")
        if global_step is not None:
            if not isinstance(global_step, (int, np.integer)):  # what a session gave is a number already
                global_step = value_of(sess, global_step)
            prefix += f"-{global_step:08d}" if self._pad else f"-{global_step}"
        elif os.path.basename(prefix) == (latest_filename or "checkpoint") and not self._sharded:
            raise ValueError(
                f"'latest_filename' collides with 'save_path': '{latest_filename or 'checkpoint'}' and '{os.path.basename(prefix)}'"
            )
        if not prefix:
            raise ValueError("no path specified")
        if self._variables:
            self._write(sess, save_path, prefix, latest_filename or "checkpoint", write_state)
        if write_meta_graph and sess is not None and TS.graph is not None:
            export_meta_graph(
                f"{prefix}.{meta_graph_suffix}",
                graph=sess.graph,
                saver_def=self._saver_def,
                strip_default_attrs=strip_default_attrs,
                save_debug_info=save_debug_info,
            )
        return prefix if self._variables else None

    def _in_a_graph(self):
        return any(getattr(v, "_in_graph_mode", False) for _, _, v in each(self._variables or {}))

    def _write(self, sess, save_path, prefix, latest_filename, write_state):
        # All values first: a variable without one leaves no file behind, and no folder.
        try:
            tensors = self._values(sess)
        except errors.FailedPreconditionError:
            _check_folder(save_path)
            raise
        if self._makes_folder and os.path.dirname(prefix):
            with contextlib.suppress(OSError):
                os.mkdir(on_disk(os.path.dirname(prefix)))
        _check_folder(save_path)
        if self._write_version == 1:
            _files.write_slice_table(prefix, tensors)
        else:
            _files.write(prefix, tensors, self._objects)
        if not write_state:
            return
        if self._max:  # one that is written again becomes the newest
            self._kept = [(p, t) for p, t in self._kept if p != prefix] + [(prefix, time.time())]
        # The new one is named before an old one is deleted, and that as long as it is there: a process that is killed in between
        # leaves a folder whose latest checkpoint is found, and one whose files are all known.
        for again in (False, True):
            if again and not self._delete_surplus():
                break
            every = self.last_checkpoints
            every = every if prefix in every else [*every, prefix]
            folder = os.path.dirname(prefix)
            state_file.write(folder, state_file.made(folder, prefix, every, relative_paths=self._relative), latest_filename)

    def _values(self, sess: BaseSession | None) -> dict[str, Any]:
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
        if isinstance(variable, saved_names.SavedSpec):
            return variable.value(sess)
        t = variable._t if not getattr(variable, "_in_graph_mode", False) else sess._value_of(variable)
        if t is None:
            raise errors.FailedPreconditionError(None, None, f"Attempting to use uninitialized value {variable._shared_name}")
        return wrap(t, variable.dtype)

    def restore(self, sess: BaseSession | None, save_path: Path | None) -> None:
        """Sets the variables of a session to what a checkpoint has. Mirrors `tf.compat.v1.train.Saver.restore`.

        Variables that it restores need no initializing before; others of the graph do. None is changed where one does not fit.

        Arguments:
            sess: the session; None while executing eagerly.
            save_path: the prefix that `save` gave, or `tf.train.latest_checkpoint(folder)`.

        Returns:
            None.

        Raises:
            ValueError: a path of None, or one where there is no checkpoint.
            NotFoundError: the checkpoint has no value for a variable.
            InvalidArgumentError: it has one of another shape.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            ...     v = tf.compat.v1.get_variable("v", initializer=1.0)
            ...     saver = tf.compat.v1.train.Saver()
            ...     session.run(v.initializer)
            ...     path = saver.save(session, "./restored", write_meta_graph=False)
            ...     session.run(v.assign(5.0))
            ...     saver.restore(session, path)
            ...     print(session.run(v))
            5.0
            1.0
        """
        if self._variables == {}:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        if not checkpoint_exists(save_path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {os.fsdecode(save_path)}")
        if self._variables is None:
            self.build()
        logging.info("Restoring parameters from %s", os.fsdecode(save_path))
        try:
            tensors, nodes = _files.read(os.fsdecode(save_path))
        except errors.NotFoundError as e:
            raise errors.NotFoundError(None, None, _MISSING + e.message) from None
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
                raise self._failed(sess, errors.NotFoundError, _MISSING, f"Key {name} not found in checkpoint")
            value = tensors[name]
            if part is not None:
                value = _part_of(value, name, *part)
            if not variable.shape.is_compatible_with(value.shape):
                if not self._reshape or variable.shape.num_elements() != value.shape.num_elements():
                    raise invalid(
                        f"{_MISMATCH}Assign requires shapes of both tensors to match. lhs shape= {variable.shape.as_list()} rhs shape= "
                        f"{value.shape.as_list()} for {name}",
                    )
                value = wrap(value._t.reshape(variable.shape.as_list()), value.dtype)
            if value.dtype != variable.dtype.base_dtype:
                wanted, found = variable.dtype.base_dtype.proto_name, value.dtype.proto_name
                why = f"tensor_name = {name}; expected dtype {wanted} does not equal original dtype {found}"
                raise self._failed(sess, errors.InvalidArgumentError, _MISMATCH, why)
            plan.append((variable, value))
        saved_names.restore(sess, plan)
        for variable, value in plan:
            if isinstance(variable, saved_names.SavedSpec):
                continue
            if getattr(variable, "_in_graph_mode", False):
                sess._load_variable(variable, value)
            else:
                with eager_mode():
                    variable.assign(value)

    def _failed(self, sess: BaseSession | None, kind: type[Any], cause: str, message: str) -> Exception:
        """The error of the node that reads the checkpoint, of which `message` tells; of no node where the graph has none."""
        scope = "" if self._saver_def is None else self._saver_def.restore_op_name.rpartition("/")[0]
        node = None if sess is None else sess.graph._by_name.get(f"{scope}/RestoreV2")
        if node is None:
            return kind(None, None, cause + message)
        found: Any = kind(None, None, message)
        found._failure = Failure(message, node)
        return kind(None, node, cause + of_session(found, True, True).message)

    @property
    def saver_def(self) -> Message | None:
        """The SaverDef message, None before `build`."""
        return None if self._variables is None else self.as_saver_def()

    def as_saver_def(self) -> Message | None:
        """The message that names the nodes of the Saver. Mirrors `tf.compat.v1.train.Saver.as_saver_def`.

        It says which node writes a checkpoint, which reads one, which takes the name of the file, and how many checkpoints stay. A
        `MetaGraphDef` holds it, so that programs in any language can restore a graph.

        Returns:
            A SaverDef message; None for a Saver without variables.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     made = tf.compat.v1.train.Saver(max_to_keep=3).as_saver_def()
            ...     print(made.filename_tensor_name, made.save_tensor_name, made.restore_op_name, made.max_to_keep)
            save/Const:0 save/control_dependency:0 save/restore_all 3
        """
        if self._variables == {}:
            return None
        return definition_of(self) if self._saver_def is None else self._saver_def

    def to_proto(self, export_scope: str | None = None) -> Message | None:
        """The message that names the nodes of the Saver, as seen from a scope. Mirrors `tf.compat.v1.train.Saver.to_proto`.

        It is what `as_saver_def` gives, with the scope taken from the names, for a part of a graph that is exported. `from_proto` makes a
        Saver of it.

        Arguments:
            export_scope: the scope; None (the default) for names as they are.

        Returns:
            A SaverDef message; None where the nodes are not in that scope, or there are no variables.

        Example:
            >>> with tf.Graph().as_default():
            ...     with tf.compat.v1.name_scope("part"):
            ...         w = tf.compat.v1.get_variable("w", [2])
            ...         saver = tf.compat.v1.train.Saver(name="saver")
            ...     print(saver.to_proto().restore_op_name, saver.to_proto("part").restore_op_name, saver.to_proto("other"))
            part/saver/restore_all saver/restore_all None
        """
        definition = self.as_saver_def()
        if export_scope is None or definition is None:
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
        """The Saver that a message names. Mirrors `tf.compat.v1.train.Saver.from_proto`.

        The nodes that save and restore have to be in the default graph, as they are after `tf.compat.v1.train.import_meta_graph` or
        `tf.compat.v1.import_graph_def`. It saves what these save.

        Arguments:
            saver_def: a SaverDef message, as `to_proto` gives it.
            import_scope: the scope that the graph was imported below; None (the default) for none.

        Returns:
            A `tf.compat.v1.train.Saver`.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     sess.run(w.initializer)
            ...     message = tf.compat.v1.train.Saver().to_proto()
            ...     print(tf.compat.v1.train.Saver.from_proto(message).save(sess, "./model"))
            ./model
        """
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
        """The default graph with its collections and this Saver, as a message. Mirrors `tf.compat.v1.train.Saver.export_meta_graph`.

        `save` writes it beside each checkpoint, in a file whose name ends with `.meta`; `tf.compat.v1.train.import_meta_graph` reads it,
        and gives a Saver for the checkpoint.

        Arguments:
            filename: a file that it is written to; None (the default) for none.
            collection_list: the collections that are written; None (the default) for all that can be.
            as_text: True writes a text; False by default.
            export_scope: a scope, of which alone is written; None for the whole graph.
            clear_devices: True leaves out the devices of nodes; False by default.
            clear_extraneous_savers: True leaves out the nodes of other Savers; False by default.
            strip_default_attrs: True leaves out attributes that have their default; False by default.
            save_debug_info: True writes where in the program nodes were made; False by default.

        Returns:
            A MetaGraphDef message.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", [2])
            ...     made = tf.compat.v1.train.Saver().export_meta_graph()
            ...     print(made.saver_def.restore_op_name, [node.name for node in made.graph_def.node][:2])
            save/restore_all ['w/Initializer/random_uniform/shape', 'w/Initializer/random_uniform/min']
        """
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


named_as_methods(Saver, KeptCheckpoints)


def _checked_definition(definition, scope):
    """A copy of a SaverDef with the names that its nodes have below `scope`. ValueError for what is none or lacks a name."""
    if not hasattr(definition, "save_tensor_name"):
        raise ValueError(f"saver_def must be a saver_pb2.SaverDef: {definition}")
    for field in ("save_tensor_name", "restore_op_name"):
        if not getattr(definition, field):
            raise ValueError(f"saver_def must specify the {field}: {definition}")
    made = type(definition)()
    made.CopyFrom(definition)
    for field in ("filename_tensor_name", "save_tensor_name", "restore_op_name"):
        setattr(made, field, name_under(scope, getattr(made, field)))
    return made


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
