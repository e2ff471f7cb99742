# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from typing import Any
from tfshim.compat.v1.saved_model import builder as builder, constants as constants, loader as loader, main_op as main_op
from tfshim.compat.v1.saved_model import signature_constants as signature_constants, signature_def_utils as signature_def_utils
from tfshim.compat.v1.saved_model import tag_constants as tag_constants, utils as utils
from tfshim.compat.v1.saved_model.builder import SavedModelBuilder as Builder, simple_save as simple_save
from tfshim.compat.v1.saved_model.loader import load as load, maybe_saved_model_directory as contains_saved_model
from tfshim.compat.v1.saved_model.loader import maybe_saved_model_directory as maybe_saved_model_directory
from tfshim.compat.v1.saved_model.main_op import main_op_with_restore as main_op_with_restore
from tfshim.compat.v1.saved_model.signature_def_utils import build_signature_def as build_signature_def
from tfshim.compat.v1.saved_model.signature_def_utils import classification_signature_def as classification_signature_def
from tfshim.compat.v1.saved_model.signature_def_utils import is_valid_signature as is_valid_signature
from tfshim.compat.v1.saved_model.signature_def_utils import predict_signature_def as predict_signature_def
from tfshim.compat.v1.saved_model.signature_def_utils import regression_signature_def as regression_signature_def
from tfshim.compat.v1.saved_model.utils import build_tensor_info as build_tensor_info
from tfshim.compat.v1.saved_model.utils import get_tensor_from_tensor_info as get_tensor_from_tensor_info
from tfshim.saved_model.asset import Asset as Asset
from tfshim.saved_model.loading import load as load_v2
from tfshim.saved_model.options import SaveOptions as SaveOptions
from tfshim.saved_model.saving import save as save
ASSETS_DIRECTORY: str
ASSETS_KEY: str
CLASSIFY_INPUTS: str
CLASSIFY_METHOD_NAME: str
CLASSIFY_OUTPUT_CLASSES: str
CLASSIFY_OUTPUT_SCORES: str
DEBUG_DIRECTORY: str
DEBUG_INFO_FILENAME_PB: str
DEFAULT_SERVING_SIGNATURE_DEF_KEY: str
GPU: str
LEGACY_INIT_OP_KEY: str
MAIN_OP_KEY: str
PREDICT_INPUTS: str
PREDICT_METHOD_NAME: str
PREDICT_OUTPUTS: str
REGRESS_INPUTS: str
REGRESS_METHOD_NAME: str
REGRESS_OUTPUTS: str
SAVED_MODEL_FILENAME_PB: str
SAVED_MODEL_FILENAME_PBTXT: str
SAVED_MODEL_SCHEMA_VERSION: int
SERVING: str
TPU: str
TRAINING: str
VARIABLES_DIRECTORY: str
VARIABLES_FILENAME: str
experimental: Any
