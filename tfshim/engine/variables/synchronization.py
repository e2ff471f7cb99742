"""What the copies of a variable on several replicas have to do with each other."""

import enum
from typing import Any

from tfshim._export import tf_export


@tf_export("VariableSynchronization")
class VariableSynchronization(enum.Enum):
    """When the copies of a variable on the replicas of a strategy are brought together. Mirrors
    `tf.VariableSynchronization`.

    Attributes:
        AUTO: the default: the strategy decides, which is ON_WRITE.
        NONE: never: there is one copy.
        ON_WRITE: whenever it is assigned to; all copies always are the same.
        ON_READ: when it is read outside of replicas; each replica assigns to its own copy, which metrics and running
            statistics need.

    It is the argument `synchronization` of `tf.Variable`. An ON_READ variable is not trainable.

    Example:
        >>> v = tf.Variable(0.0, synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.SUM)
        >>> v.synchronization.name
        'ON_READ'
    """

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


@tf_export("VariableAggregation")
class VariableAggregation(enum.Enum):
    """How values that the replicas of a strategy assign to one variable are combined. Mirrors `tf.VariableAggregation`.

    Counters of steps, which all replicas raise alike, take ONLY_FIRST_REPLICA.

    Attributes:
        NONE: the default: assigning in a replica is an error, since the values may differ.
        SUM: their sum is assigned.
        MEAN: their mean.
        ONLY_FIRST_REPLICA: the value of the first replica.

    It is the argument `aggregation` of `tf.Variable`; without a `tf.distribute.Strategy` it has no effect.

    Example:
        >>> v = tf.Variable(1.0, aggregation=tf.VariableAggregation.MEAN)
        >>> v.aggregation.name
        'MEAN'
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


def mode_of(kind: Any, what: str, value: Any, name: str | None) -> Any:
    """The member of the enumeration `kind` that `value` is or is equal to."""
    if value is None:
        return kind(0)
    for member in kind:
        try:
            if value is member or value == member.value:
                return member
        except ValueError:  # an array, of which the elements are compared
            break
    raise ValueError(f"Invalid variable {what} mode: {value} for variable: {name}")
