"""Replaces `tensorflow.python.framework.type_spec_registry`: the names under which classes of specs are registered."""

from tfshim.engine.values.type_spec_base import _CLASSES as _NAME_TO_TYPE_SPEC  # noqa: F401 - these are the registry itself
from tfshim.engine.values.type_spec_base import _NAMES as _TYPE_SPEC_TO_NAME  # noqa: F401
from tfshim.engine.values.type_spec_base import get_name, lookup, register  # noqa: F401

_REPLACES = "tensorflow.python.framework.type_spec_registry"
