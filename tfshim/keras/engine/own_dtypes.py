"""The dtypes of a layer: of its weights, and of what it computes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tfshim.engine.values import dtypes

if TYPE_CHECKING:
    from tfshim.engine.values.dtypes import DType
    from tfshim.keras.mixed_precision.policy import Policy


class HasDtypes:
    """What layers share about dtypes."""

    if TYPE_CHECKING:  # set by `_set_dtype_policy`
        _dtype: DType
        _compute: DType
        _dtype_policy: Policy

    @property
    def dtype(self) -> str:
        """The dtype of the weights; `variable_dtype` is the same. Mirrors `tf.keras.layers.Layer.dtype`.

        Returns:
            A string: the `dtype` of the constructor, else the global policy's, "float32" at first. With the policy "mixed_float16" it
                is "float32", while `compute_dtype` is "float16".

        Example:
            >>> layer = tf.keras.layers.Dense(2, dtype="mixed_float16")
            >>> layer.dtype, layer.compute_dtype
            ('float32', 'float16')
        """
        return self._dtype.name

    variable_dtype = dtype

    @property
    def compute_dtype(self) -> str:
        """The dtype in which the layer computes. Mirrors `tf.keras.layers.Layer.compute_dtype`.

        Floating-point inputs are cast to it before `call`, unless the layer was made with `autocast=False`, and weights are read in it.

        Returns:
            A string, "float32" mostly, "float16" with the policy "mixed_float16".

        Example:
            >>> layer = tf.keras.layers.Dense(2, dtype="mixed_float16")
            >>> layer.compute_dtype, layer(tf.ones([1, 3])).dtype.name
            ('float16', 'float16')
        """
        return self._compute.name

    @property
    def dtype_policy(self) -> Policy:
        """The policy of dtypes of the layer. Mirrors `tf.keras.layers.Layer.dtype_policy`.

        Returns:
            A `tf.keras.mixed_precision.Policy`: its `compute_dtype` and `variable_dtype` are those of the layer. It comes from the
                `dtype` of the constructor, else from `tf.keras.mixed_precision.set_global_policy`.

        Example:
            >>> tf.keras.layers.Dense(2, dtype="float64").dtype_policy
            <Policy "float64">
        """
        return self._dtype_policy

    def _set_dtype_policy(self, policy):
        own = self.__dict__
        own["_dtype_policy"] = policy
        own["_dtype"], own["_compute"] = dtypes.as_dtype(policy.variable_dtype), dtypes.as_dtype(policy.compute_dtype)
