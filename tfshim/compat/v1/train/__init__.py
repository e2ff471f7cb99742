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


@tf_export(v1=["train.summary_iterator"])
def summary_iterator(path: Path) -> Iterator[Message]:
    """The Event messages of the event file `path`, one after the other. Mirrors `tf.compat.v1.train.summary_iterator`."""
    event = messages_v1.message("Event")
    for record in RecordReader(path):
        yield event.FromString(record)


def __getattr__(name):
    if name == "queue_runner":
        return importlib.import_module("tfshim.compat.v1.train.queue_runner")
    if name == "experimental":
        return _views.shared("train.experimental")
    if name == "SaverDef":
        return messages_v1.message(name)
    return getattr(examples, name) if name in examples.NAMES else _elsewhere(name)
