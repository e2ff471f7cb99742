"""Parameter servers, workers and a program that schedules functions on them, all in one process. Recorded in a process of its own."""

import socket

import numpy as np

D = tf.distribute


def _free_address():
    with socket.socket() as s:
        s.bind(("localhost", 0))
        return f"localhost:{s.getsockname()[1]}"


cluster = tf.train.ClusterSpec({"worker": [_free_address() for _ in range(2)], "ps": [_free_address() for _ in range(2)]})
config = tf.compat.v1.ConfigProto(inter_op_parallelism_threads=8)  # TensorFlow's servers in one process wait for each other otherwise
SERVERS = [D.Server(cluster, job, i, config=config) for job in ("worker", "ps") for i in range(2)]
resolver = D.cluster_resolver.SimpleClusterResolver(cluster, rpc_layer="grpc")
strategy = D.ParameterServerStrategy(resolver)
coordinator = D.coordinator.ClusterCoordinator(strategy)
X = np.arange(32, dtype="float32").reshape(8, 4) / 32
Y = X.sum(1, keepdims=True)


def attempt(function):
    try:
        return function()
    except Exception as e:
        return f"{type(e).__name__}: {str(e).splitlines()[0]}"


def plain(x):
    return tf.nest.map_structure(lambda v: v.numpy().tolist() if hasattr(v, "numpy") else v.tolist() if hasattr(v, "tolist") else v, x)


def run(function, *args):
    made = coordinator.schedule(function, args=args)
    coordinator.join()
    return plain(made.fetch())


def variable(value, **options):
    with strategy.scope():
        return tf.Variable(value, **options)


def case_facts():
    extended = strategy.extended
    print(type(strategy).__name__, type(extended).__name__, strategy.num_replicas_in_sync, extended.worker_devices)
    print(extended.parameter_devices, extended.experimental_between_graph, extended.experimental_should_init)
    print(extended.should_checkpoint, extended.should_save_summary, D.coordinator.ClusterCoordinator(strategy) is coordinator)
    server = SERVERS[0].server_def
    print(server.job_name, server.task_index, server.protocol, sorted(j.name for j in server.cluster.job))
    return coordinator.strategy is strategy, strategy.run(lambda x: x + 1, args=(1,))


def case_variables():
    kept = [variable(1.0, name="a"), variable([1.0, 2.0], name="b"), variable(0, aggregation=tf.VariableAggregation.SUM)]
    places = [v.device.rpartition("/device")[0] for v in kept]
    print(sorted(set(places)), places[0] == places[2])
    for v in kept:
        print(type(v).__name__, repr(v), v.name, v.shape, v.trainable)
    v = kept[1]
    print(v.assign_add([1.0, 1.0]), v.assign_sub([0.5, 0.5]).numpy(), v.assign([3.0, 4.0]).numpy(), (v + 1).numpy(), v[0].numpy())
    print(v.scatter_add(tf.IndexedSlices(tf.constant([5.0]), tf.constant([1]))).numpy(), v.scatter_nd_update([[0]], [9.0]).numpy())
    with tf.GradientTape() as tape:
        y = v * v
    return tape.gradient(y, v).numpy(), strategy.extended.variable_created_in_scope(v), attempt(lambda: v.assign([1.0]))


def case_schedule():
    v = variable(1.0)

    @tf.function
    def f(x):
        v.assign_add(x)
        return {"sum": v + x, "pair": (tf.constant([1, 2]), tf.constant("text"))}

    made = coordinator.schedule(f, args=(tf.constant(2.0),))
    print(isinstance(made, D.coordinator.RemoteValue), type(made).__name__)
    coordinator.join()
    print(plain(made.fetch()), made.get(), coordinator.done(), coordinator.fetch([made, 3])[1])
    coordinator.schedule(f.get_concrete_function(tf.TensorSpec([])), kwargs={"x": tf.constant(1.0)})
    coordinator.join()
    return plain((v, f(tf.constant(1.0))["sum"], v))


def case_what_cannot_be_scheduled():
    made = coordinator.schedule(tf.function(lambda x: x), args=(tf.constant(1),))
    for function in (
        lambda: coordinator.schedule(lambda: 1),
        lambda: coordinator.schedule(3),
        lambda: coordinator.schedule(tf.function(lambda x: x), args=(made,)),
        lambda: coordinator.schedule(tf.function(lambda x: x), args=(1, 2)),
        lambda: D.coordinator.ClusterCoordinator(D.MirroredStrategy(["CPU:0"])),
    ):
        print(attempt(function))
    coordinator.join()


def case_no_result():
    v = variable(1.0)

    @tf.function
    def f():
        v.assign(7.0)

    return run(f), plain(v)


def case_errors():
    @tf.function
    def fails(x):
        with tf.control_dependencies([tf.debugging.assert_less(x, 1.0)]):
            return x + 1

    made = coordinator.schedule(fails, args=(tf.constant(2.0),))
    print(attempt(coordinator.join))
    print(attempt(made.fetch), coordinator.done(), attempt(coordinator.join), run(fails, tf.constant(0.0)))


def case_loops_and_branches():
    v, w = variable(0.0), variable([1.0, 1.0])

    @tf.function
    def f(n):
        for i in tf.range(n):
            v.assign_add(1.0)
            if v > 3.0:
                w.assign(w * 2.0)
            else:
                w.assign_add([1.0, 0.0])
        return v.read_value(), w + 0.0

    print(run(f, tf.constant(5)), v.numpy(), w.numpy())

    @tf.function
    def order():
        v.assign(1.0)
        before = v.read_value()
        v.assign_add(1.0)
        between = v.read_value() * w[0]
        v.assign(between + before)
        return before, between, v.read_value()

    return run(order), plain(v)


def case_gradients():
    v, w = variable([[1.0], [2.0]], name="kernel"), variable([0.5], name="bias")
    with strategy.scope():
        optimizer = tf.keras.optimizers.Adam(0.1)
        older = tf.keras.optimizers.legacy.SGD(0.1, momentum=0.9)

    def step(optimizer):
        def replica(x, y):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((x @ v + w - y) ** 2)
            optimizer.apply_gradients(zip(tape.gradient(loss, [v, w]), [v, w]))
            return loss

        return tf.function(lambda x, y: strategy.run(replica, args=(x, y)))

    x, y = tf.constant([[1.0, 2.0], [3.0, 4.0]]), tf.constant([[1.0], [2.0]])
    first, second = step(optimizer), step(older)
    made = [round(float(run(f, x, y)), 2) for f in (first, first, first, second, second)]
    print(made, np.round(v.numpy().astype(float), 3).tolist(), np.round(w.numpy().astype(float), 3).tolist())
    return plain((optimizer.iterations, older.iterations)), [s.device == v.device for s in optimizer.variables if "kernel" in s.name]


def case_strategy_in_functions():
    @tf.function
    def f(x):
        def replica(x):
            context = D.get_replica_context()
            return x + tf.cast(context.replica_id_in_sync_group, tf.float32) + context.num_replicas_in_sync

        made = strategy.run(replica, args=(x,))
        return made, strategy.reduce("SUM", made, axis=None), strategy.reduce("MEAN", made, axis=0)

    return run(f, tf.constant([1.0, 3.0]))


def case_datasets():
    def make():
        return tf.data.Dataset.range(6).map(lambda x: x * 10).batch(2)

    @tf.function
    def next_of(iterator):
        return next(iterator)

    made = coordinator.create_per_worker_dataset(make)
    iterator = iter(made)
    print(type(made).__name__, made.element_spec, type(iterator).__name__, attempt(lambda: next(iterator)))
    print(sorted(run(next_of, iterator) for _ in range(3))[0])

    @tf.function
    def both(x):
        total = tf.constant(0, tf.int64)
        for _ in tf.range(2):
            total += next(x)
        return total

    print(run(both, iter(coordinator.create_per_worker_dataset(tf.data.Dataset.range(2)))))
    empty = iter(coordinator.create_per_worker_dataset(tf.data.Dataset.range(0)))
    coordinator.schedule(next_of, args=(empty,))
    print(attempt(coordinator.join)[:15])

    def divided():
        return strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))

    def of_function():
        return strategy.distribute_datasets_from_function(of_context)

    def of_context(context):
        print(context.num_input_pipelines, context.input_pipeline_id, context.num_replicas_in_sync, context.get_per_replica_batch_size(8))
        return tf.data.Dataset.range(4).batch(2)

    for function in (divided, of_function):
        print(run(next_of, iter(coordinator.create_per_worker_dataset(function))))


def case_parts():
    partitioner = D.experimental.partitioners.MinSizePartitioner(min_shard_bytes=8, max_shards=2)
    divided = D.ParameterServerStrategy(resolver, variable_partitioner=partitioner)
    with divided.scope():
        whole, small = tf.Variable(tf.reshape(tf.range(12.0), (6, 2)), name="whole"), tf.Variable(1.0)
        odd = tf.Variable(lambda: tf.ones([5, 2]), name="odd")
        layer = tf.keras.layers.Dense(3)
        layer.build((None, 4))
    print(type(whole).__name__, type(small).__name__, whole.shape, whole.dtype, whole.name)
    print([(v.name, v.shape.as_list()) for v in (*whole.variables, *odd.variables, *layer.weights)])
    print(len({v.device for v in whole.variables}), tf.nn.embedding_lookup(whole, [0, 5, 3]).numpy().tolist())
    whole.scatter_add(tf.IndexedSlices(tf.ones([2, 2]), tf.constant([0, 5])))
    print(whole.assign_add(tf.ones([6, 2])) is whole, (whole + 1).numpy().tolist(), whole[1].numpy(), layer(X).shape)
    other = D.coordinator.ClusterCoordinator(divided)

    @tf.function
    def f():
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.convert_to_tensor(whole) ** 2)
        for v, g in zip(whole.variables, tape.gradient(loss, whole.variables)):
            v.assign_sub(0.5 * g)
        return loss

    made = other.schedule(f)
    other.join()
    return plain(made.fetch()), whole.numpy().tolist()


def model(**options):
    tf.keras.utils.set_random_seed(1)
    with strategy.scope():
        made = tf.keras.Sequential(
            [tf.keras.layers.Dense(3, input_shape=(4,), kernel_initializer="ones"), tf.keras.layers.Dense(1, kernel_initializer="ones")]
        )
        made.compile(tf.keras.optimizers.SGD(0.01), "mse", **options)
    return made


def creator(repeated=True):
    def make(context):
        made = tf.data.Dataset.from_tensor_slices((X, Y)).batch(4)
        return made.repeat() if repeated else made

    return tf.keras.utils.experimental.DatasetCreator(make)


def case_fit():
    m = model(metrics=["mae"])

    class Logs(tf.keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs):
            print(epoch, sorted(logs), type(logs["loss"]).__name__)

    history = m.fit(creator(), epochs=2, steps_per_epoch=4, callbacks=[Logs()], verbose=0, validation_data=creator(), validation_steps=2)
    print(sorted(history.history), len(history.history["loss"]), m.optimizer.iterations.numpy())
    print(
        history.history["loss"][1] < history.history["loss"][0],
        len(m.evaluate(creator(), steps=2, verbose=0)),
        m.predict(X, verbose=0).shape,
    )


def case_fit_several_steps():
    m = model(steps_per_execution=2)
    m.fit(creator(), epochs=1, steps_per_epoch=5, verbose=0)
    return plain(m.optimizer.iterations)


def case_fit_refuses():
    m = model()

    class Batches(tf.keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs):
            print(batch)

    for function in (
        lambda: m.fit(creator(), verbose=0),
        lambda: m.fit(creator(), steps_per_epoch=1, verbose=1),
        lambda: m.fit(creator(), steps_per_epoch=1, verbose=0, validation_data=creator()),
        lambda: m.fit(creator(), steps_per_epoch=1, verbose=0, callbacks=[Batches()]).split("object")[0],
        lambda: m.evaluate(creator(), verbose=0),
        lambda: m.train_on_batch(X, Y),
        lambda: model(run_eagerly=True).fit(creator(), steps_per_epoch=1, verbose=0),
    ):
        print(attempt(function)[:150])
