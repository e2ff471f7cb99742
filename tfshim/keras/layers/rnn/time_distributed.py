"""`TimeDistributed`: the same layer at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers.rnn.cell_steps import takes
from tfshim.keras.layers.rnn.loop import rnn
from tfshim.keras.layers.wrapper import Wrapper
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, BoolLike, TensorLike
    from tfshim.keras.annotations import Shapes


def _sizes(x, first):
    """The sizes of a tensor from axis `first` on: integers where known, else scalar tensors."""
    sizes = x.shape.as_list()[first:]
    if None not in sizes:
        return sizes
    known = array_ops.shape(x)
    return [known[first + i] if d is None else d for i, d in enumerate(sizes)]


def _steps(x):
    return x.shape[1] if x.shape[1] is not None else array_ops.shape(x)[1]


def _reshaped(x, sizes):
    return array_ops.reshape(x, list(sizes))


def _of_keras(cls):
    """Whether a class of layers is Keras' own or made of one that does more than `Layer`."""
    return any(c is not Layer and c.__module__.startswith("keras.src.") for c in cls.__mro__)


def _without_time(x):
    return _reshaped(x, [-1, *_sizes(x, 2)])


@tf_export("keras.layers.TimeDistributed")
class TimeDistributed(Wrapper):
    """Applies a layer to each step of sequences, with the same weights for all.

    Mirrors `tf.keras.layers.TimeDistributed`. Inputs [batch, steps, ...] are taken as [batch * steps, ...], so that the layer sees steps as
    examples: a convolution over each picture of a film, for instance. `Dense` needs no wrapping, since it goes along the last axis anyway.
    Masks pass through; ragged inputs are taken.

    Arguments:
        layer: a layer or a model.
        **kwargs: those of `Layer`: `name`, `input_shape` (without the batch, with the steps).

    Returns:
        When called, [batch, steps, ...] with what the layer gives for each step.

    Raises:
        ValueError: what is no layer, or inputs of a rank below 3.

    Example:
        >>> layer = tf.keras.layers.TimeDistributed(tf.keras.layers.Conv2D(4, 3))
        >>> layer(tf.ones([2, 5, 8, 8, 1])).shape
        TensorShape([2, 5, 6, 6, 4])
        >>> layer.layer.kernel.shape
        TensorShape([3, 3, 1, 4])
    """

    __module__ = "keras.src.layers.rnn.time_distributed"

    def __init__(self, layer: Layer, **kwargs: Any) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `TimeDistributed` layer with a `tf.keras.layers.Layer` instance. Received: {layer}")
        super().__init__(layer, **kwargs)
        self.supports_masking = True
        # Layers and models of Keras, and classes made of them, treat each example alone, so that steps may pass as examples; those that
        # users write from nothing may not.
        self.__dict__["_always_use_reshape"] = _of_keras(type(layer)) and not getattr(layer, "stateful", False)

    def build(self, input_shape: Shapes) -> None:  # type: ignore[override]  # as in Keras
        shapes = nest.map_structure(TensorShape, input_shape) if not isinstance(input_shape, TensorShape) else input_shape
        flat = nest.flatten(shapes)
        if any(s.rank < 3 for s in flat):
            raise ValueError(
                f"`TimeDistributed` Layer should be passed an `input_shape ` with at least 3 dimensions, received: {input_shape}"
            )
        self.input_spec = nest.map_structure(lambda s: InputSpec(shape=[None, None, *s.as_list()[2:]]), shapes)
        super().build(nest.map_structure(_drop_time, shapes))

    def compute_output_shape(self, input_shape: Shapes) -> Shapes:
        shapes = (
            [TensorShape(s) for s in input_shape]
            if isinstance(input_shape, list) and input_shape and isinstance(input_shape[0], (list, tuple, TensorShape))
            else TensorShape(input_shape)
        )
        inner = self.layer.compute_output_shape(nest.map_structure(_drop_time, shapes))
        if isinstance(inner, (list, tuple)) and all(size is None or isinstance(size, int) for size in inner):
            inner = TensorShape(inner)
        steps = nest.flatten(shapes)[0][1]
        return nest.map_structure(lambda s: TensorShape([s[0], steps, *s.as_list()[1:]]), inner)

    def call(self, inputs: TensorLike, training: BoolLike | None = None, mask: TensorLike | None = None) -> Any:
        given = {"training": training} if takes(self.layer.call, "training") else {}
        flat = nest.flatten(inputs)
        ragged = [isinstance(x, RaggedTensor) for x in flat]
        batch = flat[0].shape[0]
        if batch and not self._always_use_reshape:
            lengths = None
            if any(ragged):
                lengths = array_ops.cast(flat[0].row_lengths(), "int32")
                inputs = nest.map_structure(lambda x: x.to_tensor(), inputs)
            _, outputs, _ = rnn(lambda x, _: (self.layer(x, **given), []), inputs, [], input_length=lengths, mask=mask)
            if lengths is None:
                return outputs
            return nest.map_structure(lambda y: RaggedTensor.from_tensor(y, lengths=lengths), outputs)
        if all(ragged):
            y = self.layer(nest.map_structure(lambda x: x.values, inputs), **given)
            return nest.map_structure(lambda v: RaggedTensor.from_row_lengths(v, flat[0].row_lengths()), y)
        if any(ragged):
            raise ValueError(f"All inputs has to be either ragged or not, but not mixed. Received: {inputs}")
        if mask is not None and takes(self.layer.call, "mask"):
            given["mask"] = _without_time(mask)
        steps = _steps(flat[0])
        y = self.layer(nest.map_structure(_without_time, inputs), **given)
        return nest.map_structure(lambda o: _reshaped(o, [batch if batch else -1, steps, *_sizes(o, 1)]), y)

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor | None:
        flat = nest.flatten(inputs)
        batch = flat[0].shape[0]
        if batch and not self._always_use_reshape or any(isinstance(x, RaggedTensor) for x in flat):
            return mask
        output_mask = self.layer.compute_mask(nest.map_structure(_without_time, inputs), None if mask is None else _without_time(mask))
        if output_mask is not None:
            return _reshaped(output_mask, [batch if batch else -1, _steps(flat[0]), *_sizes(output_mask, 1)])
        # The mask has axes of the features, too: a step counts if any of it does.
        if mask is not None and mask.shape.rank > 2:
            mask = math.reduce_any(mask, axis=list(range(2, mask.shape.rank)))
        return mask


def _drop_time(shape):
    sizes = shape.as_list()
    return TensorShape([sizes[0], *sizes[2:]])
