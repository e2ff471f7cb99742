"""TensorFlow 1 code in Keras layers and modules, by the decorator of the migration guides, and its checkpoints and random numbers."""

import os
import tempfile

import numpy as np

v1 = tf.compat.v1
tracked = v1.keras.utils.track_tf1_style_variables
x = tf.constant([[1.0, 2.0, -1.0]])


def names(variables):
    return [(v.name, v.shape.as_list()) for v in variables]


def shown(value):
    return np.round(np.asarray(value, dtype=float), 4).tolist()


class Dense(tf.keras.layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    @tracked
    def call(self, inputs):
        with v1.variable_scope("dense"):
            kernel = v1.get_variable(
                "kernel", [inputs.shape[-1], self.units], initializer=v1.ones_initializer(), regularizer=tf.keras.regularizers.L2()
            )
            bias = v1.get_variable("bias", [self.units], initializer=v1.zeros_initializer(), trainable=False)
        return tf.matmul(inputs, kernel) + bias


class Layers(tf.keras.layers.Layer):
    @tracked
    def call(self, inputs, training=None):
        with v1.variable_scope("model"):
            out = v1.layers.dense(
                inputs, 4, name="one", kernel_initializer=v1.ones_initializer(), kernel_regularizer=tf.keras.regularizers.L2()
            )
            out = v1.layers.batch_normalization(out, training=training, name="norm")
            out = v1.layers.dense(
                out, 2, name="two", kernel_initializer=v1.ones_initializer(), bias_regularizer=tf.keras.regularizers.L1()
            )
            return v1.layers.dropout(out, rate=0.5, training=False)


def case_get_variable():
    layer = Dense(2)
    made = [names(layer.weights), layer.losses]
    made += [shown(layer(x)), names(layer.weights), names(layer.trainable_weights), shown(layer.losses)]
    made += [shown(layer(x)), len(layer.weights), shown(layer.losses)]
    layer.weights[0].assign_add(tf.ones_like(layer.weights[0]))
    return repr([*made, shown(layer(x)), shown(layer.losses)])


def case_layers():
    layer = Layers(name="whole")
    made = [shown(layer(x)), names(layer.weights), names(layer.trainable_variables), names(layer.non_trainable_variables)]
    made += [shown(layer(x, training=True)), shown(layer.losses), len(layer.losses), [shown(v) for v in layer.non_trainable_variables]]
    made += [shown(layer(x, training=False)), len(layer.weights)]
    return repr(made)


def case_functional_models():
    inputs = tf.keras.Input((3,))
    model = tf.keras.Model(inputs, Layers()(inputs))
    made = [names(model.weights), shown(model(x)), shown(model.losses)]
    model.compile("sgd", "mse")
    history = model.fit(np.ones([4, 3]), np.ones([4, 2]), batch_size=2, epochs=2, verbose=0, shuffle=False)
    return repr([*made, shown(history.history["loss"]), shown(model.predict(np.ones([1, 3]), verbose=0))])


def case_functions_and_gradients():
    layer = Layers()
    f = tf.function(layer)
    made = [shown(f(x)), names(layer.weights)]
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(f(x, training=True)) + tf.add_n(layer.losses)
    gradients = tape.gradient(y, layer.trainable_weights)
    return repr([*made, float(y), [shown(g) for g in gradients]])


def case_modules():
    class Whole(tf.Module):
        @tracked
        def __call__(self, inputs):
            with v1.variable_scope("of_module"):
                w = v1.get_variable("w", [3, 2], initializer=v1.ones_initializer(), regularizer=lambda w: tf.reduce_sum(w))
                return v1.layers.dense(inputs @ w, 1, name="d", kernel_initializer=v1.ones_initializer())

    module = Whole()
    made = [shown(module(x)), names(module.variables), names(module.trainable_variables), len(module.submodules)]
    store = module._tf1_style_var_store
    return repr([*made, sorted(store._vars), sorted(store._regularizers), [float(f()) for f in store._regularizers.values()]])


class Nested(tf.keras.layers.Layer):
    made = 0

    def build_model(self):
        Nested.made += 1
        inputs = tf.keras.Input((3,))
        dense = tf.keras.layers.Dense(2, name="inner", kernel_regularizer="l2", kernel_initializer="ones")
        return tf.keras.Model(inputs, dense(inputs))

    @tracked
    def call(self, inputs):
        with v1.variable_scope("scope"):
            model = v1.keras.utils.get_or_create_layer("dense_model", self.build_model)
        return model(inputs)


def case_nested_keras_models():
    layer = Nested()
    made = [shown(layer(x)), shown(layer(x)), names(layer.weights), shown(layer.losses), Nested.made]
    return repr([*made, list(layer._tf1_style_var_store._layers), len(list(layer._flatten_layers(include_self=False)))])


def case_layers_of_modules():
    class Plain(tf.Module):
        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(2, name="d", kernel_regularizer="l2", kernel_initializer="ones")

        def __call__(self, x):
            return self.dense(x)

    class Holder(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__(name="holder")
            self.module, self.modules = Plain(), [Plain()]
            self.metric = tf.keras.metrics.Mean()

        def call(self, x):
            return self.module(x) + self.modules[0](x)

    holder = Holder()
    holder(x)
    holder.trainable = False
    made = [shown(holder.losses), names(holder.weights), len(holder.trainable_weights), len(holder.metrics)]
    made += [sorted(type(m).__name__ for m in holder.submodules), [type(m).__name__ for m in holder._flatten_layers()]]
    return repr([*made, holder.module.dense.trainable, holder.modules[0].dense.trainable])


def case_nested_models_elsewhere():
    v1.keras.utils.get_or_create_layer("name", lambda: None)


def case_nested_models_in_graphs():
    with tf.Graph().as_default():
        return repr(v1.keras.utils.get_or_create_layer("name", lambda: 5))


def case_no_module():
    class Plain:
        @tracked
        def call(self, inputs):
            return inputs

        def __repr__(self):
            return "Plain()"

    Plain().call(x)


def case_default_names():
    class Unnamed(tf.keras.layers.Layer):
        @tracked
        def call(self, inputs):
            out = v1.layers.dense(inputs, 2)
            out = v1.layers.dense(out, 2)
            with v1.variable_scope(None, "scope"):
                return out * v1.get_variable("w", [])

    layer = Unnamed()
    with v1.variable_scope("here_only"):  # what is counted outside of scopes depends on what ran before
        layer(x)
        made = [names(layer.weights)]
        layer(x)
    return repr([*made, names(layer.weights)])


def case_scopes_around():
    layer = Dense(2)
    with v1.variable_scope("around", regularizer=tf.keras.regularizers.L1()):
        layer(x)
    made = [names(layer.weights), len(layer.losses)]
    layer(x)
    return repr([*made, names(layer.weights), v1.get_variable_scope().name])


def case_reuse():
    class Twice(tf.Module):
        @tracked
        def __call__(self):
            with v1.variable_scope("shared"):
                a = v1.get_variable("a", [2], initializer=v1.ones_initializer())
            with v1.variable_scope("shared", reuse=True) as s:
                b = v1.get_variable("a", [2])
                made = [a is b, str(s.reuse)]
            with v1.variable_scope("shared", reuse=False):
                made.append(v1.get_variable("a") is a)
            with v1.variable_scope("shared") as s:
                s.reuse_variables()
                try:
                    made.append(v1.get_variable("missing", [2]).name)
                except ValueError as e:
                    made.append(str(e))
            try:
                with v1.variable_scope("shared", reuse=True):
                    v1.get_variable("missing_too", [2])
            except ValueError as e:
                made.append(str(e))
            for arguments in ({"shape": [3]}, {"shape": [2], "dtype": tf.int32}):
                try:
                    with v1.variable_scope("shared"):
                        v1.get_variable("a", **arguments)
                except ValueError as e:
                    made.append(str(e))
            return made

    return repr(Twice()())


def case_partitioners():
    class Parts(tf.Module):
        @tracked
        def __call__(self):
            return v1.get_variable("w", [4, 2], partitioner="parts")

    Parts()()


def case_initial_values():
    class Values(tf.Module):
        @tracked
        def __call__(self):
            made = [
                v1.get_variable("numbers", initializer=[1, 2]),
                v1.get_variable("tensor", initializer=tf.ones([2])),
                v1.get_variable("class", [2], initializer=v1.zeros_initializer),
                v1.get_variable("integers", [2], tf.int64),
                v1.get_variable("texts", [1], tf.string),
                v1.get_variable("function", initializer=lambda: tf.fill([2], 3.0)),
                v1.get_local_variable("local", [], initializer=v1.ones_initializer()),
                v1.get_variable("on_read", [], synchronization=tf.VariableSynchronization.ON_READ, initializer=v1.ones_initializer()),
                v1.get_variable("half", [1], tf.float16, v1.ones_initializer(), constraint=tf.nn.relu),
            ]
            return [(v.name, v.dtype.name, v.numpy().tolist(), v.trainable, v.synchronization.name, v.constraint is None) for v in made]

    values = Values()
    made = values()
    return repr([*made, len(values.variables), len(values.trainable_variables)])


def case_a_constant_with_a_shape():
    class Values(tf.Module):
        @tracked
        def __call__(self):
            return v1.get_variable("v", [2], initializer=[1, 2])

    Values()()


def case_custom_getters():
    class Getter(tf.Module):
        @tracked
        def __call__(self):
            def getter(getter, name, *args, **kwargs):
                return getter(name + "_other", *args, **kwargs)

            with v1.variable_scope("shared", custom_getter=getter):
                return v1.get_variable("v", [], initializer=v1.ones_initializer()).name

    getter = Getter()
    return repr([getter(), getter(), names(getter.variables)])


def case_templates_within():
    class Whole(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.template = v1.make_template("tracked", lambda x: x * v1.get_variable("w", [3], initializer=v1.ones_initializer()))

        @tracked
        def call(self, inputs):
            return self.template(inputs) + v1.get_variable("b", [3], initializer=v1.zeros_initializer())

    layer = Whole()
    return repr([shown(layer(x)), shown(layer(x)), names(layer.weights), names(layer.template.variables)])


def case_two_methods():
    class Both(tf.keras.layers.Layer):
        @tracked
        def encode(self, inputs):
            return v1.layers.dense(inputs, 2, name="encoder", kernel_initializer=v1.ones_initializer())

        @tracked
        def call(self, inputs):
            return v1.layers.dense(self.encode(inputs), 3, name="decoder", kernel_initializer=v1.ones_initializer())

    layer = Both()
    return repr([shown(layer(x)), names(layer.weights), layer.call.__name__])


def case_attributes_beside():
    class Mixed(tf.keras.Model):
        def __init__(self):
            super().__init__(name="mixed")
            self.dense = tf.keras.layers.Dense(2, name="inner", kernel_initializer="ones")
            self.own = tf.Variable(1.0, name="own")

        @tracked
        def call(self, inputs):
            return v1.layers.dense(self.dense(inputs), 1, name="v1_dense", kernel_initializer=v1.ones_initializer()) * self.own

    model = Mixed()
    model(x)
    with tempfile.TemporaryDirectory() as folder:
        model.save_weights(os.path.join(folder, "w"))
        other = Mixed()
        other(x)
        other.load_weights(os.path.join(folder, "w")).assert_consumed()
    return repr([names(model.weights), model.count_params(), [list(w.shape) for w in model.get_weights()]])


def tf1_model(inputs):
    with v1.variable_scope("model"):
        out = v1.layers.dense(inputs, 4, name="two", kernel_initializer=v1.constant_initializer(2.0))
        return v1.layers.dense(out, 2, name="one", kernel_initializer=v1.constant_initializer(3.0))


class Mapped(tf.keras.layers.Layer):
    @tracked
    def call(self, inputs):
        return tf1_model(inputs)


def listed(path):
    return [(name, shape) for name, shape in tf.train.list_variables(path) if not name.startswith("_")]


def written_by_a_session(folder):
    with tf.Graph().as_default(), v1.Session() as session:
        y = tf1_model(v1.placeholder(tf.float32, [None, 3]))
        step = v1.train.get_or_create_global_step()
        v1.train.MomentumOptimizer(0.125, 0.5).minimize(tf.reduce_sum(y), global_step=step)
        session.run(v1.global_variables_initializer())
        session.run([v.assign_add(tf.ones_like(v)) for v in v1.trainable_variables()])
        return v1.train.Saver().save(session, os.path.join(folder, "model.ckpt"), global_step=step)


def case_checkpoints_by_name():
    with tempfile.TemporaryDirectory() as folder:
        path = written_by_a_session(folder)
        layer = Mapped()
        layer(x)
        made = [listed(path), names(layer.weights), os.path.basename(path)]
        v1.train.Saver(var_list={v.name.split(":")[0]: v for v in layer.weights}).restore(None, path)
        made.append([shown(v) for v in layer.weights])
        other = Mapped()
        other(x)
        status = tf.train.Checkpoint(model=other).restore(path)
        made.append([type(status).__name__, [shown(v)[0] for v in other.weights]])
        status.assert_existing_objects_matched()
        made.append(v1.train.Saver(other.weights).save(None, os.path.join(folder, "eager"))[-5:])
        made.append(listed(os.path.join(folder, "eager")))
        with tf.Graph().as_default(), v1.Session() as session:
            tf1_model(v1.placeholder(tf.float32, [None, 3]))
            v1.train.Saver().restore(session, os.path.join(folder, "eager"))
            made.append([shown(session.run(v))[0] for v in v1.global_variables()])
    return repr(made)


def case_checkpoints_by_object():
    with tempfile.TemporaryDirectory() as folder:
        layer = Mapped()
        layer(x)
        layer.weights[1].assign(tf.fill([4, 2], 7.0))
        path = tf.train.Checkpoint(model=layer).save(os.path.join(folder, "objects"))
        made = [listed(path)]
        with tf.Graph().as_default(), v1.Session() as session:
            tf1_model(v1.placeholder(tf.float32, [None, 3]))
            v1.train.Saver().restore(session, path)
            made.append([shown(session.run(v))[0] for v in v1.global_variables()])
        other = Mapped()
        status = tf.train.Checkpoint(model=other).restore(path)
        other(x)
        made.append([type(status).__name__, [shown(v)[0] for v in other.weights]])
        status.assert_consumed()
        made.append([name for name, _ in tf.train.list_variables(path)])
    return repr(made)


def case_checkpoints_converted():
    with tempfile.TemporaryDirectory() as folder:
        path = written_by_a_session(folder)
        reader = tf.train.load_checkpoint(path)
        dtypes = reader.get_variable_to_dtype_map()
        made = [sorted((k, d.name) for k, d in dtypes.items()), sorted(reader.get_variable_to_shape_map().items())]
        kept = {key: tf.Variable(reader.get_tensor(key)) for key in sorted(dtypes)}
        new = tf.train.Checkpoint(vars=kept).save(os.path.join(folder, "new"))
        made.append([name for name, _ in tf.train.list_variables(new)])
        made += [reader.has_tensor("model/one/bias"), reader.has_tensor("model/nothing")]
        try:
            reader.get_tensor("model/nothing")
        except Exception as e:
            made.append(type(e).__name__)
    return repr(made)


def case_another_checkpoint_by_name():
    with tempfile.TemporaryDirectory() as folder:
        path = written_by_a_session(folder)

        class Other(tf.keras.layers.Layer):
            @tracked
            def call(self, inputs):
                with v1.variable_scope("model"):
                    return v1.layers.dense(inputs, 4, name="three")

        layer = Other()
        layer(x)
        status = tf.train.Checkpoint(model=layer).restore(path)
        made = [type(status).__name__]
        for check in (status.assert_consumed, status.assert_existing_objects_matched, status.assert_nontrivial_match):
            try:
                check()
                made.append("passed")
            except Exception as e:
                made.append((type(e).__name__, str(e)[:60]))
    return repr(made)


def case_saved_models():
    class Whole(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec([None, 3])])
        @tracked
        def __call__(self, inputs):
            return tf1_model(inputs)

    module = Whole()
    module(x)
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)
        loaded = tf.saved_model.load(folder)
        return repr([shown(loaded(x)), names(module.variables), sorted(v.name for v in loaded._tf1_style_var_store._vars.values())])


def drawn():
    a = tf.random.uniform([2])
    b = tf.random.uniform([2])
    return a, b, tf.random.normal([2]), tf.nn.dropout(tf.ones([4]), 0.5)


def case_constant_seeds():
    made = []
    tool = v1.keras.utils.DeterministicRandomTestTool()
    with tool.scope(), tf.Graph().as_default(), v1.Session() as session:
        made.append([shown(v) for v in session.run(drawn())])
    tool = v1.keras.utils.DeterministicRandomTestTool()
    with tool.scope():
        made.append([shown(v) for v in drawn()])
        made.append([shown(v) for v in tf.function(drawn)()])
    return repr([*made, tool.operation_seed])


def case_counted_seeds():
    made = []
    tool = v1.keras.utils.DeterministicRandomTestTool(mode="num_random_ops")
    with tool.scope(), tf.Graph().as_default(), v1.Session() as session:
        made.append([shown(v) for v in session.run(drawn())])
        made.append(tool.operation_seed)
    tool = v1.keras.utils.DeterministicRandomTestTool(mode="num_random_ops", seed=7)
    with tool.scope():
        made.append([shown(v) for v in drawn()])
        tool.operation_seed = 9
        made += [shown(tf.random.uniform([2])), tool.operation_seed]
        made.append([shown(v) for v in tf.function(drawn)()])
    return repr([*made, tool.operation_seed])


def case_seeds_used_twice():
    tool = v1.keras.utils.DeterministicRandomTestTool(mode="num_random_ops")
    with tool.scope():
        drawn()
        tool.operation_seed = 1
        drawn()


def case_modes_of_seeds():
    v1.keras.utils.DeterministicRandomTestTool(mode="other")


def case_own_tool():
    """The tool as the guide on correctness first writes it, by replacing the function that all operations ask."""
    import sys

    implementation, count = sys.modules[v1.get_seed.__module__], [0]

    def get_seed(_):
        count[0] += 1
        return 5, count[0]

    with v1.test.mock.patch.object(implementation, "get_seed", wraps=get_seed):
        made = [shown(v) for v in drawn()]
        layer = tf.keras.Sequential([tf.keras.layers.Dense(2, kernel_initializer=v1.glorot_uniform_initializer())])
        made.append(shown(layer(x)))
        made.append([int(i) for i in tf.data.Dataset.range(6).shuffle(6)])
    return repr([*made, count])


def case_equal_weights_and_losses():
    def regularized(inputs):
        with v1.variable_scope("net"):
            initial = v1.glorot_uniform_initializer()
            out = v1.layers.dense(inputs, 4, None, True, initial, name="a", kernel_regularizer=tf.keras.regularizers.L2(0.1))
            out = v1.layers.dropout(out, 0.5, training=True)
            return v1.layers.dense(out, 2, None, True, initial, name="b", kernel_regularizer=tf.keras.regularizers.L2(0.2))

    class Same(tf.keras.layers.Layer):
        @tracked
        def call(self, inputs):
            return regularized(inputs)

    made = []
    with v1.keras.utils.DeterministicRandomTestTool(mode="num_random_ops").scope(), tf.Graph().as_default(), v1.Session() as session:
        y = regularized(tf.constant(x.numpy()))
        loss = v1.losses.get_regularization_loss()
        session.run(v1.global_variables_initializer())
        made.append([shown(v) for v in session.run([y, loss, *v1.global_variables()])])
    with v1.keras.utils.DeterministicRandomTestTool(mode="num_random_ops").scope():
        layer = Same()
        y = layer(x)
        made.append([shown(v) for v in [y, tf.add_n(layer.losses), *sorted(layer.weights, key=lambda v: v.name)]])
    return repr(made)
