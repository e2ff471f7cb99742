"""An operation between tensors of layers, as a layer itself."""

from tfshim.engine.graphs.recording import record
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.tensor import Tensor
from tfshim.keras import _naming
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.refusals import refused


class TensorFlowOpLayer(Layer):
    """A plain operation between layers of a model in a TF 1 graph.

    Calling it records the operation again, with other tensors in the place of those that layers gave. Models that hold one
    cannot be made from a configuration: write the operation in a `Lambda` layer for that.
    """

    __module__ = "keras.src.engine.base_layer"

    def __init__(self, operation, **kwargs):
        kwargs.setdefault("name", _naming.unique_name(f"tf_op_layer_{operation.name.replace('/', '_')}"))
        super().__init__(autocast=False, **kwargs)
        self.__dict__.update(operation=operation, built=True)

    def call(self, inputs):
        given = iter(inputs if isinstance(inputs, (list, tuple)) else [inputs])

        def replaced(x):
            if isinstance(x, Tensor) and is_keras(x):
                return next(given)
            return [replaced(v) for v in x] if type(x) is list else x

        return record(TS.graph, self.operation._op_def, [replaced(a) for a in self.operation.arguments], None)

    def get_config(self):
        raise refused("tf.keras.Model.get_config", "graph operation", operation=self.operation.name)
