"""Names that files, tags and signatures have."""

from tfshim._export import tf_export

ASSETS_DIRECTORY = "assets"
ASSETS_KEY = "saved_model_assets"
CLASSIFY_INPUTS = "inputs"
CLASSIFY_METHOD_NAME = "tensorflow/serving/classify"
CLASSIFY_OUTPUT_CLASSES = "classes"
CLASSIFY_OUTPUT_SCORES = "scores"
DEBUG_DIRECTORY = "debug"
DEBUG_INFO_FILENAME_PB = "saved_model_debug_info.pb"
DEFAULT_SERVING_SIGNATURE_DEF_KEY = "serving_default"
FINGERPRINT_FILENAME = "fingerprint.pb"
GPU = "gpu"
INIT_OP_SIGNATURE_KEY = "__saved_model_init_op"
TRAIN_OP_SIGNATURE_KEY = "__saved_model_train_op"
MAIN_OP_KEY = "saved_model_main_op"
PREDICT_INPUTS = "inputs"
PREDICT_METHOD_NAME = "tensorflow/serving/predict"
PREDICT_OUTPUTS = "outputs"
REGRESS_INPUTS = "inputs"
REGRESS_METHOD_NAME = "tensorflow/serving/regress"
REGRESS_OUTPUTS = "outputs"
SAVED_MODEL_FILENAME_PB = "saved_model.pb"
SAVED_MODEL_FILENAME_PBTXT = "saved_model.pbtxt"
SAVED_MODEL_SCHEMA_VERSION = 1
SERVING = "serve"
TPU = "tpu"
TRAINING = "train"
VARIABLES_DIRECTORY = "variables"
VARIABLES_FILENAME = "variables"
tf_export("saved_model.ASSETS_DIRECTORY", v1=["saved_model.ASSETS_DIRECTORY", "saved_model.constants.ASSETS_DIRECTORY"])(ASSETS_DIRECTORY)
tf_export("saved_model.ASSETS_KEY", v1=["saved_model.ASSETS_KEY", "saved_model.constants.ASSETS_KEY"])(ASSETS_KEY)
tf_export("saved_model.CLASSIFY_INPUTS", v1=["saved_model.CLASSIFY_INPUTS", "saved_model.signature_constants.CLASSIFY_INPUTS"])(
    CLASSIFY_INPUTS
)
tf_export(
    "saved_model.CLASSIFY_METHOD_NAME", v1=["saved_model.CLASSIFY_METHOD_NAME", "saved_model.signature_constants.CLASSIFY_METHOD_NAME"]
)(CLASSIFY_METHOD_NAME)
tf_export(
    "saved_model.CLASSIFY_OUTPUT_CLASSES",
    v1=["saved_model.CLASSIFY_OUTPUT_CLASSES", "saved_model.signature_constants.CLASSIFY_OUTPUT_CLASSES"],
)(CLASSIFY_OUTPUT_CLASSES)
tf_export(
    "saved_model.CLASSIFY_OUTPUT_SCORES",
    v1=["saved_model.CLASSIFY_OUTPUT_SCORES", "saved_model.signature_constants.CLASSIFY_OUTPUT_SCORES"],
)(CLASSIFY_OUTPUT_SCORES)
tf_export("saved_model.DEBUG_DIRECTORY", v1=["saved_model.DEBUG_DIRECTORY", "saved_model.constants.DEBUG_DIRECTORY"])(DEBUG_DIRECTORY)
tf_export("saved_model.DEBUG_INFO_FILENAME_PB", v1=["saved_model.DEBUG_INFO_FILENAME_PB", "saved_model.constants.DEBUG_INFO_FILENAME_PB"])(
    DEBUG_INFO_FILENAME_PB
)
tf_export(
    "saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    v1=["saved_model.DEFAULT_SERVING_SIGNATURE_DEF_KEY", "saved_model.signature_constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY"],
)(DEFAULT_SERVING_SIGNATURE_DEF_KEY)
tf_export("saved_model.GPU", v1=["saved_model.GPU", "saved_model.tag_constants.GPU"])(GPU)
tf_export("saved_model.PREDICT_INPUTS", v1=["saved_model.PREDICT_INPUTS", "saved_model.signature_constants.PREDICT_INPUTS"])(PREDICT_INPUTS)
tf_export("saved_model.PREDICT_METHOD_NAME", v1=["saved_model.PREDICT_METHOD_NAME", "saved_model.signature_constants.PREDICT_METHOD_NAME"])(
    PREDICT_METHOD_NAME
)
tf_export("saved_model.PREDICT_OUTPUTS", v1=["saved_model.PREDICT_OUTPUTS", "saved_model.signature_constants.PREDICT_OUTPUTS"])(
    PREDICT_OUTPUTS
)
tf_export("saved_model.REGRESS_INPUTS", v1=["saved_model.REGRESS_INPUTS", "saved_model.signature_constants.REGRESS_INPUTS"])(REGRESS_INPUTS)
tf_export("saved_model.REGRESS_METHOD_NAME", v1=["saved_model.REGRESS_METHOD_NAME", "saved_model.signature_constants.REGRESS_METHOD_NAME"])(
    REGRESS_METHOD_NAME
)
tf_export("saved_model.REGRESS_OUTPUTS", v1=["saved_model.REGRESS_OUTPUTS", "saved_model.signature_constants.REGRESS_OUTPUTS"])(
    REGRESS_OUTPUTS
)
tf_export(
    "saved_model.SAVED_MODEL_FILENAME_PB", v1=["saved_model.SAVED_MODEL_FILENAME_PB", "saved_model.constants.SAVED_MODEL_FILENAME_PB"]
)(SAVED_MODEL_FILENAME_PB)
tf_export(
    "saved_model.SAVED_MODEL_FILENAME_PBTXT",
    v1=["saved_model.SAVED_MODEL_FILENAME_PBTXT", "saved_model.constants.SAVED_MODEL_FILENAME_PBTXT"],
)(SAVED_MODEL_FILENAME_PBTXT)
tf_export(
    "saved_model.SAVED_MODEL_SCHEMA_VERSION",
    v1=["saved_model.SAVED_MODEL_SCHEMA_VERSION", "saved_model.constants.SAVED_MODEL_SCHEMA_VERSION"],
)(SAVED_MODEL_SCHEMA_VERSION)
tf_export("saved_model.SERVING", v1=["saved_model.SERVING", "saved_model.tag_constants.SERVING"])(SERVING)
tf_export("saved_model.TPU", v1=["saved_model.TPU", "saved_model.tag_constants.TPU"])(TPU)
tf_export("saved_model.TRAINING", v1=["saved_model.TRAINING", "saved_model.tag_constants.TRAINING"])(TRAINING)
tf_export("saved_model.VARIABLES_DIRECTORY", v1=["saved_model.VARIABLES_DIRECTORY", "saved_model.constants.VARIABLES_DIRECTORY"])(
    VARIABLES_DIRECTORY
)
tf_export("saved_model.VARIABLES_FILENAME", v1=["saved_model.VARIABLES_FILENAME", "saved_model.constants.VARIABLES_FILENAME"])(
    VARIABLES_FILENAME
)

FILENAME = "saved_model.json"  # of our own form
FORMAT = "tfshim saved model 2"
UNSEALED = "tfshim saved model 1"  # had no checksum
