"""What `tensorflow.tools` has that libraries import."""
