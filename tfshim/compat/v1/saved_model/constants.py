"""`tf.compat.v1.saved_model.constants`: names of files and collections."""

from tfshim._export import tf_export
from tfshim.compat.v1._fallback import exported
from tfshim.saved_model import constants

__all__, __getattr__, __dir__ = exported(globals())

LEGACY_INIT_OP_KEY = "legacy_init_op"
MAIN_OP_KEY = constants.MAIN_OP_KEY

tf_export(v1=["saved_model.LEGACY_INIT_OP_KEY", "saved_model.constants.LEGACY_INIT_OP_KEY"])(LEGACY_INIT_OP_KEY)
tf_export(v1=["saved_model.MAIN_OP_KEY", "saved_model.constants.MAIN_OP_KEY"])(MAIN_OP_KEY)
