"""Learning to rank."""

from clients.client import Client

CLIENT = Client(
    name="tensorflow_ranking",
    packages=["tensorflow-ranking==0.5.3"],
    dependencies=[
        "numpy==1.26.4",
        "absl-py==2.1.0",
        "six==1.16.0",
    ],
    imports=["tensorflow_ranking", "tensorflow_ranking.python.keras"],
    untested="its program alone is compared so far",
)
