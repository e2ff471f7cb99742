"""`tf.keras.utils`: seeds, configurations, class vectors and files."""

from tfshim._listing import lazily, names

_MODULES = {
    "tfshim.keras._random": "set_random_seed",
    "tfshim.keras.models.plotting": "get_source_inputs model_to_dot plot_model",
    "tfshim.keras.saving.serialization": "deserialize_keras_object serialize_keras_object",
    "arrays": "normalize pad_sequences to_categorical to_ordinal warmstart_embedding_matrix",
    "directories": "audio_dataset_from_directory image_dataset_from_directory text_dataset_from_directory",
    "enqueuers": "GeneratorEnqueuer OrderedEnqueuer SequenceEnqueuer",
    "feature_space": "FeatureSpace",
    "files": "get_file",
    "images": "array_to_img img_to_array load_img save_img",
    "interaction": "disable_interactive_logging enable_interactive_logging is_interactive_logging_enabled",
    "packing": "pack_x_y_sample_weight unpack_x_y_sample_weight",
    "progress": "Progbar",
    "registration": """CustomObjectScope custom_object_scope get_custom_objects get_registered_name get_registered_object
        register_keras_serializable""",
    "sequences": "Sequence",
    "series": "split_dataset timeseries_dataset_from_array",
    "sidecar": "SidecarEvaluator StepsPerExecutionTuner TimedThread",
}
_SUBMODULES = "experimental legacy".split()
__all__ = names(_MODULES, _SUBMODULES)
__getattr__, __dir__ = lazily(
    globals(),
    _MODULES,
    _SUBMODULES,
    "tf.keras.utils.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).",
)
