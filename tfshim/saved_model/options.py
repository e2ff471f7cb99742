"""Options of saving and loading."""

from __future__ import annotations

import enum
from typing import Any

from tfshim._export import tf_export


class VariablePolicy(enum.Enum):
    """What is saved about the placement of variables. Mirrors `tf.saved_model.experimental.VariablePolicy`.

    It is the argument `experimental_variable_policy` of `tf.saved_model.SaveOptions`; the values of the members, as text, do as well.

    Attributes:
        NONE: nothing, the default: whoever loads the model decides.
        SAVE_VARIABLE_DEVICES: the device of each variable.
        EXPAND_DISTRIBUTED_VARIABLES: the copies of a variable on several devices, each as one of its own.

    Example:
        >>> options = tf.saved_model.SaveOptions(experimental_variable_policy="save_variable_devices")
        >>> options.experimental_variable_policy is tf.saved_model.experimental.VariablePolicy.SAVE_VARIABLE_DEVICES
        True
    """

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
    """Options for `tf.saved_model.save` and for `Model.save` into a folder. Mirrors `tf.saved_model.SaveOptions`.

    Arguments:
        namespace_whitelist: the namespaces of operations that may occur, a list of strings; None, the default, for all.
        save_debug_info: whether debug/saved_model_debug_info.pb says in which lines of the program nodes were made.
        function_aliases: {name: function} by which other tools find functions.
        experimental_io_device: a device of the host that is to write, which is this one.
        experimental_variable_policy: whether the devices of variables are saved: None, or "save_variable_devices".
        experimental_custom_gradients: whether the gradients of `tf.custom_gradient` are saved, True by default.
        experimental_image_format: True raises, as in TensorFlow.
        experimental_skip_saver: leave out the nodes by which sessions restore variables.

    Raises:
        ValueError: `experimental_image_format` is True, or there is no such policy.

    Example:
        >>> class Double(tf.Module):
        ...     @tf.function(input_signature=[tf.TensorSpec([None])])
        ...     def __call__(self, x):
        ...         return 2.0 * x
        >>> options = tf.saved_model.SaveOptions(save_debug_info=True)
        >>> tf.saved_model.save(Double(), "double_with_lines", options=options)
        >>> tf.io.gfile.exists("double_with_lines/debug/saved_model_debug_info.pb")
        True
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
    """Options for `tf.saved_model.load` and for loading Keras models from a folder. Mirrors `tf.saved_model.LoadOptions`.

    Arguments:
        allow_partial_checkpoint: let variables without a saved value keep zeros; otherwise, the default, that is an error.
        experimental_io_device: a device of the host that is to read, which is this one.
        experimental_skip_checkpoint: read no value at all, as where a checkpoint follows.
        experimental_variable_policy: whether variables go to the devices that were saved: None, or "save_variable_devices".
        experimental_load_function_aliases: give the result `function_aliases`, {name: function}, those of `SaveOptions`.

    Raises:
        ValueError: there is no such policy.

    Example:
        >>> model = tf.Module()
        >>> model.v = tf.Variable([1.0, 2.0])
        >>> tf.saved_model.save(model, "one_variable")
        >>> options = tf.saved_model.LoadOptions(experimental_skip_checkpoint=True)
        >>> tf.saved_model.load("one_variable", options=options).v.shape
        TensorShape([2])
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
