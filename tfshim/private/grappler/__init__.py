"""Rewriting of GraphDefs, as `tensorflow.python.grappler` does it."""
