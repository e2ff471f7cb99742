"""Values of weights as earlier versions of Keras, and the layers made for cuDNN, kept them: what layers take today instead."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from tfshim.keras.annotations import Layer

Values = list[np.ndarray]

# Places of the gates' kernels, recurrent kernels and biases among the arrays of Keras 1, which kept one for each gate.
_SEPARATE = {"GRU": (0, 3, 6), "LSTM": (0, 6, 3, 9), "ConvLSTM2D": (0, 6, 3, 9)}
_CUDNN = {"CuDNNLSTM": 4, "LSTM": 4, "CuDNNGRU": 3, "GRU": 3}  # -> number of gates
# How kernels that Theano's convolutions took, (filters, channels, rows, columns), stand now.
_OF_THEANO = ("Conv1D", "Conv2D", "Conv3D", "Conv2DTranspose", "ConvLSTM2D")


def as_today(layer: Layer, values: Values, version: str) -> Values:
    """The values for `layer` of those that a file of Keras `version` ("1" where the file does not say) has.

    What fits already stays as it is; what cannot be made to fit too, for the caller to report. Raises ValueError for values of
    a recurrent layer that computes something else.
    """
    values, kind = list(values), type(layer).__name__
    if kind == "Bidirectional":
        half = len(values) // 2
        values = as_today(layer.forward_layer, values[:half], version) + as_today(layer.backward_layer, values[half:], version)
    elif kind == "TimeDistributed":
        values = as_today(layer.layer, values, version)
    elif kind in ("Model", "Sequential", "Functional"):
        values = _of_model(layer, values, version)
    if not values:
        return values
    if version == "1":
        values = _from_first_version(layer, kind, values)
    if kind in _OF_THEANO and values[0].ndim == 4 and tuple(layer.weights[0].shape.as_list()) != values[0].shape:
        for place in (0, 1) if kind == "ConvLSTM2D" else (0,):
            values[place] = values[place].transpose(3, 2, 0, 1)
    if kind in _CUDNN and [v.ndim for v in values[:2]] == [2, 2] and len(values) == 3:
        values = (_lstm if kind.endswith("LSTM") else _gru)(layer, kind, values)
    return values


def _of_model(model: Any, values: Values, version: str) -> Values:
    """Values of a model within a model: those that are trained of all its layers, then the others."""
    count = len(model.trainable_weights)
    trained, others = values[:count], values[count:]
    made_trained, made_others = [], []
    for layer in model.layers:
        mine, rest = len(layer.trainable_weights), len(layer.non_trainable_weights)
        made = as_today(layer, trained[:mine] + others[:rest], version)
        made_trained += made[:mine]
        made_others += made[mine:]
        trained, others = trained[mine:], others[rest:]
    # What is left belongs to the model itself.
    return made_trained + trained + made_others + others


def _from_first_version(layer: Any, kind: str, values: Values) -> Values:
    first = getattr(layer, "data_format", None) == "channels_first"
    if kind == "Conv1D":
        # The kernel had a second axis of size one, and at first the order of Theano.
        size, kernel = layer.kernel_size[0], values[0]
        if kernel.ndim == 4:
            if kernel.shape[:2] != (size, 1) or kernel.shape[3] != layer.filters:
                if kernel.shape[0] != layer.filters or kernel.shape[2:] != (size, 1):
                    return values
                kernel = kernel.transpose(2, 3, 1, 0)
            values[0] = kernel[:, 0]
    elif kind == "Conv2D" and first:
        values[0] = values[0].transpose(2, 3, 1, 0)
    elif kind == "Conv2DTranspose":
        values[0] = values[0].transpose((2, 3, 0, 1) if first else (0, 1, 3, 2))
    elif kind == "Conv3D" and first:
        values[0] = values[0].transpose(2, 3, 4, 1, 0)
    elif kind in _SEPARATE and len(values) == 3 * len(_SEPARATE[kind]):
        values = [np.concatenate([values[i + part] for i in _SEPARATE[kind]], axis=-1) for part in range(3)]
        if kind == "ConvLSTM2D" and first:
            values[:2] = [v.transpose(2, 3, 1, 0) for v in values[:2]]
    return values


# ---------------------------------------------------------------------- recurrent layers of cuDNN
def _kernels(kind: str, values: Values, from_cudnn: bool) -> Values:
    """Kernel and recurrent kernel in the other layout: those of cuDNN multiply from the left, each gate by itself."""
    order, gates = "F" if from_cudnn else "C", _CUDNN[kind]
    kernel = np.hstack([k.T.reshape(k.shape, order=order) for k in np.hsplit(values[0], gates)])
    return [kernel, np.hstack([k.T for k in np.hsplit(values[1], gates)])]


def _lstm(layer: Any, kind: str, values: Values) -> Values:
    width, (bias,) = 4 * values[1].shape[0], values[2:]
    if bias.shape not in ((width,), (2 * width,)):
        raise ValueError(f"Invalid bias shape: {bias.shape}")
    from_cudnn = bias.shape == (2 * width,)
    if from_cudnn == (kind == "CuDNNLSTM"):
        return values
    # cuDNN adds a bias for the input and one for the state, of which only the sum counts.
    return [*_kernels(kind, values, from_cudnn), bias[:width] + bias[width:] if from_cudnn else np.tile(bias / 2, 2)]


def _gru(layer: Any, kind: str, values: Values) -> Values:
    width, (bias,) = 3 * values[1].shape[0], values[2:]
    after, before = "GRU(reset_after=True)", "GRU(reset_after=False)"
    source = {(2 * width,): "CuDNNGRU", (2, width): after, (width,): before}.get(bias.shape)
    if source is None:
        raise ValueError(f"Invalid bias shape: {bias.shape}")
    target = kind if kind == "CuDNNGRU" else after if layer.reset_after else before
    if source == target:
        return values
    if before in (source, target):
        raise ValueError(f"{source} is not compatible with {target}")
    from_cudnn = source == "CuDNNGRU"
    return [*_kernels(kind, values, from_cudnn), bias.reshape((2, -1) if from_cudnn else -1)]
