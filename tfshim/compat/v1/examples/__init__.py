"""`tensorflow.examples` of TensorFlow 1: the data sets of its tutorials."""
