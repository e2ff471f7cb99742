"""How tables of embeddings are described: their sizes, their optimizers and the features that are looked up in them."""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Iterable
from typing import Any

from tfshim._export import tf_export
from tfshim.engine.values.shapes import TensorShape
from tfshim.initializer_ops import constant_initializer
from tfshim.random import truncated_normal

_COMBINERS = ("mean", "sum", "sqrtn")


def _shown(thing, names):
    return f"{type(thing).__name__}({', '.join(f'{n}={getattr(thing, n)!r}' for n in names.split())})"


def _constant(value):
    return constant_initializer(value, support_partition=True)


def _first_values(shape, dtype="float32", deviation=1.0):
    return truncated_normal(shape, 0.0, deviation, dtype)


class _Optimizer:
    """The base of optimizers of tables: the figures, from which TPUs make their updates."""

    __module__ = "tensorflow.python.tpu.tpu_embedding_v2_utils"
    _slots: tuple[str, ...] = ()

    def __init__(
        self,
        learning_rate: float | Callable[[], float],
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        clipvalue: float | tuple[float | None, float | None] | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        self.learning_rate = learning_rate
        self.use_gradient_accumulation = use_gradient_accumulation
        self.clip_weight_min, self.clip_weight_max = clip_weight_min, clip_weight_max
        if not use_gradient_accumulation and clipvalue is not None:
            raise ValueError(
                "When `use_gradient_accumulation` is False, gradient clipping cannot be used and `clipvalue` should be left as None. "
                f"Received value {clipvalue} for argument `clipvalue`."
            )
        if clipvalue is None:
            clipvalue = (None, None)
        elif not isinstance(clipvalue, tuple):
            clipvalue = (-1.0 * clipvalue, clipvalue)
        self.clip_gradient_min, self.clip_gradient_max = clipvalue
        self.weight_decay_factor = weight_decay_factor
        self.multiply_weight_decay_factor_by_learning_rate = multiply_weight_decay_factor_by_learning_rate
        if slot_variable_creation_fn is not None and not callable(slot_variable_creation_fn):
            raise ValueError(
                f"Argument `slot_variable_creation_fn` must be either None or a callable. Received: {slot_variable_creation_fn}"
            )
        self.slot_variable_creation_fn = slot_variable_creation_fn
        self.low_dimensional_packing_status = low_dimensional_packing_status

    def _slot_names(self) -> list[str]:
        return list(self._slots)

    def _slot_initializers(self) -> list[Any]:
        return [_constant(0.0) for _ in self._slots]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(tuple(sorted(vars(self).items())))


@tf_export("tpu.experimental.embedding.SGD")
class SGD(_Optimizer):
    """The method of gradient descent for a table: a row less its gradient times the rate. Mirrors `tf.tpu.experimental.embedding.SGD`.

    It belongs to a `tf.tpu.experimental.embedding.TableConfig`, or to a whole embedding. TPUs take its steps; here it says which
    variables checkpoints have beside a table, and keeps its settings. It has no variables of its own.

    Arguments:
        learning_rate: a float, or a function without arguments that gives it; 0.01 by default.
        use_gradient_accumulation: whether the gradients of a row are added before the step; True by default.
        clip_weight_min, clip_weight_max: bounds of the values after a step; None (the default) for none.
        weight_decay_factor: what shrinks the values in each step; None for nothing.
        multiply_weight_decay_factor_by_learning_rate: whether that is multiplied by the rate, None for False.
        clipvalue: a bound of gradients, or a pair (least, greatest); None for none.
        low_dimensional_packing_status: whether TPUs pack narrow tables; False by default.

    Example:
        >>> tf.tpu.experimental.embedding.SGD(0.1).learning_rate
        0.1
    """

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.01,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        clipvalue: float | tuple[float | None, float | None] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            None,
            low_dimensional_packing_status,
        )


@tf_export("tpu.experimental.embedding.Adagrad")
class Adagrad(_Optimizer):
    """The method Adagrad for a table: steps divided by the root of the sum of squared gradients. Mirrors
    `tf.tpu.experimental.embedding.Adagrad`.

    It belongs to a `tf.tpu.experimental.embedding.TableConfig`, or to a whole embedding. TPUs take its steps; here it says which
    variables checkpoints have beside a table, and keeps its settings. Its variable is that sum.

    Arguments:
        learning_rate: a float, or a function without arguments that gives it; 0.001 by default.
        initial_accumulator_value: the first value of that sum, 0.1 by default.
        use_gradient_accumulation: whether the gradients of a row are added before the step; True by default.
        clip_weight_min, clip_weight_max: bounds of the values after a step; None (the default) for none.
        weight_decay_factor: what shrinks the values in each step; None for nothing.
        multiply_weight_decay_factor_by_learning_rate: whether that is multiplied by the rate, None for False.
        slot_variable_creation_fn: a function (table, names of slots, initializers) that makes the variables of the
            optimizer; None for the usual ones.
        clipvalue: a bound of gradients, or a pair (least, greatest); None for none.
        low_dimensional_packing_status: whether TPUs pack narrow tables; False by default.

    Raises:
        ValueError: `initial_accumulator_value` is not positive.

    Example:
        >>> tf.tpu.experimental.embedding.Adagrad(0.1).initial_accumulator_value
        0.1
    """

    _slots = ("accumulators",)

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        initial_accumulator_value: float = 0.1,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float | None, float | None] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        if initial_accumulator_value <= 0:
            raise ValueError(f"Argument `initial_accumulator_value` must be a positive float. Received: {initial_accumulator_value}")
        self.initial_accumulator_value = initial_accumulator_value

    def _slot_initializers(self) -> list[Any]:
        return [_constant(self.initial_accumulator_value)]


@tf_export("tpu.experimental.embedding.AdagradMomentum")
class AdagradMomentum(_Optimizer):
    """The method Adagrad with momentum for a table. Mirrors `tf.tpu.experimental.embedding.AdagradMomentum`.

    It belongs to a `tf.tpu.experimental.embedding.TableConfig`, or to a whole embedding. TPUs take its steps; here it says which
    variables checkpoints have beside a table, and keeps its settings. Its variables are the sum of powers and the last step.

    Arguments:
        learning_rate: a float, or a function without arguments that gives it; 0.001 by default.
        momentum: the share of the last step that is added to the next, 0.0 by default.
        use_nesterov: whether the step looks ahead, False by default.
        exponent: the power of gradients that is summed, 2 by default.
        beta2: the share of the sum that is kept, 1 by default, which is all.
        epsilon: what keeps the divisor from zero, 1e-10 by default.
        use_gradient_accumulation: whether the gradients of a row are added before the step; True by default.
        clip_weight_min, clip_weight_max: bounds of the values after a step; None (the default) for none.
        weight_decay_factor: what shrinks the values in each step; None for nothing.
        multiply_weight_decay_factor_by_learning_rate: whether that is multiplied by the rate, None for False.
        slot_variable_creation_fn: a function (table, names of slots, initializers) that makes the variables of the
            optimizer; None for the usual ones.
        clipvalue: a bound of gradients, or a pair (least, greatest); None for none.
        low_dimensional_packing_status: whether TPUs pack narrow tables; False by default.

    Raises:
        ValueError: `epsilon` or `exponent` is not positive.

    Example:
        >>> tf.tpu.experimental.embedding.AdagradMomentum(0.1, momentum=0.9).momentum
        0.9
    """

    _slots = ("accumulators", "momenta")

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        momentum: float = 0.0,
        use_nesterov: bool = False,
        exponent: float = 2,
        beta2: float = 1,
        epsilon: float = 1e-10,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float | None, float | None] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        if epsilon <= 0:
            raise ValueError("Adagrad momentum: epsilon must be positive")
        if exponent <= 0:
            raise ValueError("Adagrad momentum: Precondition exponent must >0")
        self.momentum, self.use_nesterov, self.exponent, self.beta2, self.epsilon = momentum, use_nesterov, exponent, beta2, epsilon


@tf_export("tpu.experimental.embedding.FTRL")
class FTRL(_Optimizer):
    """The method FTRL for a table, which makes many values exactly zero. Mirrors `tf.tpu.experimental.embedding.FTRL`.

    It belongs to a `tf.tpu.experimental.embedding.TableConfig`, or to a whole embedding. TPUs take its steps; here it says which
    variables checkpoints have beside a table, and keeps its settings. Its variables are the sum of squares and a linear part.

    Arguments:
        learning_rate: a float, or a function without arguments that gives it; 0.001 by default.
        learning_rate_power: the power of the sum of squares that steps are divided by, -0.5 by default.
        l1_regularization_strength: the penalty of absolute values, 0.0 by default.
        l2_regularization_strength: that of squares, 0.0 by default.
        beta: what is added to the inverse rate, 0.0 by default.
        initial_accumulator_value: the first value of the sum of squares, 0.1 by default.
        multiply_linear_by_learning_rate, allow_zero_accumulator: how TPUs compute it, False by default.
        use_gradient_accumulation: whether the gradients of a row are added before the step; True by default.
        clip_weight_min, clip_weight_max: bounds of the values after a step; None (the default) for none.
        weight_decay_factor: what shrinks the values in each step; None for nothing.
        multiply_weight_decay_factor_by_learning_rate: whether that is multiplied by the rate, None for False.
        slot_variable_creation_fn: a function (table, names of slots, initializers) that makes the variables of the
            optimizer; None for the usual ones.
        clipvalue: a bound of gradients, or a pair (least, greatest); None for none.
        low_dimensional_packing_status: whether TPUs pack narrow tables; False by default.

    Raises:
        ValueError: `initial_accumulator_value` is not positive.

    Example:
        >>> tf.tpu.experimental.embedding.FTRL(0.1).initial_accumulator_value
        0.1
    """

    _slots = ("accumulators", "linears")

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        learning_rate_power: float = -0.5,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        beta: float = 0.0,
        initial_accumulator_value: float = 0.1,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float | None, float | None] | None = None,
        multiply_linear_by_learning_rate: bool = False,
        allow_zero_accumulator: bool = False,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        if initial_accumulator_value <= 0:
            raise ValueError(f"Argument `initial_accumulator_value` must be a positive float. Received: {initial_accumulator_value}")
        self.learning_rate_power, self.beta = learning_rate_power, beta
        self.l1_regularization_strength, self.l2_regularization_strength = l1_regularization_strength, l2_regularization_strength
        self.initial_accumulator_value = initial_accumulator_value
        self.multiply_linear_by_learning_rate, self.allow_zero_accumulator = multiply_linear_by_learning_rate, allow_zero_accumulator

    def _slot_initializers(self) -> list[Any]:
        return [
            _constant(self.initial_accumulator_value),
            _constant(0.0),
        ]


@tf_export("tpu.experimental.embedding.Adam")
class Adam(_Optimizer):
    """The method Adam for a table: steps of running means of gradients, divided by the root of those of their squares. Mirrors
    `tf.tpu.experimental.embedding.Adam`.

    It belongs to a `tf.tpu.experimental.embedding.TableConfig`, or to a whole embedding. TPUs take its steps; here it says which
    variables checkpoints have beside a table, and keeps its settings. Its variables are both means.

    Arguments:
        learning_rate: a float, or a function without arguments that gives it; 0.001 by default.
        beta_1: the share of the mean that is kept, 0.9 by default.
        beta_2: that of the mean of squares, 0.999 by default.
        epsilon: what keeps the divisor from zero, 1e-7 by default.
        lazy_adam: whether only rows with gradients are updated, True by default.
        sum_inside_sqrt: whether `epsilon` is added within the root, True by default.
        use_gradient_accumulation: whether the gradients of a row are added before the step; True by default.
        clip_weight_min, clip_weight_max: bounds of the values after a step; None (the default) for none.
        weight_decay_factor: what shrinks the values in each step; None for nothing.
        multiply_weight_decay_factor_by_learning_rate: whether that is multiplied by the rate, None for False.
        slot_variable_creation_fn: a function (table, names of slots, initializers) that makes the variables of the
            optimizer; None for the usual ones.
        clipvalue: a bound of gradients, or a pair (least, greatest); None for none.
        low_dimensional_packing_status: whether TPUs pack narrow tables; False by default.

    Raises:
        ValueError: `beta_1` or `beta_2` is outside of [0, 1), `epsilon` is not positive, or `lazy_adam=False` comes without
            `use_gradient_accumulation`.

    Example:
        >>> tf.tpu.experimental.embedding.Adam(0.1).beta_2
        0.999
    """

    _slots = ("momenta", "velocities")

    def __init__(
        self,
        learning_rate: float | Callable[[], float] = 0.001,
        beta_1: float = 0.9,
        beta_2: float = 0.999,
        epsilon: float = 1e-07,
        lazy_adam: bool = True,
        sum_inside_sqrt: bool = True,
        use_gradient_accumulation: bool = True,
        clip_weight_min: float | None = None,
        clip_weight_max: float | None = None,
        weight_decay_factor: float | None = None,
        multiply_weight_decay_factor_by_learning_rate: bool | None = None,
        slot_variable_creation_fn: Callable[..., Any] | None = None,
        clipvalue: float | tuple[float | None, float | None] | None = None,
        low_dimensional_packing_status: bool = False,
    ) -> None:
        super().__init__(
            learning_rate,
            use_gradient_accumulation,
            clip_weight_min,
            clip_weight_max,
            weight_decay_factor,
            multiply_weight_decay_factor_by_learning_rate,
            clipvalue,
            slot_variable_creation_fn,
            low_dimensional_packing_status,
        )
        for name, value in (("beta_1", beta_1), ("beta_2", beta_2)):
            if not 0.0 <= value < 1.0:
                raise ValueError(f"Argument `{name}` must be >= 0 and < 1. Received: {value}.")
        if epsilon <= 0.0:
            raise ValueError(f"epsilon must be positive; got {epsilon}.")
        if not use_gradient_accumulation and not lazy_adam:
            raise ValueError("Adam with `lazy_adam=False` needs gradient accumulation: leave `use_gradient_accumulation` as True.")
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon
        self.lazy_adam, self.sum_inside_sqrt = lazy_adam, sum_inside_sqrt


@tf_export("tpu.experimental.embedding.QuantizationConfig")
class QuantizationConfig:
    """How the values of a table are rounded where TPUs look them up. Mirrors `tf.tpu.experimental.embedding.QuantizationConfig`.

    Values below `lower` and above `upper` become these, and those between the nearest of evenly spaced ones. It is an argument of a
    `tf.tpu.experimental.embedding.TableConfig`. Lookups on other devices, as here, give the values as they are, in TensorFlow too.

    Arguments:
        num_buckets: how many values there are from `lower` to `upper`, an int.
        lower: the least value, a float.
        upper: the greatest value, a float.

    Raises:
        ValueError: there are less than two values.

    Example:
        >>> config = tf.tpu.experimental.embedding.QuantizationConfig(num_buckets=256, lower=-1.0, upper=1.0)
        >>> config.num_buckets, config.lower, config.upper
        (256, -1.0, 1.0)
    """

    __module__ = "tensorflow.python.tpu.tpu_embedding_v2_utils"

    def __init__(self, num_buckets: int, lower: float, upper: float) -> None:
        if num_buckets < 2:
            raise ValueError(f"num_buckets is {num_buckets}, must be at least 2 for simulated quantization.")
        self.num_buckets, self.lower, self.upper = num_buckets, lower, upper

    def __repr__(self) -> str:
        return _shown(self, "num_buckets lower upper")


@tf_export("tpu.experimental.embedding.TableConfig")
class TableConfig:
    """A table of embeddings. Mirrors `tf.tpu.experimental.embedding.TableConfig`.

    Arguments:
        vocabulary_size: the number of rows, an int.
        dim: the number of columns, an int.
        initializer: a function (shape, dtype) -> first values; None (the default) for a truncated normal distribution.
        optimizer: the optimizer of this table, such as `tf.tpu.experimental.embedding.Adam`; None for that of the whole embedding.
        combiner: "mean" (the default), "sum" or "sqrtn": how several rows of a feature become one.
        name: the name of its variable; None for "table_" and a number.
        quantization_config: a `tf.tpu.experimental.embedding.QuantizationConfig`, which only lookups on TPUs heed; None by default.

    Raises:
        ValueError: a size that is no positive integer, or another combiner.

    Example:
        >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
        >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
        >>> table.vocabulary_size, table.dim, table.combiner
        (3, 2, 'mean')
    """

    __module__ = "tensorflow.python.tpu.tpu_embedding_v2_utils"

    def __init__(
        self,
        vocabulary_size: int,
        dim: int,
        initializer: Callable[..., Any] | None = None,
        optimizer: _Optimizer | None = None,
        combiner: str = "mean",
        name: str | None = None,
        quantization_config: QuantizationConfig | None = None,
    ) -> None:
        if not isinstance(vocabulary_size, int) or vocabulary_size < 1:
            raise ValueError(f"Argument `vocabulary_size` must be an int and must be >= 1. Received: {vocabulary_size}")
        if not isinstance(dim, int) or dim < 1:
            raise ValueError(f"Argument `dim` (embedding dimension) must be an int and must be >= 1. Received: {dim}")
        if initializer is not None and not callable(initializer):
            raise ValueError(f"Argument `initializer` must be a callable (or None). Received: {initializer}")
        if combiner not in _COMBINERS:
            raise ValueError(f"Argument `combiner` must be one of {_COMBINERS}. Received: {combiner}")
        self.vocabulary_size, self.dim = vocabulary_size, dim
        self.initializer = initializer or functools.partial(_first_values, deviation=1 / math.sqrt(dim))
        self._shown_initializer = initializer
        self.optimizer, self.combiner, self.name, self.quantization_config = optimizer, combiner, name, quantization_config

    def __repr__(self) -> str:
        first, rest = "vocabulary_size dim", "optimizer combiner name quantization_config"
        return f"{_shown(self, first)[:-1]}, initializer={self._shown_initializer!r}, {_shown(self, rest).partition('(')[2]}"


@tf_export("tpu.experimental.embedding.FeatureConfig")
class FeatureConfig:
    """A feature that is looked up in a table. Mirrors `tf.tpu.experimental.embedding.FeatureConfig`.

    A structure of these, as a dictionary by the names of features, is what an embedding is made of; its inputs have the same structure.

    Arguments:
        table: a `tf.tpu.experimental.embedding.TableConfig`, which several features may share.
        max_sequence_length: 0 (the default) where the rows of an example become one; otherwise so many of them are kept, in order.
        validate_weights_and_indices: whether TPUs look for bad ids, True by default; lookups here always do.
        output_shape: the shape of the result without its last axis, for ragged features; None by default.
        name: of the feature, for messages; None by default.

    Raises:
        ValueError: the table is no TableConfig.

    Example:
        >>> table = tf.tpu.experimental.embedding.TableConfig(3, 2, initializer=tf.ones_initializer(), name="words")
        >>> feature = tf.tpu.experimental.embedding.FeatureConfig(table=table)
        >>> feature.table.name, feature.max_sequence_length
        ('words', 0)
    """

    __module__ = "tensorflow.python.tpu.tpu_embedding_v2_utils"

    def __init__(
        self,
        table: TableConfig,
        max_sequence_length: int = 0,
        validate_weights_and_indices: bool = True,
        output_shape: Iterable[int] | TensorShape | None = None,
        name: str | None = None,
    ) -> None:
        if not isinstance(table, TableConfig):
            raise ValueError(f"Argument `table` has invalid type {type(table)}. Expected `tf.tpu.experimental.embedding.TableConfig`.")
        if not isinstance(max_sequence_length, int) or max_sequence_length < 0:
            raise ValueError(f"Argument `max_sequence_length` must be an int and must be >= 0. Received: {max_sequence_length}")
        self.table, self.max_sequence_length, self.name = table, max_sequence_length, name
        self.validate_weights_and_indices = validate_weights_and_indices
        self.output_shape = TensorShape(output_shape)

    def __repr__(self) -> str:
        return _shown(self, "table max_sequence_length validate_weights_and_indices output_shape name")
