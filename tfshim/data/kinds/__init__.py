"""The kinds of datasets, one class for each way of making one."""

from tfshim._listing import exported

__all__, __getattr__, __dir__ = exported(globals())
