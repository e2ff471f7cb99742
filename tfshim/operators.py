"""What whoever holds a tensor may do with it: `a + b`, `x[i]`, a list of tensors where one is asked for.

The modules that define these operations are imported here, and nothing else imports this but what hands out tensors.
"""

# ruff: noqa: F401
from tfshim.array_ops import joining, slicing
from tfshim.math import operators
