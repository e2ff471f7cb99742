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
        lower: whether texts are put in small letters; True.
        split: the separator; " ".
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
        """Count the words of texts, and number all words by how often they occur.

        Mirrors `tf.keras.preprocessing.text.Tokenizer.fit_on_texts`. It may be called again: counts go on, and numbers may change. The
        most frequent word has number 1 (2, where there is an `oov_token`); words that occur equally often stand in the order in which
        they came. All words are learnt, whatever `num_words` says.

        Arguments:
            texts: a list or an iterator of texts. A text that is a list of words is not split, only put in small letters.

        Returns:
            Nothing; `word_index`, `index_word`, `word_counts`, `word_docs`, `index_docs` and `document_count` hold what was learnt.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer()
            >>> tokenizer.fit_on_texts(["a cat", "the cat"])
            >>> tokenizer.word_index, dict(tokenizer.word_counts)
            ({'cat': 1, 'a': 2, 'the': 3}, {'a': 1, 'cat': 2, 'the': 1})
        """
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
        """Count in how many lists each number occurs. Mirrors `tf.keras.preprocessing.text.Tokenizer.fit_on_sequences`.

        It is for texts that are lists of numbers already, and is needed only before `sequences_to_matrix(mode="tfidf")`, unless
        `fit_on_texts` was called. It learns no words.

        Arguments:
            sequences: a list of lists of integers.

        Returns:
            Nothing; `index_docs` and `document_count` go on counting.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(num_words=4)
            >>> tokenizer.fit_on_sequences([[1, 2, 2], [2, 3]])
            >>> dict(tokenizer.index_docs), tokenizer.document_count
            ({1: 1, 2: 2, 3: 1}, 2)
            >>> tokenizer.sequences_to_matrix([[2, 3]], mode="tfidf").round(2).tolist()
            [[0.0, 0.0, 0.51, 0.69]]
        """
        self.document_count += len(sequences)
        for sequence in sequences:
            for i in set(sequence):
                self.index_docs[i] += 1

    def texts_to_sequences(self, texts: Iterable[Any]) -> list[list[int]]:
        """The numbers of the words of each text. Mirrors `tf.keras.preprocessing.text.Tokenizer.texts_to_sequences`.

        Only words with numbers below `num_words` count. Others, and words that were never seen, become the number of the `oov_token`, or
        are left out where there is none, so that a list may be shorter than its text, or empty.

        Arguments:
            texts: a list or an iterator of texts, or of lists of words.

        Returns:
            A list with a list of integers for each text, of different lengths; `tf.keras.utils.pad_sequences` makes an array of them.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(num_words=3)
            >>> tokenizer.fit_on_texts(["the cat sat", "the cat", "the"])
            >>> tokenizer.texts_to_sequences(["the cat sat", "A dog"])
            [[1, 2], []]
        """
        return list(self.texts_to_sequences_generator(texts))

    def texts_to_sequences_generator(self, texts: Iterable[Any]) -> Iterator[list[int]]:
        """The numbers of the words of each text, one text after the other. Mirrors `Tokenizer.texts_to_sequences_generator` of Keras.

        It is `texts_to_sequences` for texts that are too many to hold all their lists at once: nothing is read before the first list is
        asked for. Words with numbers from `num_words` on, and words that were never seen, become the number of the `oov_token`, or are
        left out where there is none.

        Arguments:
            texts: an iterable of texts, or of lists of words, such as an open file.

        Returns:
            A generator of lists of integers.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(oov_token="?")
            >>> tokenizer.fit_on_texts(["the cat"])
            >>> for numbers in tokenizer.texts_to_sequences_generator(["the cat", "the dog"]):
            ...     print(numbers)
            [2, 3]
            [2, 1]
        """
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
        """The words of each list of numbers. Mirrors `tf.keras.preprocessing.text.Tokenizer.sequences_to_texts`.

        It undoes `texts_to_sequences`, but for what is lost there: punctuation, capitals, and words that were left out. Numbers that
        belong to no word, such as the 0 of padding, and those from `num_words` on become the `oov_token`, or are left out where there is
        none.

        Arguments:
            sequences: a list of lists of integers.

        Returns:
            A list of texts, with a space between words.

        Raises:
            KeyError: there is an `oov_token`, which has no number yet, as nothing was learnt.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer()
            >>> tokenizer.fit_on_texts(["The cat sat!"])
            >>> tokenizer.sequences_to_texts([[1, 3], [2, 0, 9]])
            ['the sat', 'cat']
        """
        return list(self.sequences_to_texts_generator(sequences))

    def sequences_to_texts_generator(self, sequences: Iterable[Iterable[int]]) -> Iterator[str]:
        """The words of each list of numbers, one list after the other. Mirrors `Tokenizer.sequences_to_texts_generator` of Keras.

        It is `sequences_to_texts` for lists that are too many to hold all their texts at once. Numbers that belong to no word, such as
        the 0 of padding, and those from `num_words` on become the `oov_token`, or are left out where there is none.

        Arguments:
            sequences: an iterable of lists of integers.

        Returns:
            A generator of texts, with a space between words.

        Raises:
            KeyError: there is an `oov_token`, which has no number yet, as nothing was learnt.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(oov_token="?")
            >>> tokenizer.fit_on_texts(["the cat"])
            >>> next(tokenizer.sequences_to_texts_generator([[2, 3, 0], [2]]))
            'the cat ?'
        """
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
        """A row of numbers for each text, with a column for each word. Mirrors `tf.keras.preprocessing.text.Tokenizer.texts_to_matrix`.

        It is `sequences_to_matrix` of `texts_to_sequences`: the order of the words in a text is lost.

        Arguments:
            texts: a list of texts, or of lists of words.
            mode: what a number says: whether the word occurs ("binary", the default), how often ("count"), which share of the text's
                words it is ("freq"), or "tfidf", which is more for words that few texts have.

        Returns:
            A float64 array [texts, `num_words`], or [texts, words learnt + 1] where `num_words` is None. Column 0 belongs to no word.

        Raises:
            ValueError: another mode, or nothing was learnt.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer()
            >>> tokenizer.fit_on_texts(["the cat", "the dog"])
            >>> tokenizer.texts_to_matrix(["the cat the"], mode="count").tolist()
            [[0.0, 2.0, 1.0, 0.0]]
        """
        return self.sequences_to_matrix(self.texts_to_sequences(texts), mode=mode)

    def sequences_to_matrix(self, sequences: Sequence[Sequence[int]], mode: str = "binary") -> np.ndarray:
        """A row for each list of numbers, with a column for each number.

        Mirrors `tf.keras.preprocessing.text.Tokenizer.sequences_to_matrix`.

        Arguments:
            sequences: a list of lists of integers from 0 on; those beyond the last column are left out.
            mode: whether the number occurs ("binary", the default), how often ("count"), its share in the list ("freq"), or "tfidf":
                (1 + log(how often)) * log(1 + texts / (1 + texts that have it)), of the texts that were learnt.

        Returns:
            A float64 array [lists, `num_words`], or [lists, words learnt + 1] where `num_words` is None.

        Raises:
            ValueError: another mode; no `num_words` and nothing learnt; "tfidf" without learnt texts.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(num_words=4)
            >>> tokenizer.sequences_to_matrix([[1, 2, 2], [3]]).tolist()
            [[0.0, 1.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
            >>> tokenizer.sequences_to_matrix([[1, 2, 2, 9]], mode="freq").tolist()
            [[0.0, 0.25, 0.5, 0.0]]
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
        """The arguments of the tokenizer and what it has learnt. Mirrors `tf.keras.preprocessing.text.Tokenizer.get_config`.

        Counts and numbers of words are JSON texts within it, as numbers cannot be keys in JSON. The function `analyzer` is not in it. To
        write a tokenizer to a file use `to_json`, and `tokenizer_from_json` to read it.

        Returns:
            A dictionary: "num_words", "filters", "lower", "split", "char_level", "oov_token", "document_count", and as texts
            "word_counts", "word_docs", "index_docs", "index_word" and "word_index".

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer(num_words=100)
            >>> tokenizer.fit_on_texts(["the cat", "the dog"])
            >>> config = tokenizer.get_config()
            >>> config["num_words"], config["document_count"], config["word_index"]
            (100, 2, '{"the": 1, "cat": 2, "dog": 3}')
        """
        plain = ("num_words", "filters", "lower", "split", "char_level", "oov_token", "document_count")
        counted = ("word_counts", "word_docs", "index_docs", "index_word", "word_index")
        return {**{n: getattr(self, n) for n in plain}, **{n: json.dumps(getattr(self, n)) for n in counted}}

    def to_json(self, **kwargs: Any) -> str:
        """The tokenizer as a JSON text, for a file beside the model. Mirrors `tf.keras.preprocessing.text.Tokenizer.to_json`.

        It holds the arguments and all that was learnt, but for the function `analyzer`. `tf.keras.preprocessing.text.tokenizer_from_json`
        reads it again.

        Arguments:
            **kwargs: for `json.dumps`, such as `indent=2`.

        Returns:
            A text: an object with "class_name" and "config", which is what `get_config` gives.

        Raises:
            TypeError: `json.dumps` does not know a keyword.

        Example:
            >>> tokenizer = tf.keras.preprocessing.text.Tokenizer()
            >>> tokenizer.fit_on_texts(["the cat"])
            >>> text = tokenizer.to_json()
            >>> text[:40]
            '{"class_name": "Tokenizer", "config": {"'
            >>> tf.keras.preprocessing.text.tokenizer_from_json(text).texts_to_sequences(["a cat"])
            [[2]]
        """
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

    A vocabulary is kept with a model so.

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
