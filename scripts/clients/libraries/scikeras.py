"""Keras models as scikit-learn estimators."""

from clients.client import Client, Tests

CLIENT = Client(
    name="scikeras",
    packages=["scikeras==0.12.0"],
    # the scikit-learn of its time
    dependencies=[
        "numpy==1.26.4",
        "packaging==24.2",
        "scikit-learn==1.3.2",
        "scipy==1.11.4",
        "joblib==1.3.2",
        "threadpoolctl==3.2.0",
    ],
    imports=["scikeras", "scikeras.wrappers", "scikeras.utils.transformers"],
    tests=Tests(
        source="https://github.com/adriangb/scikeras.git@v0.12.0",
        # Half of them: scikit-learn's checks of estimators take long.
        paths=[f"tests/test_{part}*.py" for part in ("[a-q]", "r", "sci", "sco", "se", "u")],
        every=2,
        packages=["pandas==2.1.4", "pytz==2023.3", "python-dateutil==2.8.2", "six==1.16.0"],
        import_mode="importlib",
    ),
)
