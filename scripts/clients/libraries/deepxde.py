"""Differential equations and inverse problems, solved by networks."""

from clients.client import Client

CLIENT = Client(
    name="deepxde",
    packages=["deepxde==1.13.0"],
    dependencies=[
        # what its points and plots are made with, of its time
        "numpy==1.26.4",
        "scipy==1.11.4",
        "scikit-learn==1.3.2",
        "joblib==1.3.2",
        "threadpoolctl==3.2.0",
        "scikit-optimize==0.10.1",
        "pyaml==24.4.0",
        "PyYAML==6.0.2",
        "packaging==24.2",
        "tensorflow-probability==0.23.0",
        "dm-tree==0.1.8",
        "cloudpickle==3.0.0",
        "decorator==5.1.1",
        "absl-py==2.1.0",
        "gast==0.5.4",
        "six==1.16.0",
        "wrapt==1.14.1",
        "opt_einsum==3.3.0",
        "matplotlib==3.8.2",
        "contourpy==1.2.0",
        "cycler==0.12.1",
        "fonttools==4.47.0",
        "kiwisolver==1.4.5",
        "pillow==10.2.0",
        "pyparsing==3.1.1",
        "python-dateutil==2.9.0.post0",
    ],
    imports=["deepxde", *(f"deepxde.{name}" for name in "backend callbacks data geometry gradients icbc nn optimizers".split())],
    environment={"DDE_BACKEND": "tensorflow", "DDEBACKEND": "tensorflow"},
    untested="it has no tests of its own: its examples train for minutes each",
)
