"""Averages of variables that forget the past exponentially."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike


@tf_export("train.ExponentialMovingAverage")
class ExponentialMovingAverage:
    """Keeps for each variable an average updated as `decay * average + (1 - decay) * value`. Mirrors `tf.train.ExponentialMovingAverage`.

    `decay`: a number just below 1. `num_updates`: the number of updates so far, which lowers the decay of early updates.
    `zero_debias`: averages of tensors, which start at zero, are corrected for that. `name` ends the names of averages.
    """

    __module__ = "tensorflow.python.training.moving_averages"

    def __init__(
        self,
        decay: FloatLike,
        num_updates: FloatLike | None = None,
        zero_debias: bool = False,
        name: str | None = "ExponentialMovingAverage",
    ) -> None:
        self._decay, self._num_updates, self._zero_debias, self._name = decay, num_updates, zero_debias, name
        self._averages, self._steps = {}, {}

    @property
    def name(self) -> str:
        """The end of the names of averages."""
        return self._name

    @staticmethod
    def _key(var):
        return id(var)

    def apply(self, var_list: Any = None) -> None:
        """Update the averages of `var_list`, float variables or tensors, by one step. Raises TypeError for other dtypes.

        Without `var_list` nothing is known to average here, and ValueError is raised.
        """
        if var_list is None:
            raise ValueError("ExponentialMovingAverage.apply: give `var_list`; there is no collection of trainable variables here.")
        for var in var_list:
            if not var.dtype.is_floating:
                raise TypeError(f"The variables must be half, float, or double: {getattr(var, 'name', var)}")
            if self._key(var) not in self._averages:
                is_variable = isinstance(var, Variable)
                start = convert_to_tensor(var) if is_variable else array_ops.zeros_like(convert_to_tensor(var))
                made = Variable(start, trainable=False, name=f"{self._base_name(var)}/{self._name}")
                debias = self._zero_debias and not is_variable
                # The variable or tensor is kept, so that its identity stays its own.
                self._averages[self._key(var)] = (var, made, Variable(array_ops.zeros([], var.dtype), trainable=False) if debias else None)
        for var in var_list:
            _, average, weight = self._averages[self._key(var)]
            decay = convert_to_tensor(self._decay, var.dtype)
            if self._num_updates is not None:
                count = array_ops.cast(self._num_updates, var.dtype)
                decay = math.minimum(decay, (1.0 + count) / (10.0 + count))
            value = convert_to_tensor(var)
            if weight is None:
                average.assign_sub((average - value) * (1.0 - decay))
            else:
                # Zero debiasing: `weight` is 1 minus the remaining weight of the initial zero, and the average is divided by it.
                total = average * weight + (value - average * weight) * (1.0 - decay)
                weight.assign(weight + (1.0 - weight) * (1.0 - decay))
                average.assign(total / weight)

    @staticmethod
    def _base_name(var):
        return str(getattr(var, "name", "Variable")).split(":")[0] if isinstance(var, Variable) else "tensor"

    def average(self, var: Any) -> Any:
        """The variable with the average of `var`, or None."""
        found = self._averages.get(self._key(var))
        return None if found is None else found[1]

    def average_name(self, var: Any) -> str:
        """The name that the average of `var` has or would have."""
        return f"{self._base_name(var)}/{self._name}"

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, Any]:
        """{name in a checkpoint: variable}: averages are to be read into the variables they are averages of."""
        found = {}
        for var in moving_avg_variables if moving_avg_variables is not None else [v for v, _, _ in self._averages.values()]:
            found[self.average_name(var)] = var
        return found
