"""`tf.contrib.learn.datasets`: tables from files, and MNIST."""

from tfshim.compat.v1.examples.tutorials.mnist import input_data as mnist
from tfshim.contrib.learn.datasets import base

__all__ = ["base", "mnist"]
