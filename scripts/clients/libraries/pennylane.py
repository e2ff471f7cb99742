"""Quantum circuits that are differentiated, with TensorFlow's tensors."""

from clients.client import Client

CLIENT = Client(
    name="pennylane",
    packages=["pennylane==0.34.0"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "networkx==3.2.1",
        "rustworkx==0.13.2",
        "autograd==1.6.2",
        "future==0.18.3",
        "autoray==0.6.11",
        "appdirs==1.4.4",
        "semantic-version==2.10.0",
        "toml==0.10.2",
        "cachetools==5.3.2",
        "requests==2.32.3",
        "urllib3==2.2.3",
        "idna==3.10",
        "charset-normalizer==3.4.0",
        "certifi==2024.8.30",
    ],
    imports=["pennylane", "pennylane.qnn"],
    untested="its program alone is compared so far",
)
