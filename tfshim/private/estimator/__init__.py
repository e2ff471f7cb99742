"""Small replacements for private modules of TensorFlow that have no public counterpart; see `tfshim.private_names`."""
