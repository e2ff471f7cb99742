"""What each worker does in test_workers, and in its recording with TensorFlow: `program.py OUT [BYTES]`; it writes OUT.<number>.json."""

import json
import os
import sys

import numpy as np
import tensorflow as tf

POLICIES = tf.data.experimental.AutoShardPolicy
# How many bytes of gradients are sent at once makes no difference.
OPTIONS = tf.distribute.experimental.CommunicationOptions(bytes_per_pack=int((sys.argv[2:] or ["0"])[0]))
STRATEGY = tf.distribute.MultiWorkerMirroredStrategy(communication_options=OPTIONS)
NUMBER = STRATEGY.cluster_resolver.task_id
RESULTS = {}


def note(name, value):
    RESULTS[name] = tf.nest.map_structure(lambda x: np.asarray(x.numpy() if hasattr(x, "numpy") else x).tolist(), value)


def with_policy(dataset, policy):
    options = tf.data.Options()
    options.experimental_distribute.auto_shard_policy = policy
    return dataset.with_options(options)


def elements(dataset):
    return of_this_worker(STRATEGY.experimental_distribute_dataset(dataset))


def of_this_worker(distributed):
    return [STRATEGY.experimental_local_results(x)[0].numpy() for x in distributed]


def datasets(folder):
    numbers = tf.data.Dataset.range
    note("whole batches", elements(with_policy(numbers(20).batch(4), POLICIES.DATA)))
    note("all of it", elements(with_policy(numbers(10).batch(4), POLICIES.OFF)))
    note("left to TensorFlow", elements(numbers(12).batch(4)))
    note("uneven end", elements(with_policy(numbers(17).batch(4), POLICIES.DATA)))
    note("uneven batches", elements(with_policy(numbers(18).batch(3, drop_remainder=True), POLICIES.DATA)))
    note("repeated", elements(with_policy(numbers(10).batch(4).repeat(2), POLICIES.DATA)))
    note("mapped", elements(numbers(16).batch(4).map(lambda x: x * 2).prefetch(1)))
    hint = tf.data.experimental.SHARD_HINT
    note("hinted", elements(with_policy(numbers(16).shard(hint, hint).batch(4), POLICIES.HINT)))
    paths = []
    for i in range(4):
        paths.append(os.path.join(folder, f"{NUMBER}-{i}.txt"))
        with open(paths[-1], "w") as f:
            f.write("".join(f"{i}{j}\n" for j in range(3)))
    as_numbers = lambda lines: lines.map(tf.strings.to_number).batch(2)  # noqa: E731
    note("files", elements(as_numbers(tf.data.TextLineDataset(paths))))
    note("files by name", elements(with_policy(as_numbers(tf.data.TextLineDataset(paths)), POLICIES.FILE)))
    names = tf.data.Dataset.from_tensor_slices(paths)
    note("files within", elements(as_numbers(names.interleave(tf.data.TextLineDataset, cycle_length=2))))
    context = []

    def made(given):
        context.extend([given.num_input_pipelines, given.input_pipeline_id, given.num_replicas_in_sync])
        return numbers(10).shard(given.num_input_pipelines, given.input_pipeline_id).batch(2)

    distributed = STRATEGY.distribute_datasets_from_function(made)
    note("from a function", of_this_worker(distributed))
    note("its context", context)
    pairs = STRATEGY.experimental_distribute_dataset(numbers(8).map(lambda x: (x, {"a": x})).batch(4))
    kinds = [type(x).__name__ for x in distributed] + [type(x["a"]).__name__ for _, x in pairs]
    note("kinds of elements", [*kinds, str(distributed.element_spec), str(pairs.element_spec)])


def values():
    with STRATEGY.scope():
        begun = tf.Variable([1.0 + NUMBER, 2.0])
        mean = tf.Variable(1.0, aggregation=tf.VariableAggregation.MEAN)
        total, average = (
            tf.Variable(NUMBER + 1.0, synchronization=tf.VariableSynchronization.ON_READ, aggregation=kind)
            for kind in (tf.VariableAggregation.SUM, tf.VariableAggregation.MEAN)
        )
    note("variables", [begun, mean, total, average])

    def replica(x):
        context = tf.distribute.get_replica_context()
        mean.assign_add(tf.cast(context.replica_id_in_sync_group, tf.float32) + 1.0)
        total.assign_add(2.0)
        average.assign_add(1.0 + NUMBER)
        reduced = context.all_reduce("SUM", {"a": x, "b": [x * 2]})
        return reduced, context.all_reduce(tf.distribute.ReduceOp.MEAN, x), context.all_gather(tf.reshape(x, [1]), 0), tf.identity(total)

    note("in a replica", STRATEGY.run(replica, (tf.constant(NUMBER + 1.0),)))
    note("variables then", [mean, total, average])
    with STRATEGY.scope():
        total.assign(12.0)
    note("assigned between replicas", [total, STRATEGY.run(lambda: tf.identity(total))])
    x = STRATEGY.run(lambda: tf.constant([1.0, 2.0]) * (NUMBER + 1))
    note("reduced", [STRATEGY.reduce(kind, x, axis) for kind in ("SUM", "MEAN") for axis in (None, 0)])
    note("a number", [STRATEGY.reduce("SUM", 3.0, None), STRATEGY.reduce("MEAN", 3.0, None), STRATEGY.reduce("SUM", 2, None)])
    note("gathered", STRATEGY.gather(x, 0))
    note("gathered rows", STRATEGY.gather(STRATEGY.run(lambda: tf.ones([NUMBER + 1, 2])), 0))
    note("gathered columns", STRATEGY.gather(STRATEGY.run(lambda: tf.ones([2, NUMBER + 1]) * NUMBER), 1))
    made = STRATEGY.experimental_distribute_values_from_function(lambda c: (c.replica_id_in_sync_group, c.num_replicas_in_sync))
    note("values by number", [STRATEGY.experimental_local_results(v)[0] for v in made])

    def gradient():
        context, a = tf.distribute.get_replica_context(), tf.constant(NUMBER + 2.0)
        with tf.GradientTape() as tape:
            tape.watch(a)
            y = context.all_reduce("SUM", a * a) * (NUMBER + 1.0)
        return tape.gradient(y, a)

    note("gradient", STRATEGY.run(gradient))
    extended = STRATEGY.extended
    note(
        "flags", [STRATEGY.num_replicas_in_sync, extended.should_checkpoint, extended.should_save_summary, extended._in_multi_worker_mode()]
    )


# 24 steps of every `fit`.
def images():
    random = np.random.RandomState(0)
    return random.rand(44, 8, 8, 1).astype("float32"), random.randint(0, 3, 44)


def network(normalized=True, synchronized=False):
    layers, random = tf.keras.layers, np.random.RandomState(1)

    def begun(*shape):
        return tf.keras.initializers.Constant((random.rand(*shape) - 0.5).astype("float32"))

    made = [layers.Input((8, 8, 1)), layers.Conv2D(4, 3, activation="relu", kernel_initializer=begun(3, 3, 1, 4))]
    if normalized:
        made.append(layers.BatchNormalization(synchronized=synchronized, momentum=0.8))
    made += [layers.Flatten(), layers.Dense(3, kernel_initializer=begun(144, 3), kernel_regularizer="l2")]
    return tf.keras.Sequential(made)


def loss(**kwargs):
    return tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, **kwargs)


def fitted(name, optimizer, data, **kinds):
    with STRATEGY.scope():
        model = network(**kinds)
        model.compile(optimizer, loss(), metrics=["accuracy"])
    # The last batch of 44 by 8 has rows for some of the workers only.
    steps = {"steps_per_epoch": 6} if isinstance(data[0], tf.distribute.DistributedDataset) else {}
    history = model.fit(*data, **({} if len(data) == 1 else {"batch_size": 8}), **steps, epochs=4, shuffle=False, verbose=0).history
    note(name, {"history": history, "weights": model.get_weights()})
    return model


def training():
    x, y = images()
    model = fitted("fit", tf.keras.optimizers.Adam(0.01), (x, y), normalized=False)
    note("evaluate", model.evaluate(x, y, batch_size=8, verbose=0))
    note("predict", model.predict(x, batch_size=8, verbose=0))
    fitted("clipped", tf.keras.optimizers.SGD(0.1, momentum=0.9, clipnorm=0.5), (x, y), normalized=False)
    fitted("legacy", tf.keras.optimizers.legacy.Adam(0.01), (x, y), normalized=False)
    fitted("normalized", "sgd", (x, y))
    fitted("normalized together", "sgd", (x, y), synchronized=True)
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
    fitted("dataset", "rmsprop", (dataset,), normalized=False)
    fitted("distributed", "sgd", (STRATEGY.experimental_distribute_dataset(dataset),), normalized=False)
    fitted("dataset whole", "sgd", (with_policy(dataset, POLICIES.OFF),), normalized=False)
    own_loop(dataset)


def own_loop(dataset):
    with STRATEGY.scope():
        model, optimizer = network(normalized=False), tf.keras.optimizers.Adam(0.01)
        accuracy = tf.keras.metrics.SparseCategoricalAccuracy()
        each = loss(reduction="none")
        table = tf.Variable(np.arange(12.0).reshape(6, 2), dtype=tf.float32)
    distributed = STRATEGY.experimental_distribute_dataset(dataset)

    def step(batch, looked_up=False):
        x, y = batch
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            value = tf.nn.compute_average_loss(each(y, logits), global_batch_size=8)
            if looked_up:
                value += tf.reduce_sum(tf.gather(table, y + NUMBER % 2)) * 0.01
        variables = [*model.trainable_variables, *([table] if looked_up else [])]
        optimizer.apply_gradients(zip(tape.gradient(value, variables), variables))
        accuracy.update_state(y, logits)
        return value

    @tf.function
    def train(batch):
        return STRATEGY.reduce("SUM", STRATEGY.run(step, args=(batch, True)), axis=None)

    note("losses of a loop", [train(batch) for _ in range(3) for batch in distributed])
    note("after a loop", {"accuracy": accuracy.result(), "weights": [*model.get_weights(), table]})

    @tf.function
    def epoch(data):
        total = 0.0
        for batch in data:
            total += STRATEGY.reduce("SUM", STRATEGY.run(step, args=(batch,)), axis=None)
        return total

    note("a loop within", epoch(distributed))

    @tf.function
    def two(iterator):
        for _ in tf.range(2):
            STRATEGY.run(step, args=(next(iterator),))

    two(iter(distributed))
    note("after steps within", {"steps": optimizer.iterations, "weights": [*model.get_weights(), table]})


if __name__ == "__main__":
    out = sys.argv[1]
    datasets(os.path.dirname(out))
    values()
    training()
    with open(f"{out}.{NUMBER}.json", "w") as file:
        json.dump(RESULTS, file)
