"""Conditional random fields as a layer of Keras, on TensorFlow Addons."""

from clients.client import Client

CLIENT = Client(
    name="tf2crf",
    packages=["tf2crf==0.1.33"],
    dependencies=["tensorflow-addons==0.23.0", "typeguard==2.13.3", "packaging==24.2", "numpy==1.26.4"],
    imports=["tf2crf"],
    untested="its distribution has no tests",
)
