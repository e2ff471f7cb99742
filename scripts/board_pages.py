"""Writes logs for each page of TensorBoard into folders below its argument. Runs with TensorFlow, and as it is with tfshim."""

import os
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1


def _rng():
    return np.random.default_rng(0)


def _summaries(write):
    def page(root):
        rng = _rng()
        with tf.summary.create_file_writer(root).as_default():
            for step in range(3):
                write(rng, step)

    return page


def _scalars(rng, step):
    tf.summary.scalar("loss", 1 / (step + 1), step=step, description="how **wrong**")
    tf.summary.scalar("a/b", rng.random(), step=step)


def _images(rng, step):
    tf.summary.image("picture", rng.random((2, 16, 16, 3)).astype("float32"), step=step, description="noise")


def _audio(rng, step):
    wave = np.sin(np.arange(4000) / 8 * (step + 1)).astype("float32")
    tf.summary.audio("tone", np.stack([wave, wave / 2])[..., None], 8000, step=step, description="a *tone*")


def _distributions(rng, step):
    tf.summary.histogram("weights", rng.normal(step, 1, 500).astype("float32"), step=step, description="of a **layer**")
    tf.summary.histogram("ten", rng.normal(step, 1, 50), step=step, buckets=10)


def _text(rng, step):
    tf.summary.text("note", f"**bold** {step}", step=step)
    tf.summary.text("table", [["a", "b"], ["c", str(step)]], step=step, description="cells")


def graph_of_function(root):
    @tf.function
    def f(x):
        with tf.name_scope("inner"):
            y = tf.nn.relu(tf.matmul(x, x))
        return tf.reduce_sum(y) if tf.reduce_sum(x) > 0 else tf.reduce_mean(y)

    # Made before: TensorFlow shows each operation that the process runs eagerly for the first time as a graph of its own.
    x = tf.ones([3, 3])
    with tf.summary.create_file_writer(root).as_default():
        tf.summary.trace_on(graph=True)
        f(x)
        tf.summary.trace_export("f", step=0)


def _data(width=4):
    x = _rng().random((64, width)).astype("float32")
    return x, (x.sum(1) > width / 2).astype("float32")


def graph_of_keras(root):
    for kind in ("sequential", "functional"):
        v1.keras.backend.clear_session()
        tf.keras.utils.set_random_seed(1)
        if kind == "sequential":
            model = tf.keras.Sequential(
                [
                    tf.keras.layers.Dense(8, activation="relu", input_shape=(4,), name="hidden"),
                    tf.keras.layers.Dropout(0.2),
                    tf.keras.layers.Dense(1, name="out"),
                ]
            )
        else:
            inputs = tf.keras.Input((4,), name="features")
            left = tf.keras.layers.Dense(3, activation="tanh", name="left")(inputs)
            right = tf.keras.layers.BatchNormalization(name="right")(inputs)
            joined = tf.keras.layers.Concatenate(name="joined")([left, right])
            model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, name="out")(joined))
        model.compile("adam", "mse", metrics=["mae"])
        board = tf.keras.callbacks.TensorBoard(os.path.join(root, kind), histogram_freq=1, write_images=True, update_freq=1)
        x, y = _data()
        model.fit(x, y, epochs=2, batch_size=32, shuffle=False, verbose=0, callbacks=[board], validation_data=(x[:8], y[:8]))


def steps_of_training(root):
    """What a model records by itself while it is trained, and rates of optimizers of both kinds."""

    class Recording(tf.keras.Model):
        def __init__(self):
            super().__init__(name="recording")
            self.dense = tf.keras.layers.Dense(1, name="dense", kernel_initializer="ones")

        def call(self, x):
            tf.summary.scalar("mean", tf.reduce_mean(x))
            return self.dense(x)

        def train_step(self, data):
            logs = super().train_step(data)
            tf.summary.scalar("loss", logs["loss"], step=self._train_counter)
            return logs

    schedule = tf.keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.9)
    for name, optimizer, update_freq in (
        ("batch", "sgd", "batch"),
        ("second", tf.keras.optimizers.SGD(schedule), 2),
        ("legacy", tf.keras.optimizers.legacy.SGD(schedule), "epoch"),
    ):
        model = Recording()
        model.compile(optimizer, "mse")
        board = tf.keras.callbacks.TensorBoard(os.path.join(root, name), update_freq=update_freq)
        x, y = _data()
        model.fit(x, y, epochs=2, batch_size=16, shuffle=False, verbose=0, callbacks=[board], validation_data=(x[:8], y[:8]))


def graph_of_session(root):
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [None, 3], name="x")
        with v1.variable_scope("layer"):
            w = v1.get_variable("w", [3, 2], initializer=v1.zeros_initializer())
            b = v1.get_variable("b", [2], initializer=v1.zeros_initializer())
            y = tf.nn.relu(tf.matmul(x, w) + b, name="y")
        with tf.name_scope("loss"):
            loss = tf.reduce_mean(tf.square(y - 1.0))
        v1.summary.scalar("loss", loss)
        v1.summary.histogram("w", w)
        v1.summary.image("picture", tf.reshape(y, [1, -1, 2, 1]))
        v1.summary.audio("sound", tf.clip_by_value(y, -1.0, 1.0), 8000)
        v1.summary.text("words", tf.constant(["one", "two"]))
        v1.summary.tensor_summary("whole", y)
        train = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
        merged = v1.summary.merge_all()
        with v1.Session() as session:
            writer = v1.summary.FileWriter(root, session.graph)
            session.run(v1.global_variables_initializer())
            for step in range(3):
                metadata = v1.RunMetadata()
                made, _ = session.run(
                    [merged, train],
                    {x: np.ones([2, 3], "float32")},
                    options=v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE),
                    run_metadata=metadata,
                )
                writer.add_summary(made, step)
                writer.add_run_metadata(metadata, f"step{step}", step)
            writer.close()


def graph_of_training(root):
    """Traced functions with a tape, loops and calls, as `tf.summary.graph` writes them."""
    v = tf.Variable(tf.ones([3, 3]), name="v")

    @tf.function
    def step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sigmoid(tf.matmul(x, v)))
        v.assign_sub(0.1 * tape.gradient(loss, v))
        return loss

    @tf.function
    def read_and_changed(x):
        with tf.GradientTape():
            made = v * x
            v.assign_add(x)
        return made

    @tf.function
    def turns(x):
        for _ in tf.range(3):
            tf.autograph.experimental.set_loop_options(parallel_iterations=7, maximum_iterations=2)
            x = x * 2.0
        return tf.while_loop(lambda i, y: i < 3, lambda i, y: [i + 1, y * 2.0], [0, x], maximum_iterations=5, parallel_iterations=4)

    for function in (step, read_and_changed, turns):
        with tf.summary.create_file_writer(os.path.join(root, function.python_function.__name__)).as_default():
            tf.summary.graph(function.get_concrete_function(tf.ones([3, 3])).graph)


def graph_of_optimizers(root):
    """Training in sessions, with the optimizers of TensorFlow 1."""
    kinds = {
        "gradient_descent": lambda: v1.train.GradientDescentOptimizer(0.1),
        "proximal": lambda: v1.train.ProximalGradientDescentOptimizer(0.1, l1_regularization_strength=0.5),
        "momentum": lambda: v1.train.MomentumOptimizer(0.1, 0.9, use_nesterov=True),
        "adam": lambda: v1.train.AdamOptimizer(0.1),
        "rmsprop": lambda: v1.train.RMSPropOptimizer(0.1),
        "centered": lambda: v1.train.RMSPropOptimizer(0.1, centered=True),
        "adagrad": lambda: v1.train.AdagradOptimizer(0.1),
        "adadelta": lambda: v1.train.AdadeltaOptimizer(0.1),
    }
    for name, optimizer in kinds.items():
        with tf.Graph().as_default() as graph:
            x = v1.placeholder(tf.float32, [None, 3], name="x")
            with v1.variable_scope("layer"):
                w = v1.get_variable("w", [3, 2], initializer=v1.zeros_initializer())
                b = v1.get_variable("b", [2], initializer=v1.zeros_initializer())
            loss = tf.reduce_mean(tf.square(tf.nn.relu(tf.nn.bias_add(tf.matmul(x, w), b))), name="loss")
            optimizer().minimize(loss, v1.train.get_or_create_global_step())
            v1.summary.FileWriter(os.path.join(root, name), graph).close()


def hparams(root):
    from tensorboard.plugins.hparams import api as hp

    rate = hp.HParam("rate", hp.RealInterval(0.01, 0.1), display_name="learning rate", description="of SGD")
    units = hp.HParam("units", hp.Discrete([4, 8]))
    act = hp.HParam("activation", hp.Discrete(["relu", "tanh"]))
    flag = hp.HParam("bias", hp.Discrete([True, False]))
    with tf.summary.create_file_writer(root).as_default():
        hp.hparams_config(
            hparams=[rate, units, act, flag],
            metrics=[hp.Metric("accuracy", display_name="Accuracy"), hp.Metric("epoch_loss", group="validation", description="d")],
            time_created_secs=1.0,
        )
    for number, values in enumerate([{rate: 0.01, units: 4, act: "relu", flag: True}, {rate: 0.1, units: 8, act: "tanh", flag: False}]):
        with tf.summary.create_file_writer(os.path.join(root, f"run{number}")).as_default():
            hp.hparams(values, trial_id=f"trial{number}", start_time_secs=2.0)
            tf.summary.scalar("accuracy", 0.5 + number / 4, step=1)
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(4,))])
    model.compile("sgd", "mse")
    x, y = _data()
    folder = os.path.join(root, "fit")
    callbacks = [tf.keras.callbacks.TensorBoard(folder), hp.KerasCallback(folder, {rate: 0.05, units: 4}, trial_id="fit")]
    model.fit(x, y, epochs=2, batch_size=32, shuffle=False, verbose=0, callbacks=callbacks, validation_data=(x[:8], y[:8]))


def pr_curves(root):
    from tensorboard.plugins.pr_curve import summary

    rng = _rng()
    labels, predictions = rng.integers(0, 2, 100).astype(bool), rng.random(100).astype("float32")
    writer = tf.summary.create_file_writer(os.path.join(root, "pb"))
    with writer.as_default():
        for step in range(3):
            made = summary.pb("curve", labels, predictions**step, num_thresholds=11, weights=None, display_name="shown", description="d")
            tf.summary.experimental.write_raw_pb(made.SerializeToString(), step=step)
        made = summary.raw_data_pb("raw", [5, 3], [4, 1], [1, 4], [0, 2], [0.5, 0.4], [1.0, 0.6], num_thresholds=2)
        tf.summary.experimental.write_raw_pb(made.SerializeToString(), step=0)
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [100])
        summary.op("graph", tf.constant(labels), x, num_thresholds=11, weights=tf.constant(rng.random(100).astype("float32")))
        summary.streaming_op("stream", tf.constant(labels), x, num_thresholds=5)
        merged = v1.summary.merge_all()
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
            writer = v1.summary.FileWriter(os.path.join(root, "op"))
            for step in range(3):
                writer.add_summary(session.run(merged, {x: predictions**step}), step)
            writer.close()


def custom_scalars(root):
    from tensorboard.plugins.custom_scalar import layout_pb2, summary

    layout = layout_pb2.Layout(
        category=[
            layout_pb2.Category(
                title="losses",
                chart=[
                    layout_pb2.Chart(title="all", multiline=layout_pb2.MultilineChartContent(tag=[r"loss.*"])),
                    layout_pb2.Chart(
                        title="margin",
                        margin=layout_pb2.MarginChartContent(
                            series=[layout_pb2.MarginChartContent.Series(value="loss/mid", lower="loss/low", upper="loss/high")]
                        ),
                    ),
                ],
            )
        ]
    )
    with tf.summary.create_file_writer(root).as_default():
        tf.summary.experimental.write_raw_pb(summary.pb(layout).SerializeToString(), step=0)
        for step in range(5):
            for name, value in (("low", step - 1.0), ("mid", float(step)), ("high", step + 2.0)):
                tf.summary.scalar(f"loss/{name}", value, step=step)
    with tf.Graph().as_default(), v1.Session() as session:
        writer = v1.summary.FileWriter(os.path.join(root, "op"))
        writer.add_summary(session.run(summary.op(layout)), 0)
        writer.close()


def mesh(root):
    from tensorboard.plugins.mesh import summary, summary_v2

    rng = _rng()
    points = rng.random((1, 20, 3)).astype("float32")
    colors = rng.integers(0, 255, (1, 20, 3))
    faces = rng.integers(0, 20, (1, 8, 3))
    config = {"camera": {"cls": "PerspectiveCamera", "fov": 75}, "lights": [{"cls": "AmbientLight", "color": "#ffffff"}]}
    with tf.summary.create_file_writer(os.path.join(root, "v2")).as_default():
        for step in range(2):
            summary_v2.mesh("cloud", vertices=points + step, colors=colors, step=step, description="points")
            summary_v2.mesh("surface", vertices=tf.constant(points), faces=faces, colors=tf.constant(colors), config_dict=config, step=step)
    with tf.Graph().as_default(), v1.Session() as session:
        op = summary.op("shape", vertices=tf.constant(points), faces=tf.constant(faces, tf.int32), colors=tf.constant(colors, tf.int32))
        writer = v1.summary.FileWriter(os.path.join(root, "op"))
        writer.add_summary(session.run(op), 0)
        writer.close()


def projector(root):
    from tensorboard.plugins import projector as plugin

    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential(
        [tf.keras.layers.Embedding(6, 3, input_length=2, name="words"), tf.keras.layers.Flatten(), tf.keras.layers.Dense(1)]
    )
    model.compile("sgd", "mse")
    folder = os.path.join(root, "keras")
    os.makedirs(folder)
    with open(os.path.join(folder, "words.tsv"), "w") as file:
        file.write("\n".join("abcdef"))
    board = tf.keras.callbacks.TensorBoard(folder, embeddings_freq=1, embeddings_metadata={"words": "words.tsv"})
    x = np.arange(12).reshape(6, 2) % 6
    model.layers[0].set_weights([_rng().random((6, 3))])
    model.fit(x, np.ones(6), epochs=1, shuffle=False, verbose=0, callbacks=[board])

    folder = os.path.join(root, "checkpoint")
    weights = tf.Variable(_rng().random((6, 3)).astype("float32"))
    tf.train.Checkpoint(embedding=weights).save(os.path.join(folder, "embedding.ckpt"))
    with open(os.path.join(folder, "metadata.tsv"), "w") as file:
        file.write("\n".join(["name\tkind", *(f"{c}\t{n % 2}" for n, c in enumerate("abcdef"))]))
    config = plugin.ProjectorConfig()
    config.embeddings.add(tensor_name="embedding/.ATTRIBUTES/VARIABLE_VALUE", metadata_path="metadata.tsv")
    plugin.visualize_embeddings(folder, config)

    folder = os.path.join(root, "session")
    with tf.Graph().as_default(), v1.Session() as session:
        v1.get_variable("vectors", initializer=_rng().random((5, 4)).astype("float32"))
        session.run(v1.global_variables_initializer())
        writer = v1.summary.FileWriter(folder, session.graph)
        config = plugin.ProjectorConfig()
        config.embeddings.add(tensor_name="vectors")
        plugin.visualize_embeddings(folder, config)
        v1.train.Saver().save(session, os.path.join(folder, "model.ckpt"), 1)
        writer.close()


def profile(root):
    """Steps of a training, in the callback, and steps that the program tells of itself."""
    x, y = _data()
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).map(lambda a, b: (a * 2.0, b)).batch(8).prefetch(2)
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(256, activation="relu", input_shape=(4,)), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    board = tf.keras.callbacks.TensorBoard(os.path.join(root, "fit"), profile_batch=(3, 6))
    model.fit(dataset, epochs=1, verbose=0, callbacks=[board])

    @tf.function
    def step(a):
        return tf.reduce_sum(tf.matmul(a, a))

    a = tf.random.normal([256, 256], seed=1)
    step(a)
    with tf.profiler.experimental.Profile(os.path.join(root, "own")):
        for number in range(4):
            with tf.profiler.experimental.Trace("train", step_num=number, _r=1):
                step(a)
                tf.nn.softmax(a)


def debugger(root):
    """An operation that gives NaN, a function that gives infinity, and a training."""
    tf.debugging.experimental.enable_dump_debug_info(root, tensor_debug_mode="FULL_HEALTH", circular_buffer_size=-1)
    tf.math.log(tf.constant([-1.0, 1.0]))

    @tf.function
    def divided(x, y):
        return tf.reduce_sum(x / y)

    divided(tf.ones([3]), tf.constant([1.0, 0.0, 2.0]))
    x, y = _data()
    tf.keras.utils.set_random_seed(1)
    model = tf.keras.Sequential([tf.keras.layers.Dense(4, activation="relu", input_shape=(4,)), tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(x, y, batch_size=32, epochs=2, shuffle=False, verbose=0)
    weights, optimizer = tf.Variable(tf.ones([4, 1])), tf.keras.optimizers.SGD(0.1)
    for _ in range(2):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(tf.constant(x), weights)))
        optimizer.apply_gradients([(tape.gradient(loss, weights), weights)])
    tf.debugging.experimental.disable_dump_debug_info()


PAGES = {
    "scalars": _summaries(_scalars),
    "images": _summaries(_images),
    "audio": _summaries(_audio),
    "distributions": _summaries(_distributions),
    "text": _summaries(_text),
    "graph_of_function": graph_of_function,
    "graph_of_keras": graph_of_keras,
    "steps_of_training": steps_of_training,
    "graph_of_session": graph_of_session,
    "graph_of_training": graph_of_training,
    "graph_of_optimizers": graph_of_optimizers,
    "hparams": hparams,
    "pr_curves": pr_curves,
    "custom_scalars": custom_scalars,
    "mesh": mesh,
    "projector": projector,
}
# What differs with every run, and so is looked at but not recorded.
TIMED = {"profile": profile, "debugger": debugger}


def main(root, *names):
    for name in names or PAGES:
        try:
            {**PAGES, **TIMED}[name](os.path.join(root, name))
        except Exception as error:  # the other pages are written none the less
            import traceback

            traceback.print_exc()
            print(f"{name}: {type(error).__name__}: {error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
