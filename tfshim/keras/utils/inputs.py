"""`tf.keras.Input`."""

from tfshim.engine.shapes import TensorShape
from tfshim.keras import _naming, backend
from tfshim.keras.layers.base_layer import SymbolicInput


def Input(shape=None, batch_size=None, name=None, dtype=None, sparse=None, tensor=None, ragged=None, type_spec=None,  # noqa: N802
          batch_input_shape=None):
    """The shape and dtype of a model's input, to be given to a Sequential; mirrors `tf.keras.Input`.

    `shape` is without the batch. Other models cannot be made from it yet (NotImplementedError).
    """
    for given, value in (("sparse", sparse), ("tensor", tensor), ("ragged", ragged), ("type_spec", type_spec)):
        if value:
            raise NotImplementedError(f"tf.keras.Input: `{given}` is not supported; give shape and dtype.")
    if shape is None and batch_input_shape is None:
        raise ValueError("Please provide to Input a `shape` or a `batch_input_shape`.")
    if batch_input_shape is None:
        batch_input_shape = (batch_size, *TensorShape(shape).as_list())
    return SymbolicInput(batch_input_shape, dtype or backend.floatx(), name or f"input_{_naming.uid('input')}")
