"""`tf.contrib.learn.datasets`: tables from files, and MNIST."""

from tfshim.compat.v1.examples.tutorials.mnist import input_data as mnist
from tfshim.contrib.learn.datasets import base

__all__ = ["DATASETS", "base", "load_dataset", "mnist"]


def _load_mnist(train_dir="MNIST-data"):
    return mnist.read_data_sets(train_dir)


DATASETS = {"mnist": _load_mnist}


def load_dataset(name, size="small", test_with_fake_data=False):
    """The data set `name`, of which there is "mnist", from the folder MNIST-data. Raises ValueError for other names."""
    if name not in DATASETS:
        raise ValueError(f"Name of dataset is not found: {name}; scikit-learn and tf.keras.datasets have others.")
    # TensorFlow's `size` and `test_with_fake_data` are for a data set of texts, which is not here.
    return DATASETS[name]()
