"""`tensorflow.examples.tutorials.mnist`: handwritten digits in batches."""

from tfshim.compat.v1.examples.tutorials.mnist import input_data, mnist

__all__ = ["input_data", "mnist"]
