"""Small stand-ins for private modules of TensorFlow that have no public twin; see `tfshim.private_modules`."""
