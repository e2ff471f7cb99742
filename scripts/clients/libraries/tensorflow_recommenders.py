"""Models that retrieve and rank."""

from clients.client import Client

CLIENT = Client(
    name="tensorflow_recommenders",
    packages=["tensorflow-recommenders==0.7.3"],
    dependencies=[
        "numpy==1.26.4",
        "absl-py==2.1.0",
    ],
    imports=[
        "tensorflow_recommenders",
        "tensorflow_recommenders.layers",
        "tensorflow_recommenders.tasks",
        "tensorflow_recommenders.metrics",
    ],
    untested="its program alone is compared so far",
)
