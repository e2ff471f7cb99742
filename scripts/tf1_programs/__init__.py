"""Well-known programs of TensorFlow 1, run whole on small made data, and what they print."""
