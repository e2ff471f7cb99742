"""Models of TensorFlow 1's eager mode, made of layers that they are told of."""

from tfshim.keras.engine.tracking import unique
from tfshim.keras.models.model import Model


class Network(Model):
    """A model whose `__init__` makes layers, each given to `track_layer`, and whose `call` uses them.

    Its variables are those of these layers. It came before `tf.keras.Model`, which finds layers by itself.
    """

    @property
    def layers(self):
        """The layers, each once, though a list may hold what `track_layer` was given."""
        return unique(super().layers)

    def track_layer(self, layer):
        """Count the variables of `layer` to those of this network; returns `layer`.

        Raises RuntimeError before `super().__init__()`.
        """
        tracked = self.__dict__.get("_self_tracked_trackables")
        if tracked is None:
            raise RuntimeError(f"Call super().__init__() in the constructor of {type(self).__name__} before track_layer.")
        if not any(known is layer for known in tracked):
            # As an attribute is: that is what a model keeps in its files too.
            setattr(self, f"layer-{len(tracked)}", layer)
        return layer
