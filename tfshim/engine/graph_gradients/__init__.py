"""Gradients of what is in a graph: custom gradients, gradients as nodes, tapes around functions."""
