"""Branches, loops and arrays of TensorFlow 1 on pages of graphs."""
