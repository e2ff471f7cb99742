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
    """Stochastic gradient descent. Mirrors `tf.tpu.experimental.embedding.SGD`."""

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
    """Adagrad. Mirrors `tf.tpu.experimental.embedding.Adagrad`. Raises ValueError unless `initial_accumulator_value` is positive."""

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
    """Adagrad with momentum. Mirrors `tf.tpu.experimental.embedding.AdagradMomentum`.

    Raises ValueError unless `epsilon` and `exponent` are positive.
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
    """FTRL. Mirrors `tf.tpu.experimental.embedding.FTRL`. Raises ValueError unless `initial_accumulator_value` is positive."""

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
    """Adam. Mirrors `tf.tpu.experimental.embedding.Adam`.

    Raises ValueError unless `beta_1` and `beta_2` lie in [0, 1) and `epsilon` is positive, and for `lazy_adam=False` without
    `use_gradient_accumulation`.
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

    `num_buckets`: how many values there are between `lower` and `upper`. Raises ValueError unless there are two or more.
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

    Args:
        vocabulary_size: the number of rows. dim: the number of columns.
        initializer: a function (shape, dtype) -> first values; a truncated normal distribution by default.
        optimizer: the optimizer of this table; that of the whole embedding by default.
        combiner: "mean", "sum" or "sqrtn", how several rows of a feature become one.
        name: the name of its variable.
        quantization_config: a `QuantizationConfig`, which only lookups on TPUs heed.
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

    Args:
        table: a `TableConfig`, which several features may share.
        max_sequence_length: 0 where the rows of an example become one; otherwise so many of them are kept, in order.
        validate_weights_and_indices: whether TPUs look for bad ids; lookups here always do.
        output_shape: the shape of the result without its last axis, for ragged features.
        name: of the feature, for messages.
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
