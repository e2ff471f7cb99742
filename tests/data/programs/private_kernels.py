"""The exact kernels beside Keras' random features, which libraries compare their own with."""

import numpy as np
import tensorflow as tf
from keras.src.utils import kernelized_utils
from tensorflow.python.keras.utils.kernelized_utils import inner_product

X = tf.constant(np.linspace(-1.0, 2.0, 12).reshape(4, 3))
Y = tf.constant(np.linspace(0.5, 1.0, 6).reshape(2, 3))
KERNELS = [kernelized_utils.exact_gaussian_kernel, kernelized_utils.exact_laplacian_kernel]


def _rounded(tensor):
    return tensor.numpy().round(6).tolist()


def case_values():
    rows = [_rounded(f(a, b, 1.5)) for f in KERNELS for a, b in [(X, Y), (X[0], Y), (X[1], Y[1])]]
    return [*rows, _rounded(inner_product(X, Y)), _rounded(kernelized_utils.inner_product(X[0], Y[0]))]


def case_errors():
    found = []
    for f, args in [(KERNELS[0], (X, Y[:, :2], 1.0)), (KERNELS[1], (X[None], Y, 1.0)), (kernelized_utils.inner_product, (X, Y[None]))]:
        try:
            f(*args)
        except ValueError as error:
            found.append(str(error))
    return found
