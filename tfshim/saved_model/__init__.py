"""`tf.saved_model`: objects with variables and traced functions, in directories."""

from tfshim.saved_model import experimental
from tfshim.saved_model.asset import Asset
from tfshim.saved_model.constants import *  # noqa: F403 - nothing but names of files and keys
from tfshim.saved_model.loading import contains_saved_model, load
from tfshim.saved_model.options import LoadOptions, SaveOptions
from tfshim.saved_model.saving import save
