"""The array operations of the top-level namespace: making, reshaping, joining, slicing and gathering tensors."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals(), unlisted="saturate_cast sequence_mask")
