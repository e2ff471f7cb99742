"""`tf.compat.v1.summary`'s operations, which write serialized Summary messages."""

from __future__ import annotations

import contextlib
import re
import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export, tf_private
from tfshim.compat.messages_v1 import message
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.graphs import (
    GraphKeys,
    executing_eagerly_outside_functions,
    get_collection,
    get_default_session,
    name_scope,
)
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.compat.v1.summary import kernels
from tfshim.compat.v1.train.steps import get_global_step
from tfshim.distribute import replicas
from tfshim.engine.graphs.graph import current_graph
from tfshim.engine.graphs.sessions.session import BaseSession
from tfshim.engine.runtime.state import TS
from tfshim.engine.runtime.summary_state import STATE
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.summary.graph_writers import BEGINNINGS, SUMMARIES

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.values.annotations import FloatLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


_UNFIT = re.compile(r"[^-/\w.]")  # in names of operations


@tf_private("tensorflow.python.ops.summary_op_util.clean_tag")
def clean_tag(name: str | None) -> str | None:
    """`name` as the name of an operation may be, which a line of the log says where it is another one."""
    if name is None:
        return None
    cleaned = _UNFIT.sub("_", name).lstrip("/")
    if cleaned != name:
        logging.info("Summary name %s is illegal; using %s instead.", name, cleaned)
    return cleaned


@tf_private("tensorflow.python.ops.summary_op_util.summary_scope")
@contextlib.contextmanager
def summary_scope(
    name: str | None, family: str | None = None, default_name: str | None = None, values: Any = None
) -> Iterator[tuple[str, str]]:
    """The scope of a summary: gives its tag, with `family` in front, and the name of the scope."""
    name, family = clean_tag(name), clean_tag(family)
    with name_scope(name if family is None else f"{family}/{name}", default_name, values) as scoped:
        tag = scoped.rstrip("/")
        yield tag if family is None else f"{family}/{tag}", scoped


@tf_private("tensorflow.python.ops.summary_op_util.collect")
def collect(val: Any, collections: Iterable[str] | None, default_collections: Iterable[str]) -> None:
    """Add `val` to `collections`, or to `default_collections` where that is None."""
    for key in default_collections if collections is None else collections:
        current_graph().add_to_collection(key, val)


def _of_first_replica():
    """Whether this is the first replica of a strategy, or none: the others write no summaries."""
    strategy, number = replicas.strategy_here(), replicas.current_replica()
    return strategy is None or number is None or not int(tf.get_static_value(strategy._contexts[number].replica_id_in_sync_group))


def _step():
    """The step of summaries of TensorFlow 2: the default one, or the global step."""
    return get_global_step() if STATE.step is None else STATE.step


def _are_of_version_2():
    """Whether summaries go to the default writer of TensorFlow 2, as they do where there is one and a step, and nothing is a graph."""
    if not executing_eagerly_outside_functions():
        return False
    if STATE.writer is None:
        warnings.warn("Cannot activate TF2 compatibility support for TF1 summary ops: default summary writer not found.", stacklevel=4)
        return False
    if _step() is None:
        warnings.warn(
            "Cannot activate TF2 compatibility support for TF1 summary ops: global step not set. To set step for summary writer, use "
            "`tf.summary.SummaryWriter.as_default(step=_)`, `tf.summary.experimental.set_step()` or "
            "`tf.compat.v1.train.create_global_step()`.",
            stacklevel=4,
        )
        return False
    return True


def _summary(operation, of_version_2, name, collections, family, data, **settings):
    """A string tensor in the collections, the serialized Summary that `operation` makes of `data`; empty in other replicas.

    `of_version_2` is the function of TensorFlow 2 that writes such a summary, where summaries go to its writer: the tensor is empty then.
    `settings`: further arguments of both, by that function's names and in the order of the operation.
    """
    if not _of_first_replica():
        return tf.constant("")
    if of_version_2 is not None and _are_of_version_2():
        with summary_scope(name, family) as (tag, _), tf.name_scope(""):
            of_version_2(tag, data, step=_step(), **settings)
        return tf.constant(b"")
    with summary_scope(name, family) as (tag, scoped):
        made = operation(tag, data, *settings.values(), name=scoped if TS.graph is not None else None)
    collect(made, collections, [GraphKeys.SUMMARIES] if TS.graph is not None else [])
    return made


@tf_export(v1=["summary.scalar"])
def scalar(name: str, tensor: TensorLike, collections: Sequence[str] | None = None, family: str | None = None) -> Tensor:
    """A summary of one number, such as the loss of a step. Mirrors `tf.compat.v1.summary.scalar`.

    In a graph it is an operation that a session runs, and `tf.compat.v1.summary.FileWriter.add_summary` writes what it gives;
    `tf.compat.v1.summary.merge_all` makes one of all. With a writer of TensorFlow 2 as default, it writes by `tf.summary.scalar`.

    Arguments:
        name: the tag under which TensorBoard shows it, put below the open name scope.
        tensor: a tensor of one real number.
        collections: where the summary is put, a list; None (the default) for `tf.compat.v1.GraphKeys.SUMMARIES`.
        family: a prefix of the tag, which TensorBoard groups by; None by default.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     made = tf.compat.v1.Summary.FromString(sess.run(tf.compat.v1.summary.scalar("loss", 0.5)))
        ...     print(made.value[0].tag, made.value[0].simple_value)
        loss 0.5
    """
    return _summary(kernels.scalar_summary, tf.summary.scalar, name, collections, family, tensor)


@tf_export(v1=["summary.histogram"])
def histogram(name: str, values: TensorLike, collections: Sequence[str] | None = None, family: str | None = None) -> Tensor:
    """A summary of how values are spread, such as the weights of a layer. Mirrors `tf.compat.v1.summary.histogram`.

    In a graph it is an operation that a session runs, and `tf.compat.v1.summary.FileWriter.add_summary` writes what it gives. The values
    are counted in buckets whose bounds grow by a tenth each. With a writer of TensorFlow 2 as default, it writes by `tf.summary.histogram`.

    Arguments:
        name: the tag under which TensorBoard shows it, put below the open name scope.
        values: a tensor of real numbers of any shape.
        collections: where the summary is put, a list; None (the default) for `tf.compat.v1.GraphKeys.SUMMARIES`.
        family: a prefix of the tag, which TensorBoard groups by; None by default.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary`.

    Raises:
        InvalidArgumentError: a value is NaN or infinite, when it runs.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     made = tf.compat.v1.Summary.FromString(sess.run(tf.compat.v1.summary.histogram("w", [1.0, 2.0, 2.0])))
        ...     print(made.value[0].tag, made.value[0].histo.num, made.value[0].histo.sum)
        w 3.0 5.0
    """
    return _summary(kernels.histogram_summary, tf.summary.histogram, name, collections, family, values)


@tf_export(v1=["summary.image"])
def image(
    name: str, tensor: TensorLike, max_outputs: int = 3, collections: Sequence[str] | None = None, family: str | None = None
) -> Tensor:
    """A summary of pictures. Mirrors `tf.compat.v1.summary.image`.

    In a graph it is an operation that a session runs, and `tf.compat.v1.summary.FileWriter.add_summary` writes what it gives.
    Floating-point pictures are scaled so that their greatest value is 255, or for values of both signs so that zero is 128; those of uint8
    are taken as they are.

    Arguments:
        name: the tag under which TensorBoard shows them, with "/image/0" and so on behind it.
        tensor: pictures of shape [batch, height, width, channels] with 1, 3 or 4 channels, of uint8, float32, float16 or float64.
        max_outputs: how many of the batch are written, 3 by default.
        collections: where the summary is put, a list; None (the default) for `tf.compat.v1.GraphKeys.SUMMARIES`.
        family: a prefix of the tag, which TensorBoard groups by; None by default.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary` with pictures as PNG.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     made = tf.compat.v1.Summary.FromString(sess.run(tf.compat.v1.summary.image("digits", tf.zeros([2, 4, 5, 1]))))
        ...     print([v.tag for v in made.value], made.value[0].image.height, made.value[0].image.width)
        ['digits/image/0', 'digits/image/1'] 4 5
    """
    return _summary(kernels.image_summary, tf.summary.image, name, collections, family, tensor, max_outputs=max_outputs)


@tf_export(v1=["summary.audio"])
def audio(
    name: str,
    tensor: TensorLike,
    sample_rate: FloatLike,
    max_outputs: int = 3,
    collections: Sequence[str] | None = None,
    family: str | None = None,
) -> Tensor:
    """A summary of sounds. Mirrors `tf.compat.v1.summary.audio`.

    In a graph it is an operation that a session runs, and `tf.compat.v1.summary.FileWriter.add_summary` writes what it gives.

    Arguments:
        name: the tag under which TensorBoard plays them, with "/audio/0" and so on behind it.
        tensor: float32 numbers between -1 and 1 of shape [batch, frames, channels] or [batch, frames].
        sample_rate: how many frames a second has, a number or scalar tensor.
        max_outputs: how many of the batch are written, 3 by default.
        collections: where the summary is put, a list; None (the default) for `tf.compat.v1.GraphKeys.SUMMARIES`.
        family: a prefix of the tag, which TensorBoard groups by; None by default.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary` with sounds as WAV.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     made = tf.compat.v1.Summary.FromString(sess.run(tf.compat.v1.summary.audio("beep", tf.zeros([1, 100]), 8000.0)))
        ...     print(made.value[0].tag, made.value[0].audio.length_frames, made.value[0].audio.sample_rate)
        beep/audio/0 100 8000.0
    """
    return _summary(
        kernels.audio_summary, _audio_of_version_2, name, collections, family, tensor, sample_rate=sample_rate, max_outputs=max_outputs
    )


def _audio_of_version_2(tag, sounds, **settings):
    sounds = convert_to_tensor(sounds)
    tf.summary.audio(tag, tf.expand_dims(sounds, 2) if sounds.shape.rank == 2 else sounds, **settings)


@tf_export(v1=["summary.tensor_summary"])
def tensor_summary(
    name: str,
    tensor: TensorLike,
    summary_description: Message | None = None,
    collections: Sequence[str] | None = None,
    summary_metadata: Message | None = None,
    family: str | None = None,
    display_name: str | None = None,
) -> Tensor:
    """A summary of a tensor as it is. Mirrors `tf.compat.v1.summary.tensor_summary`.

    TensorBoard shows such a one where the metadata name a plugin that knows what to do with it; `tf.compat.v1.summary.text` and plugins of
    one's own are made of it.

    Arguments:
        name: the tag, put below the open name scope.
        tensor: a tensor of any dtype and shape.
        summary_description: a `tf.compat.v1.summary.SummaryDescription`, what the tensor is; None by default.
        collections: where the summary is put, a list; None (the default) for `tf.compat.v1.GraphKeys.SUMMARIES`.
        summary_metadata: a `tf.compat.v1.SummaryMetadata` that names a plugin; None by default.
        family: a prefix of the tag, which TensorBoard groups by; None by default.
        display_name: the name that is shown in place of the tag; None by default.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary`.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     made = tf.compat.v1.Summary.FromString(sess.run(tf.compat.v1.summary.tensor_summary("w", [[1, 2]], display_name="weights")))
        ...     print(made.value[0].tag, tf.make_ndarray(made.value[0].tensor).tolist(), made.value[0].metadata.display_name)
        w [[1, 2]] weights
    """
    metadata = message("SummaryMetadata")()
    if summary_metadata is not None:
        metadata.ParseFromString(summary_metadata.SerializeToString())  # those of TensorBoard's plugins are of a class of their own
    if display_name is not None:
        metadata.display_name = display_name
    if summary_description is not None:
        metadata.summary_description = getattr(summary_description, "type_hint", str(summary_description))
    return _summary(
        kernels.tensor_summary, None, name, collections, family, tensor, serialized_summary_metadata=metadata.SerializeToString()
    )


@tf_export(v1=["summary.text"])
def text(name: str, tensor: TensorLike, collections: Sequence[str] | None = None) -> Tensor:
    """A summary of strings. Mirrors `tf.compat.v1.summary.text`.

    TensorBoard shows them as Markdown; matrices of strings become tables. In a graph it is an operation that a session runs, and
    `tf.compat.v1.summary.FileWriter.add_summary` writes what it gives. With a writer of TensorFlow 2 as default, it writes by
    `tf.summary.text`.

    Arguments:
        name: the tag, put below the open name scope.
        tensor: a tensor of strings of any shape.
        collections: where the summary is put, a list; None (the default) for `tf.compat.v1.GraphKeys.SUMMARIES`.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary`.

    Raises:
        ValueError: it is no tensor of strings.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     made = tf.compat.v1.Summary.FromString(sess.run(tf.compat.v1.summary.text("notes", tf.constant("**begun**"))))
        ...     print(made.value[0].tag, made.value[0].metadata.plugin_data.plugin_name)
        notes text
    """
    tensor = convert_to_tensor(tensor)
    if tensor.dtype != dtypes.string:
        raise ValueError(f"Expected tensor {tensor} to have dtype string, got {tensor.dtype}")
    if _are_of_version_2():
        if _of_first_replica():
            tf.summary.text(name, tensor, step=_step())
        return tf.constant(b"")
    metadata = message("SummaryMetadata")()
    metadata.plugin_data.plugin_name = "text"
    return tensor_summary(name, tensor, collections=collections, summary_metadata=metadata)


@tf_export(v1=["summary.merge"])
def merge(inputs: Iterable[TensorLike], collections: Sequence[str] | None = None, name: str | None = None) -> Tensor:
    """Makes one summary of several. Mirrors `tf.compat.v1.summary.merge`.

    A session then runs one operation, and the file gets one event for all. `tf.compat.v1.summary.merge_all` does so with all summaries of
    the graph.

    Arguments:
        inputs: a list of summaries, scalar tensors of strings.
        collections: where the summary is put, a list; None (the default) for nowhere.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary`.

    Raises:
        InvalidArgumentError: two of them have the same tag, when it runs.
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     both = tf.compat.v1.summary.merge([tf.compat.v1.summary.scalar("loss", 0.5), tf.compat.v1.summary.scalar("rate", 0.1)])
        ...     print([value.tag for value in tf.compat.v1.Summary.FromString(sess.run(both)).value])
        ['loss', 'rate']
    """
    if TS.graph is None:
        raise RuntimeError("Merging tf.summary.* ops is not compatible with eager execution. Use tf.contrib.summary instead.")
    with tf.name_scope(name or "Merge"):
        made = kernels.merge_summary(list(inputs), name="MergeSummary")
    for key in collections or []:
        current_graph().add_to_collection(key, made)
    return made


@tf_export(v1=["summary.merge_all"])
def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """Makes one summary of all that the default graph has. Mirrors `tf.compat.v1.summary.merge_all`.

    Call it when the graph is complete: summaries that are made later are not in it. A session runs it every so many steps, and
    `tf.compat.v1.summary.FileWriter.add_summary` writes what it gives.

    Arguments:
        key: the collection, `tf.compat.v1.GraphKeys.SUMMARIES` by default.
        scope: a prefix, or a regular expression that matches the beginning of names, of the summaries that are wanted; None for all.
        name: a name for the operation in graphs; by default that of the function.

    Returns:
        A scalar tensor of strings, a serialized `tf.compat.v1.Summary`; None where there are no summaries.

    Raises:
        RuntimeError: eager execution is on.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     print(tf.compat.v1.summary.merge_all())
        ...     loss, rate = tf.compat.v1.summary.scalar("loss", 0.5), tf.compat.v1.summary.scalar("rate", 0.1)
        ...     print(sorted(value.tag for value in tf.compat.v1.Summary.FromString(sess.run(tf.compat.v1.summary.merge_all())).value))
        None
        ['loss', 'rate']
    """
    if TS.graph is None:
        raise RuntimeError("Merging tf.summary.* ops is not compatible with eager execution. Use tf.contrib.summary instead.")
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


@tf_export(v1=["summary.get_summary_description"])
def get_summary_description(node_def: Message) -> Message:
    """What a node that makes a summary of a tensor says of it. Mirrors `tf.compat.v1.summary.get_summary_description`.

    It is for programs that look through a graph for what `tf.compat.v1.summary.tensor_summary` made. Descriptions have gone out of use: the
    message is empty as a rule, and metadata have taken its place.

    Arguments:
        node_def: a `tf.compat.v1.NodeDef` of the type "TensorSummary".

    Returns:
        A `tf.compat.v1.summary.SummaryDescription`.

    Raises:
        ValueError: the node is of another type.

    Example:
        >>> node = tf.compat.v1.NodeDef(name="x", op="Add")
        >>> try:
        ...     tf.compat.v1.summary.get_summary_description(node)
        ... except ValueError as error:
        ...     print("get_summary_description" in str(error))
        True
    """
    if node_def.op != "TensorSummary":
        raise ValueError(f"Can't get_summary_description on {node_def.op}")
    return message("SummaryDescription")()


@tf_export(v1=["summary.all_v2_summary_ops"])
def all_v2_summary_ops() -> list[Tensor] | None:
    """What writes the summaries of TensorFlow 2 in the default graph. Mirrors `tf.compat.v1.summary.all_v2_summary_ops`.

    Functions such as `tf.summary.scalar` write at once while executing eagerly. In a graph with a default writer they are operations
    instead, which a session has to run; this finds them, so that a program need not keep them.

    Returns:
        A list of tensors or operations; None while executing eagerly.

    Example:
        >>> with tf.Graph().as_default():
        ...     writer = tf.summary.create_file_writer("./logs")
        ...     with writer.as_default(step=1):
        ...         loss = tf.summary.scalar("loss", 0.5)
        ...     print(len(tf.compat.v1.summary.all_v2_summary_ops()))
        1
        >>> print(tf.compat.v1.summary.all_v2_summary_ops())
        None
    """
    return None if TS.graph is None else get_collection(SUMMARIES)


@tf_export(v1=["summary.initialize"])
def initialize(graph: Graph | Message | None = None, session: BaseSession | None = None) -> None:
    """Begins the files of the writers of TensorFlow 2 in a graph. Mirrors `tf.compat.v1.summary.initialize`.

    A writer that `tf.summary.create_file_writer` made in a graph has an operation that opens its file. This runs those of the default
    graph, and writes a graph to the default writer besides. While executing eagerly it does nothing.

    Arguments:
        graph: a graph, or a GraphDef, that is written; None (the default) for none.
        session: the session; None (the default) for the default one.

    Raises:
        RuntimeError: there is no default writer.
        ValueError: there is no session.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     writer = tf.summary.create_file_writer("./logs")
        ...     with writer.as_default(step=1):
        ...         loss = tf.summary.scalar("loss", 0.5)
        ...         tf.compat.v1.summary.initialize()
        ...     done = sess.run([tf.compat.v1.summary.all_v2_summary_ops(), writer.flush()])
        >>> len(tf.io.gfile.glob("./logs/events*"))
        1
    """
    if tf.executing_eagerly():
        return
    if STATE.writer is None:
        raise RuntimeError("No default tf.contrib.summary.SummaryWriter found")
    session = get_default_session() if session is None else session
    if session is None:
        raise ValueError("Argument `session must be passed if no default session exists")
    session.run(get_collection(BEGINNINGS))
    if graph is not None:
        nodes = graph.as_graph_def(add_shapes=True) if hasattr(graph, "as_graph_def") else graph
        x = placeholder(dtypes.string)
        written = tf.raw_ops.WriteGraphSummary(writer=STATE.writer.handle, step=0, tensor=x)
        session.run(written, {x: nodes.SerializeToString()})
