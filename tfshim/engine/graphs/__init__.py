"""Graphs: nodes and their tensors, function bodies, control flow, running a graph, sessions."""
