"""`Attention` and `AdditiveAttention`: weighted means of values, the weights from scores of queries and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops, linalg, math, nn
from tfshim._export import tf_export
from tfshim.control_flow import cond
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.logger import absl_logger
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.random_layer import BaseRandomLayer
from tfshim.keras.layers import _arguments
from tfshim.keras.layers.advanced_activations import Softmax
from tfshim.keras.layers.einsum_dense import EinsumDense
from tfshim.keras.layers.regularization import Dropout
from tfshim.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    from tfshim.engine.values.annotations import AnyTensor, BoolLike, IntLike, TensorLike
    from tfshim.engine.values.shapes import ShapeLike
    from tfshim.keras.annotations import Axes, ConstraintLike, InitializerLike, RegularizerLike, Shapes


def _causal(scores):
    """The causal mask for `scores` [..., rows, columns], of as many axes or of three."""
    shape = array_ops.shape(scores)
    if not one_by_one.wanted():
        return causal_mask(shape[-2], shape[-1])
    shape = array_ops.concat([array_ops.ones_like(shape[:-2]), shape[-2:]], axis=0)
    return math.greater_equal(*(math.cumsum(array_ops.ones(shape, "int32"), axis=axis) for axis in (-2, -1)))


def causal_mask(rows: IntLike, columns: IntLike) -> AnyTensor:
    """The causal mask, a boolean [1, rows, columns]: position i attends to no later one."""
    return linalg.band_part(array_ops.ones([1, rows, columns], dtype="bool"), -1, 0)


@tf_export("keras.__internal__.layers.BaseDenseAttention")
class BaseDenseAttention(BaseRandomLayer):
    """What both share: inputs [query, value] or [query, value, key], masks, dropout of the weights.

    Subclasses have `_calculate_scores(query, key)`. Mirrors `tf.keras.__internal__.layers.BaseDenseAttention`.
    """

    __module__ = "keras.src.layers.attention.base_dense_attention"

    def __init__(self, dropout: float = 0.0, **kwargs: Any) -> None:
        if "causal" in kwargs:
            absl_logger().warning(
                "`causal` argument is deprecated. Please use `use_causal_mask` in call() method to specify causal masking."
            )
        self.causal = kwargs.pop("causal", False)
        super().__init__(rng_type="legacy_stateful", **kwargs)
        self.dropout = dropout
        self.supports_masking = True

    def _calculate_scores(self, query, key):
        raise NotImplementedError

    def _checked(self, inputs, mask):
        name = type(self).__name__
        if not isinstance(inputs, list):
            raise ValueError(
                f"{name} layer must be called on a list of inputs, namely [query, value] or [query, value, key]. Received: {inputs}."
            )
        if len(inputs) not in (2, 3):
            raise ValueError(
                f"{name} layer accepts inputs list of length 2 or 3, namely [query, value] or [query, value, key]. "
                f"Received length: {len(inputs)}."
            )
        if mask:
            if not isinstance(mask, list):
                raise ValueError(f"{name} layer mask must be a list, namely [query_mask, value_mask]. Received: {mask}.")
            if not 2 <= len(mask) <= len(inputs):
                raise ValueError(
                    f"{name} layer mask must be a list of length 2, namely [query_mask, value_mask]. Received length: {len(mask)}."
                )

    def _apply_scores(self, scores, value, scores_mask=None, training=None):
        if scores_mask is not None:
            # The largest number of float16, where 1e9 would be infinity, and infinity times zero NaN.
            lowest = 65504.0 if scores.dtype.name == "float16" else 1.0e9
            scores = scores - lowest * array_ops.cast(math.logical_not(scores_mask), scores.dtype)
        weights = nn.softmax(scores)
        if self.dropout > 0 and training is not None:
            kept = weights
            if isinstance(training, (bool, int)):
                weights = self._random_generator.dropout(kept, self.dropout) if training else kept
            else:
                weights = cond(training, lambda: self._random_generator.dropout(kept, self.dropout), lambda: array_ops.identity(kept))
        return linalg.matmul(weights, value), weights

    def call(
        self,
        inputs: list[TensorLike],
        mask: list[TensorLike | None] | None = None,
        training: BoolLike | None = None,
        return_attention_scores: bool = False,
        use_causal_mask: bool = False,
    ) -> Any:
        self._checked(inputs, mask)
        query, value = inputs[:2]
        key = inputs[2] if len(inputs) > 2 else value
        query_mask, value_mask = mask[:2] if mask else (None, None)
        scores = self._calculate_scores(query=query, key=key)
        scores_mask = None if value_mask is None else array_ops.expand_dims(value_mask, -2)
        if self.causal or use_causal_mask:
            mask = shown_parts.recorded(_causal, scores)
            scores_mask = mask if scores_mask is None else math.logical_and(scores_mask, mask)
        result, weights = self._apply_scores(scores, value, scores_mask, training)
        if query_mask is not None:
            result = result * array_ops.cast(array_ops.expand_dims(query_mask, -1), result.dtype)
        return (result, weights) if return_attention_scores else result

    def compute_mask(self, inputs: list[TensorLike], mask: list[TensorLike | None] | None = None) -> AnyTensor | None:
        self._checked(inputs, mask)
        return None if not mask or mask[0] is None else convert_to_tensor(mask[0])

    def compute_output_shape(self, input_shape: Shapes) -> TensorShape:
        return TensorShape(input_shape[0])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "dropout": self.dropout}


@tf_export("keras.layers.Attention")
class Attention(BaseDenseAttention):
    """Attention by products of queries and keys (Luong): weighted means of values.

    Mirrors `tf.keras.layers.Attention`. Called on [query, value] or [query, value, key] of the shapes [batch, Tq, dim], [batch, Tv, dim]
    and [batch, Tv, dim]; without a key the value serves. The scores [batch, Tq, Tv] pass a softmax over Tv and weigh the values. The call
    also takes `mask` ([query mask, value mask], boolean [batch, T]), `training`, `return_attention_scores` and `use_causal_mask`.

    Arguments:
        use_scale: whether the scores have a learnt factor; False by default.
        score_mode: "dot" (default), or "concat": a learnt factor times the sum of tanh(query + key).
        **kwargs: those of `Layer`, and `dropout`: the share of the weights that is dropped while training, 0.0 by default.

    Returns:
        When called, [batch, Tq, dim]; with `return_attention_scores` also the weights [batch, Tq, Tv].

    Raises:
        ValueError: another `score_mode`, inputs that are no list of two or three.

    Example:
        >>> query, value = tf.constant([[[0.0, 0.0]]]), tf.constant([[[1.0, 0.0], [0.0, 3.0]]])
        >>> result, weights = tf.keras.layers.Attention()([query, value], return_attention_scores=True)
        >>> result.numpy().tolist(), weights.numpy().tolist()
        ([[[0.5, 1.5]]], [[[0.5, 0.5]]])
    """

    __module__ = "keras.src.layers.attention.attention"

    def __init__(self, use_scale: bool = False, score_mode: str = "dot", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_scale, self.score_mode = use_scale, score_mode
        if score_mode not in ("dot", "concat"):
            raise ValueError(f'Received: score_mode={score_mode}. Acceptable values are: ["dot", "concat"]')

    def build(self, input_shape: Shapes) -> None:
        self.scale = self.add_weight("scale", shape=(), initializer="ones") if self.use_scale else None
        self.concat_score_weight = (
            self.add_weight("concat_score_weight", shape=(), initializer="ones") if (self.score_mode == "concat") else None
        )
        super().build(input_shape)

    def _calculate_scores(self, query, key):
        if self.score_mode == "dot":
            scores = linalg.matmul(query, key, transpose_b=True)
            return scores if self.scale is None else scores * self.scale
        both = array_ops.expand_dims(query, -2) + array_ops.expand_dims(key, -3)
        if self.scale is not None:
            both = self.scale * both
        return self.concat_score_weight * math.reduce_sum(math.tanh(both), axis=-1)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "use_scale": self.use_scale, "score_mode": self.score_mode}


@tf_export("keras.layers.AdditiveAttention")
class AdditiveAttention(BaseDenseAttention):
    """Attention whose scores are sums of tanh(query + key) (Bahdanau): weighted means of values.

    Mirrors `tf.keras.layers.AdditiveAttention`. Called on [query, value] or [query, value, key] of the shapes [batch, Tq, dim], [batch, Tv,
    dim] and [batch, Tv, dim]; without a key the value serves. The call also takes `mask` ([query mask, value mask], boolean [batch, T]),
    `training`, `return_attention_scores` and `use_causal_mask`, by which no query sees later values.

    Arguments:
        use_scale: whether the sum is weighted by a learnt vector `scale` [dim]; True by default.
        **kwargs: those of `Layer`, and `dropout`: the share of the weights that is dropped while training, 0.0 by default.

    Returns:
        When called, [batch, Tq, dim]; with `return_attention_scores` also the weights [batch, Tq, Tv].

    Raises:
        ValueError: inputs that are no list of two or three.

    Example:
        >>> query, value = tf.zeros([1, 2, 4]), tf.ones([1, 3, 4])
        >>> tf.keras.layers.AdditiveAttention()([query, value]).shape
        TensorShape([1, 2, 4])
        >>> value_mask = tf.constant([[True, False, False]])
        >>> tf.keras.layers.AdditiveAttention()([query, value], mask=[None, value_mask]).numpy()[0, 0].tolist()
        [1.0, 1.0, 1.0, 1.0]
    """

    __module__ = "keras.src.layers.attention.additive_attention"

    def __init__(self, use_scale: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.use_scale = use_scale

    def build(self, input_shape: Shapes) -> None:
        size = TensorShape(input_shape[1])[-1]
        self.scale = self.add_weight("scale", shape=[size], initializer="glorot_uniform") if self.use_scale else None
        super().build(input_shape)

    def _calculate_scores(self, query, key):
        both = math.tanh(array_ops.expand_dims(query, -2) + array_ops.expand_dims(key, -3))
        return math.reduce_sum(self.scale * both if self.use_scale else both, axis=-1)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "use_scale": self.use_scale}


def _projection(free, bound, added):
    """The equation that projects `bound` last axes, after `free` others, to `added` axes; the letters of those; the rank."""
    letters = iter("abcdefghijklmnopqrstuvwxyz")
    kept, summed, new = ["".join(next(letters) for _ in range(n)) for n in (free, bound, added)]
    return f"{kept}{summed},{summed}{new}->{kept}{new}", new, free + added


def _attention_equations(rank, axes):
    """The equations of scores and of weighted means for tensors [batch, ..., heads, size] attended along `axes`."""
    alphabet = "abcdefghijklmnopqrstuvwxyz"
    query, further = alphabet[:rank], iter(alphabet[rank:])
    shared = [i for i in range(rank) if i not in axes and i != rank - 1]
    value = "".join(query[i] if i in shared or i == rank - 1 else next(further) for i in range(rank))
    scores = "".join([query[i] for i in shared] + [query[i] for i in axes] + [value[i] for i in axes])
    return f"{value},{query}->{scores}", f"{scores},{value}->{query}", len(scores)


@tf_export("keras.layers.MultiHeadAttention")
class MultiHeadAttention(Layer):
    """Several attentions side by side, each on learnt projections of its own of query, key and value; the core of transformers.

    Mirrors `tf.keras.layers.MultiHeadAttention`. Called as `layer(query, value, key=None)` with the query [batch, T, dim] and value and key
    [batch, S, dim]; `layer(x, x)` is self-attention. The call also takes `attention_mask` (boolean [batch, T, S], False where not to look),
    `return_attention_scores`, `training` and `use_causal_mask`; masks of layers before are heeded.

    Arguments:
        num_heads: how many there are.
        key_dim: the size of queries and keys of a head.
        value_dim: the size of values of a head; None (default): `key_dim`.
        dropout: the share of the weights that is dropped while training; 0.0 by default.
        use_bias: whether the projections have biases; True.
        output_shape: the sizes of the output in place of the query's last axis; None (default): that one.
        attention_axes: the axes that are attended over; None (default): all but batch and features.
        kernel_initializer, bias_initializer: what they are at first: "glorot_uniform" and "zeros".
        kernel_regularizer, bias_regularizer, activity_regularizer: penalties on kernel, bias and output: names or functions; None: none.
        kernel_constraint, bias_constraint: functions that kernel and bias pass through after each step of an optimizer; None: none.
        **kwargs: those of `Layer`.

    Returns:
        When called, [batch, T, dim]; with `return_attention_scores` also the weights [batch, num_heads, T, S].

    Example:
        >>> layer = tf.keras.layers.MultiHeadAttention(num_heads=2, key_dim=4)
        >>> result, weights = layer(tf.ones([1, 3, 8]), tf.ones([1, 5, 8]), return_attention_scores=True)
        >>> result.shape, weights.shape
        (TensorShape([1, 3, 8]), TensorShape([1, 2, 3, 5]))
        >>> layer.count_params()
        288
    """

    __module__ = "keras.src.layers.attention.multi_head_attention"

    def __init__(
        self,
        num_heads: int,
        key_dim: int,
        value_dim: int | None = None,
        dropout: float = 0.0,
        use_bias: bool = True,
        output_shape: int | Sequence[int] | None = None,
        attention_axes: Axes | None = None,
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
        self.supports_masking = True
        self._num_heads, self._key_dim, self._value_dim = num_heads, key_dim, value_dim if value_dim else key_dim
        self._dropout, self._use_bias, self._output_shape = dropout, use_bias, output_shape
        _arguments.take(self, locals(), "kernel", "bias")
        # Subclasses read them by the private names that Keras has for them.
        vars(self).update({f"_{k}": v for k, v in list(vars(self).items()) if k.startswith(("kernel_", "bias_"))})
        if attention_axes is not None:
            attention_axes = tuple(attention_axes) if hasattr(attention_axes, "__len__") else (attention_axes,)
        self._attention_axes = attention_axes
        self._built_from_signature = False
        self._query_shape = self._key_shape = self._value_shape = None

    def _build_from_signature(self, query, value, key=None):
        """Make the projections for tensors or shapes `query`, `value` and `key`."""
        key = value if key is None else key
        shapes = [TensorShape(x.shape if hasattr(x, "shape") else x) for x in (query, key, value)]
        self._query_shape, self._key_shape, self._value_shape = shapes
        self._built_from_signature = True
        sizes = (self._key_dim, self._key_dim, self._value_dim)
        for name, shape, size in zip(("query", "key", "value"), shapes, sizes):
            setattr(self, f"_{name}_dense", self._dense(name, shape.rank - 1, 1, [self._num_heads, size]))
        self._build_attention(shapes[2].rank + 1)
        self._output_dense = self._make_output_dense(shapes[0].rank - 1, self._get_common_kwargs_for_sublayer(), "attention_output")

    def _build_attention(self, rank):
        """Make what `_compute_attention` uses on projections of that rank; subclasses may add to it."""
        axes = self._attention_axes = tuple(range(1, rank - 2)) if self._attention_axes is None else tuple(self._attention_axes)
        self._dot_product_equation, self._combine_equation, scores = _attention_equations(rank, axes)
        self._softmax = Softmax(axis=tuple(range(scores - len(axes), scores)), dtype=_arguments.policy(self))
        self._dropout_layer = Dropout(rate=self._dropout, dtype=_arguments.policy(self))

    _projections_made = False  # what `_built_from_signature` says is said before they are there

    def _get_common_kwargs_for_sublayer(self):
        """The arguments that all projections have, the next of which is to get them."""
        # Each projection draws its own values: an initializer gives the same ones each time.
        fresh = {
            f"{w}_initializer": type(i).from_config(i.get_config())
            for w, i in (("kernel", self.kernel_initializer), ("bias", self.bias_initializer))
        }
        return {
            "kernel_regularizer": self.kernel_regularizer,
            "bias_regularizer": self.bias_regularizer,
            "activity_regularizer": self.activity_regularizer,
            "kernel_constraint": self.kernel_constraint,
            "bias_constraint": self.bias_constraint,
            "dtype": _arguments.policy(self),
            **fresh,
        }

    def _make_output_dense(self, free_dims, common_kwargs, name=None):
        """The projection of what all heads found to the output; `free_dims`: how many axes it leaves alone."""
        sizes = self._output_shape
        sizes = [self._query_shape[-1]] if not sizes else list(sizes) if hasattr(sizes, "__len__") else [sizes]
        return self._dense(name, free_dims, 2, sizes, common_kwargs)

    def _dense(self, name, free, bound, sizes, common=None):
        equation, letters, rank = _projection(free, bound, len(sizes))
        return EinsumDense(
            equation,
            output_shape=[None] * (rank - 1 - len(sizes)) + sizes,
            bias_axes=letters if self._use_bias else None,
            name=name,
            **(common or self._get_common_kwargs_for_sublayer()),
        )

    def call(
        self,
        query: TensorLike,
        value: TensorLike,
        key: TensorLike | None = None,
        attention_mask: TensorLike | None = None,
        return_attention_scores: bool = False,
        training: BoolLike | None = None,
        use_causal_mask: bool = False,
    ) -> Any:
        if not self._projections_made:
            with lock_of(self):
                if not self._built_from_signature:
                    self._build_from_signature(query=query, value=value, key=key)
                self.__dict__["_projections_made"] = True
        key = value if key is None else key
        lengths = None
        if isinstance(query, RaggedTensor):
            lengths = _arguments.row_lengths(query)
            query = query.to_tensor()
        ragged = [isinstance(x, RaggedTensor) for x in (key, value)]
        if all(ragged):
            bounds = math.maximum(key.bounding_shape(), value.bounding_shape())
            key, value = key.to_tensor(shape=bounds), value.to_tensor(shape=bounds)
        elif ragged[0]:
            key = key.to_tensor(shape=array_ops.shape(value))
        elif ragged[1]:
            value = value.to_tensor(shape=array_ops.shape(key))
        mask = self._compute_attention_mask(query, value, key=key, attention_mask=attention_mask, use_causal_mask=use_causal_mask)
        output, scores = self._compute_attention(self._query_dense(query), self._key_dense(key), self._value_dense(value), mask, training)
        output = self._output_dense(output)
        if lengths is not None:
            output = RaggedTensor.from_tensor(output, lengths=lengths)
        return (output, scores) if return_attention_scores else output

    def _masked_softmax(self, attention_scores, attention_mask=None):
        if attention_mask is not None:
            at = -2 * len(self._attention_axes) - 1  # the axis of heads
            for _ in range(len(attention_scores.shape) - len(attention_mask.shape)):  # an array has a shape too
                attention_mask = array_ops.expand_dims(attention_mask, at)
        return self._softmax(attention_scores, attention_mask)

    def _compute_attention(self, query, key, value, attention_mask=None, training=None):
        """(output, scores) for projected inputs; subclasses may override it."""
        # Before the product, as in Keras, so that results round alike.
        query = math.multiply(query, 1.0 / float(self._key_dim) ** 0.5)
        scores = linalg.einsum(self._dot_product_equation, key, query)
        scores = self._masked_softmax(scores, attention_mask)
        kept = self._dropout_layer(scores, training=training)
        return linalg.einsum(self._combine_equation, kept, value), scores

    def _compute_attention_mask(self, query, value, key=None, attention_mask=None, use_causal_mask=False):
        """The masks of the inputs, the causal one and `attention_mask` as one; None where there is none."""
        found = []
        for x, at in ((query, -1), (value, -2), (key, -2)):
            mask = getattr(x, "_keras_mask", None)
            if mask is not None:
                found.append(array_ops.expand_dims(array_ops.cast(mask, "bool"), at))
        if use_causal_mask:
            found.append(self._compute_causal_mask(query, value))
        if not found:
            return attention_mask
        if attention_mask is not None:
            found.insert(0, array_ops.cast(attention_mask, "bool"))
        result = found[0]
        for mask in found[1:]:
            result = math.logical_and(result, mask)
        return result

    def _compute_causal_mask(self, query, value=None):
        rows = array_ops.shape(query)[1]
        return causal_mask(rows, rows if value is None else array_ops.shape(value)[1])

    def compute_output_shape(self, query_shape: ShapeLike, value_shape: ShapeLike, key_shape: ShapeLike = None) -> TensorShape:  # type: ignore[override]  # as in Keras
        query, value = TensorShape(query_shape), TensorShape(value_shape)
        key = value if key_shape is None else TensorShape(key_shape)
        if query[-1] != value[-1]:
            raise ValueError(
                "The last dimension of `query_shape` and `value_shape` must be equal, but are "
                f"{query[-1]}, {value[-1]}. Received: query_shape={query}, value_shape={value}"
            )
        if value.as_list()[1:-1] != key.as_list()[1:-1]:
            raise ValueError(f"All dimensions of `value` and `key`, except the last one, must be equal. Received {value} and {key}")
        if not self._output_shape:
            return query
        sizes = self._output_shape
        return TensorShape([*query.as_list()[:-1], *(sizes if hasattr(sizes, "__len__") else [sizes])])

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "num_heads": self._num_heads,
            "key_dim": self._key_dim,
            "value_dim": self._value_dim,
            "dropout": self._dropout,
            "use_bias": self._use_bias,
            "output_shape": self._output_shape,
            "attention_axes": self._attention_axes,
            **_arguments.weight_config(self),
            "query_shape": self._query_shape,
            "key_shape": self._key_shape,
            "value_shape": self._value_shape,
        }

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Self:
        config = dict(config)
        query, key, value = (config.pop(f"{n}_shape", None) for n in ("query", "key", "value"))
        layer = cls(**config)
        if None not in (query, key, value):
            layer._build_from_signature(query, value, key)
        return layer
