"""`tf.contrib.legacy_seq2seq` of TensorFlow 1: models of sequences that are lists of steps, unrolled, and their losses."""

from tfshim.contrib._names import absent, bound
from tfshim.contrib.legacy_seq2seq.decoders import (
    attention_decoder,
    embedding_attention_decoder,
    embedding_rnn_decoder,
    rnn_decoder,
)
from tfshim.contrib.legacy_seq2seq.losses import model_with_buckets, sequence_loss, sequence_loss_by_example
from tfshim.contrib.legacy_seq2seq.models import (
    basic_rnn_seq2seq,
    embedding_attention_seq2seq,
    embedding_rnn_seq2seq,
    embedding_tied_rnn_seq2seq,
    one2many_rnn_seq2seq,
    tied_rnn_seq2seq,
)

__all__ = bound(globals())
__getattr__ = absent("legacy_seq2seq", globals())
