"""FTRL-proximal of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from tfshim._export import tf_export
from tfshim.array_ops import constant, ones
from tfshim.compat.v1.train.adaptive import _Adaptive, _applied, ftrl, ftrl_without_shrinkage
from tfshim.compat.v1.train.optimizer import apply_rows
from tfshim.engine.graph_export import shown_parts
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor
from tfshim.math.comparison import maximum

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike

_LEAST_RATE = 1e-36  # what is divided by, at least


@tf_export(v1=["train.FtrlOptimizer"])
class FtrlOptimizer(_Adaptive):
    """FTRL-proximal (McMahan et al.), with an L2 penalty that shrinks online. Mirrors `tf.compat.v1.train.FtrlOptimizer`.

    Raises ValueError for negative strengths and a positive `learning_rate_power`.
    """

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
            raise ValueError(f"initial_accumulator_value {initial_accumulator_value} needs to be be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(f"learning_rate_power {learning_rate_power} needs to be negative or zero")
        for strength, what in (
            (l1_regularization_strength, "l1_regularization_strength"),
            (l2_regularization_strength, "l2_regularization_strength"),
            (l2_shrinkage_regularization_strength, "l2_shrinkage_regularization_strength"),
        ):
            if strength < 0.0:
                raise ValueError(f"{what} {strength} needs to be positive or zero")
        super().__init__(use_locking, name)
        self._learning_rate, self._power, self._start = learning_rate, learning_rate_power, initial_accumulator_value
        # beta / (2 * learning rate) adds to the L2 penalty.
        self._l1, self._l2, self._shrinkage = l1_regularization_strength, l2_regularization_strength, l2_shrinkage_regularization_strength
        self._beta = 0.0 if beta is None else beta
        self._accum_name, self._linear_name = accum_name, linear_name

    def _create_slots(self, var_list):
        for v in var_list:
            start = lambda v=v: ones(v.shape, v.dtype.base_dtype) * self._start  # noqa: E731 - as TensorFlow computes it
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
        return apply_rows(self._variables(handle), step, self._numbers(grad), indices, grad)


def _with_beta(l2, beta, rate):
    """The strength of the penalty with what `beta` adds to it."""
    if one_by_one.wanted() and TS.graph is not None or isinstance(rate, Tensor):
        return l2 + beta / (2.0 * maximum(rate, _LEAST_RATE))
    l2, beta, rate = map(np.float32, (l2, beta, rate))
    return constant(l2 + beta / (np.float32(2) * np.maximum(rate, np.float32(_LEAST_RATE))))
