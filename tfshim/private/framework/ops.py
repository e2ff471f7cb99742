"""What `tensorflow.python.framework.ops` has beside public names: texts of values, the registered gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim._export import tf_private
from tfshim.engine.ops import registered_gradients
from tfshim.engine.values.tensor import Tensor


@tf_private("tensorflow.python.framework.ops.numpy_text")
def numpy_text(tensor: Tensor, is_repr: bool = False) -> str:
    """The value of an eager tensor as NumPy writes it, by `repr` or `str`; on a line of its own if it has several."""
    if tensor.dtype.is_numpy_compatible:
        value = tensor.numpy()
        text = repr(value) if is_repr else str(value)
    else:
        text = "<unprintable>"
    return "\n" + text if "\n" in text else text


class GradientRegistry:
    """The gradients that programs have registered by `tf.RegisterGradient`: the type of operation -> function, None for no gradient."""

    def lookup(self, name: str) -> Callable[..., Any] | None:
        """The gradient of operations of type `name`. Raises LookupError where none is registered."""
        return registered_gradients.lookup(name)

    def list(self) -> list[str]:
        """The types."""
        return [*registered_gradients._registry]

    @property
    def _registry(self) -> dict[str, dict[str, Any]]:
        return {name: {"type": function} for name, function in registered_gradients._registry.items()}


gradient_registry = GradientRegistry()
tf_private("tensorflow.python.framework.ops.gradient_registry", "tensorflow.python.framework.ops._gradient_registry")(gradient_registry)
