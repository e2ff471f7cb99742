"""Models of clicks: factorization machines and networks over features of many kinds."""

from clients.client import Client

CLIENT = Client(
    name="deepctr",
    packages=["deepctr==0.9.4"],
    dependencies=[
        "numpy==1.26.4",
        # it asks for a newer version of itself
        "requests==2.31.0",
        "charset-normalizer==3.3.2",
        "idna==3.6",
        "urllib3==2.1.0",
        "certifi==2023.11.17",
    ],
    imports=["deepctr", "deepctr.models", "deepctr.layers", "deepctr.feature_column", "deepctr.estimator"],
    untested="its distribution has no tests",
)
