"""Lattices: models that are monotonic where they are to be."""

from clients.client import Client

CLIENT = Client(
    name="tensorflow_lattice",
    packages=["tensorflow-lattice==2.0.13"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "scikit-learn==1.3.2",
        "joblib==1.3.2",
        "threadpoolctl==3.2.0",
        "absl-py==2.1.0",
        "sortedcontainers==2.4.0",
        "networkx==3.2.1",
        "pandas==2.1.4",
        "python-dateutil==2.9.0.post0",
        "pytz==2024.1",
        "tzdata==2024.1",
        "six==1.16.0",
        "matplotlib==3.8.2",
        "contourpy==1.2.0",
        "cycler==0.12.1",
        "fonttools==4.47.0",
        "kiwisolver==1.4.5",
        "pillow==10.2.0",
        "pyparsing==3.1.1",
        "packaging==24.2",
    ],
    imports=["tensorflow_lattice", "tensorflow_lattice.layers", "tensorflow_lattice.python.premade"],
    untested="its program alone is compared so far",
)
