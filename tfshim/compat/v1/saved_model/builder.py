"""`tf.compat.v1.saved_model.builder`: graphs and values of a session, written as a saved model."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1._fallback import exported
from tfshim.compat.v1.graphs.graphs import GraphKeys, get_default_graph
from tfshim.compat.v1.saved_model import constants, signature_constants, tag_constants
from tfshim.compat.v1.saved_model.files import write_graphs
from tfshim.compat.v1.saved_model.signature_def_utils import predict_signature_def
from tfshim.compat.v1.saved_model.utils import build_tensor_info
from tfshim.compat.v1.train.saver import Saver
from tfshim.engine.graphs.operation import Operation
from tfshim.engine.graphs.symbolic_tensor import static_value
from tfshim.files.places import on_disk
from tfshim.files.replacing import Replacement
from tfshim.saved_model.asset import pack_asset
from tfshim.saved_model.constants import INIT_OP_SIGNATURE_KEY, TRAIN_OP_SIGNATURE_KEY
from tfshim.train import bundle_writing

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.sessions.session import BaseSession
    from tfshim.engine.values.annotations import Path
    from tfshim.engine.values.tensor import Tensor

__all__, __getattr__, __dir__ = exported(globals())


@tf_export(v1=["saved_model.Builder", "saved_model.builder.SavedModelBuilder"])
class SavedModelBuilder:
    """Writes a saved model: a graph, its variables, and signatures to call it by. Mirrors `tf.compat.v1.saved_model.Builder` and
    `tf.compat.v1.saved_model.builder.SavedModelBuilder`.

    Call `add_meta_graph_and_variables` once, `add_meta_graph` for further graphs on the same variables, and then `save`. TensorFlow and its
    servers load it, and so do `tf.compat.v1.saved_model.load` and `tf.saved_model.load`.

    Arguments:
        export_dir: the directory, which is made, or has to be empty.

    Raises:
        AssertionError: the directory holds something.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None])
        ...     y = x * tf.compat.v1.get_variable("w", initializer=3.0)
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     builder = tf.compat.v1.saved_model.Builder("./model")
        ...     signature = tf.compat.v1.saved_model.predict_signature_def({"x": x}, {"y": y})
        ...     builder.add_meta_graph_and_variables(sess, ["serve"], {"serving_default": signature})
        ...     path = builder.save()
        >>> tf.saved_model.load("./model").signatures["serving_default"](x=tf.constant([2.0]))["y"].numpy().tolist()
        [6.0]
    """

    __module__ = "tensorflow.python.saved_model.builder_impl"

    def __init__(self, export_dir: Path) -> None:
        self._folder, self._graphs, self._has_values = on_disk(export_dir), [], False
        if os.path.isdir(self._folder):
            if os.listdir(self._folder):
                raise AssertionError(
                    f"Export directory {self._folder} already exists, and isn't empty. Please choose a different export "
                    "directory, or delete all the contents of the specified directory."
                )
        else:
            os.makedirs(self._folder)

    def add_meta_graph_and_variables(
        self,
        sess: BaseSession,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Message] | None = None,
        assets_collection: Iterable[Tensor] | None = None,
        legacy_init_op: Operation | None = None,
        clear_devices: bool = False,
        main_op: Operation | None = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the graph of a session, and the values that its variables have. Mirrors
        `tf.compat.v1.saved_model.Builder.add_meta_graph_and_variables`.

        It is called once, before all calls of `add_meta_graph`.

        Arguments:
            sess: the session.
            tags: a list of str by which the graph is found as it is loaded, such as `tf.compat.v1.saved_model.tag_constants.SERVING`.
            signature_def_map: a dictionary from names to signatures; None by default.
            assets_collection: a list of tensors with names of files, which are copied; None by default.
            legacy_init_op: the older name of `main_op`.
            clear_devices: True leaves out the devices of nodes; False by default.
            main_op: an operation that is run as the model is loaded; None by default.
            strip_default_attrs: True leaves out attributes that have their default; False by default.
            saver: a `tf.compat.v1.train.Saver` that says what is saved; None (the default) for all global variables.

        Raises:
            AssertionError: variables were added before.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     sess.run(w.initializer)
            ...     builder = tf.compat.v1.saved_model.Builder("./model")
            ...     builder.add_meta_graph_and_variables(sess, ["train"])
            ...     try:
            ...         builder.add_meta_graph_and_variables(sess, ["serve"])
            ...     except AssertionError:
            ...         print("once only")
            once only
        """
        if self._has_values:
            raise AssertionError(
                "Graph state including variables and assets has already been saved. Please invoke `add_meta_graph()` instead."
            )
        with sess.graph.as_default():
            made = self._added(
                tags, signature_def_map, assets_collection, legacy_init_op, clear_devices, main_op, strip_default_attrs, saver
            )
            folder = os.path.join(self._folder, constants.VARIABLES_DIRECTORY)
            os.makedirs(folder, exist_ok=True)
            values = made._values(sess)
            if values:
                bundle_writing.write(os.path.join(folder, constants.VARIABLES_FILENAME), values)
        self._has_values = True

    def add_meta_graph(
        self,
        tags: Iterable[str],
        signature_def_map: Mapping[str, Message] | None = None,
        assets_collection: Iterable[Tensor] | None = None,
        legacy_init_op: Operation | None = None,
        clear_devices: bool = False,
        main_op: Operation | None = None,
        strip_default_attrs: bool = False,
        saver: Saver | None = None,
    ) -> None:
        """Adds the default graph with other tags, on the variables that were added before. Mirrors
        `tf.compat.v1.saved_model.Builder.add_meta_graph`.

        A model has one graph for training and another for serving in this way, which share the values in the files.

        Arguments:
            tags: a list of str by which the graph is found as it is loaded.
            signature_def_map: a dictionary from names to signatures; None by default.
            assets_collection: a list of tensors with names of files, which are copied; None by default.
            legacy_init_op: the older name of `main_op`.
            clear_devices: True leaves out the devices of nodes; False by default.
            main_op: an operation that is run as the model is loaded; None by default.
            strip_default_attrs: True leaves out attributes that have their default; False by default.
            saver: a `tf.compat.v1.train.Saver` that restores the variables; None (the default) for all global ones.

        Raises:
            AssertionError: `add_meta_graph_and_variables` was not called before.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     sess.run(w.initializer)
            ...     builder = tf.compat.v1.saved_model.Builder("./model")
            ...     builder.add_meta_graph_and_variables(sess, ["train"])
            ...     builder.add_meta_graph(["serve"])
            ...     path = builder.save()
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     print(list(tf.compat.v1.saved_model.load(sess, ["serve"], "./model").meta_info_def.tags))
            ['serve']
        """
        if not self._has_values:
            raise AssertionError(
                "Graph state including variables and assets has not been saved yet. Please invoke `add_meta_graph_and_variables()` first."
            )
        self._added(tags, signature_def_map, assets_collection, legacy_init_op, clear_devices, main_op, strip_default_attrs, saver)

    def _added(self, tags, signatures, assets, legacy_init_op, clear_devices, main_op, strip_default_attrs, saver):
        for name, signature in (signatures or {}).items():
            if not name or not isinstance(name, str):
                raise ValueError(f"The name of a signature must be a string, got {name!r}.")
            if name in (INIT_OP_SIGNATURE_KEY, TRAIN_OP_SIGNATURE_KEY):
                what = "initialization" if name == INIT_OP_SIGNATURE_KEY else "the train op"
                raise KeyError(f'SignatureDef map key "{name}" is reserved for {what}. Please use a different key.')
            for info in [*signature.inputs.values(), *signature.outputs.values()]:
                parts = info.composite_tensor.components if info.WhichOneof("encoding") == "composite_tensor" else [info]
                if not all(part.WhichOneof("encoding") and part.dtype for part in parts):
                    raise AssertionError(f"All TensorInfo protos used in the SignatureDefs must have the name and dtype fields set: {info}")
        graph = get_default_graph()
        for key, op in ((constants.MAIN_OP_KEY, main_op), (constants.LEGACY_INIT_OP_KEY, legacy_init_op)):
            if op is not None:
                if not isinstance(getattr(op, "op", op), Operation):
                    raise TypeError(f"Expected {op} to be an Operation but got type {type(op)} instead.")
                if graph.get_collection(key):
                    raise ValueError(f"Graph already contains one or more main ops under the collection {key}.")
                graph.add_to_collection(key, getattr(op, "op", op))
        files = self._assets(assets)
        saver = saver or Saver(allow_empty=True)
        info = message("MetaGraphDef").MetaInfoDef(tags=tags)
        made = saver.export_meta_graph(clear_devices=clear_devices, strip_default_attrs=strip_default_attrs)
        made.meta_info_def.MergeFrom(info)
        for name, signature in (signatures or {}).items():
            made.signature_def[name].CopyFrom(signature)
        for asset in files:
            pack_asset(made, asset)
        self._graphs.append(made)
        return saver

    def _assets(self, tensors):
        """The AssetFileDefs of tensors with names of files; the files are copied."""
        if not tensors:
            without = tensors is None and self._has_values  # nobody thought of any
            logging.info("No assets to save." if without else "Assets added to graph.")
            if not without:
                logging.info("No assets to write.")
            return []
        folder, made = os.path.join(self._folder, constants.ASSETS_DIRECTORY), []
        os.makedirs(folder, exist_ok=True)
        for tensor in tensors:
            value = static_value(tensor)
            path = None if value is None else np.asarray(value, object).reshape(-1)[0]
            if not isinstance(path, bytes):
                raise ValueError(f"An asset must be a constant string, the name of a file; got {tensor}.")
            path = path.decode()
            name = os.path.basename(path)
            with Replacement(os.path.join(folder, name)) as beside:
                shutil.copyfile(path, beside)
            asset = message("MetaGraphDef")().asset_file_def.add(filename=name)
            asset.tensor_info.CopyFrom(build_tensor_info(tensor))
            made.append(asset)
        logging.info("Assets added to graph.")
        logging.info("Assets written to: %s", folder)
        return made

    def save(self, as_text: bool = False) -> bytes:
        """Writes the graphs into the directory. Mirrors `tf.compat.v1.saved_model.Builder.save`.

        It is the last call: variables and assets have been written before, as they were added.

        Arguments:
            as_text: True writes `saved_model.pbtxt`, a text that people can read, in place of `saved_model.pb`; False by default.

        Returns:
            The path of the file, bytes.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
            ...     w = tf.compat.v1.get_variable("w", initializer=3.0)
            ...     sess.run(w.initializer)
            ...     builder = tf.compat.v1.saved_model.Builder("./model")
            ...     builder.add_meta_graph_and_variables(sess, ["serve"])
            ...     print(builder.save(), builder.save(as_text=True))
            b'./model/saved_model.pb' b'./model/saved_model.pbtxt'
        """
        path = write_graphs(self._folder, self._graphs, as_text)
        logging.info("SavedModel written to: %s", path)
        return path.encode()


@tf_export(v1=["saved_model.simple_save"])
def simple_save(
    session: BaseSession, export_dir: Path, inputs: Mapping[str, Any], outputs: Mapping[str, Any], legacy_init_op: Operation | None = None
) -> None:
    """Writes the graph of a session as a model for serving, with one signature. Mirrors `tf.compat.v1.saved_model.simple_save`.

    It is `tf.compat.v1.saved_model.Builder` in one call, with the tag "serve" and the signature "serving_default". Assets of the graph's
    collection `ASSET_FILEPATHS` are copied.

    Arguments:
        session: the session.
        export_dir: the directory, which is made, or has to be empty.
        inputs: a dictionary from names to tensors that are fed.
        outputs: a dictionary from names to tensors that are given.
        legacy_init_op: an operation that is run as the model is loaded; None by default.

    Raises:
        AssertionError: the directory holds something.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     x = tf.compat.v1.placeholder(tf.float32, [None])
        ...     y = x * tf.compat.v1.get_variable("w", initializer=3.0)
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     tf.compat.v1.saved_model.simple_save(sess, "./model", {"x": x}, {"y": y})
        >>> tf.saved_model.load("./model").signatures["serving_default"](x=tf.constant([2.0]))["y"].numpy().tolist()
        [6.0]
    """
    with session.graph.as_default():
        signature = predict_signature_def(inputs, outputs)
        assets = session.graph.get_collection(GraphKeys.ASSET_FILEPATHS)
    builder = SavedModelBuilder(export_dir)  # not before: what is refused leaves no folder
    builder.add_meta_graph_and_variables(
        session,
        [tag_constants.SERVING],
        {signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: signature},
        assets,
        main_op=legacy_init_op,
        clear_devices=True,
    )
    builder.save()
