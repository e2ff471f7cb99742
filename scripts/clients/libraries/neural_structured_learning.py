"""Training with neighbors and adversaries."""

from clients.client import Client

CLIENT = Client(
    name="neural_structured_learning",
    packages=["neural-structured-learning==1.4.0"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "attrs==23.1.0",
        "six==1.16.0",
        "absl-py==2.1.0",
    ],
    imports=[
        "neural_structured_learning",
        "neural_structured_learning.keras",
        "neural_structured_learning.lib",
        "neural_structured_learning.tools",
    ],
    untested="its program alone is compared so far",
)
