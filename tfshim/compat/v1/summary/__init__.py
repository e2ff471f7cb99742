"""`tf.compat.v1.summary`: summaries as tensors of serialized messages, and files of events."""

from tfshim.compat.messages_v1 import message
from tfshim.compat.v1._fallback import exported

_MESSAGES = tuple("Event SessionLog Summary SummaryDescription TaggedRunMetadata".split())
__all__, _elsewhere, __dir__ = exported(globals(), _MESSAGES)


def __getattr__(name):
    return message(name) if name in _MESSAGES else _elsewhere(name)
