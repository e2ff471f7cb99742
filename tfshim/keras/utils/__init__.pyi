# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras._random import set_random_seed as set_random_seed
from tfshim.keras.models.plotting import get_source_inputs as get_source_inputs, model_to_dot as model_to_dot, plot_model as plot_model
from tfshim.keras.saving.serialization import deserialize_keras_object as deserialize_keras_object
from tfshim.keras.saving.serialization import serialize_keras_object as serialize_keras_object
from tfshim.keras.utils import experimental as experimental, legacy as legacy
from tfshim.keras.utils.arrays import normalize as normalize, pad_sequences as pad_sequences, to_categorical as to_categorical
from tfshim.keras.utils.arrays import to_ordinal as to_ordinal, warmstart_embedding_matrix as warmstart_embedding_matrix
from tfshim.keras.utils.directories import audio_dataset_from_directory as audio_dataset_from_directory
from tfshim.keras.utils.directories import image_dataset_from_directory as image_dataset_from_directory
from tfshim.keras.utils.directories import text_dataset_from_directory as text_dataset_from_directory
from tfshim.keras.utils.enqueuers import GeneratorEnqueuer as GeneratorEnqueuer, OrderedEnqueuer as OrderedEnqueuer
from tfshim.keras.utils.enqueuers import SequenceEnqueuer as SequenceEnqueuer
from tfshim.keras.utils.feature_space import FeatureSpace as FeatureSpace
from tfshim.keras.utils.files import get_file as get_file
from tfshim.keras.utils.images import array_to_img as array_to_img, img_to_array as img_to_array, load_img as load_img, save_img as save_img
from tfshim.keras.utils.interaction import disable_interactive_logging as disable_interactive_logging
from tfshim.keras.utils.interaction import enable_interactive_logging as enable_interactive_logging
from tfshim.keras.utils.interaction import is_interactive_logging_enabled as is_interactive_logging_enabled
from tfshim.keras.utils.packing import pack_x_y_sample_weight as pack_x_y_sample_weight
from tfshim.keras.utils.packing import unpack_x_y_sample_weight as unpack_x_y_sample_weight
from tfshim.keras.utils.progress import Progbar as Progbar
from tfshim.keras.utils.registration import custom_object_scope as CustomObjectScope, custom_object_scope as custom_object_scope
from tfshim.keras.utils.registration import get_custom_objects as get_custom_objects, get_registered_name as get_registered_name
from tfshim.keras.utils.registration import get_registered_object as get_registered_object
from tfshim.keras.utils.registration import register_keras_serializable as register_keras_serializable
from tfshim.keras.utils.sequences import Sequence as Sequence
from tfshim.keras.utils.series import split_dataset as split_dataset, timeseries_dataset_from_array as timeseries_dataset_from_array
from tfshim.keras.utils.sidecar import SidecarEvaluator as SidecarEvaluator, StepsPerExecutionTuner as StepsPerExecutionTuner
from tfshim.keras.utils.sidecar import TimedThread as TimedThread
