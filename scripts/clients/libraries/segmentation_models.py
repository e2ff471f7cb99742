"""Networks that segment pictures, on trained backbones."""

from clients.client import Client

CLIENT = Client(
    name="segmentation_models",
    packages=["segmentation-models==1.0.1"],
    dependencies=[
        "keras-applications==1.0.8",
        "image-classifiers==1.0.0",
        "efficientnet==1.0.0",
        "numpy==1.26.4",
        "scipy==1.11.4",
        "scikit-image==0.22.0",
        "networkx==3.2.1",
        "lazy_loader==0.4",
        "packaging==24.2",
        "pillow==10.4.0",
        "imageio==2.33.1",
        "tifffile==2023.12.9",
        "six==1.16.0",
    ],
    imports=["segmentation_models", "efficientnet.tfkeras", "classification_models.tfkeras"],
    environment={"SM_FRAMEWORK": "tf.keras"},
    untested="its distribution has no tests",
)
