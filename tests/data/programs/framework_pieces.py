"""What tensors, graphs, sessions, functions and their types do at their edges."""

import numpy as np

v1 = tf.compat.v1


def _tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e).split("\n")[0]


class _Interface:
    """An array of another library, as images of Pillow are: what NumPy reads it by is all that it has."""

    def __init__(self, array):
        self.array = array

    @property
    def __array_interface__(self):
        return self.array.__array_interface__

    def __repr__(self):
        return "an array"


def _of_interface():
    pixels = _Interface(np.arange(12, dtype=np.uint8).reshape(2, 2, 3))
    return [
        _tried(f)
        for f in (
            lambda: tf.constant(pixels).shape,
            lambda: tf.convert_to_tensor(pixels).dtype,
            lambda: tf.constant(pixels, tf.float32).dtype,
            lambda: tf.cast(pixels, tf.float32).shape,
            lambda: tf.image.resize(pixels, [4, 4]).shape,
            lambda: tf.stack([pixels, pixels]).shape,
            lambda: (tf.ones([2, 2, 3]) * pixels).dtype,
            lambda: tf.Variable(pixels).shape,
            lambda: tf.make_tensor_proto(pixels).tensor_content,
            lambda: tf.data.Dataset.from_tensor_slices(pixels).element_spec,
        )
    ]


def case_arrays_by_their_interface():
    graph = tf.Graph()
    with graph.as_default(), v1.Session() as session:
        place = v1.placeholder(tf.float32, [2])
        fed = session.run(place, {place: _Interface(np.array([1.0, 2.0]))})
        made = _of_interface()
    traced = []
    tf.function(lambda: traced.append(_of_interface()))()
    return repr((_of_interface(), traced, made, fed))
