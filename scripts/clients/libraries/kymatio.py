"""Wavelet scattering of signals, pictures and volumes."""

from clients.client import Client

CLIENT = Client(
    name="kymatio",
    packages=["kymatio==0.3.0"],
    dependencies=["appdirs==1.4.4", "configparser==6.0.0", "packaging==24.2", "numpy==1.26.4", "scipy==1.11.4"],
    imports=["kymatio", "kymatio.tensorflow", "kymatio.keras"],
    untested="its program alone is compared so far",
)
