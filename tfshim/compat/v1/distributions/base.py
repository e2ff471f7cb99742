"""The base of the distributions: what is asked of them, and by which of their formulas it is answered."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import tfshim as tf
from tfshim._export import named_as_methods, tf_export
from tfshim.compat.v1.distributions.parameters import after
from tfshim.compat.v1.distributions.statistics import Statistics
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from typing import Self

    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.tensor import Tensor


@tf_export(v1=["distributions.ReparameterizationType"])
class ReparameterizationType:
    """Whether gradients go through the samples of a distribution to its arguments. Mirrors
    `tf.compat.v1.distributions.ReparameterizationType`.

    There are two objects of it, which are compared by identity: a normal distribution computes samples from its mean and deviation, so that
    `FULLY_REPARAMETERIZED` holds; a categorical one cannot, `NOT_REPARAMETERIZED`, and needs the score function instead.

    Arguments:
        rep_type: a str that `repr` shows, for a kind of one's own.

    Example:
        >>> tf.compat.v1.distributions.Normal(0.0, 1.0).reparameterization_type
        <Reparameterization Type: FULLY_REPARAMETERIZED>
        >>> kind = tf.compat.v1.distributions.Bernoulli(probs=0.5).reparameterization_type
        >>> kind == tf.compat.v1.distributions.NOT_REPARAMETERIZED
        True
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
class Distribution(Statistics):
    """A batch of probability distributions: the base of their classes. Mirrors `tf.compat.v1.distributions.Distribution`.

    A class of one's own defines what it knows of `_sample_n(n, seed)`, `_log_prob`, `_prob`, `_log_cdf`, `_cdf`, `_survival_function`,
    `_log_survival_function`, `_quantile`, `_entropy`, `_mean`, `_mode`, `_variance`, `_stddev`, `_covariance`, `_batch_shape`,
    `_batch_shape_tensor`, `_event_shape` and `_event_shape_tensor`. What follows from these is computed; the rest raises
    NotImplementedError.

    Arguments:
        dtype: the dtype of samples.
        reparameterization_type: `tf.compat.v1.distributions.FULLY_REPARAMETERIZED` or `NOT_REPARAMETERIZED`.
        validate_args: whether arguments are checked, in a graph by its runs.
        allow_nan_stats: True gives NaN for statistics that do not exist, False raises.
        parameters: the arguments of the constructor, for `copy`; None by default.
        graph_parents: a list of the tensors that it is made of; None by default.
        name: the name scope of its operations; None (the default) for that of the class.

    Raises:
        ValueError: an item of `graph_parents` is no tensor.

    Example:
        >>> class Coin(tf.compat.v1.distributions.Distribution):
        ...     def __init__(self):
        ...         super().__init__(tf.float32, tf.compat.v1.distributions.NOT_REPARAMETERIZED, False, True)
        ...     def _prob(self, value):
        ...         return 0.5 * tf.ones_like(value)
        >>> float(Coin().prob(1.0)), round(float(Coin().log_prob(1.0)), 4)
        (0.5, -0.6931)
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
        """The same distribution with other values of some arguments. Mirrors `tf.compat.v1.distributions.Distribution.copy`.

        The constructor is called again with the arguments that it was given, `parameters`, and those that are given here in their place.
        Tensors are shared, not copied.

        Arguments:
            override_parameters_kwargs: arguments of the constructor, by name.

        Returns:
            A new distribution of the same class.

        Example:
            >>> first = tf.compat.v1.distributions.Normal(loc=0.0, scale=2.0)
            >>> second = first.copy(loc=5.0)
            >>> float(second.mean()), float(second.stddev()), float(first.mean())
            (5.0, 2.0, 0.0)
        """
        return type(self)(**{**self.parameters, **override_parameters_kwargs})

    @classmethod
    def param_shapes(cls, sample_shape: SizesLike, name: str = "DistributionParamShapes") -> dict[str, Tensor]:
        """Which shapes the arguments have for samples of a shape. Mirrors `tf.compat.v1.distributions.Distribution.param_shapes`.

        It is a method of the class, which is asked before a distribution is made: a network that gives the arguments is built with such
        shapes. Not all classes know; `param_static_shapes` gives the same as Python values.

        Arguments:
            sample_shape: the shape of one sample, a tensor or a list of integers.
            name: the name scope of the operations.

        Returns:
            A dictionary from names of arguments to int32 vectors.

        Raises:
            NotImplementedError: the class does not know.

        Example:
            >>> shapes = tf.compat.v1.distributions.Normal.param_shapes([3, 2])
            >>> {name: shape.numpy().tolist() for name, shape in sorted(shapes.items())}
            {'loc': [3, 2], 'scale': [3, 2]}
        """
        with tf.name_scope(name):
            return cls._param_shapes(sample_shape)

    @classmethod
    def param_static_shapes(cls, sample_shape: SizesLike) -> dict[str, TensorShape]:
        """Which static shapes the arguments have for samples of a shape. Mirrors
        `tf.compat.v1.distributions.Distribution.param_static_shapes`.

        It is `param_shapes` with shapes that are known before anything runs, as they are needed where variables are made.

        Arguments:
            sample_shape: the shape of one sample, a `tf.TensorShape`, a list of integers, or a tensor with a known value.

        Returns:
            A dictionary from names of arguments to `tf.TensorShape`s.

        Raises:
            ValueError: the shape is not known.
            NotImplementedError: the class does not know.

        Example:
            >>> sorted(tf.compat.v1.distributions.Normal.param_static_shapes([3, 2]).items())
            [('loc', TensorShape([3, 2])), ('scale', TensorShape([3, 2]))]
        """
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
        """How many distributions there are, as a tensor. Mirrors `tf.compat.v1.distributions.Distribution.batch_shape_tensor`.

        Arguments of a distribution broadcast, and each of their elements makes a distribution. The property `batch_shape` tells what is
        known of it before anything runs; this tensor knows it as it runs. Samples have the shape `sample_shape + batch_shape +
        event_shape`.

        Arguments:
            name: the name scope of the operations.

        Returns:
            An int32 vector, empty for a single distribution.

        Example:
            >>> tf.compat.v1.distributions.Normal(loc=[0.0, 1.0, 2.0], scale=[[1.0], [2.0]]).batch_shape_tensor().numpy().tolist()
            [2, 3]
            >>> tf.compat.v1.distributions.Normal(0.0, 1.0).batch_shape_tensor().numpy().tolist()
            []
        """
        return self._shape_tensor(name, self.batch_shape, "batch_shape_tensor")

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Tensor:
        """The shape of one sample of one distribution, as a tensor. Mirrors `tf.compat.v1.distributions.Distribution.event_shape_tensor`.

        It is empty where samples are numbers, and has one item for distributions of vectors, such as Dirichlet's. The property
        `event_shape` tells what is known of it before anything runs. Samples have the shape `sample_shape + batch_shape + event_shape`.

        Arguments:
            name: the name scope of the operations.

        Returns:
            An int32 vector.

        Example:
            >>> tf.compat.v1.distributions.Dirichlet([[1.0, 2.0, 3.0], [1.0, 1.0, 1.0]]).event_shape_tensor().numpy().tolist()
            [3]
            >>> tf.compat.v1.distributions.Normal(0.0, 1.0).event_shape_tensor().numpy().tolist()
            []
        """
        return self._shape_tensor(name, self.event_shape, "event_shape_tensor")

    def _is_scalar(self, name, known, tensor):
        with self._scope(name):
            return tf.constant(known.rank == 0) if known.rank is not None else tf.equal(tf.size(tensor()), 0)

    def is_scalar_event(self, name: str = "is_scalar_event") -> Tensor:
        """Whether one sample of one distribution is a number. Mirrors `tf.compat.v1.distributions.Distribution.is_scalar_event`.

        Where it is True, `event_shape` is empty, and `log_prob` has the shape of the values it is given, broadcast with the batch. For
        distributions of vectors the last dimension goes.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A scalar bool tensor, whose value is known before anything runs where the shape is.

        Example:
            >>> bool(tf.compat.v1.distributions.Normal([0.0, 1.0], 1.0).is_scalar_event())
            True
            >>> bool(tf.compat.v1.distributions.Dirichlet([1.0, 2.0]).is_scalar_event())
            False
        """
        return self._is_scalar(name, self.event_shape, self.event_shape_tensor)

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Tensor:
        """Whether there is a single distribution, and not a batch. Mirrors `tf.compat.v1.distributions.Distribution.is_scalar_batch`.

        Where it is True, all arguments were scalars, or single vectors for distributions of vectors, and `batch_shape` is empty. Samples
        then have the shape `sample_shape + event_shape`.

        Arguments:
            name: the name scope of the operations.

        Returns:
            A scalar bool tensor, whose value is known before anything runs where the shape is.

        Example:
            >>> bool(tf.compat.v1.distributions.Normal(0.0, 1.0).is_scalar_batch())
            True
            >>> bool(tf.compat.v1.distributions.Normal([0.0, 1.0], 1.0).is_scalar_batch())
            False
        """
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
        """Draws samples. Mirrors `tf.compat.v1.distributions.Distribution.sample`.

        Each distribution of the batch is drawn from as often as `sample_shape` says. Where the distribution is reparameterized, gradients
        go through the samples to its arguments.

        Arguments:
            sample_shape: how many samples, an integer or a list of integers; () (the default) for one of each.
            seed: an integer for the same samples in each run, together with the graph's seed; None by default.
            name: the name scope of the operations.

        Returns:
            A tensor of shape `sample_shape + batch_shape + event_shape`.

        Raises:
            NotImplementedError: the class does not know how.

        Example:
            >>> normal = tf.compat.v1.distributions.Normal(loc=[0.0, 100.0], scale=1.0)
            >>> drawn = normal.sample([1000], seed=3)
            >>> drawn.shape, (tf.abs(tf.reduce_mean(drawn, 0) - [0.0, 100.0]) < 0.2).numpy().tolist()
            (TensorShape([1000, 2]), [True, True])
        """
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
        """The logarithm of the probability of values, or of their density. Mirrors `tf.compat.v1.distributions.Distribution.log_prob`.

        It is what is maximized as a distribution is fitted to data, and is exact where `prob` would be rounded to zero.

        Arguments:
            value: numbers of the distribution's dtype, of a shape that broadcasts with `batch_shape + event_shape`.
            name: the name scope of the operations.

        Returns:
            A tensor of the shape of `value` broadcast with the batch, without the dimensions of an event.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> normal = tf.compat.v1.distributions.Normal(loc=[0.0, 1.0], scale=1.0)
            >>> normal.log_prob(1.0).numpy().round(4)
            array([-1.4189, -0.9189], dtype=float32)
        """
        return self._of_value(name, value, "log_prob", ("log_prob", None), ("prob", tf.math.log))

    def prob(self, value: TensorLike, name: str = "prob") -> Tensor:
        """The probability of values, or their density. Mirrors `tf.compat.v1.distributions.Distribution.prob`.

        Distributions of counts and classes have probabilities, those of real numbers densities, which may be greater than 1. For products
        of many there is `log_prob`, whose sum does not underflow.

        Arguments:
            value: numbers of the distribution's dtype, of a shape that broadcasts with `batch_shape + event_shape`.
            name: the name scope of the operations.

        Returns:
            A tensor of the shape of `value` broadcast with the batch, without the dimensions of an event.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> tf.compat.v1.distributions.Bernoulli(probs=[0.25, 0.5]).prob(1).numpy().tolist()
            [0.25, 0.5]
            >>> float(tf.compat.v1.distributions.Uniform(0.0, 0.5).prob(0.1))
            2.0
        """
        return self._of_value(name, value, "prob", ("prob", None), ("log_prob", tf.exp))

    def log_cdf(self, value: TensorLike, name: str = "log_cdf") -> Tensor:
        """The logarithm of the probability that a sample is at most a value. Mirrors `tf.compat.v1.distributions.Distribution.log_cdf`.

        It is exact where `cdf` would be rounded to zero, far on the left.

        Arguments:
            value: numbers of the distribution's dtype, of a shape that broadcasts with `batch_shape + event_shape`.
            name: the name scope of the operations.

        Returns:
            A tensor of the shape of `value` broadcast with the batch.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> normal = tf.compat.v1.distributions.Normal(0.0, 1.0)
            >>> round(float(normal.log_cdf(0.0)), 4), round(float(normal.log_cdf(-30.0)), 1)
            (-0.6931, -454.3)
        """
        return self._of_value(name, value, "log_cdf", ("log_cdf", None), ("cdf", tf.math.log))

    def cdf(self, value: TensorLike, name: str = "cdf") -> Tensor:
        """The probability that a sample is at most a value. Mirrors `tf.compat.v1.distributions.Distribution.cdf`.

        It grows from 0 to 1. `survival_function` is what is left to 1, and `quantile` the way back, where a class knows them.

        Arguments:
            value: numbers of the distribution's dtype, of a shape that broadcasts with `batch_shape + event_shape`.
            name: the name scope of the operations.

        Returns:
            A tensor of the shape of `value` broadcast with the batch.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> tf.compat.v1.distributions.Uniform(0.0, [1.0, 4.0]).cdf(0.5).numpy().tolist()
            [0.5, 0.125]
            >>> float(tf.compat.v1.distributions.Normal(0.0, 1.0).cdf(0.0))
            0.5
        """
        return self._of_value(name, value, "cdf", ("cdf", None), ("log_cdf", tf.exp))

    def log_survival_function(self, value: TensorLike, name: str = "log_survival_function") -> Tensor:
        """The logarithm of the probability that a sample is greater than a value. Mirrors
        `tf.compat.v1.distributions.Distribution.log_survival_function`.

        It is the logarithm of `1 - cdf(value)`, which the class may know more exactly than it could be computed so, far on the right.

        Arguments:
            value: numbers of the distribution's dtype, of a shape that broadcasts with `batch_shape + event_shape`.
            name: the name scope of the operations.

        Returns:
            A tensor of the shape of `value` broadcast with the batch.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> normal = tf.compat.v1.distributions.Normal(0.0, 1.0)
            >>> round(float(normal.log_survival_function(0.0)), 4), round(float(normal.log_survival_function(30.0)), 1)
            (-0.6931, -454.3)
        """
        ways = ("log_survival_function", None), ("cdf", lambda p: tf.math.log1p(-p)), ("log_cdf", lambda p: tf.math.log1p(-tf.exp(p)))
        return self._of_value(name, value, "log_survival_function", *ways)

    def survival_function(self, value: TensorLike, name: str = "survival_function") -> Tensor:
        """The probability that a sample is greater than a value. Mirrors `tf.compat.v1.distributions.Distribution.survival_function`.

        It is `1 - cdf(value)`: of lifetimes the part that is still alive at that time.

        Arguments:
            value: numbers of the distribution's dtype, of a shape that broadcasts with `batch_shape + event_shape`.
            name: the name scope of the operations.

        Returns:
            A tensor of the shape of `value` broadcast with the batch.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> alive = tf.compat.v1.distributions.Exponential(rate=[1.0, 2.0]).survival_function(1.0)
            >>> alive.numpy().round(4)
            array([0.3679, 0.1353], dtype=float32)
        """
        ways = ("survival_function", None), ("cdf", lambda p: 1.0 - p), ("log_cdf", lambda p: 1.0 - tf.exp(p))
        return self._of_value(name, value, "survival_function", *ways)

    def quantile(self, value: TensorLike, name: str = "quantile") -> Tensor:
        """The number that a sample is at most with a probability. Mirrors `tf.compat.v1.distributions.Distribution.quantile`.

        It is the way back from `cdf`. With 0.5 it gives the median, and with 0.025 and 0.975 the ends of an interval that holds 95 of 100
        samples.

        Arguments:
            value: probabilities between 0 and 1, of a shape that broadcasts with `batch_shape`.
            name: the name scope of the operations.

        Returns:
            A tensor of the shape of `value` broadcast with the batch.

        Raises:
            NotImplementedError: the class does not know it.

        Example:
            >>> normal = tf.compat.v1.distributions.Normal(loc=10.0, scale=[1.0, 2.0])
            >>> normal.quantile(0.975).numpy().round(2)
            array([11.96, 13.92], dtype=float32)
        """
        return self._of_value(name, value, "quantile", ("quantile", None))

    # ------------------------------------------------------------------ for the subclasses
    def _checked(self, tensor, checks):
        """`tensor` after the assertions `checks()`, where arguments are checked."""
        return after(checks(), tensor) if self._validate_args else tensor

    def _where_defined(self, defined, value, check):
        """`value` where `defined`, else NaN; or `value` after the assertion `check()` where NaN is not wanted."""
        if self._allow_nan_stats:
            return tf.where(defined, value, tf.fill(tf.shape(value), tf.constant(float("nan"), value.dtype)))
        return after([check()], value)


named_as_methods(Distribution, Statistics)
