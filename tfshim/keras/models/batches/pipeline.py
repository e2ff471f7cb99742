"""Batches of arrays by a pipeline of datasets, as Keras makes them: for who looks at each operation. Else rows are sliced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tfshim import array_ops, random
from tfshim.data.dataset import AUTOTUNE, Dataset
from tfshim.data.options import Options
from tfshim.engine.values import dtypes, nest


def pipeline(data: Any, rows: int, batch: int, epochs: int, shuffle: bool) -> Dataset:
    """A dataset of the batches of all epochs."""
    full, rest = divmod(rows, batch)

    def permutation(_: Any) -> Any:
        indices = array_ops.range(rows, dtype=dtypes.int64)
        return random.shuffle(indices) if shuffle else indices

    def slice_batch_indices(indices: Any) -> Any:
        whole = array_ops.reshape(array_ops.slice(indices, [0], [full * batch]), [full, batch])
        made = Dataset.from_tensor_slices(whole)
        if rest:
            made = made.concatenate(Dataset.from_tensors(array_ops.slice(indices, [full * batch], [rest])))
        return made

    def grab_batch(indices: Any, elements: Any) -> Any:
        return nest.map_structure(lambda x: array_ops.gather(x, indices, axis=0), elements)

    indices = Dataset.range(1).repeat(epochs).map(permutation).prefetch(1).flat_map(slice_batch_indices)
    made = Dataset.zip((indices, Dataset.from_tensors(data).repeat())).map(grab_batch, num_parallel_calls=AUTOTUNE)
    return made.with_options(Options()).with_options(Options()).prefetch(AUTOTUNE)


def batches(dataset: Dataset) -> Iterator[list[Any]]:
    """An iterator over the flat batches, which begins now; what takes them is a part of a step."""
    iterator: Any = iter(dataset)

    def one_after_the_other() -> Iterator[list[Any]]:
        while True:
            try:
                element = iterator._pack(iterator._cursor.next())
            except StopIteration:
                return
            yield nest.flatten(element)

    return one_after_the_other()
