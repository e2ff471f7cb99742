"""Pruning, clustering and training for quantization."""

from clients.client import Client

CLIENT = Client(
    name="tensorflow_model_optimization",
    packages=["tensorflow-model-optimization==0.7.5"],
    dependencies=[
        "numpy==1.26.4",
        "absl-py==2.1.0",
        "dm-tree==0.1.8",
        "six==1.16.0",
        "wrapt==1.14.1",
    ],
    imports=[
        "tensorflow_model_optimization",
        "tensorflow_model_optimization.sparsity.keras",
        "tensorflow_model_optimization.quantization.keras",
        "tensorflow_model_optimization.clustering.keras",
    ],
    untested="its program alone is compared so far",
)
