"""`tf.contrib.seq2seq` of TensorFlow 1: the loss of sequences, and decoding step by step."""

from tfshim.contrib._names import bound
from tfshim.contrib.seq2seq.loss import sequence_loss

__all__ = bound(globals())


def __getattr__(name):
    raise AttributeError(f"tf.contrib.seq2seq.{name} is not part of tfshim; it has {', '.join(__all__)}. Decode with tf.while_loop.")
