"""Datasets of a part of what they read: every so-many-th file, or what `shard` with SHARD_HINT stands for."""

from tfshim.data.transformations.functions import FlatMapDataset
from tfshim.engine.runtime import errors
from tfshim.engine.values import nest


def sources(dataset):
    """The datasets that `dataset` is made of."""
    return [x for x in getattr(dataset, "_inputs", ()) if hasattr(x, "_args")]


def unshardable(dataset):
    """The error for a dataset that is to be divided by its files and reads none."""
    while inner := sources(dataset):
        dataset = inner[0]
    kind = type(dataset).__name__.strip("_")
    return errors.NotFoundError(
        None, None, f"Found an unshardable source dataset: {kind} reads no files. Set the policy AutoShardPolicy.DATA or AUTO."
    )


def with_sources(dataset, change):
    """`dataset` of changed sources: of what `change(source)` gives for each."""

    def changed(a):
        if hasattr(a, "_args"):
            return change(a)
        return nest.map_structure(changed, a) if isinstance(a, (tuple, dict)) else a

    made = dataset._with_arguments([changed(a) for a in dataset._args])
    if dataset._own_options is not None:
        made._own_options = dataset._own_options
    return made


def hinted(dataset, count, number):
    """`dataset` with the part `number` of `count` where `shard` was given SHARD_HINT."""
    if type(dataset).__name__ == "_ShardDataset" and dataset._args[1] == -1:
        return dataset._args[0].shard(count, number)
    return with_sources(dataset, lambda x: hinted(x, count, number)) if sources(dataset) else dataset


def of_files(dataset, count, number):
    """`dataset` reading every `count`-th file, from `number`; None where it reads none."""
    found = False

    def changed(x):
        nonlocal found
        if hasattr(x, "_names") or _opens_files(x):
            names = x._args[0]
            total = names._count()
            if 0 <= total < count:
                raise errors.InvalidArgumentError(
                    None,
                    None,
                    f"Could not apply FILE based sharding: the dataset only has {total} file(s), which is not enough for the required "
                    f"{count} shards/workers. Set the auto sharding policy DATA or OFF, as "
                    "`experimental_distribute.auto_shard_policy` of a `tf.data.Options()`.",
                )
            found = True
            return x._with_arguments([names.shard(count, number), *x._args[1:]])
        return with_sources(x, changed) if sources(x) else x

    made = changed(dataset)
    return made if found else None


def _opens_files(dataset):
    """Whether it makes datasets of files, of names that it is given, as `interleave(tf.data.TFRecordDataset)` does."""
    return isinstance(dataset, FlatMapDataset) and any(map(_reads_files, dataset._args[1].datasets))


def _reads_files(dataset):
    return dataset._by_records or any(map(_reads_files, sources(dataset)))
