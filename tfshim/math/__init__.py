"""`tf.math`: arithmetic, elementwise functions, reductions, segments and special functions."""

from tfshim.math.arithmetic import add, multiply, negative, subtract
