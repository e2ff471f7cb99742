"""What libraries do with layers, structures and functions that programs of their users seldom do."""

import collections
import threading
import typing

import numpy as np
from tensorflow.python.eager import context
from tensorflow.python.framework import ops
from tensorflow.python.keras.saving import saving_utils
from tensorflow.python.ops import resources
from tensorflow.python.trackable import data_structures
from tensorflow.python.util import tf_inspect

L = tf.keras.layers


def _outcome(function):
    try:
        return function()
    except Exception as e:
        return type(e).__name__


def case_arguments_of_calls():
    def f(a, b=2, *c, d, e=5, **k):
        pass

    class A:
        def m(self, x, y=1, **kwargs):
            pass

        @classmethod
        def c(cls, x):
            pass

    calls = [((1,), {}), ((1, 2, 3, 4), {}), ((), {}), ((1,), {"d": 3, "z": 4}), ((1,), {"a": 7}), ((), {"b": 3, "q": 1})]
    found = [_outcome(lambda args=args, named=named: list(tf_inspect.getcallargs(f, *args, **named).items())) for args, named in calls]
    bound = [{k: v for k, v in tf_inspect.getcallargs(g, 1, z=3).items() if k not in ("self", "cls")} for g in (A().m, A.c, A.m)]
    return found, bound


class Pair(collections.namedtuple("Pair", "a b")):
    def first(self):
        return self.a


class Noted(Pair):
    def __new__(cls, a, b=0):
        made = super().__new__(cls, a, b)
        made.note = "n"
        return made


class Slotted(collections.namedtuple("Slotted", "a b")):
    __slots__ = ()


class Typed(typing.NamedTuple):
    a: object
    b: object = 2


def case_named_tuples_as_attributes():
    found = []
    for kind in (Pair, Noted, Slotted, Typed):
        module, v = tf.Module(), tf.Variable(1.0)
        module.x = x = kind(v, [tf.Variable(2.0)])
        x = module.x
        ones = tf.nest.map_structure(lambda _: 1, x)
        found.append(
            (
                [isinstance(x, kind), isinstance(x, tuple), isinstance(x, data_structures._TupleWrapper), x == kind(v, x.b)],
                [len(module.variables), x._fields, getattr(x, "note", None), x._replace(b=3).b],
                [type(ones).__name__, str(ones), repr(x)[:20]],
            )
        )
    plain = data_structures._TupleWrapper((1, 2))
    return found, [repr(plain), str(plain), list(plain), plain == (1, 2), type(plain).__name__]


def case_layers_without_activation():
    x2, x3, x4 = tf.ones([2, 3]), tf.reshape(tf.range(8.0), [1, 4, 2]), tf.reshape(tf.range(32.0), [1, 4, 4, 2])
    x5 = tf.reshape(tf.range(64.0), [1, 4, 4, 2, 2])
    made = [
        (L.Dense(2), x2),
        (L.Conv1D(2, 2), x3),
        (L.Conv2D(2, 2), x4),
        (L.Conv3D(2, 2), x5),
        (L.Conv2DTranspose(2, 2), x4),
        (L.SeparableConv2D(2, 2), x4),
        (L.DepthwiseConv1D(2), x3),
        (L.EinsumDense("ab,bc->ac", 4), x2),
        (L.SimpleRNN(2), x3),
        (L.LocallyConnected1D(2, 2), x3),
    ]
    found = []
    for layer, x in made:
        getattr(layer, "cell", layer).activation = None
        found.append((type(layer).__name__, _outcome(lambda layer=layer, x=x: layer(x).shape.as_list())))
        found.append(_outcome(lambda layer=layer, x=x: tf.function(lambda z: layer(z))(x).shape.as_list()))
    return found


def case_initializers_in_configurations():
    found = []
    for name in ("zeros", "ones", "constant", "random_normal", "random_uniform"):
        config = L.Dense(2, kernel_initializer=getattr(tf, f"{name}_initializer")()).get_config()["kernel_initializer"]
        found.append((config, type(tf.keras.initializers.deserialize(config)).__name__))
    return found


def case_registered_functions_in_earlier_configurations():
    @tf.keras.utils.register_keras_serializable(package="Pieces")
    def difference(a, b):
        return a - b

    name = tf.keras.losses.serialize(difference, use_legacy_format=True)
    return name, tf.keras.losses.deserialize(name) is difference


def case_dense_features_of_both_versions():
    v1, v2 = tf.compat.v1.keras.layers.DenseFeatures, L.DenseFeatures
    column = tf.feature_column.numeric_column("x")
    made = [kind([column])({"x": [[1.0], [2.0]]}).numpy().tolist() for kind in (v1, v2)]
    return made, v1 is v2, issubclass(v2, v1), v1.__module__, v2.__module__


def case_sizes_joined_from_known_and_unknown_ones():
    found = []

    @tf.function(input_signature=[tf.TensorSpec(None), tf.TensorSpec([None, 2]), tf.TensorSpec([], tf.int32)])
    def f(image, x, n):
        size = tf.shape(image)[0]
        rows = tf.expand_dims(size, 0)
        for sizes in ([rows, [1]], [rows, tf.ones([tf.rank(x) - 1], tf.int32)], [tf.expand_dims(n + 1, 0), [1]]):
            found.append(tf.tile(x, tf.concat(sizes, 0)).shape.as_list())
        for sizes in ([[n], [1]], [tf.reshape(n, [1]), [1]], [[n], [1, 3]], [rows, rows]):
            found.append(tf.zeros(tf.concat(sizes, 0)).shape.as_list())
        found.append(tf.reshape(x, tf.concat([[size], [1]], 0)).shape.as_list())
        return x

    f.get_concrete_function()
    return found


def case_one_row_of_a_vector():
    v, w = tf.Variable([0, 0, 0]), tf.Variable(tf.zeros([3, 2]))
    made = tf.function(lambda i, x: v.scatter_update(tf.IndexedSlices(x, i)))(tf.constant(1), tf.constant(5))
    v.scatter_update(tf.IndexedSlices(tf.constant(7), tf.constant(2)))
    w.scatter_add(tf.IndexedSlices(tf.constant([1.0, 2.0]), tf.constant(1)))
    w.scatter_update(tf.IndexedSlices(tf.constant(3.0), tf.constant([0, 2])))
    return made, v.numpy().tolist(), w.numpy().tolist()


def case_ragged_rows_to_computed_sizes():
    rows = tf.ragged.constant([[1, 2, 3], [4]])

    def f(r, n):
        count = tf.shape(n)[0]
        return [
            r.to_tensor(default_value=0, shape=(count, 5)),
            r.to_tensor(shape=tf.stack([-1, count])),
            r.to_tensor(shape=tf.constant([-1, 2])),
        ]

    signature = [tf.RaggedTensorSpec([None, None], tf.int32), tf.TensorSpec([None])]
    traced = tf.function(f, input_signature=signature)
    mixed = _outcome(lambda: tf.function(lambda r, n: r.to_tensor(shape=[tf.shape(n)[0], None]))(rows, tf.zeros([2])))
    made = [[t.numpy().tolist() for t in g(rows, tf.zeros([k]))] for g in (f, tf.function(f), traced) for k in (2, 3)]
    return made, mixed


def case_critical_sections_in_functions():
    section, v = tf.CriticalSection(name="pieces"), tf.Variable(0.0)

    @tf.function
    def add(x):
        def body():
            v.assign_add(x)
            return {"now": v.read_value(), "twice": x * 2}

        return section.execute(body)

    made = [add(tf.constant(2.0)), add(tf.constant(3.0))]
    x = tf.Variable(3.0)
    with tf.GradientTape() as tape:
        square = tf.function(lambda: section.execute(lambda: x * x))
        y = square()
    again = _outcome(tf.function(lambda: section.execute(lambda: section.execute(lambda: v.assign_add(1.0)))))
    other = tf.CriticalSection(name="others")
    shared = tf.function(lambda: (section.execute(lambda: v.assign_add(1.0)), other.execute(lambda: v.assign_add(1.0))))
    nothing = tf.function(lambda: section.execute(lambda: None))
    return made, tape.gradient(y, x), again, _outcome(shared), _outcome(nothing)


def case_critical_sections_in_functions_on_threads():
    section, v = tf.CriticalSection(), tf.Variable(0.0)

    @tf.function
    def count(times):
        for _ in tf.range(times):

            def body():
                v.assign(v + 1.0)
                return v.read_value()

            section.execute(body)

    count(tf.constant(1))
    threads = [threading.Thread(target=count, args=(tf.constant(100),)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return v.numpy().tolist()


def case_sizes_of_the_first_tensorflow_in_lists():
    size = tf.compat.v1.Dimension
    made = [tf.convert_to_tensor([size(3), 4], dtype=tf.int64), tf.constant([[size(3)], [size(1)]]), tf.convert_to_tensor([size(3)])]
    return made, tf.convert_to_tensor([tf.constant(1), size(3)])


def case_shapes_of_noise_and_calls_of_cells():
    x = tf.zeros([2, 3, 4])
    layers = [L.Dropout(0.5, noise_shape=[None, 1, 4]), L.Dropout(0.5)]
    cell = tf.compat.v1.nn.rnn_cell.BasicRNNCell(2)
    return [layer._get_noise_shape(x) for layer in layers], cell(tf.ones([1, 3]), tf.zeros([1, 2]), training=False)[0].shape.as_list()


def case_operators_of_variables_of_a_library():
    class Doubled(tf.Variable):
        def __init__(self, variable):
            self.latent = variable

        def value(self):
            return 2 * self.latent.value()

        dtype = property(lambda self: self.latent.dtype)
        shape = property(lambda self: self.latent.shape)

    Doubled._OverloadAllOperators()
    v = Doubled(tf.Variable([1.0, -2.0]))
    return v + 1, 3 - v, v * v, v / 4, -v, abs(v), v > 0, v[0], v**2, 1 / v


def case_gradients_of_filters_of_three_dimensions():
    x, dy = tf.reshape(tf.range(54.0), [1, 3, 3, 3, 2]), tf.ones([1, 2, 2, 2, 3])
    v1 = tf.compat.v1
    made = v1.nn.conv3d_backprop_filter(x, [2, 2, 2, 2, 3], dy, [1, 1, 1, 1, 1], "VALID")
    same = v1.nn.conv3d_backprop_filter_v2(x, [2, 2, 2, 2, 3], tf.ones([1, 2, 2, 2, 3]), [1, 2, 2, 2, 1], "SAME")
    named = tf.raw_ops.Conv3DBackpropFilterV2(
        input=x, filter_sizes=[2, 2, 2, 2, 3], out_backprop=dy, strides=[1] * 5, padding="VALID", name="n"
    )
    return made.shape.as_list(), made[..., 0].numpy().tolist(), same[..., 1].numpy().tolist(), tf.reduce_all(made == named)


def case_shapes_as_constants_in_graphs():
    from tensorflow.python.ops.array_ops import shape_internal

    found = []

    @tf.function(input_signature=[tf.TensorSpec([2, 3]), tf.TensorSpec([None, 3])])
    def f(x, y):
        tensors = [shape_internal(x), shape_internal(x, optimize=False), shape_internal(y), shape_internal(x, out_type=tf.int64)]
        found.extend(t.dtype.name for t in tensors)
        return tensors

    return f(tf.zeros([2, 3]), tf.zeros([4, 3])), found, shape_internal([[1.0]])


def case_lists_of_results_belong_to_the_program():
    @tf.function
    def f(x):
        rows, parts = tf.unstack(x), tf.split(x, 3)
        made = [tf.stack(rows), tf.add_n(rows), tf.concat(parts, 0)]
        rows[0] = rows[0] * 100
        rows.append(x[0])
        parts.clear()
        sizes, same, grid = tf.shape_n([x, x]), tf.identity_n([x, x]), tf.meshgrid(x[:, 0], x[:, 0])
        sizes.pop()
        same.pop()
        grid[0] = grid[1]
        return made, rows, sizes, same, grid

    return f(tf.reshape(tf.range(3.0), [3, 1]))


def case_losses_normalizations_and_classes_that_libraries_extend():
    class Distance(tf.keras.losses.Loss):
        def __call__(self, y_true, y_pred, sample_weight=None):
            return self._get_reduction()

    class Doubled:
        @tf.custom_gradient
        def __call__(self, x):
            return x * 2, lambda dy: dy * 7

    class Scaled(L.Dense):
        def _add_variable_with_custom_getter(self, name, **kwargs):
            getter = kwargs.pop("getter")
            seen.append((name, kwargs["trainable"], kwargs["overwrite"], kwargs["dtype"].name))
            return super()._add_variable_with_custom_getter(name, getter=lambda **k: getter(**k), **kwargs)

    seen, norm, x = [], L.BatchNormalization(), tf.constant([[1.0, 2.0], [3.0, 8.0]])
    norm.build([None, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = Doubled().__call__(x)
    dense = Scaled(2, kernel_initializer="ones")
    made = dense(x)
    phase = [norm._get_training_value(), norm._get_training_value(1)]
    norm.trainable = False
    phase.append(norm._get_training_value(True))
    each = dense._dedup_weights([*dense.weights, dense.kernel])
    calls = tf.distribute.get_strategy().extended.call_for_each_replica(lambda a, b: a + b, args=(1,), kwargs={"b": 2})
    reductions = [Distance()(0, 0), Distance("none")(0, 0)]
    return reductions, tape.gradient(y, x), made, seen, phase, norm._moments(x, [0], True), len(each), calls


def case_gradients_given_while_a_graph_is_built():
    from tensorflow.python.ops.custom_gradient import _eager_mode_decorator, _graph_mode_decorator

    w = tf.Variable(3.0)

    def doubled(x, y=0.0):
        def gradient(dy, variables=()):
            return [dy * 10.0], [dy * 100.0 for _ in variables]

        return x * 2.0 * w + y, gradient

    found = []
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = _eager_mode_decorator(doubled, (x,), {"y": 1.0})
    found.append([y.numpy().item(), *(g.numpy().item() for g in tape.gradient(y, [x, w]))])

    @tf.function
    def run(x):
        y = _graph_mode_decorator(doubled, (x,), {})
        return y, tf.gradients(y, [x, w])

    y, gradients = run(x)
    found.append([y.numpy().item(), *(g.numpy().item() for g in gradients)])
    with tf.Graph().as_default():
        found.append(_outcome(lambda: _graph_mode_decorator(doubled, (tf.constant(1.0),), {"y": 1.0})))
    return found


def case_modules_that_modules_import():
    from tensorflow.python.framework import ops as real_ops
    from tensorflow.python.ops import rnn, rnn_cell_impl, variable_scope
    from tensorflow.python.ops.rnn import rnn_cell_impl as same

    return [same is rnn_cell_impl, rnn.vs is variable_scope, rnn.ops is real_ops, hasattr(rnn, "no_such_module"), rnn.__name__]


class Degrees:
    def __init__(self, value):
        self.value = value


def case_dispatchers_of_what_is_refused():
    from tensorflow.python.util import dispatch

    asked = []

    class Sums(tf.__internal__.dispatch.OpDispatcher):
        def handle(self, args, kwargs):
            asked.append(len(args) + len(kwargs))
            given = [*args, *kwargs.values()]
            if not any(isinstance(a, Degrees) for a in given):
                return self.NOT_SUPPORTED
            return "sum", [a.value for a in given if isinstance(a, Degrees)]

    @tf.__internal__.dispatch.add_dispatch_support
    def twice(x, y=1):
        """Two of it."""
        if isinstance(x, Degrees):
            raise ValueError("degrees")
        return 2 * x * y

    found = [_outcome(lambda: twice(Degrees(1))), twice.__name__, twice.__doc__, _outcome(lambda: Sums().register(len))]
    Sums().register(twice)
    found += [twice(3), twice(Degrees(4), y=2), _outcome(lambda: twice("a", y="b")), list(asked)]
    Sums().register(tf.math.atan2)
    found += [tf.math.atan2(0.0, 1.0).numpy().item(), tf.math.atan2(Degrees(5), Degrees(6)), _outcome(lambda: tf.math.atan2("a", 1.0))]
    found += [_outcome(lambda: tf.math.atan2(1, "a")), len(asked)]

    @dispatch.dispatch_for_types(tf.math.polygamma, Degrees)
    def polygamma(a, x, name=None):
        return "degrees", a, x.value

    found += [tf.math.polygamma(1.0, Degrees(7)), _outcome(lambda: tf.math.polygamma("a", 1.0))]

    @tf.__internal__.dispatch.add_dispatch_support(iterable_parameters=["xs"])
    def all_of(xs):
        for x in xs:
            if isinstance(x, Degrees):
                raise TypeError("degrees")
        return "plain"

    class Lists(Sums):
        def handle(self, args, kwargs):
            return [getattr(x, "value", x) for x in args[0]]

    Lists().register(all_of)
    return [*found, all_of(iter([1, 2])), all_of(iter([1, Degrees(8)]))]


class Interval(tf.experimental.BatchableExtensionType):
    low: tf.Tensor
    high: tf.Tensor

    shape = property(lambda self: self.low.shape)
    dtype = property(lambda self: self.low.dtype)

    @property
    def width(self):
        return self.high - self.low

    def moved(self, by, times=1.0):
        return Interval(self.low + by * times, self.high + by * times)

    def __getitem__(self, key):
        return getattr(self, key) * 10.0

    class Spec:
        shape = property(lambda self: self.low.shape)
        dtype = property(lambda self: self.low.dtype)


def case_keras_tensors_of_their_own_class():
    from keras.src.engine import keras_tensor as kt
    from keras.src.layers import core

    class IntervalKerasTensor(kt.KerasTensor):
        @property
        def rank(self):
            return self._type_spec.shape.rank

    core._delegate_property(IntervalKerasTensor, "width")
    core._delegate_method(IntervalKerasTensor, "moved")
    IntervalKerasTensor._overload_operator(Interval, "__getitem__")
    kt.register_keras_tensor_specialization(Interval, IntervalKerasTensor)

    spec = Interval.Spec(tf.TensorSpec([None, 2]), tf.TensorSpec([None, 2]))
    x = tf.keras.Input(type_spec=spec)
    moved = x.moved(1.0, times=3.0)
    made = [type(x).__name__, type(moved).__name__, x.rank, type(x.width).__name__, x.width.shape.as_list()]
    made.append(isinstance(kt.keras_tensor_from_type_spec(spec, name="n"), IntervalKerasTensor))
    made.append(type(kt.keras_tensor_from_type_spec(tf.TensorSpec([2]))).__name__)
    model = tf.keras.Model(x, [moved.width * 2.0, moved.moved(2.0), x["width"]])
    out = model(Interval(tf.constant([[1.0, 2.0]]), tf.constant([[2.0, 5.0]])))
    return [*made, out[0].numpy().tolist(), out[1].low.numpy().tolist(), out[2].numpy().tolist(), len(model.layers)]


def case_dtypes_that_layers_decide_on_later():
    class Late(L.Layer):
        def build(self, input_shape):
            self._dtype = tf.float64.as_numpy_dtype
            self.kernel = self.add_weight("kernel", [input_shape[-1]], initializer="ones")
            super().build(input_shape)

        def call(self, x):
            return x, tf.cast(x, self.kernel.dtype) * self.kernel

    layer = Late()
    before = [layer.dtype, layer.compute_dtype, layer.dtype_policy.name]
    _, product = layer(tf.ones([2, 3]))
    again, _ = layer(tf.ones([2, 3], tf.float32))
    after = [layer.dtype, layer.compute_dtype, layer.dtype_policy.name, layer.get_config()["dtype"], layer.kernel.dtype.name]
    return before, after, product.dtype.name, again.dtype.name


def case_resources_of_graphs():
    v1 = tf.compat.v1
    made = [context.in_eager_mode()]
    with tf.Graph().as_default(), v1.Session() as session:
        made += [context.in_eager_mode(), resources.shared_resources(), resources.local_resources()]
        made += [session.run(resources.report_uninitialized_resources()).tolist(), resources.initialize_resources([]).type]
        done = v1.get_variable("done", [], tf.bool, initializer=v1.zeros_initializer(), use_resource=True)
        resources.register_resource(tf.constant(3.0, name="h"), done.assign(True).op, done.read_value())
        resources.register_resource(tf.constant(1, name="k"), tf.no_op(), tf.constant(False), is_shared=False)
        session.run(done.initializer)
        left = resources.report_uninitialized_resources()
        made += [resources.shared_resources()[0]._fields, len(resources.local_resources()), session.run(left).tolist()]
        make = resources.initialize_resources(resources.shared_resources(), "make")
        session.run(make)
        return [*made, make.name, session.run(left).tolist()]


def case_what_counts_as_a_dense_tensor():
    slices = tf.IndexedSlices(tf.ones(1), tf.constant([0]))
    values = [tf.constant(1), tf.Variable(1.0), np.ones(2), 1, tf.ragged.constant([[1]]), tf.sparse.eye(2), L.Input((1,)), slices]
    return [ops.is_dense_tensor_like(x) for x in values]


def case_signatures_of_models():
    a, b = L.Input((2,), name="a"), L.Input((3,), batch_size=4, name="b")

    class Given(tf.keras.Model):
        def call(self, x):
            return x

    called, of_names = Given(), Given()
    made = [saving_utils.model_input_signature(called)]
    called(tf.ones((2, 3)))
    of_names({"x": tf.ones(2), "y": tf.ones((1, 1))})
    models = [tf.keras.Model(x, L.Concatenate()([a, b])) for x in ([a, b], {"a": a, "b": b})]
    models += [tf.keras.Model(x, L.Dense(1)(a)) for x in (a, [a], {"a": a})] + [called, of_names]
    for model in models:
        made += [saving_utils.model_input_signature(model), saving_utils.model_input_signature(model, keep_original_batch_size=True)]
    return made


def case_what_models_of_symbolic_tensors_have():
    class Given(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = L.Dense(2)

        def call(self, x):
            return self.dense(x)

    given, later = Given(), tf.keras.Sequential([L.Dense(2, name="d")])
    names = "inputs outputs input_names output_names _is_graph_network".split()
    made = [[getattr(model, name) for name in names] for model in (given, later)]
    given.compile("sgd", "mse")
    given.fit(np.ones((4, 3)), np.ones((4, 2)), verbose=0)
    later(tf.ones((1, 3)))
    i = L.Input((3,), name="i")
    functional = tf.keras.Model(i, L.Dense(2, name="o")(i))
    made += [[getattr(given, name) for name in names], functional.input_names, functional.output_names, functional._is_graph_network]
    made += [functional._feed_input_names, functional._feed_input_shapes, later.output_names, later._feed_input_shapes]
    compute = tf.keras.backend.function(functional._feed_inputs, [functional.output])
    return [*made, np.shape(compute(np.ones((2, 3)))[0])]


def case_what_calls_of_layers_take():
    class Any(L.Layer):
        def call(self, x, **settings):
            return x

    class Masked(L.Layer):
        def call(self, x, mask=None):
            return x

    layers = [Any(), Masked(), L.Dense(1), L.Dropout(0.1), L.LSTM(2), L.MaxPool2D(), tf.keras.Sequential([L.Dense(1)])]
    return [(layer._expects_training_arg, layer._expects_mask_arg) for layer in layers]


def case_sparse_products_by_indices_of_both_dtypes():
    values, b = tf.Variable([2.0, 3.0]), tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    for dtype in (tf.int32, tf.int64):
        given = {"a_indices": tf.constant([[0, 1], [1, 0]], dtype), "a_shape": tf.constant([2, 2], tf.int64), "b": b}
        with tf.GradientTape() as tape:
            y = tf.raw_ops.SparseTensorDenseMatMul(a_values=values, **given)
        print(y.numpy(), *(g.numpy() for g in tape.gradient(y, [values, b])))
        print(tf.function(lambda: tf.raw_ops.SparseTensorDenseMatMul(a_values=values, adjoint_a=True, adjoint_b=True, **given))().numpy())
