"""`tf.profiler`: where the time goes, by PyTorch's profiler."""

from tfshim.profiler import experimental
