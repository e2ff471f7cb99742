"""How a layer gets its weights: once, when it is first called, for the shapes that it is called with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime.context import init_scope
from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.runtime.state import TS
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape

if TYPE_CHECKING:
    from tfshim.keras.annotations import Shapes


def is_default(method: Any) -> bool:
    """Whether a method is that of `Layer`, and not one of a class derived from it."""
    return getattr(method, "_is_default", False)


class IsBuilt:
    """The part of a layer that makes its weights."""

    if TYPE_CHECKING:  # of the layer
        built: bool
        _initial_weights: Any

        def set_weights(self, weights: Any) -> None: ...

    def build(self, input_shape: Shapes) -> None:
        """Makes the weights for inputs of a shape; subclasses override it, and the first call runs it.

        Mirrors `tf.keras.layers.Layer.build`. It runs once, before the first `call`, so that weights can depend on the sizes of the inputs.
        Overrides call `add_weight`, build layers that they hold (or leave that to those layers' own first call), and may end with
        `super().build(input_shape)`.

        Arguments:
            input_shape: a `tf.TensorShape`, in which unknown sizes are None, or a structure of them for several inputs. Called by hand,
                also a tuple with the batch, as `(None, 3)`.

        Example:
            >>> layer = tf.keras.layers.Dense(2)
            >>> layer.build((None, 3))
            >>> layer.kernel.shape, layer.built
            (TensorShape([3, 2]), True)
        """
        self.__dict__["_build_input_shape"] = input_shape
        self.built = True

    build._is_default = True

    _being_built = False

    def _maybe_build(self, inputs):
        """Make the weights for `inputs`, or wait until another thread that does has made them."""
        if TS.replica is not None:  # replicas run one at a time, and each makes its part
            self._build_as(inputs)
            return
        with lock_of(self):
            if self.built:
                return
            own = self.__dict__
            # The lock can be taken twice by a thread: `build` of a layer may call the layer itself.
            outermost_build = not self._being_built
            own["_being_built"] = True
            try:
                self._build_as(inputs)
            finally:
                if outermost_build:
                    del own["_being_built"]

    def _build_as(self, inputs):
        # Of what has no shape, such as Python's strings, `build` gets None.
        flat = nest.flatten(inputs)
        if any(hasattr(x, "shape") for x in flat):
            shapes = nest.map_structure(lambda x: TensorShape(x.shape) if hasattr(x, "shape") else None, inputs)
        else:
            shapes = TensorShape([]) if isinstance(inputs, (list, tuple)) and not flat else None
        scope = TS.name_scope
        # Outside of graphs that are being traced, but the weights are named after the scope of the call.
        with init_scope():
            outer, TS.name_scope = TS.name_scope, scope
            try:
                if is_default(self.build):  # of a model that would run `call`, which is about to run
                    IsBuilt.build(self, shapes)
                    self._set_initial_weights()
                else:
                    self._build_for(shapes)
            finally:
                TS.name_scope = outer

    def _build_for(self, shape):
        """Make the weights for inputs of `shape`, in the name scope that is open."""
        self.build(shape)
        self.__dict__["_build_input_shape"] = shape
        # `build` of a subclass need not call that of its base.
        self.built = True
        self._set_initial_weights()

    def _set_initial_weights(self):
        if self.__dict__.get("_initial_weights") is not None:
            self.set_weights(self._initial_weights)
            self.__dict__["_initial_weights"] = None
