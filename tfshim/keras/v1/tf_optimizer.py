"""`tf.train`'s optimizers in Keras models."""

from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values import nest
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.variables.trackable import Trackable
from tfshim.engine.variables.variable import Variable
from tfshim.keras import optimizers
from tfshim.keras.v1.mode import as_resource
from tfshim.refusals import refused


class TFOptimizer(Trackable):
    """A `tf.compat.v1.train.Optimizer` as an optimizer of Keras: `optimizer` is the one inside, `iterations` counts its steps."""

    __module__ = "keras.src.optimizers.optimizer_v1"

    def __init__(self, optimizer, iterations=None):
        self.optimizer = optimizer
        if iterations is None:
            with name_scope("TFOptimizer"):
                iterations = as_resource(Variable(0, dtype="int64", name="iterations", trainable=False))
        self.iterations = iterations
        # The names in Keras' checkpoints, by which the state goes with the model's weights.
        self._track_trackable(optimizer, "optimizer", overwrite=True)
        self._track_trackable(iterations, "global_step", overwrite=True)

    def minimize(self, loss, var_list, grad_loss=None, tape=None):
        """Take one step: lower `loss` by changing the variables `var_list`.

        `loss`: a scalar, computed under `tape`, or a function of no arguments that gives it (ValueError for a tensor without a tape);
        `grad_loss`: the gradient of what is lowered by `loss`. Gives what `apply_gradients` gives.
        """
        if callable(loss) and not isinstance(loss, Tensor):
            with tape or GradientTape() as tape:
                if not callable(var_list):
                    tape.watch(var_list)
                loss = loss()
        elif tape is None:
            raise ValueError("`tape` is required when a `Tensor` loss is passed.")
        var_list = nest.flatten(var_list() if callable(var_list) else var_list)
        return self.apply_gradients(list(zip(tape.gradient(loss, var_list, grad_loss), var_list)))

    def apply_gradients(self, grads_and_vars):
        """Take one step by pairs of gradients and variables; none where there are none, as of models that are not trainable."""
        if not grads_and_vars:
            return None
        return self.optimizer.apply_gradients(grads_and_vars, global_step=self.iterations)

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
    """The optimizer for graphs that a user means: a legacy one, one of `tf.train`, or one with a `get_updates` of its own.

    Raises NotImplementedError for others.
    """
    if isinstance(given, (TFOptimizer, optimizers.legacy.Optimizer)):
        return given
    if isinstance(given, optimizers.Optimizer):
        if hasattr(given, "get_updates"):
            return given
        raise refused("tf.keras.Model.compile", "graph optimizer", kind=type(given).__name__)
    if hasattr(given, "compute_gradients") and hasattr(given, "apply_gradients"):
        return TFOptimizer(given)
    return optimizers.get(given, use_legacy_optimizer=True)
