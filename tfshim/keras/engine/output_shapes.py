"""What a layer says of its outputs without being called on values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.graphs.func_graph import trace
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.typespec import TensorSpec

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType
    from tfshim.keras.annotations import Shapes


class HasOutputShapes:
    """The part of a layer that tells the shapes of its outputs."""

    if TYPE_CHECKING:  # of the layer
        _compute: DType

        def __call__(self, *args: Any) -> Any: ...

    def compute_output_signature(self, input_signature: Any) -> Any:
        """The shape and dtype of the output for those of an input. Mirrors `tf.keras.layers.Layer.compute_output_signature`.

        Arguments:
            input_signature: a `tf.TensorSpec`, or a structure of them.

        Returns:
            A `tf.TensorSpec`, or a structure of them: the shape that `compute_output_shape` gives, and the layer's `compute_dtype`.

        Raises:
            TypeError: one of them is no TensorSpec.

        Nothing is computed. The dtype is that of the layer, whatever the dtype of the input, since layers cast floats to theirs.

        Example:
            >>> tf.keras.layers.Dense(2).compute_output_signature(tf.TensorSpec([None, 3], tf.float32))
            TensorSpec(shape=(None, 2), dtype=tf.float32, name=None)
        """
        for spec in nest.flatten(input_signature):
            if not isinstance(spec, TensorSpec):
                raise TypeError(f"Only TensorSpec signature types are supported. Received: {spec}.")
        shape = self.compute_output_shape(nest.map_structure(lambda s: s.shape, input_signature))
        if isinstance(shape, (list, tuple)) and all(size is None or isinstance(size, int) for size in shape):
            shape = TensorShape(shape)
        return nest.map_structure(lambda s: TensorSpec(s, self._compute), shape)

    def compute_output_shape(self, input_shape: Shapes) -> Shapes:
        """The shape of the output for inputs of a shape, without computing any values.

        Mirrors `tf.keras.layers.Layer.compute_output_shape`. Layers of Keras know it from their arguments; for others `call` runs on shapes
        alone, and the weights are made if they are not there yet. None stands for sizes that are not known.

        Arguments:
            input_shape: a tuple or `tf.TensorShape` with the batch, or a structure of them for several inputs.

        Returns:
            A `tf.TensorShape`, or a structure of them.

        Raises:
            NotImplementedError or ValueError: the layer cannot take such inputs.

        Example:
            >>> tf.keras.layers.Conv2D(8, 3, padding="same").compute_output_shape((None, 32, 32, 3))
            TensorShape([None, 32, 32, 8])
        """
        shapes = as_shapes(input_shape)

        def run(*inputs):
            return self(nest.pack_sequence_as(shapes, list(inputs)))

        try:
            graph = trace("shapes", run, [(self._compute, s) for s in nest.flatten(shapes)])
        except TypeError as e:
            raise NotImplementedError(
                "We could not automatically infer the static shape of the layer's output. Please implement the "
                f"`compute_output_shape` method on your layer ({type(self).__name__})."
            ) from e
        return nest.map_structure(lambda x: x.shape, graph.structured_outputs)


def as_shapes(shapes: Shapes) -> Any:
    """`shapes`, one or a structure of them, as TensorShapes."""
    if isinstance(shapes, dict):
        return {k: as_shapes(s) for k, s in shapes.items()}
    if isinstance(shapes, (list, tuple)) and any(isinstance(s, (list, tuple, dict, TensorShape)) for s in shapes):
        return [as_shapes(s) for s in shapes] if isinstance(shapes, list) else tuple(as_shapes(s) for s in shapes)
    return TensorShape(shapes)
