"""The variables of a legacy optimizer: its own, such as the count of updates, and the slots of each weight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.distribute.strategies import beside
from tfshim.engine.runtime.context import init_scope
from tfshim.engine.values.dtypes import as_dtype, float32
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.engine.variables.variable import Variable
from tfshim.keras import initializers
from tfshim.keras.backend.state import batch_get_value, batch_set_value
from tfshim.keras.v1.mode import as_resource, building

if TYPE_CHECKING:
    import numpy as np

    from tfshim.engine.values.annotations import SizesLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import InitializerLike


class OptimizerWeights:
    """The methods of a legacy optimizer that make variables, find them, and give and take their values."""

    if TYPE_CHECKING:  # what the class itself has
        _name: str
        _slots: dict[int, dict[str, Variable]]
        _slot_names: list[str]
        _weights: list[Variable]
        _track_trackable: Any
        _track_former: Any

    def add_weight(
        self,
        name: str,
        shape: SizesLike,
        dtype: DTypeLike | None = None,
        initializer: InitializerLike = "zeros",
        trainable: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
    ) -> Variable:
        """Make a variable of the optimizer itself. Mirrors `tf.keras.optimizers.legacy.Optimizer.add_weight`; subclasses call it for
        numbers that they keep for all weights together.

        Arguments:
            name: the variable's name.
            shape: its shape, a list of ints; `[]` for a number.
            dtype: its dtype; None: float32, or that of `initializer` where this is a value.
            initializer: the name of an initializer, a function of shape and dtype, or the first value; "zeros".
            trainable: whether tapes watch it; None: no.
            synchronization, aggregation: how replicas have it, as for `tf.Variable`.

        Returns:
            A `tf.Variable`, which checkpoints hold.

        Raises:
            ValueError: a trainable variable with `synchronization` ON_READ.

        Example:
            >>> optimizer = tf.keras.optimizers.legacy.SGD()
            >>> seen = optimizer.add_weight("seen", shape=[], dtype=tf.int64)
            >>> seen.assign_add(32).numpy()
            32
        """
        dtype = float32 if dtype is None else as_dtype(dtype)
        if synchronization is VariableSynchronization.ON_READ:
            if trainable:
                raise ValueError(
                    "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. "
                    "You have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
                )
            trainable = False
        if isinstance(initializer, str) or callable(initializer):
            make = initializers.get(initializer)
            initial = lambda: make(shape, dtype=dtype)  # noqa: E731
            stated = None
        elif initializer is None:
            raise TypeError("the first argument must be callable")
        else:
            initial, dtype, stated = initializer, None, TensorShape(shape)
        with init_scope():
            made = Variable(
                initial,
                name=name,
                dtype=dtype,
                trainable=bool(trainable),
                synchronization=synchronization,
                aggregation=aggregation,
                shape=stated,
            )
        as_resource(made)
        self._track_trackable(made, name, overwrite=True)
        return made

    def add_slot(self, var: Any, slot_name: str, initializer: InitializerLike = "zeros", shape: SizesLike | None = None) -> Variable:
        """Make a variable that belongs to a weight. Mirrors `tf.keras.optimizers.legacy.Optimizer.add_slot`; subclasses call it in
        `_create_slots`.

        Arguments:
            var: the weight, a `tf.Variable`.
            slot_name: what it is for, such as "momentum"; each weight has one of a name.
            initializer: the name of an initializer, a function of shape and dtype, or the first value; "zeros".
            shape: its shape where this is not the weight's; None.

        Returns:
            A `tf.Variable` of the weight's dtype, made by the first call; later ones give the same.

        Raises:
            ValueError: an initializer that is not known.

        Example:
            >>> optimizer = tf.keras.optimizers.legacy.SGD()
            >>> w = tf.Variable([1.0, 2.0])
            >>> slot = optimizer.add_slot(w, "previous", initializer="ones")
            >>> slot.numpy(), optimizer.add_slot(w, "previous") is slot
            (array([1., 1.], dtype=float32), True)
        """
        if slot_name not in self._slot_names:
            self._slot_names.append(slot_name)
        slots = self._slots.setdefault(id(var), {})
        if slot_name not in slots:
            initial = initializer
            if isinstance(initializer, str) or callable(initializer):
                make = initializers.get(initializer)
                initial = lambda: make(var.shape if shape is None else shape, dtype=var.dtype)  # noqa: E731
            with init_scope(), beside(var):
                made = as_resource(Variable(initial, name=f"{var._handle_name}/{slot_name}", dtype=var.dtype, trainable=False))
            slots[slot_name] = made
            self._track_former(made, f"{var._handle_name}/{slot_name}")
            self._weights.append(made)
        return slots[slot_name]

    def _slot_for(self, var, slot_name, shape):
        """The slot, made where there is none: a checkpoint has a value for it."""
        return self.add_slot(var, slot_name, shape=shape)

    def get_slot(self, var: Any, slot_name: str) -> Variable:
        """Find a variable that belongs to a weight. Mirrors `tf.keras.optimizers.legacy.Optimizer.get_slot`.

        Arguments:
            var: the weight, a `tf.Variable`.
            slot_name: what the slot is for; `get_slot_names` lists what there is, as "m" and "v" of Adam.

        Returns:
            The `tf.Variable`, of the weight's shape. It is the optimizer's own: assigning to it changes the next steps.

        Raises:
            KeyError: there is none, as before the first `minimize` or `apply_gradients`, which make the slots.

        Example:
            >>> optimizer = tf.keras.optimizers.legacy.SGD(0.1, momentum=0.9)
            >>> w = tf.Variable([1.0, 2.0])
            >>> _ = optimizer.apply_gradients([(tf.constant([1.0, -1.0]), w)])
            >>> optimizer.get_slot(w, "momentum").numpy()
            array([-0.1,  0.1], dtype=float32)
        """
        return self._slots[id(var)][slot_name]

    def get_slot_names(self) -> list[str]:
        """List what kinds of slots the optimizer has. Mirrors `tf.keras.optimizers.legacy.Optimizer.get_slot_names`.

        Returns:
            A list of names, in the order in which they were made: ["m", "v"] for Adam, ["momentum"] for SGD with momentum, an empty one
            for SGD without.

        Slots are made by the first step: before `minimize`, `apply_gradients` or a checkpoint that has values for them the list is
        empty. For each name, `get_slot(weight, name)` gives the variable that belongs to a weight.

        Example:
            >>> optimizer = tf.keras.optimizers.legacy.Adam()
            >>> optimizer.get_slot_names()
            []
            >>> _ = optimizer.apply_gradients([(tf.constant([1.0]), tf.Variable([0.0]))])
            >>> optimizer.get_slot_names()
            ['m', 'v']
        """
        return self._slot_names

    def variables(self) -> list[Variable]:
        """List the variables of the optimizer that steps change. Mirrors `tf.keras.optimizers.legacy.Optimizer.variables`.

        Returns:
            A list of `tf.Variable`s: the count of updates, then the slots in the order in which they were made. Hyperparameters, as the
            learning rate, are not in it. The property `weights` is the same.

        Before the first step there is at most the count. In newer optimizers, `tf.keras.optimizers.Optimizer`, `variables` is a property
        as well as a method.

        Example:
            >>> optimizer = tf.keras.optimizers.legacy.SGD(0.1, momentum=0.9)
            >>> _ = optimizer.apply_gradients([(tf.constant([1.0, -1.0]), tf.Variable([1.0, 2.0]))])
            >>> [(v.shape.as_list(), v.dtype.name) for v in optimizer.variables()]
            [([], 'int64'), ([2], 'float32')]
        """
        return self._weights

    weights = property(lambda self: self._weights, doc="The count of updates and the slots.")

    def get_weights(self) -> list[np.ndarray]:
        """Give the values of the optimizer's variables. Mirrors `tf.keras.optimizers.legacy.Optimizer.get_weights`.

        Returns:
            A list of NumPy arrays: the count of updates, then the slots, as `variables()` lists them.

        With it and `set_weights` a program keeps the state of a training itself, beside `model.get_weights()`; a `tf.train.Checkpoint`
        or a saved model has it without that. Hyperparameters, as the learning rate, are in `get_config()`.

        Example:
            >>> optimizer = tf.keras.optimizers.legacy.SGD(0.5, momentum=0.5)
            >>> _ = optimizer.apply_gradients([(tf.constant([1.0, -1.0]), tf.Variable([1.0, 2.0]))])
            >>> [weight.tolist() for weight in optimizer.get_weights()]
            [1, [-0.5, 0.5]]
        """
        if building() is not None:
            return batch_get_value(self._weights)
        return [w.numpy() for w in self._weights]

    def set_weights(self, weights: Any) -> None:
        """Set the optimizer's variables from arrays. Mirrors `tf.keras.optimizers.legacy.Optimizer.set_weights`.

        Arguments:
            weights: a list of arrays as `get_weights` gives it: the count of updates, then the slots.

        Returns:
            None.

        Raises:
            ValueError: more or fewer arrays than the optimizer has variables, or another shape.

        The variables have to be there, which the first step makes: an optimizer that is new takes a step with gradients of zero first,
        as in the example.

        Example:
            >>> w, zeros = tf.Variable([1.0, 2.0]), tf.zeros([2])
            >>> optimizer = tf.keras.optimizers.legacy.SGD(0.5, momentum=0.5)
            >>> _ = optimizer.apply_gradients([(zeros, w)])
            >>> optimizer.set_weights([np.array(10), np.array([-0.5, 0.5])])
            >>> int(optimizer.iterations), optimizer.get_slot(w, "momentum").numpy().tolist()
            (10, [-0.5, 0.5])
        """
        if len(self._weights) != len(weights):
            raise ValueError(
                f"You called `set_weights(weights)` on optimizer {self._name} with a  weight list of length {len(weights)}, "
                f"but the optimizer was expecting {len(self._weights)} weights. Provided weights: {str(weights)[:50]}..."
            )
        for v, value in zip(self._weights, weights):
            if tuple(v.shape.as_list()) != tuple(getattr(value, "shape", ())):
                raise ValueError(
                    f"Optimizer weight shape {tuple(v.shape.as_list())} not compatible with provided weight shape "
                    f"{getattr(value, 'shape', ())}."
                )
        if building() is not None:
            batch_set_value(list(zip(self._weights, weights)))
            return
        for v, value in zip(self._weights, weights):
            v.assign(value)
