"""`tf.saved_model`: objects with variables and traced functions, in directories."""

from tfshim._listing import lazily
from tfshim.saved_model.constants import *  # noqa: F403

_MODULES = {
    "asset": "Asset",
    "loading": "contains_saved_model load",
    "options": "LoadOptions SaveOptions",
    "saving": "save",
}
_SUBMODULES = "experimental".split()
__all__ = """
    ASSETS_DIRECTORY ASSETS_KEY Asset CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES CLASSIFY_OUTPUT_SCORES
    DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB DEFAULT_SERVING_SIGNATURE_DEF_KEY GPU LoadOptions PREDICT_INPUTS PREDICT_METHOD_NAME
    PREDICT_OUTPUTS REGRESS_INPUTS REGRESS_METHOD_NAME REGRESS_OUTPUTS SAVED_MODEL_FILENAME_PB SAVED_MODEL_FILENAME_PBTXT
    SAVED_MODEL_SCHEMA_VERSION SERVING SaveOptions TPU TRAINING VARIABLES_DIRECTORY VARIABLES_FILENAME contains_saved_model
    experimental load save
""".split()
__getattr__, __dir__ = lazily(globals(), _MODULES, _SUBMODULES)
