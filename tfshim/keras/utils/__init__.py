"""`tf.keras.utils`: seeds, configurations, class vectors and files."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(
    globals(),
    ("experimental", "legacy"),
)
