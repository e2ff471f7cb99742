"""`tf.saved_model.save`: objects with their variables and traced functions, in TensorFlow's layout."""

from __future__ import annotations

import contextlib
import os
import shutil
from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfshim import _version, version
from tfshim._export import tf_export
from tfshim.engine.functions.function import inside_function
from tfshim.engine.graph_export.debug_info import debug_info
from tfshim.engine.graphs.graph_def import PRODUCER
from tfshim.engine.ops.op_defs import op_def_message
from tfshim.engine.runtime import messages
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.variables.trackable import Trackable
from tfshim.files.places import on_disk
from tfshim.files.replacing import Replacement
from tfshim.io._oserrors import raising_for
from tfshim.protos.examples import message
from tfshim.refusals import refused
from tfshim.saved_model import constants, fingerprints, restored
from tfshim.saved_model.options import SaveOptions, VariablePolicy
from tfshim.saved_model.writing import object_graph
from tfshim.saved_model.writing.library import Library
from tfshim.saved_model.writing.main_graph import MainGraph
from tfshim.saved_model.writing.object_view import ObjectView, SignatureMap
from tfshim.saved_model.writing.signatures import canonical, default_of
from tfshim.saved_model.writing.signatures import written as written_signature
from tfshim.train import bundle_writing
from tfshim.train.hosts import check_host

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


# What a saved model consists of; other files in its directory are the user's.
OWN = frozenset(
    [
        constants.FILENAME,
        constants.VARIABLES_DIRECTORY,
        constants.ASSETS_DIRECTORY,
        constants.DEBUG_DIRECTORY,
        constants.SAVED_MODEL_FILENAME_PB,
        constants.SAVED_MODEL_FILENAME_PBTXT,
        constants.FINGERPRINT_FILENAME,
        "keras_metadata.pb",
    ]
)


class Written:
    """A saved model that is ready to be written: `meta`, `checkpoint` and `files`, names in the folder of assets with their sources.

    `debug`: the message that says where the nodes of its functions were made, or None. `view`: its objects, by whose numbers others may
    refer to them.
    """

    def __init__(self, root: Any, given: Any, options: SaveOptions) -> None:
        check_host(options)
        library, names = Library(options.experimental_custom_gradients), SignatureMap({})
        self.view = view = ObjectView(root, names, library, lambda children: self._signatures(root, given, library, children, names))
        self.meta = meta = messages.meta_graph.MetaGraphDef()
        self.checkpoint = object_graph.Checkpoint(view)
        main = MainGraph(meta, view, names.traces, None if options.experimental_skip_saver else self.checkpoint.sources)
        object_graph.fill(meta.object_graph_def, view, main)
        if options.experimental_variable_policy.with_devices:
            expanded = options.experimental_variable_policy is VariablePolicy.EXPAND_DISTRIBUTED_VARIABLES
            for x, node in zip(view.nodes, meta.object_graph_def.nodes):
                if is_variable(x):
                    if expanded and hasattr(x, "distribute_strategy"):  # as those have that are mirrored
                        raise refused("tf.saved_model.save", "replicas", variable=x.name)
                    node.variable.device = x.device
        self.files = main.files
        meta.graph_def.library.function.extend(library.messages)
        self.debug = debug_info(library.operations()) if options.save_debug_info else None
        for function, _ in view.gradients:
            meta.graph_def.library.registered_gradients.add(gradient_func=function.name, registered_op_type=function.op_type)
        meta.graph_def.versions.producer, meta.graph_def.versions.min_consumer = PRODUCER, 12
        about = meta.meta_info_def
        about.tags.append(constants.SERVING)
        about.tensorflow_version, about.tensorflow_git_version = _version.TENSORFLOW, version.GIT_VERSION
        about.stripped_default_attrs = True
        used = _operations(meta.graph_def)
        _check_namespaces(used, options.namespace_whitelist)
        for op_type in sorted(used):
            about.stripped_op_list.op.add().CopyFrom(op_def_message(op_type))
        there = {f.signature.name for f in meta.graph_def.library.function}
        for alias, function in options.function_aliases.items():
            for name in view.names_of(function):
                about.function_aliases[name] = alias
                if name not in there:
                    get_logger().warning("The function %s with the alias %r is not part of what is saved.", name, alias)

    @staticmethod
    def _signatures(root: Any, given: Any, library: Library, children: dict[str, Any], names: SignatureMap) -> None:
        if not isinstance(children.get("signatures", names), (SignatureMap, restored.SignatureMap)):
            raise ValueError(
                f"Exporting an object {root} which has an attribute named 'signatures'. This is a reserved attribute used to store "
                "SavedModel signatures in objects which come from `tf.saved_model.load`. Delete this attribute (e.g. `del obj.signatures`) "
                "before saving if this shadowing is acceptable."
            )
        wanted = default_of(root, children) if given is None else given
        for key, (concrete, defaults) in canonical(wanted).items():
            names.traces[key] = written_signature(library, key, concrete, defaults)


def _operations(graph_def: Any) -> set[str]:
    """The types of the operations of a graph and its functions."""
    used = {n.op for n in graph_def.node}
    functions = {f.signature.name for f in graph_def.library.function}
    for function in graph_def.library.function:
        used |= {n.op for n in function.node_def}
    return used - functions


def _check_namespaces(used: set[str], allowed: Any) -> None:
    """Raise ValueError for operations of namespaces (`name>Op`) that are not among `allowed`; None allows all."""
    if allowed is None:
        return
    wrong = sorted(op for op in used if ">" in op and op.split(">")[0] not in allowed)
    if wrong:
        raise ValueError(
            f"Attempted to save ops from non-whitelisted namespaces to SavedModel: {wrong}.\nPlease verify that these ops should be "
            "saved, since they must be available when loading the SavedModel, and add their namespaces to the `namespace_whitelist` "
            f"argument in tf.saved_model.SaveOptions: { {op.split('>')[0] for op in wrong} }."
        )


def write(model: Written, folder: str) -> None:
    """Write the files of `model` into `folder`, which is there."""
    variables = os.path.join(folder, constants.VARIABLES_DIRECTORY)
    os.makedirs(variables)
    bundle_writing.write(os.path.join(variables, constants.VARIABLES_FILENAME), model.checkpoint.tensors, model.checkpoint.nodes)
    assets = os.path.join(folder, constants.ASSETS_DIRECTORY)
    os.makedirs(assets)
    for name, source in model.files.items():
        source = on_disk(source)
        if not os.path.exists(source):
            continue  # as in TensorFlow, where what reads the file raises in the loaded model
        shutil.copyfile(source, os.path.join(assets, name))
    if model.debug is not None:
        debug = os.path.join(folder, constants.DEBUG_DIRECTORY)
        os.makedirs(debug)
        with open(os.path.join(debug, constants.DEBUG_INFO_FILENAME_PB), "wb") as file:
            file.write(model.debug.SerializeToString(deterministic=True))
    made = message("SavedModel")(
        saved_model_schema_version=constants.SAVED_MODEL_SCHEMA_VERSION, meta_graphs=[model.meta.SerializeToString(deterministic=True)]
    ).SerializeToString(deterministic=True)
    with open(os.path.join(folder, constants.SAVED_MODEL_FILENAME_PB), "wb") as file:
        file.write(made)
    with open(os.path.join(variables, f"{constants.VARIABLES_FILENAME}.index"), "rb") as file:
        index = file.read()
    with open(os.path.join(folder, constants.FINGERPRINT_FILENAME), "wb") as file:
        file.write(fingerprints.of(made, model.meta, index).SerializeToString())


@contextlib.contextmanager
def in_saved_model(root: Trackable) -> Iterator[None]:
    """Within it `root` and the objects below it have the children that they have only in a SavedModel."""
    with contextlib.ExitStack() as entered:
        waiting, seen = deque([root]), {id(root)}
        while waiting:
            x = waiting.popleft()
            entered.enter_context(x._in_saved_model())
            for child in () if is_variable(x) else x._trackable_children("checkpoint").values():
                if isinstance(child, Trackable) and id(child) not in seen:
                    seen.add(id(child))
                    waiting.append(child)
        yield


@tf_export("saved_model.save", v1=["saved_model.save", "saved_model.experimental.save"])
def save(obj: Any, export_dir: Path, signatures: Any = None, options: Any = None) -> None:
    """Save an object, its variables, tables and traced functions, to a folder. Mirrors `tf.saved_model.save`.

    TensorFlow, TensorFlow Serving and this package load it (`tf.saved_model.load`); the Python code is not needed there. Functions are
    saved as they were traced: call them, or give them an `input_signature`, before.

    Arguments:
        obj: a trackable object, such as a `tf.Module` or a Keras model.
        export_dir: the folder, a string or a path; it is made.
        signatures: a function with an input signature, a concrete function, or {name: function}: what sessions and servers call.
            By default the object's own call, if it has one of a known signature.
        options: a `tf.saved_model.SaveOptions`.

    Returns:
        None.

    Raises:
        ValueError: `obj` is nothing that can be tracked.
        AssertionError: a signature uses variables or tables that `obj` does not hold, or this is called within a `tf.function`.
        KeyError: another function uses such variables or tables.
        NotImplementedError: a function has an operation that cannot be saved. Nothing is written then.

    Example:
        >>> class Counter(tf.Module):
        ...     def __init__(self):
        ...         self.count = tf.Variable(0)
        ...     @tf.function(input_signature=[])
        ...     def step(self):
        ...         return self.count.assign_add(1)
        >>> counter = Counter()
        >>> _ = counter.step()
        >>> tf.saved_model.save(counter, "counter")
        >>> tf.saved_model.load("counter").step().numpy()
        2
    """
    if not isinstance(obj, Trackable):
        raise ValueError(
            f"Expected an object of type `Trackable`, such as `tf.Module` or a subclass of the `Trackable` class, for export. "
            f"Got {obj} with type {type(obj)}."
        )
    if inside_function():
        raise AssertionError("tf.saved_model.save cannot be called while a tf.function is traced. Call it outside of the function.")
    with eager_mode(), in_saved_model(obj):
        model = Written(obj, signatures, options or SaveOptions())
    # Everything that may fail has been done: now the directory is written.
    folder = on_disk(export_dir)
    with raising_for(folder), Replacement(folder, folder=True, own=OWN) as made:
        write(model, made)
    get_logger().info("Assets written to: %s", os.path.join(os.fsdecode(export_dir), "assets"))
