"""`tf.contrib.seq2seq` of TensorFlow 1: the loss of sequences, and decoding step by step, with attention and beams."""

from tfshim.contrib._names import bound
from tfshim.contrib.seq2seq.attention import (
    AttentionMechanism,
    AttentionWrapper,
    AttentionWrapperState,
    BahdanauAttention,
    BahdanauMonotonicAttention,
    LuongAttention,
    LuongMonotonicAttention,
    hardmax,
    monotonic_attention,
    safe_cumprod,
)
from tfshim.contrib.seq2seq.beam_search import (
    BeamSearchDecoder,
    BeamSearchDecoderOutput,
    BeamSearchDecoderState,
    FinalBeamSearchDecoderOutput,
    gather_tree,
    tile_batch,
)
from tfshim.contrib.seq2seq.decoding import BasicDecoder, BasicDecoderOutput, Decoder, dynamic_decode
from tfshim.contrib.seq2seq.helpers import (
    CustomHelper,
    GreedyEmbeddingHelper,
    Helper,
    InferenceHelper,
    SampleEmbeddingHelper,
    ScheduledEmbeddingTrainingHelper,
    TrainingHelper,
)
from tfshim.contrib.seq2seq.loss import sequence_loss

__all__ = bound(globals())


def __getattr__(name):
    raise AttributeError(f"tf.contrib.seq2seq.{name} is not part of tfshim; it has {', '.join(__all__)}.")
