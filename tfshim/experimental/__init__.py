"""`tf.experimental`: extension types, dispatch, ragged shapes, NumPy's interface and the like."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(
    globals(),
    ("dtensor", "numpy", "extension_type", "dlpack", "tensorrt"),
)
