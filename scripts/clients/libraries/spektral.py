"""Graph neural networks."""

from clients.client import Client

CLIENT = Client(
    name="spektral",
    packages=["spektral==1.3.1"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "scikit-learn==1.3.2",
        "joblib==1.3.2",
        "threadpoolctl==3.2.0",
        "networkx==3.2.1",
        "tqdm==4.67.1",
        "lxml==5.1.0",
        "pandas==2.1.4",
        "python-dateutil==2.9.0.post0",
        "pytz==2024.1",
        "tzdata==2024.1",
        "six==1.16.0",
        "requests==2.32.3",
        "urllib3==2.2.3",
        "idna==3.10",
        "charset-normalizer==3.4.0",
        "certifi==2024.8.30",
    ],
    imports=["spektral", "spektral.layers", "spektral.data", "spektral.models", "spektral.transforms"],
    untested="its program alone is compared so far",
)
