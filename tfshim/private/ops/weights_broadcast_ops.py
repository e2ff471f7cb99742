"""Replaces `tensorflow.python.ops.weights_broadcast_ops`: weights of losses and metrics, in the shape of what they weigh."""

from tfshim.keras._weights import assert_broadcastable, broadcast_weights

_REPLACES = "tensorflow.python.ops.weights_broadcast_ops"
__all__ = ["assert_broadcastable", "broadcast_weights"]
