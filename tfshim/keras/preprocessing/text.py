"""`tf.keras.preprocessing.text`: words as numbers."""

from __future__ import annotations

import collections
import hashlib
import json
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from tfshim._listing import listing
from tfshim.files import json_text as _json

__all__ = ["Tokenizer", "hashing_trick", "one_hot", "text_to_word_sequence", "tokenizer_from_json"]
__dir__ = listing(globals())

_FILTERS = '!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\t\n'


def text_to_word_sequence(input_text: str, filters: str = _FILTERS, lower: bool = True, split: str = " ") -> list[str]:
    """The words of a text.

    Mirrors `tf.keras.preprocessing.text.text_to_word_sequence`. Filtered characters become the separator, at which the text is split; empty
    words are left out. `tf.strings.split` does that for tensors.

    Arguments:
        input_text: the text.
        filters: characters that count as separators; punctuation, tabs and newlines by default.
        lower: whether the text is put in small letters; True by default.
        split: the separator; " " by default.

    Returns:
        A list of strings.

    Example:
        >>> tf.keras.preprocessing.text.text_to_word_sequence("The cat, the dog; and me!")
        ['the', 'cat', 'the', 'dog', 'and', 'me']
    """
    text = input_text.lower() if lower else input_text
    return [w for w in text.translate(str.maketrans(dict.fromkeys(filters, split))).split(split) if w]


def one_hot(
    input_text: str,
    n: int,
    filters: str = _FILTERS,
    lower: bool = True,
    split: str = " ",
    analyzer: Callable[[str], Iterable[str]] | None = None,
) -> list[int]:
    """Numbers for the words of a text by Python's `hash`, without a vocabulary.

    Mirrors `tf.keras.preprocessing.text.one_hot`. Despite its name it gives numbers, from 1 to `n - 1`; different words may share one.
    Python's hashes of strings differ from run to run (unless PYTHONHASHSEED is set): use `hashing_trick` with "md5" for numbers that stay.

    Arguments:
        input_text: the text, or a list of words.
        n: the number of numbers plus one.
        filters, lower, split, analyzer: as in `Tokenizer`.

    Returns:
        A list of integers, one for each word.

    Example:
        >>> numbers = tf.keras.preprocessing.text.one_hot("The cat, the cat", 50)
        >>> len(numbers), numbers[0] == numbers[2], numbers[1] == numbers[3]
        (4, True, True)
    """
    return hashing_trick(input_text, n, hash, filters, lower, split, analyzer)


def hashing_trick(
    text: str,
    n: int,
    hash_function: str | Callable[[str], int] | None = None,
    filters: str = _FILTERS,
    lower: bool = True,
    split: str = " ",
    analyzer: Callable[[str], Iterable[str]] | None = None,
) -> list[int]:
    """Numbers for the words of a text by their hash, without a vocabulary.

    Mirrors `tf.keras.preprocessing.text.hashing_trick`. Numbers are from 1 to `n - 1`; different words may share one. For new programs
    there is `tf.keras.layers.Hashing`.

    Arguments:
        text: the text, or a list of words.
        n: the number of numbers plus one.
        hash_function: "md5", which is the same in every program; None (default): Python's `hash`, which is not; or a function.
        filters, lower, split, analyzer: as in `Tokenizer`.

    Returns:
        A list of integers, one for each word.

    Example:
        >>> tf.keras.preprocessing.text.hashing_trick("The cat, the dog", 50, hash_function="md5")
        [43, 32, 43, 2]
    """
    if hash_function is None:
        hash_function = hash
    elif hash_function == "md5":

        def hash_function(word):
            return int(hashlib.md5(word.encode(), usedforsecurity=False).hexdigest(), 16)

    words = text_to_word_sequence(text, filters, lower, split) if analyzer is None else analyzer(text)
    return [hash_function(w) % (n - 1) + 1 for w in words]


class Tokenizer:
    """Gives words numbers by their frequency, from 1 on, and makes lists of numbers or rows of counts of texts.

    Mirrors `tf.keras.preprocessing.text.Tokenizer`; for new programs there is `tf.keras.layers.TextVectorization`. `fit_on_texts(texts)`
    learns; `texts_to_sequences`, `texts_to_matrix(mode="binary", "count", "tfidf" or "freq")` and `sequences_to_texts` use it; `word_index`
    is the dictionary.

    Arguments:
        num_words: only numbers below it are used, though all are learnt; None: all.
        filters: characters that count as separators; punctuation, tabs and newlines by default.
        lower: whether texts are put in small letters; True. split: the separator; " ".
        char_level: whether characters are words; False.
        oov_token: the word, with number 1, that stands for unknown ones, which are else left out; None.
        analyzer: a function from a text to its words, in place of all that; None.

    Example:
        >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(oov_token="?")
        >>> tokenizer.fit_on_texts(["The cat sat.", "The dog sat!"])
        >>> tokenizer.word_index
        {'?': 1, 'the': 2, 'sat': 3, 'cat': 4, 'dog': 5}
        >>> tokenizer.texts_to_sequences(["The bird sat"])
        [[2, 1, 3]]
    """

    __module__ = "keras.src.preprocessing.text"

    def __init__(
        self,
        num_words: int | None = None,
        filters: str = _FILTERS,
        lower: bool = True,
        split: str = " ",
        char_level: bool = False,
        oov_token: str | None = None,
        analyzer: Callable[[str], Iterable[str]] | None = None,
        **kwargs: Any,
    ) -> None:
        if "nb_words" in kwargs:
            warnings.warn("The `nb_words` argument in `Tokenizer` has been renamed `num_words`.", stacklevel=2)
            num_words = kwargs.pop("nb_words")
        self.document_count = kwargs.pop("document_count", 0)
        if kwargs:
            raise TypeError(f"Unrecognized keyword arguments: {kwargs}")
        self.num_words, self.filters, self.lower, self.split = num_words, filters, lower, split
        self.char_level, self.oov_token, self.analyzer = char_level, oov_token, analyzer
        self.word_counts = collections.OrderedDict()
        self.word_docs, self.index_docs = collections.defaultdict(int), collections.defaultdict(int)
        self.word_index, self.index_word = {}, {}

    def _words(self, text):
        if self.char_level or isinstance(text, list):
            if not self.lower:
                return text
            return [w.lower() for w in text] if isinstance(text, list) else text.lower()
        return text_to_word_sequence(text, self.filters, self.lower, self.split) if self.analyzer is None else self.analyzer(text)

    def fit_on_texts(self, texts: Iterable[Any]) -> None:
        """Count the words of texts and number all words again."""
        for text in texts:
            self.document_count += 1
            words = self._words(text)
            for w in words:
                self.word_counts[w] = self.word_counts.get(w, 0) + 1
            for w in set(words):
                self.word_docs[w] += 1
        ranked = [w for w, _ in sorted(self.word_counts.items(), key=lambda item: item[1], reverse=True)]
        if self.oov_token is not None:
            ranked.insert(0, self.oov_token)
        self.word_index = {w: i for i, w in enumerate(ranked, 1)}
        self.index_word = {i: w for w, i in self.word_index.items()}
        for w, n in self.word_docs.items():
            self.index_docs[self.word_index[w]] = n

    def fit_on_sequences(self, sequences: Sequence[Iterable[int]]) -> None:
        """Count in how many sequences each number occurs."""
        self.document_count += len(sequences)
        for sequence in sequences:
            for i in set(sequence):
                self.index_docs[i] += 1

    def texts_to_sequences(self, texts: Iterable[Any]) -> list[list[int]]:
        """The numbers of the words of each text, a list of lists; unknown words are left out unless there is an `oov_token`."""
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts: Iterable[Any]) -> Iterator[list[int]]:
        """The same, one text after the other."""
        unknown = self.word_index.get(self.oov_token)
        for text in texts:
            found: list[Any] = []
            for w in self._words(text):
                i = self.word_index.get(w)
                if i is not None and not (self.num_words and i >= self.num_words):
                    found.append(i)
                elif unknown is not None or i is None and self.oov_token is not None:
                    found.append(unknown)  # None before any text was learnt, so that what pads these refuses them
            yield found

    def sequences_to_texts(self, sequences: Iterable[Iterable[int]]) -> list[str]:
        """The words of each sequence of numbers, with spaces between them. KeyError: the `oov_token` is wanted, and has no number yet."""
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences: Iterable[Iterable[int]]) -> Iterator[str]:
        """The same, one sequence after the other."""
        unknown = self.word_index.get(self.oov_token)
        for sequence in sequences:
            found = []
            for i in sequence:
                word = self.index_word.get(i)
                if word is not None and not (self.num_words and i >= self.num_words):
                    found.append(word)
                elif unknown is not None or word is None and self.oov_token is not None:
                    found.append(self.index_word[unknown])  # None is the key that the KeyError names
            yield " ".join(found)

    def texts_to_matrix(self, texts: Iterable[Any], mode: str = "binary") -> np.ndarray:
        """A row for each text, a column for each number; see `sequences_to_matrix`."""
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

    def sequences_to_matrix(self, sequences: Sequence[Sequence[int]], mode: str = "binary") -> np.ndarray:
        """A row for each sequence, a column for each number: whether it occurs ("binary"), how often ("count"), its share ("freq")
        or "tfidf". Raises ValueError for another mode, or where the number of columns is not known.
        """
        if not self.num_words and not self.word_index:
            raise ValueError("Specify a dimension (`num_words` argument), or fit on some text data first.")
        if mode == "tfidf" and not self.document_count:
            raise ValueError("Fit the Tokenizer on some data before using tfidf mode.")
        columns = self.num_words or len(self.word_index) + 1
        made = np.zeros((len(sequences), columns))
        for row, sequence in zip(made, sequences):
            for i, n in collections.Counter(i for i in sequence if not i >= columns).items():
                if mode == "binary":
                    row[i] = 1
                elif mode == "count":
                    row[i] = n
                elif mode == "freq":
                    row[i] = n / len(sequence)
                elif mode == "tfidf":
                    row[i] = (1 + np.log(n)) * np.log(1 + self.document_count / (1 + self.index_docs.get(i, 0)))
                else:
                    raise ValueError("Unknown vectorization mode:", mode)
        return made

    def get_config(self) -> dict[str, Any]:
        """The arguments and the counts, as a dictionary; the counts as JSON."""
        plain = ("num_words", "filters", "lower", "split", "char_level", "oov_token", "document_count")
        counted = ("word_counts", "word_docs", "index_docs", "index_word", "word_index")
        return {**{n: getattr(self, n) for n in plain}, **{n: json.dumps(getattr(self, n)) for n in counted}}

    def to_json(self, **kwargs: Any) -> str:
        """The configuration as a JSON text, which `tokenizer_from_json` takes."""
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def tokenizer_from_json(json_string: str) -> Tokenizer:
    """The tokenizer that `Tokenizer.to_json` wrote down, with all that it has learnt.

    Mirrors `tf.keras.preprocessing.text.tokenizer_from_json`.

    Arguments:
        json_string: the text.

    Returns:
        A `tf.keras.preprocessing.text.Tokenizer`.

    Raises:
        ValueError: a text that is no JSON or describes no tokenizer.

    Example:
        >>> tokenizer = tf.keras.preprocessing.text.Tokenizer()
        >>> tokenizer.fit_on_texts(["the cat", "the dog"])
        >>> again = tf.keras.preprocessing.text.tokenizer_from_json(tokenizer.to_json())
        >>> again.texts_to_sequences(["the dog"])
        [[1, 3]]
    """
    try:
        config = _json.loads(json_string)["config"]
        kept = {n: _json.loads(config.pop(n)) for n in ("word_counts", "word_docs", "index_docs", "index_word", "word_index")}
        made = Tokenizer(**config)
        for name, value in kept.items():
            setattr(made, name, {int(k): v for k, v in value.items()} if name.startswith("index") else value)
    except (LookupError, TypeError, AttributeError) as e:
        raise ValueError(f"tokenizer_from_json: the text does not describe a tokenizer ({e!r}).") from e
    return made
