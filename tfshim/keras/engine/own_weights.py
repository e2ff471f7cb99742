"""The weights of a layer: those that `add_weight` makes, and their values."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.engine.runtime.context import get_current_name_scope, init_scope, name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.engine.variables.synchronization import VariableAggregation, VariableSynchronization
from tfshim.engine.variables.trackable import Trackable
from tfshim.engine.variables.variable import Variable
from tfshim.keras import constraints, initializers, regularizers
from tfshim.keras.backend import state
from tfshim.keras.engine.tracking import unique, vocabularies_as_weights, weights_of_layer
from tfshim.keras.mixed_precision.autocast import auto_cast
from tfshim.keras.v1.mode import as_resource
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import SizesLike, TensorLike
    from tfshim.engine.values.dtypes import DTypeLike
    from tfshim.keras.annotations import ConstraintLike, InitializerLike, RegularizerLike


class HoldsWeights:
    """What layers share about their variables."""

    def _name_scope(self):
        """The prefix of names within this layer: what is around it, its own name, and a slash, which makes `name_scope` take it whole."""
        around = get_current_name_scope()
        if around:
            return f"{around}/{self._name}/"
        return f"{self._name}/" if self._name else ""

    @property
    def _compute_dtype(self):
        """The name of the dtype to compute in; subclasses read it by this name."""
        return self._compute.name

    @property
    def _compute_dtype_object(self):
        """The dtype to compute in."""
        return self._compute

    @property
    def trainable_weights(self) -> list[Variable]:
        """The variables that are trained. Mirrors `tf.keras.layers.Layer.trainable_weights`.

        A loop of one's own takes gradients by them. The list is empty where `trainable` is false, and before the layer is built.

        Returns:
            A list of `tf.Variable`, those of the layers within included.

        Example:
            >>> layer = tf.keras.layers.BatchNormalization()
            >>> layer.build([None, 2])
            >>> [w.name.split("/")[-1] for w in layer.trainable_weights]
            ['gamma:0', 'beta:0']
        """
        if not self._trainable:
            return []
        self._keep_appended()
        return unique(self._trainable_weights + weights_of_layer(self._self_tracked_trackables, "trainable"))

    @property
    def non_trainable_weights(self) -> list[Variable]:
        """The variables that are not trained. Mirrors `tf.keras.layers.Layer.non_trainable_weights`.

        They change otherwise, as averages of BatchNormalization and states of metrics do, or not at all. Where `trainable` is false,
        they are all variables.

        Returns:
            A list of `tf.Variable`, those of the layers within included.

        Example:
            >>> layer = tf.keras.layers.BatchNormalization()
            >>> layer.build([None, 2])
            >>> [w.name.split("/")[-1] for w in layer.non_trainable_weights]
            ['moving_mean:0', 'moving_variance:0']
        """
        self._keep_appended()
        if self._trainable:
            return unique(self._non_trainable_weights + weights_of_layer(self._self_tracked_trackables, "fixed"))
        return unique(self._trainable_weights + self._non_trainable_weights + weights_of_layer(self._self_tracked_trackables, "all"))

    @property
    def weights(self) -> list[Variable]:
        """All variables of the layer, and of the layers within. Mirrors `tf.keras.layers.Layer.weights`.

        They are in the order of `get_weights` and `set_weights`: the trainable ones first. A layer has them from when it is built,
        which its
        first call does, or `build`.

        Returns:
            A list of `tf.Variable`.

        Example:
            >>> layer = tf.keras.layers.BatchNormalization()
            >>> layer.build([None, 2])
            >>> [w.name.split("/")[-1] for w in layer.weights]
            ['gamma:0', 'beta:0', 'moving_mean:0', 'moving_variance:0']
        """
        return unique(self.trainable_weights + self.non_trainable_weights)

    @property
    def trainable_variables(self) -> list[Variable]:
        """The variables that are trained; the same as `trainable_weights`. Mirrors `tf.keras.layers.Layer.trainable_variables`.

        A loop of one's own takes gradients by them. The list is empty where `trainable` is false, and before the layer is built.

        Returns:
            A list of `tf.Variable`, those of the layers within included.

        Example:
            >>> layer = tf.keras.layers.Dense(1, kernel_initializer="ones")
            >>> with tf.GradientTape() as tape:
            ...     y = layer(tf.constant([[2.0, 3.0]]))
            >>> [g.numpy().tolist() for g in tape.gradient(y, layer.trainable_variables)]
            [[[2.0], [3.0]], [1.0]]
        """
        return self.trainable_weights

    @property
    def non_trainable_variables(self) -> list[Variable]:
        """The variables that are not trained. Mirrors `tf.keras.layers.Layer.non_trainable_variables`.

        The same as `non_trainable_weights`. Where `trainable` is false, they are all variables.

        Returns:
            A list of `tf.Variable`, those of the layers within included.

        Example:
            >>> layer = tf.keras.layers.BatchNormalization()
            >>> layer.build([None, 2])
            >>> [w.name.split("/")[-1] for w in layer.non_trainable_variables]
            ['moving_mean:0', 'moving_variance:0']
        """
        return self.non_trainable_weights

    @property
    def variables(self) -> list[Variable]:
        """All variables of the layer, and of the layers within; the same as `weights`. Mirrors `tf.keras.layers.Layer.variables`.

        A layer has them from when it is built, which its first call does, or `build`.

        Returns:
            A list of `tf.Variable`: the trainable ones first.

        Example:
            >>> layer = tf.keras.layers.Dense(2)
            >>> len(layer.variables)
            0
            >>> layer.build([None, 3])
            >>> [v.shape.as_list() for v in layer.variables]
            [[3, 2], [2]]
        """
        return self.weights

    def add_weight(
        self,
        name: str | None = None,
        shape: SizesLike | None = None,
        dtype: DTypeLike | None = None,
        initializer: InitializerLike = None,
        regularizer: RegularizerLike = None,
        trainable: bool | None = None,
        constraint: ConstraintLike = None,
        use_resource: bool | None = None,
        synchronization: VariableSynchronization = VariableSynchronization.AUTO,
        aggregation: VariableAggregation = VariableAggregation.NONE,
        **kwargs: Any,
    ) -> Variable:
        """Makes a variable of this layer: a weight, which is trained and saved with it.

        Mirrors `tf.keras.layers.Layer.add_weight`. It is called in `build`, where sizes of the inputs are known, or in `__init__`.

        Arguments:
            name: the name of the variable; None: "Variable".
            shape: its sizes, all of them known; None: a scalar.
            dtype: by default that of the layer's weights.
            initializer: a name, configuration or `Initializer`; None: Glorot uniform for floats, zeros for integers and booleans.
            regularizer: what adds a penalty for its value to `losses`; None: nothing.
            trainable: whether it is trained; True, unless `synchronization` is ON_READ.
            constraint: a function that is applied to it after each update; None: none.
            synchronization, aggregation: how replicas of a strategy share it: `tf.VariableSynchronization`, `tf.VariableAggregation`.
            **kwargs: `experimental_autocast` (False: not cast under mixed precision), `getter`: makes the variable.

        Returns:
            The `tf.Variable`.

        Raises:
            ValueError: a dtype without a default initializer, or `trainable` with ON_READ. TypeError: an unknown keyword.
            NotImplementedError: `use_resource=False`, `caching_device`, `collections`, `layout`.

        Example:
            >>> layer = tf.keras.layers.Layer()
            >>> w = layer.add_weight("w", shape=(2,), initializer="ones", trainable=False)
            >>> w.numpy().tolist(), len(layer.non_trainable_weights)
            ([1.0, 1.0], 1)
        """
        for given in kwargs:
            if given not in ("collections", "experimental_autocast", "caching_device", "getter", "layout"):
                raise TypeError("Unknown keyword argument:", given)
            if kwargs[given] is not None and given not in ("experimental_autocast", "getter"):
                raise refused("tf.keras.layers.Layer.add_weight", given)
        if use_resource is False:
            raise refused("tf.keras.layers.Layer.add_weight", "use_resource", value=use_resource)
        dtype = dtypes.as_dtype(dtype) if dtype is not None else self._dtype
        shape = () if shape is None else shape
        TensorShape(shape)  # of what are no sizes, such as floats, this raises the error
        if synchronization is VariableSynchronization.ON_READ:
            if trainable:
                raise ValueError(
                    "Synchronization value can be set to VariableSynchronization.ON_READ only for non-trainable variables. "
                    "You have specified trainable=True and synchronization=VariableSynchronization.ON_READ."
                )
            trainable = False
        elif trainable is None:
            trainable = True
        initializer = initializers.get(initializer)
        if initializer is None:
            if dtype.is_floating or dtype.is_complex:
                initializer = initializers.get("glorot_uniform")
            elif dtype.is_integer or dtype.is_bool:
                initializer = initializers.get("zeros")
            elif kwargs.get("getter") is None:
                raise ValueError(
                    f"An initializer for variable {name} of type {dtype.base_dtype} is required for layer {self.name}. "
                    f"Received: {initializer}."
                )
        options = {"trainable": trainable, "synchronization": synchronization, "aggregation": aggregation}
        options["constraint"] = constraints.get(constraint)
        getter = kwargs.get("getter") or _plain_variable
        if self._compute is not self._dtype and dtype.is_floating and kwargs.get("experimental_autocast", True):
            getter = functools.partial(_casting_variable, getter)
        options.update(use_resource=use_resource, collections=None, caching_device=None)
        # Several weights of a layer may have the same name: the last one is what checkpoints know by it.
        variable = self._add_variable_with_custom_getter(
            name or "Variable", shape=shape, dtype=dtype, initializer=initializer, getter=getter, overwrite=True, **options
        )
        if regularizer is not None:
            regularizer = regularizers.get(regularizer)
            self._loss_functions.append(functools.partial(_penalty, regularizer, variable))
        for part in nest.flatten(variable, expand_composites=True):  # of a variable that a strategy divides
            self._keep(part, trainable)
        return variable

    def _dedup_weights(self, weights: Iterable[Any]) -> list[Any]:
        """`weights`, each once. Wrappers of libraries put them together and ask for this."""
        return unique(list(weights))

    def _add_variable_with_custom_getter(
        self,
        name: str,
        shape: SizesLike | None = None,
        dtype: DTypeLike = dtypes.float32,
        initializer: Any = None,
        getter: Callable[..., Any] | None = None,
        overwrite: bool = False,
        **kwargs: Any,
    ) -> Any:
        """What `getter` makes of the arguments, by keyword, tracked as `name`. Libraries override it to wrap weights."""
        variable = (getter or _plain_variable)(name=name, shape=shape, dtype=dtype, initializer=initializer, **kwargs)
        if not overwrite or isinstance(variable, Trackable):
            self._track_trackable(variable, name, overwrite=overwrite)
        return variable

    def add_variable(self, *args: Any, **kwargs: Any) -> Variable:
        """Create a variable of the layer: the name that `add_weight` had in TensorFlow 1.

        Mirrors `tf.keras.layers.Layer.add_variable`. It passes everything on to `add_weight`, whose text says what there is: a name, a
        shape, an initializer, a regularizer, a constraint, whether it is trained, and how replicas share it. New code calls `add_weight`.

        Arguments:
            *args, **kwargs: those of `add_weight`.

        Returns:
            The `tf.Variable`, which stands in `weights`.

        Raises:
            ValueError: what `add_weight` raises, as for an initializer that does not exist.

        Example:
            >>> layer = tf.keras.layers.Layer()
            >>> v = layer.add_variable("scale", shape=[3], initializer="ones")
            >>> v.numpy().tolist(), layer.trainable_weights[0] is v
            ([1.0, 1.0, 1.0], True)
        """
        return self.add_weight(*args, **kwargs)

    def count_params(self) -> int:
        """The number of numbers in all weights, trainable or not.

        Mirrors `tf.keras.layers.Layer.count_params`; `summary` shows it as "Param #". A weight that several layers share is
        counted once. For the trainable ones alone, sum over `trainable_weights`.

        Returns:
            An integer; 0 for a layer without weights.

        Raises:
            ValueError: the layer has not been built, so that the shapes of its weights are unknown.

        For a model it is the sum over its layers; a float32 weight takes 4 bytes, so `4 * model.count_params()` is the size of the
        weights.

        Example:
            >>> layer = tf.keras.layers.Dense(10)
            >>> layer.build((None, 784))
            >>> layer.count_params()
            7850
        """
        if not self.built:
            raise ValueError(
                f"You tried to call `count_params` on layer {self.name}, but the layer isn't built. You can build it "
                f"manually via: `{self.name}.build(batch_input_shape)`."
            )
        return int(sum(w.shape.num_elements() or 0 for w in self.weights))

    def get_weights(self) -> list[np.ndarray]:
        """The values of all weights, as a list of NumPy arrays.

        Mirrors `tf.keras.layers.Layer.get_weights`. They are in the order of `weights`: trainable ones first for a layer, layer by layer
        for a model. The arrays are copies. `set_weights` takes them; `np.savez(path, *model.get_weights())` writes them.

        A vocabulary that a layer has learnt is one of them: an array of its tokens, without special ones.

        Returns:
            A list; an empty one before the layer is built.

        Example:
            >>> layer = tf.keras.layers.Dense(2, kernel_initializer="ones")
            >>> _ = layer(tf.zeros([1, 3]))
            >>> [value.tolist() for value in layer.get_weights()]
            [[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]], [0.0, 0.0]]
        """
        with vocabularies_as_weights():
            mine = self.weights
        return state.batch_get_value([w if isinstance(w, Variable) else w.get_tensors()[0] for w in mine])

    def set_weights(self, weights: Sequence[TensorLike]) -> None:
        """Sets the values of all weights, as `get_weights` gives them.

        Mirrors `tf.keras.layers.Layer.set_weights`. The weights must be there: the layer has been called or built. Values are cast to the
        dtypes of the weights.

        Arguments:
            weights: a list of arrays or tensors in the order of `weights`, of the same number and shapes.

        Raises:
            ValueError: another number of arrays, or shapes that do not fit.

        Example:
            >>> layer = tf.keras.layers.Dense(1)
            >>> layer.build((None, 2))
            >>> layer.set_weights([np.array([[1.0], [2.0]]), np.array([0.5])])
            >>> layer(tf.constant([[1.0, 1.0]])).numpy().tolist()
            [[3.5]]
        """
        with vocabularies_as_weights():
            mine = self.weights
        if len(mine) != len(weights):
            raise ValueError(
                f'You called `set_weights(weights)` on layer "{self.name}" with a weight list of length {len(weights)}, '
                f"but the layer was expecting {len(mine)} weights. Provided weights: {str(weights)[:50]}..."
            )
        # All shapes are checked before the first value changes.
        for w, value in zip(mine, weights):
            value = np.asarray(value.numpy() if hasattr(value, "numpy") else value)
            if isinstance(w, Variable) and not w.shape.is_compatible_with(value.shape):
                raise ValueError(f"Layer {self.name} weight shape {w.shape} is not compatible with provided weight shape {value.shape}.")
        given = [(w, value.numpy() if hasattr(value, "numpy") else value) for w, value in zip(mine, weights)]
        state.batch_set_value([(w, value) for w, value in given if isinstance(w, Variable)])
        for w, value in given:
            if not isinstance(w, Variable):
                w.set_weights([value])
        self._finalize_states()


def _made(initializer: Any, name: str, shape: Any, dtype: Any, options: dict[str, Any]) -> Variable:
    """A new variable, outside of graphs that are being traced, but named after the scope of the call."""
    scope = TS.name_scope
    with init_scope():
        outer, TS.name_scope = TS.name_scope, scope
        try:
            variable = Variable(lambda: initializer(shape, dtype=dtype), name=name, dtype=dtype, shape=shape, **options)
        finally:
            TS.name_scope = outer
    as_resource(variable)
    return variable


def _penalty(regularizer, variable):
    if TS.graph is None:
        return regularizer(variable)
    with name_scope(f"{variable._handle_name}/Regularizer"):
        return regularizer(variable)


def _plain_variable(name, shape, dtype, initializer, use_resource=None, collections=None, caching_device=None, **options):
    """The variable of a weight; the three arguments of TensorFlow 1 have been refused before."""
    return _made(initializer, name, shape, dtype, options)


def _casting_variable(getter, **arguments):
    """What `getter` makes, cast to the dtype of computation where it is used."""
    return auto_cast(getter(**arguments))
