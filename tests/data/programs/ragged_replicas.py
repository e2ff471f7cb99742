"""Batches of ragged rows for two replicas, on two devices that the CPU is divided into. Recorded in a process of its own."""

try:
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
except RuntimeError:  # devices are in use already: whoever runs this has divided them
    pass
strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
ROWS = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1, 2], [3], [], [4, 5, 6], [7]]))
DEEP = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[[1], [2, 3]], [[4]], [], [[5]]]))


def shown(value):
    if isinstance(value, (list, tuple)):
        return [shown(v) for v in value]
    if isinstance(value, dict):
        return {k: shown(v) for k, v in value.items()}
    if isinstance(value, tf.distribute.DistributedValues):
        return [shown(v) for v in strategy.experimental_local_results(value)]
    if isinstance(value, tf.RaggedTensor):
        return value.to_list(), str(value.shape), value.row_splits.dtype.name
    return value.numpy().tolist()


def divided(dataset):
    return strategy.experimental_distribute_dataset(dataset)


def case_parts():
    for dataset in (ROWS.batch(2), ROWS.batch(3), ROWS.batch(4, drop_remainder=True), ROWS.batch(1), DEEP.batch(3)):
        print(shown(list(divided(dataset))))


def case_beside_dense_ones():
    print(shown(list(divided(tf.data.Dataset.zip((ROWS, tf.data.Dataset.range(5))).batch(4)))))
    print(shown(list(divided(ROWS.batch(2).map(lambda x: {"rows": x, "dense": x.to_tensor()})))))


def case_specs():
    for dataset in (ROWS.batch(2), ROWS.batch(4, drop_remainder=True), DEEP.batch(3)):
        print(divided(dataset).element_spec)


def case_steps():
    @tf.function
    def step(batch):
        return strategy.run(lambda b: tf.reduce_sum(b, axis=1), args=(batch,))

    print(shown([step(batch) for batch in divided(ROWS.batch(4))]))
    doubled = tf.function(lambda batch: strategy.run(lambda b: b * 2, args=(batch,)))
    print(shown([doubled(batch) for batch in divided(ROWS.batch(4))]))


def case_gradients():
    with strategy.scope():
        table = tf.Variable(tf.ones([8, 1]))

    @tf.function
    def step(batch):
        def one(b):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(tf.nn.embedding_lookup(table, b).values * tf.cast(b.values, tf.float32)[:, None])
            return tf.convert_to_tensor(tape.gradient(loss, table))

        return strategy.reduce("SUM", strategy.run(one, args=(batch,)), axis=None)

    print(shown([step(batch) for batch in divided(ROWS.batch(4, drop_remainder=True))]))
