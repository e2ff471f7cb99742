"""`tf.summary.experimental`: the step of summaries, and summaries that are written as messages."""

from tfshim._listing import listing
from tfshim.summary.recording import get_step, set_step, summary_scope, write_raw_pb

__all__ = ["get_step", "set_step", "summary_scope", "write_raw_pb"]
__dir__ = listing(globals())
