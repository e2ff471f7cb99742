"""`tf.linalg`: products, decompositions, solvers and functions of matrices."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), ("experimental",), unlisted="matrix_square_root")
