"""Strategies that libraries derive: what their scope adds holds in replicas too."""

import contextlib

import tfshim as tf


def _local(next_creator, **kwargs):
    kwargs.update(synchronization=tf.VariableSynchronization.ON_READ, aggregation=tf.VariableAggregation.ONLY_FIRST_REPLICA)
    return next_creator(**kwargs)


class _Derived(tf.distribute.MirroredStrategy):
    @contextlib.contextmanager
    def scope(self):
        with super().scope(), tf.variable_creator_scope(_local):
            yield


def test_a_derived_scope_is_entered_by_run():
    strategy, held = _Derived(["CPU:0"]), []

    def make():
        if not held:
            held.append(tf.Variable(1.0))
        held[0].assign_add(1.0)

    strategy.run(make)
    assert held[0].aggregation is tf.VariableAggregation.ONLY_FIRST_REPLICA
    assert held[0].synchronization is tf.VariableSynchronization.ON_READ
    with strategy.scope():
        other = tf.Variable(0.0)
    assert type(other) is type(held[0])
    assert [v.numpy() for v in held[0]._values] == [2.0] * strategy.num_replicas_in_sync
    assert held[0].values[0].synchronization is tf.VariableSynchronization.ON_READ
