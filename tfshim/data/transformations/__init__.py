"""The classes of datasets, one for each source and transformation."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
