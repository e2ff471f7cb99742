"""What each input contributes to a model's output."""

from clients.client import Client

CLIENT = Client(
    name="shap",
    packages=["shap==0.44.1"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "scikit-learn==1.3.2",
        "joblib==1.3.2",
        "threadpoolctl==3.2.0",
        "pandas==2.1.4",
        "python-dateutil==2.9.0.post0",
        "pytz==2024.1",
        "tzdata==2024.1",
        "six==1.16.0",
        "tqdm==4.67.1",
        "packaging==24.2",
        "slicer==0.0.7",
        "numba==0.60.0",
        "llvmlite==0.43.0",
        "cloudpickle==3.0.0",
    ],
    imports=["shap"],
    untested="its program alone is compared so far",
)
