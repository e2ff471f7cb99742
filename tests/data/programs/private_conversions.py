"""Conversions to tensors, and versions, as libraries read them from TensorFlow's private modules."""

from tensorflow.python.framework import ops, tensor_conversion, versions


def told(f):
    try:
        return repr(f())
    except Exception as e:
        return type(e).__name__


def case_conversions():
    made = []
    for f in (ops.convert_to_tensor, tensor_conversion.convert_to_tensor_v1, tensor_conversion.convert_to_tensor_v2):
        made += [
            told(lambda f=f, options=options: f(1, **options))
            for options in ({}, {"dtype": tf.float64}, {"preferred_dtype": tf.float32}, {"dtype_hint": tf.float32}, {"preferred_dtype": tf.string})
        ]
    made.append(told(lambda: ops.convert_to_tensor(1, tf.float32, "name")))
    return "\n".join(made)


def case_versions():
    return repr([versions.__version__ == versions.VERSION, versions.__git_version__ == versions.GIT_VERSION])
