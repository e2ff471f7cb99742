"""Moving averages of variables and tensors in graphs."""

from tfshim.compat.v1.graphs import GraphKeys
from tfshim.compat.v1.variables import Variable, moving_average_variables, trainable_variables
from tfshim.control_flow import group
from tfshim.engine import context
from tfshim.engine.convert import convert_to_tensor
from tfshim.engine.state import TS
from tfshim.math import minimum


class ExponentialMovingAverage:
    """Averages that move by `1 - decay` with each step; `num_updates` lets them move faster at first.

    `apply(variables)` is the operation of a step, `average(variable)` the variable with the average. `zero_debias` is refused.
    Mirrors `tf.train.ExponentialMovingAverage`.
    """

    def __init__(self, decay, num_updates=None, zero_debias=False, name="ExponentialMovingAverage"):
        if zero_debias:
            raise NotImplementedError("ExponentialMovingAverage: `zero_debias` is not supported.")
        self._decay, self._num_updates, self._name, self._averages = decay, num_updates, name, {}

    name = property(lambda self: self._name, doc="The name.")

    def apply(self, var_list=None):
        """The operation that moves the averages of `var_list` (the trainable variables), which are made at first; eagerly it is done."""
        variables = trainable_variables() if var_list is None else list(var_list)
        for v in variables:
            if id(v) not in self._averages:
                with context.init_scope(), context.name_scope(""):
                    start = (lambda v=v: v.initialized_value()) if hasattr(v, "_alias") else (lambda v=v: v * 0)
                    collections = [GraphKeys.GLOBAL_VARIABLES]
                    made = Variable(start, trainable=False, name=f"{_name(v)}/{self._name}", collections=collections)
                if TS.graph is not None and hasattr(v, "_alias"):
                    TS.graph.add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, v)
                self._averages[id(v)] = (v, made)
        decay = convert_to_tensor(self._decay, name="decay")
        if self._num_updates is not None:
            from tfshim.array_ops import cast

            updates = cast(self._num_updates, decay.dtype)
            decay = minimum(decay, (1.0 + updates) / (10.0 + updates))
        done = []
        for v in variables:
            average = self._averages[id(v)][1]
            done.append(average.assign_sub((average - v) * (1.0 - decay)))
        return group(*done, name=self._name)

    def average(self, var):
        """The variable that holds the average of `var`, or None."""
        known = self._averages.get(id(var))
        return None if known is None else known[1]

    def average_name(self, var):
        """The name of that variable."""
        known = self.average(var)
        return known._shared_name if known is not None else f"{_name(var)}/{self._name}"

    def variables_to_restore(self, moving_avg_variables=None):
        """{name of the average, or of what has none: variable}, for a Saver that restores averages into variables."""
        averaged = moving_average_variables() + trainable_variables() if moving_avg_variables is None else list(moving_avg_variables)
        made = {self.average_name(v): v for v in averaged}
        averages = {id(a) for _, a in self._averages.values()}
        for v in TS.graph.get_collection(GraphKeys.GLOBAL_VARIABLES):
            if not any(v is a for a in averaged) and id(v) not in averages:
                made[v._shared_name] = v
        return made


def _name(x):
    return x._shared_name if hasattr(x, "_alias") else x.op.name
