"""Where networks look."""

from clients.client import Client

CLIENT = Client(
    name="tf_keras_vis",
    packages=["tf-keras-vis==0.8.7"],
    dependencies=[
        "numpy==1.26.4",
        "scipy==1.11.4",
        "pillow==10.2.0",
        "deprecated==1.2.14",
        "imageio==2.33.1",
        "packaging==24.2",
        "wrapt==1.14.1",
    ],
    imports=[
        "tf_keras_vis",
        "tf_keras_vis.saliency",
        "tf_keras_vis.gradcam",
        "tf_keras_vis.scorecam",
        "tf_keras_vis.activation_maximization",
    ],
    untested="its program alone is compared so far",
)
