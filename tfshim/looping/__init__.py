"""Functions applied along the first dimension: `tf.map_fn`, `tf.scan`, `tf.foldl`, `tf.foldr`, `tf.vectorized_map`."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
