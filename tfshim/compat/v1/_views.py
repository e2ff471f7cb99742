"""Namespaces of `tf.compat.v1` that are those of `tf`, but for what came after TensorFlow 1 and a few older names."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

from tfshim._listing import with_standard

# Below tf.compat.v1: names of the namespace of `tf` that are not listed there (-NAME), and those that it has in addition; of these,
# `a=b` is the object b below `tf`, and a name alone is one that the namespace's own module defines.
_DIFFERENCES = {
    "config.experimental": "-enable_op_determinism",
    "data.experimental": "-at -load -save",
    "data.experimental.service": "-DispatchServer -WorkerServer",
    "distribute.experimental": """-PreemptionCheckpointHandler -PreemptionWatcher -TerminationConfig -ValueContext -coordinator
        -partitioners""",
    "experimental": "-dlpack -dtensor -numpy -tensorrt",
    "keras": "-dtensor",
    "keras.activations": "-gelu",
    "keras.backend": "-experimental get_session set_session",
    "keras.callbacks": "-BackupAndRestore -experimental",
    "keras.experimental": "-SidecarEvaluator",
    "keras.initializers": """-GlorotNormal -GlorotUniform -HeNormal -HeUniform -LecunNormal -LecunUniform -variance_scaling
        normal=keras.initializers.random_normal uniform=keras.initializers.random_uniform""",
    "keras.layers": """-GroupNormalization -HashedCrossing -IntegerLookup -RandomBrightness -RandomContrast -RandomCrop -RandomFlip
        -RandomHeight -RandomRotation -RandomTranslation -RandomWidth -RandomZoom -SpectralNormalization -StringLookup -TextVectorization
        -UnitNormalization CuDNNGRU CuDNNLSTM""",
    "keras.layers.experimental": "-SyncBatchNormalization",
    "keras.layers.experimental.preprocessing": """-HashedCrossing -IntegerLookup -RandomContrast -RandomCrop -RandomFlip -RandomHeight
        -RandomRotation -RandomTranslation -RandomWidth -RandomZoom -StringLookup -TextVectorization""",
    "keras.losses": """-Reduction -huber cosine=keras.losses.cosine_similarity
        cosine_proximity=keras.losses.cosine_similarity""",
    "keras.metrics": """-experimental cosine=keras.losses.cosine_similarity
        cosine_proximity=keras.losses.cosine_similarity""",
    "keras.mixed_precision": "-Policy -global_policy -set_global_policy",
    "keras.models": "-experimental LinearModel=keras.experimental.LinearModel WideDeepModel=keras.experimental.WideDeepModel",
    "keras.optimizers": "-Adafactor -AdamW -Lion -experimental",
    "keras.preprocessing": "-image_dataset_from_directory -text_dataset_from_directory -timeseries_dataset_from_array",
    "keras.preprocessing.image": "-smart_resize",
    "keras.regularizers": "-OrthogonalRegularizer -orthogonal_regularizer",
    "keras.utils": """-FeatureSpace -SidecarEvaluator -TimedThread -audio_dataset_from_directory -experimental
        -image_dataset_from_directory -pack_x_y_sample_weight -set_random_seed -split_dataset -text_dataset_from_directory
        -timeseries_dataset_from_array -unpack_x_y_sample_weight""",
    "saved_model.experimental": "-Fingerprint -read_fingerprint save=saved_model.save",
    "types.experimental": """-AtomicFunction -Callable -ConcreteFunction -GenericFunction -PolymorphicFunction
        -SupportsTracingProtocol -TraceType -distributed""",
}
_views = {}


class View(ModuleType):
    """The namespace `path` (such as "keras.losses") of `tf.compat.v1`, derived from that of `tf`.

    What it does not list can be used all the same.
    """

    def __init__(self, path: str) -> None:
        target = resolve(path)
        super().__init__(f"tfshim.compat.v1.{path}", f"`tf.compat.v1.{path}`, as `tf.{path}`.")
        self.__spec__ = ModuleSpec(self.__name__, None, is_package=True)
        self.__path__ = []  # so that namespaces below it can be imported
        self.__package__ = self.__name__
        self.__all__ = names(path)
        self._path, self._target = path, target
        self._more = dict(entry.partition("=")[::2] for entry in _DIFFERENCES.get(path, "").split() if "=" in entry)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if name in self._more:
            return resolve(self._more[name])
        value = getattr(self._target, name)
        return shared(f"{self._path}.{name}", value) if isinstance(value, ModuleType) else value

    def __dir__(self):
        return with_standard(self.__all__, vars(self))


def names(path: str) -> list[str]:
    """The public names of the namespace `path` of `tf.compat.v1` that is one of `tf` but for the differences above."""
    entries = [entry.partition("=")[0] for entry in _DIFFERENCES.get(path, "").split()]
    less = {entry[1:] for entry in entries if entry.startswith("-")}
    return sorted({*resolve(path).__all__, *(entry for entry in entries if not entry.startswith("-"))} - less)


def shared(path: str, found: ModuleType | None = None) -> ModuleType:
    """The namespace `path` of `tf` (`found`, if it is at hand), or its view where `tf.compat.v1` differs in it or in what is below."""
    if not any(f"{differing}.".startswith(f"{path}.") for differing in _DIFFERENCES):
        return found or resolve(path)
    if path not in _views:
        _views[path] = View(path)
    return _views[path]


def resolve(path: str) -> Any:
    """The object at `path` below `tf`."""
    import tfshim

    value = tfshim
    for part in path.split("."):
        value = getattr(value, part)
    return value
