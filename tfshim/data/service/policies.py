"""How the tf.data service divides a dataset between its workers."""

import enum

from tfshim._export import tf_export


@tf_export("data.experimental.service.ShardingPolicy")
class ShardingPolicy(enum.IntEnum):
    """How the tf.data service divides a dataset between its workers. Mirrors `tf.data.experimental.service.ShardingPolicy`.

    `OFF`: every worker gives all elements, each in an order of its own. `DYNAMIC`: workers get files, rows or numbers to begin with one
    after the other, so that together they give each element once. `FILE`, `DATA`, `FILE_OR_DATA`: each worker of the list that the
    dispatcher has gets its part of the files, of the elements, or of the files if any are read. `HINT`: a part for each where `shard` was
    given `tf.data.experimental.SHARD_HINT`.

    `distribute` and `from_dataset_id` take it as `processing_mode`; "parallel_epochs" is OFF and "distributed_epoch" is DYNAMIC.

    Example:
        >>> policy = tf.data.experimental.service.ShardingPolicy
        >>> [member.name for member in policy]
        ['OFF', 'DYNAMIC', 'FILE', 'DATA', 'FILE_OR_DATA', 'HINT']
        >>> transformation = tf.data.experimental.service.distribute(policy.DYNAMIC, "grpc://localhost:5000")
    """

    OFF = 0
    DYNAMIC = 1
    FILE = 2
    DATA = 3
    FILE_OR_DATA = 4
    HINT = 5
