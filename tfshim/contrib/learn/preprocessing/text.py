"""Texts as arrays of numbers, of words or of bytes."""

import json
import re

import numpy as np

from tfshim.contrib.learn.preprocessing.vocabulary import CategoricalVocabulary
from tfshim.engine.runtime.errors import DataLossError
from tfshim.io._gfile_class import GFile
from tfshim.refusals import refused

# Two or more capitals that no small letter follows; a capitalized word before another; a word.
_ACRONYM, _JOINED, _WORD = r"[A-Z]{2,}(?![a-z])", r"[A-Z][a-z]+(?=[A-Z])", r"[\'\w\-]+"
_TOKEN = re.compile("|".join((_ACRONYM, _JOINED, _WORD)))
_FORM = "vocabulary of tfshim 1"


def tokenizer(iterator):
    """The words of each text: lists."""
    for text in iterator:
        yield _TOKEN.findall(text)


class ByteProcessor:
    """Texts as arrays of `max_document_length` bytes, zeros at their end."""

    def __init__(self, max_document_length):
        self.max_document_length = max_document_length

    def fit(self, x):
        """There is nothing to learn."""

    def fit_transform(self, x):
        """See `transform`."""
        return self.transform(x)

    def reverse(self, x):
        """The texts of arrays; an empty one where the bytes are none."""
        for data in x:
            try:
                yield np.trim_zeros(data.astype(np.int8), trim="b").tobytes().decode()
            except UnicodeDecodeError:
                yield ""

    def transform(self, x):
        """The arrays, uint8, of texts or bytes."""
        for text in x:
            given = (text.encode() if isinstance(text, str) else bytes(text))[: self.max_document_length]
            yield np.pad(np.frombuffer(given, np.uint8), (0, self.max_document_length - len(given)), "constant")


class VocabularyProcessor:
    """Texts as arrays of `max_document_length` numbers of words, zeros at their end.

    Words that come `min_frequency` times or less are left out. `vocabulary`: a CategoricalVocabulary to begin with.
    `tokenizer_fn`: makes lists of words of texts. `vocabulary_` has the numbers.
    """

    def __init__(self, max_document_length, min_frequency=0, vocabulary=None, tokenizer_fn=None):
        self.max_document_length, self.min_frequency = max_document_length, min_frequency
        self.vocabulary_ = vocabulary or CategoricalVocabulary()
        self._tokenizer = tokenizer_fn or tokenizer

    def fit(self, raw_documents, unused_y=None):
        """Learn the words of texts, and no more after that; the processor itself."""
        for words in self._tokenizer(raw_documents):
            for word in words:
                self.vocabulary_.add(word)
        if self.min_frequency > 0:
            self.vocabulary_.trim(self.min_frequency)
        self.vocabulary_.freeze()
        return self

    def fit_transform(self, raw_documents, unused_y=None):
        """Learn the words and give the arrays."""
        self.fit(raw_documents)
        return self.transform(raw_documents)

    def transform(self, raw_documents):
        """The arrays, int64, of texts."""
        for words in self._tokenizer(raw_documents):
            made = np.zeros(self.max_document_length, np.int64)
            for i, word in enumerate(words[: self.max_document_length]):
                made[i] = self.vocabulary_.get(word)
            yield made

    def reverse(self, documents):
        """The texts of arrays, words between spaces."""
        for numbers in documents:
            yield " ".join(self.vocabulary_.reverse(n) for n in numbers)

    def save(self, filename):
        """Write the words to a file. Raises NotImplementedError with a `tokenizer_fn`, which cannot be written."""
        if self._tokenizer is not tokenizer:
            raise refused("tf.contrib.learn.preprocessing.VocabularyProcessor.save", "tokenizer")
        v = self.vocabulary_
        made = {
            "form": _FORM,
            "max_document_length": self.max_document_length,
            "min_frequency": self.min_frequency,
            "unknown": v._unknown_token,
            "reverse": v._support_reverse,
            "frozen": v._freeze,
            "words": list(v._mapping),
            "counts": [v._freq.get(word, 0) for word in v._mapping],
        }
        with GFile(filename, "w") as f:
            f.write(json.dumps(made))

    @classmethod
    def restore(cls, filename):
        """What was saved. Raises DataLossError for another file: those of TensorFlow are programs, and are not run."""
        with GFile(filename, "rb") as f:
            content = f.read()
        try:
            found = json.loads(content)
            if found["form"] != _FORM:
                raise ValueError(found["form"])
            vocabulary = CategoricalVocabulary(found["unknown"], found["reverse"])
            for word, count in zip(found["words"][1:], found["counts"][1:], strict=True):
                vocabulary.add(word, count)
            vocabulary.freeze(found["frozen"])
            return cls(int(found["max_document_length"]), int(found["min_frequency"]), vocabulary)
        except (ValueError, KeyError, TypeError) as e:
            raise DataLossError(None, None, f"{filename} is no vocabulary that VocabularyProcessor.save wrote") from e
