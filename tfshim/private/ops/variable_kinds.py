"""What `tensorflow.python.ops.resource_variable_ops` says of variables."""

from __future__ import annotations

from typing import Any

from tfshim._export import tf_export
from tfshim.engine.variables.variable import Variable


@tf_export("__internal__.ops.is_resource_variable", v1=[])
def is_resource_variable(var: Any) -> bool:
    """Whether `var` is a variable as those of TensorFlow 2 are, or says so by `_should_act_as_resource_variable`."""
    return isinstance(var, Variable) or hasattr(var, "_should_act_as_resource_variable")
