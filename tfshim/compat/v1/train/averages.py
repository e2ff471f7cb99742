"""Moving averages of variables and tensors in graphs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops import cast, zeros
from tfshim.array_ops import convert_to_tensor as named
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.variables.variables import Variable, moving_average_variables, trainable_variables
from tfshim.control_flow import group
from tfshim.distribute import replicas
from tfshim.engine.graphs.references import name_for_update
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import context
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.math import minimum
from tfshim.train.moving_average import zeros_for

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import FloatLike, IntLike


@tf_export(v1=["train.ExponentialMovingAverage"])
class ExponentialMovingAverage:
    """Moving averages: `decay * average + (1 - decay) * value`; `num_updates` lowers the decay in the first steps.

    `apply(variables)` is the operation of a step, `average(variable)` the variable with the average. The average of a tensor that
    is no variable starts at zero; with `zero_debias` it is corrected for that. Mirrors `tf.train.ExponentialMovingAverage`.
    """

    def __init__(
        self, decay: FloatLike, num_updates: IntLike | None = None, zero_debias: bool = False, name: str = "ExponentialMovingAverage"
    ) -> None:
        self._decay, self._num_updates, self._name, self._averages = decay, num_updates, name, {}
        self._zero_debias, self._biased = zero_debias, {}

    name = property(lambda self: self._name, doc="The name.")

    def _correction(self, average):
        """The variables that correct an average for its start at zero: (the plain average, the number of steps)."""
        shared, collections = average._shared_name, [GraphKeys.GLOBAL_VARIABLES]
        with context.init_scope(), context.name_scope(""):
            biased = Variable(
                lambda: zeros(average.shape, average.dtype.base_dtype), trainable=False, name=f"{shared}/biased", collections=collections
            )
            steps = Variable(
                lambda: zeros([], average.dtype.base_dtype), trainable=False, name=f"{shared}/local_step", collections=collections
            )
        return biased, steps

    def _moved(self, v, average, decay):
        """The operation that updates one average; replicas of a strategy update it together, by the mean of their values."""
        strategy, number = replicas.strategy_here(), replicas.current_replica()
        if strategy is None or number is None:
            return self._update(v, v, average, decay)

        def merged(strategy, value):
            return self._update(v, strategy.extended.reduce_to("MEAN", value, average), average, decay)

        return strategy._contexts[number].merge_call(merged, (v,))

    def _update(self, key, v, average, decay):
        if id(key) not in self._biased:
            with context.name_scope("AssignMovingAvg") as scope:
                share = cast(1.0 - decay, average.dtype.base_dtype)
                return average.assign_sub((average - v) * share, name=name_for_update(average, scope))
        decay = cast(decay, average.dtype.base_dtype)
        biased, steps = self._biased[id(key)]
        moved, count = biased.assign_sub((biased - v) * (1.0 - decay)), steps.assign_add(1.0)
        return average.assign(convert_to_tensor(moved) / (1.0 - decay ** convert_to_tensor(count)))

    def apply(self, var_list: Iterable[Any] | None = None) -> Operation | None:
        """The operation that updates the averages of `var_list`, by default the trainable variables; eagerly they are updated at once.

        The first call for a variable makes its average.
        """
        variables = trainable_variables() if var_list is None else list(var_list)
        for v in variables:
            if v.dtype.base_dtype not in (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64):
                raise TypeError(f"The variables must be half, float, or double: {v.name}")
            if id(v) not in self._averages:
                # Out of functions and scopes: a variable's average is named after it alone.
                with context.init_scope(), context.name_scope(""):
                    # A tensor has no initial value: its average begins at zeros of its shape.
                    start = (lambda v=v: v.initialized_value()) if is_variable(v) else (lambda v=v: zeros_for(v))
                    collections = [GraphKeys.GLOBAL_VARIABLES]
                    made = Variable(start, trainable=False, name=f"{_name(v)}/{self._name}", collections=collections)
                if TS.graph is not None and is_variable(v):
                    TS.graph.add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, v)
                self._averages[id(v)] = (v, made)
                if self._zero_debias and not is_variable(v):
                    self._biased[id(v)] = self._correction(made)
        with context.name_scope(self._name) as scope:
            decay = named(self._decay, name="decay")
            if self._num_updates is not None:
                updates = cast(self._num_updates, decay.dtype, name="num_updates")
                # In the first steps the average follows faster than `decay` allows.
                decay = minimum(decay, (1.0 + updates) / (10.0 + updates))
            done = [self._moved(v, self._averages[id(v)][1], decay) for v in variables]
            return group(*done, name=scope or self._name)

    def average(self, var: Any) -> Any:
        """The variable that holds the average of `var`, or None."""
        known = self._averages.get(id(var))
        return None if known is None else known[1]

    def average_name(self, var: Any) -> str:
        """The name of that variable."""
        known = self.average(var)
        return known._shared_name if known is not None else f"{_name(var)}/{self._name}"

    def variables_to_restore(self, moving_avg_variables: Iterable[Any] | None = None) -> dict[str, Any]:
        """{name of the average, or of what has none: variable}, for a Saver that restores averages into variables."""
        averaged = moving_average_variables() + trainable_variables() if moving_avg_variables is None else list(moving_avg_variables)
        made = {self.average_name(v): v for v in averaged}
        for v in TS.graph.get_collection(GraphKeys.GLOBAL_VARIABLES):
            if not any(v is a for a in averaged) and v._shared_name not in made:
                made[v._shared_name] = v
        return made


def _name(x):
    if is_variable(x):
        return x._shared_name
    # A mean and a variance are of one operation here, of two in TensorFlow.
    place = x.value_index if find(x.op.type) is None else 0
    return f"{x.op.name}_{place}" if place else x.op.name
