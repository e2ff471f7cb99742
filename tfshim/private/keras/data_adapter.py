"""What training steps written against TensorFlow's own copy of Keras do to their batch."""

from __future__ import annotations

from typing import Any

import tfshim
from tfshim._export import tf_private
from tfshim.engine.values.tensor import Tensor


@tf_private("tensorflow.python.keras.engine.data_adapter.expand_1d")
def expand_1d(data: Any) -> Any:
    """The structure `data` whose tensors of one dimension have a second one, of size 1."""
    return tfshim.nest.map_structure(lambda x: tfshim.expand_dims(x, -1) if isinstance(x, Tensor) and x.shape.rank == 1 else x, data)
