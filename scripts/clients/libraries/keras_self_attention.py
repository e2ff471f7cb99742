"""Attention over sequences, as layers of Keras."""

from clients.client import Client

CLIENT = Client(
    name="keras_self_attention",
    packages=["keras-self-attention==0.51.0"],
    dependencies=["numpy==1.26.4"],
    imports=["keras_self_attention"],
    environment={"TF_KERAS": "1"},
    untested="its program alone is compared so far",
)
