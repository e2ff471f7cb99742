"""Keras models in SavedModels: their call in training and inference, and their signature for serving, without their classes."""

import json
import tempfile
import typing

import numpy as np


def _weighted(model):
    model.set_weights([(np.arange(w.size) % 5 / 4).reshape(w.shape) for w in model.get_weights()])
    return model


def _sorted(found):
    return sorted(found.items())


def _loaded(model):
    path = tempfile.mkdtemp()
    tf.saved_model.save(model, path)
    return tf.saved_model.load(path)


def _shown(model):
    loaded = _loaded(_weighted(model))
    serve = loaded.signatures["serving_default"]
    takes = sorted((name, spec.shape, spec.dtype) for name, spec in serve.structured_input_signature[1].items())
    return loaded, takes, sorted((name, spec.shape, spec.dtype) for name, spec in serve.structured_outputs.items())


def _inputs():
    return tf.keras.Input([3], name="a"), tf.keras.Input([2], name="b")


def case_functional():
    tf.keras.backend.clear_session()
    a, _ = _inputs()
    loaded, *about = _shown(tf.keras.Model(a, tf.keras.layers.Dense(2, name="d")(a)))
    x = tf.reshape(tf.range(6.0), [2, 3])
    return about, loaded(x), loaded.signatures["serving_default"](a=x)


def case_functional_of_two():
    a, b = _inputs()
    loaded, *about = _shown(tf.keras.Model([a, b], [tf.keras.layers.Dense(2, name="d")(a), tf.keras.layers.Dense(1, name="e")(b)]))
    return about, loaded([tf.ones([1, 3]), tf.ones([1, 2])])


def case_functional_of_dictionaries():
    a, _ = _inputs()
    loaded, *about = _shown(tf.keras.Model({"q": a}, {"r": tf.keras.layers.Dropout(0.5, name="d")(a)}))
    training = loaded({"q": tf.ones([100, 3])}, training=True)["r"]
    return about, loaded({"q": tf.ones([1, 3])}), sorted(set(training.numpy().ravel().tolist()))


def case_sequential():
    tf.keras.backend.clear_session()
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,)), tf.keras.layers.BatchNormalization()])
    loaded, *about = _shown(model)
    x = tf.reshape(tf.range(6.0), [2, 3])
    return about, np.round(loaded(x), 3).tolist(), np.round(loaded(x, training=True), 3).tolist()


class Plain(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x, factor=None, training=None):
        made = self.dense(x)
        if factor is not None:
            made = made * factor
        return {"o": made + 1.0 if training else made, "p": x}


class OfDictionaries(Plain):
    def call(self, inputs):
        return self.dense(inputs["u"]), self.dense(inputs["v"])


def case_subclass():
    model = Plain()
    model(tf.ones([1, 3]))
    loaded, *about = _shown(model)
    return about, _sorted(loaded(tf.ones([2, 3]))), _sorted(loaded(tf.ones([2, 3]), training=True))


def case_subclass_with_more_arguments():
    model = Plain()
    model(tf.ones([1, 3]), factor=2.0)
    loaded, *about = _shown(model)
    return about, loaded(tf.ones([2, 3]), 2.0)["o"]


def case_subclass_of_dictionaries():
    model = OfDictionaries()
    model({"u": tf.ones([1, 3]), "v": tf.ones([1, 3])})
    loaded, *about = _shown(model)
    return about, loaded({"u": tf.ones([1, 3]), "v": tf.zeros([1, 3])})


def case_of_strings():
    table = tf.keras.layers.StringLookup(vocabulary=["a", "b"])
    model = tf.keras.Sequential([table, tf.keras.layers.Embedding(4, 3)])
    model(tf.constant(["a"]))
    return _loaded(_weighted(model))(tf.constant(["b", "c"]))


def case_within_a_module():
    module = tf.Module()
    module.model = Plain()
    module.model(tf.ones([1, 3]))
    _weighted(module.model)
    return _sorted(_loaded(module).model(tf.ones([1, 3])))


def case_gradients():
    model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(3,))])
    loaded = _loaded(_weighted(model))
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(loaded(tf.ones([1, 3]), training=True) ** 2)
    return [v.shape for v in loaded.variables], tape.gradient(loss, loaded.variables)


def case_losses_and_functions_of_layers():
    inputs = tf.keras.Input((2,))
    regularized = tf.keras.layers.Dense(1, kernel_initializer="ones", kernel_regularizer=tf.keras.regularizers.L2(0.25))
    loaded = _loaded(tf.keras.Model(inputs, regularized(tf.keras.layers.Dense(2, kernel_initializer="ones")(inputs))))
    api = loaded.keras_api
    return (
        [loss() for loss in loaded.regularization_losses],
        [len(x) for x in (loaded.variables, loaded.trainable_variables, api.layers, api.layer_regularization_losses)],
        [len(getattr(loaded, f"layer-{i}").regularization_losses) for i in (1, 2)],
        getattr(loaded, "layer-1")(tf.ones([1, 2])),
        loaded.call_and_return_all_conditional_losses(tf.ones([1, 2])),
    )


def case_static_shapes_in_graphs():
    inputs = tf.keras.Input((2,))
    loaded = _loaded(tf.keras.Model(inputs, tf.keras.layers.Dense(3)(inputs)))
    run = tf.function(lambda x: loaded(x))
    return [run.get_concrete_function(tf.TensorSpec([n, 2])).output_shapes for n in (5, None)]


def case_sizes_of_batches_that_inputs_give():
    L = tf.keras.layers
    b, later = tf.keras.Input((3,), batch_size=4, name="b"), tf.keras.Sequential([L.Dense(2, name="d")])
    later(tf.ones((4, 3)))
    models = [tf.keras.Model(b, L.Dense(2, name="d")(b)), tf.keras.Sequential([L.Dense(2, batch_input_shape=(4, 3), name="d")]), later]
    made = []
    for model in models:
        specs = [[(spec.shape, spec.dtype) for spec in model.save_spec(dynamic)[0]] for dynamic in (True, False)]
        loaded, takes, gives = _shown(model)
        given = loaded.signatures["serving_default"](tf.ones((2, 3)))
        made.append([[row[1:] for row in takes], gives, specs, _sorted(given)])
    return made


def case_layers_without_a_configuration():
    L = tf.keras.layers

    class Scaled(L.Layer):
        def __init__(self, factor, **kwargs):
            super().__init__(**kwargs)
            self.factor = factor

        def build(self, shape):
            self.offset = self.add_weight("offset", [shape[-1]], initializer="ones")

        def call(self, x):
            return x * self.factor + self.offset

    i, made = tf.keras.Input((3,)), []
    factor = tf.Variable(2.0, trainable=False)
    models = [tf.keras.Sequential([L.Dense(2, input_shape=(3,)), Scaled(factor)]), tf.keras.Model(i, Scaled(factor)(L.Dense(2)(i)))]
    for model in models:
        model.compile("sgd", "mse")
        _weighted(model)
        factor.assign(2.0)
        path = tempfile.mkdtemp()
        model.save(path, save_format="tf")
        loaded = tf.keras.models.load_model(path)
        kinds = [type(layer).__name__ for layer in loaded.layers if not isinstance(layer, L.InputLayer)]
        facts = [type(loaded).__name__, kinds, len(loaded.weights), len(loaded.trainable_weights)]
        made.append([*facts, loaded(tf.ones((1, 3))).numpy().tolist(), loaded.evaluate(np.ones((4, 3)), np.ones((4, 2)), verbose=0)])
        try:
            model.save(path + ".keras")
        except NotImplementedError:
            made.append("no archive")
    return made


class Features(tf.experimental.BatchableExtensionType):
    """Tensors by their names, one value for a model."""

    __name__ = "tests.NamedFeatures"
    named: typing.Mapping[str, tf.Tensor]
    shape: tf.TensorShape


class Added(tf.keras.layers.Layer):
    """The sum of the features."""

    def call(self, x):
        return x.named["a"] + x.named["b"]


def case_inputs_with_tensors_by_names():
    value = Features({"a": tf.ones((2, 3)), "b": tf.zeros((2, 3))}, tf.TensorShape([2, 3]))
    spec = Features.Spec({"a": tf.TensorSpec([2, 3]), "b": tf.TensorSpec([2, 3])}, tf.TensorShape([2, 3]))
    i = tf.keras.Input(type_spec=spec)
    model = _weighted(tf.keras.Model(i, tf.keras.layers.Dense(2)(Added()(i))))
    path = tempfile.mkdtemp()
    model.save(path, save_format="tf")
    loaded = tf.keras.models.load_model(path, custom_objects={"Added": Added})
    return loaded(value).numpy().tolist(), model(value).numpy().tolist()


def _with_attributes(model):
    """`model` with attributes of the kinds that are followed."""
    model.alone, model.fixed = tf.Variable(3.0, name="alone"), tf.Variable(4.0, trainable=False, name="fixed")
    model.module = tf.Module()
    model.module.inner = tf.Variable([1.0, 2.0], name="inner")
    model.extra = tf.keras.layers.Dense(3, name="extra", kernel_initializer="ones")
    model.extra.build((None, 2))
    model.listed = [tf.Variable(5.0, name="first"), tf.Variable(6.0, name="second")]
    model.named = {"a": tf.Variable(7.0, name="a"), "b": [tf.Variable(8.0, name="b")]}
    model.numbers = [1, 2]
    model.layers_listed = [tf.keras.layers.Dense(1, name="within", kernel_initializer="ones")]
    model.layers_listed[0].build((None, 2))
    model.added = tf.function(lambda x: x + model.alone, input_signature=[tf.TensorSpec([])])
    model.mean = tf.keras.metrics.Mean(name="mean_of_model")
    model.mean.update_state(4.0)
    return model


def _sequential():
    return tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(2,), name="s0", kernel_initializer="ones")])


def _names(model):
    kinds = "layers", "variables", "trainable_weights", "non_trainable_weights", "metrics"
    return [[x.name for x in getattr(model, kind)] for kind in kinds]


def case_attributes_of_a_sequential():
    model = _with_attributes(_sequential())
    made = [_names(model), model.count_params(), [layer["config"]["name"] for layer in model.get_config()["layers"]]]
    model.means = [tf.keras.metrics.Mean(name="of_list")]
    model.add(tf.keras.layers.Dense(1, name="late"))
    model.later = tf.keras.layers.Dense(4, name="later")
    made.append([_names(model), model(tf.ones((1, 2))).shape])
    del model.extra
    return [*made, _names(model), sorted(m.name for m in model.submodules if isinstance(m, tf.keras.layers.Layer))]


class WithInner(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner_layer = tf.keras.layers.Dense(2, name="own", kernel_initializer="ones")

    def call(self, x):
        return self.inner_layer(x)


def _value(x):
    if isinstance(x, tf.Variable):
        return x.name, x.numpy().tolist(), x.trainable
    if isinstance(x, tf.keras.metrics.Metric):
        return type(x).__name__, x.name, float(x.result())
    if isinstance(x, tf.keras.layers.Layer):
        return type(x).__name__, x.name, [_value(v) for v in x.weights]
    if isinstance(x, list):
        return [_value(v) for v in x]
    return _sorted({k: _value(v) for k, v in x.items()})


def case_attributes_of_loaded_models():
    made, called = [], WithInner()
    called(tf.ones((1, 2)))
    i = tf.keras.Input((2,), name="i")
    functional = tf.keras.Model(i, tf.keras.layers.Dense(2, name="f0", kernel_initializer="ones")(i))
    for model in (_sequential(), functional, called):
        model = _with_attributes(model)
        model.same = model.layers[0]
        model.seen = tf.keras.layers.Dense(1, name="seen", kernel_initializer="ones")
        model.seen(tf.ones((1, 2)))
        model.alone.assign(10.0)
        path = tempfile.mkdtemp()
        model.save(path, save_format="tf")
        loaded = tf.keras.models.load_model(path)
        names = "alone fixed extra listed named numbers layers_listed mean seen".split()
        made.append([type(loaded).__name__, *(_value(getattr(loaded, name)) for name in names), loaded.module.inner.numpy().tolist()])
        loaded.alone.assign(20.0)  # which the function reads
        made.append([float(loaded.added(tf.constant(1.0))), loaded.same is loaded.layers[0], loaded(tf.ones((1, 2))).numpy().tolist()])
        made.append([*_names(loaded), hasattr(loaded, "numbers"), hasattr(loaded, "nothing")])
        if model is called:
            known = tf.keras.models.load_model(path, custom_objects={"WithInner": WithInner})
            made.append([*_names(known), *(_value(getattr(known, name)) for name in names)])
    return made


def _reloaded(model):
    path = tempfile.mkdtemp()
    model.save(path, save_format="tf")
    return tf.keras.models.load_model(path)


def case_network_with_a_layer_of_an_unknown_class():
    class Scaled(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__(name="scaled")

        def call(self, x, by=1.0):
            return x * by

    tf.keras.backend.clear_session()
    a, _ = _inputs()
    model = tf.keras.Model(a, Scaled()(tf.keras.layers.Dense(2, kernel_initializer="ones", name="d")(a), by=2.0), name="m")
    model.compile("sgd", "mse", metrics=["mae"])
    model.fit(np.ones((2, 3)), np.ones((2, 2)), verbose=0)
    found = _reloaded(model)
    print([type(layer).__name__ for layer in found.layers], found.input_shape, type(found.optimizer).__name__)
    print(sorted(found.evaluate(np.ones((2, 3)), np.ones((2, 2)), verbose=0, return_dict=True).items()))
    return found(tf.ones([1, 3])), found.metrics_names


def case_configurations_with_objects():
    @tf.keras.utils.register_keras_serializable("objects")
    class Parts(tf.keras.layers.Layer):
        def __init__(self, parts, **kwargs):
            super().__init__(**kwargs)
            self.parts = parts

        def call(self, x):
            return self.parts["first"](x)

        def get_config(self):
            return {**super().get_config(), **{f"part/{k}": v for k, v in self.parts.items()}}

        @classmethod
        def from_config(cls, config):
            found = {k[5:]: config.pop(k) for k in sorted(config) if k.startswith("part/")}
            print({k: type(v).__name__ for k, v in found.items()})
            return cls(found, **config)

    tf.keras.backend.clear_session()
    a, _ = _inputs()
    layer = Parts({"first": tf.keras.layers.Dense(2, kernel_initializer="ones", name="inner")}, name="parts")
    found = _reloaded(tf.keras.Model(a, layer(a)))
    print(tf.keras.utils.legacy.serialize_keras_object(layer)["config"]["part/first"]["__passive_serialization__"])
    return [type(x).__name__ for x in found.layers], found(tf.ones([1, 3]))


def case_models_that_compile_themselves():
    class Own(tf.keras.Model):
        def __init__(self, units=2):
            super().__init__()
            self.units, self.dense = units, tf.keras.layers.Dense(units, kernel_initializer="ones")

        def compile(self, rate):
            self.optimizer, self._is_compiled = tf.keras.optimizers.SGD(rate), True

        def call(self, x):
            return self.dense(x)

        def get_config(self):
            return {"units": self.units}

        @classmethod
        def from_config(cls, config):
            return cls(**config)

    model = Own()
    model.compile(0.5)
    model(tf.ones([1, 3]))
    path = tempfile.mkdtemp()
    tf.saved_model.save(model, path)
    return model.get_compile_config(), tf.saved_model.load(path)(tf.ones([1, 3]))


def case_traces_with_objects_of_a_program():
    class Object:
        pass

    class Holder(tf.Module):
        @tf.function
        def doubled(self, x, object):
            return x if object is None else x * 2

    holder = Holder()
    holder.doubled(tf.ones([2]), Object())
    holder.doubled(tf.ones([2]), None)
    holder.doubled(tf.ones([2]), [1, Object()])
    found = _loaded(holder)
    print([concrete.structured_input_signature for concrete in found.doubled.concrete_functions])
    return found.doubled(tf.ones([2]), None)


def case_layers_of_a_model_are_built_as_they_were():
    class Table(tf.keras.layers.Layer):
        def build(self, shape):
            self.w = self.add_weight("w", [shape[-1], 2], initializer="zeros")

        def call(self, x):
            return x @ self.w

    @tf.keras.utils.register_keras_serializable("built")
    class Own(tf.keras.Model):
        def __init__(self, units=3):
            super().__init__()
            self.units, self.table = units, Table()

        def call(self, x):
            return self.table(x)

        def get_config(self):
            return {**super().get_config(), "units": self.units}

        @classmethod
        def from_config(cls, config):
            return cls(**config)

    tf.keras.backend.clear_session()
    model = Own(4)
    model(tf.ones([1, 3]))
    found = _reloaded(_weighted(model))
    print(found.get_config(), type(found).__name__, found.table.built, [(w.name, w.shape) for w in found.weights])
    return found(tf.ones([1, 3])), found.table(tf.ones([1, 3])), model(tf.ones([1, 3]))


class _Training(tf.Module):
    """A step of training by an optimizer that scales the loss."""

    def __init__(self, optimizer):
        self.weights = tf.Variable([[1.0], [2.0]])
        self.optimizer = tf.keras.mixed_precision.LossScaleOptimizer(optimizer, initial_scale=4.0, dynamic_growth_steps=2)

    @tf.function(input_signature=[tf.TensorSpec([3, 2])])
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.optimizer.get_scaled_loss(tf.reduce_mean(tf.square(x @ self.weights)))
        gradients = self.optimizer.get_unscaled_gradients(tape.gradient(loss, [self.weights]))
        self.optimizer.apply_gradients(zip(gradients, [self.weights]))
        return tf.squeeze(self.weights), self.optimizer.loss_scale


def _trained(optimizer):
    module = _Training(optimizer)
    tape = [module.step(tf.ones([3, 2]))]
    path = tempfile.mkdtemp()
    tf.saved_model.save(module, path)
    loaded = tf.saved_model.load(path)
    found = tape + [loaded.step(tf.fill([3, 2], x)) for x in (1.0, 0.5, float("inf"), 1.0)]
    return [(["%.4f" % w for w in weights.numpy()], scale) for weights, scale in found]


def case_a_step_that_scales_the_loss():
    return _trained(tf.keras.optimizers.SGD(0.01)), _trained(tf.keras.optimizers.Adam(0.1))


def case_a_step_of_an_older_optimizer_that_scales_the_loss():
    return _trained(tf.keras.optimizers.legacy.SGD(0.01, 0.5)), _trained(tf.keras.optimizers.legacy.Adam(0.1))


class SeveralInputs(tf.keras.Model):
    """A model with further arguments, of which some may be left out."""

    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, first, second, third=None):
        first = first[0] if isinstance(first, (list, tuple)) else first
        made = self.dense(first) + (self.dense(second["x"]) * second["y"] if isinstance(second, dict) else self.dense(second))
        return made if third is None else made + third


def _several_inputs(call):
    model = SeveralInputs()
    call(model)
    with tempfile.TemporaryDirectory() as folder:
        model.save(folder)
        loaded, plain = tf.keras.models.load_model(folder, compile=False), tf.saved_model.load(folder)
    signature = plain.signatures["serving_default"]
    specs = signature.structured_input_signature[1]
    served = signature(**{name: tf.ones([2, *spec.shape[1:]], spec.dtype) for name, spec in specs.items()})
    return [call(loaded), call(plain), sorted((name, str(spec)) for name, spec in specs.items()), served]


def case_several_inputs():
    a, b, c = tf.ones((2, 2)), tf.ones((2, 2)), tf.ones((2, 1))
    calls = {
        "two": lambda m: m(a, b),
        "three": lambda m: m(a, b, c),
        "by name": lambda m: m(a, b, third=c),
        "second by name": lambda m: m(a, second=b),
        "list": lambda m: m([a, c], b),
        "dictionary": lambda m: m(a, {"x": b, "y": c}),
        "arrays": lambda m: m(a.numpy(), b.numpy()),
    }
    return {name: _several_inputs(call) for name, call in calls.items()}


def case_classes_that_are_not_public_under_their_names():
    names = (
        "SyncBatchNormalization BatchNormalizationV1 BatchNormalizationV2 LSTMV2 GRUV2 LSTMCellV2 GRUCellV2 DropoutWrapper ResidualWrapper"
    )
    cell = {"class_name": "GRUCell", "config": {"units": 2}}
    for name in names.split():
        config = {"cell": cell} if name.endswith("Wrapper") else {"axis": [1]} if "Batch" in name else {"units": 2}
        if name == "DropoutWrapper":
            config["input_keep_prob"] = 0.5
        made = tf.keras.layers.deserialize({"class_name": name, "config": {"name": "x", **config}})
        print(name, type(made).__name__, made.name)
    layers = [
        {"class_name": "Dense", "config": {"units": 2, "batch_input_shape": [None, 3]}},
        {"class_name": "BatchNormalizationV1", "config": {}},
    ]
    model = tf.keras.models.model_from_json(json.dumps({"class_name": "Sequential", "config": layers}))
    return [type(layer).__name__ for layer in model.layers], model(tf.zeros([1, 3])).numpy().tolist()
