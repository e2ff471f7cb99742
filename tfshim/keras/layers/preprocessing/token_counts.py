"""How often tokens occur, from which lookups learn their vocabularies and the weights of tokens."""

from __future__ import annotations

import collections
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim.ragged.ragged_tensor import RaggedTensor
from tfshim.sparse.sparse_tensor import SparseTensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import AnyTensor


class TokenCounts:
    """The numbers of tokens in all documents, and of the documents that have a token."""

    def __init__(self) -> None:
        self._tokens: collections.Counter[Any] = collections.Counter()
        self._having: collections.Counter[Any] = collections.Counter()

    def __bool__(self) -> bool:
        return bool(self._tokens)

    def add(self, data: AnyTensor, by_document: bool) -> int:
        """Count the tokens of `data`, each row of which is a document; with `by_document` the documents that have a token too.

        Gives the number of documents in `data`.
        """
        documents = _documents(data)
        for document in documents:
            self._tokens.update(document)
            if by_document:
                self._having.update(set(document))
        return len(documents)

    def most_frequent(self, leaving_out: Collection[Any]) -> list[Any]:
        """All tokens but those of `leaving_out`, the most frequent first; of equals the one that sorts last."""
        counted = ((token, n) for token, n in self._tokens.items() if token not in leaving_out)
        return [token for token, _ in sorted(counted, key=lambda item: (item[1], item[0]), reverse=True)]

    def inverse_document_frequencies(self, tokens: Collection[Any], documents: int) -> np.ndarray:
        """Keras' smoothed inverse document frequency of each of `tokens` among so many `documents`, float32."""
        having = np.array([self._having[t] for t in tokens], np.float64)
        return np.log(1 + documents / (1 + having)).astype(np.float32)

    def clear(self) -> None:
        """Forget all that was counted."""
        self._tokens.clear()
        self._having.clear()


def _documents(data):
    """The lists of tokens that the rows of a tensor are; a tensor of less than two dimensions is one."""
    if isinstance(data, SparseTensor):
        rows = collections.defaultdict(list)
        for (row, *_), value in zip(data.indices.numpy().tolist(), data.values.numpy().tolist()):
            rows[row].append(value)
        return [rows[i] for i in range(int(data.dense_shape[0]))]
    if isinstance(data, RaggedTensor):
        return [list(_flat(row)) for row in data.to_list()]
    values = data.numpy()
    if isinstance(values, bytes):
        return [[values]]
    return [values.reshape(-1).tolist()] if values.ndim < 2 else [row.reshape(-1).tolist() for row in values]


def _flat(nested: list[Any]) -> Iterator[Any]:
    for x in nested:
        if isinstance(x, list):
            yield from _flat(x)
        else:
            yield x
