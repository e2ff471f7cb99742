"""What `tf.compat.v1` has not of TensorFlow's names, or has otherwise, by the reason; `test_v1_interface` holds it to be exact."""

NAMES = {}
ARGUMENTS = {}
MEMBERS = {}
