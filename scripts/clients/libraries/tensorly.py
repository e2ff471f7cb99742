"""Decompositions of tensors, with TensorFlow as the backend."""

from clients.client import Client

CLIENT = Client(
    name="tensorly",
    packages=["tensorly==0.8.1"],
    dependencies=["numpy==1.26.4", "scipy==1.11.4"],
    imports=["tensorly", "tensorly.decomposition", "tensorly.regression"],
    environment={"TENSORLY_BACKEND": "tensorflow"},
    untested="its program alone is compared so far",
)
