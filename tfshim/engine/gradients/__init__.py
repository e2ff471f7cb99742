"""Gradients of what runs eagerly: the tape, the forward accumulator, Jacobians."""
