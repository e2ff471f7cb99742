"""`tf.linalg`: products, decompositions, solvers and functions of matrices."""

from tfshim.linalg.products import matmul, matvec

__all__ = ["matmul", "matvec"]
