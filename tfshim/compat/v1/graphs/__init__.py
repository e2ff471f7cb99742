"""Graphs of TensorFlow 1: sessions, placeholders, control flow, queues of files and of gradients."""
