"""Strategies with one replica: contexts, reduction, datasets, functions; what needs more is refused."""

import json

import pytest

import tfshim as tf

MAKERS = [
    lambda: tf.distribute.OneDeviceStrategy("/cpu:0"),
    lambda: tf.distribute.MirroredStrategy(["/cpu:0"]),
    lambda: tf.distribute.MultiWorkerMirroredStrategy(),
    lambda: tf.distribute.experimental.CentralStorageStrategy(["/cpu:0"]),
    lambda: tf.distribute.get_strategy(),
]


@pytest.mark.parametrize("make", MAKERS)
def test_a_training_step(make):
    strategy = make()
    with strategy.scope():
        w = tf.Variable(2.0)
    assert strategy.num_replicas_in_sync == 1

    @tf.function
    def step(x):
        def on_replica(x):
            total = tf.constant(0.0)
            for v in x:  # a loop over a tensor, which needs AutoGraph inside `run`
                total += v * w
            return tf.distribute.get_replica_context().all_reduce(tf.distribute.ReduceOp.SUM, total)

        return strategy.reduce("SUM", strategy.run(on_replica, args=(x,)), axis=None)

    assert step(tf.constant([1.0, 2.0, 3.0])).numpy() == 12.0
    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
    assert [strategy.reduce("MEAN", tf.cast(x, tf.float32), axis=0).numpy() for x in dataset] == [0.5, 2.5]
    assert strategy.experimental_local_results(w) == (w,)


def test_contexts():
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    assert not tf.distribute.has_strategy() and tf.distribute.get_replica_context() is not None
    assert not tf.distribute.in_cross_replica_context()
    with strategy.scope():
        assert tf.distribute.get_strategy() is strategy and tf.distribute.has_strategy()
        assert tf.distribute.in_cross_replica_context() and tf.distribute.get_replica_context() is None

        def inside():
            context = tf.distribute.get_replica_context()
            assert not tf.distribute.in_cross_replica_context() and context.replica_id_in_sync_group.numpy() == 0
            return context.merge_call(lambda s, x: (s, x, tf.distribute.in_cross_replica_context()), args=(3,))

        assert strategy.run(inside) == (strategy, 3, True)
        with pytest.raises(RuntimeError, match="Mixing different"), tf.distribute.OneDeviceStrategy("/cpu:0").scope():
            pass
    assert not tf.distribute.has_strategy()


def test_setting_a_strategy():
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    tf.distribute.experimental_set_strategy(strategy)
    try:
        assert tf.distribute.get_strategy() is strategy
    finally:
        tf.distribute.experimental_set_strategy(None)
    assert not tf.distribute.has_strategy()


def test_input_functions():
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    made = strategy.distribute_datasets_from_function(lambda c: tf.data.Dataset.range(4).batch(c.get_per_replica_batch_size(2)))
    iterator = iter(made)
    assert iterator.get_next().numpy().tolist() == [0, 1]
    assert iterator.get_next_as_optional().has_value()
    with pytest.raises(tf.errors.OutOfRangeError):
        iterator.get_next()
    assert strategy.experimental_distribute_values_from_function(lambda c: c.num_replicas_in_sync) == 1


def test_resolvers(monkeypatch):
    config = {"cluster": {"worker": ["a:1", "b:2"]}, "task": {"type": "worker", "index": 1}}
    monkeypatch.setenv("TF_CONFIG", json.dumps(config))
    resolver = tf.distribute.cluster_resolver.TFConfigClusterResolver(rpc_layer="grpc")
    assert resolver.task_type == "worker" and resolver.task_id == 1 and resolver.master() == "grpc://b:2"
    simple = tf.distribute.cluster_resolver.SimpleClusterResolver(tf.train.ClusterSpec({"ps": ["c:3"]}))
    union = tf.distribute.cluster_resolver.UnionResolver(resolver, simple)
    assert union.cluster_spec().as_dict() == {"worker": ["a:1", "b:2"], "ps": ["c:3"]}


@pytest.mark.parametrize("refuse", [
    lambda: tf.distribute.experimental.PreemptionWatcher(),
])  # fmt: skip
def test_what_is_refused_says_so(refuse):
    with pytest.raises(NotImplementedError, match=r"tf\.distribute\..*(not supported)"):
        refuse()


@pytest.mark.parametrize(
    "make",
    [
        tf.distribute.TPUStrategy,
        tf.distribute.experimental.TPUStrategy,
        tf.distribute.cluster_resolver.TPUClusterResolver,
    ],
)
def test_without_tpus_it_is_the_exception_that_programs_catch(make):
    with pytest.raises(ValueError, match=r"tf\.distribute\..*not supported.*no TPUs"):
        make()


@pytest.mark.parametrize(
    "name, error",
    [
        ("KubernetesClusterResolver", ImportError),
        ("GCEClusterResolver", ImportError),
    ],
)
def test_outside_of_a_cluster_it_is_the_exception_that_programs_catch(name, error):
    with pytest.raises(error, match=rf"tf\.distribute\..*{name} is not supported"):
        getattr(tf.distribute.cluster_resolver, name)(*["x"] * 4)


def test_partitioners():
    p = tf.distribute.experimental.partitioners
    assert p.FixedShardsPartitioner(2)(tf.TensorShape([10, 3]), tf.float32) == [2, 1]
    assert p.MinSizePartitioner(4, 3)(tf.TensorShape([6, 1]), tf.float32) == [3, 1]
    assert p.MaxSizePartitioner(4)(tf.TensorShape([6, 1]), tf.float32) == [6, 1]
