"""`tf.contrib` of TensorFlow 1, as far as it is here. Names load on first use."""

import functools
import importlib

_MODULES = frozenset(
    """
    cluster_resolver crf data eager estimator factorization feature_column framework image layers learn legacy_seq2seq lookup losses metrics
    opt rnn seq2seq signal slim summary tensorboard tpu training util
    """.split()
)
_ELSEWHERE = {"keras": "keras", "autograph": "autograph", "distribute": "distribute", "distributions": "compat.v1.distributions"}  # of `tf`
_INSTEAD = {
    "tensor_forest": "sklearn.ensemble.RandomForestClassifier",
    "boosted_trees": "tf.estimator.BoostedTreesClassifier",
    "cudnn_rnn": "tf.keras.layers.LSTM and GRU",
    "ffmpeg": "torchaudio",
    "tfprof": "torch.profiler",
    "tensorrt": "torch_tensorrt",
    "lite": "torch.export",
    "quantize": "torch.ao.quantization",
    "saved_model": "tf.saved_model",
    "predictor": "tf.saved_model.load",
    "checkpoint": "tf.train.Checkpoint",
    "stateless": "tf.random.stateless_normal and its kin",
}


def __getattr__(name):
    if name in _MODULES:
        return importlib.import_module(f"tfshim.contrib.{name}")
    if name in _ELSEWHERE:
        return functools.reduce(getattr, _ELSEWHERE[name].split("."), importlib.import_module("tfshim"))
    if name.startswith("__"):
        raise AttributeError(f"module 'tfshim.contrib' has no attribute {name!r}")
    instead = f"use {_INSTEAD[name]}" if name in _INSTEAD else f"of tf.contrib, tfshim has {', '.join(sorted(_MODULES))}"
    raise AttributeError(f"tf.contrib.{name} was part of TensorFlow 1 and is not of tfshim; {instead}.")


def __dir__():
    return sorted({*_MODULES, *_ELSEWHERE})
