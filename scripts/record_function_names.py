"""Record the names of the functions that TensorFlow's Keras makes layers of.

Run under TensorFlow; writes tests/data/keras_function_names.json:

    python scripts/record_function_names.py
"""

import inspect

import recording
import tensorflow as tf
from tensorflow.python.util.tf_export import get_canonical_name_for_symbol


def named(function):
    """The name that Keras writes for a function; None for one without."""
    return get_canonical_name_for_symbol(function, add_prefix_to_v1_names=True) or get_canonical_name_for_symbol(
        function, api_name="keras", add_prefix_to_v1_names=True
    )


def walk(module, seen):
    """(whether Keras makes a layer of it, name) of the public functions below `module`."""
    for name in dir(module):
        try:
            value = None if name.startswith("__") and name not in ("__operators__",) else getattr(module, name)
        except (AttributeError, ImportError):
            continue
        if inspect.ismodule(value):
            if id(value) not in seen and value.__name__.startswith(("tensorflow", "keras")):
                seen.add(id(value))
                yield from walk(value, seen)
        elif callable(value) and not inspect.isclass(value) and named(value):
            yield hasattr(value, "_tf_fallback_dispatchers") or hasattr(value, "_tf_type_based_dispatcher"), named(value)


if __name__ == "__main__":
    found = set(walk(tf, set()))
    recorded = {
        "layers": sorted(n for layer, n in found if layer and not n.startswith("raw_ops.")),
        "others": sorted(n for layer, n in found if not layer and not n.startswith("raw_ops.")),
    }
    recording.write_json(recording.DATA / "keras_function_names.json", recorded, indent=0)
