"""An optimizer that keeps averages of what it updates."""

from tfshim.compat.v1.train.averages import ExponentialMovingAverage
from tfshim.compat.v1.train.optimizer import Optimizer
from tfshim.compat.v1.train.saver import Saver
from tfshim.compat.v1.variables.variables import global_variables
from tfshim.control_flow import control_dependencies, group


class MovingAverageOptimizer(Optimizer):
    """Takes the steps of `opt`, and after each (beside it without `sequential_update`) moves averages of the variables.

    `swapping_saver` saves the averages under the names of the variables, so that an evaluation reads them. See
    `tf.train.ExponentialMovingAverage` for `average_decay` and `num_updates`.
    """

    def __init__(self, opt, average_decay=0.9999, num_updates=None, sequential_update=True):
        super().__init__(False, "MovingAverageOptimizer")
        self._optimizer, self._after = opt, sequential_update
        self._ema = ExponentialMovingAverage(average_decay, num_updates=num_updates)
        self._swapped = None

    def compute_gradients(self, *args, **kwargs):
        """Those of the optimizer within."""
        return self._optimizer.compute_gradients(*args, **kwargs)

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """An operation that takes the step and moves the averages."""
        pairs = list(grads_and_vars)
        step = self._optimizer.apply_gradients(pairs, global_step=global_step, name=name)
        variables = [v for g, v in pairs if g is not None]
        with control_dependencies([step] if self._after else []):
            averages = self._ema.apply(variables)
        self._swapped = {}
        for v in variables:
            average = self._ema.average(v)
            self._swapped[v.op.name], self._swapped[average.op.name] = average.op.name, v.op.name
        return group(step, averages, name="train_with_avg")

    def swapping_saver(self, var_list=None, name="swapping_saver", **kwargs):
        """A Saver of `var_list` (all variables) in which variables and averages have changed names.

        Raises RuntimeError before `apply_gradients`, ValueError where only one of such a pair is to be saved.
        """
        if self._swapped is None:
            raise RuntimeError("Must call apply_gradients or minimize before creating the swapping_saver")
        if not isinstance(var_list, dict):
            var_list = {v.op.name: v for v in (global_variables() if var_list is None else var_list)}
        made = {}
        for key, variable in var_list.items():
            other = self._swapped.get(key)
            if other is not None and other not in var_list:
                raise ValueError(f"Variable to swap {other} is not part of variables to save. This breaks MovingAverageOptimizer.")
            made[key] = variable if other is None else var_list[other]
        return Saver(made, name=name, **kwargs)
