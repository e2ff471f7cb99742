"""Moving averages of variables and tensors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops import cast, zeros, zeros_like
from tfshim.array_ops import convert_to_tensor as named
from tfshim.compat.v1.graphs.graphs import GraphKeys
from tfshim.compat.v1.variables.scopes import get_variable_scope
from tfshim.compat.v1.variables.variables import Variable, global_variables, moving_average_variables, trainable_variables
from tfshim.control_flow import group
from tfshim.distribute import replicas
from tfshim.engine.graphs.references import is_by_reference, name_for_update
from tfshim.engine.ops.op_defs import find
from tfshim.engine.runtime import context
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes
from tfshim.engine.values.protocol import is_variable
from tfshim.math import minimum
from tfshim.math import pow as power

if TYPE_CHECKING:
    from tfshim.engine.graphs.operation import Operation
    from tfshim.engine.values.annotations import FloatLike, IntLike


@tf_export("train.ExponentialMovingAverage")
class ExponentialMovingAverage:
    """Keeps moving averages of variables, which often predict better than the values of the last step. Mirrors
    `tf.train.ExponentialMovingAverage`.

    A step makes each average `decay * average + (1 - decay) * value`. Run what `apply` gives after each step of the training; for
    predictions, restore the averages in place of the variables by `variables_to_restore`.

    Arguments:
        decay: a scalar near 1, such as 0.999: how much of the average stays.
        num_updates: the number of steps so far, with which the decay is at most `(1 + num_updates) / (10 + num_updates)`, so that averages
            follow quickly at first; None (the default) for the decay alone.
        zero_debias: True corrects averages of tensors, which begin with zeros; False by default. Those of variables begin with their
            values.
        name: the name of the operations, and of the averages behind that of the variable.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     w = tf.compat.v1.get_variable("w", initializer=0.0)
        ...     ema = tf.train.ExponentialMovingAverage(0.9)
        ...     update = ema.apply([w])
        ...     sess.run(tf.compat.v1.global_variables_initializer())
        ...     for value in (10.0, 10.0):
        ...         w.load(value, sess)
        ...         sess.run(update)
        ...     print(round(float(sess.run(ema.average(w))), 4))
        1.9
    """

    __module__ = "tensorflow.python.training.moving_averages"

    def __init__(
        self, decay: FloatLike, num_updates: IntLike | None = None, zero_debias: bool = False, name: str = "ExponentialMovingAverage"
    ) -> None:
        self._decay, self._num_updates, self._name, self._averages = decay, num_updates, name, {}
        self._zero_debias, self._biased = zero_debias, {}

    name = property(lambda self: self._name, doc="The name.")

    def _correction(self, average):
        """The variables that correct an average for its start at zero: (the plain average, the number of steps)."""
        shared, collections = _in_scope(average._shared_name), [GraphKeys.GLOBAL_VARIABLES]
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
        with context.name_scope("AssignMovingAvg") as scope:
            share = cast(1.0 - decay, average.dtype.base_dtype)
            if id(key) not in self._biased:
                return average.assign_sub((average - v) * share, name=name_for_update(average, scope))
            biased, steps = self._biased[id(key)]
            moved = biased.assign_sub((biased - v) * share)
            count = steps.assign_add(1.0)
            return average.assign(moved / (1.0 - power(1.0 - share, count)), name=scope or None)

    def apply(self, var_list: Iterable[Any] | None = None) -> Operation | None:
        """The operation of a step, which moves the averages towards the values. Mirrors
        `tf.train.ExponentialMovingAverage.apply`.

        The first call for a variable makes its average: a variable that is not trainable and that is saved in checkpoints. Variables are
        put into the collection `MOVING_AVERAGE_VARIABLES`. Let it wait for the step of the optimizer, by `tf.control_dependencies`.

        Arguments:
            var_list: variables and tensors of the dtypes float16, bfloat16, float32 or float64; None (the default) for all trainable
                variables.

        Returns:
            An operation; None while executing eagerly, where averages are moved at once.

        Raises:
            TypeError: one has another dtype, or is a tensor where there is no graph of TensorFlow 1.

        Example:
            >>> w, ema = tf.Variable(0.0), tf.train.ExponentialMovingAverage(0.75)
            >>> ema.apply([w])
            >>> w.assign(8.0).numpy()
            8.0
            >>> ema.apply([w])
            >>> float(ema.average(w))
            2.0
        """
        variables = trainable_variables() if var_list is None else list(var_list)
        with context.init_scope():
            eager = TS.graph is None
        if eager and not all(is_variable(v) for v in variables):
            raise TypeError("tf.train.ExponentialMovingAverage does not support non-Variable tensors when eager execution is enabled.")
        for v in variables:
            if v.dtype.base_dtype not in (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64):
                raise TypeError(f"The variables must be half, float, or double: {v.name}")
            if id(v) not in self._averages:
                # Out of functions and scopes of names: the average is named after the variable, below the variable scope that is open.
                with context.init_scope(), context.name_scope(""):
                    # A tensor has no initial value: its average begins at zeros of its shape.
                    start = (lambda v=v: v.initialized_value()) if is_variable(v) else (lambda v=v: _zeros_for(v))
                    collections = [GraphKeys.GLOBAL_VARIABLES]
                    resource = not is_by_reference(v) if is_variable(v) else None  # as what it is the average of
                    about = {"collections": collections, "validate_shape": v.shape.is_fully_defined(), "use_resource": resource}
                    if not v.shape.is_fully_defined():
                        about["shape"] = v.shape
                    made = Variable(start, trainable=False, name=_in_scope(f"{_name(v)}/{self._name}"), **about)
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
        """The variable that holds the average of another one. Mirrors `tf.train.ExponentialMovingAverage.average`.

        A graph for predictions can read it instead of the variable itself. `variables_to_restore` does so for a whole model, as it restores
        a checkpoint.

        Arguments:
            var: a variable or tensor that `apply` was called for.

        Returns:
            A variable of the same shape and dtype; None where `apply` was not called for it.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, b = tf.compat.v1.get_variable("w", [2]), tf.compat.v1.get_variable("b", [2])
            ...     ema = tf.train.ExponentialMovingAverage(0.9)
            ...     update = ema.apply([w])
            ...     print(ema.average(w).name, ema.average(w).trainable, ema.average(b))
            w/ExponentialMovingAverage:0 False None
        """
        known = self._averages.get(id(var))
        return None if known is None else known[1]

    def average_name(self, var: Any) -> str:
        """The name of the average of a variable, without its being made. Mirrors
        `tf.train.ExponentialMovingAverage.average_name`.

        Checkpoints have the average by that name: a graph for predictions restores it into the variable with a `tf.compat.v1.train.Saver`
        of a dictionary from names to variables, as `variables_to_restore` makes one.

        Arguments:
            var: a variable or tensor.

        Returns:
            A str, that of the variable with the name of this object behind it.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("net/w", [2])
            ...     print(tf.train.ExponentialMovingAverage(0.9).average_name(w))
            ...     print(tf.train.ExponentialMovingAverage(0.9, name="mean").average_name(w))
            net/w/ExponentialMovingAverage
            net/w/mean
        """
        known = self.average(var)
        if known is not None:
            return known._shared_name
        name = f"{_name(var)}/{self._name}"
        return name if TS.graph is None else TS.graph.unique_name(name, mark_as_used=False)

    def variables_to_restore(self, moving_avg_variables: Iterable[Any] | None = None) -> dict[str, Any]:
        """By which names a checkpoint has what variables are to be restored from. Mirrors
        `tf.train.ExponentialMovingAverage.variables_to_restore`.

        Variables with averages get those, and all others their own values. It is made in a graph for predictions, where `apply` was not
        called.

        Arguments:
            moving_avg_variables: the variables that have averages in the checkpoint; None (the default) for the trainable ones and those of
                the collection `MOVING_AVERAGE_VARIABLES`.

        Returns:
            A dictionary from names to variables, for `tf.compat.v1.train.Saver`.

        Example:
            >>> with tf.Graph().as_default():
            ...     w, step = tf.compat.v1.get_variable("w", [2]), tf.compat.v1.train.create_global_step()
            ...     found = tf.train.ExponentialMovingAverage(0.9).variables_to_restore()
            ...     print({name: v.name for name, v in sorted(found.items())})
            {'global_step': 'global_step:0', 'w/ExponentialMovingAverage': 'w:0'}
        """
        averaged = moving_average_variables() + trainable_variables() if moving_avg_variables is None else list(moving_avg_variables)
        made = {self.average_name(v): v for v in averaged}
        for v in global_variables():
            if not any(v is a for a in averaged) and v._shared_name not in made:
                made[v._shared_name] = v
        return made


def _in_scope(name):
    """`name` below the variable scope that is open."""
    scope = get_variable_scope().name if TS.graph is not None else ""
    return f"{scope}/{name}" if scope else name


def _zeros_for(tensor):
    """Zeros that the average of a tensor begins with: only where sizes are unknown, the tensor has to be computed for them."""
    return zeros(tensor.shape, tensor.dtype) if tensor.shape.is_fully_defined() else zeros_like(tensor)


def _name(x):
    if is_variable(x):
        return x._shared_name
    # A mean and a variance are of one operation here, of two in TensorFlow.
    place = x.value_index if find(x.op.type) is None else 0
    return f"{x.op.name}_{place}" if place else x.op.name
