"""Strategies with two replicas in graphs of TensorFlow 1, with its behaviour. Recorded in a process of its own."""

import functools
import tempfile

import numpy as np
from tensorflow.python import tf2

try:
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
except RuntimeError:  # devices are in use already: whoever runs this has divided them
    pass
v1, D = tf.compat.v1, tf.distribute
ON_READ, KINDS = tf.VariableSynchronization.ON_READ, tf.VariableAggregation
X = np.arange(60).reshape(20, 3).astype("float32") / 60
Y = (X @ np.ones((3, 2))).astype("float32") + 1


def rounded(x):
    return np.round(np.asarray(x, np.float64), 4).ravel().tolist()


def in_graph(function):
    """`function(strategy)` in a graph of its own and the strategy's scope, with the behaviour of TensorFlow 1."""

    @functools.wraps(function)
    def case():
        tf2.disable()
        try:
            with tf.Graph().as_default():
                strategy = v1.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"])
                with strategy.scope():
                    return function(strategy)
        finally:
            tf2.enable()

    return case


def pairs(batch=8, repeat=None):
    return v1.data.Dataset.from_tensor_slices((X, Y)).repeat(repeat).batch(batch)


def number():
    return tf.cast(D.get_replica_context().replica_id_in_sync_group, tf.float32) + 1.0


def trained(strategy, optimizer, steps=4, model=None, batch=8):
    """The losses, variables and names of a training."""
    model = model or tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,), kernel_initializer="ones")])
    iterator = strategy.experimental_distribute_dataset(pairs(batch)).make_initializable_iterator()

    def step(inputs):
        x, y = inputs
        loss = tf.reduce_sum(tf.square(model(x) - y)) / batch
        update = optimizer.minimize(loss, v1.train.get_or_create_global_step())
        with tf.control_dependencies([update]):
            return tf.identity(loss)

    loss = strategy.reduce("SUM", strategy.run(step, args=(iterator.get_next(),)), axis=None)
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), iterator.initializer])
        print([rounded(session.run(loss)) for _ in range(steps)])
        for variable in v1.global_variables():
            print(variable.name, rounded(session.run(variable)))
    print([v.name for v in v1.trainable_variables()])


@in_graph
def case_momentum(strategy):
    trained(strategy, v1.train.MomentumOptimizer(0.1, 0.9))


@in_graph
def case_adam(strategy):
    trained(strategy, v1.train.AdamOptimizer(0.1))


@in_graph
def case_rmsprop(strategy):
    trained(strategy, v1.train.RMSPropOptimizer(0.01, momentum=0.5))


@in_graph
def case_ftrl(strategy):
    trained(strategy, v1.train.FtrlOptimizer(0.1))


@in_graph
def case_decay(strategy):
    step = v1.train.get_or_create_global_step()
    trained(strategy, v1.train.GradientDescentOptimizer(v1.train.exponential_decay(0.1, step, 2, 0.5)))


@in_graph
def case_uneven_batches(strategy):
    trained(strategy, v1.train.AdagradOptimizer(0.1), batch=7)


@in_graph
def case_shared_by_name(strategy):
    def model(x):
        with v1.variable_scope("net"):
            w = v1.get_variable("w", [3, 2], initializer=v1.ones_initializer())
        return tf.matmul(v1.layers.dense(x, 3, kernel_initializer=v1.ones_initializer()), w) + v1.layers.dense(
            x, 2, kernel_initializer=v1.zeros_initializer()
        )

    trained(strategy, v1.train.GradientDescentOptimizer(0.02), model=model)


@in_graph
def case_normalized(strategy):
    iterator = strategy.make_dataset_iterator(pairs())
    optimizer = v1.train.GradientDescentOptimizer(0.1)

    def step(inputs):
        x, y = inputs
        x = v1.layers.batch_normalization(x, training=True, momentum=0.5)
        loss = tf.reduce_mean(tf.square(v1.layers.dense(x, 2, kernel_initializer=v1.ones_initializer()) - y)) / 2
        with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
            update = optimizer.minimize(loss)
        with tf.control_dependencies([update]):
            return tf.identity(loss)

    loss = strategy.reduce("SUM", strategy.experimental_run(step, iterator), axis=None)
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), iterator.initializer])
        print([rounded(session.run(loss)) for _ in range(4)])
        for variable in v1.global_variables():
            print(variable.name, rounded(session.run(variable)))


@in_graph
def case_read_together(strategy):
    made = {}
    for kind in ("SUM", "MEAN", "ONLY_FIRST_REPLICA"):
        made[kind] = v1.get_variable(
            kind.lower(), [], initializer=v1.zeros_initializer(), synchronization=ON_READ, aggregation=getattr(KINDS, kind)
        )

    def step():
        return [v.assign_add(number()) for v in made.values()]

    changed = strategy.group(strategy.run(step))
    own = strategy.experimental_local_results(strategy.run(lambda: made["SUM"].read_value()))
    print([v.name for v in v1.global_variables()], [v.name for v in v1.local_variables()], [v.trainable for v in made.values()])
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for _ in range(2):
            session.run(changed)
            print([rounded(session.run(v.read_value())) for v in made.values()], rounded(session.run(own)))
        session.run(made["MEAN"].assign(5.0))
        session.run(made["SUM"].assign(6.0))
        print([rounded(session.run(v.read_value())) for v in made.values()], rounded(session.run(own)))


@in_graph
def case_written_together(strategy):
    made = [v1.get_variable(k.lower(), [], initializer=v1.zeros_initializer(), aggregation=getattr(KINDS, k)) for k in ("SUM", "MEAN")]
    first = v1.get_variable("first", [], initializer=v1.zeros_initializer(), aggregation=KINDS.ONLY_FIRST_REPLICA, trainable=False)
    none = v1.get_variable("none", [], initializer=v1.zeros_initializer())
    changed = strategy.group(strategy.run(lambda: [v.assign_add(number()) for v in (*made, first)]))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(changed)
        session.run(changed)
        print(rounded(session.run([*made, first, none])))
        session.run(none.assign_add(3.0))
        print(rounded(session.run(none)))
    changed = strategy.group(strategy.run(lambda: none.assign_add(tf.constant(2.0))))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(changed)
        print(rounded(session.run(none)))


@in_graph
def case_collectives(strategy):
    def step():
        context = D.get_replica_context()
        total = context.all_reduce(D.ReduceOp.SUM, tf.ones([2]) * number())
        mean = context.all_reduce("MEAN", [number(), number() * 2.0])
        gathered = context.all_gather(number() * tf.ones([1, 2]), axis=0)
        return total, mean, gathered

    per_replica = strategy.run(step)
    results = [strategy.experimental_local_results(x) for x in tf.nest.flatten(per_replica)]
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        print([[rounded(y) for y in session.run(list(x))] for x in results])


@in_graph
def case_merge_calls(strategy):
    v = v1.get_variable("v", [], initializer=v1.zeros_initializer())

    def merge(strategy, x):
        print(type(x).__name__, D.in_cross_replica_context())
        total = strategy.extended.reduce_to("SUM", x, v)
        return strategy.extended.update(v, lambda v, t: v.assign_add(t), args=(total,))

    def step():
        return D.get_replica_context().merge_call(merge, args=(number(),))

    changed = strategy.group(strategy.run(step))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(changed)
        print(rounded(session.run(v)))


@in_graph
def case_extended(strategy):
    extended = strategy.extended
    a, b = (v1.get_variable(n, [], initializer=v1.zeros_initializer()) for n in "ab")
    values = extended.call_for_each_replica(lambda: (number(), number() * 10.0))
    reduced = extended.batch_reduce_to("MEAN", [(values[0], a), (values[1], b)])
    changes = [extended.update(v, lambda v, x: v.assign(x), args=(x,)) for v, x in zip((a, b), reduced)]
    one = extended.broadcast_to(tf.constant(3.0), a)
    local = strategy.experimental_local_results
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(changes)
        print(rounded(session.run([a, b])), rounded(session.run(list(local(one)))))
        print(rounded(session.run([list(local(x)) for x in reduced])), rounded(session.run(extended.read_var(a))))
        print(extended.experimental_require_static_shapes, extended.worker_devices, extended.parameter_devices)


@in_graph
def case_averages(strategy):
    v = v1.get_variable("v", [], initializer=v1.zeros_initializer(), aggregation=KINDS.MEAN)
    average = v1.train.ExponentialMovingAverage(0.5)

    def step():
        with tf.control_dependencies([v.assign_add(number())]):
            return average.apply([v])

    changed = strategy.group(strategy.run(step))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for _ in range(3):
            session.run(changed)
        print(rounded(session.run([v, average.average(v)])), [x.name for x in v1.global_variables()])


@in_graph
def case_metrics(strategy):
    iterator = strategy.experimental_distribute_dataset(pairs(batch=4, repeat=1)).make_initializable_iterator()

    def step(inputs):
        x, y = inputs
        return v1.metrics.mean(x), v1.metrics.accuracy(y[:, 0] > 2.0, x[:, 0] > 0.3)

    (mean, change), (accuracy, other) = strategy.run(step, args=(iterator.get_next(),))
    changed = strategy.group([change, other])
    with v1.Session() as session:
        session.run([v1.local_variables_initializer(), iterator.initializer])
        try:
            while True:
                session.run(changed)
        except tf.errors.OutOfRangeError:
            pass
        local = strategy.experimental_local_results
        print([rounded(session.run(local(x)[0])) for x in (mean, accuracy)])
    print([v.name for v in v1.local_variables()])


@in_graph
def case_checkpoints(strategy):
    folder = tempfile.mkdtemp()
    iterator = strategy.make_input_fn_iterator(lambda context: pairs(context.get_per_replica_batch_size(8)))
    optimizer = v1.train.AdamOptimizer(0.1)

    def step(inputs):
        x, y = inputs
        w = v1.get_variable("w", [3, 2], initializer=v1.ones_initializer())
        loss = tf.reduce_sum(tf.square(tf.matmul(x, w) - y)) / 8
        seen = v1.get_variable("seen", [], initializer=v1.zeros_initializer(), synchronization=ON_READ, aggregation=KINDS.SUM)
        with tf.control_dependencies([optimizer.minimize(loss, v1.train.get_or_create_global_step()), seen.assign_add(number())]):
            return tf.identity(loss)

    loss = strategy.reduce("SUM", strategy.run(step, args=(iterator.get_next(),)), axis=None)
    start = iterator.initialize()

    class Start(v1.train.SessionRunHook):
        def after_create_session(self, session, coord):
            session.run(start)

    hooks = [Start(), v1.train.StopAtStepHook(last_step=4)]
    with v1.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=2, log_step_count_steps=None) as session:
        while not session.should_stop():
            print(rounded(session.run(loss)))
    path = tf.train.latest_checkpoint(folder)
    print(path[-13:], tf.train.list_variables(path))
    print([(n, rounded(tf.train.load_variable(path, n))) for n, _ in tf.train.list_variables(path)])
    with v1.Session() as session:
        v1.train.Saver().restore(session, path)
        print([rounded(session.run(v.read_value())) for v in v1.global_variables()])


@in_graph
def case_saved_for_one(strategy):
    v = v1.get_variable("v", [2], initializer=v1.ones_initializer())
    total = v1.get_variable("total", [], initializer=v1.ones_initializer(), synchronization=ON_READ, aggregation=KINDS.SUM)
    path = tempfile.mkdtemp() + "/model"
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run([v.assign_add([1.0, 2.0])])
        print(rounded(session.run(total.read_value())))
        v1.train.Saver().save(session, path)
    print([(n, rounded(tf.train.load_variable(path, n))) for n, _ in tf.train.list_variables(path)])


@in_graph
def case_batches_of_replicas(strategy):
    contexts = []

    def made(context):
        contexts.append((context.num_input_pipelines, context.input_pipeline_id, context.num_replicas_in_sync))
        return v1.data.Dataset.range(10).batch(2)

    iterator = strategy.make_input_fn_iterator(made)
    parts = strategy.experimental_local_results(iterator.get_next())
    print(contexts, [p.shape.as_list() for p in parts])
    with v1.Session() as session:
        session.run(iterator.initialize())
        try:
            while True:
                print([x.tolist() for x in session.run(list(parts))])
        except tf.errors.OutOfRangeError as e:
            print(type(e).__name__)


@in_graph
def case_parts_of_batches(strategy):
    for size in (4, 3, 1):
        iterator = strategy.experimental_distribute_dataset(v1.data.Dataset.range(10).batch(size)).make_initializable_iterator()
        parts = strategy.experimental_local_results(iterator.get_next())
        print(size, [p.shape.as_list() for p in parts])
        with v1.Session() as session:
            session.run(iterator.initializer)
            try:
                while True:
                    print([x.tolist() for x in session.run(list(parts))])
            except tf.errors.OutOfRangeError as e:
                print(type(e).__name__)


@in_graph
def case_arrays(strategy):
    with v1.Session() as session:
        dataset = strategy.experimental_make_numpy_dataset((X[:4], Y[:4]), session=session)
        iterator = strategy.make_dataset_iterator(dataset.batch(4))
        x, y = iterator.get_next()
        session.run(iterator.initialize())
        print([rounded(p) for p in session.run([*x.values, *y.values])])


@in_graph
def case_names(strategy):
    def step():
        with v1.name_scope("inner"):
            x = tf.constant(1.0, name="x")
        context = D.get_replica_context()
        y = context.all_reduce("SUM", tf.identity(x, name="before"))
        return x, tf.identity(y, name="after")

    x, y = strategy.run(step)
    print([v.name for v in x.values], [v.name for v in y.values], [v.device for v in x.values])


@in_graph
def case_rows(strategy):
    table = v1.get_variable("table", [4, 2], initializer=v1.ones_initializer())
    optimizer = v1.train.GradientDescentOptimizer(1.0)

    def step():
        number = D.get_replica_context().replica_id_in_sync_group
        return optimizer.minimize(tf.reduce_sum(tf.gather(table, [0, number + 1])))

    changed = strategy.group(strategy.run(step))
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        session.run(changed)
        print(rounded(session.run(table)))


@in_graph
def case_collections(strategy):
    def step():
        v1.get_variable("w", [2], initializer=v1.ones_initializer(), regularizer=lambda w: tf.reduce_sum(w) * 0.5)
        v1.summary.scalar("seen", number())
        v1.losses.mean_squared_error([1.0], [number()])
        return number()

    strategy.run(step)
    keys = v1.GraphKeys
    print([x.name for k in (keys.REGULARIZATION_LOSSES, keys.SUMMARIES, keys.LOSSES) for x in v1.get_collection(k)])


@in_graph
def case_errors(strategy):
    dataset = strategy.experimental_distribute_dataset(pairs())
    optimizer = v1.train.GradientDescentOptimizer(1.0)
    v = v1.get_variable("v", [], initializer=v1.zeros_initializer())
    for tried in (
        lambda: dataset.make_one_shot_iterator(),
        lambda: iter(dataset),
        lambda: optimizer.apply_gradients([(tf.constant(1.0), v)]),
        lambda: v1.Session().run(strategy.run(number)),
        lambda: strategy.make_input_fn_iterator(lambda _: pairs(), D.InputReplicationMode.PER_REPLICA),
    ):
        try:
            print(type(tried()).__name__)
        except Exception as e:
            print(type(e).__name__, str(e)[:40])


def case_without_graphs():
    strategy = D.MirroredStrategy(["/cpu:0", "/cpu:1"])
    optimizer = v1.train.MomentumOptimizer(0.1, 0.9)
    with strategy.scope():
        v = tf.Variable(1.0)
    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
    print(hasattr(dataset, "make_initializable_iterator"), hasattr(iter(dataset), "initializer"))

    def step(x):
        optimizer.minimize(lambda: v * tf.reduce_sum(tf.cast(x, tf.float32)))

    for x in dataset:
        strategy.run(step, args=(x,))
    print(rounded(v))

    @tf.function
    def traced(x):
        strategy.run(step, args=(x,))

    for x in dataset:
        traced(x)
    print(rounded(v))
    tf2.disable()
    try:
        older = strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).batch(2))
        print(type(older).__name__, type(older.make_one_shot_iterator()).__name__)
        older.make_initializable_iterator()
    finally:
        tf2.enable()


def case_one_device():
    tf2.disable()
    try:
        for strategy in (D.OneDeviceStrategy("/cpu:0"), D.experimental.CentralStorageStrategy(["/cpu:0", "/cpu:1"])):
            with tf.Graph().as_default(), strategy.scope():
                trained(strategy, v1.train.MomentumOptimizer(0.1, 0.9))
    finally:
        tf2.enable()


def case_iterators_go_back_to_the_start():
    dataset = tf.data.Dataset.range(4).batch(2)
    for strategy in (v1.distribute.MirroredStrategy(["/cpu:0", "/cpu:1"]), v1.distribute.OneDeviceStrategy("/cpu:0")):
        for made in (lambda: strategy.make_dataset_iterator(dataset), lambda: strategy.make_input_fn_iterator(lambda context: dataset)):
            iterator = made()
            for _ in range(2):
                print(iterator.initialize())
                steps = []
                try:
                    while True:
                        steps.append(strategy.experimental_local_results(iterator.get_next()))
                except tf.errors.OutOfRangeError:
                    print([[part.numpy().tolist() for part in step] for step in steps])
            print(iterator.initializer, [part.numpy().tolist() for part in strategy.experimental_local_results(iterator.get_next())])


def case_iterating_in_a_graph_of_sessions():
    for strategy in (D.MirroredStrategy(["/cpu:0", "/cpu:1"]), D.OneDeviceStrategy("/cpu:0")):
        with tf.Graph().as_default():
            dataset = tf.data.Dataset.range(4).batch(2)
            for made in (strategy.experimental_distribute_dataset(dataset), strategy.distribute_datasets_from_function(lambda c, dataset=dataset: dataset)):
                try:
                    iter(made)
                except RuntimeError as error:
                    print(error)
