"""Private names of Keras: its graph, and the call of a model as a function."""

import inspect

import numpy as np
from keras.src import backend
from keras.src.engine import functional, training_utils
from keras.src.saving.legacy.saving_utils import trace_model_call
from tensorflow.python.keras.engine import data_adapter
from tensorflow.python.util import tf_inspect

L = tf.keras.layers


def _told(function):
    return {name: (x.shape, x.dtype) for name, x in function.structured_outputs.items()}


def case_graph():
    graph = backend.get_graph()
    print(type(graph).__name__, graph.name, backend.get_graph() is graph, tf_inspect._inspect is inspect)
    tf.keras.backend.clear_session()
    print(backend.get_graph() is graph)
    with tf.Graph().as_default() as other:
        return backend.get_graph() is other


def case_models_of_layers():
    dense = tf.keras.layers.Dense(2, input_shape=(3,), kernel_initializer="ones", name="d")
    found = trace_model_call(tf.keras.Sequential([dense, tf.keras.layers.Dropout(0.5, name="o")]))
    print(_told(found))
    return {k: v.numpy().tolist() for k, v in found(tf.ones([2, 3])).items()}


def case_models_of_several_inputs():
    a, b = tf.keras.Input((2,), name="a"), tf.keras.Input((2,), name="b")
    model = tf.keras.Model([a, b], [tf.keras.layers.Add(name="s")([a, b]), tf.keras.layers.Multiply(name="p")([a, b])])
    return _told(trace_model_call(model))


def case_models_of_users():
    class Doubled(tf.keras.Model):
        def call(self, x):
            return x * 2

    model = Doubled()
    try:
        trace_model_call(model)
    except ValueError as e:
        print("cannot be saved" in str(e))
    print(_told(trace_model_call(model, [tf.TensorSpec([None, 3])])))
    model(tf.ones([2, 4]))
    return _told(trace_model_call(model))


class _PairSpec(tf.TypeSpec):
    value_type = property(lambda self: _Pair)
    _component_specs = property(lambda self: (tf.TensorSpec([]), tf.TensorSpec([])))

    def _serialize(self):
        return ()

    def _to_components(self, value):
        return value.a, value.b

    def _from_components(self, components):
        return _Pair(*components)


class _Pair(tf.Module, tf.__internal__.CompositeTensor):
    def __init__(self, a, b):
        super().__init__()
        self.a, self.b = a, b

    _type_spec = property(lambda self: _PairSpec())


class _Holder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.pair = _Pair(tf.Variable(1.0, name="a"), tf.Variable(2.0, name="b", trainable=False))
        self.pairs = [_Pair(tf.Variable(1.0, name="c"), tf.Variable(2.0, name="d"))]
        self.mixed = {"x": tf.Variable(1.0, name="e"), "m": _Pair(tf.Variable(1.0, name="f"), 1.0)}
        self.last = tf.Variable(3.0, name="z")
        self.ragged = tf.ragged.constant([[1.0]])
        self.inner = tf.keras.layers.Dense(2)


def case_lists_of_weights():
    layer = _Holder()
    first = [v.name for v in layer._trainable_weights], [v.name for v in layer._non_trainable_weights]
    tracked = [type(x).__name__.strip("_") for x in layer._self_tracked_trackables]
    del layer.pair
    layer._trainable_weights.append(tf.Variable(1.0, name="appended"))
    lists = [k for k in vars(layer) if k in ("_self_tracked_trackables", "_trainable_weights", "_non_trainable_weights")]
    return repr((first, tracked, [v.name for v in layer.weights], [v.name for v in layer.trainable_variables], lists))


def case_modules_within_models():
    class Outer(tf.Module):
        def __init__(self):
            super().__init__()
            dense, norm = tf.keras.layers.Dense(2, name="p"), tf.keras.layers.BatchNormalization(name="q")
            self.model = tf.keras.Sequential([dense, norm])
            self.lstm = tf.keras.layers.LSTM(2)
            self.a = tf.keras.metrics.Mean()
            self.model(tf.ones([1, 2]))
            self.lstm(tf.ones([1, 2, 2]))

    outer = Outer()
    return repr(([v.name for v in outer.variables], [v.name for v in outer.trainable_variables], [m.name for m in outer.submodules]))


def case_what_steps_wait_for():
    from keras.src.engine.training import _minimum_control_deps

    print(_minimum_control_deps([tf.constant(1)]))
    v = tf.Variable(1.0)

    @tf.function
    def f(x):
        return [len(_minimum_control_deps(y)) for y in ([v, x, x], {"a": v}, [], tf.sparse.from_dense(x))]

    return [int(n) for n in f(tf.ones([2]))]


def case_random_generators():
    from keras.src.backend import RandomGenerator

    for given in ({"rng_type": "stateful"}, {"force_generator": True}, {}, {"rng_type": "stateless"}):
        tf.random.set_seed(3)
        g = RandomGenerator(1, **given)
        print(g._rng_type, g.dropout(tf.ones([8]), 0.5).numpy().tolist(), g.dropout(tf.ones([2, 4]), 0.5, [2, 1]).numpy().tolist())
        print([round(x, 5) for x in [*g.random_uniform([2]).numpy().tolist(), *g.truncated_normal([2], nonce=2).numpy().tolist()]])
        seed = g.make_seed_for_stateless_op()
        print(seed if seed is None else [int(s) for s in seed], g.make_legacy_seed(), g.random_uniform([2], 3, 9, dtype="int32").numpy())
    for kind in ("Stateful", "other"):
        try:
            print(RandomGenerator(1, rng_type=kind)._rng_type)
        except ValueError as e:
            print(str(e))
    with tf.Graph().as_default():
        g = RandomGenerator(5, rng_type="stateful")
        g._maybe_init()
        print(g._rng_type)
    g = RandomGenerator(5, rng_type=RandomGenerator.RNG_STATEFUL)
    drawn = tf.function(lambda: g.random_uniform([2]))
    return [round(x, 5) for _ in range(2) for x in drawn().numpy().tolist()] + g._generator.state.numpy().tolist()


def case_inputs_of_values():
    L, made = tf.keras.layers, []
    for t in (tf.constant([[1.0, 2.0]]), tf.Variable([[1.0, 2.0]]), tf.ragged.constant([[1.0], [2.0, 3.0]]), tf.sparse.from_dense([[1.0]])):
        layer = L.InputLayer(input_tensor=t, name="i")
        made.append((layer.output.shape, layer.output.dtype, layer.is_placeholder, layer.sparse, layer.ragged, layer.get_config()))
    i = tf.keras.Input(tensor=tf.constant([[1.0, 2.0]]))
    model = tf.keras.Model(i, L.Dense(1, kernel_initializer="ones")(i))
    return repr((made, model(tf.ones([3, 2])).numpy().tolist(), model.input_shape))


def case_inputs_of_other_values():
    tf.keras.layers.InputLayer(input_tensor=tf.constant([[1.0, 2.0]]), dtype="float64")


def case_losses_of_inputs():
    class Penalised(tf.keras.layers.Layer):
        def call(self, x):
            self.add_loss(tf.reduce_sum(x), inputs=x)
            self.add_loss([tf.reduce_sum(x * 2.0)], inputs=True)
            return x

    layer = Penalised()
    layer(tf.ones([2]))
    return [x.numpy().tolist() for x in layer.losses]


def case_ranks_of_numbers():
    v1 = tf.compat.v1
    made = [v1.assert_rank_in(np.float32(1.0), [0, 1]) is None, tf.debugging.assert_rank(np.int64(1), 0) is None]
    v = tf.Variable([1.0], shape=tf.TensorShape(None))
    made.append(tf.debugging.assert_rank(v, 1) is None)
    made.append(tf.debugging.assert_shapes([(np.float32(1.0), ())]) is None)
    for wrong in (lambda: tf.debugging.assert_rank(v, 2), lambda: tf.debugging.assert_rank(np.float32(1.0), 1)):
        try:
            made.append(wrong())
        except (ValueError, tf.errors.InvalidArgumentError) as error:
            made.append(type(error).__name__)
    return made


def case_defaults_of_layers():
    class Own(tf.keras.layers.Layer):
        def get_config(self):
            return super().get_config()

    inputs = tf.keras.Input((2,))
    functional = type(tf.keras.Model(inputs, inputs))
    kinds = [tf.keras.layers.Layer, Own, tf.keras.layers.Dense, tf.keras.Model, tf.keras.Sequential, functional]
    return [hasattr(kind.get_config, "_is_default") for kind in kinds]


def case_scopes_of_layers():
    layer = tf.keras.layers.Layer(name="q")
    print(layer._name_scope())
    with tf.name_scope("x"):
        print(layer._name_scope())
    with tf.name_scope("x/y/"):
        print(layer._name_scope())
    with tf.name_scope(layer._name_scope()):
        print(tf.Variable(1.0, name="v").name)
    with tf.Graph().as_default(), tf.name_scope("z"):
        print(layer._name_scope())


def case_models_in_the_form_before_keras_2_13():
    inputs = tf.keras.Input([3])
    within = tf.keras.Sequential([tf.keras.layers.Dense(2, name="d", input_shape=[3])], name="within")
    model = tf.keras.Model(inputs, tf.keras.layers.ReLU(name="r")(within(inputs)))
    out = []
    for made, of in ((model, model), (within, within)):
        made.use_legacy_config = True
        entries = of.get_config()["layers"]
        out.append([sorted(entry) for entry in entries])
        again = type(of).from_config(of.get_config())
        out.append([w.shape for w in again.get_weights()])
    return out


def case_trainable_as_compiled():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    model.layers[0].trainable = False
    with training_utils.RespectCompiledTrainableState(model):
        inside = model.layers[0].trainable
    return inside, model.layers[0].trainable


def case_layers_made_in_graphs_take_any_truth_and_variables_as_inputs():
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        layers = [tf.keras.layers.Layer(given) for given in (64, 0, None)]
        print([layer.trainable for layer in layers])
        given = tf.keras.backend.variable(np.array([[1.0, 2.0]], "float32"))
        constant = tf.keras.layers.Input(tensor=given, shape=(2,))
        x = tf.keras.layers.Input([2])
        y = tf.keras.Model([x, constant], tf.keras.layers.subtract([x, constant])).output
        session.run(tf.compat.v1.global_variables_initializer())
        print(constant.shape, constant.dtype, session.run(y, {x: [[1.0, 1.0]]}))


def case_batches_of_older_training_steps():
    given = {"x": tf.ones([2]), "y": (tf.ones([2, 3]), np.ones([2])), "z": tf.constant(1.0)}
    made = data_adapter.expand_1d(given)
    x, y, weights = data_adapter.unpack_x_y_sample_weight((made["x"], made["z"]))
    print(x.shape, made["y"][0].shape, made["y"][1].shape, y.shape, weights)


def case_calls_behind_tensors():
    x, z = tf.keras.Input((3,), name="x"), tf.keras.Input((3,), name="z")
    shared = tf.keras.layers.Dense(3, name="shared")
    y = tf.keras.layers.Add(name="sum")([shared(x), shared(z)])
    for outputs in (y, [y, shared(y)], {"b": z, "a": shared.get_output_at(0)}):
        calls, layers = functional._build_map(outputs)
        print([(c.layer.name, c.layer.inbound_nodes.index(c)) for c in calls], {k.name: v for k, v in layers.items()})


def case_what_convolutions_tell_their_subclasses():
    made = [
        L.Conv1D(2, 3, padding="causal"), L.Conv2D(2, 3), L.Conv3D(2, 3), L.Conv2DTranspose(2, 3, data_format="channels_first"),
        L.SeparableConv2D(2, 3, padding="same"), L.DepthwiseConv2D(3),
    ]  # fmt: skip
    for layer in made:
        shape = tf.TensorShape([None, *range(5, 6 + layer.rank)])
        print(type(layer).__name__, layer._get_channel_axis(), layer._get_input_channel(shape), layer._get_padding_op())
        print(layer._is_causal, layer._channels_first, layer._tf_data_format)
    try:
        made[1]._get_input_channel(tf.TensorShape([None, 3, 3, None]))
    except ValueError as error:
        return str(error)


def case_recurrent_layers_that_reset_masks_themselves():
    class Own(L.LSTM):
        def call(self, inputs, mask=None, training=None, initial_state=None):
            self._maybe_reset_cell_dropout_mask(self.cell)
            return super().call(inputs, mask=mask, training=training, initial_state=initial_state)

    class Cells(L.RNN):
        def call(self, inputs):
            self._maybe_reset_cell_dropout_mask(self.cell)
            return super().call(inputs)

    x = tf.ones([1, 2, 3])
    return [layer(x).shape.as_list() for layer in (Own(2, dropout=0.5), Cells(L.StackedRNNCells([L.GRUCell(2), L.GRUCell(4)])))]


def case_functions_by_name_in_the_older_form():
    @tf.keras.utils.register_keras_serializable("older_form")
    def inverse(x):
        return 1 / x

    @tf.keras.utils.register_keras_serializable("older_form")
    class Holder:
        def __init__(self, **held):
            self.held = held

        def get_config(self):
            return self.held

        @classmethod
        def from_config(cls, config):
            return cls(**config)

    def shown(holder):
        shown_held = {k: shown(v) if isinstance(v, Holder) else getattr(v, "__name__", v) for k, v in holder.held.items()}
        return {k: (type(holder.held[k]).__name__, v) for k, v in shown_held.items()}

    legacy = tf.keras.utils.legacy
    holder = Holder(f=inverse, text="relu", named="older_form>inverse", inner=Holder(f=inverse, number=1), several=[1])
    config = legacy.serialize_keras_object(holder)
    print(config)
    return shown(legacy.deserialize_keras_object(config))
