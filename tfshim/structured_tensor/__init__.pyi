# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.structured_tensor.structured_tensor import StructuredTensor as StructuredTensor
