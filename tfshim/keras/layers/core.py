"""Dense, Activation, Flatten, Reshape, Embedding and where models begin."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg, math, nn
from tfshim._export import tf_export
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.ops.op import op
from tfshim.engine.ops.products import along_last
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.values.tensor import EagerTensor, Tensor
from tfshim.keras import activations, constraints, initializers, regularizers
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.layers import _arguments
from tfshim.keras.layers._arguments import weight_config
from tfshim.keras.v1.mode import building
from tfshim.linalg import _static_products
from tfshim.linalg._parts_of_products import leaves_out_rows
from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse import sparse_dense_matmul
from tfshim.sparse.conversion import from_dense as sparse_from_dense
from tfshim.sparse.conversion import to_dense as sparse_to_dense
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import ActivationLike, ConstraintLike, InitializerLike, RegularizerLike


@op(
    "MatMul",
    register=False,
    x="T",
    w="T",
    T=dtypes.FLOATS,
    shape_fn=_static_products.along_last,
    shape_fallback=_static_products.partly_along_last,
)
def _product(x, w, name=None):
    """The product along the last axis of `x`."""
    return along_last(x, w)


@op(
    "MatMul",
    register=False,
    x="T",
    w="T",
    b="T",
    T=dtypes.FLOATS,
    shape_fn=_static_products.along_last_with_bias,
    shape_fallback=_static_products.partly_along_last,
)
def _affine(x, w, b, name="BiasAdd"):
    """The product along the last axis of `x`, and a bias."""
    return along_last(x, w, b)


# In TensorFlow's graphs the product is an operation of its own, which reads the weights.
_affine._tfshim_op.reads_within = lambda x, *others: ("MatMul" if x.shape.rank == 2 else "Tensordot",)
leaves_out_rows(_product)
leaves_out_rows(_affine)


@tf_export("keras.layers.Dense")
class Dense(Layer):
    """`activation(inputs @ kernel + bias)` along the last axis: each example times a learnt matrix.

    Mirrors `tf.keras.layers.Dense`. Inputs of any rank from 2 on, [batch, ..., features], give [batch, ..., units]; integers are cast to
    the layer's dtype. A sparse matrix and a ragged tensor with a uniform last axis are taken as well. The weights `kernel`
    [features, units] and `bias` [units] are made by the first call.

    Arguments:
        units: the size of the last axis of the output, an integer.
        activation: a name as "relu", a function, or None (default): nothing.
        use_bias: whether `bias` is added; True by default.
        kernel_initializer, bias_initializer: names, configurations or `Initializer`s; "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: what adds a penalty to `losses`, for weights and output; None.
        kernel_constraint, bias_constraint: functions that are applied to the weights after each update; None.
        **kwargs: those of `Layer`: `name`, `dtype`, `trainable`, `input_shape`.

    Returns:
        When called, a tensor of the layer's compute dtype (float32 unless `dtype` or the policy says otherwise).

    Raises:
        ValueError: negative `units`, or, when called, a last axis of unknown size or another than before.
        TypeError: the layer's dtype is an integer.

    Example:
        >>> layer = tf.keras.layers.Dense(2, activation="relu", kernel_initializer="ones")
        >>> layer(tf.constant([[1.0, 2.0, 3.0], [-1.0, 0.0, 0.5]]))
        <tf.Tensor: shape=(2, 2), dtype=float32, numpy=
        array([[6., 6.],
               [0., 0.]], dtype=float32)>
        >>> [w.shape for w in layer.weights]
        [TensorShape([3, 2]), TensorShape([2])]
    """

    __module__ = "keras.src.layers.core.dense"

    def __init__(
        self,
        units: int,
        activation: ActivationLike = None,
        use_bias: bool = True,
        kernel_initializer: InitializerLike = "glorot_uniform",
        bias_initializer: InitializerLike = "zeros",
        kernel_regularizer: RegularizerLike = None,
        bias_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        kernel_constraint: ConstraintLike = None,
        bias_constraint: ConstraintLike = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self.units = int(units) if not isinstance(units, int) else units
        if self.units < 0:
            raise ValueError(f"Received an invalid value for `units`, expected a positive integer. Received: units={units}")
        self.activation = activations.get(activation)
        self.use_bias = use_bias
        self.kernel_initializer, self.bias_initializer = initializers.get(kernel_initializer), initializers.get(bias_initializer)
        self.kernel_regularizer, self.bias_regularizer = regularizers.get(kernel_regularizer), regularizers.get(bias_regularizer)
        self.kernel_constraint, self.bias_constraint = constraints.get(kernel_constraint), constraints.get(bias_constraint)
        self.input_spec = InputSpec(min_ndim=2)
        self.supports_masking = True

    def build(self, input_shape: ShapeLike) -> None:
        if not (self._dtype.is_floating or self._dtype.is_complex):
            raise TypeError(f"A Dense layer can only be built with a floating-point dtype. Received: dtype={self.dtype}")
        last = TensorShape(input_shape).as_list()[-1]
        if last is None:
            raise ValueError(
                "The last dimension of the inputs to a Dense layer should be defined. Found None. "
                f"Full input shape received: {TensorShape(input_shape)}"
            )
        self.input_spec = InputSpec(min_ndim=2, axes={-1: last})
        self.kernel = self.add_weight(
            "kernel",
            shape=[last, self.units],
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.bias = (
            self.add_weight(
                "bias",
                shape=[self.units],
                initializer=self.bias_initializer,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )
            if self.use_bias
            else None
        )
        self.built = True

    def call(self, inputs: TensorLike) -> AnyTensor:
        if type(inputs) is not EagerTensor and isinstance(inputs, (RaggedTensor, SparseTensor)):
            return self._call_composite(inputs)
        # The cast before a call is of floats alone; a product needs integers, too, in the dtype of the kernel.
        if inputs.dtype is not self._compute:
            inputs = array_ops.cast(inputs, self._compute)
        if type(inputs) is not EagerTensor and (building() is not None or inputs.shape.rank is None) or one_by_one.wanted():
            y = self._in_graph(inputs)
        else:
            y = _product(inputs, self.kernel) if self.bias is None else _affine(inputs, self.kernel, self.bias)
        return y if self.activation is None else self.activation(y)

    def _in_graph(self, inputs):
        """The result before the activation by nodes as TensorFlow has them: programs name them, and graphs are written to files."""
        rank = inputs.shape.rank
        if rank is None:  # a vector is refused when it comes
            y = linalg.matmul(inputs, self.kernel)
        else:
            y = _product(inputs, self.kernel) if rank <= 2 else linalg.tensordot(inputs, self.kernel, [[rank - 1], [0]])
        return y if self.bias is None else nn.bias_add(y, self.bias)

    def _call_composite(self, inputs):
        """The result for ragged inputs with a uniform last axis, or for a sparse matrix."""
        if isinstance(inputs, SparseTensor):
            y = sparse_dense_matmul(array_ops.cast(inputs, self._compute), self.kernel)
            y = y if self.bias is None else y + self.bias
            return y if self.activation is None else self.activation(y)
        if inputs.shape[-1] is None:
            raise ValueError(
                "Dense layer only supports RaggedTensors when the innermost dimension is non-ragged. Received: "
                f"inputs.shape={inputs.shape}."
            )
        if inputs.flat_values.shape.rank > 1:
            return inputs.with_flat_values(self.call(inputs.flat_values))
        # Rows of one length, kept as rows: a matrix, whose product is no ragged one.
        if inputs.ragged_rank > 1:
            return inputs.with_values(self._call_composite(inputs.values))
        return self.call(array_ops.reshape(inputs.values, [-1, inputs.shape[-1]]))

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).with_rank_at_least(2).as_list()
        if shape[-1] is None:
            raise ValueError(f"The last dimension of the input shape of a Dense layer should be defined. Received: input_shape={shape}")
        return TensorShape([*shape[:-1], self.units])

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "units": self.units,
            "activation": activations.serialize(self.activation),
            "use_bias": self.use_bias,
            **weight_config(self),
        }


@tf_export("keras.layers.Activation")
class Activation(Layer):
    """An activation function as a layer of its own. It has no weights, keeps shapes, and passes masks on.

    Mirrors `tf.keras.layers.Activation`. For activations with weights of their own or with numbers to set, see `PReLU`, `LeakyReLU`, `ELU`
    and `Softmax`.

    Arguments:
        activation: a name of `tf.keras.activations` as "relu", "softmax" or "tanh"; a function of a tensor; None or "linear": nothing.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called with a floating-point tensor, what the function gives; for those of `tf.keras.activations` a tensor of the same
        shape and dtype.

    Raises:
        ValueError: no activation has that name.

    Example:
        >>> tf.keras.layers.Activation("tanh")(tf.constant([-1.0, 0.0, 20.0])).numpy().round(3)
        array([-0.762,  0.   ,  1.   ], dtype=float32)
        >>> tf.keras.layers.Activation(lambda x: x * x)(tf.constant([2.0, 3.0]))
        <tf.Tensor: shape=(2,), dtype=float32, numpy=array([4., 9.], dtype=float32)>
    """

    __module__ = "keras.src.layers.core.activation"

    def __init__(self, activation: ActivationLike, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.supports_masking = True
        self.activation = activations.get(activation)

    def call(self, inputs: TensorLike) -> AnyTensor:
        return self.activation(inputs)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "activation": activations.serialize(self.activation)}


@tf_export("keras.layers.Flatten")
class Flatten(Layer):
    """All axes but the first made one: [batch, a, b, ...] give [batch, a * b * ...].

    Mirrors `tf.keras.layers.Flatten`. A vector [batch] becomes [batch, 1]. The order of the numbers is that of `tf.reshape`; where all
    sizes but the batch are known, the result has a known last size, which `Dense` needs. Nothing is copied and there are no weights.

    Arguments:
        data_format: "channels_last", or "channels_first": the second axis holds the channels, which are put last before flattening, so that
            weights trained for one order serve the other. None (default): as `tf.keras.backend.image_data_format()` says.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of rank 2 of the inputs' dtype.

    Raises:
        ValueError: another `data_format`.

    Example:
        >>> tf.keras.layers.Flatten()(tf.reshape(tf.range(12.0), [2, 3, 2])).shape
        TensorShape([2, 6])
        >>> tf.keras.layers.Flatten("channels_first")(tf.constant([[[1.0, 2.0], [3.0, 4.0]]]))
        <tf.Tensor: shape=(1, 4), dtype=float32, numpy=array([[1., 3., 2., 4.]], dtype=float32)>
    """

    __module__ = "keras.src.layers.reshaping.flatten"

    def __init__(self, data_format: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = _arguments.data_format(data_format)
        self.input_spec = InputSpec(min_ndim=1)

    def call(self, inputs: TensorLike) -> AnyTensor:
        if inputs.shape.rank is None:
            return array_ops.reshape(inputs, [array_ops.shape(inputs)[0], -1])
        shape = inputs.shape.as_list()
        if self.data_format == "channels_first" and len(shape) > 2:
            inputs = array_ops.transpose(inputs, [0, *range(2, len(shape)), 1])
        if len(shape) == 1:
            return array_ops.expand_dims(inputs, 1)
        size = TensorShape(shape[1:]).num_elements()
        if size is None:
            return array_ops.reshape(inputs, [array_ops.shape(inputs)[0], -1])
        # A size that is known stays in the static shape of the result, which Dense needs to make its weights.
        sizes = [-1 if shape[0] is None else shape[0], size]
        if TS.graph is not None:
            TS.graph.given_inputs["Reshape", "shape"] = array_ops.constant(sizes)
        return array_ops.reshape(inputs, sizes)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        return TensorShape([shape[0], TensorShape(shape[1:]).num_elements() if len(shape) > 1 else 1])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "data_format": self.data_format}


@tf_export("keras.layers.Reshape")
class Reshape(Layer):
    """Gives each example the shape `target_shape`: [batch, ...] become [batch, *target_shape].

    Mirrors `tf.keras.layers.Reshape`. The batch is not part of the shape, and the order of the numbers stays, as in `tf.reshape`.

    Arguments:
        target_shape: a sequence of integers, one of which may be -1: that size is found from the others. An empty one makes a vector
            of inputs with one number for each example.
        **kwargs: those of `Layer`: `name`, `dtype`, `input_shape`.

    Returns:
        When called, a tensor of the inputs' dtype.

    Raises:
        tf.errors.InvalidArgumentError: the sizes do not multiply to those of the example. In a model of Keras tensors that is a ValueError.

    Example:
        >>> x = tf.reshape(tf.range(12), [2, 6])
        >>> tf.keras.layers.Reshape((3, 2))(x)[0]
        <tf.Tensor: shape=(3, 2), dtype=int32, numpy=
        array([[0, 1],
               [2, 3],
               [4, 5]], dtype=int32)>
        >>> tf.keras.layers.Reshape((-1, 3))(x).shape
        TensorShape([2, 2, 3])
    """

    __module__ = "keras.src.layers.reshaping.reshape"

    def __init__(self, target_shape: Sequence[int], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.target_shape = tuple(target_shape)

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        shape = TensorShape(input_shape).as_list()
        target: list[int | None] = list(self.target_shape)
        if -1 in target:
            total = TensorShape(shape[1:]).num_elements()
            known = 1
            for d in target:
                known *= d if d != -1 else 1
            target[target.index(-1)] = None if total is None else total // known
        elif None not in shape[1:] and prod(shape[1:]) != prod(self.target_shape):
            raise ValueError(f"total size of new array must be unchanged, input_shape = {shape[1:]}, output_shape = {target}")
        return TensorShape([shape[0], *target])

    def call(self, inputs: TensorLike) -> AnyTensor:
        for size in self.target_shape:
            if isinstance(size, float):  # beside the size of the batch, an integer
                raise TypeError(f"Cannot convert {size!r} to EagerTensor of dtype int32")
        if not isinstance(inputs, Tensor) or inputs.shape.rank == 0:
            # What is no tensor is made one, or refused; of a number, that it has no batch.
            return array_ops.reshape(inputs, (array_ops.shape(inputs)[0], *self.target_shape))
        if TS.graph is not None and inputs.shape.rank is not None:
            self.compute_output_shape(inputs.shape)  # which finds sizes that do not fit though the batch is unknown
        if inputs.shape[0] is not None:
            return shown_parts.recorded(self._reshaped, inputs)
        made = array_ops.reshape(inputs, (array_ops.shape(inputs)[0], *self.target_shape))
        # What -1 stands for follows from the sizes behind the batch.
        made.set_shape(self.compute_output_shape(inputs.shape))
        return made

    def _reshaped(self, inputs):
        count = array_ops.shape(inputs)[0] if one_by_one.wanted() else inputs.shape[0]
        return array_ops.reshape(inputs, (count, *self.target_shape))

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "target_shape": self.target_shape}


@tf_export("keras.layers.Embedding")
class Embedding(Layer):
    """A learnt vector for each integer: a table whose rows are looked up.

    Mirrors `tf.keras.layers.Embedding`. Integers of any shape [batch, ...] give [batch, ..., output_dim]; what is not int32 or int64 is
    cast to int32. The weight `embeddings` has the shape [input_dim, output_dim]. Gradients reach only the rows that were looked up.

    Arguments:
        input_dim: how many rows there are: the largest integer plus one.
        output_dim: the size of a row.
        embeddings_initializer: "uniform" (from -0.05 to 0.05) by default.
        embeddings_regularizer, activity_regularizer, embeddings_constraint: for the table and the output; None.
        mask_zero: whether 0 is padding: layers behind get a mask that is False there. Then words are counted from 1. False by default.
        input_length: how many integers an example has, where layers behind, as `Flatten` and `Dense`, have to know it.
        sparse: whether a `tf.SparseTensor` comes out: for sparse integers with the rows of those that are listed, for dense ones with
            what is not 0. With False sparse integers give a dense tensor, with row 0 where none is listed. False by default.
        **kwargs: those of `Layer`.

    Raises:
        ValueError: sizes that are not positive; `sparse` and `mask_zero` together.
        tf.errors.InvalidArgumentError: when called on a CPU with integers that are no rows of the table.

    Example:
        >>> layer = tf.keras.layers.Embedding(10, 3, mask_zero=True)
        >>> ids = tf.constant([[4, 1, 0], [7, 0, 0]])
        >>> layer(ids).shape
        TensorShape([2, 3, 3])
        >>> layer.compute_mask(ids)
        <tf.Tensor: shape=(2, 3), dtype=bool, numpy=
        array([[ True,  True, False],
               [ True, False, False]])>
    """

    __module__ = "keras.src.layers.core.embedding"

    def __init__(
        self,
        input_dim: int,
        output_dim: int,
        embeddings_initializer: InitializerLike = "uniform",
        embeddings_regularizer: RegularizerLike = None,
        activity_regularizer: RegularizerLike = None,
        embeddings_constraint: ConstraintLike = None,
        mask_zero: bool = False,
        input_length: int | Sequence[int | None] | None = None,
        sparse: bool = False,
        **kwargs: Any,
    ) -> None:
        # An embedding may come first in a model, whose inputs have any length then.
        if "input_shape" not in kwargs and "batch_input_shape" not in kwargs:
            kwargs["input_shape"] = (input_length,) if not isinstance(input_length, (list, tuple)) else tuple(input_length)
            if input_length is None:
                kwargs["input_shape"] = (None,)
        if input_dim <= 0 or output_dim <= 0:
            raise ValueError(
                f"Both `input_dim` and `output_dim` should be positive, Received input_dim = {input_dim} and output_dim = {output_dim}"
            )
        # In float16, large indices would be rounded before they become integers.
        kwargs.setdefault("autocast", False)
        use_one_hot_matmul = kwargs.pop("use_one_hot_matmul", False)
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        self._use_one_hot_matmul = use_one_hot_matmul  # which Keras takes without a word about it, and leaves out of the configuration
        self.input_dim, self.output_dim, self.mask_zero, self.input_length = input_dim, output_dim, mask_zero, input_length
        self.sparse = sparse
        if sparse and mask_zero:
            raise ValueError("`mask_zero` cannot be enabled when `tf.keras.layers.Embedding` is used with `tf.SparseTensor` input.")
        self.embeddings_initializer = initializers.get(embeddings_initializer)
        self.embeddings_regularizer = regularizers.get(embeddings_regularizer)
        self.embeddings_constraint = constraints.get(embeddings_constraint)
        self.supports_masking = mask_zero

    def build(self, input_shape: ShapeLike = None) -> None:
        self.embeddings = self.add_weight(
            "embeddings",
            shape=(self.input_dim, self.output_dim),
            initializer=self.embeddings_initializer,
            regularizer=self.embeddings_regularizer,
            constraint=self.embeddings_constraint,
        )
        self.built = True

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> AnyTensor | None:
        return math.not_equal(inputs, 0) if self.mask_zero else None

    def compute_output_shape(self, input_shape: ShapeLike) -> TensorShape:
        return TensorShape([*TensorShape(input_shape).as_list(), self.output_dim])

    def call(self, inputs: TensorLike) -> AnyTensor:
        if type(inputs) is not EagerTensor and isinstance(inputs, SparseTensor):
            if self.sparse:
                return self._of_listed(inputs)
            inputs = sparse_to_dense(inputs)  # what is not listed is number 0
        found = self._rows(inputs)
        return sparse_from_dense(found) if self.sparse else found

    def _rows(self, inputs):
        if inputs.dtype.name not in ("int32", "int64"):
            inputs = array_ops.cast(inputs, "int32")
        if self._use_one_hot_matmul:
            return linalg.matmul(array_ops.one_hot(inputs, self.input_dim, dtype=self.dtype), self.embeddings)
        return nn.embedding_lookup(self.embeddings, inputs, name=None if TS.graph is None else "embedding_lookup")

    def _of_listed(self, inputs):
        """The rows of the integers that a sparse tensor lists, as a sparse tensor with one dimension more."""
        values = array_ops.reshape(self._rows(inputs.values), [-1])
        count = array_ops.shape(inputs.indices, out_type=dtypes.int64)[0]
        size = array_ops.constant([self.output_dim], dtypes.int64)
        places = array_ops.tile(array_ops.range(size[0]), [count])
        indices = array_ops.concat([array_ops.repeat(inputs.indices, self.output_dim, axis=0), array_ops.expand_dims(places, 1)], 1)
        return SparseTensor(indices, values, array_ops.concat([inputs.dense_shape, size], 0))

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "input_dim": self.input_dim,
            "output_dim": self.output_dim,
            "embeddings_initializer": initializers.serialize(self.embeddings_initializer),
            "embeddings_regularizer": regularizers.serialize(self.embeddings_regularizer),
            "activity_regularizer": regularizers.serialize(self.activity_regularizer),
            "embeddings_constraint": constraints.serialize(self.embeddings_constraint),
            "mask_zero": self.mask_zero,
            "input_length": self.input_length,
        }
