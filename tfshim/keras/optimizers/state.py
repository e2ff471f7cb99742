"""What an optimizer keeps: the count of its steps, the learning rate, and what goes with each variable of the model.

Most lines say what the public methods do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any

import torch

from tfshim.array_ops.creation import zeros
from tfshim.distribute.strategies import beside
from tfshim.engine.runtime import one_by_one
from tfshim.engine.runtime.context import init_scope, name_scope
from tfshim.engine.runtime.devices import on_device_of
from tfshim.engine.runtime.logger import absl_logger
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import wrap
from tfshim.engine.variables.trackable import NoDependency
from tfshim.engine.variables.variable import Variable
from tfshim.keras import initializers
from tfshim.keras.backend.settings import floatx
from tfshim.keras.optimizers.schedules import LearningRateSchedule

if TYPE_CHECKING:
    from typing import Self

    import numpy as np

    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import InitializerLike


def key_of(variable: Any) -> Any:
    """What a variable is known by. Raises AttributeError for what is none, as tensors that a variable was taken apart to."""
    return id(variable) if is_variable(variable) else variable._unique_id


class CallableList(list):
    """A list that gives itself when called: `optimizer.variables` and `optimizer.variables()` are the same."""

    def __call__(self) -> Self:
        return self


class OptimizerState:
    """The variables of an optimizer."""

    if TYPE_CHECKING:  # of the optimizer
        _built: bool
        _name: str
        _variables: list[Variable]
        use_ema: bool

    name = property(lambda self: self._name, doc="The name.")

    @property
    def iterations(self) -> Variable:
        """The number of steps so far. Mirrors `tf.keras.optimizers.Optimizer.iterations`.

        Schedules of the learning rate depend on it. A variable of one's own may be set in its place before the first step.

        Returns:
            An int64 scalar `tf.Variable`, which `apply_gradients` increases.

        Raises:
            RuntimeError: it is set once there are variables for weights.

        Example:
            >>> optimizer, w = tf.keras.optimizers.SGD(), tf.Variable(1.0)
            >>> _ = optimizer.apply_gradients([(tf.constant(2.0), w)])
            >>> int(optimizer.iterations)
            1
        """
        return self._iterations

    @iterations.setter
    def iterations(self, variable: Variable) -> None:
        if self._built:
            raise RuntimeError(
                "Cannot set `iterations` to a new Variable after the Optimizer weights have been created. "
                f"Here it is attempting to set `iterations` to {variable}."
                "Usually this means you are trying to set `iterations` after calling `apply_gradients()`. "
                "Please set `iterations` before calling `apply_gradients()`."
            )
        self._iterations = variable
        self._variables[0] = variable

    @property
    def learning_rate(self) -> Variable:
        """The learning rate, to be read and set; `lr` is the same. Mirrors `tf.keras.optimizers.Optimizer.learning_rate`.

        Setting it to a number takes effect from the next step, in functions traced before too.

        Returns:
            A scalar `tf.Variable`; with a schedule a tensor, the rate of the present step.

        Raises:
            TypeError: a number is set where a schedule was given. ValueError: an optimizer of one's own that has made none.

        Example:
            >>> optimizer = tf.keras.optimizers.Adam(0.5)
            >>> optimizer.learning_rate = 0.25
            >>> float(optimizer.learning_rate)
            0.25
        """
        rate = getattr(self, "_learning_rate", None)
        if rate is None:
            raise ValueError("Missing learning rate, please set self.learning_rate at optimizer creation time.")
        return self._current_learning_rate if isinstance(rate, LearningRateSchedule) else rate

    @learning_rate.setter
    def learning_rate(self, value: TensorLike) -> None:
        if isinstance(value, LearningRateSchedule):
            self._learning_rate = self._build_learning_rate(value)
            return
        if isinstance(self._learning_rate, LearningRateSchedule):
            raise TypeError(
                "This optimizer was created with a `LearningRateSchedule` object as its `learning_rate` constructor argument, "
                "hence its learning rate is not settable. If you need the learning rate to be settable, you should "
                "instantiate the optimizer with a float `learning_rate` argument."
            )
        self._learning_rate.assign(value)

    lr = learning_rate

    @property
    def variables(self) -> CallableList:
        """All variables of the state. Mirrors `tf.keras.optimizers.Optimizer.variables`.

        Before the first step, or `build`, they are those that do not depend on the weights.

        Returns:
            A list, which can be called too and then gives itself: the number of steps, the learning rate, and what the optimizer keeps
                for
            each weight.

        Example:
            >>> optimizer, w = tf.keras.optimizers.SGD(momentum=0.9), tf.Variable([1.0, 2.0])
            >>> optimizer.build([w])
            >>> [v.shape.as_list() for v in optimizer.variables]
            [[], [2]]
        """
        return CallableList(self._variables)

    def _build_learning_rate(self, learning_rate):
        """What to assign to `_learning_rate`: a schedule, or a variable with the number."""
        if isinstance(learning_rate, LearningRateSchedule):
            with init_scope(), name_scope(""):
                now = convert_to_tensor(learning_rate(self._iterations))
                self._current_learning_rate = Variable(now, name="current_learning_rate", dtype=now.dtype, trainable=False)
            return learning_rate
        with init_scope(), name_scope(""):
            value = learning_rate() if callable(learning_rate) else learning_rate
            return Variable(value, name="learning_rate", dtype=floatx(), trainable=False)

    # ------------------------------------------------------------------ variables
    def build(self, var_list: Any) -> None:
        """Makes what the optimizer keeps for each variable: momenta, averages and the like.

        Mirrors `tf.keras.optimizers.Optimizer.build`. The first `apply_gradients` does it for the variables that it gets, so that it is
        needed only to load the state before, or where later steps bring other variables than the first. Subclasses override it and call
        `super().build(var_list)` first.

        Arguments:
            var_list: all variables that will be changed.

        Example:
            >>> w = tf.Variable([1.0, 2.0])
            >>> optimizer = tf.keras.optimizers.Adam()
            >>> optimizer.build([w])
            >>> len(optimizer.variables), optimizer.variables[2].shape
            (3, TensorShape([2]))
        """
        if self._built:
            return
        self._places = None
        places = {key_of(v): i for i, v in enumerate(var_list)}
        self._seen = NoDependency([v for v in var_list])
        self.__dict__["_places"] = places
        self.__dict__["_index_dict"] = self._places
        if self.use_ema:
            self._model_variables_moving_average = [self.add_variable_from_reference(v, "average", initial_value=v) for v in var_list]

    def add_variable(
        self, shape: SizesLike, dtype: DTypeLike | None = None, initializer: InitializerLike = "zeros", name: str | None = None
    ) -> Variable:
        """Make a variable of the state. Mirrors `tf.keras.optimizers.Optimizer.add_variable`; for subclasses, in their `build`.

        It is saved with the optimizer, and not trained.

        Arguments:
            shape: its shape.
            dtype: None (default): float32.
            initializer: what it begins with: a name, an initializer or a function of shape and dtype; "zeros" by default.
            name: its name; None by default.

        Returns:
            A `tf.Variable`, in `variables` from then on.

        Example:
            >>> optimizer = tf.keras.optimizers.SGD()
            >>> steps = optimizer.add_variable([2], initializer="ones", name="steps")
            >>> steps.numpy()
            array([1., 1.], dtype=float32)
        """
        initializer = initializers.get(initializer)
        with init_scope():
            made = Variable(lambda: initializer(shape, dtype=dtype), name=name, dtype=dtype, trainable=False)
        self._variables.append(made)
        return made

    def add_variable_from_reference(
        self, model_variable: Variable, variable_name: str, shape: SizesLike | None = None, initial_value: TensorLike | None = None
    ) -> Variable:
        """Make a variable of the state that goes with one of the model. Mirrors
        `tf.keras.optimizers.Optimizer.add_variable_from_reference`.

        Subclasses make their moments with it in `build`, one for each variable that is trained.

        Arguments:
            model_variable: the variable of the model.
            variable_name: what it is, such as "m": the first part of its name, before that of the model's variable.
            shape: None (default): that of the variable of the model.
            initial_value: what it begins with; None (default): zeros.

        Returns:
            A `tf.Variable` of the dtype of the model's.

        Example:
            >>> optimizer = tf.keras.optimizers.SGD()
            >>> w = tf.Variable([1.0, 2.0], name="w")
            >>> m = optimizer.add_variable_from_reference(w, "m")
            >>> m.name, m.numpy()
            ('m/w:0', array([0., 0.], dtype=float32))
        """
        if initial_value is None:
            size = tuple(model_variable.shape.as_list() if shape is None else shape)
            if one_by_one.wanted():
                with init_scope():
                    initial_value = zeros(size, model_variable._dt)
            else:
                initial_value = wrap(torch.zeros(size, dtype=model_variable._t.dtype, device=model_variable._t.device), model_variable._dt)
        with init_scope(), beside(model_variable), on_device_of(model_variable._t):
            made = Variable(
                initial_value, name=f"{variable_name}/{model_variable._handle_name}", dtype=model_variable.dtype, trainable=False
            )
        self._variables.append(made)
        return made

    def _var_key(self, variable):
        return id(variable)

    def exclude_from_weight_decay(self, var_list: Any = None, var_names: Iterable[str] | None = None) -> None:
        """Leaves variables out of weight decay, such as biases and the scales of normalization.

        Mirrors `tf.keras.optimizers.Optimizer.exclude_from_weight_decay`. It must be called before the optimizer is built, that is, before
        its first step.

        Arguments:
            var_list: variables; None (default): none.
            var_names: strings; variables whose names contain one are left out; None (default): none.

        Raises:
            ValueError: the optimizer has been built.

        Example:
            >>> w, b = tf.Variable(1.0, name="kernel"), tf.Variable(1.0, name="bias")
            >>> optimizer = tf.keras.optimizers.SGD(0.1, weight_decay=0.5)
            >>> optimizer.exclude_from_weight_decay(var_names=["bias"])
            >>> _ = optimizer.apply_gradients([(tf.constant(0.0), w), (tf.constant(0.0), b)])
            >>> round(float(w), 3), float(b)
            (0.95, 1.0)
        """
        if self._built:
            raise ValueError("`exclude_from_weight_decay()` can only be configued before the optimizer is built.")
        self._excluded = {id(v) for v in var_list or ()}
        self._excluded_names = NoDependency(list(var_names or ()))

    def save_own_variables(self, store: MutableMapping[str, np.ndarray]) -> None:
        """Write the state into a file of Keras' format. Mirrors `tf.keras.optimizers.Optimizer.save_own_variables`.

        `model.save` calls it for `.keras` files. A subclass that keeps more than variables overrides it and `load_own_variables`.

        Arguments:
            store: what is written to: a mapping that takes NumPy arrays, here under the numbers of the variables as strings.

        Example:
            >>> optimizer, store = tf.keras.optimizers.SGD(momentum=0.9), {}
            >>> optimizer.build([tf.Variable([1.0, 2.0])])
            >>> optimizer.save_own_variables(store)
            >>> sorted(store), store["1"]
            (['0', '1'], array([0., 0.], dtype=float32))
        """
        for i, v in enumerate(self._variables):
            store[str(i)] = v.numpy()

    def load_own_variables(self, store: Mapping[str, np.ndarray]) -> None:
        """Read the state that `save_own_variables` wrote. Mirrors `tf.keras.optimizers.Optimizer.load_own_variables`.

        Arguments:
            store: a mapping with a NumPy array under the number of each variable, as a string.

        Where it has another number of them than the optimizer, a warning says so, and nothing is read: an optimizer has to be built
        before,
        by `build` or a step.

        Example:
            >>> optimizer = tf.keras.optimizers.SGD(momentum=0.9)
            >>> optimizer.build([tf.Variable(1.0)])
            >>> optimizer.load_own_variables({"0": np.array(7), "1": np.array(0.25, "float32")})
            >>> int(optimizer.iterations), float(optimizer.variables[1])
            (7, 0.25)
        """
        if len(store.keys()) != len(self._variables):
            absl_logger().warning(
                f"Skipping variable loading for optimizer '{self.name}', because it has {len(self._variables)} variables whereas the saved "
                f"optimizer has {len(store.keys())} variables. "
            )
            return
        for i, v in enumerate(self._variables):
            v.assign(store[str(i)])

    def set_weights(self, weights: Any) -> None:
        """Set all variables of the state. Mirrors `tf.keras.optimizers.Optimizer.set_weights`; the older way beside checkpoints.

        Arguments:
            weights: a list with a value for each of `variables`, in their order: arrays or tensors of their shapes.

        Raises:
            ValueError: there are no variables yet (call `build` or make a step before), or a shape differs.

        Example:
            >>> optimizer, w = tf.keras.optimizers.SGD(0.5, momentum=0.9), tf.Variable([1.0, 2.0])
            >>> optimizer.build([w])
            >>> optimizer.set_weights([np.array(5), np.array([0.5, 0.25])])
            >>> int(optimizer.iterations), optimizer.variables[1].numpy()
            (5, array([0.5 , 0.25], dtype=float32))
        """
        if not getattr(self, "_built", False):
            raise ValueError(
                "You are calling `set_weights()` on an optimizer that has not yet been built. Please call "
                "`optimizer.build(trainable_variables)` to create the optimizer weights before calling `set_weights()`."
            )
        for v, value in zip(self._variables, weights):
            if tuple(v.shape) != tuple(value.shape):
                raise ValueError(
                    f"Optimizer variable {self._var_key(v)} has shape {v.shape} not compatible with provided weight shape {value.shape}."
                )
            v.assign(value)
