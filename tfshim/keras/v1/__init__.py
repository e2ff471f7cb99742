from tfshim._listing import lazily, names

_MODULES = {"training": "GraphTraining"}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
