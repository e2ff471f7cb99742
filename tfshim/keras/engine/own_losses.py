"""The penalties of a layer: of its weights, of its outputs, and those that `add_loss` is given."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tfshim.array_ops.casting import cast
from tfshim.array_ops.shapes import shape
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.variable import Variable
from tfshim.keras import regularizers
from tfshim.keras.backend.settings import floatx
from tfshim.keras.engine.context import CALLS
from tfshim.keras.engine.keras_tensor import KerasTensor
from tfshim.keras.engine.symbolic import ScratchGraph
from tfshim.math.division import divide_no_nan

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor
    from tfshim.keras.annotations import RegularizerLike


class HoldsLosses:
    """What layers share about penalties."""

    @property
    def losses(self) -> list[AnyTensor]:
        """The penalties that training adds to the loss. Mirrors `tf.keras.layers.Layer.losses`.

        They are those of regularizers of the weights, those of the latest call (`add_loss`, `activity_regularizer`), and those of the
        layers within. A loop of one's own adds them: `loss += tf.add_n(model.losses)`. Until a layer that was called on Keras tensors is
        called on values, symbolic tensors without values stand for the losses of its calls.

        Returns:
            A list of scalar tensors.

        Example:
            >>> layer = tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer=tf.keras.regularizers.L2(0.5))
            >>> _ = layer(tf.ones([1, 4]))
            >>> [float(loss) for loss in layer.losses]
            [2.0]
        """
        found = []
        for layer in self._flatten_layers():
            penalties = layer._penalties
            found += CALLS.losses.get(penalties) or penalties.symbolic
            found += [convert_to_tensor(f()) for f in layer._loss_functions]
        return found

    def add_loss(self, losses: Any, **kwargs: Any) -> None:
        """Adds penalties to `losses`, which `fit` adds to the loss.

        Mirrors `tf.keras.layers.Layer.add_loss`. Within `call` a penalty may depend on inputs and outputs, and holds for that call alone:
        the next call of the outermost layer begins anew. A function without arguments is asked each time `losses` is read, so that it
        serves for penalties of weights.

        Arguments:
            losses: a scalar tensor (or one number for each example, of which the mean is taken), a function without arguments, or a list.
            **kwargs: `inputs`, which is not used any more.

        Raises:
            TypeError: an unknown keyword.

        Example:
            >>> class Sparse(tf.keras.layers.Layer):
            ...     def call(self, inputs):
            ...         self.add_loss(0.1 * tf.reduce_sum(tf.abs(inputs)))
            ...         return inputs
            >>> layer = Sparse()
            >>> _ = layer(tf.constant([1.0, -2.0]))
            >>> [round(float(x), 3) for x in layer.losses]
            [0.3]
        """
        kwargs.pop("inputs", None)
        if kwargs:
            raise TypeError(f"Unknown keyword arguments: {sorted(kwargs)}")
        for x in losses if isinstance(losses, (list, tuple)) else [losses]:
            if x is not None and not callable(x) and not isinstance(x, KerasTensor):
                x = convert_to_tensor(x) if isinstance(x, (Tensor, Variable)) else convert_to_tensor(x, floatx())
            if callable(x) and not isinstance(x, (Tensor, Variable)):
                self._loss_functions.append(x)
            elif isinstance(x, Tensor) and TS.graph is None and not CALLS.depth:
                raise ValueError(
                    "Expected a symbolic Tensors or a callable for the loss value. Please wrap your loss computation in a zero argument "
                    "`lambda`."
                )
            elif x is not None:
                self._add_penalty(x)

    def _add_penalty(self, x):
        # Nobody computes what belongs to a scratch graph, and no call gives the value of a Keras tensor: these show that there is a loss.
        symbolic = type(TS.graph) is ScratchGraph or isinstance(x, KerasTensor)
        found = self._penalties.symbolic if symbolic else CALLS.losses.setdefault(self._penalties, [])
        found.append(convert_to_tensor(x))

    @property
    def activity_regularizer(self) -> Callable[..., Any] | None:
        """The penalty on what the layer gives, to be read and set. Mirrors `tf.keras.layers.Layer.activity_regularizer`.

        It is called with the output of each call, and what it gives, divided by the size of the batch, is one of the `losses`.

        Returns:
            A function of a tensor, or None. A name or a regularizer may be set.

        Example:
            >>> layer = tf.keras.layers.Dense(2, activity_regularizer=tf.keras.regularizers.L2(0.5), kernel_initializer="ones")
            >>> _ = layer(tf.ones([4, 1]))
            >>> [float(loss) for loss in layer.losses]
            [1.0]
        """
        return self._activity_regularizer

    @activity_regularizer.setter
    def activity_regularizer(self, regularizer: RegularizerLike) -> None:
        self.__dict__["_activity_regularizer"] = regularizers.get(regularizer)

    def _clear_losses(self):
        """Forget the penalties of the call before."""
        if CALLS.losses:
            for layer in self._flatten_layers():
                CALLS.losses.pop(layer._penalties, None)

    def _add_activity_losses(self, outputs):
        graph = TS.graph
        # As in Keras graphs of TensorFlow 1 divide as they are, and layers of TensorFlow 1 have given the scope.
        of_version_1 = graph is not None and type(graph) is not ScratchGraph and not graph.building_function
        with name_scope("ActivityRegularizer") if graph is not None and not self._is_legacy_layer else contextlib.nullcontext():
            for x in nest.flatten(outputs):
                penalty = convert_to_tensor(self._activity_regularizer(x))
                count = cast(shape(x)[0], penalty.dtype)
                # Per example, as in Keras: a penalty on outputs must not grow with the batch. An empty batch has none.
                self.add_loss(penalty / count if of_version_1 else divide_no_nan(penalty, count))
