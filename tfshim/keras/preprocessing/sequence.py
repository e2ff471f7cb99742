"""`tf.keras.preprocessing.sequence`: windows of series, and pairs of words."""

from __future__ import annotations

import collections.abc
import json
import random
from typing import Any

import numpy as np

from tfshim._listing import listing
from tfshim.keras.utils.arrays import pad_sequences
from tfshim.keras.utils.sequences import Sequence

__all__ = ["TimeseriesGenerator", "make_sampling_table", "pad_sequences", "skipgrams"]
__dir__ = listing(globals())


class TimeseriesGenerator(Sequence):
    """Batches of windows of a sequence, with the target that follows each.

    Mirrors `tf.keras.preprocessing.sequence.TimeseriesGenerator`; for new programs there is `tf.keras.utils.timeseries_dataset_from_array`.
    It is a `tf.keras.utils.Sequence`.

    Arguments:
        data: a list or array whose first axis is time.
        targets: of the same length.
        length: how many rows of time a window covers.
        sampling_rate: how many rows lie between the rows of a window; 1.
        stride: between windows; 1.
        start_index, end_index: only rows between them are used; 0 and None: all.
        shuffle: whether windows are drawn at random; False.
        reverse: whether rows of a window are turned round; False.
        batch_size: how many examples make a batch; 128 by default.

    Raises:
        ValueError: no window fits, or lengths that differ.

    Example:
        >>> data = np.arange(5)
        >>> batches = tf.keras.preprocessing.sequence.TimeseriesGenerator(data, 10 * data, length=3, batch_size=2)
        >>> x, y = batches[0]
        >>> x.tolist(), y.tolist()
        ([[0, 1, 2], [1, 2, 3]], [30, 40])
    """

    __module__ = "keras.src.preprocessing.sequence"

    def __init__(
        self,
        data: Any,
        targets: Any,
        length: int,
        sampling_rate: int = 1,
        stride: int = 1,
        start_index: int = 0,
        end_index: int | None = None,
        shuffle: bool = False,
        reverse: bool = False,
        batch_size: int = 128,
    ) -> None:
        if len(data) != len(targets):
            raise ValueError(
                f"Data and targets have to be of same length. Data length is {len(data)} while target length is {len(targets)}"
            )
        self.data, self.targets, self.length, self.sampling_rate, self.stride = data, targets, length, sampling_rate, stride
        self.start_index = start_index + length
        self.end_index = len(data) - 1 if end_index is None else end_index
        self.shuffle, self.reverse, self.batch_size = shuffle, reverse, batch_size
        if self.start_index > self.end_index:
            raise ValueError(
                f"`start_index+length={self.start_index} > end_index={self.end_index}` is disallowed, as no part of the "
                "sequence would be left to be used as current step."
            )

    def __len__(self):
        step = self.batch_size * self.stride
        return (self.end_index - self.start_index + step) // step

    def __getitem__(self, index):
        if self.shuffle:
            rows = np.random.randint(self.start_index, self.end_index + 1, size=self.batch_size)
        else:
            first = self.start_index + self.batch_size * self.stride * index
            rows = np.arange(first, min(first + self.batch_size * self.stride, self.end_index + 1), self.stride)
        samples = np.array([self.data[row - self.length : row : self.sampling_rate] for row in rows])
        return samples[:, ::-1, ...] if self.reverse else samples, np.array([self.targets[row] for row in rows])

    def get_config(self) -> dict[str, Any]:
        """The arguments of the constructor, as a dictionary. Mirrors `tf.keras.preprocessing.sequence.TimeseriesGenerator.get_config`.

        `to_json` writes it, and `tf.keras.preprocessing.sequence.TimeseriesGenerator(**config)` takes it, after "data" and "targets" have
        been read by `json.loads`: the whole series is in it, as a text, so that a long one makes a large dictionary.

        Returns:
            A dictionary of "data", "targets" (JSON texts), "length", "sampling_rate", "stride", "start_index", "end_index", "shuffle",
            "reverse" and "batch_size". "end_index" is the place of the last step, where the argument was None.

        Raises:
            TypeError: data or targets that JSON cannot hold, as bytes.

        Example:
            >>> batches = tf.keras.preprocessing.sequence.TimeseriesGenerator(np.arange(5), np.arange(5), length=2)
            >>> config = batches.get_config()
            >>> config["data"], config["length"], config["end_index"]
            ('[0, 1, 2, 3, 4]', 2, 4)
        """
        texts = {}
        for name in ("data", "targets"):
            value = getattr(self, name)
            try:
                texts[name] = json.dumps(value.tolist() if isinstance(value, np.ndarray) else value)
            except TypeError as e:
                raise TypeError(f"{name.capitalize()} not JSON Serializable:", value) from e
        return {
            **texts,
            **{
                n: getattr(self, n)
                for n in ("length", "sampling_rate", "stride", "start_index", "end_index", "shuffle", "reverse", "batch_size")
            },
        }

    def to_json(self, **kwargs: Any) -> str:
        """The generator as a JSON text. Mirrors `tf.keras.preprocessing.sequence.TimeseriesGenerator.to_json`.

        It has the name of the class and what `get_config` gives, data and targets included: enough to make the same batches in another
        program by the constructor, but as long as the series. To keep the arguments alone, write `get_config()` without "data" and
        "targets".

        Arguments:
            **kwargs: those of `json.dumps`, as `indent=2`.

        Returns:
            A text.

        Raises:
            TypeError: data or targets that JSON cannot hold, as bytes.

        Example:
            >>> import json
            >>> batches = tf.keras.preprocessing.sequence.TimeseriesGenerator([1, 2, 3], [1, 2, 3], length=2)
            >>> text = json.loads(batches.to_json())
            >>> text["class_name"], text["config"]["data"]
            ('TimeseriesGenerator', '[1, 2, 3]')
        """
        return json.dumps({"class_name": type(self).__name__, "config": self.get_config()}, **kwargs)


def make_sampling_table(size: int, sampling_factor: float = 1e-05) -> np.ndarray:
    """How likely words of each rank are to be kept when pairs of words are drawn, so that frequent words do not prevail.

    Mirrors `tf.keras.preprocessing.sequence.make_sampling_table`. The frequencies of ranks are those of Zipf's law (Mikolov et al., 2013);
    word i is the i-th most frequent one. `skipgrams` takes the table.

    Arguments:
        size: how many words there are.
        sampling_factor: the share of a text from which on a word is drawn less often; 1e-5 by default.

    Returns:
        A NumPy array [size] of probabilities.

    Example:
        >>> tf.keras.preprocessing.sequence.make_sampling_table(5).round(4)
        array([0.0032, 0.0032, 0.0055, 0.0074, 0.0091])
    """
    rank = np.arange(size)
    rank[0] = 1
    frequency = sampling_factor * (rank * (np.log(rank) + 0.577) + 0.5 - 1.0 / (12.0 * rank))
    return np.minimum(1.0, frequency / np.sqrt(frequency))


def skipgrams(
    sequence: collections.abc.Sequence[int],
    vocabulary_size: int,
    window_size: int = 4,
    negative_samples: float = 1.0,
    shuffle: bool = True,
    categorical: bool = False,
    sampling_table: collections.abc.Sequence[float] | None = None,
    seed: int | None = None,
) -> tuple[list[list[int]], list[Any]]:
    """Pairs of words that stand close to each other, and random pairs, with labels 1 and 0; what word vectors are trained on.

    Mirrors `tf.keras.preprocessing.sequence.skipgrams`. Number 0 is no word and is left out.

    Arguments:
        sequence: a list of numbers of words.
        vocabulary_size: the greatest number plus one.
        window_size: how far apart the words of a pair may be; 4 by default.
        negative_samples: how many random pairs there are for each real one; 1.0 by default; 0: none.
        shuffle: whether pairs come in random order; True.
        seed: from which; None.
        categorical: whether labels are [0, 1] and [1, 0] in place of 1 and 0; False.
        sampling_table: how likely each word is to be kept, as of `make_sampling_table`; None: all are.

    Returns:
        (pairs, labels): two lists.

    Example:
        >>> skipgrams = tf.keras.preprocessing.sequence.skipgrams
        >>> skipgrams([1, 2, 3], vocabulary_size=4, window_size=1, negative_samples=0.0, shuffle=False)
        ([[1, 2], [2, 1], [2, 3], [3, 2]], [1, 1, 1, 1])
    """
    pairs = []
    for i, word in enumerate(sequence):
        if not word or (sampling_table is not None and sampling_table[word] < random.random()):
            continue
        for j in range(max(0, i - window_size), min(len(sequence), i + window_size + 1)):
            if j != i and sequence[j]:
                pairs.append([word, sequence[j]])
    yes, no = ([0, 1], [1, 0]) if categorical else (1, 0)
    labels = [yes] * len(pairs)
    if negative_samples > 0:
        number = int(len(labels) * negative_samples)
        words = [p[0] for p in pairs]
        random.shuffle(words)
        pairs += [[words[i % len(words)], random.randint(1, vocabulary_size - 1)] for i in range(number)]
        labels += [no] * number
    if shuffle:
        seed = random.randint(0, 10_000_000) if seed is None else seed
        for things in (pairs, labels):
            random.seed(seed)
            random.shuffle(things)
    return pairs, labels
