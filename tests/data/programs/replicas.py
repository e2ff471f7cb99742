"""Strategies with two replicas, on two devices that the CPU is divided into. Recorded in a process of its own."""

import tempfile

import numpy as np

try:
    tf.config.set_logical_device_configuration(tf.config.list_physical_devices("CPU")[0], [tf.config.LogicalDeviceConfiguration()] * 2)
except RuntimeError:  # devices are in use already: whoever runs this has divided them
    pass
D = tf.distribute
strategy = D.MirroredStrategy(["CPU:0", "CPU:1"])
X, Y = tf.reshape(tf.range(16.0), (8, 2)) / 16, tf.ones((8, 1))
ON_READ, KINDS = tf.VariableSynchronization.ON_READ, tf.VariableAggregation


def rounded(x):
    return np.round(np.asarray(x, np.float64), 3).ravel().tolist()


def parts():
    return next(iter(strategy.experimental_distribute_dataset(tf.data.Dataset.range(4).map(float_).batch(4))))


def float_(x):
    return tf.cast(x, tf.float32)


def variable(aggregation, value=0.0, **options):
    with strategy.scope():
        return tf.Variable(value, aggregation=getattr(KINDS, aggregation), name=aggregation.lower(), **options)


def number():
    return float_(D.get_replica_context().replica_id_in_sync_group)


def case_facts():
    extended = strategy.extended
    print(D.MirroredStrategy().num_replicas_in_sync, strategy.num_replicas_in_sync, type(extended).__name__)
    print(extended.worker_devices, extended.parameter_devices)
    return strategy.run(lambda: (D.get_replica_context().num_replicas_in_sync, D.in_cross_replica_context(), D.get_strategy() is strategy))


def case_variables():
    v, w = variable("NONE", 1.0), variable("SUM", synchronization=ON_READ)
    print(v, repr(w), v.values, strategy.experimental_local_results(v), sep="\n")
    return (
        v.name,
        v.shape,
        v.trainable,
        w.trainable,
        (v + 1.0).numpy().item(),
        type(v).__name__,
        strategy.extended.variable_created_in_scope(v),
    )


def case_datasets():
    for size in (4, 3, 1):
        dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(6).batch(size))
        print(dataset.element_spec)
        for x in dataset:
            print(x, strategy.experimental_local_results(x))
    nested = tf.data.Dataset.from_tensor_slices({"a": tf.range(4.0), "b": (tf.range(4), tf.range(4))}).batch(4, drop_remainder=True)
    nested = strategy.experimental_distribute_dataset(nested)
    print(nested.element_spec, list(nested), type(iter(nested)).__name__)


def case_datasets_from_functions():
    made = strategy.distribute_datasets_from_function(lambda c: tf.data.Dataset.range(5).batch(c.get_per_replica_batch_size(4)))
    print(made.element_spec, *made)
    return strategy.experimental_distribute_values_from_function(lambda c: tf.constant(c.replica_id_in_sync_group))


def case_results():
    def f(x):
        context, i = D.get_replica_context(), number()
        return {
            "x": x,
            "sum": context.all_reduce("sum", i + 1.0),
            "mean": context.all_reduce(D.ReduceOp.MEAN, [i, 2 * i]),
            "gather": context.all_gather(tf.reshape(i, [1]), axis=0),
            "id": context.replica_id_in_sync_group,
            "c": 3,
            "s": "t",
            "n": None,
        }

    return strategy.run(f, args=(parts(),))


def case_writing_in_replicas():
    kept = [variable(k) for k in ("SUM", "MEAN", "ONLY_FIRST_REPLICA")]
    own = [variable(k, synchronization=ON_READ) for k in ("SUM", "MEAN", "ONLY_FIRST_REPLICA")]

    def f():
        for v in kept:
            v.assign_add(number() + 1.0)
        for v in own:
            v.assign_add(number() + 1.0)
        kept[0].assign_sub(number() / 2)
        return own[0].read_value()

    print(strategy.run(f), *(v.numpy() for v in kept + own), *own, sep="\n")


def case_writing_between_replicas():
    v, total, mean = variable("NONE", 1.0), variable("SUM", synchronization=ON_READ), variable("MEAN", synchronization=ON_READ)
    print(v.assign(5.0), v, total.assign(8.0), total, mean.assign(3.0), mean.assign_add(1.0), mean, sep="\n")
    strategy.run(lambda: v.assign(2.0))
    print(v.numpy())
    return total.assign_add(1.0)


def case_no_aggregation():
    v = variable("NONE", synchronization=ON_READ)
    strategy.run(lambda: v.assign(number() + 5.0))
    print(v)
    return v.read_value()


def case_reducing():
    x = parts()
    w = variable("SUM", synchronization=ON_READ)
    strategy.run(lambda: w.assign(number() + 1.0))
    for kind, value, axis in [
        ("SUM", x, None),
        ("SUM", x, 0),
        ("MEAN", x, 0),
        (D.ReduceOp.MEAN, x, None),
        ("MEAN", 3.0, None),
        ("SUM", tf.constant([1.0, 2.0]), 0),
        ("SUM", w, None),
        ("SUM", {"a": x}, None),
    ]:
        print(strategy.reduce(kind, value, axis=axis))
    return strategy.gather(x, axis=0), strategy.gather(tf.constant([1.0]), axis=0)


def case_reducing_what_is_not_distributed():
    return strategy.reduce("SUM", 3.0, axis=None)


def case_meeting():
    v = variable("NONE", 1.0)

    def f():
        def merge(strategy, a, b):
            print(a, b, D.in_cross_replica_context(), D.get_replica_context())
            return strategy.extended.reduce_to("SUM", a, v)

        def update(strategy, a):
            return strategy.extended.update(v, lambda var, g: var.assign_add(g), args=(strategy.reduce("SUM", a, axis=None),))

        D.get_replica_context().merge_call(update, args=(number() + 1.0,))
        return D.get_replica_context().merge_call(merge, args=(number(), 4))

    print(strategy.run(f))
    return v.numpy().item()


def case_the_same_value_from_all():
    v = variable("SUM", 1.0)
    strategy.run(lambda: v.assign_add(0.5))


def case_not_meeting():
    def f():
        if int(D.get_replica_context().replica_id_in_sync_group) == 0:
            return 1.0
        return D.get_replica_context().all_reduce("sum", 1.0)

    return strategy.run(f)


def case_an_error():
    def f():
        raise ValueError("boom")

    return strategy.run(f)


def case_devices_named_twice():
    return D.MirroredStrategy(["CPU:0", "CPU:0"])


def case_functions():
    w, v = variable("SUM", synchronization=ON_READ), variable("SUM")

    @tf.function
    def step(x):
        def f(y):
            w.assign_add(1.0)
            v.assign(tf.reduce_sum(y))
            return tf.reduce_sum(y) * D.get_replica_context().all_reduce("sum", 1.0)

        each = strategy.run(f, args=(x,))
        return strategy.reduce("SUM", each, axis=None), each

    @tf.function
    def inner(y):
        return D.get_replica_context().all_reduce("sum", tf.reduce_sum(y))

    print(step(parts()), w.numpy(), v.numpy(), strategy.run(inner, args=(parts(),)))


def case_loops_in_functions():
    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(8).batch(4))

    def summed(x):
        return strategy.reduce("SUM", strategy.run(lambda y: tf.reduce_sum(y), args=(x,)), axis=None)

    @tf.function
    def total(dataset):
        out = tf.constant(0, tf.int64)
        for x in dataset:
            out += summed(x)
        return out

    @tf.function
    def steps(iterator):
        out = tf.constant(0, tf.int64)
        for _ in tf.range(2):
            out += summed(next(iterator))
        return out

    return total(dataset), steps(iter(dataset)), steps(iter(dataset))


def case_a_training_loop():
    with strategy.scope():
        model = tf.keras.Sequential(
            [tf.keras.layers.Dense(4, activation="relu", kernel_initializer="ones"), tf.keras.layers.Dense(1, kernel_initializer="ones")]
        )
        optimizer = tf.keras.optimizers.SGD(0.05, momentum=0.9)
        loss = tf.keras.losses.MeanSquaredError(reduction="none")
        error, mean = tf.keras.metrics.MeanAbsoluteError(), tf.keras.metrics.Mean()
    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices((X, Y)).batch(4))

    def step(inputs):
        x, y = inputs
        with tf.GradientTape() as tape:
            p = model(x, training=True)
            value = tf.nn.compute_average_loss(loss(y, p), global_batch_size=4)
        gradients = tape.gradient(value, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        error.update_state(y, p)
        mean.update_state(value)
        return value

    @tf.function
    def everywhere(inputs):
        return strategy.reduce(D.ReduceOp.SUM, strategy.run(step, args=(inputs,)), axis=None)

    for _ in range(2):
        print([rounded(everywhere(x)) for x in dataset], rounded(error.result()), rounded(mean.result()))
        error.reset_state()
    print([rounded(w) for w in model.weights], optimizer.iterations.numpy(), type(optimizer.iterations).__name__)


def case_fit():
    with strategy.scope():
        model = tf.keras.Sequential(
            [
                tf.keras.layers.Dense(2, kernel_initializer="ones"),
                tf.keras.layers.BatchNormalization(),
                tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer="l2"),
            ]
        )
        model.compile(tf.keras.optimizers.SGD(0.1, momentum=0.9), "mse", metrics=["mae"])
    for x, y, options in [
        (X, Y, {"batch_size": 3, "shuffle": False, "validation_data": (X, Y)}),
        (tf.data.Dataset.from_tensor_slices((X, Y)).batch(4), None, {}),
    ]:
        history = model.fit(x, y, verbose=0, epochs=2, **options).history
        print({k: rounded(v) for k, v in history.items()})
    print([np.abs(rounded(w)).tolist() for w in model.weights], type(model.layers[1].moving_mean).__name__)
    return rounded(model.evaluate(X, Y, batch_size=4, verbose=0)), rounded(model.predict(X, batch_size=4, verbose=0))


def case_embeddings_in_fit():
    with strategy.scope():
        model = tf.keras.Sequential(
            [
                tf.keras.layers.Embedding(4, 2, embeddings_initializer="ones", input_length=1),
                tf.keras.layers.Flatten(),
                tf.keras.layers.Dense(1, kernel_initializer="ones"),
            ]
        )
        model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    model.fit(tf.constant([[0], [1], [1], [3]]), tf.zeros((4, 1)), batch_size=4, epochs=2, verbose=0)
    return [rounded(w) for w in model.weights]


def case_results_of_steps_reduced():
    from keras.src.engine.training import reduce_per_replica

    values = strategy.experimental_distribute_values_from_function(lambda c: tf.constant([1.0, 2.0]) + c.replica_id_in_sync_group)
    scalars = strategy.experimental_distribute_values_from_function(lambda c: tf.constant(3.0) + c.replica_id_in_sync_group)
    for how in ("first", "concat", "sum", "auto"):
        made = reduce_per_replica({"a": values, "b": tf.constant(1.0)}, strategy, how)
        print(how, made["a"].numpy().tolist(), made["b"].numpy())
    print(reduce_per_replica(tf.constant(1.0), strategy, "other").numpy())
    try:
        reduce_per_replica(values, strategy, "other")
    except ValueError as e:
        print(str(e))
    return reduce_per_replica([scalars], strategy, "concat")[0].numpy().tolist()


def case_printing():
    x = strategy.experimental_distribute_values_from_function(lambda context: tf.constant(context.replica_id_in_sync_group))
    with tempfile.TemporaryDirectory() as folder:
        stream = f"file://{folder}/printed"

        @tf.function
        def symbolic(x):
            tf.print(x, output_stream=stream)

        tf.print(x, output_stream=stream)
        tf.print("of each:", x, [x, 1], variable("MEAN", 2.0), output_stream=stream)
        symbolic(x)
        with open(f"{folder}/printed") as file:
            print(file.read())


def case_devices_of_files():
    module = tf.Module()
    module.v = variable("SUM", 3.0)
    checkpoint = tf.train.Checkpoint(v=module.v)
    with tempfile.TemporaryDirectory() as folder:
        for device in ("/job:localhost", "cpu:7", "/job:worker/task:3", "nonsense", 5):
            saving, loading = (f(experimental_io_device=device) for f in (tf.saved_model.SaveOptions, tf.saved_model.LoadOptions))
            options = tf.train.CheckpointOptions(experimental_io_device=device)
            for do in (
                lambda: tf.saved_model.save(module, folder + "/a", options=saving),
                lambda: tf.saved_model.load(folder + "/a", options=loading).v.numpy(),
                lambda: checkpoint.write(folder + "/c", options=options) and None,
                lambda: bool(checkpoint.read(folder + "/c", options=options)),
            ):
                try:
                    print(device, do())
                except (ValueError, tf.errors.OpError) as e:
                    print(device, type(e).__name__, getattr(e, "message", e))


def case_inputs_of_a_known_batch():
    """Of the batch that an input names each replica has its part."""
    with strategy.scope():
        x = tf.keras.Input((3,), batch_size=8)
        model = tf.keras.Model(x, tf.keras.layers.Dense(2, kernel_initializer="ones")(tf.reshape(x, [x.shape[0], -1])))
        print(x.shape, tf.keras.Input(batch_shape=(8, 3)).shape, tf.keras.layers.InputLayer((3,), batch_size=6).output.shape)
        for size in (7, 4.5, 4.0, "4"):
            try:
                print(tf.keras.Input((3,), batch_size=size).shape)
            except (ValueError, TypeError) as e:
                print(size, type(e).__name__, e)
        model.compile(tf.keras.optimizers.SGD(0.01), "mse")
        print(rounded(model.fit(np.ones((16, 3)), np.ones((16, 2)), batch_size=8, verbose=0).history["loss"]))
    print(tf.keras.Model.from_config(model.get_config()).input_shape, tf.keras.Input((3,), batch_size=8).shape)


def case_fit_with_own_steps():
    class Model(tf.keras.Model):
        def train_step(self, data):
            x, y = data
            predicted = self(x)
            loss = tf.reduce_mean((y - predicted) ** 2)
            self.tracker.update_state(loss)
            self.error.update_state(y, predicted)
            return self.gives(loss, predicted)

        test_step = train_step

    kinds = {
        "other names": lambda m, loss, p: {"own": m.tracker.result(), "error of all": m.error.result()},
        "names of metrics": lambda m, loss, p: {metric.name: metric.result() for metric in m.metrics},
        "losses": lambda m, loss, p: {"loss": loss, "double": m.tracker.result() * 2},
        "outputs": lambda m, loss, p: {"p": p, "n": {"inner": loss}},
        "reduced": lambda m, loss, p: {"l": D.get_replica_context().all_reduce("SUM", loss), "step": m.optimizer.iterations},
    }
    x = np.arange(8.0).reshape(8, 1)
    for name, gives in kinds.items():
        for reduction in ("auto", "first", None) if name == "losses" else ("auto",):
            with strategy.scope():
                inputs = tf.keras.Input((1,))
                model = Model(inputs, tf.keras.layers.Dense(1, kernel_initializer="ones")(inputs))
                model.tracker, model.error = tf.keras.metrics.Mean(name="t"), tf.keras.metrics.MeanAbsoluteError(name="e")
                model.gives = lambda loss, p, model=model, gives=gives: gives(model, loss, p)
                model.distribute_reduction_method = reduction
                model.compile("sgd")
            history = model.fit(x, 0 * x, batch_size=4, verbose=0, shuffle=False).history
            print(name, reduction, history, model.evaluate(x, 0 * x, batch_size=4, verbose=0, return_dict=True))
    model.distribute_reduction_method = "mean"
    model.compile("sgd")
    try:
        model.fit(x, 0 * x, batch_size=4, verbose=0)
    except ValueError as error:
        print(str(error).rstrip().rpartition("\n")[2])


def case_results_of_assignments_between_replicas():
    rows, summed = (variable(kind, [[1.0], [2.0]]) for kind in ("NONE", "SUM"))
    number, made = variable("MEAN"), []
    with strategy.scope():
        for change in (number.assign, number.assign_add, number.assign_sub):
            result = change(2.0)
            made += [type(result).__name__, result, result.numpy(), tf.convert_to_tensor(result), result + 1.0, 3.0 - result, -result]
        for name in ("scatter_add", "scatter_update", "scatter_max"):
            result = getattr(rows, name)(tf.IndexedSlices([[5.0]], [1]))
            made += [type(result).__name__, result, result[1].numpy(), result @ [[2.0]], result > 3.0, result.shape]
            try:
                made.append(getattr(summed, name)(tf.IndexedSlices([[5.0]], [1])))
            except NotImplementedError as error:
                made.append(str(error))
    result = number.assign(7.0)
    return repr([*made, result * 2.0, 2.0**result, number.numpy(), rows[1].numpy(), rows._primary.name.split(":")[0]])
