"""The version of tfshim itself; `tf.__version__` is the version of TensorFlow whose interface it offers."""

VERSION = "0.1.0"
# Whose interface it is.
TENSORFLOW = "2.15.1"
KERAS = "2.15.0"
