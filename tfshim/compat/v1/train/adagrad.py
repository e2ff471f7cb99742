"""Adagrad and its variants, with penalties and by dual averaging, and FTRL, which is one more."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops import constant, ones
from tfshim.compat.v1.train.adaptive import (
    _Adaptive,
    _applied,
    _fill,
    adagrad,
    adagrad_dual,
    ftrl,
    ftrl_without_shrinkage,
    proximal_adagrad,
)
from tfshim.compat.v1.train.optimizer import apply_rows, sizes_of
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.graphs.references import name_for
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import maximum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike


@tf_export(v1=["train.AdagradOptimizer"])
class AdagradOptimizer(_Adaptive):
    """Steps that get smaller for a weight the more gradient it has seen (Duchi et al., 2011).

    Mirrors `tf.compat.v1.train.AdagradOptimizer`. The slot `accumulator` of each variable sums the squares of its gradients; a step
    is the gradient over the root of it. It suits embeddings, whose rows are rarely seen. `minimize` gives the operation of a step; in
    TensorFlow 2: `tf.keras.optimizers.Adagrad`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        initial_accumulator_value: what the sums begin with, a positive float; 0.1 by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "Adagrad" by default.

    Raises:
        ValueError: an initial value that is not positive.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.AdagradOptimizer(0.1).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.9006
    """

    __module__ = "tensorflow.python.training.adagrad"

    _step: Callable[..., None] = staticmethod(adagrad)
    _slot_order = ("accumulator",)

    _number_names = {"_learning_rate": "learning_rate"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike],
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        if initial_accumulator_value <= 0.0:
            raise ValueError(f"initial_accumulator_value must be positive: {initial_accumulator_value}")
        super().__init__(use_locking, name)
        self._learning_rate, self._start = learning_rate, initial_accumulator_value

    def _create_slots(self, var_list):
        for v in var_list:
            self._slot_variable(v, lambda v=v: _fill(v, self._start), "accumulator", self._name)

    def _numbers(self, grad):
        return [self._hyper("_learning_rate", grad)]


@tf_export(v1=["train.ProximalAdagradOptimizer"])
class ProximalAdagradOptimizer(AdagradOptimizer):
    """Adagrad with penalties that make weights small, or exactly zero. Mirrors `tf.compat.v1.train.ProximalAdagradOptimizer`.

    After the step weights are moved towards zero by the L1 strength times their own rate, and divided by one plus that times the L2
    strength. `minimize` gives the operation of a step; in TensorFlow 2: `tf.keras.optimizers.Adagrad`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        initial_accumulator_value: what the sums of squares begin with, a positive float; 0.1 by default.
        l1_regularization_strength, l2_regularization_strength: floats of at least zero; 0.0 by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "ProximalAdagrad" by default.

    Raises:
        ValueError: an initial value that is not positive.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.ProximalAdagradOptimizer(0.1, l1_regularization_strength=1.0).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.8674
    """

    __module__ = "tensorflow.python.training.proximal_adagrad"

    _step = staticmethod(proximal_adagrad)

    _number_names = {"_learning_rate": "learning_rate", "_l1": "l1_regularization_strength", "_l2": "l2_regularization_strength"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike],
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._l1, self._l2 = l1_regularization_strength, l2_regularization_strength

    def _create_slots(self, var_list):
        for v in var_list:
            start = _fill(v, self._start)  # a constant beside the variable, as in TensorFlow
            self._slot_variable(v, lambda start=start: start, "accumulator", self._name)

    def _numbers(self, grad):
        return [self._hyper(x, grad) for x in ("_learning_rate", "_l1", "_l2")]


@tf_export(v1=["train.AdagradDAOptimizer"])
class AdagradDAOptimizer(_Adaptive):
    """Adagrad by dual averaging, for sparse linear models. Mirrors `tf.compat.v1.train.AdagradDAOptimizer`.

    Weights are computed anew from the sums of all gradients and of their squares, so that an L1 penalty leaves many exactly zero.
    `minimize` gives the operation of a step; in TensorFlow 2: `tf.keras.optimizers.Adagrad`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        global_step: the variable or tensor that counts steps, int64.
        initial_gradient_squared_accumulator_value: what the sums of squares begin with, a positive float; 0.1 by default.
        l1_regularization_strength, l2_regularization_strength: floats of at least zero; 0.0 by default.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "AdagradDA" by default.

    Raises:
        ValueError: an initial value that is not positive.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.AdagradDAOptimizer(0.1, tf.compat.v1.train.get_or_create_global_step()).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        -0.0994
    """

    __module__ = "tensorflow.python.training.adagrad_da"

    _step = staticmethod(adagrad_dual)
    _slot_order = ("gradient_accumulator", "gradient_squared_accumulator")

    _number_names = {"_learning_rate": "learning_rate"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike],
        global_step: Any,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        if initial_gradient_squared_accumulator_value <= 0.0:
            raise ValueError(f"initial_gradient_squared_accumulator_value must be positive: {initial_gradient_squared_accumulator_value}")
        super().__init__(use_locking, name)
        self._learning_rate, self._global_step = learning_rate, global_step
        self._start, self._l1, self._l2 = initial_gradient_squared_accumulator_value, l1_regularization_strength, l2_regularization_strength

    def _create_slots(self, var_list):
        for v in var_list:
            self._zeros_slot(v, "gradient_accumulator", self._name)
            self._slot_variable(v, lambda v=v: _fill(v, self._start), "gradient_squared_accumulator", self._name)

    def _numbers(self, grad):
        steps = self._number(self._global_step, grad) + 1
        return [*[self._hyper(x, grad) for x in ("_learning_rate", "_l1", "_l2")], steps]


_LEAST_RATE = 1e-36  # what is divided by, at least


@tf_export(v1=["train.FtrlOptimizer"])
class FtrlOptimizer(_Adaptive):
    """Follow the regularized leader (McMahan et al., 2013), for wide linear models. Mirrors `tf.compat.v1.train.FtrlOptimizer`.

    Weights are computed anew from sums over all gradients, so that an L1 penalty leaves many exactly zero. `minimize` gives the
    operation of a step; in TensorFlow 2: `tf.keras.optimizers.Ftrl`.

    Arguments:
        learning_rate: a float or a scalar tensor, such as a decay of `tf.compat.v1.train` gives.
        learning_rate_power: the exponent of the sums of squares, at most zero; -0.5 by default.
        initial_accumulator_value: what the sums begin with, a float of at least zero; 0.1 by default.
        l1_regularization_strength, l2_regularization_strength: floats of at least zero; 0.0 by default.
        accum_name, linear_name: of the slots; None: made from `name`.
        l2_shrinkage_regularization_strength: of an L2 penalty that counts in the gradient alone; 0.0.
        beta: is added to the root of the sums, with the L2 strength; None (default): none.
        use_locking: True lets no other update at a variable meanwhile, which they do not here in any case; False by default.
        name: of its slots and operations, "Ftrl" by default.

    Raises:
        ValueError: a number on the wrong side of zero.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
        ...     step = tf.compat.v1.train.FtrlOptimizer(0.1).minimize(w * 3.0)
        ...     session.run(tf.compat.v1.global_variables_initializer())
        ...     session.run(step)
        ...     print(round(float(session.run(w)), 4))
        0.7957
    """

    __module__ = "tensorflow.python.training.ftrl"

    _slot_order = ("accum", "linear")

    _number_names = {"_learning_rate": "learning_rate", "_l1": "l1_regularization_strength"}
    _last_names = {"_beta": "beta", "_shrinkage": "l2_shrinkage_regularization_strength", "_power": "learning_rate_power"}

    def __init__(
        self,
        learning_rate: FloatLike | Callable[[], FloatLike],
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float | None = None,
    ) -> None:
        if initial_accumulator_value < 0.0:
            raise ValueError(f"initial_accumulator_value {initial_accumulator_value:f} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(f"learning_rate_power {learning_rate_power:f} needs to be negative or zero")
        for strength, what in (
            (l1_regularization_strength, "l1_regularization_strength"),
            (l2_regularization_strength, "l2_regularization_strength"),
            (l2_shrinkage_regularization_strength, "l2_shrinkage_regularization_strength"),
        ):
            if strength < 0.0:
                raise ValueError(f"{what} {strength:f} needs to be positive or zero")
        super().__init__(use_locking, name)
        self._learning_rate, self._power, self._start = learning_rate, learning_rate_power, initial_accumulator_value
        # beta / (2 * learning rate) adds to the L2 penalty.
        self._l1, self._l2, self._shrinkage = l1_regularization_strength, l2_regularization_strength, l2_shrinkage_regularization_strength
        self._beta = 0.0 if beta is None else beta
        self._accum_name, self._linear_name = accum_name, linear_name

    def _create_slots(self, var_list):
        for v in var_list:
            start = lambda v=v: ones(sizes_of(v), v.dtype.base_dtype) * self._start  # noqa: E731 - as TensorFlow computes it
            self._slot_variable(v, start, "accum", self._accum_name or self._name)
            self._zeros_slot(v, "linear", self._linear_name or self._name)

    @property
    def _adjusted_l2(self):
        return _with_beta(self._l2, self._beta, self._call_if_callable(self._learning_rate))

    def _constants(self):
        made = super()._constants()
        made["_adjusted_l2"] = shown_parts.recorded(_with_beta, self._l2, self._beta, self._call_if_callable(self._learning_rate))
        for attribute, name in self._last_names.items():
            made[attribute] = constant(getattr(self, attribute), name=name)
        return made

    def _numbers(self, grad):
        shrinkage = ["_shrinkage"] if self._shrinkage else []
        return [self._hyper(x, grad) for x in ("_learning_rate", "_l1", "_adjusted_l2", *shrinkage, "_power")]

    def _resource_apply_dense(self, grad, handle):
        step, kind = (ftrl, "FtrlV2") if self._shrinkage else (ftrl_without_shrinkage, "Ftrl")
        return _applied(self._variables(handle), step, self._numbers(grad), grad, f"ResourceApply{kind}")

    def _resource_apply_sparse(self, grad, handle, indices):
        step = ftrl if self._shrinkage else ftrl_without_shrinkage
        name = f"ResourceSparseApplyFtrl{'V2' if self._shrinkage else ''}"
        return apply_rows(self._variables(handle), step, self._numbers(grad), indices, grad, name=name_for(handle, name))


def _with_beta(l2, beta, rate):
    """The strength of the penalty with what `beta` adds to it."""
    if one_by_one.wanted() and TS.graph is not None or isinstance(rate, Tensor):
        return l2 + beta / (2.0 * maximum(rate, _LEAST_RATE))
    l2, beta, rate = map(np.float32, (l2, beta, rate))
    return constant(l2 + beta / (np.float32(2) * np.maximum(rate, np.float32(_LEAST_RATE))))
