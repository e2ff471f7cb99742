"""The strategies of an estimator in one."""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_private

if TYPE_CHECKING:
    from typing import Self


@tf_private("tensorflow.python.distribute.distribute_config.DistributeConfig")
class DistributeConfig(collections.namedtuple("DistributeConfig", "train_distribute eval_distribute remote_cluster")):
    """What `RunConfig(experimental_distribute=...)` takes: strategies to train and to evaluate with.

    `remote_cluster`: tasks to which a training would be sent, which RunConfig refuses.
    """

    __slots__ = ()

    def __new__(cls, train_distribute: Any = None, eval_distribute: Any = None, remote_cluster: Any = None) -> Self:
        return super().__new__(cls, train_distribute, eval_distribute, remote_cluster)
