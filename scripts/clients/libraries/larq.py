"""Binary neural networks."""

from clients.client import Client

CLIENT = Client(
    name="larq",
    packages=["larq==0.13.3"],
    dependencies=[
        "numpy==1.26.4",
        "terminaltables==3.1.10",
        "packaging==24.2",
    ],
    imports=["larq", "larq.layers", "larq.optimizers", "larq.quantizers", "larq.models", "larq.metrics"],
    untested="its program alone is compared so far",
)
