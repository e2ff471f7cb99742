"""Options of saving and loading."""

from __future__ import annotations

import enum
from typing import Any

from tfshim._export import tf_export


class VariablePolicy(enum.Enum):
    """What is saved about the placement of variables. Mirrors `tf.saved_model.experimental.VariablePolicy`."""

    NONE = None
    SAVE_VARIABLE_DEVICES = "save_variable_devices"
    EXPAND_DISTRIBUTED_VARIABLES = "expand_distributed_variables"

    @staticmethod
    def from_obj(obj: Any) -> VariablePolicy:
        """The policy that `obj` is or names, in letters of either case; None for that of no devices. Raises ValueError for others."""
        if obj is None or isinstance(obj, VariablePolicy):
            return obj or VariablePolicy.NONE
        try:
            return VariablePolicy(str(obj).lower())
        except ValueError:
            raise ValueError(f"Received invalid VariablePolicy value: {obj}.") from None

    @property
    def with_devices(self) -> bool:
        """Whether the devices of variables matter."""
        return self is not VariablePolicy.NONE


@tf_export("saved_model.SaveOptions")
class SaveOptions:
    """Options for `tf.saved_model.save`. Mirrors `tf.saved_model.SaveOptions`.

    `namespace_whitelist`: which namespaces of operations may occur, None for all. `function_aliases`: {name: function} by which other
    tools find functions. `experimental_io_device`: a device of the host that is to write, which is this one.
    `experimental_custom_gradients`: whether the gradients of `tf.custom_gradient` are saved. `experimental_variable_policy`: whether the
    devices of variables are saved. `experimental_skip_saver`: without the nodes by which sessions restore variables. `save_debug_info`:
    whether debug/saved_model_debug_info.pb says in which lines of the program the nodes of functions were made.
    `experimental_image_format` raises ValueError as in TensorFlow.
    """

    __module__ = "tensorflow.python.saved_model.save_options"
    __slots__ = (
        "experimental_custom_gradients",
        "experimental_image_format",
        "experimental_io_device",
        "experimental_skip_saver",
        "experimental_variable_policy",
        "function_aliases",
        "namespace_whitelist",
        "save_debug_info",
    )

    def __init__(
        self,
        namespace_whitelist: Any = None,
        save_debug_info: bool = False,
        function_aliases: Any = None,
        experimental_io_device: str | None = None,
        experimental_variable_policy: Any = None,
        experimental_custom_gradients: bool = True,
        experimental_image_format: bool = False,
        experimental_skip_saver: bool = False,
    ) -> None:
        if experimental_image_format:
            raise ValueError("The option `experimental_image_format` is disabled in OSS.")
        self.namespace_whitelist, self.save_debug_info = None if namespace_whitelist is None else list(namespace_whitelist), save_debug_info
        self.function_aliases, self.experimental_io_device = dict(function_aliases or {}), experimental_io_device
        self.experimental_variable_policy = VariablePolicy.from_obj(experimental_variable_policy)
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format, self.experimental_skip_saver = experimental_image_format, experimental_skip_saver


@tf_export("saved_model.LoadOptions", v1=[])
class LoadOptions:
    """Options for `tf.saved_model.load`. Mirrors `tf.saved_model.LoadOptions`.

    `allow_partial_checkpoint`: variables without a saved value keep zeros, where otherwise AssertionError is raised.
    `experimental_io_device`: a device of the host that is to read, which is this one. `experimental_skip_checkpoint`: no value is read.
    `experimental_variable_policy`: whether variables go to the devices that were saved. `experimental_load_function_aliases`: the result
    has `function_aliases`, {name: function}.
    """

    __module__ = "tensorflow.python.saved_model.load_options"
    __slots__ = (
        "allow_partial_checkpoint",
        "experimental_io_device",
        "experimental_load_function_aliases",
        "experimental_skip_checkpoint",
        "experimental_variable_policy",
    )

    def __init__(
        self,
        allow_partial_checkpoint: bool = False,
        experimental_io_device: str | None = None,
        experimental_skip_checkpoint: bool = False,
        experimental_variable_policy: Any = None,
        experimental_load_function_aliases: bool = False,
    ) -> None:
        self.allow_partial_checkpoint, self.experimental_io_device = allow_partial_checkpoint, experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = VariablePolicy.from_obj(experimental_variable_policy)
        self.experimental_load_function_aliases = experimental_load_function_aliases
