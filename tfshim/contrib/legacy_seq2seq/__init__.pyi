# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.contrib.legacy_seq2seq.decoders import attention_decoder as attention_decoder
from tfshim.contrib.legacy_seq2seq.decoders import embedding_attention_decoder as embedding_attention_decoder
from tfshim.contrib.legacy_seq2seq.decoders import embedding_rnn_decoder as embedding_rnn_decoder, rnn_decoder as rnn_decoder
from tfshim.contrib.legacy_seq2seq.losses import model_with_buckets as model_with_buckets, sequence_loss as sequence_loss
from tfshim.contrib.legacy_seq2seq.losses import sequence_loss_by_example as sequence_loss_by_example
from tfshim.contrib.legacy_seq2seq.models import basic_rnn_seq2seq as basic_rnn_seq2seq
from tfshim.contrib.legacy_seq2seq.models import embedding_attention_seq2seq as embedding_attention_seq2seq
from tfshim.contrib.legacy_seq2seq.models import embedding_rnn_seq2seq as embedding_rnn_seq2seq
from tfshim.contrib.legacy_seq2seq.models import embedding_tied_rnn_seq2seq as embedding_tied_rnn_seq2seq
from tfshim.contrib.legacy_seq2seq.models import one2many_rnn_seq2seq as one2many_rnn_seq2seq, tied_rnn_seq2seq as tied_rnn_seq2seq
