"""How iterations over datasets show in profiles: iterators within iterators under TensorFlow's names, for pages of pipelines.

What a dataset computes with others in one go shows as one iterator, named after the outermost; its `name` tells what is fused in it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tfshim.engine.values import dtypes, nest
from tfshim.engine.values.typespec import TensorSpec

Dataset: TypeAlias = Any  # a dataset of tfshim.data, which stands above

# By our class without "Dataset": (TensorFlow's iterator, its operation), where these are not the class's name and that with "Dataset".
_NAMES = {
    "Batch": ("BatchV2", "BatchDatasetV2"),
    "Cache": ("MemoryCache", "CacheDatasetV2"),
    "PaddedBatch": ("PaddedBatchV2", "PaddedBatchDatasetV2"),
    "ParallelInterleave": ("ParallelInterleaveV4", "ParallelInterleaveDatasetV4"),
    "ParallelMap": ("ParallelMapV2", "ParallelMapDatasetV2"),
    "Shuffle": ("Shuffle", "ShuffleDatasetV3"),
    "Skip": ("FiniteSkip", "SkipDataset"),
    "Take": ("FiniteTake", "TakeDataset"),
    "Tensor": ("FromTensor", "TensorDataset"),
}
_MANY_INPUTS = frozenset(("Concatenate", "FiniteRepeat", "ForeverRepeat", "Zip"))  # which number them


def _names(dataset: Dataset) -> tuple[str, str]:
    """(iterator, operation) of a dataset."""
    kind = type(dataset).__name__.removeprefix("_").removesuffix("V2").removesuffix("Dataset")
    if kind == "Repeat":
        return "ForeverRepeat" if getattr(dataset, "_n", -1) < 0 else "FiniteRepeat", "RepeatDataset"
    return _NAMES.get(kind, (kind, f"{kind}Dataset"))


def _is_shown(dataset: Dataset) -> bool:
    return type(dataset).__name__ not in ("OptionsDataset", "_OptionsDataset")


def _within(dataset: Dataset) -> list[Dataset]:
    """The dataset and what it reads, the sources first; as TensorFlow numbers them."""
    found: list[Dataset] = []
    for source in dataset._inputs:
        found += [d for d in _within(source) if d not in found]
    return [*found, dataset] if _is_shown(dataset) else found


def _way(root: Dataset, to: Dataset) -> list[tuple[Dataset, int]] | None:
    """From `root` down to `to`: each dataset with the number of that input of the one before it. None where it is not among its inputs."""
    if root is to:
        return [(root, 0)]
    for number, source in enumerate(root._inputs):
        found = _way(source, to)
        if found is not None:
            return [(root, 0), (found[0][0], number), *found[1:]]
    return None


def _long_name(root: Dataset, to: Dataset) -> str:
    made = "Iterator::Root"
    for dataset, number in _way(root, to) or [(to, 0)]:
        if _is_shown(dataset):
            if made.rpartition("::")[2] in _MANY_INPUTS:
                made += f"[{number}]"
            made += f"::{_names(dataset)[0]}"
    return made


def _about(root: Dataset, first: Dataset, until: Dataset | None, number: int, parent: int) -> dict[str, Any]:
    """What is told of an iterator that computes what `first` gives from what `until` does, or from nothing."""
    order = _within(root)
    below = [] if until is None else _within(until)
    nodes = [f"{_names(d)[1]}:{order.index(d)}" for d in _within(first) if d not in below]
    leaves = [s for s in nest.flatten(first._spec) if isinstance(s, TensorSpec)]
    return {
        "name": nodes[0] if len(nodes) == 1 else f"fused({','.join(nodes)})",
        "shapes": " ".join(_shape(s) for s in leaves),
        "types": " ".join(_type(s) for s in leaves),
        "id": number,
        "parent_id": parent,
    }


def _shape(spec: TensorSpec) -> str:
    if spec.shape.rank is None:
        return "<unknown>"
    return f"[{','.join('?' if n is None else str(n) for n in spec.shape.as_list())}]"


def _type(spec: TensorSpec) -> str:
    return {dtypes.float32: "float", dtypes.float64: "double"}.get(spec.dtype, spec.dtype.name)


def _shown(dataset: Dataset) -> Dataset:
    """Where a dataset only passes on another, that one."""
    while not _is_shown(dataset):
        dataset = dataset._inputs[0]
    return dataset


def _threaded(root: Dataset, run: Any) -> Dataset | None:
    """The outermost dataset at or below `root` that a thread works ahead for in this iteration."""
    return next((d for d in reversed(_within(root)) if id(d) in run.ahead), None)


def requested(cursor: Any) -> Any:
    """A request for an element."""
    if cursor.internal:
        return None
    return _told(cursor.run, (id(cursor), *cursor.run.ahead.values()), lambda: _requested(cursor))


def made_ahead(shared: Any) -> Any:
    """What a thread computes for a consumer that is ahead of it."""
    run, dataset = shared.run, shared.dataset
    root = None if run is None or dataset is None else run.dataset
    if root is None or _way(root, dataset) is None:
        return None
    return _told(run, (id(dataset), *run.ahead.values()), lambda: _made_ahead(root, run, dataset))


def _told(run: Any, key: tuple[int, ...], make: Callable[[], Any]) -> Any:
    found = run.told.get(key)
    if found is None:
        found = run.told[key] = make()
    return found


def _requested(cursor: Any) -> list[tuple[str, dict[str, Any]]]:
    root, run, number = cursor.dataset, cursor.run, id(cursor)
    first = _shown(root)
    threaded = _threaded(root, run)
    if threaded is None or threaded is not first:  # what is computed at once is one iterator
        about = _about(root, first, threaded, number + 1, number)
    else:
        about = _about(root, first, first._inputs[0], run.ahead[id(first)], number)
    whole = {"name": f"RootDataset:{len(_within(root))}", "shapes": about["shapes"], "types": about["types"], "id": number}
    return [("IteratorGetNextOp::DoCompute", {"id": number}), ("Iterator::Root", whole), (_long_name(root, first), about)]


def _made_ahead(root: Dataset, run: Any, dataset: Dataset) -> list[tuple[str, dict[str, Any]]]:
    first, number = _shown(dataset._inputs[0]), run.ahead[id(dataset)]
    return [(_long_name(root, first), _about(root, first, _threaded(first, run), number + 1, number))]
