"""Random numbers equal to TensorFlow's, as functions of a key and a counter; seeds and state of random operations."""
