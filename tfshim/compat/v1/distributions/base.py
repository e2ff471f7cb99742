"""The base of the distributions: what is asked of them, and by which of their formulas it is answered."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import tf_export
from tfshim.compat.v1.debugging import assert_non_negative, assert_positive
from tfshim.compat.v1.distributions.divergence import kl_divergence
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["distributions.ReparameterizationType"])
class ReparameterizationType:
    """Whether gradients go through samples: `FULLY_REPARAMETERIZED` or `NOT_REPARAMETERIZED`, which are compared by identity.

    Mirrors `tf.compat.v1.distributions.ReparameterizationType`.
    """

    __module__ = "tensorflow.python.ops.distributions.distribution"

    def __init__(self, rep_type: str) -> None:
        self._rep_type = rep_type

    def __repr__(self) -> str:
        return f"<Reparameterization Type: {self._rep_type}>"

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__


FULLY_REPARAMETERIZED = ReparameterizationType("FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED = ReparameterizationType("NOT_REPARAMETERIZED")
tf_export(v1=["distributions.FULLY_REPARAMETERIZED"])(FULLY_REPARAMETERIZED)
tf_export(v1=["distributions.NOT_REPARAMETERIZED"])(NOT_REPARAMETERIZED)


@tf_export(v1=["distributions.Distribution"])
class Distribution:
    """Base of the distributions, a batch of them. Mirrors `tf.compat.v1.distributions.Distribution`.

    A subclass defines what it knows of `_sample_n(n, seed)`, `_log_prob`, `_prob`, `_log_cdf`, `_cdf`, `_survival_function`,
    `_log_survival_function`, `_quantile`, `_entropy`, `_mean`, `_mode`, `_variance`, `_stddev`, `_covariance`, `_batch_shape`,
    `_batch_shape_tensor`, `_event_shape`, `_event_shape_tensor`; what follows from these is computed. The rest raises NotImplementedError.

    `allow_nan_stats`: whether statistics that do not exist are NaN; else computing them raises. `validate_args`: whether arguments
    are checked, in a graph by its runs. `parameters`: the arguments of the constructor. `graph_parents`: the tensors that it is made of.
    """

    __module__ = "tensorflow.python.ops.distributions.distribution"

    def __init__(
        self,
        dtype: Any,
        reparameterization_type: ReparameterizationType,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: dict[str, Any] | None = None,
        graph_parents: list[Any] | None = None,
        name: str | None = None,
    ) -> None:
        for i, t in enumerate(graph_parents or []):
            if t is None or not tf.is_tensor(t):
                raise ValueError(f"Graph parent item {i} is not a Tensor; {t}.")
        if not name or not name.endswith("/"):  # the name of a scope that is open already
            with tf.compat.v1.name_scope(name or type(self).__name__) as name:
                pass
        self._dtype, self._reparameterization_type = dtype, reparameterization_type
        self._validate_args, self._allow_nan_stats = validate_args, allow_nan_stats
        self._parameters, self._graph_parents = dict(parameters or {}), graph_parents or []
        self._name = None if TS.graph is None else name

    # ------------------------------------------------------------------ what it is
    name = property(lambda self: self._name, doc="The scope of its operations, in a graph.")
    dtype = property(lambda self: self._dtype, doc="The dtype of samples.")
    parameters = property(lambda self: dict(self._parameters), doc="The arguments that it was made with.")
    reparameterization_type = property(lambda self: self._reparameterization_type, doc="Whether gradients go through samples.")
    allow_nan_stats = property(lambda self: self._allow_nan_stats, doc="Whether statistics that do not exist are NaN.")
    validate_args = property(lambda self: self._validate_args, doc="Whether arguments are checked.")

    def _described(self):
        name = str(self._name)
        batch, event = (str(s) if s.rank is not None else "<unknown>" for s in (self.batch_shape, self.event_shape))
        return name, batch, event

    def __str__(self) -> str:
        name, batch, event = self._described()
        shapes = "".join(f", {what}={text}" for what, text in (("batch_shape", batch), ("event_shape", event)) if text != "<unknown>")
        return f'tfp.distributions.{type(self).__name__}("{name}"{shapes}, dtype={dtypes.as_dtype(self.dtype).name})'

    def __repr__(self) -> str:
        name, batch, event = self._described()
        return (
            f"<tfp.distributions.{type(self).__name__} '{name}' batch_shape={batch} event_shape={event} "
            f"dtype={dtypes.as_dtype(self.dtype).name}>"
        )

    def copy(self, **override_parameters_kwargs: Any) -> Self:
        """The same distribution with other values of some arguments."""
        return type(self)(**{**self.parameters, **override_parameters_kwargs})

    @classmethod
    def param_shapes(cls, sample_shape: SizesLike, name: str = "DistributionParamShapes") -> dict[str, Tensor]:
        """The shapes of the arguments for which a sample has the shape `sample_shape`, as tensors."""
        with tf.name_scope(name):
            return cls._param_shapes(sample_shape)

    @classmethod
    def param_static_shapes(cls, sample_shape: SizesLike) -> dict[str, TensorShape]:
        """The same as TensorShapes. Raises ValueError where they are not known."""
        if tf.is_tensor(sample_shape):
            sample_shape = tf.get_static_value(sample_shape)
            if sample_shape is None:
                raise ValueError("sample_shape must be a fully-defined TensorShape or constant Tensor")
        known = [int(d) for d in TensorShape(sample_shape).as_list()]
        return {k: TensorShape(tf.get_static_value(v)) for k, v in cls.param_shapes(known).items()}

    @classmethod
    def _param_shapes(cls, sample_shape):
        raise NotImplementedError("_param_shapes not implemented")

    # ------------------------------------------------------------------ shapes
    def _batch_shape(self):
        return TensorShape(None)

    def _event_shape(self):
        return TensorShape(None)

    @property
    def batch_shape(self) -> TensorShape:
        """How many distributions there are, as far as it is known."""
        return TensorShape(self._batch_shape())

    @property
    def event_shape(self) -> TensorShape:
        """The shape of one sample of one distribution, as far as it is known."""
        return TensorShape(self._event_shape())

    def _shape_tensor(self, name, known, hook):
        with self._scope(name):
            if known.is_fully_defined():
                return tf.constant(known.as_list(), dtypes.int32)
            return self._hook(hook)()

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """How many distributions there are, an int32 vector."""
        return self._shape_tensor(name, self.batch_shape, "batch_shape_tensor")

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Tensor:
        """The shape of one sample of one distribution, an int32 vector."""
        return self._shape_tensor(name, self.event_shape, "event_shape_tensor")

    def _is_scalar(self, name, known, tensor):
        with self._scope(name):
            return tf.constant(known.rank == 0) if known.rank is not None else tf.equal(tf.size(tensor()), 0)

    def is_scalar_event(self, name: str = "is_scalar_event") -> Tensor:
        """Whether a sample of one distribution is a number."""
        return self._is_scalar(name, self.event_shape, self.event_shape_tensor)

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Tensor:
        """Whether there is one distribution."""
        return self._is_scalar(name, self.batch_shape, self.batch_shape_tensor)

    # ------------------------------------------------------------------ formulas
    @contextlib.contextmanager
    def _scope(self, name: str | None = None) -> Iterator[None]:
        with tf.compat.v1.name_scope(self._name), tf.compat.v1.name_scope(name):
            yield

    def _hook(self, name: str) -> Callable[..., Any]:
        found = getattr(self, f"_{name}", None)
        if found is None:
            raise NotImplementedError(f"{name} is not implemented: {type(self).__name__}")
        return found

    def _first(self, asked, ways, *args):
        """The result of the first of `ways`, pairs (hook, function of its result), whose hook there is."""
        for hook, then in ways:
            if getattr(self, f"_{hook}", None) is not None:
                try:
                    made = getattr(self, f"_{hook}")(*args)
                except NotImplementedError:  # a subclass may say so too
                    continue
                return made if then is None else then(made)
        raise NotImplementedError(f"{asked} is not implemented: {type(self).__name__}")

    def _of_value(self, name, value, asked, *ways):
        with self._scope(name):
            return self._first(asked, ways, tf.convert_to_tensor(value, name="value", **self._value_type()))

    def _value_type(self):
        return {"dtype_hint": self._dtype}

    def sample(self, sample_shape: SizesLike = (), seed: int | None = None, name: str = "sample") -> Tensor:
        """Samples: `sample_shape` of each distribution, of shape `sample_shape + batch_shape + event_shape`."""
        with self._scope(name):
            shape = tf.convert_to_tensor(sample_shape, dtype=dtypes.int32, name="sample_shape")
            shape = tf.reshape(shape, [-1])
            n = tf.reduce_prod(shape)
            known = tf.get_static_value(shape)
            drawn = self._hook("sample_n")(int(known.prod()) if known is not None else n, seed)
            made = tf.reshape(drawn, tf.concat([shape, tf.shape(drawn)[1:]], 0))
            if known is not None:
                made.set_shape(TensorShape(known.tolist()).concatenate(self.batch_shape).concatenate(self.event_shape))
            return made

    def log_prob(self, value: TensorLike, name: str = "log_prob") -> Tensor:
        """The logarithm of the probability, or density, of `value`."""
        return self._of_value(name, value, "log_prob", ("log_prob", None), ("prob", tf.math.log))

    def prob(self, value: TensorLike, name: str = "prob") -> Tensor:
        """The probability, or density, of `value`."""
        return self._of_value(name, value, "prob", ("prob", None), ("log_prob", tf.exp))

    def log_cdf(self, value: TensorLike, name: str = "log_cdf") -> Tensor:
        """The logarithm of the probability of at most `value`."""
        return self._of_value(name, value, "log_cdf", ("log_cdf", None), ("cdf", tf.math.log))

    def cdf(self, value: TensorLike, name: str = "cdf") -> Tensor:
        """The probability of at most `value`."""
        return self._of_value(name, value, "cdf", ("cdf", None), ("log_cdf", tf.exp))

    def log_survival_function(self, value: TensorLike, name: str = "log_survival_function") -> Tensor:
        """The logarithm of the probability of more than `value`."""
        ways = ("log_survival_function", None), ("cdf", lambda p: tf.math.log1p(-p)), ("log_cdf", lambda p: tf.math.log1p(-tf.exp(p)))
        return self._of_value(name, value, "log_survival_function", *ways)

    def survival_function(self, value: TensorLike, name: str = "survival_function") -> Tensor:
        """The probability of more than `value`."""
        ways = ("survival_function", None), ("cdf", lambda p: 1.0 - p), ("log_cdf", lambda p: 1.0 - tf.exp(p))
        return self._of_value(name, value, "survival_function", *ways)

    def quantile(self, value: TensorLike, name: str = "quantile") -> Tensor:
        """The number that a sample is at most with the probability `value`."""
        return self._of_value(name, value, "quantile", ("quantile", None))

    # ------------------------------------------------------------------ statistics
    def _statistic(self, name, asked, *ways):
        with self._scope(name):
            return self._first(asked, ways)

    def entropy(self, name: str = "entropy") -> Tensor:
        """Shannon's entropy, in nats."""
        return self._statistic(name, "entropy", ("entropy", None))

    def mean(self, name: str = "mean") -> Tensor:
        """The mean."""
        return self._statistic(name, "mean", ("mean", None))

    def mode(self, name: str = "mode") -> Tensor:
        """The most probable value."""
        return self._statistic(name, "mode", ("mode", None))

    def variance(self, name: str = "variance") -> Tensor:
        """The variance of each element of a sample."""
        return self._statistic(name, "variance", ("variance", None), ("stddev", tf.square))

    def stddev(self, name: str = "stddev") -> Tensor:
        """The standard deviation of each element of a sample."""
        return self._statistic(name, "stddev", ("stddev", None), ("variance", tf.sqrt))

    def covariance(self, name: str = "covariance") -> Tensor:
        """The covariances of the elements of a sample."""
        return self._statistic(name, "covariance", ("covariance", None))

    def cross_entropy(self, other: Distribution, name: str = "cross_entropy") -> Tensor:
        """The cross entropy from `other`, where `kl_divergence` knows the pair."""
        with self._scope(name):
            return self.entropy() + self.kl_divergence(other)

    def kl_divergence(self, other: Distribution, name: str = "kl_divergence") -> Tensor:
        """The divergence of Kullback and Leibler from `other`; see `tf.compat.v1.distributions.kl_divergence`."""
        with self._scope(name):
            return kl_divergence(self, other, allow_nan_stats=self._allow_nan_stats)

    # ------------------------------------------------------------------ for the subclasses
    def _checked(self, tensor, checks):
        """`tensor` after the assertions `checks()`, where arguments are checked."""
        return after(checks(), tensor) if self._validate_args else tensor

    def _where_defined(self, defined, value, check):
        """`value` where `defined`, else NaN; or `value` after the assertion `check()` where NaN is not wanted."""
        if self._allow_nan_stats:
            return tf.where(defined, value, tf.fill(tf.shape(value), tf.constant(float("nan"), value.dtype)))
        return after([check()], value)


def after(checks: list[Any], tensor: Tensor, name: str | None = None) -> Tensor:
    """`tensor` once the assertions have passed; eagerly they have, and are None."""
    with tf.control_dependencies([c for c in checks if c is not None]):
        return tf.identity(tensor, name=name)


def positive(tensor: Tensor, validate: bool, name: str) -> Tensor:
    """`tensor`, with `validate` after a check that it is positive, named `name`."""
    return after([assert_positive(tensor)] if validate else [], tensor, name)


def non_negative_integers(tensor: Tensor) -> list[Any]:
    """The checks that all elements are whole and not negative."""
    return [
        assert_non_negative(tensor, message=f"'{tensor}' must be non-negative."),
        tf.compat.v1.assert_equal(tensor, tf.floor(tensor), message=f"'{tensor}' cannot contain fractional components."),
    ]


def draw_shape(n: Any, distribution: Distribution, *more: Any) -> Tensor:
    """The shape of `n` samples of each distribution, and `more` dimensions."""
    parts = [tf.reshape(tf.convert_to_tensor(n, dtypes.int32), [1]), distribution.batch_shape_tensor()]
    return tf.concat([*parts, *([list(more)] if more else [])], 0)


def broadcast_shapes(*tensors: Tensor) -> tuple[TensorShape, Callable[[], Tensor]]:
    """(the static shape that the tensors are broadcast to, function that gives it as a tensor)."""
    static = tensors[0].shape
    for t in tensors[1:]:
        static = tf.broadcast_static_shape(static, t.shape)

    def dynamic():
        made = tf.shape(tensors[0])
        for t in tensors[1:]:
            made = tf.broadcast_dynamic_shape(made, tf.shape(t))
        return made

    return static, dynamic


def parameters_of(given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of a constructor whose `locals()` are `given`."""
    return {k: v for k, v in given.items() if k not in ("self", "__class__")}


def covariances(x: Tensor, y: Tensor, variance: Tensor) -> Tensor:
    """The matrices of minus the products of the elements of `x` and `y`, with `variance` on their diagonals."""
    return tf.linalg.set_diag(-tf.matmul(x[..., tf.newaxis], y[..., tf.newaxis, :]), variance)


class Numbers(Distribution):
    """A distribution of numbers."""

    def _event_shape(self):
        return TensorShape([])

    def _event_shape_tensor(self):
        return tf.constant([], dtypes.int32)


class Vectors(Distribution):
    """A distribution of vectors like the rows of the tensor `_vectors`."""

    _vectors: Tensor

    def _batch_shape(self):
        return self._vectors.shape[:-1]

    def _batch_shape_tensor(self):
        return tf.shape(self._vectors)[:-1]

    def _event_shape(self):
        return self._vectors.shape[-1:]

    def _event_shape_tensor(self):
        return tf.shape(self._vectors)[-1:]


class Elementwise(Numbers):
    """A distribution of numbers whose parameters, `_tensors`, are broadcast. `_shaped`: the names of those that shapes are told of."""

    _tensors: tuple[Tensor, ...]
    _shaped: tuple[str, ...]

    @classmethod
    def _param_shapes(cls, sample_shape):
        return dict.fromkeys(cls._shaped, tf.convert_to_tensor(sample_shape, dtypes.int32))

    def _batch_shape(self):
        return broadcast_shapes(*self._tensors)[0]

    def _batch_shape_tensor(self):
        return broadcast_shapes(*self._tensors)[1]()


def floats(*given: Any) -> list[Tensor]:
    """The arguments as tensors, all of one floating type. Raises ValueError for others."""
    made = [tf.convert_to_tensor(v) for v in given]
    tf.debugging.assert_same_float_dtype(made)
    return made
