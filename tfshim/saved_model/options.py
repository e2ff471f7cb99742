"""Options of saving and loading."""

from __future__ import annotations

import enum
from typing import Any

from tfshim._export import tf_export
from tfshim.refusals import refused


class VariablePolicy(enum.Enum):
    """What is saved about the placement of variables. Mirrors `tf.saved_model.experimental.VariablePolicy`."""

    NONE = None
    SAVE_VARIABLE_DEVICES = "save_variable_devices"
    EXPAND_DISTRIBUTED_VARIABLES = "expand_distributed_variables"


def _refused(cls, **values):
    for name, value in values.items():
        if value:
            raise refused(f"tf.saved_model.{cls}", name)


@tf_export("saved_model.SaveOptions")
class SaveOptions:
    """Options for `tf.saved_model.save`. Mirrors `tf.saved_model.SaveOptions`.

    `namespace_whitelist`: which namespaces of operations may occur, None for all. `function_aliases`: {name: function} by which other
    tools find functions. `experimental_custom_gradients`: whether the gradients of `tf.custom_gradient` are saved.
    `experimental_variable_policy`: whether the devices of variables are saved. `experimental_skip_saver`: without the nodes by which
    sessions restore variables. Other options raise NotImplementedError.
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
        policy = experimental_variable_policy
        policy = policy if isinstance(policy, VariablePolicy) or policy is None else VariablePolicy(str(policy).lower())
        _refused(
            "SaveOptions",
            save_debug_info=save_debug_info,
            experimental_io_device=experimental_io_device,
            experimental_variable_policy=policy is VariablePolicy.EXPAND_DISTRIBUTED_VARIABLES,
            experimental_image_format=experimental_image_format,
        )
        self.namespace_whitelist, self.save_debug_info = None if namespace_whitelist is None else list(namespace_whitelist), save_debug_info
        self.function_aliases, self.experimental_io_device = dict(function_aliases or {}), experimental_io_device
        self.experimental_variable_policy = policy or VariablePolicy.NONE
        self.experimental_custom_gradients = experimental_custom_gradients
        self.experimental_image_format, self.experimental_skip_saver = experimental_image_format, experimental_skip_saver


@tf_export("saved_model.LoadOptions", v1=[])
class LoadOptions:
    """Options for `tf.saved_model.load`. Mirrors `tf.saved_model.LoadOptions`.

    `allow_partial_checkpoint`: variables without a saved value keep zeros, where otherwise AssertionError is raised.
    `experimental_skip_checkpoint`: no value is read. `experimental_variable_policy`: whether variables go to the devices that were
    saved. `experimental_load_function_aliases`: the result has `function_aliases`, {name: function}.
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
        policy = experimental_variable_policy
        policy = policy if isinstance(policy, VariablePolicy) or policy is None else VariablePolicy(str(policy).lower())
        _refused(
            "LoadOptions",
            experimental_io_device=experimental_io_device,
            experimental_variable_policy=policy is VariablePolicy.EXPAND_DISTRIBUTED_VARIABLES,
        )
        self.allow_partial_checkpoint, self.experimental_io_device = allow_partial_checkpoint, experimental_io_device
        self.experimental_skip_checkpoint = experimental_skip_checkpoint
        self.experimental_variable_policy = policy or VariablePolicy.NONE
        self.experimental_load_function_aliases = experimental_load_function_aliases
