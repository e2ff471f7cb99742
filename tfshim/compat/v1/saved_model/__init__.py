"""`tf.compat.v1.saved_model`: graphs with signatures and the values of their variables, in directories."""

import importlib

from tfshim import saved_model as _shared
from tfshim._listing import listing
from tfshim.compat.v1 import _views
from tfshim.compat.v1.saved_model import constants, signature_constants, tag_constants

_MODULES = frozenset("builder constants loader main_op signature_constants signature_def_utils tag_constants utils".split())
_WHERE = {
    "Builder": ("builder", "SavedModelBuilder"),
    "simple_save": ("builder", "simple_save"),
    "load": ("loader", "load"),
    "maybe_saved_model_directory": ("loader", "maybe_saved_model_directory"),
    "contains_saved_model": ("loader", "maybe_saved_model_directory"),
    "main_op_with_restore": ("main_op", "main_op_with_restore"),
    **{
        name: ("signature_def_utils", name)
        for name in (
            "build_signature_def",
            "classification_signature_def",
            "is_valid_signature",
            "predict_signature_def",
            "regression_signature_def",
        )
    },
    **{name: ("utils", name) for name in ("build_tensor_info", "get_tensor_from_tensor_info")},
}


def __getattr__(name):
    if name == "load_v2":
        return _shared.load
    if name in _WHERE:
        module, attribute = _WHERE[name]
        return getattr(importlib.import_module(f"{__name__}.{module}"), attribute)
    if name in _MODULES:
        return importlib.import_module(f"{__name__}.{name}")
    for module in (constants, signature_constants, tag_constants):
        if name in vars(module) and not name.startswith("_"):
            return getattr(module, name)
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _views.shared("saved_model.experimental") if name == "experimental" else getattr(_shared, name)


__all__ = sorted(
    {
        *_WHERE,
        *_MODULES,
        "load_v2",
        *(n for m in (constants, signature_constants, tag_constants) for n in m.__all__),
        "Asset",
        "SaveOptions",
        "experimental",
        "save",
    }
)
__dir__ = listing(globals())
