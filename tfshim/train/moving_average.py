"""Averages of variables that forget the past exponentially."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim import array_ops, math
from tfshim._export import tf_export
from tfshim.control_flow import group
from tfshim.engine.runtime.context import init_scope, name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.variables.variable import Variable

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike


@tf_export("train.ExponentialMovingAverage")
class ExponentialMovingAverage:
    """Keeps for each variable an average that moves towards its value: `decay * average + (1 - decay) * value`.

    Mirrors `tf.train.ExponentialMovingAverage`. `apply(var_list)` makes the averages at first, which begin with the values, and moves them;
    `average(variable)` gives one. Models are often better with the averages of their weights than with the last ones.

    Arguments:
        decay: a number just below 1, as 0.999.
        num_updates: the number of updates so far, a number or tensor, by which early updates move further: the decay is at most
            `(1 + num_updates) / (10 + num_updates)`; None.
        zero_debias: whether averages of tensors, which begin at 0, are corrected for that; False.
        name: the end of the averages' names.

    Example:
        >>> w = tf.Variable(1.0)
        >>> average = tf.train.ExponentialMovingAverage(decay=0.5)
        >>> _ = average.apply([w])
        >>> _ = w.assign(3.0)
        >>> _ = average.apply([w])
        >>> float(average.average(w))
        2.0
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
        self._averages = {}

    @property
    def name(self) -> str:
        """The end of the names of averages."""
        return self._name

    @staticmethod
    def _key(var):
        return id(var)

    def apply(self, var_list: Any = None) -> Any:
        """Moves the averages by one step towards the values. Mirrors `tf.train.ExponentialMovingAverage.apply`.

        The first call for a variable makes its average, with the variable's value at that time; that of a tensor begins at 0. Call it
        after each step of the optimizer.

        Arguments:
            var_list: a list of variables, or of tensors, of a float dtype; None (default): in a graph all trainable variables, eagerly
                nothing.

        Returns:
            Eagerly nothing that is of use; in a graph of TensorFlow 1 the operation that moves the averages.

        Raises:
            TypeError: another dtype, such as that of integers.

        Example:
            >>> weight = tf.Variable(0.0)
            >>> averages = tf.train.ExponentialMovingAverage(0.75)
            >>> for value in [0.0, 8.0, 8.0]:
            ...     _ = weight.assign(value)
            ...     _ = averages.apply([weight])
            >>> averages.average(weight).numpy()
            3.5
        """
        if var_list is None:
            var_list = [] if TS.graph is None else TS.graph.get_collection("trainable_variables")
        for var in var_list:
            if not var.dtype.is_floating:
                raise TypeError(f"The variables must be half, float, or double: {getattr(var, 'name', var)}")
            if self._key(var) not in self._averages:
                # The variable or tensor is kept, so that its identity stays its own.
                self._averages[self._key(var)] = (var, *self._made(var))
            if TS.graph is not None and isinstance(var, Variable) and not any(v is var for v in _collected("moving_average_variables")):
                TS.graph.add_to_collection("moving_average_variables", var)
        with name_scope(self._name) as scope:
            updates = [self._updated(*self._averages[self._key(var)]) for var in var_list]
            return None if TS.graph is None else group(*updates, name=scope)

    def _made(self, var):
        """The average, and where that is corrected for its start at zero, what it would be without that, and the steps so far."""
        name = f"{self._base_name(var)}/{self._name}"
        if isinstance(var, Variable):
            with init_scope(), name_scope(""):
                start = convert_to_tensor(var) if TS.graph is None else var.initialized_value()
                return Variable(start, trainable=False, name=name), None, None
        zero = zeros_for(var)
        with init_scope(), name_scope(""):
            average = Variable(zero, trainable=False, name=name)
            if not self._zero_debias:
                return average, None, None
            biased = Variable(zero, trainable=False, name=f"{name}/biased")
            return average, biased, Variable(array_ops.zeros([], var.dtype), trainable=False, name=f"{name}/local_step")

    def _updated(self, var, average, biased, steps):
        decay = convert_to_tensor(self._decay, var.dtype)
        if self._num_updates is not None:
            count = array_ops.cast(self._num_updates, var.dtype)
            decay = math.minimum(decay, (1.0 + count) / (10.0 + count))
        value = convert_to_tensor(var)
        if biased is None:
            return average.assign_sub((average - value) * (1.0 - decay))
        # As if the decay had always been this one, the weight that is left of the initial zero is a power of it.
        mean = convert_to_tensor(biased.assign_sub((biased - value) * (1.0 - decay)))
        return average.assign(mean / (1.0 - decay ** convert_to_tensor(steps.assign_add(array_ops.ones([], var.dtype)))))

    @staticmethod
    def _base_name(var):
        return str(getattr(var, "name", "Variable")).split(":")[0] if TS.graph is not None or isinstance(var, Variable) else "tensor"

    def average(self, var: Any) -> Any:
        """The variable that holds an average. Mirrors `tf.train.ExponentialMovingAverage.average`.

        Evaluation with the averages: keep the value of each variable, assign its average, evaluate, and assign the value again.

        Arguments:
            var: the variable or tensor itself that was given to `apply`.

        Returns:
            A `tf.Variable` of its shape and dtype, not trainable (with `zero_debias`, for a tensor, the corrected average); None where
            `apply` was not called for `var`.

        Example:
            >>> weight, other = tf.Variable([2.0, 4.0]), tf.Variable(1.0)
            >>> averages = tf.train.ExponentialMovingAverage(0.5)
            >>> _ = averages.apply([weight])
            >>> averages.average(weight).numpy().tolist(), averages.average(other)
            ([2.0, 4.0], None)
            >>> _ = weight.assign([4.0, 8.0])
            >>> _ = averages.apply([weight])
            >>> averages.average(weight).numpy().tolist()
            [3.0, 6.0]
        """
        found = self._averages.get(self._key(var))
        return None if found is None else found[1]

    def average_name(self, var: Any) -> str:
        """The name that the average of a variable has, or would have. Mirrors `tf.train.ExponentialMovingAverage.average_name`.

        It is the name of the variable, without the `:0`, a slash and the name of the object. Checkpoints of TensorFlow 1 hold the
        averages under these names; `variables_to_restore` makes of them what a `Saver` takes. Nothing is made by it, and `apply` need not
        have been called.

        Arguments:
            var: the variable or, in a graph, the tensor.

        Returns:
            A str.

        Example:
            >>> weight = tf.Variable(1.0, name="weight")
            >>> tf.train.ExponentialMovingAverage(0.9).average_name(weight)
            'weight/ExponentialMovingAverage'
            >>> tf.train.ExponentialMovingAverage(0.9, name="slow").average_name(weight)
            'weight/slow'
        """
        return f"{self._base_name(var)}/{self._name}"

    def variables_to_restore(self, moving_avg_variables: Any = None) -> dict[str, Any]:
        """Map names in a checkpoint to variables, so that averages are read into the variables they average.

        Mirrors `tf.train.ExponentialMovingAverage.variables_to_restore`. A program that evaluates a model gives the dictionary to a
        `tf.compat.v1.train.Saver`: variables with an average get that, and others their own value.

        Arguments:
            moving_avg_variables: the variables with averages; None (the default) for
                `tf.compat.v1.moving_average_variables()` and the trainable ones.

        Returns:
            A dictionary from names to variables.

        Example:
            >>> with tf.Graph().as_default():
            ...     w = tf.compat.v1.get_variable("w", initializer=1.0)
            ...     print(sorted(tf.train.ExponentialMovingAverage(0.9).variables_to_restore()))
            ['w/ExponentialMovingAverage']
        """
        if moving_avg_variables is None:
            averaged = [v for v, *_ in self._averages.values()]
            moving_avg_variables = averaged if TS.graph is None else _collected("trainable_variables", "moving_average_variables")
        found = {self.average_name(v): v for v in moving_avg_variables}
        names = {v.name for v in moving_avg_variables}
        for v in [] if TS.graph is None else _collected("global_variables"):
            if v.name not in names:
                found.setdefault(v.name.split(":")[0], v)
        return found


def zeros_for(tensor):
    """Zeros that the average of a tensor begins with: only where sizes are unknown, the tensor has to be computed for them."""
    if tensor.shape.is_fully_defined():
        return array_ops.zeros(tensor.shape, tensor.dtype)
    return array_ops.zeros_like(convert_to_tensor(tensor))


def _collected(*names):
    return [v for name in names for v in TS.graph.get_collection(name)]
