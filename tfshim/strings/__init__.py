"""`tf.strings`: strings joined, cut, searched, hashed and turned into numbers."""

from tfshim._listing import exported
from tfshim.strings.ngrams import ngrams

__all__, __getattr__, __dir__ = exported(globals())
