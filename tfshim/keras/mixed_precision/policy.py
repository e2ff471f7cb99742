"""Dtype policies: what layers compute in, and what their variables are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.values import dtypes
from tfshim.keras._serializable import serializable
from tfshim.keras.backend.settings import floatx
from tfshim.keras.utils.registration import get_custom_objects

if TYPE_CHECKING:
    from typing import Self

_MIXED = {"mixed_float16": "float16", "mixed_bfloat16": "bfloat16"}
_global = None


@tf_export("keras.mixed_precision.Policy")
@serializable
class Policy:
    """In which dtypes layers compute and keep their variables. Mirrors `tf.keras.mixed_precision.Policy`.

    Given to a layer as its `dtype`, or to all by `set_global_policy`.

    Arguments:
        name: a dtype's name, such as "float64", for both; "mixed_float16" or "mixed_bfloat16" to compute in 16 bits with variables
            of float32.

    Attributes:
        name: the name given.
        compute_dtype: the dtype that inputs are cast to, and that of the results, a string.
        variable_dtype: the dtype of the variables, a string.

    Raises:
        TypeError: `name` is no string.
        ValueError: there is no such dtype or policy.

    Example:
        >>> policy = tf.keras.mixed_precision.Policy("mixed_bfloat16")
        >>> policy.compute_dtype, policy.variable_dtype
        ('bfloat16', 'float32')
        >>> layer = tf.keras.layers.Dense(2, dtype=policy)
        >>> layer(tf.ones([1, 3])).dtype, layer.kernel.dtype
        (tf.bfloat16, tf.float32)
    """

    __module__ = "keras.src.mixed_precision.policy"

    def __init__(self, name: str) -> None:
        if isinstance(name, dtypes.DType):
            raise TypeError(f"'name' must be a string, not a DType. Instead, pass DType.name. Received: name={name.name}")
        if not isinstance(name, str):
            raise TypeError(f"'name' must be a string, but got: {name}")
        self._name = name
        self._compute_dtype: str | None
        self._variable_dtype: str | None
        if name in _MIXED:
            self._compute_dtype, self._variable_dtype = _MIXED[name], "float32"
        elif name == "_infer":
            self._compute_dtype = self._variable_dtype = None
        elif name.endswith("_float32_vars"):
            raise ValueError(
                f"Policies ending in '_float32_vars' have been removed from TensorFlow. Please use the 'mixed_float16' or "
                f"'mixed_bfloat16' policy instead. Got policy name: '{name}'"
            )
        else:
            try:
                self._compute_dtype = self._variable_dtype = dtypes.as_dtype(name).name
            except TypeError:
                raise ValueError(
                    f"Cannot convert value {name} to a mixed precision Policy. Valid policies include 'mixed_float16', "
                    "'mixed_bfloat16', and the name of any dtype such as 'float32'."
                ) from None

    variable_dtype = property(lambda self: self._variable_dtype, doc="The dtype of variables, a string.")
    compute_dtype = property(lambda self: self._compute_dtype, doc="The dtype of computations, a string.")
    name = property(lambda self: self._name, doc="The name.")

    def __repr__(self):
        return f'<Policy "{self._name}">'

    def get_config(self) -> dict[str, Any]:
        """The name of the policy, which says all of it. Mirrors `tf.keras.mixed_precision.Policy.get_config`.

        The configuration of a layer holds it where the layer's policy is more than one dtype; a plain one is written as the dtype alone.

        Returns:
            A dictionary with "name".

        Example:
            >>> tf.keras.mixed_precision.Policy("mixed_float16").get_config()
            {'name': 'mixed_float16'}
            >>> layer = tf.keras.layers.Dense(1, dtype=tf.keras.mixed_precision.Policy("mixed_bfloat16"))
            >>> layer.get_config()["dtype"]["config"]
            {'name': 'mixed_bfloat16'}
            >>> tf.keras.layers.Dense(1, dtype="float64").get_config()["dtype"]
            'float64'
        """
        return {"name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        """A policy of the name that a dictionary holds. Mirrors `tf.keras.mixed_precision.Policy.from_config`.

        Arguments:
            config: what `get_config` gave: {"name": "mixed_float16", "mixed_bfloat16" or the name of a dtype}. An entry "loss_scale",
                which policies of early TensorFlow 2 have, is not used: the optimizer has the scale now.

        Returns:
            A new `tf.keras.mixed_precision.Policy`.

        Raises:
            ValueError: a name that is neither of these. TypeError: an entry that is no argument.

        Example:
            >>> policy = tf.keras.mixed_precision.Policy.from_config({"name": "mixed_float16"})
            >>> policy.compute_dtype, policy.variable_dtype
            ('float16', 'float32')
        """
        # From files of earlier versions: the scale belongs to the optimizer now.
        return cls(**{k: v for k, v in config.items() if k != "loss_scale"})


@tf_export("keras.mixed_precision.global_policy")
def global_policy() -> Policy:
    """The policy of layers that are given no `dtype`. Mirrors `tf.keras.mixed_precision.global_policy`.

    That of `set_global_policy`; as long as none was set, the one named as `tf.keras.backend.floatx()`, which is "float32" unless
    `set_floatx` has changed it. A layer takes it when it is made and keeps it: what is set later changes no layer that is there.

    Returns:
        A `tf.keras.mixed_precision.Policy`, whose `compute_dtype` is that of the results of layers, and whose `variable_dtype` that of
        their weights.

    Example:
        >>> tf.keras.mixed_precision.global_policy()
        <Policy "float32">
        >>> tf.keras.mixed_precision.global_policy().compute_dtype
        'float32'
        >>> tf.keras.layers.Dense(2).dtype_policy
        <Policy "float32">
    """
    return Policy(floatx()) if _global is None else _global


@tf_export("keras.mixed_precision.set_global_policy")
def set_global_policy(policy: str | None) -> None:
    """Set the policy of layers that are given no `dtype`. Mirrors `tf.keras.mixed_precision.set_global_policy`.

    Layers that are made after it compute by it; those that are there keep theirs. On a GPU "mixed_float16" is the faster one, on a
    processor "mixed_bfloat16" may be. Keep the last layer of a classifier in float32 (`dtype="float32"`): softmax and losses want its
    range.

    Arguments:
        policy: a `tf.keras.mixed_precision.Policy`, or its name, such as "mixed_float16"; None goes back to `floatx()`.

    Returns:
        None.

    Raises:
        ValueError: the policy computes in no float dtype.

    Example:
        >>> tf.keras.mixed_precision.set_global_policy("mixed_bfloat16")
        >>> layer = tf.keras.layers.Dense(2)
        >>> layer(tf.ones([1, 3])).dtype
        tf.bfloat16
        >>> tf.keras.mixed_precision.set_global_policy(None)
    """
    global _global
    if policy is not None and not isinstance(policy, Policy):
        policy = Policy(policy)
    if policy is not None and policy.compute_dtype is not None and not dtypes.as_dtype(policy.compute_dtype).is_floating:
        raise ValueError(
            'set_global_policy can only be used to set the global policy to floating-point policies, such as "float32" and '
            f'"mixed_float16", but got policy: {policy.name}'
        )
    _global = policy


def get_policy(identifier: Any) -> Policy:
    """A policy from None (the global one), a policy, a configuration, a name or a dtype."""
    if isinstance(identifier, Policy):
        return identifier
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if isinstance(identifier, str) and identifier in _MIXED:
        return Policy(identifier)
    return Policy(dtypes.as_dtype(identifier).name) if identifier else global_policy()


def serialize(policy: Policy) -> Any:
    """The name of a policy that is a dtype, or the configuration of another."""
    if type(policy) is Policy and policy.name not in _MIXED:
        return None if policy.name == "_infer" else policy.name
    ours = type(policy) is Policy
    return {
        "module": "keras.mixed_precision" if ours else type(policy).__module__,
        "class_name": type(policy).__name__,
        "config": policy.get_config(),
        "registered_name": None if ours else type(policy).__name__,
    }


def deserialize(config: Any, custom_objects: dict[str, Any] | None = None) -> Any:
    """The policy that `serialize` wrote down."""
    if config is None:
        return Policy("_infer")
    if isinstance(config, str):
        return Policy(config)
    if config["class_name"] in ("Policy", "PolicyV1"):
        return Policy.from_config(config["config"])
    known = custom_objects or {}
    if config["class_name"] not in known:
        known = get_custom_objects()
    if config["class_name"] not in known:
        raise ValueError(
            f"Unknown dtype policy: '{config['class_name']}'. Please ensure you are using a "
            "`keras.utils.custom_object_scope` and that this object is included in the scope."
        )
    return known[config["class_name"]].from_config(config["config"])
