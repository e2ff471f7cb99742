"""Rearranging tensors by named dimensions."""

from clients.client import Client

CLIENT = Client(
    name="einops",
    packages=["einops==0.8.0"],
    dependencies=["numpy==1.26.4"],
    imports=["einops", "einops.layers.tensorflow"],
    untested="its program alone is compared so far",
)
