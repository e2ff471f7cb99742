"""Layers that make one tensor of several; as functions they are in `merging_functions`."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.backend.keras_tensors import concatenate
from tfshim.keras.backend.products import batch_dot
from tfshim.keras.backend.values import axis_of_joined
from tfshim.keras.engine.base_layer import Layer
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.keras.annotations import Axes, Shapes


def _tuples(shapes):
    """`shapes`, one or a list of them or of such lists, as tuples; an unknown rank is None."""
    if isinstance(shapes, dict):
        return {k: _tuples(s) for k, s in shapes.items()}
    if isinstance(shapes, TensorShape) or not isinstance(shapes, (list, tuple)) or all(d is None or isinstance(d, int) for d in shapes):
        shape = TensorShape(shapes)
        return None if shape.rank is None else tuple(shape.as_list())
    if any(s is None for s in shapes):  # of an input that is no tensor
        raise ValueError("as_list() is not defined on an unknown TensorShape.")
    return [_tuples(s) for s in shapes]


def _is_list(shapes):
    """Whether these are shapes of a list of tensors, judged by the first. Of what has none, Python says so, as in Keras."""
    return not isinstance(shapes[0], (int, list)) and isinstance(shapes, list)


def _checked_masks(inputs, mask):
    """`mask`, a list like `inputs`; None where there is nothing to mask. Raises ValueError for other forms."""
    if mask is None:
        return None
    for name, value in (("mask", mask), ("inputs", inputs)):
        if not isinstance(value, (tuple, list)):
            raise ValueError(f"`{name}` should be a list. Received: {name}={value}")
    if len(mask) != len(inputs):
        raise ValueError(
            "The lists `inputs` and `mask` should have the same length. "
            f"Received: inputs={inputs} of length {len(inputs)}, and mask={mask} of length {len(mask)}"
        )
    return None if all(m is None for m in mask) else mask


def _of_one_rank(inputs):
    """`inputs` with as many axes of size 1 behind the batch as they have less than others, which shows when the graph runs."""
    shapes = [array_ops.shape(x) for x in inputs]
    ranks = [array_ops.size(shape) for shape in shapes]
    most = functools.reduce(math.maximum, ranks)
    return [
        array_ops.reshape(x, array_ops.concat([shape[:1], array_ops.ones([most - rank], "int32"), shape[1:]], 0))
        for x, shape, rank in zip(inputs, shapes, ranks)
    ]


class _Merge(Layer):
    """Elementwise on inputs whose shapes broadcast, the batch apart."""

    _exactly_two = False
    _reshape_required = True  # whether the inputs that it was built for differ in their ranks, or a rank was not known

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True

    def _merge_function(self, inputs):
        raise NotImplementedError

    def _together(self, one, other):
        """The shape that two shapes without batch broadcast to."""
        if one is None or other is None:
            return None
        if len(one) < len(other):
            one, other = other, one
        if not other:
            return one
        result = list(one[: -len(other)])
        for i, j in zip(one[-len(other) :], other):
            if i is None or j is None:
                result.append(None)
            elif i != 1 and j != 1 and i != j:
                raise ValueError(f"Inputs have incompatible shapes. Received shapes {one} and {other}")
            else:
                result.append(j if i == 1 else i)
        return tuple(result)

    def build(self, input_shape: Shapes) -> None:
        shapes = _tuples(input_shape)
        if not _is_list(shapes):
            raise ValueError(f"A merge layer should be called on a list of inputs. Received: input_shape={shapes} (not a list of shapes)")
        if self._exactly_two and len(shapes) != 2:
            raise ValueError(f"A `{type(self).__name__}` layer should be called on exactly 2 inputs. Received: input_shape={shapes}")
        if len({s[0] for s in shapes if s} - {None}) > 1:
            raise ValueError(f"Cannot merge tensors with different batch sizes. Got tensors with shapes {shapes}")
        functools.reduce(self._together, [s if s is None else s[1:] for s in shapes])
        self.__dict__["_reshape_required"] = None in shapes or len({len(s) for s in shapes}) > 1
        self.built = True

    def call(self, inputs: Sequence[TensorLike]) -> AnyTensor:
        if not isinstance(inputs, (list, tuple)):
            raise ValueError(f"A merge layer should be called on a list of inputs. Received: inputs={inputs} (not a list of tensors)")
        if not self._reshape_required:  # built for inputs of one rank: others broadcast as they are, as in Keras
            return self._merge_function(list(inputs))
        ranks = [x.shape.rank for x in inputs]
        # Missing axes go behind the batch, as in Keras.
        if None in ranks:
            inputs = _of_one_rank(inputs)
        elif len(set(ranks)) > 1:
            most = max(ranks)
            inputs = [functools.reduce(lambda y, _: array_ops.expand_dims(y, 1), range(most - r), x) for x, r in zip(inputs, ranks)]
        return self._merge_function(list(inputs))

    def compute_output_shape(self, input_shape: Shapes) -> TensorShape:
        shapes = _tuples(input_shape)
        rest = functools.reduce(self._together, [s if s is None else s[1:] for s in shapes])
        batches = {s[0] for s in shapes if s is not None} - {None}
        return TensorShape(None) if rest is None else TensorShape([batches.pop() if len(batches) == 1 else None, *rest])

    def compute_mask(self, inputs: Sequence[TensorLike], mask: Sequence[TensorLike | None] | None = None) -> AnyTensor | None:
        masks = _checked_masks(inputs, mask)
        return None if masks is None else functools.reduce(math.logical_and, [array_ops.cast(m, "bool") for m in masks if m is not None])


@tf_export("keras.layers.Add")
class Add(_Merge):
    """The sum of several inputs, element by element.

    Mirrors `tf.keras.layers.Add`. The usual way to close a residual connection. Called on a list of tensors of one dtype whose shapes are
    the same or broadcast to each other behind the batch; lower ranks get axes of size 1 behind the batch. There are no weights, and masks
    are joined: a step counts where all inputs have it.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called, a tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.Add()([tf.constant([[1.0, 2.0]]), tf.constant([[10.0, 20.0]]), tf.constant([[0.5, 0.5]])]).numpy().tolist()
        [[11.5, 22.5]]
    """

    __module__ = "keras.src.layers.merging.add"

    def _merge_function(self, inputs):
        return functools.reduce(lambda a, b: a + b, inputs)


@tf_export("keras.layers.Subtract")
class Subtract(_Merge):
    """The first of two inputs less the second, element by element.

    Mirrors `tf.keras.layers.Subtract`. Called on a list of exactly two tensors of one dtype whose shapes are the same or broadcast to each
    other behind the batch; the lower rank gets axes of size 1 behind the batch. There are no weights.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called, a tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: anything but two inputs in a list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.Subtract()([tf.constant([[5.0, 7.0]]), tf.constant([[1.0, 10.0]])]).numpy().tolist()
        [[4.0, -3.0]]
    """

    __module__ = "keras.src.layers.merging.subtract"
    _exactly_two = True

    def _merge_function(self, inputs):
        if len(inputs) != 2:
            raise ValueError(f"A `Subtract` layer should be called on exactly 2 inputs. Received: inputs={inputs}")
        return inputs[0] - inputs[1]


@tf_export("keras.layers.Multiply")
class Multiply(_Merge):
    """The product of several inputs, element by element.

    Mirrors `tf.keras.layers.Multiply`; gates and attention over channels are made with it. Called on a list of tensors of one dtype whose
    shapes are the same or broadcast to each other behind the batch; lower ranks get axes of size 1 behind the batch. There are no weights.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called, a tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> x, gate = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [0.5]])
        >>> tf.keras.layers.Multiply()([x, gate]).numpy().tolist()
        [[1.0, 2.0], [1.5, 2.0]]
    """

    __module__ = "keras.src.layers.merging.multiply"

    def _merge_function(self, inputs):
        return functools.reduce(lambda a, b: a * b, inputs)


@tf_export("keras.layers.Average")
class Average(_Merge):
    """The mean of several inputs, element by element.

    Mirrors `tf.keras.layers.Average`; it joins the outputs of several models. Called on a list of tensors of one dtype whose shapes are the
    same or broadcast to each other behind the batch; lower ranks get axes of size 1 behind the batch. All inputs weigh the same. There are
    no weights.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called, a tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.Average()([tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 8.0]])]).numpy().tolist()
        [[2.0, 5.0]]
    """

    __module__ = "keras.src.layers.merging.average"

    def _merge_function(self, inputs):
        return functools.reduce(lambda a, b: a + b, inputs) / len(inputs)


@tf_export("keras.layers.Maximum")
class Maximum(_Merge):
    """The greatest of several inputs at each place.

    Mirrors `tf.keras.layers.Maximum`. Called on a list of tensors of one dtype whose shapes are the same or broadcast to each other behind
    the batch; lower ranks get axes of size 1 behind the batch. The gradient goes to the input that is greatest. There are no weights.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called, a tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.Maximum()([tf.constant([[1.0, 8.0]]), tf.constant([[3.0, 2.0]])]).numpy().tolist()
        [[3.0, 8.0]]
    """

    __module__ = "keras.src.layers.merging.maximum"

    def _merge_function(self, inputs):
        return functools.reduce(math.maximum, inputs)


@tf_export("keras.layers.Minimum")
class Minimum(_Merge):
    """The least of several inputs at each place.

    Mirrors `tf.keras.layers.Minimum`. Called on a list of tensors of one dtype whose shapes are the same or broadcast to each other behind
    the batch; lower ranks get axes of size 1 behind the batch. The gradient goes to the input that is least. There are no weights.

    Arguments:
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called, a tensor of the shape that the inputs broadcast to.

    Raises:
        ValueError: inputs that are no list, or shapes or batch sizes that do not go together.

    Example:
        >>> tf.keras.layers.Minimum()([tf.constant([[1.0, 8.0]]), tf.constant([[3.0, 2.0]])]).numpy().tolist()
        [[1.0, 2.0]]
    """

    __module__ = "keras.src.layers.merging.minimum"

    def _merge_function(self, inputs):
        return functools.reduce(math.minimum, inputs)


@tf_export("keras.layers.Concatenate")
class Concatenate(_Merge):
    """The inputs one after the other along an axis.

    Mirrors `tf.keras.layers.Concatenate`. Called on a list of tensors of one dtype and rank, whose sizes agree but along the axis. There
    are no weights; masks are joined in the same way. If all are sparse, so is the result; beside others sparse ones become dense.

    Arguments:
        axis: the axis, counted with the batch as 0; -1 (the last) by default.
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called, a tensor whose size along `axis` is the sum of those of the inputs.

    Raises:
        ValueError: inputs that are no list, or sizes that differ along another axis.

    Example:
        >>> a, b = tf.constant([[1.0, 2.0]]), tf.constant([[3.0]])
        >>> tf.keras.layers.Concatenate()([a, b]).numpy().tolist()
        [[1.0, 2.0, 3.0]]
        >>> tf.keras.layers.Concatenate(axis=1)([tf.ones([2, 3, 4]), tf.ones([2, 5, 4])]).shape
        TensorShape([2, 8, 4])
    """

    __module__ = "keras.src.layers.merging.concatenate"

    def __init__(self, axis: int = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axis

    def build(self, input_shape: Shapes) -> None:
        shapes = _tuples(input_shape)
        if len(shapes) < 1 or not _is_list(shapes):
            raise ValueError(f"A `Concatenate` layer should be called on a list of at least 1 input. Received: input_shape={shapes}")
        self.built = True
        if any(s is None for s in shapes):
            return
        others = []
        for shape in shapes:
            rest = list(shape)
            del rest[self.axis]
            others.append(rest)
        if len({len(r) for r in others}) != 1 or any(len(set(sizes) - {None}) > 1 for sizes in zip(*others)):
            raise ValueError(
                "A `Concatenate` layer requires inputs with matching shapes except for the concatenation axis. "
                f"Received: input_shape={shapes}"
            )

    def call(self, inputs: Sequence[TensorLike]) -> AnyTensor:
        if not isinstance(inputs, (list, tuple)):
            raise ValueError(f"A merge layer should be called on a list of inputs. Received: inputs={inputs} (not a list of tensors)")
        return concatenate(list(inputs), self.axis)

    def compute_output_shape(self, input_shape: Shapes) -> TensorShape:
        shapes = _tuples(input_shape)
        if not _is_list(shapes):
            raise ValueError(f"A `Concatenate` layer should be called on a list of inputs. Received: input_shape={shapes}")
        result = list(shapes[0])
        along = [s[self.axis] for s in shapes]
        result[self.axis] = None if None in along else sum(along)
        return TensorShape(result)

    def compute_mask(self, inputs: Sequence[TensorLike], mask: Sequence[TensorLike | None] | None = None) -> AnyTensor | None:
        masks = _checked_masks(inputs, mask)
        if masks is None:
            return None
        full = []
        for x, m in zip(inputs, masks):
            if m is None:
                m = array_ops.ones_like(x, dtype="bool")
            elif m.shape.rank < x.shape.rank:
                m = array_ops.expand_dims(m, -1)
            full.append(m)
        return math.reduce_all(array_ops.concat([array_ops.cast(m, "bool") for m in full], axis_of_joined(self.axis, full[0])), axis=-1)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis}


@tf_export("keras.layers.Dot")
class Dot(_Merge):
    """The product of two inputs, example by example, along an axis of each.

    Mirrors `tf.keras.layers.Dot`. Two matrices [batch, n] give [batch, 1]; [batch, i, n] and [batch, j, n] along their last axes give
    [batch, i, j], as scores of attention are. No weights.

    Arguments:
        axes: an axis of both inputs, or two: one of each; counted with the batch as 0, negative ones from the end.
        normalize: whether the inputs are brought to length 1 along these axes before, so that the products are cosines; False by default.
        **kwargs: those of `Layer`: `name`, `dtype`.

    Returns:
        When called on a list of two tensors, their other axes one after the other.

    Raises:
        ValueError: anything but two inputs, or other sizes along the axes. TypeError: `axes` that are neither an integer nor a list.

    Example:
        >>> a, b = tf.constant([[1.0, 2.0]]), tf.constant([[3.0, 4.0]])
        >>> tf.keras.layers.Dot(axes=1)([a, b]).numpy().tolist()
        [[11.0]]
        >>> tf.keras.layers.Dot(axes=2)([tf.ones([2, 3, 5]), tf.ones([2, 4, 5])]).shape
        TensorShape([2, 3, 4])
    """

    __module__ = "keras.src.layers.merging.dot"

    def __init__(self, axes: Axes, normalize: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(axes, int):
            if not isinstance(axes, (list, tuple)):
                raise TypeError(f"Invalid type for argument `axes`: it should be a list or an int. Received: axes={axes}")
            if len(axes) != 2:
                raise ValueError(f"Invalid format for argument `axes`: it should contain two elements. Received: axes={axes}")
            if not all(isinstance(a, int) for a in axes):
                raise ValueError(f"Invalid format for argument `axes`: list elements should be integers. Received: axes={axes}")
        self.axes, self.normalize = axes, normalize

    def _places(self, ranks):
        if isinstance(self.axes, int):
            return [self.axes % r if self.axes < 0 else self.axes for r in ranks]
        return [a % r if a < 0 else a for a, r in zip(self.axes, ranks)]

    def build(self, input_shape: Shapes) -> None:
        shapes = _tuples(input_shape)
        if not _is_list(shapes) or len(shapes) != 2:
            raise ValueError(f"A `Dot` layer should be called on a list of 2 inputs. Received: input_shape={shapes}")
        self.built = True
        if None in shapes:
            return
        axes = self._places([len(s) for s in shapes])
        sizes = [s[a] for s, a in zip(shapes, axes)]
        if sizes[0] != sizes[1]:
            raise ValueError(
                f"Incompatible input shapes: axis values {sizes[0]} (at axis {axes[0]}) != {sizes[1]} (at axis {axes[1]}). "
                f"Full input shapes: {shapes[0]}, {shapes[1]}"
            )

    def call(self, inputs: Sequence[TensorLike]) -> AnyTensor:
        if not isinstance(inputs, (list, tuple)):
            raise ValueError(f"A merge layer should be called on a list of inputs. Received: inputs={inputs} (not a list of tensors)")
        if len(inputs) != 2:
            raise ValueError(f"A `Dot` layer should be called on exactly 2 inputs. Received: inputs={inputs}")
        if any(isinstance(x, RaggedTensor) for x in inputs):
            raise ValueError(
                f"Layer {self.name} does not support RaggedTensors as input. Inputs received: {inputs}. "
                "You can try converting your input to a dense (uniform) tensor."
            )
        axes = self._places([x.shape.rank for x in inputs])
        if self.normalize:
            inputs = [math.l2_normalize(x, axis=a) for x, a in zip(inputs, axes)]
        return batch_dot(*inputs, axes)

    def compute_output_shape(self, input_shape: Shapes) -> TensorShape:
        shapes = _tuples(input_shape)
        if not _is_list(shapes) or len(shapes) != 2:
            raise ValueError(f"A `Dot` layer should be called on a list of 2 inputs. Received: input_shape={shapes}")
        axes = self._places([len(s) for s in shapes])
        kept = [d for i, d in enumerate(shapes[0]) if i != axes[0]] + [d for i, d in enumerate(shapes[1]) if i not in (0, axes[1])]
        return TensorShape(kept if len(kept) > 1 else [*kept, 1])

    def compute_mask(self, inputs: Sequence[TensorLike], mask: Sequence[TensorLike | None] | None = None) -> AnyTensor | None:
        return None

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axes": self.axes, "normalize": self.normalize}
