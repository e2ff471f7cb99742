"""Optimizers, averages, learning rates and savers in graphs of TensorFlow 1."""

import os
import tempfile

import numpy as np

v1 = tf.compat.v1


def _why(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e).split("\n")[0]


def _plain(x):
    return np.round(np.asarray(x, np.float64), 5).tolist()


def case_arguments_of_minimize():
    with tf.Graph().as_default(), v1.Session() as s:
        w, v, u = (v1.get_variable(n, initializer=x) for n, x in (("w", [1.0, 2.0]), ("v", 3.0), ("u", 1.0)))
        loss = tf.reduce_sum(w * w) * v
        optimizer, step = v1.train.GradientDescentOptimizer(0.1), v1.train.get_or_create_global_step()
        pairs = optimizer.compute_gradients(loss, [w, v, u], gate_gradients=v1.train.Optimizer.GATE_GRAPH, colocate_gradients_with_ops=True,
                                            aggregation_method=v1.AggregationMethod.ADD_N, grad_loss=tf.constant(2.0))
        print([(g is None, x.name) for g, x in pairs])
        clipped = [(tf.clip_by_norm(g, 1.0), x) for g, x in pairs if g is not None]
        train = optimizer.apply_gradients(clipped, global_step=step, name="go")
        print(train.name, [o.name for o in v1.get_collection(v1.GraphKeys.TRAIN_OP)])
        for f in (lambda: optimizer.compute_gradients(loss, gate_gradients=9), lambda: optimizer.apply_gradients([]),
                  lambda: optimizer.apply_gradients([(None, u)]), lambda: v1.train.GradientDescentOptimizer(0.1, name="")):
            print(_why(f))
        print(_why(lambda: optimizer.minimize(loss, var_list=[u]))[0])
        s.run(v1.global_variables_initializer())
        s.run(train)
        print(_plain(s.run(w)), _plain(s.run(v)), int(s.run(step)))


def case_names_of_slots():
    with tf.Graph().as_default():
        step = v1.train.get_or_create_global_step()
        with v1.variable_scope("net"):
            w = v1.get_variable("w", [2])
            loss = tf.reduce_sum(w * w)
            rate = v1.train.exponential_decay(0.5, step, 2, 0.5, staircase=True)
            momentum = v1.train.MomentumOptimizer(rate, 0.9, use_nesterov=True)
            print(momentum.minimize(loss, var_list=[w], name="train").name, momentum.get_slot_names(), momentum.get_slot(w, "momentum").name)
            with tf.name_scope("inner"):
                print(v1.train.RMSPropOptimizer(0.1, momentum=0.5, centered=True).minimize(loss).name)
        adam = v1.train.AdamOptimizer()
        adam.minimize(loss, step)
        print([x.name for x in adam.variables()], adam.get_slot(w, "m").name, adam.get_slot(step, "m"), adam.get_name())
        print([x.name for x in v1.global_variables()])


def _rows(make):
    with tf.Graph().as_default(), v1.Session() as s:
        table = v1.get_variable("table", initializer=[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        ids = v1.placeholder(tf.int32, [None])
        loss = tf.reduce_sum(tf.square(tf.nn.embedding_lookup(table, ids)))
        optimizer = make()
        (g, _), = optimizer.compute_gradients(loss)
        train = optimizer.apply_gradients([(g, table)])
        s.run(v1.global_variables_initializer())
        for given in ([0, 2, 2], [0], [2, 0], [1]):
            s.run(train, {ids: given})
        return type(g).__name__, _plain(s.run(table))


def case_rows_of_tables():
    for make in (lambda: v1.train.GradientDescentOptimizer(0.1), lambda: v1.train.AdamOptimizer(0.1), lambda: v1.train.AdagradOptimizer(0.1),
                 lambda: v1.train.MomentumOptimizer(0.1, 0.9), lambda: v1.train.RMSPropOptimizer(0.1),
                 lambda: v1.train.FtrlOptimizer(0.1), lambda: v1.train.AdadeltaOptimizer(0.1),
                 lambda: v1.train.ProximalAdagradOptimizer(0.1), lambda: v1.train.ProximalGradientDescentOptimizer(0.1)):
        print(make().get_name(), _rows(make))


def case_tables_that_are_used_whole_too():
    with tf.Graph().as_default(), v1.Session() as s:
        table = v1.get_variable("table", initializer=[[1.0], [3.0], [5.0]])
        loss = tf.reduce_sum(tf.square(tf.gather(table, [0, 2]))) + tf.reduce_sum(table)
        train = v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
        s.run(v1.global_variables_initializer())
        s.run(train)
        s.run(train)
        return _plain(s.run(table))


def case_two_lookups_of_one_table():
    with tf.Graph().as_default(), v1.Session() as s:
        table = v1.get_variable("table", initializer=[[1.0], [3.0], [5.0], [7.0]])
        loss = tf.reduce_sum(tf.square(tf.gather(table, [0, 2]))) + tf.reduce_sum(tf.gather(table, [[2, 3]]))
        train = v1.train.FtrlOptimizer(0.1).minimize(loss)
        s.run(v1.global_variables_initializer())
        s.run(train)
        return _plain(s.run(table))


def case_moving_averages():
    for kwargs in ({}, {"num_updates": 5}, {"zero_debias": True}):
        with tf.Graph().as_default(), v1.Session() as s:
            w = v1.get_variable("w", initializer=[1.0, 5.0])
            t = w * 2.0
            average = v1.train.ExponentialMovingAverage(0.9, **kwargs)
            moves = [average.apply([w]), average.apply([t])]
            print(moves[0].name, average.average(w).name, average.average(t).name, average.average_name(t),
                  sorted(average.variables_to_restore()))
            print([x.name for x in v1.global_variables()], [x.name for x in v1.moving_average_variables()])
            s.run(v1.global_variables_initializer())
            s.run(w.assign([2.0, 2.0]))
            for _ in range(2):
                s.run(moves)
                print(_plain(s.run(average.average(w))), _plain(s.run(average.average(t))))
            print(_why(lambda: average.apply([tf.constant(1, name="one")])), average.average(tf.constant(1.0)))


def case_learning_rates():
    with tf.Graph().as_default(), v1.Session() as s:
        step = v1.placeholder(tf.int64, [])
        rates = [v1.train.exponential_decay(0.1, step, 10, 0.5), v1.train.exponential_decay(0.1, step, 10, 0.5, staircase=True),
                 v1.train.polynomial_decay(0.1, step, 20, 0.01, power=2.0, cycle=True), v1.train.natural_exp_decay(0.1, step, 10, 0.5),
                 v1.train.inverse_time_decay(0.1, step, 10, 0.5, staircase=True),
                 v1.train.cosine_decay_restarts(0.1, step, 5, t_mul=2.0, m_mul=0.5), v1.train.linear_cosine_decay(0.1, step, 20),
                 v1.train.exponential_decay(0.1, step, 10, 0.5, name="mine")]
        print([r.name for r in rates])
        rates += [v1.train.piecewise_constant(step, [5, 10], [1.0, 0.5, 0.1]), v1.train.cosine_decay(0.1, step, 20, alpha=0.1),
                  v1.train.noisy_linear_cosine_decay(0.1, step, 20, initial_variance=0.0)]
        for n in (0, 5, 7, 12, 25):
            print(_plain(s.run(rates, {step: n})))


def case_savers():
    folder = tempfile.mkdtemp()
    shown = lambda x: str(x).replace(folder, "FOLDER")  # noqa: E731
    with tf.Graph().as_default(), v1.Session() as s:
        w, v = v1.get_variable("w", initializer=[1.0, 5.0]), v1.get_variable("v", initializer=[[1.0, 2.0]])
        s.run(v1.global_variables_initializer())
        saver = v1.train.Saver(max_to_keep=2, sharded=True, restore_sequentially=True, pad_step_number=True)
        for i in range(4):
            path = saver.save(s, os.path.join(folder, "m"), global_step=i, write_meta_graph=False)
        print(list(map(shown, saver.last_checkpoints)), shown(path), shown(tf.train.latest_checkpoint(folder)))
        with open(os.path.join(folder, "checkpoint")) as file:
            print(shown(file.read()))
        for f in (lambda: v1.train.Saver([w, w]), lambda: saver.restore(s, os.path.join(folder, "none")), lambda: saver.restore(s, None),
                  lambda: saver.save(s, os.path.join(folder, "no", "such")), lambda: v1.train.Saver([]), lambda: saver.save(1, "x"),
                  lambda: v1.train.Saver([], allow_empty=True).save(s, os.path.join(folder, "e")),
                  lambda: saver.save(s, os.path.join(folder, "m"), latest_filename="a/b"),
                  lambda: v1.train.Saver([w], defer_build=True)):
            print(shown(_why(f)))
        print(_why(lambda: v1.train.Saver({"other": w}).restore(s, path))[0])
        os.makedirs(os.path.join(folder, "relative"))
        v1.train.Saver(save_relative_paths=True).save(s, os.path.join(folder, "relative", "model"))
        with open(os.path.join(folder, "relative", "checkpoint")) as file:
            print(file.read())
        reader = v1.train.NewCheckpointReader(path)
        print(sorted(reader.get_variable_to_shape_map().items()), reader.get_tensor("w"), reader.has_tensor("q"))
        keeping = v1.train.Saver(max_to_keep=1, keep_checkpoint_every_n_hours=0.0)
        for i in range(3):
            keeping.save(s, os.path.join(folder, "k"), global_step=i, write_meta_graph=False)
        print(sorted({f.split(".")[0] for f in os.listdir(folder) if f.startswith("k-")}), list(map(shown, keeping.last_checkpoints)))
    with tf.Graph().as_default(), v1.Session() as s:
        w, a = v1.get_variable("w", [5, 1]), v1.get_variable("a", [2])
        with v1.variable_scope("scope"):
            z = v1.get_variable("v", [1, 2])
        print(_why(lambda: v1.train.init_from_checkpoint(path, {"w": w})), _why(lambda: v1.train.init_from_checkpoint(path, {"q": a}))[0])
        v1.train.init_from_checkpoint(path, {"w": "a", "/": "scope/"})
        s.run(v1.global_variables_initializer())
        return _plain(s.run(a)), _plain(s.run(z))


def case_warm_start():
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default(), v1.Session() as s:
        v1.get_variable("w", initializer=[1.0, 2.0])
        v1.get_variable("b", initializer=5.0)
        s.run(v1.global_variables_initializer())
        v1.train.Saver().save(s, os.path.join(folder, "m"))
    for name, arguments in (("w", {}), ("w", {"vars_to_warm_start": "w"}), ("w", {"vars_to_warm_start": ["b"]}),
                            ("other", {"var_name_to_prev_var_name": {"other": "w"}}), ("other", {}),
                            ("w", {"vars_to_warm_start": 1}), ("w", {"var_name_to_prev_var_name": {"none": "w"}})):
        with tf.Graph().as_default(), v1.Session() as s:
            made = [v1.get_variable(name, [2], initializer=v1.zeros_initializer()), v1.get_variable("b", [], initializer=v1.zeros_initializer())]
            print(_why(lambda: v1.train.warm_start(folder, **arguments)) is None)  # noqa: B023 - called at once
            s.run(v1.global_variables_initializer())
            print([_plain(s.run(v)) for v in made])
    return v1.train.VocabInfo("new", 1, 0, "old"), v1.train.replica_device_setter()


_MADE = {
    "adam": lambda: v1.train.AdamOptimizer(0.01),
    "descent": lambda: v1.train.GradientDescentOptimizer(0.1),
    "momentum": lambda: v1.train.MomentumOptimizer(0.1, 0.9),
    "rmsprop": lambda: v1.train.RMSPropOptimizer(0.01),
    "adagrad": lambda: v1.train.AdagradOptimizer(0.1),
    "adadelta": lambda: v1.train.AdadeltaOptimizer(1.0),
    "ftrl": lambda: v1.train.FtrlOptimizer(0.1),
}


def case_in_functions():
    made = []
    for name, make in _MADE.items():
        v, steps, optimizer = tf.Variable([2.0, 3.0]), tf.Variable(0, dtype=tf.int64), make()

        @tf.function
        def step():
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(v * v)
            optimizer.apply_gradients(list(zip(tape.gradient(loss, [v]), [v])), global_step=steps)
            return loss

        @tf.function
        def again():
            optimizer.minimize(lambda: tf.reduce_sum(v * v), var_list=[v])

        made.append((name, _plain(step()), _plain(step()), again(), _plain(v), int(steps), len(optimizer.variables())))
    return made


def case_in_models_of_eager_mode():
    x = np.arange(12, dtype="float32").reshape(6, 2) / 10
    made = []
    for name, make in _MADE.items():
        for eagerly in (False, True):
            model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
            model.compile(make(), "mse", run_eagerly=eagerly)
            found = model.fit(x, x.sum(1, keepdims=True) + 1.0, epochs=2, batch_size=2, shuffle=False, verbose=0).history["loss"]
            made.append((name, _plain(found), _plain(model.get_weights()[0].ravel()), int(model.optimizer.iterations)))
    return made, type(model.optimizer).__name__


def case_as_optimizers_of_keras():
    optimizer, v = tf.keras.optimizers.get(v1.train.GradientDescentOptimizer(0.1)), tf.Variable(2.0)
    with tf.GradientTape() as tape:
        loss = v * v
    optimizer.minimize(loss, [v], tape=tape)
    made = [_plain(v), _why(lambda: optimizer.minimize(loss, [v])), isinstance(optimizer, tf.keras.optimizers.Optimizer)]
    optimizer.minimize(lambda: v * 3.0, [v])
    optimizer.apply_gradients([(tf.constant(1.0), v)])
    return made + [_plain(v), int(optimizer.iterations), _why(lambda: tf.keras.optimizers.get(3))]


def case_what_optimizers_refuse():
    train = tf.compat.v1.train
    tries = [
        lambda w: train.FtrlOptimizer(0.1, 0.5),
        lambda w: train.FtrlOptimizer(0.1, -0.5, -1.0),
        lambda w: train.FtrlOptimizer(0.1, l1_regularization_strength=-1.0),
        lambda w: train.GradientDescentOptimizer(0.1).compute_gradients(w * 2.0, [3]),
        lambda w: train.GradientDescentOptimizer(0.1).apply_gradients([({}, w)]),
        lambda w: train.GradientDescentOptimizer(0.1).apply_gradients([(None, w)]),
    ]
    made = []
    for attempt in tries:
        with tf.Graph().as_default():
            try:
                made.append(str(attempt(tf.compat.v1.get_variable("w", initializer=1.0))))
            except (TypeError, ValueError, AttributeError) as e:
                made.append(f"{type(e).__name__}: {e}")
    return made
