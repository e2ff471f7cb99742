"""`Bidirectional`: a recurrent layer that runs both ways."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim import array_ops
from tfshim._export import tf_export
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.engine.input_spec import InputSpec
from tfshim.keras.engine.keras_tensor import is_keras
from tfshim.keras.layers.rnn.base_rnn import split_arguments
from tfshim.keras.layers.rnn.cell_steps import build_inside, takes
from tfshim.keras.layers.serialization import deserialize
from tfshim.keras.layers.wrapper import Wrapper
from tfshim.keras.saving.serialization import serialize_keras_object
from tfshim.keras.v1.session import with_values_at_hand

if TYPE_CHECKING:
    from typing import Self  # of Python 3.11

    import numpy as np

    from tfshim.engine.values.annotations import BoolLike, TensorLike
    from tfshim.keras.annotations import Shapes


_MODES = ("sum", "mul", "ave", "concat", None)


@tf_export("keras.layers.Bidirectional")
class Bidirectional(Wrapper):
    """Runs a recurrent layer over sequences from both ends and joins the results.

    Mirrors `tf.keras.layers.Bidirectional`. The layer that is given is a pattern: `forward_layer` and `backward_layer` are copies of it,
    the second with `go_backwards`, each with weights of its own. Results of the second are turned round, so that steps fit.

    Arguments:
        layer: a recurrent layer: `LSTM`, `GRU`, `RNN`, or a layer with their attributes.
        merge_mode: how results become one: "concat" (default) along the last axis, "sum", "mul", "ave" (mean); None: both in a list.
        weights: a list of arrays to begin with, those of the forward layer first; None: as the layer says.
        backward_layer: another layer for the way back, with `go_backwards=True`; None (default): the copy.
        **kwargs: those of `Layer`.

    Returns:
        When called, the joined result; where the layer has `return_state` a list: that, and the states of both.

    Raises:
        ValueError: what is no layer, another `merge_mode`, or a `backward_layer` that does not fit.

    Example:
        >>> layer = tf.keras.layers.Bidirectional(tf.keras.layers.LSTM(4, return_sequences=True))
        >>> layer(tf.ones([2, 5, 3])).shape
        TensorShape([2, 5, 8])
        >>> tf.keras.layers.Bidirectional(tf.keras.layers.GRU(4), merge_mode="sum")(tf.ones([2, 5, 3])).shape
        TensorShape([2, 4])
    """

    __module__ = "keras.src.layers.rnn.bidirectional"

    def __init__(
        self,
        layer: Layer,
        merge_mode: str | None = "concat",
        weights: Sequence[np.ndarray] | None = None,
        backward_layer: Layer | None = None,
        **kwargs: Any,
    ) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `Bidirectional` layer with a `tf.keras.layers.Layer` instance. Received: {layer}")
        if backward_layer is not None and not isinstance(backward_layer, Layer):
            raise ValueError(f"`backward_layer` need to be a `tf.keras.layers.Layer` instance. Received: {backward_layer}")
        if merge_mode not in _MODES:
            raise ValueError(
                f'Invalid merge mode. Received: {merge_mode}. Merge mode should be one of {{"sum", "mul", "ave", "concat", None}}'
            )
        super().__init__(layer, **kwargs)
        # The layer given is a pattern only: what runs, and is tracked, are the two copies.
        self._self_tracked_trackables[:] = [x for x in self._self_tracked_trackables if x is not layer]
        del self._self_edges["layer"]
        self.forward_layer = _copy_of(layer)
        if backward_layer is None:
            self.backward_layer = _copy_of(layer, go_backwards=True)
        else:
            self.__dict__["_backward_config"] = serialize_keras_object(backward_layer)
            self.backward_layer = backward_layer
        self.forward_layer.__dict__["_name"] = f"forward_{self.forward_layer.name}"
        self.backward_layer.__dict__["_name"] = f"backward_{self.backward_layer.name}"
        self._check()
        for each in (self.forward_layer, self.backward_layer):
            # As in Keras: with sequences masked steps give zeros, whichever way the layer runs.
            if getattr(each, "zero_output_for_mask", None) is not None:
                each.zero_output_for_mask = each.return_sequences
        self.merge_mode = merge_mode
        if weights:
            half = len(weights) // 2
            self.forward_layer.__dict__["_initial_weights"] = weights[:half]
            self.backward_layer.__dict__["_initial_weights"] = weights[half:]
        self.stateful, self.return_sequences, self.return_state = layer.stateful, layer.return_sequences, layer.return_state
        self.supports_masking = True
        # Not by attribute: the setter would override what the two copies say themselves.
        self.__dict__["_trainable"] = kwargs.get("trainable", layer.trainable)
        self._num_constants = 0
        self.input_spec = layer.input_spec

    @property
    def _called_as_input_spec(self) -> bool:
        return self.layer._called_as_input_spec

    def _check(self):
        forward, backward = self.forward_layer, self.backward_layer
        if forward.go_backwards == backward.go_backwards:
            raise ValueError(
                "Forward layer and backward layer should have different `go_backwards` value."
                f"forward_layer.go_backwards = {forward.go_backwards},"
                f"backward_layer.go_backwards = {backward.go_backwards}"
            )
        for name in ("stateful", "return_sequences", "return_state"):
            values = getattr(forward, name), getattr(backward, name)
            if values[0] != values[1]:
                raise ValueError(
                    f'Forward layer and backward layer are expected to have the same value for attribute "{name}", got '
                    f'"{values[0]}" for forward layer and "{values[1]}" for backward layer'
                )

    def build(self, input_shape: Shapes) -> None:  # type: ignore[override]  # as in Keras
        for each in (self.forward_layer, self.backward_layer):
            if not each.built:
                build_inside(each, input_shape)
                each._set_initial_weights()
        self.built = True

    def compute_output_shape(self, input_shape: Shapes) -> Shapes:
        output = self.forward_layer.compute_output_shape(input_shape)
        output, states = (output[0], list(output[1:])) if self.return_state else (output, [])
        if self.merge_mode == "concat":
            sizes = TensorShape(output).as_list()
            output = TensorShape([*sizes[:-1], sizes[-1] * 2])
        elif self.merge_mode is None:
            output = [output, copy.copy(output)]
        if not self.return_state:
            return output
        return [*(output if isinstance(output, list) else [output]), *states, *copy.copy(states)]

    def __call__(  # type: ignore[override]  # as in Keras
        self,
        inputs: TensorLike,
        initial_state: TensorLike | Sequence[TensorLike] | None = None,
        constants: TensorLike | Sequence[TensorLike] | None = None,
        **kwargs: Any,
    ) -> Any:
        if isinstance(inputs, list) or initial_state is not None or constants is not None:
            inputs, initial_state, constants = split_arguments(inputs, initial_state, constants, self._num_constants)
        if initial_state is None and constants is None:
            return super().__call__(inputs, **kwargs)
        further = []
        if initial_state is not None:
            half, odd = divmod(len(initial_state), 2)
            if odd:
                raise ValueError(
                    "When passing `initial_state` to a Bidirectional RNN, the state should be a list containing the states "
                    f"of the underlying RNNs. Received: {initial_state}"
                )
            specs = [nest.map_structure(lambda s: InputSpec(shape=s.shape.as_list()), state) for state in initial_state]
            self.forward_layer.state_spec, self.backward_layer.state_spec = specs[:half], specs[half:]
            further += initial_state
        if constants is not None:
            self._num_constants = len(constants)
            for each in (self.forward_layer, self.backward_layer):
                each.constants_spec, each._num_constants = [InputSpec(shape=c.shape.as_list()) for c in constants], len(constants)
            further += constants
        symbolic = [is_keras(x) for x in nest.flatten(further)]
        if any(symbolic) and not all(symbolic):
            raise ValueError(
                "The initial state of a Bidirectional layer cannot be specified with a mix of Keras tensors and non-Keras "
                'tensors (a "Keras tensor" is a tensor that was returned by a Keras layer, or by `Input`)'
            )
        if all(symbolic):
            # the spec describes the sequence alone, not the list with states and constants
            spec, self.input_spec = self.input_spec, None
            try:
                return super().__call__([inputs, *further], **kwargs)
            finally:
                self.input_spec = spec
        if initial_state is not None:
            kwargs["initial_state"] = initial_state
        if constants is not None:
            kwargs["constants"] = constants
        return super().__call__(inputs, **kwargs)

    def call(
        self,
        inputs: TensorLike,
        training: BoolLike | None = None,
        mask: TensorLike | None = None,
        initial_state: Sequence[TensorLike] | None = None,
        constants: Sequence[TensorLike] | None = None,
    ) -> Any:
        given = {n: v for n, v in (("training", training), ("mask", mask), ("constants", constants)) if takes(self.layer.call, n)}
        if given.get("constants") is None:
            given.pop("constants", None)
        if isinstance(inputs, list):
            inputs, initial_state, constants = split_arguments(inputs, None, None, self._num_constants)
            if constants:
                given["constants"] = constants
        forward_states = backward_states = None
        if initial_state is not None:
            half = len(initial_state) // 2
            forward_states, backward_states = initial_state[:half], initial_state[half:]
        y = self.forward_layer(inputs, **given, **({} if forward_states is None else {"initial_state": forward_states}))
        back = self.backward_layer(inputs, **given, **({} if backward_states is None else {"initial_state": backward_states}))
        states = []
        if self.return_state:
            states = [*y[1:], *back[1:]]
            y, back = y[0], back[0]
        if self.return_sequences:
            back = array_ops.reverse(back, [0 if getattr(self.forward_layer, "time_major", False) else 1])
        mode = self.merge_mode
        if mode == "concat":
            output = array_ops.concat([y, back], -1)
        elif mode is None:
            output = [y, back]
        else:
            output = y * back if mode == "mul" else y + back if mode == "sum" else (y + back) / 2
        if not self.return_state:
            return output
        return [*(output if mode is None else [output]), *states]

    def compute_mask(self, inputs: TensorLike, mask: TensorLike | None = None) -> Any:
        mask = mask[0] if isinstance(mask, list) else mask
        mask = mask if self.return_sequences else None
        masks = mask if self.merge_mode else [mask, mask]
        if not self.return_state:
            return masks
        none = [None for _ in self.forward_layer.states]
        return [*(masks if isinstance(masks, list) else [masks]), *none, *none]

    @property
    def constraints(self) -> dict[str, Any]:
        """Constraints of both layers, by weight, where the layers list any."""
        return {**getattr(self.forward_layer, "constraints", {}), **getattr(self.backward_layer, "constraints", {})}

    @with_values_at_hand
    def reset_states(self, states: Sequence[TensorLike] | None = None) -> None:
        """Set the states of both stateful layers, to zeros or to given values. Mirrors `tf.keras.layers.Bidirectional.reset_states`.

        With `stateful=True` in the layer that is wrapped, each batch begins with the states in which the batch before ended, in both
        directions: call it between sequences that do not belong together. `model.reset_states()` does so for all layers.

        Arguments:
            states: None (default): zeros. Else a list of NumPy arrays [batch, units]: the first half for the layer that goes forward, the
                second for the one that goes backward.

        Returns:
            None.

        Raises:
            AttributeError: the layers are not stateful. ValueError: no list, or states of another number or shape.

        Example:
            >>> layer = tf.keras.layers.Bidirectional(tf.keras.layers.GRU(2, stateful=True), batch_input_shape=(1, 3, 1))
            >>> first, second = layer(tf.ones([1, 3, 1])), layer(tf.ones([1, 3, 1]))
            >>> layer.reset_states()
            >>> again = layer(tf.ones([1, 3, 1]))
            >>> np.allclose(first, second), np.allclose(first, again)
            (False, True)
        """
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        if states is None:
            self.forward_layer.reset_states()
            self.backward_layer.reset_states()
            return
        if not isinstance(states, (list, tuple)):
            raise ValueError(f"Unrecognized value for `states`. Expected `states` to be list or tuple. Received: {states}")
        half = len(states) // 2
        self.forward_layer.reset_states(states[:half])
        self.backward_layer.reset_states(states[half:])

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "merge_mode": self.merge_mode}
        if self._num_constants:
            config["num_constants"] = self._num_constants
        if "_backward_config" in self.__dict__:
            config["backward_layer"] = self._backward_config
        return config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Self:
        # Deeply, as the entries are replaced by layers.
        config = copy.deepcopy(config)
        number = config.pop("num_constants", 0)
        for name in ("layer", "backward_layer"):
            if config.get(name) is not None:
                config[name] = deserialize(config[name], custom_objects=custom_objects)
        layer = cls(**config)
        layer._num_constants = number
        return layer


def _copy_of(layer, go_backwards=False):
    """A new layer like `layer`; the other way round with `go_backwards`."""
    config = layer.get_config()
    if go_backwards:
        config["go_backwards"] = not config["go_backwards"]
    if not takes(type(layer).from_config, "custom_objects"):
        return type(layer).from_config(config)
    cell = getattr(layer, "cell", None)
    known = [] if cell is None else [cell, *getattr(cell, "cells", ())]
    return type(layer).from_config(config, custom_objects={type(c).__name__: type(c) for c in known})
