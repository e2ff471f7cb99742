"""Saved models by address, and as layers."""

from clients.client import Client, Tests

CLIENT = Client(
    name="tensorflow_hub",
    # the first without TensorFlow 1, whose estimators earlier ones import
    packages=["tensorflow-hub==0.16.1"],
    # It asks pkg_resources for TensorFlow's version. Of tf-keras, which it requires, it makes no use beside TensorFlow 2.15.
    dependencies=["setuptools==69.5.1", "numpy==1.26.4", "absl-py==2.1.0", "six==1.16.0"],
    imports=["tensorflow_hub", "tensorflow_hub.keras_layer", "tensorflow_hub.module_v2", "tensorflow_hub.resolver"],
    environment={"TFHUB_DOWNLOAD_PROGRESS": ""},
    tests=Tests(
        source="https://github.com/tensorflow/hub.git@v0.16.1",
        paths=[
            f"tensorflow_hub/{name}_test.py"
            for name in """keras_layer module_v2 resolver compressed_module_resolver uncompressed_module_resolver file_utils registry
            tf_utils feature_column_v2""".split()
        ],
        import_mode="importlib",
    ),
)
