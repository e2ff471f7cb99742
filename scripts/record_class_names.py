"""Record under what names TensorFlow shows its classes: run with real TensorFlow.

    python scripts/record_class_names.py

Writes tests/data/class_names.json: for the classes of the namespaces below, of the names that `record_public_names.py` recorded, whose
objects Python shows by class and address, the text before the address.
"""

import inspect
import json

import recording
import tensorflow as tf

SPACES = (
    "tf.keras.initializers.",
    "tf.keras.constraints.",
    "tf.keras.regularizers.",
    "tf.keras.losses.",
    "tf.keras.metrics.",
    "tf.keras.layers.",
    "tf.keras.optimizers.schedules.",
    "tf.keras.callbacks.",
    "tf.keras.Model",
    "tf.keras.Sequential",
    "tf.linalg.",
    "tf.lookup.",
    "tf.queue.",
    "tf.GradientTape",
    "tf.Graph",
    "tf.IndexedSlices",
    "tf.Module",
    "tf.train.Checkpoint",
    "tf.saved_model.SaveOptions",
    "tf.zeros_initializer",
    "tf.ones_initializer",
    "tf.constant_initializer",
    "tf.random_",
    "tf.distribute.MirroredStrategy",
    "tf.distribute.OneDeviceStrategy",
    "tf.random.Generator",
    "tf.compat.v1.FixedLengthRecordReader",
    "tf.compat.v1.IdentityReader",
    "tf.compat.v1.InteractiveSession",
    "tf.compat.v1.Session",
    "tf.compat.v1.TFRecordReader",
    "tf.compat.v1.TextLineReader",
    "tf.compat.v1.WholeFileReader",
    "tf.compat.v1.saved_model.Builder",
    "tf.compat.v1.summary.FileWriter",
    "tf.compat.v1.train.",
)
# Not shown so here: the columns of `feature_column` are refused; these two are one class each, with the sidecar evaluator and the
# callback of TensorFlow 2.15 themselves; the views and reductions are not objects that documents show.
EXCEPT = (
    "tf.keras.layers.DenseFeatures",
    "tf.keras.callbacks.SidecarEvaluatorModelExport",
    "tf.keras.callbacks.experimental",
    "tf.keras.losses.Reduction",
    "tf.train.CheckpointView",
    "tf.compat.v1.train.Checkpoint",
    "tf.compat.v1.train.experimental",
)


def public_names():
    """The dotted names below `tf`, such as "tf.keras.Model", and those of TensorFlow 1."""
    versions = json.loads((recording.PACKAGE / "tensorflow_names.json").read_text())
    for version, root in (("2", "tf"), ("1", "tf.compat.v1")):
        for namespace, names in versions[version].items():
            # "=other": the same names as another namespace.
            own = versions[version].get(names[1:], "") if names.startswith("=") else names
            yield from (".".join(filter(None, (root, namespace, name))) for name in own.split())


def main():
    shown = {}
    for name in sorted(public_names()):
        if not name.startswith(SPACES) or name.startswith(EXCEPT):
            continue
        found = tf
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        if inspect.isclass(found) and found.__repr__ is object.__repr__:
            shown[name] = f"{found.__module__}.{found.__qualname__}"
    recording.write_json(recording.DATA / "class_names.json", shown, indent=0)


if __name__ == "__main__":
    main()
