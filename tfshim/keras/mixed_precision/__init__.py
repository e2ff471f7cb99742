"""`tf.keras.mixed_precision`: computing in float16 or bfloat16 with variables in float32."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
