"""`tf.contrib.learn.preprocessing`: words as numbers."""

from tfshim.contrib._names import bound
from tfshim.contrib.learn.preprocessing.text import ByteProcessor, VocabularyProcessor, tokenizer
from tfshim.contrib.learn.preprocessing.vocabulary import CategoricalVocabulary

__all__ = bound(globals())
