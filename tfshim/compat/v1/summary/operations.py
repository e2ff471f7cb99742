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
from tfshim.engine.graphs.session import BaseSession
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
    """A summary of one number. Mirrors `tf.compat.v1.summary.scalar`."""
    return _summary(kernels.scalar_summary, tf.summary.scalar, name, collections, family, tensor)


@tf_export(v1=["summary.histogram"])
def histogram(name: str, values: TensorLike, collections: Sequence[str] | None = None, family: str | None = None) -> Tensor:
    """A summary of the distribution of `values`. Mirrors `tf.compat.v1.summary.histogram`."""
    return _summary(kernels.histogram_summary, tf.summary.histogram, name, collections, family, values)


@tf_export(v1=["summary.image"])
def image(
    name: str, tensor: TensorLike, max_outputs: int = 3, collections: Sequence[str] | None = None, family: str | None = None
) -> Tensor:
    """A summary of the first `max_outputs` of a batch of images. Mirrors `tf.compat.v1.summary.image`."""
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
    """A summary of the first `max_outputs` of a batch of audio clips, floats in [-1, 1]. Mirrors `tf.compat.v1.summary.audio`."""
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
    """A summary of a tensor as it is. Mirrors `tf.compat.v1.summary.tensor_summary`."""
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
    """A summary of strings. Mirrors `tf.compat.v1.summary.text`; raises ValueError for other tensors."""
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
    """One summary of the values of all `inputs`. Mirrors `tf.compat.v1.summary.merge`; RuntimeError eagerly."""
    if TS.graph is None:
        raise RuntimeError("Merging tf.summary.* ops is not compatible with eager execution. Use tf.contrib.summary instead.")
    with tf.name_scope(name or "Merge"):
        made = kernels.merge_summary(list(inputs), name="MergeSummary")
    for key in collections or []:
        current_graph().add_to_collection(key, made)
    return made


@tf_export(v1=["summary.merge_all"])
def merge_all(key: str = GraphKeys.SUMMARIES, scope: str | None = None, name: str | None = None) -> Tensor | None:
    """One summary of all in the collection `key`, None if there are none. Mirrors `tf.compat.v1.summary.merge_all`."""
    if TS.graph is None:
        raise RuntimeError("Merging tf.summary.* ops is not compatible with eager execution. Use tf.contrib.summary instead.")
    found = get_collection(key, scope)
    return merge(found, name=name) if found else None


@tf_export(v1=["summary.get_summary_description"])
def get_summary_description(node_def: Message) -> Message:
    """The SummaryDescription of a node of type TensorSummary. Mirrors the function of that name; ValueError for other nodes."""
    if node_def.op != "TensorSummary":
        raise ValueError(f"Can't get_summary_description on {node_def.op}")
    return message("SummaryDescription")()


@tf_export(v1=["summary.all_v2_summary_ops"])
def all_v2_summary_ops() -> list[Tensor] | None:
    """What writes summaries of TensorFlow 2 in the graph, to be run by a session. Mirrors the function of that name; None eagerly."""
    return None if TS.graph is None else get_collection(SUMMARIES)


@tf_export(v1=["summary.initialize"])
def initialize(graph: Graph | Message | None = None, session: BaseSession | None = None) -> None:
    """Begin the files of the graph's writers of TensorFlow 2, and write `graph` to the default one. Mirrors the function of that name.

    Eagerly nothing happens. Raises RuntimeError without a default writer, ValueError without a session.
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
