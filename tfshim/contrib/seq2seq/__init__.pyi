# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.contrib.seq2seq.loss import sequence_loss as sequence_loss
