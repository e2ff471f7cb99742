"""TF-Slim: layers, losses and loops of TensorFlow 1."""

from clients.client import Client

CLIENT = Client(
    name="tf_slim",
    packages=["tf-slim==1.1.0"],
    dependencies=[
        "absl-py==2.1.0",
        "six==1.16.0",
        "numpy==1.26.4",
    ],
    imports=["tf_slim", "tf_slim.layers", "tf_slim.losses", "tf_slim.metrics", "tf_slim.learning", "tf_slim.evaluation", "tf_slim.nets"],
    untested="its program alone is compared so far",
)
