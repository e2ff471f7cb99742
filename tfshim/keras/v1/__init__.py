"""Keras in the graphs of TensorFlow 1: layers make nodes of the default graph, models train in a session."""
