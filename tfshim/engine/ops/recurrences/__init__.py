"""Recurrences over whole sequences as single operations: their loops, their gradients, and the kernels of torch that serve them."""
