"""`tf.keras.utils`: seeds, configurations, class vectors and files."""

from tfshim._listing import listing
from tfshim.keras._random import set_random_seed
from tfshim.keras.utils.arrays import normalize, pad_sequences, to_categorical, to_ordinal, warmstart_embedding_matrix
from tfshim.keras.utils.directories import audio_dataset_from_directory, image_dataset_from_directory, text_dataset_from_directory
from tfshim.keras.utils.enqueuers import GeneratorEnqueuer, OrderedEnqueuer, SequenceEnqueuer
from tfshim.keras.utils.files import get_file
from tfshim.keras.utils.images import array_to_img, img_to_array, load_img, save_img
from tfshim.keras.utils.interaction import disable_interactive_logging, enable_interactive_logging, is_interactive_logging_enabled
from tfshim.keras.utils.packing import pack_x_y_sample_weight, unpack_x_y_sample_weight
from tfshim.keras.utils.progress import Progbar
from tfshim.keras.utils.registration import (
    CustomObjectScope,
    custom_object_scope,
    get_custom_objects,
    get_registered_name,
    get_registered_object,
    register_keras_serializable,
)
from tfshim.keras.utils.sequences import Sequence
from tfshim.keras.utils.series import split_dataset, timeseries_dataset_from_array

_MODULES = ("experimental",)
_LAZY = {
    "FeatureSpace": "utils.feature_space",
    "SidecarEvaluator": "utils.sidecar",
    "StepsPerExecutionTuner": "utils.sidecar",
    "TimedThread": "utils.sidecar",
    "serialize_keras_object": "saving.serialization",
    "deserialize_keras_object": "saving.serialization",
    "legacy": "saving.legacy",
    "plot_model": "models.plotting",
    "model_to_dot": "models.plotting",
    "get_source_inputs": "models.plotting",
}
__all__ = [
    "CustomObjectScope",
    "GeneratorEnqueuer",
    "OrderedEnqueuer",
    "Progbar",
    "Sequence",
    "SequenceEnqueuer",
    "custom_object_scope",
    "disable_interactive_logging",
    "enable_interactive_logging",
    "get_custom_objects",
    "get_file",
    "get_registered_name",
    "get_registered_object",
    "is_interactive_logging_enabled",
    "normalize",
    "pack_x_y_sample_weight",
    "register_keras_serializable",
    "set_random_seed",
    "to_categorical",
    "to_ordinal",
    "unpack_x_y_sample_weight",
    "pad_sequences",
    "warmstart_embedding_matrix",
    "array_to_img",
    "img_to_array",
    "load_img",
    "save_img",
    "split_dataset",
    "timeseries_dataset_from_array",
    "audio_dataset_from_directory",
    "image_dataset_from_directory",
    "text_dataset_from_directory",
    *_MODULES,
    *_LAZY,
]
__dir__ = listing(globals())


def __getattr__(name):
    if name in _MODULES:
        import importlib

        return importlib.import_module(f"tfshim.keras.utils.{name}")
    # These know layers and models, which stand above.
    if name in _LAZY:
        import importlib

        module = importlib.import_module(f"tfshim.keras.{_LAZY[name]}")
        return module if name == "legacy" else getattr(module, name)
    raise AttributeError(f"tf.keras.utils.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).")
