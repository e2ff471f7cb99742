"""`tf.train`'s optimizers in Keras models of TF 1 graphs."""

from tfshim.engine.runtime.context import name_scope
from tfshim.engine.variables.variable import Variable
from tfshim.keras import optimizers
from tfshim.keras.v1.mode import as_resource
from tfshim.refusals import refused


class TFOptimizer:
    """A `tf.compat.v1.train.Optimizer` as an optimizer of Keras: `optimizer` is the one inside, `iterations` counts its steps."""

    __module__ = "keras.src.optimizers.optimizer_v1"

    def __init__(self, optimizer, iterations=None):
        self.optimizer = optimizer
        if iterations is None:
            with name_scope("TFOptimizer"):
                iterations = as_resource(Variable(0, dtype="int64", name="iterations", trainable=False))
        self.iterations = iterations

    def get_updates(self, loss, params):
        """The operations of one step that lowers `loss` by changing `params`."""
        pairs = self.optimizer.compute_gradients(loss, params)
        return [self.optimizer.apply_gradients(pairs, global_step=self.iterations)]

    @property
    def weights(self):
        """Not known to Keras. Raises NotImplementedError: save them with tf.compat.v1.train.Saver."""
        raise refused("tf.compat.v1.train.Optimizer", "weights")

    def get_config(self):
        """Not known to Keras. Raises NotImplementedError: use an optimizer of tf.keras to save the model with it."""
        raise refused("tf.compat.v1.train.Optimizer", "config")


def get(given):
    """The optimizer for graphs that a user means: a legacy one, or one of `tf.train`. Raises NotImplementedError for others."""
    if isinstance(given, (TFOptimizer, optimizers.legacy.Optimizer)):
        return given
    if isinstance(given, optimizers.Optimizer):
        raise refused("tf.keras.Model.compile", "graph optimizer", kind=type(given).__name__)
    if hasattr(given, "compute_gradients") and hasattr(given, "apply_gradients"):
        return TFOptimizer(given)
    return optimizers.get(given, use_legacy_optimizer=True)
