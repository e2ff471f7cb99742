"""`tf.sparse`: tensors of which only some elements are stored."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), unlisted="IndexedSlicesSpec SparseTensorSpec")
