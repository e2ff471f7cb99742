"""Extension types in Keras models, datasets, functions and saved models."""

import os
import tempfile
import typing

import numpy as np


class Masked(tf.experimental.BatchableExtensionType):
    __name__ = "program.Masked"
    values: tf.Tensor
    mask: tf.Tensor
    shape = property(lambda self: self.values.shape)
    dtype = property(lambda self: self.values.dtype)

    class Spec:
        def __init__(self, shape=None, dtype=tf.float32):
            self.values = tf.TensorSpec(shape, dtype)
            self.mask = tf.TensorSpec(shape, tf.bool)

        shape = property(lambda self: self.values.shape)
        dtype = property(lambda self: self.values.dtype)

    def with_default(self, default):
        return tf.where(self.mask, self.values, default)


class Plain(tf.experimental.ExtensionType):
    x: tf.Tensor
    name: str = "p"


def masked():
    return Masked(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]), tf.constant([[True, False], [True, True], [False, True]]))


def shown(value):
    return np.round(np.asarray(value, dtype=float), 4).tolist()


def failed(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {str(e).splitlines()[0][:40]}"


class Fill(tf.keras.layers.Layer):
    def call(self, m):
        return m.with_default(0.5)


def case_layers_and_models():
    m = masked()
    made = [shown(Fill()(m))]
    model = tf.keras.Sequential([Fill(), tf.keras.layers.Dense(1, kernel_initializer="ones")])
    made.append(shown(model(m)))
    model.compile("sgd", "mse")
    ds = tf.data.Dataset.from_tensor_slices((m, tf.ones([3, 1]))).batch(2)
    made.append(shown(model.evaluate(ds, verbose=0)))
    model.fit(ds, verbose=0)
    made.append(shown(model.predict(ds, verbose=0)))
    return repr(made)


def case_functional_models():
    m = masked()
    inputs = tf.keras.Input(type_spec=Masked.Spec([None, 2]))
    made = [type(inputs).__name__, failed(lambda: str(inputs.shape)), failed(lambda: inputs.type_spec == Masked.Spec([None, 2]))]
    outputs = tf.keras.layers.Dense(1, kernel_initializer="ones")(Fill()(inputs))
    model = tf.keras.Model(inputs, outputs)
    made.append(shown(model(m)))
    model.compile("sgd", "mse")
    model.fit(m, tf.ones([3, 1]), batch_size=3, epochs=1, verbose=0)
    made.append(shown(model.predict(m, verbose=0)))
    made.append(shown(model.evaluate(m, tf.ones([3, 1]), verbose=0)))
    return repr(made)


def case_attributes_of_keras_inputs():
    inputs = tf.keras.Input(type_spec=Masked.Spec([None, 2]))
    made = [type(inputs).__name__, failed(lambda: type(inputs.values).__name__), failed(lambda: str(inputs.mask.dtype))]
    model = failed(lambda: tf.keras.Model(inputs, tf.where(inputs.mask, inputs.values, 9.0)))
    made.append(failed(lambda: shown(model(masked()))))
    return repr(made)


class Pair(tf.experimental.BatchableExtensionType):
    """Tensors of two dtypes, so that it has none itself."""

    numbers: tf.Tensor
    counts: tf.Tensor

    @property
    def shape(self):
        return self.numbers.shape

    class Spec:
        def __init__(self, shape):
            self.numbers = tf.TensorSpec(shape, tf.float32)
            self.counts = tf.TensorSpec(shape[:1], tf.int32)

        @property
        def shape(self):
            return self.numbers.shape


class Weighted(tf.keras.layers.Layer):
    def call(self, x):
        return x.numbers * tf.cast(x.counts, tf.float32)[:, None]


def case_inputs_of_several_dtypes():
    layers = [tf.keras.layers.InputLayer(type_spec=s) for s in (Pair.Spec([None, 2]), tf.TensorSpec([None, 2], tf.int32))]
    made = [layer.dtype for layer in layers]
    inputs = tf.keras.Input(type_spec=Pair.Spec([None, 2]))
    made += [str(inputs.shape), failed(lambda: inputs.dtype)]
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, kernel_initializer="ones")(Weighted()(inputs)))
    made.append(shown(model(Pair(numbers=[[1.0, 2.0], [3.0, 4.0]], counts=[1, 2]))))
    return repr(made)


def case_datasets():
    m = masked()
    ds = tf.data.Dataset.from_tensor_slices(m)
    made = [repr(ds.element_spec), [shown(e.values) for e in ds]]
    batched = ds.batch(2)
    made += [repr(batched.element_spec), [(shown(e.values), e.mask.numpy().tolist()) for e in batched]]
    made.append([shown(e.values) for e in batched.unbatch()])
    made.append([shown(e) for e in batched.map(lambda e: e.with_default(0.0))])
    made.append([shown(e.values) for e in ds.map(lambda e: Masked(e.values * 2.0, e.mask)).shuffle(3, seed=1).repeat(1).prefetch(1)])
    made.append([shown(e.values) for e in ds.filter(lambda e: e.mask[0])])
    made.append([shown(e.values) for e in ds.batch(2, drop_remainder=True)])
    made.append(failed(lambda: [e.x.numpy().tolist() for e in tf.data.Dataset.from_tensors(Plain([1, 2]))]))
    made.append(failed(lambda: [e.x.numpy().tolist() for e in tf.data.Dataset.from_tensor_slices(Plain([1, 2]))]))
    made.append(failed(lambda: [e.x.numpy().tolist() for e in tf.data.Dataset.from_tensors(Plain([1, 2])).batch(1)]))
    made.append([(shown(a.values), b.numpy().tolist()) for a, b in tf.data.Dataset.zip((ds, tf.data.Dataset.range(3))).batch(2)])
    made.append(shown(ds.reduce(tf.zeros([2]), lambda s, e: s + e.with_default(0.0))))
    made.append([shown(e.values) for e in ds.concatenate(ds).take(4).skip(2)])
    made.append([shown(e.values) for e in ds.cache()])
    made.append([shown(e.values) for e in tf.data.Dataset.range(2).map(lambda i: Masked(tf.fill([2], tf.cast(i, tf.float32)), [True, False]))])
    made.append([shown(e.values) for e in tf.data.Dataset.range(2).flat_map(lambda i: ds.take(1))])
    made.append([shown(e.values) for e in ds.interleave(lambda e: tf.data.Dataset.from_tensors(e), cycle_length=2)])
    made.append(failed(lambda: [shown(e.values) for e in ds.padded_batch(2)]))
    made.append(failed(lambda: [shown(e.values) for e in ds.ragged_batch(2)]))
    made.append(
        failed(lambda: [shown(e.values) for e in tf.data.Dataset.from_generator(lambda: iter([m]), output_signature=Masked.Spec([3, 2]))])
    )
    return repr(made)


def case_functions():
    m = masked()
    traces = []

    @tf.function
    def f(m):
        traces.append(1)
        return Masked(m.values + 1.0, ~m.mask)

    y = f(m)
    made = [type(y).__name__, shown(y.values), y.mask.numpy().tolist()]
    f(masked())

    @tf.function(input_signature=[Masked.Spec([None, 2])])
    def g(m):
        return m.with_default(7.0)

    made += [len(traces), shown(g(m)), repr(g.get_concrete_function().structured_input_signature)]

    @tf.function
    def loop(m):
        for _ in tf.range(3):
            m = Masked(m.values * 2.0, m.mask)
        if tf.reduce_sum(m.values) > 10.0:
            m = Masked(m.values - 1.0, m.mask)
        return m

    made.append(shown(loop(m).values))
    made.append(shown(tf.map_fn(lambda e: e.with_default(0.0), m, fn_output_signature=tf.TensorSpec([2]))))
    with tf.GradientTape() as tape:
        x = tf.constant([1.0, 2.0])
        tape.watch(x)
        y = Masked(x * x, tf.constant([True, False])).with_default(0.0)
    made.append(shown(tape.gradient(y, x)))
    return repr(made)


def case_saved_models():
    module = tf.Module()
    module.f = tf.function(lambda m: m.with_default(0.0), input_signature=[Masked.Spec([None, 2])])
    module.g = tf.function(lambda x: Masked(x, x > 1.0), input_signature=[tf.TensorSpec([None])])
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)
        loaded = tf.saved_model.load(folder)
        y = loaded.g(tf.constant([1.0, 2.0]))
        return repr([shown(loaded.f(masked())), type(y).__name__, y.mask.numpy().tolist()])


def case_saved_keras_models():
    inputs = tf.keras.Input(type_spec=Masked.Spec([None, 2]))
    model = tf.keras.Model(inputs, tf.keras.layers.Dense(1, kernel_initializer="ones")(Fill()(inputs)))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m")
        made = [failed(lambda: model.save(path))]
        loaded = tf.keras.models.load_model(path, custom_objects={"Fill": Fill})
        return repr([*made, shown(loaded(masked()))])


def case_type_specs():
    spec = Masked.Spec([None, 2])
    m = masked()
    made = [spec.is_compatible_with(m), repr(spec), repr(tf.type_spec_from_value(m)), spec == Masked.Spec([None, 2])]
    made += [repr(tf.nest.flatten(m, expand_composites=True)[1].dtype), repr(m)]
    stacked = failed(lambda: tf.stack([m.values, m.values]).shape.as_list())
    return repr([*made, stacked, failed(lambda: m == masked()), failed(lambda: repr(Plain([1]) == Plain([1])))])


class Sized(tf.experimental.BatchableExtensionType):
    values: tf.Tensor
    shape: tf.TensorShape
    parts: typing.Mapping[str, tf.TensorShape]


def case_shapes_among_fields():
    made = []
    for values, shape in (([[1.0, 2.0], [3.0, 4.0]], [2, 2]), ([[1.0, 2.0], [3.0, 4.0]], [None, 2]), ([1.0, 2.0], []), ([[1.0]], None)):
        x = Sized(tf.constant(values), tf.TensorShape(shape), {"a": tf.TensorShape([3, 4])})
        spec = tf.type_spec_from_value(x)
        rows = tf.data.Dataset.from_tensor_slices(x)
        made += [repr(spec._batch(3)), repr(spec._unbatch()), repr(rows.element_spec), [str(e.shape) for e in rows]]
        made += [repr(rows.batch(2, drop_remainder=True).element_spec)]
        made += [[(str(e.shape), e.values.numpy().tolist()) for e in rows.batch(1, drop_remainder=True)]]
    return repr(made)
