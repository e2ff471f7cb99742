"""How the tf.data service divides a dataset between its workers."""

import enum

from tfshim._export import tf_export


@tf_export("data.experimental.service.ShardingPolicy")
class ShardingPolicy(enum.IntEnum):
    """How the service divides a dataset between its workers. Mirrors `tf.data.experimental.service.ShardingPolicy`.

    OFF: every worker gives all elements. DYNAMIC: workers get files, rows or numbers to begin with one after the other, so that together
    they give each element once. FILE, DATA, FILE_OR_DATA: each worker of the list that the dispatcher has gets its part of the files, of
    the elements, or of the files if any are read. HINT: a part for each where `shard` was given `SHARD_HINT`.
    """

    OFF = 0
    DYNAMIC = 1
    FILE = 2
    DATA = 3
    FILE_OR_DATA = 4
    HINT = 5
