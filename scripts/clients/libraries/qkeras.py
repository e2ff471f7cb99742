"""Layers of Keras with quantized weights."""

from clients.client import Client

CLIENT = Client(
    name="qkeras",
    packages=["qkeras==0.9.0"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "networkx==3.2.1",
        "tqdm==4.67.1",
        "pyparsing==3.1.1",
        "tensorflow-model-optimization==0.7.5",
        "keras-tuner==1.4.7",
        "kt-legacy==1.0.5",
        "dm-tree==0.1.8",
        "six==1.16.0",
        "absl-py==2.1.0",
        "packaging==24.2",
        "scikit-learn==1.3.2",
        "joblib==1.3.2",
        "threadpoolctl==3.2.0",
        "requests==2.32.3",
        "urllib3==2.2.3",
        "idna==3.10",
        "charset-normalizer==3.4.0",
        "certifi==2024.8.30",
    ],
    imports=["qkeras", "qkeras.utils", "qkeras.autoqkeras"],
    untested="its program alone is compared so far",
)
