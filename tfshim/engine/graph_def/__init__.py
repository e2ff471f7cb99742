"""Graphs as messages: writing GraphDef, reading it, and the nodes of imported graphs."""
