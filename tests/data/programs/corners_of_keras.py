"""Callbacks, optimizers, metrics and layers of Keras where few programs go, eagerly and in graphs of TensorFlow 1."""

import functools
import os
import tempfile
import warnings

import numpy as np

K, L = tf.keras, tf.keras.layers
B = tf.compat.v1.keras.backend
X = np.ones((4, 2), "float32")


def in_graph(case):
    @functools.wraps(case)
    def call():
        with tf.Graph().as_default(), tf.compat.v1.Session() as session:
            return case(session)

    return call


def _told(f):
    try:
        return repr(f())
    except Exception as error:
        return type(error).__name__


def case_callbacks_of_models_that_were_not_compiled():
    model = K.Sequential([L.Dense(1, input_shape=(2,))])
    callbacks = K.callbacks.CallbackList([K.callbacks.TensorBoard(tempfile.mkdtemp(), profile_batch=0)], model=model)
    callbacks.on_train_begin()
    callbacks.on_epoch_begin(0)
    callbacks.on_epoch_end(0, {"loss": 1.0})
    callbacks.on_train_end()
    return str([int(model._train_counter), int(model._test_counter)])


@in_graph
def case_profiles_of_batches_in_a_session(session):
    model = K.Sequential([L.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    folder = tempfile.mkdtemp()
    history = model.fit(X, X[:, :1], batch_size=1, verbose=0, callbacks=[tf.compat.v1.keras.callbacks.TensorBoard(folder)])
    return str([len(history.history["loss"]), bool(os.listdir(os.path.join(folder, "plugins", "profile")))])


@in_graph
def case_hyperparameters_that_are_tensors(session):
    kinds = K.optimizers.legacy
    made = []
    rate = tf.constant(0.4) * tf.constant(1.0)
    for optimizer in (
        kinds.SGD(rate, momentum=tf.constant(0.5)),
        kinds.Adam(rate, beta_1=tf.constant(0.8)),
        kinds.RMSprop(rate, rho=tf.constant(0.5)),
        kinds.Adagrad(rate),
        kinds.Adadelta(rate),
        kinds.Adamax(rate),
    ):
        v = tf.compat.v1.Variable([1.0, 2.0])
        rows = tf.compat.v1.Variable([[1.0], [2.0], [3.0]])
        sparse = tf.IndexedSlices(tf.constant([[0.5]]), tf.constant([1]), tf.constant([3, 1]))
        step = optimizer.apply_gradients([(tf.constant([0.1, 0.2]), v), (sparse, rows)])
        session.run(tf.compat.v1.global_variables_initializer())
        for _ in range(2):
            session.run(step)
        made.append([[float("%.4g" % x) for x in np.ravel(a)] for a in session.run([v, rows])])
    return str(made)


def case_optimizers_given_tensors_to_update():
    x = tf.constant(1.0)
    return _told(lambda: K.optimizers.legacy.SGD(1.0).apply_gradients([(x, x)]))


@in_graph
def case_metrics_whose_state_is_made_in_functions(session):
    mean = K.metrics.MeanTensor(dtype=tf.float64)
    update = tf.function(lambda x: mean(x))
    made = [session.run(update(tf.constant([100, 40]))).tolist(), session.run(mean.total).tolist()]
    made.append(session.run(update(tf.constant([20, 2]))).tolist())
    return str([*made, K.metrics.MeanRelativeError(normalizer=tf.constant([1.0, 3.0])).get_config()["normalizer"].tolist()])


@in_graph
def case_functions_given_tensors_and_variables(session):
    a, b = B.placeholder(shape=()), B.placeholder(shape=())
    rows = B.placeholder(shape=(None, None), ragged=True)
    print(float(B.function([a, b], a + b)([tf.constant(1.0) + 2.0, B.variable(5.0)])))
    print(B.function([rows], tf.reduce_sum(rows, 1))([tf.ragged.constant([[1.0, 2.0], [3.0]])]).tolist())
    total, fed = B.variable(0.0), {b: 3.0}
    run = B.function([a], [a + 1.0], fetches=[B.update(total, b * 10.0)], feed_dict=fed)
    run([1.0])
    print(float(B.get_value(total)))
    fed[b] = 4.0
    run([1.0])
    return str(float(B.get_value(total)))


def case_sessions_of_the_graphs_of_tensors():
    with tf.Graph().as_default():
        x = B.constant(1.0)
        session = B.get_session()
    with tf.Graph().as_default():
        return str([B.get_session((x,)) is session, B.get_session() is session])


class Which(L.Layer):
    """1 in training, -1 where nothing says whether it is training, else 0."""

    def call(self, inputs, training=True):
        return inputs * (-1.0 if training is None else 1.0 if training else 0.0)


def case_training_that_is_given_as_none():
    made = []
    for graph in (False, True):
        with tf.Graph().as_default() if graph else tf.name_scope("eager"):
            for call in (
                lambda layer, x: layer(x, None),
                lambda layer, x: layer(x, training=None),
                lambda layer, x: layer(x, training=False),
            ):
                x = K.Input(2)
                model = K.Model(x, call(Which(), x))
                found = [model(tf.ones([1, 2])), model(tf.ones([1, 2]), training=True), model(tf.ones([1, 2]), training=False)]
                made.append([float(B.get_value(y)[0, 0]) for y in found])
    return str(made)


def case_weights_in_the_place_of_others():
    layer = L.Dense(1)
    layer.build([8, 2])
    layer.bias = tf.Variable(tf.zeros((1,)), name="b2")
    layer.kernel = tf.Variable(tf.zeros((2, 1)), name="k2")
    model = K.Model()
    for name, shown, trainable in (
        ("a", "a", 1),
        ("b", "b", 1),
        ("a", "a2", 1),
        ("c", "c", 1),
        ("b", "b2", 1),
        ("a", "a3", 0),
        ("a", "a4", 1),
    ):
        setattr(model, name, tf.Variable(1.0, name=shown, trainable=bool(trainable)))
    return str([[v.name for v in x.weights] for x in (layer, model)])


def case_constructors_that_forget_those_of_layers():
    class Forgotten(L.Layer):
        def __init__(self):
            self.units = 3

    class Weighted(L.Layer):
        def __init__(self):
            self.w = tf.Variable(1.0)

    return str([_told(f) for f in (lambda: Forgotten()(X), lambda: Weighted()(X), lambda: Forgotten()(K.Input((2,))))])


def case_classes_behind_functional_models():
    class Own(K.Model):
        def __init__(self, *args, **kwargs):
            x = K.Input((3,))
            super().__init__(inputs=[x], outputs={"out": L.Dense(2)(x)}, *args, **kwargs)

    class Named:
        def __init__(self, label, **kwargs):
            self._label = label
            super().__init__(**kwargs)

    class Both(Own, Named):
        pass

    model = Both(label="here")
    x = K.Input((3,))
    return str([model._label, len(model.weights), _told(lambda: Own(label="here")), _told(lambda: K.Model(x, x, label="here"))])


def case_models_written_by_old_releases():
    dense = {"class_name": "Dense", "config": {"name": "d", "units": 3, "batch_input_shape": [None, 2], "activation": "linear"}}
    model = K.utils.deserialize_keras_object(
        {"class_name": "Sequential", "config": [dense]}, module_objects={"Sequential": K.Sequential}, printable_module_name="model"
    )
    return str([model.output_shape, len(model.weights)])


def case_objects_of_a_module():
    class Plain:
        def __init__(self, a=1):
            self.a = a

        @classmethod
        def from_config(cls, config):
            return cls(**config)

    @K.utils.register_keras_serializable("corners")
    class Registered(Plain):
        pass

    def function(x):
        return x

    objects = {"Plain": Plain, "function_": function, "Registered": Registered, "dense": K.layers.Dense, "zeros": K.initializers.Zeros}

    def found(config, **given):
        def run():
            made = K.utils.deserialize_keras_object(config, module_objects=objects, **given)
            name = getattr(made, "__name__", type(made).__name__)
            return made if isinstance(made, (str, int, list)) else (name, getattr(made, "a", None), getattr(made, "units", None))

        return _told(run)

    configs = [
        *("zero", "Plain", "function_", "Registered", "dense", "zeros", None, 3, ["Plain", 3], {"config": {}}),
        *({"class_name": name, "config": {}} for name in ("zero", "Plain", "dense", "zeros", "corners>Registered", "Dense")),
        {"class_name": "Plain", "config": {"a": 5}},
        {"class_name": "dense", "config": {"units": 5}},
        {"class_name": "Plain", "module": None, "config": {}},
        {"class_name": "absent", "module": "keras.layers", "config": {}},
        {"class_name": "function", "config": "absent", "module": "builtins", "registered_name": "function"},
        {"class_name": "Registered", "config": {"a": 7}, "registered_name": "corners>Registered", "module": "here"},
    ]
    others = [
        found({"class_name": "own", "config": {"a": 5}}, custom_objects={"own": Plain}),
        found("own", custom_objects={"own": Plain}),
        found("own", custom_objects={"own": function}),
        found("own", unknown=3),
    ]
    return str([found(config) for config in configs] + others)


def case_inputs_set_before_a_call():
    class TwiceAsMuch(K.Model):
        def call(self, x):
            return 2.0 * x

    model = TwiceAsMuch()
    model._set_inputs(tf.ones([1, 3]))
    return str(model.save_spec())


def case_weights_of_steps():
    model = K.Sequential([L.Dense(1, kernel_initializer="ones", input_shape=(3, 2))])
    model.compile("sgd", "mse", sample_weight_mode="temporal", weighted_metrics=[])
    weights = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 2.0]])
    return str(model.evaluate(np.ones((2, 3, 2)), np.zeros((2, 3, 1)), sample_weight=weights, verbose=0))


def case_columns_of_sparse_values():
    columns = tf.feature_column
    sparse = tf.compat.v1.SparseTensorValue(indices=((0, 0), (1, 0), (1, 1)), values=(2, 0, 1), dense_shape=(3, 5))
    made = []
    for graph in (False, True):
        with tf.Graph().as_default() if graph else tf.name_scope("eager"):
            layer = K.layers.DenseFeatures([columns.indicator_column(columns.categorical_column_with_identity("a", 3))])
            made.append(B.get_value(layer({"a": sparse})).tolist())
    steps = columns.indicator_column(columns.sequence_categorical_column_with_identity("a", 3))
    made.append([x.numpy().tolist() for x in K.experimental.SequenceFeatures([steps])({"a": sparse})])
    return str(made)


def case_models_built_for_integers():
    class Rows(L.Layer):
        def call(self, x):
            return tf.gather(tf.ones([5, 2]), x)

    class Own(K.Model):
        def __init__(self):
            super().__init__()
            self.rows = Rows()

        def call(self, x):
            return self.rows(x)

    return _told(lambda: Own().build((3, 4)))


def case_cells_with_several_outputs():
    class Pair(L.Layer):
        def __init__(self, one, other):
            super().__init__()
            self.state_size = self.output_size = (tf.TensorShape([one]), tf.TensorShape([other]))
            self.one, self.other = one, other

        def build(self, shapes):
            self.first = self.add_weight("first", (shapes[0][1], self.one), initializer="ones")
            self.second = self.add_weight("second", (shapes[1][1], self.other), initializer="ones")

        def call(self, inputs, states):
            a, b = tf.nest.flatten(inputs)
            outputs = tf.matmul(a, self.first) + states[0], tf.matmul(b, self.second) + states[1]
            return outputs, list(outputs)

    layer = L.RNN(L.StackedRNNCells([Pair(1, 2), Pair(3, 1)]))
    inputs = K.Input((None, 2)), K.Input((None, 1))
    model = K.Model(inputs, layer(inputs))
    cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(3)
    cell.build((1, 2))
    shapes = [w.shape.as_list() for w in cell.weights]
    return str([[x.numpy().tolist() for x in model([tf.ones([1, 2, 2]), tf.ones([1, 2, 1])])], shapes])


def case_weights_of_a_model_without_any():
    return _told(lambda: K.Model().save_weights(os.path.join(tempfile.mkdtemp(), "w")))


def case_columns_of_batches_that_differ():
    layer = L.DenseFeatures([tf.feature_column.numeric_column(name) for name in "ab"])
    return _told(lambda: layer({"a": np.ones((2, 1)), "b": np.ones((3, 1))}))


def _counted(optimizer):
    K.utils.set_random_seed(1)
    model = K.Sequential([L.Dense(1, kernel_initializer="ones", input_shape=(2,))])
    model.compile(optimizer, "mse")
    return model


def case_states_of_optimizers_in_saved_models():
    model = _counted("adam")
    model.fit(X, X[:, :1], batch_size=2, verbose=0)
    model.save(folder := tempfile.mkdtemp())
    again = _counted("adam")
    again.load_weights(folder)
    same = [bool(np.all(a.numpy() == b.numpy())) for a, b in zip(model.optimizer.variables, again.optimizer.variables)]
    return str([int(again.optimizer.iterations), same, _told(lambda: again.load_weights(folder, by_name=True))])


def case_states_of_legacy_optimizers_in_others():
    made = []
    for kind in (lambda: "adam", lambda: K.optimizers.legacy.SGD(), lambda: K.optimizers.legacy.Adam()):
        model = _counted(kind())
        model.fit(X, X[:, :1], batch_size=2, verbose=0)
        model.save_weights(path := os.path.join(tempfile.mkdtemp(), "w"))
        made += [_told(lambda: _counted(other).load_weights(path).expect_partial() and "read") for other in ("adam", "sgd")]
    return str(made)


def case_lists_that_change_before_they_are_saved():
    changes = {
        "pop": lambda items: items.pop(0),
        "reverse": lambda items: items.reverse(),
        "delete": lambda items: items.__delitem__(0),
        "insert": lambda items: items.insert(0, 5),
        "clear": lambda items: items.clear(),
        "twice": lambda items: items.__imul__(2),
        "never": lambda items: items.__imul__(0),
        "set": lambda items: items.__setitem__(0, 9),
    }
    made = []
    for change in changes.values():
        for start in ([1, 2, 3], [1, 3, tf.Variable(1.0)]):
            holder = tf.Module()
            holder.items = start
            change(holder.items)
            made.append(_told(lambda: type(tf.train.Checkpoint(holder=holder).write(os.path.join(tempfile.mkdtemp(), "w")))))
    return str(made)


def _shown(made):
    """What a configuration gave, without the address of what has no name."""
    if isinstance(made, (list, tuple)):
        return type(made)(map(_shown, made))
    if isinstance(made, dict):
        return {k: _shown(v) for k, v in made.items()}
    return made if isinstance(made, (str, int, float, type(None))) else (type(made).__name__, getattr(made, "__name__", None))


def case_strings_in_configurations():
    class Own(L.Layer):
        pass

    def own(x):
        return x

    @K.utils.register_keras_serializable("corners")
    def registered(x):
        return x

    read = K.utils.deserialize_keras_object
    found = [read(text) for text in ("relu", "mse", "Dense", "adam", "own", "corners>registered", "registered")]
    found += [read(["own", ("relu", 1), {"a": ("own",)}], custom_objects={"own": own}), read((1, (2, 3)))]
    found += [read("Own", custom_objects={"Own": Own})]
    with K.utils.custom_object_scope({"own": own, "Own": Own}):
        found += [read("own"), read("Own")]
    found.append(read({"class_name": "function", "config": "registered", "module": "builtins", "registered_name": "corners>registered"}))
    return repr(_shown(found))


def case_layers_by_name_and_configuration():
    def asked(config, **given):
        try:
            return _shown(L.deserialize(config, **given))
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    configs = ["relu", "Dense", "Flatten", "Nope", 3, ["a"], {"a": 1}, {}, None]
    configs += [{"class_name": name, "config": {}} for name in ("Nope", "Zeros", "relu", "Flatten", "Mean")]
    return "\n".join(str(asked(config, **given)) for config in configs for given in ({}, {"use_legacy_format": True}))


def case_classes_and_builtin_functions_as_configurations():
    found = []
    for thing in (K.metrics.Mean, L.Dense, K.initializers.Zeros, K.Model, int, len, tf.Variable(2.0), type(None)):
        try:
            found.append(str(K.utils.serialize_keras_object(thing)))
        except Exception as error:
            found.append(f"{type(error).__name__}: {str(error).split('<')[0]}")
    try:
        L.serialize(K.metrics.Mean(name="m"))
    except ValueError as error:
        found.append(str(error))
    return "\n".join(found)


def case_warnings_of_what_is_of_another_kind():
    def function(x, y=None):
        return x

    def asked(call):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            try:
                call()
            except Exception as error:
                return [type(error).__name__, *(str(w.message) for w in seen)]
        return [str(w.message) for w in seen]

    kinds = [K.losses, K.metrics, K.initializers, K.regularizers, K.constraints, K.optimizers, K.activations]
    calls = [functools.partial(kind.serialize, thing) for kind in kinds for thing in (function, K.losses.MeanSquaredError(), None, "mse")]
    calls += [functools.partial(K.losses.serialize, function, use_legacy_format=True)]
    calls += [functools.partial(K.optimizers.serialize, K.optimizers.legacy.SGD())]
    calls += [L.Dense(2, kernel_initializer=function, bias_regularizer=function, bias_constraint=function).get_config]
    calls += [functools.partial(L.serialize, L.Dense(2, kernel_initializer=tf.compat.v1.ones_initializer()))]
    return "\n".join(map(str, map(asked, calls)))


def case_models_that_begin_with_models():
    def functional():
        inputs = K.Input((2,))
        return K.Model(inputs, L.Dense(3, name="d")(inputs), name="i")

    def built():
        model = K.Sequential([L.Dense(3, name="d")], name="i")
        model.build((4, 2))
        return model

    def with_input():
        return K.Sequential([L.Input((2,)), L.Dense(3, name="d")], name="i")

    def with_shape():
        return K.Sequential([L.Dense(3, input_shape=(2,), name="d")], name="i")

    def state(model):
        names = [layer["config"]["name"] for layer in model.get_config()["layers"]]
        return model.built, model.inputs is not None, names, [w.name for w in model.weights] if model.built else None

    def around(make):
        try:
            return K.Sequential([make(), L.Dense(1, name="z")], name="o")
        except ValueError as error:
            return str(error)

    kinds = [functional, built, with_input, with_shape, lambda: K.Sequential([with_input()], name="n"), lambda: K.Sequential(name="e")]
    found = [made if isinstance(made, str) else state(made) for made in map(around, kinds)]
    model = around(with_input)
    for ask in (model.summary, lambda: model.weights):
        try:
            found.append(ask())
        except ValueError as error:
            found.append(str(error)[:60])
    model.compile("sgd", "mse")
    model.fit(X, X[:, :1], verbose=0)
    return "\n".join(map(str, [*found, state(model), K.models.clone_model(model).built]))


def case_layers_of_classes_that_are_not_registered():
    class OfScript(L.Layer):
        pass

    OfScript.__module__ = "__main__"

    def told(call):
        try:
            return type(call()).__name__
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    inputs = K.Input((2,))
    found = []
    for model in (K.Sequential([L.Input((2,)), OfScript(name="s")]), K.Model(inputs, OfScript(name="s")(inputs))):
        config = model.get_config()
        found += [told(lambda: model.from_config(config)), told(lambda: K.models.model_from_json(model.to_json()))]
        found += [told(lambda: model.from_config(config, custom_objects={"OfScript": OfScript})), told(lambda: K.models.clone_model(model))]
        found.append(told(lambda: L.deserialize(L.serialize(model.layers[-1]))))
    around = L.TimeDistributed(OfScript(name="s")).get_config()
    found += [told(lambda: L.TimeDistributed.from_config(around, **given)) for given in ({}, {"custom_objects": {"OfScript": OfScript}})]
    return "\n".join(found)


def case_numbers_that_preprocessing_refuses():
    layers = tf.keras.layers
    arrays = tf.reshape(tf.range(10.0), [10, 1])

    def adapted(data):
        layer = layers.Discretization(num_bins=2)
        layer.adapt(data)
        return layer.bin_boundaries

    def normalized(rows):
        layer = layers.Normalization()
        layer.adapt(arrays)
        return layer(rows).shape.as_list()

    def parts(left, right):
        return [len(list(x)) for x in tf.keras.utils.split_dataset(arrays.numpy(), left_size=left, right_size=right)]

    made = []
    for f in (
        lambda: adapted(arrays),
        lambda: adapted(tf.ragged.constant([[1.0, 2.0], [5.0]])),
        lambda: adapted(tf.ragged.constant([[1.0, 2.0], [5.0, 3.0]])),
        lambda: adapted(tf.data.Dataset.from_tensors(tf.sparse.eye(2))),
        lambda: adapted(tf.constant(["a", "b"])),
        lambda: layers.Normalization()([1.0, 2.0]),
        lambda: layers.Normalization(mean=1.0, variance=2.0)([1, 2]),
        lambda: layers.Normalization()([[1.0], [2.0]]),
        lambda: normalized([1.0]),
        lambda: normalized([[1.0], [2.0]]),
        lambda: parts(3, 0.5),
        lambda: parts("3", 3),
        lambda: parts(3, [3]),
        lambda: parts("3", [3]),
    ):
        try:
            made.append(f())
        except Exception as e:
            text = str(e)
            made.append([type(e).__name__, *(word for word in ("only accepts a single input", "left_size", "right_size", "Types") if word in text)])
    return repr(made)
