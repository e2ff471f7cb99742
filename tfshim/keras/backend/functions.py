"""`K.function`: functions from arrays to the values of tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.keras.models.model import Model
from tfshim.keras.v1.functions import GraphFunction
from tfshim.keras.v1.mode import building

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


@tf_export("keras.backend.function")
def function(
    inputs: TensorLike, outputs: Any, updates: TensorLike | None = None, name: str | None = None, **kwargs: Any
) -> Callable[[Any], Any]:
    """A function from arrays for some Keras tensors of a model to the values of others, as NumPy arrays.

    Mirrors `tf.keras.backend.function`. It shows what a layer within a model gives. In a TF 1 graph inputs are any tensors, and `updates`
    run as well.

    Arguments:
        inputs: a list of Keras tensors.
        outputs: a list of others, or one.
        updates: operations or pairs (variable, new value), in TF 1 graphs alone; None.
        name: a name; None.

    Returns:
        A function of a list of arrays, which gives a list of arrays, or one.

    Raises:
        ValueError: updates, or arguments of sessions, outside of TF 1 graphs.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1, kernel_initializer="ones"), tf.keras.layers.ReLU()])
        >>> before = tf.keras.backend.function([model.input], [model.layers[0].output])
        >>> before([np.array([[-1.0, -2.0]])])[0].tolist()
        [[-3.0]]
    """
    if building() is not None:
        return GraphFunction(inputs, outputs, updates, name, **kwargs)
    if kwargs:
        raise ValueError(f"Session keyword arguments are not supported during eager execution. You passed: {kwargs}")
    if updates:
        raise ValueError(f"`updates` argument is not supported during eager execution. You passed: {updates}")
    model = Model(inputs=inputs, outputs=outputs, name=name)
    # A model of one output gives it by itself: who gave a list of one gets one back.
    wrap = isinstance(outputs, list) and len(outputs) == 1

    def run(model_inputs):
        found = model(model_inputs)
        found = [found] if wrap else found
        return nest.map_structure(lambda x: x.numpy() if isinstance(x, Tensor) else x, found)  # ragged ones stay

    return run
