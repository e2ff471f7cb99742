"""Graphs from messages: reading a GraphDef, and the nodes of graphs that were read."""
