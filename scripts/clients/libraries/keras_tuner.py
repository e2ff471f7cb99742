"""Searches for the best of a model's settings."""

from clients.client import Client, Tests

CLIENT = Client(
    name="keras_tuner",
    packages=["keras-tuner==1.4.7"],
    dependencies=[
        "kt-legacy==1.0.5",
        "packaging==24.2",
        "requests==2.32.3",
        "urllib3==2.2.3",
        "idna==3.10",
        "charset-normalizer==3.4.0",
        "certifi==2024.8.30",
        # Bayesian optimisation, and models of scikit-learn.
        "numpy==1.26.4",
        "scipy==1.11.4",
        "scikit-learn==1.3.2",
        "joblib==1.3.2",
        "threadpoolctl==3.2.0",
    ],
    imports=["keras_tuner", "kerastuner", *(f"keras_tuner.{name}" for name in "applications oracles tuners".split())],
    tests=Tests(
        source="https://github.com/keras-team/keras-tuner.git@v1.4.7",
        paths=[
            "keras_tuner/engine",
            "keras_tuner/tuners",
            "keras_tuner/distribute",
            "keras_tuner/integration_tests",
            "keras_tuner/applications/augment_test.py",
            "keras_tuner/utils_test.py",
        ],
        skip={
            "keras_tuner/integration_tests/end_to_end_test.py*": "needs the network",
        },
        packages=[
            "portpicker==1.6.0",
            "psutil==5.9.8",
            "pandas==2.1.4",
            "python-dateutil==2.9.0.post0",
            "pytz==2024.1",
            "tzdata==2024.1",
            "six==1.16.0",
        ],
    ),
)
