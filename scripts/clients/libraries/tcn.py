"""Temporal convolutional networks."""

from clients.client import Client

CLIENT = Client(
    name="tcn",
    packages=["keras-tcn==3.5.0"],
    dependencies=[
        "numpy==1.26.4",
    ],
    imports=["tcn"],
    untested="its program alone is compared so far",
)
