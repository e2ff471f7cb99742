"""Programs in the style of tutorials for TensorFlow 1: columns of every kind, hooks, queues, partitions, summaries, layers, metrics."""

import glob
import os
import re
import tempfile

import numpy as np

v1, est, fc = tf.compat.v1, tf.estimator, tf.feature_column
R = np.random.RandomState(3)
AGE, HOURS = R.randint(18, 80, 40).astype(np.float32), R.randint(10, 60, 40).astype(np.float32)
JOB = np.array(["clerk", "nurse", "pilot", "cook", "judge"] * 8)
TOWN = np.array(["a", "b", "c", "d"] * 10)
LABEL = (AGE + HOURS > 80).astype(np.int32)


def shown(value, digits=3):
    value = np.asarray(value)
    return (np.round(value.astype(np.float64), digits) + 0.0).tolist() if value.dtype.kind == "f" else value.tolist()


def graph(function):
    """`function` called with a session, in a graph of its own."""

    def run():
        with tf.Graph().as_default(), v1.Session() as session:
            v1.set_random_seed(7)
            R.seed(7)  # whichever cases ran before
            return function(session)

    return run


def features(words=JOB):
    return {"age": AGE, "hours": HOURS, "job": words, "town": TOWN}


def batches(epochs=None, size=8):
    return tf.data.Dataset.from_tensor_slices((features(), LABEL)).repeat(epochs).batch(size)


def census_columns(folder):
    with open(os.path.join(folder, "towns.txt"), "w") as file:
        file.write("a\nb\nc\n")
    age = fc.numeric_column("age", normalizer_fn=lambda x: (x - 40.0) / 20.0)
    buckets = fc.bucketized_column(fc.numeric_column("age"), [25, 40, 60])
    job = fc.categorical_column_with_vocabulary_list("job", ["clerk", "nurse", "pilot", "cook"], num_oov_buckets=1)
    town = fc.categorical_column_with_vocabulary_file("town", os.path.join(folder, "towns.txt"), 3, default_value=0)
    hashed = fc.categorical_column_with_hash_bucket("job", 10)
    crossed = fc.crossed_column([buckets, "town"], 20)
    return age, buckets, job, town, hashed, crossed


def case_wide_and_deep():
    with tempfile.TemporaryDirectory() as folder:
        age, buckets, job, town, hashed, crossed = census_columns(folder)
        start = v1.constant_initializer(0.1)
        model = est.DNNLinearCombinedClassifier(
            model_dir=os.path.join(folder, "model"),
            linear_feature_columns=[buckets, job, town, crossed],
            dnn_feature_columns=[age, fc.indicator_column(job), fc.embedding_column(hashed, 3, initializer=start), fc.embedding_column(town, 2, initializer=start, combiner="sqrtn")],
            dnn_hidden_units=[4, 3],
            dnn_optimizer=tf.keras.optimizers.legacy.Adam(0.01),
            config=est.RunConfig(tf_random_seed=5, save_summary_steps=2),
        )
        model.train(batches, steps=6)
        print([(n, model.get_variable_value(n).shape) for n in sorted(model.get_variable_names())])
        return {k: round(float(v), 3) for k, v in sorted(model.evaluate(lambda: batches(1)).items())}


def case_shared_and_weighted_columns():
    with tempfile.TemporaryDirectory() as folder:
        one, two = (fc.categorical_column_with_vocabulary_list(k, ["a", "b", "c", "d"]) for k in ("first", "second"))
        with tf.Graph().as_default():
            shared = v1.feature_column.shared_embedding_columns([one, two], 2, initializer=v1.constant_initializer(0.2))
        ids = fc.categorical_column_with_identity("id", 5, default_value=0)
        weighted = fc.weighted_categorical_column(ids, "weight")
        data = {"first": TOWN, "second": TOWN[::-1].copy(), "id": np.arange(40) % 7, "weight": np.random.RandomState(3).rand(40).astype(np.float32)}

        def given(epochs=None):
            return tf.data.Dataset.from_tensor_slices((data, AGE / 50)).repeat(epochs).batch(10)

        model = v1.estimator.DNNRegressor([3], [*shared, fc.indicator_column(ids)], os.path.join(folder, "d"), config=est.RunConfig(tf_random_seed=5))
        model.train(given, steps=5)
        print(sorted(n for n in model.get_variable_names() if "Adagrad" not in n))
        print({k: round(float(v), 3) for k, v in sorted(model.evaluate(lambda: given(1)).items())})
        line = v1.estimator.LinearRegressor([weighted, one], os.path.join(folder, "l"), config=est.RunConfig(tf_random_seed=5))
        line.train(given, steps=5)
        return shown(line.get_variable_value("linear/linear_model/id_weighted_by_weight/weights"))


class Recorder(v1.train.SessionRunHook):
    def __init__(self, names):
        self.names, self.seen = names, []

    def begin(self):
        self.seen.append("begin")

    def after_create_session(self, session, coord):
        self.seen.append("created")

    def before_run(self, context):
        return v1.train.SessionRunArgs({n: context.session.graph.get_tensor_by_name(n) for n in self.names})

    def after_run(self, context, values):
        self.seen.append({k: shown(v) for k, v in values.results.items()})

    def end(self, session):
        self.seen.append("end")


def own_model(features, labels, mode, params):
    net = v1.feature_column.input_layer(features, params["columns"])
    for i, units in enumerate(params["units"]):
        net = v1.layers.dense(net, units, tf.nn.relu, kernel_initializer=v1.constant_initializer(0.3), name=f"h{i}")
    logits = v1.layers.dense(net, 2, kernel_initializer=v1.truncated_normal_initializer(stddev=0.1, seed=1), name="logits")
    classes = tf.argmax(logits, 1, name="classes")
    if mode == est.ModeKeys.PREDICT:
        return est.EstimatorSpec(mode, {"class": classes, "p": tf.nn.softmax(logits)})
    loss = v1.losses.sparse_softmax_cross_entropy(labels, logits)
    accuracy = v1.metrics.accuracy(labels, classes, name="acc_op")
    v1.summary.scalar("accuracy", accuracy[1])
    if mode == est.ModeKeys.EVAL:
        return est.EstimatorSpec(mode, loss=loss, eval_metric_ops={"accuracy": accuracy, "auc": v1.metrics.auc(labels, tf.nn.softmax(logits)[:, 1])})
    rate = v1.train.exponential_decay(0.1, v1.train.get_global_step(), 2, 0.9, staircase=True)
    rate = tf.identity(rate, "rate")
    optimizer = v1.train.AdagradOptimizer(rate)
    gradients, variables = zip(*optimizer.compute_gradients(loss))
    gradients, norm = tf.clip_by_global_norm(gradients, 1.0)
    tf.identity(norm, "norm")
    step = optimizer.apply_gradients(zip(gradients, variables), v1.train.get_global_step())
    return est.EstimatorSpec(mode, loss=loss, train_op=step)


def case_own_model_with_hooks():
    with tempfile.TemporaryDirectory() as folder:
        params = {"columns": [fc.numeric_column("age"), fc.numeric_column("hours")], "units": [4, 3]}
        config = est.RunConfig(tf_random_seed=2, save_checkpoints_steps=2, keep_checkpoint_max=2, log_step_count_steps=2)
        model = est.Estimator(own_model, os.path.join(folder, "m"), config, params)
        recorder = Recorder(["rate:0", "norm:0"])
        model.train(lambda: batches(), [recorder, est.LoggingTensorHook({"r": "rate"}, every_n_iter=3, formatter=lambda t: f"rate {t['r']:.3f}")], steps=5)
        print(recorder.seen)
        print(sorted(set(re.findall(r"model\.ckpt-\d+", " ".join(os.listdir(os.path.join(folder, "m")))))), model.latest_checkpoint().replace(folder, "DIR"))
        print({k: round(float(v), 3) for k, v in sorted(model.evaluate(lambda: batches(1), steps=3).items())})
        print([(int(p["class"]), shown(p["p"])) for p, _ in zip(model.predict(lambda: batches(1)), range(3))])
        warm = est.WarmStartSettings(os.path.join(folder, "m"), vars_to_warm_start="h.*|logits")
        other = est.Estimator(own_model, os.path.join(folder, "n"), est.RunConfig(tf_random_seed=2), params, warm)
        other.train(lambda: batches(), steps=1)
        return shown(other.get_variable_value("h0/kernel"))


@graph
def case_partitions_saved_and_restored(session):
    with tempfile.TemporaryDirectory() as folder:
        with v1.variable_scope("net", partitioner=v1.fixed_size_partitioner(3)):
            w = v1.get_variable("w", [7, 2], initializer=v1.random_uniform_initializer(seed=1))
        b = v1.get_variable("b", [2], initializer=v1.ones_initializer())
        session.run(v1.global_variables_initializer())
        path = v1.train.Saver().save(session, os.path.join(folder, "m"))
        print([v.name for v in v1.global_variables()], tf.train.list_variables(path))
        want = session.run(tf.identity(w))
        with tf.Graph().as_default(), v1.Session() as other:
            with v1.variable_scope("net", partitioner=v1.fixed_size_partitioner(2)):
                again = v1.get_variable("w", [7, 2], initializer=v1.zeros_initializer())
            v1.train.init_from_checkpoint(path, {"net/w": "net/w"})
            other.run(v1.global_variables_initializer())
            print([v.name for v in v1.global_variables()], [v.shape.as_list() for v in again], np.array_equal(want, other.run(tf.identity(again))))
        with tf.Graph().as_default(), v1.Session() as other:
            with v1.variable_scope("new", partitioner=v1.fixed_size_partitioner(2)):
                again = v1.get_variable("w", [7, 2], initializer=v1.zeros_initializer())
            v1.train.warm_start(path, var_name_to_prev_var_name={"new/w": "net/w"})
            other.run(v1.global_variables_initializer())
            print(np.array_equal(want, other.run(tf.identity(again))), sorted({op.type for op in again._get_variable_list()[0].graph.get_operations()} & {"RestoreV2"}))
        with tf.Graph().as_default():
            with v1.variable_scope("net"):
                v1.get_variable("w", [6, 2])
            for given in ({"net/w": "net/w"}, {"net/w": "q"}, {"net/": "net/w/"}, [("other/", "net/")]):
                try:
                    print(v1.train.init_from_checkpoint(path, given))
                except Exception as e:
                    print(type(e).__name__, str(e).replace(path, "PATH"))
    return b.op.type


def case_monitored_training():
    with tempfile.TemporaryDirectory() as folder:
        for last in (4, 7):
            with tf.Graph().as_default():
                v1.set_random_seed(1)
                step = v1.train.get_or_create_global_step()
                x = v1.get_variable("x", initializer=5.0)
                loss = tf.square(x - 1.0, name="loss")
                v1.summary.scalar("loss", loss)
                train = v1.train.MomentumOptimizer(0.1, 0.5).minimize(loss, step)
                hooks = [v1.train.StopAtStepHook(last_step=last), v1.train.NanTensorHook(loss), v1.train.LoggingTensorHook(["loss:0", step], every_n_iter=2)]
                with v1.train.MonitoredTrainingSession(checkpoint_dir=folder, hooks=hooks, save_checkpoint_steps=3, save_summaries_steps=1, log_step_count_steps=2) as s:
                    while not s.should_stop():
                        _, _, value = s.run([train, step, loss])
                        print(round(float(value), 3), end=" ")
                print()
        state = tf.train.get_checkpoint_state(folder)
        print([os.path.basename(p) for p in state.all_model_checkpoint_paths])
        events = [e for p in sorted(glob.glob(os.path.join(folder, "events*"))) for e in v1.train.summary_iterator(p)]
        print(sorted({(e.step, v.tag) for e in events for v in e.summary.value if "sec" not in v.tag}))


def case_nan_is_noticed():
    with tf.Graph().as_default():
        step = v1.train.get_or_create_global_step()
        x = v1.get_variable("x", initializer=1.0)
        loss = tf.math.log(x - 1.0 - v1.to_float(step), name="loss")
        with tf.control_dependencies([loss]):
            add = step.assign_add(1)
        for fail in (False, True):
            with v1.train.SingularMonitoredSession([v1.train.NanTensorHook(loss, fail), v1.train.StopAtStepHook(5)]) as s:
                while not s.should_stop():
                    print(shown(s.run([add, loss])))


@graph
def case_queue_of_records(session):
    with tempfile.TemporaryDirectory() as folder:
        names = []
        for i in range(2):
            names.append(os.path.join(folder, f"{i}.csv"))
            with open(names[-1], "w") as file:
                file.writelines(f"{i * 3 + j},{j / 2},w{j}\n" for j in range(3))
        queue = v1.train.string_input_producer(names, num_epochs=2, shuffle=False)
        key, line = v1.TextLineReader().read(queue)
        a, b, c = v1.decode_csv(line, [[0], [0.0], [""]])
        batch = v1.train.batch([a, b, c, key], 4, allow_smaller_final_batch=True)
        session.run([v1.local_variables_initializer(), v1.global_variables_initializer()])
        coord = v1.train.Coordinator()
        threads = v1.train.start_queue_runners(session, coord)
        try:
            while not coord.should_stop():
                found = session.run(batch)
                print([shown(x) for x in found[:3]], [os.path.basename(k.decode()) for k in found[3]])
        except tf.errors.OutOfRangeError as e:
            print(type(e).__name__, re.sub(r"_\d+_", "_N_", e.message.split("\n")[0]))
        finally:
            coord.request_stop()
        coord.join(threads)
        return [qr.name for qr in v1.get_collection(v1.GraphKeys.QUEUE_RUNNERS)]


@graph
def case_slices_and_shuffled_batches(session):
    x, y = tf.constant(np.arange(12, dtype=np.float32).reshape(6, 2)), tf.constant(np.arange(6))
    one = v1.train.slice_input_producer([x, y], num_epochs=1, shuffle=False)
    xs, ys = v1.train.shuffle_batch(one, 3, capacity=10, min_after_dequeue=3, allow_smaller_final_batch=True)
    print(xs.shape, ys.shape)
    session.run(v1.local_variables_initializer())
    coord = v1.train.Coordinator()
    threads = v1.train.start_queue_runners(session, coord)
    found = []
    with coord.stop_on_exception():
        while not coord.should_stop():
            a, b = session.run([xs, ys])
            found += zip(a[:, 0].tolist(), b.tolist())
    coord.join(threads)
    return sorted(found)


@graph
def case_summaries(session):
    with tempfile.TemporaryDirectory() as folder:
        x = v1.placeholder(tf.float32, [None, 3], "x")
        with tf.name_scope("layer one"[:5]):
            v1.summary.scalar("mean", tf.reduce_mean(x))
            v1.summary.histogram("values", x)
        v1.summary.text("note", tf.constant("hello"))
        v1.summary.tensor_summary("raw", x, collections=["mine"])
        v1.summary.image("im", tf.zeros([2, 4, 4, 1]), max_outputs=1)
        merged = v1.summary.merge_all()
        print([op.name for op in session.graph.get_operations() if "ummary" in op.type], merged.name)
        writer = v1.summary.FileWriter(folder, session.graph)
        for i in range(2):
            writer.add_summary(session.run(merged, {x: np.full((2, 3), i)}), i)
        run, metadata = v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), v1.RunMetadata()
        session.run(merged, {x: np.zeros((1, 3))}, run, metadata)
        writer.add_run_metadata(metadata, "step 2", 2)
        writer.add_session_log(v1.SessionLog(status=v1.SessionLog.START), 3)
        writer.close()
        (path,) = glob.glob(os.path.join(folder, "*"))
        for e in v1.train.summary_iterator(path):
            print(e.step, e.WhichOneof("what"), [(v.tag, v.WhichOneof("value"), round(v.simple_value, 3), v.metadata.plugin_data.plugin_name) for v in e.summary.value])


@graph
def case_convolutions_in_layers(session):
    images = tf.constant(np.random.RandomState(4).rand(4, 8, 8, 1).astype(np.float32))
    start, training = v1.constant_initializer(0.1), v1.placeholder_with_default(False, [])
    with v1.variable_scope("net", initializer=start, regularizer=v1.keras.regularizers.l2(0.01)):
        net = v1.layers.conv2d(images, 3, 3, padding="same", activation=tf.nn.relu, name="conv")
        net = v1.layers.batch_normalization(net, training=training, momentum=0.9, name="bn")
        net = v1.layers.max_pooling2d(net, 2, 2)
        net = v1.layers.separable_conv2d(net, 2, 3, depth_multiplier=2, name="sep")
        net = v1.layers.dropout(v1.layers.flatten(net), 0.5, training=training)
        logits = v1.layers.dense(net, 3, name="out")
    with v1.variable_scope("net", reuse=True):
        print(v1.get_variable("out/kernel").name, v1.layers.dense(net, 3, name="out").shape)
    loss = v1.losses.softmax_cross_entropy(tf.one_hot([0, 1, 2, 0], 3), logits, label_smoothing=0.1) + v1.losses.get_regularization_loss()
    with tf.control_dependencies(v1.get_collection(v1.GraphKeys.UPDATE_OPS)):
        train = v1.train.RMSPropOptimizer(0.01, momentum=0.5, centered=True).minimize(loss)
    print([v.name for v in v1.global_variables()])
    print([t.name for t in v1.get_collection(v1.GraphKeys.REGULARIZATION_LOSSES)], len(v1.get_collection(v1.GraphKeys.UPDATE_OPS)))
    session.run(v1.global_variables_initializer())
    for _ in range(3):
        session.run(train)
    return shown(session.run([loss, v1.get_default_graph().get_tensor_by_name("net/bn/moving_mean:0")][0])), shown(session.run(logits))


@graph
def case_metrics(session):
    labels, guesses = v1.placeholder(tf.int64, [None]), v1.placeholder(tf.float32, [None])
    hard = v1.to_int64(guesses > 0.5)
    kinds = {
        "accuracy": v1.metrics.accuracy(labels, hard), "precision": v1.metrics.precision(labels, hard), "recall": v1.metrics.recall(labels, hard),
        "auc": v1.metrics.auc(labels, guesses, num_thresholds=50), "pr": v1.metrics.auc(labels, guesses, curve="PR", summation_method="careful_interpolation"),
        "mean": v1.metrics.mean(guesses, weights=labels), "rmse": v1.metrics.root_mean_squared_error(v1.to_float(labels), guesses), "iou": v1.metrics.mean_iou(labels, hard, 2),
        "fn": v1.metrics.false_negatives(labels, hard), "at": v1.metrics.sensitivity_at_specificity(labels, guesses, 0.5),
        "class": v1.metrics.mean_per_class_accuracy(labels, hard, 2), "cos": v1.metrics.mean_cosine_distance(tf.reshape(guesses, [1, -1]), tf.reshape(v1.to_float(labels), [1, -1]), 1),
    }
    values, updates = {k: v[0] for k, v in kinds.items()}, {k: v[1] for k, v in kinds.items()}
    session.run(v1.local_variables_initializer())
    for i in range(3):
        session.run(updates, {labels: [0, 1, 1, i % 2], guesses: [0.1 * i, 0.9, 0.4, 0.3 * i]})
    print([v.name for v in v1.local_variables()][:12], len(v1.get_collection(v1.GraphKeys.METRIC_VARIABLES)))
    return {k: round(float(v), 4) for k, v in session.run(values).items()}


@graph
def case_staging_and_queues(session):
    x = v1.placeholder(tf.float32, [2])
    stage = tf.raw_ops.Stage(values=[x], capacity=2, shared_name="stage")
    get = tf.raw_ops.Unstage(dtypes=[tf.float32], capacity=2, shared_name="stage")
    for i in range(2):
        session.run(stage, {x: [i, i + 0.5]})
    print([shown(session.run(get)[0]) for _ in range(2)])
    queue = v1.FIFOQueue(3, [tf.int32, tf.string], shapes=[[], []], names=["n", "s"])
    n = v1.placeholder(tf.int32, [])
    put, take, size, close = queue.enqueue({"n": n, "s": tf.as_string(n)}), queue.dequeue(), queue.size(), queue.close()
    for i in range(3):
        session.run(put, {n: i})
    print(int(session.run(size)), {k: shown(v) for k, v in session.run(take).items()}, {k: shown(v) for k, v in session.run(queue.dequeue_many(2)).items()})
    session.run(close)
    for op in (take, put):
        try:
            session.run(op, {n: 1})
        except tf.errors.OpError as e:
            print(type(e).__name__, re.sub(r"_\d+_", "_N_", e.message.split("\n")[0]))
    return queue.name, queue.names


@graph
def case_assignments_in_order(session):
    v = v1.get_variable("v", initializer=1.0, use_resource=True)
    before = v.read_value()
    with tf.control_dependencies([before]):
        add = v1.assign_add(v, 2.0)
    with tf.control_dependencies([add]):
        after = v.read_value()
    many = tf.group(*[v1.assign_add(v, 1.0) for _ in range(5)])
    rows = v1.get_variable("rows", [4, 2], initializer=v1.zeros_initializer())
    scattered = v1.scatter_add(rows, [1, 1, 3], tf.ones([3, 2]))
    average = tf.train.ExponentialMovingAverage(0.9, num_updates=3)
    with tf.control_dependencies([many]):
        averaged = average.apply([v])
    session.run(v1.global_variables_initializer())
    print(shown(session.run([before, add, after])), session.run(many), shown(session.run(v)))
    print(session.run(scattered).tolist(), v1.count_up_to(v1.get_variable("c", initializer=0), 3).dtype)
    session.run(averaged)
    print(round(float(session.run(average.average(v))), 4), average.average_name(v), sorted(average.variables_to_restore()))
    for bad in (lambda: v1.assign(v, [1.0, 2.0]), lambda: v1.get_variable("v", [2])):
        try:
            bad()
        except Exception as e:
            print(type(e).__name__, str(e).split("\n")[0][:160])
    with v1.variable_scope("s", reuse=v1.AUTO_REUSE):
        return v1.get_variable("a", [1]) is v1.get_variable("a", [1])


@graph
def case_input_layers(session):
    data = {"x": tf.constant([[1.0, 2.0], [3.0, 4.0]]), "w": tf.sparse.from_dense([["a", "b"], ["c", ""]]), "n": tf.constant([3, 9])}
    words = fc.categorical_column_with_vocabulary_list("w", ["a", "b", "c"], dtype=tf.string)
    columns = [fc.numeric_column("x", 2), fc.indicator_column(words), fc.bucketized_column(fc.numeric_column("n"), [2, 5]),
               fc.embedding_column(words, 2, initializer=v1.ones_initializer(), combiner="sum", max_norm=1.0)]
    kept = {}
    net = v1.feature_column.input_layer(data, columns, cols_to_vars=kept)
    line = v1.feature_column.linear_model(data, [columns[0], words], units=2, cols_to_vars=kept)
    session.run([v1.global_variables_initializer(), v1.tables_initializer()])
    print(net.shape, [v.name for v in v1.global_variables()])
    print(sorted(getattr(k, "name", k) for k in kept))
    spec = fc.make_parse_example_spec(columns)
    print({k: spec[k] for k in sorted(spec)})
    return shown(session.run(net)), shown(session.run(line))


@graph
def case_recurrent_language_model(session):
    cell = v1.nn.rnn_cell.MultiRNNCell([v1.nn.rnn_cell.DropoutWrapper(v1.nn.rnn_cell.BasicLSTMCell(3, forget_bias=0.5), output_keep_prob=1.0) for _ in range(2)])
    with v1.variable_scope("model", initializer=v1.constant_initializer(0.1)):
        table = v1.get_variable("embedding", [5, 3])
        words = tf.constant([[0, 1, 2], [3, 4, 0]])
        inputs = tf.nn.embedding_lookup(table, words)
        state = cell.zero_state(2, tf.float32)
        outputs, last = v1.nn.dynamic_rnn(cell, inputs, [3, 2], initial_state=state)
        logits = tf.reshape(v1.layers.dense(outputs, 5), [-1, 5])
    loss = v1.nn.sampled_softmax_loss(tf.ones([5, 3]), tf.zeros([5]), tf.reshape(words, [-1, 1]), tf.reshape(outputs, [-1, 3]), 2, 5, seed=1)
    cost = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(tf.reshape(words, [-1]), logits))
    tvars = v1.trainable_variables()
    grads, _ = tf.clip_by_global_norm(tf.gradients(cost, tvars), 5)
    train = v1.train.GradientDescentOptimizer(0.5).apply_gradients(zip(grads, tvars))
    session.run(v1.global_variables_initializer())
    print([v.name for v in tvars], loss.shape)
    costs = []
    for _ in range(3):
        costs.append(session.run([train, cost])[1])
    return shown(costs), shown(session.run(last[0].h))
