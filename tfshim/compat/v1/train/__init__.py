"""`tf.compat.v1.train`: optimizers, saving and what drives a training in TensorFlow 1."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tfshim._export import tf_export
from tfshim.compat import messages_v1
from tfshim.compat.v1 import _views
from tfshim.compat.v1._fallback import exported
from tfshim.io.tf_record import RecordReader
from tfshim.protos import examples

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Message
    from tfshim.engine.values.annotations import Path

__all__, _elsewhere, __dir__ = exported(globals(), ("experimental", "queue_runner", "SaverDef", *examples.NAMES))


class _SummaryIterator(Iterator):
    """The events of a file, which may grow: after its end, asking again goes on with what was written since."""

    def __init__(self, path):
        self._records, self._event = RecordReader(path), messages_v1.message("Event")

    def __next__(self):
        return self._event.FromString(next(self._records))


@tf_export(v1=["train.summary_iterator"])
def summary_iterator(path: Path) -> Iterator[Message]:
    """The events of a file that TensorBoard reads, one after the other. Mirrors `tf.compat.v1.train.summary_iterator`.

    A program reads the curves of a training with it. A file that is written meanwhile may be followed: after the last event, the same
    iterator gives those that came since.

    Arguments:
        path: the file, a str or path, in a directory that a `tf.compat.v1.summary.FileWriter` or `tf.summary` writer has written to.

    Returns:
        An iterator of `tf.compat.v1.Event` messages, with `step`, `wall_time`, and one of `summary`, `graph_def` and others.

    Raises:
        NotFoundError: there is no such file.
        DataLossError: an event is damaged, or not yet written whole.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.summary.FileWriter("./logs") as writer:
        ...     value = tf.compat.v1.Summary.Value(tag="loss", simple_value=0.5)
        ...     writer.add_summary(tf.compat.v1.Summary(value=[value]), global_step=3)
        >>> (path,) = tf.io.gfile.glob("./logs/events*")
        >>> for event in tf.compat.v1.train.summary_iterator(path):
        ...     for value in event.summary.value:
        ...         print(event.step, value.tag, value.simple_value)
        3 loss 0.5
    """
    return _SummaryIterator(path)


def __getattr__(name):
    if name == "queue_runner":
        return importlib.import_module("tfshim.compat.v1.train.queue_runner")
    if name == "experimental":
        return _views.shared("train.experimental")
    if name == "SaverDef":
        return messages_v1.message(name)
    return getattr(examples, name) if name in examples.NAMES else _elsewhere(name)
