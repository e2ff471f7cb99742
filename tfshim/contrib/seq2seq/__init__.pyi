# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.contrib.seq2seq.attention import AttentionMechanism as AttentionMechanism, AttentionWrapper as AttentionWrapper
from tfshim.contrib.seq2seq.attention import AttentionWrapperState as AttentionWrapperState, BahdanauAttention as BahdanauAttention
from tfshim.contrib.seq2seq.attention import BahdanauMonotonicAttention as BahdanauMonotonicAttention, LuongAttention as LuongAttention
from tfshim.contrib.seq2seq.attention import LuongMonotonicAttention as LuongMonotonicAttention, hardmax as hardmax
from tfshim.contrib.seq2seq.attention import monotonic_attention as monotonic_attention, safe_cumprod as safe_cumprod
from tfshim.contrib.seq2seq.beam_search import BeamSearchDecoder as BeamSearchDecoder, BeamSearchDecoderOutput as BeamSearchDecoderOutput
from tfshim.contrib.seq2seq.beam_search import BeamSearchDecoderState as BeamSearchDecoderState
from tfshim.contrib.seq2seq.beam_search import FinalBeamSearchDecoderOutput as FinalBeamSearchDecoderOutput, gather_tree as gather_tree
from tfshim.contrib.seq2seq.beam_search import tile_batch as tile_batch
from tfshim.contrib.seq2seq.decoding import BasicDecoder as BasicDecoder, BasicDecoderOutput as BasicDecoderOutput, Decoder as Decoder
from tfshim.contrib.seq2seq.decoding import dynamic_decode as dynamic_decode
from tfshim.contrib.seq2seq.helpers import CustomHelper as CustomHelper, GreedyEmbeddingHelper as GreedyEmbeddingHelper, Helper as Helper
from tfshim.contrib.seq2seq.helpers import InferenceHelper as InferenceHelper, SampleEmbeddingHelper as SampleEmbeddingHelper
from tfshim.contrib.seq2seq.helpers import ScheduledEmbeddingTrainingHelper as ScheduledEmbeddingTrainingHelper
from tfshim.contrib.seq2seq.helpers import TrainingHelper as TrainingHelper
from tfshim.contrib.seq2seq.loss import sequence_loss as sequence_loss
