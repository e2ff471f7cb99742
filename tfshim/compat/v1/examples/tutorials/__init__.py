"""`tensorflow.examples.tutorials`: `mnist`."""
