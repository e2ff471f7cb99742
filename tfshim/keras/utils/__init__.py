"""`tf.keras.utils`: seeds, configurations, class vectors and files."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(
    globals(),
    ("experimental", "legacy"),
    missing="tf.keras.utils.{name} is not part of tfshim (it may be part of TensorFlow 2.15 all the same: see README.md).",
)
