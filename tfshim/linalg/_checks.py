"""What the operations on matrices demand of their arguments, in TensorFlow's words."""

from tfshim.engine import dtypes as dt
from tfshim.engine import errors

# The dtypes of decompositions; float16 is computed in float32.
TYPES = dt.float16.mask | dt.float32.mask | dt.float64.mask | dt.COMPLEX


def invalid(message):
    """The error that says `message`."""
    return errors.InvalidArgumentError(None, None, message)


def check_matrix(x, index=0):
    """Raise unless the torch tensor `x`, argument number `index`, has two dimensions at least."""
    if x.dim() < 2:
        raise invalid(f"Input tensor {index} must have rank >= 2, got {x.dim()}")


def check_square(x):
    """Raise unless `x` holds square matrices."""
    check_matrix(x)
    if x.shape[-1] != x.shape[-2]:
        raise invalid("Input matrix must be square.")


def check_pair(a, b):
    """Raise unless the matrices `a` and the right-hand sides `b` agree in rank and leading dimensions."""
    if a.dim() != b.dim():
        raise invalid("All input tensors must have the same rank.")
    check_matrix(a)
    if a.shape[:-2] != b.shape[:-2]:
        raise invalid("All input tensors must have the same outer dimensions.")


def check_info(info, message):
    """Raise if torch's `info` of a factorization tells of a failure; unknown while only shapes are computed."""
    if not info.is_meta and bool((info != 0).any()):
        raise invalid(message)
