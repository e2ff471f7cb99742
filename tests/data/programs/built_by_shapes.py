"""Models that `build` is called for, that were never called or whose calls failed, and what their mistakes say."""

import contextlib
import io
import re
import tempfile

import numpy as np

K, L = tf.keras, tf.keras.layers


def _told(f):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return repr(f())
    except Exception as error:
        text = re.sub(r"<recorded\S+ object at 0x[0-9a-f]+>|_\d+(?=['\"])", "", str(error))
        return f"{type(error).__name__}: {text[:160]}"


class Net(K.Model):
    def __init__(self, fails=False):
        super().__init__()
        self.dense, self.fails, self.calls = L.Dense(2), fails, 0

    def call(self, x):
        self.calls += 1
        if self.fails:
            raise ValueError("no")
        return self.dense(x)


class WithoutCall(K.Model):
    def __init__(self):
        super().__init__()
        self.dense = L.Dense(2)


def _saved(model):
    folder = tempfile.mkdtemp()
    return [
        model.built,
        model.save_spec() is None,
        _told(lambda: model.save(folder + "/a")),
        _told(lambda: model.save(folder + "/b", save_traces=False)),
        _told(lambda: tf.saved_model.save(model, folder + "/c")),
    ]


def case_saving_what_was_not_called():
    built, failed, failed_build = Net(), Net(True), Net(True)
    built.build((None, 3))
    makes = [_told(lambda: failed(tf.ones([1, 3]))), _told(lambda: failed_build.build((1, 3)))]
    return str([makes, *map(_saved, (Net(), built, failed, failed_build))])


def case_saving_models_without_call():
    built, called = WithoutCall(), WithoutCall()
    makes = [_told(lambda: built.build((1, 3))), _told(lambda: called(tf.ones([1, 3])))]
    return str([makes, *map(_saved, (built, called))])


def case_saving_models_whose_call_has_a_signature():
    class Signed(K.Model):
        def __init__(self):
            super().__init__()
            self.dense = L.Dense(2)

        @tf.function(input_signature=[tf.TensorSpec([None, 3], tf.float32, name="pixels")])
        def call(self, x):
            return self.dense(x)

    model, folder = Signed(), tempfile.mkdtemp()
    model.build((None, 3))
    model.save(folder)
    serving = tf.saved_model.load(folder).signatures["serving_default"]
    return str([[tuple(w.shape) for w in model.weights], serving.structured_input_signature])


def case_models_whose_build_makes_the_layers():
    class Late(K.Model):
        def build(self, input_shape):
            self.dense, self.norm = L.Dense(2), L.BatchNormalization()
            super().build(input_shape)

        def call(self, x, training=False):
            print("call", x.shape, training)
            return self.norm(self.dense(x), training=training)

    called, built, fitted = Late(), Late(), Late()
    called(tf.ones([2, 3]))
    built.build((None, 3))
    fitted.compile("sgd", "mse")
    fitted.fit(tf.ones([4, 3]), tf.ones([4, 2]), verbose=0)
    return str([[re.sub(r"_\d+", "", w.name) for w in m.weights] for m in (called, built, fitted)])


def case_shapes_that_models_are_built_with():
    class Two(Net):
        def call(self, x):
            return self.dense(x[0]) + self.dense(x[1])

    class Named(Net):
        def call(self, x):
            return self.dense(x["a"]) + self.dense(x["b"])

    made = []
    for model, shape in [(Two(), [(2, 3), (2, 3)]), (Named(), {"a": (2, 3), "b": (2, 3)}), (Net(), tf.TensorShape([None, 3]))]:
        model.build(shape)
        made.append([tuple(w.shape) for w in model.weights])
    again = Net()
    again.build((2, 3))
    again.build((2, 3))
    texts = [_told(lambda s=s: Net().build(s)) for s in ("abc", None, (), 3, [])]
    return str([made, again.calls, texts])


def case_mistakes_in_call_while_building():
    class Further(Net):
        def call(self, x, y):
            return self.dense(x) + y

    class Nothing(Net):
        def call(self):
            return 1

    class Trains(Net):
        def call(self, x, training):
            return self.dense(x) if training is False else None

    class Integers(Net):
        def call(self, x):
            return tf.gather(x, x)

    class Branches(Net):
        def call(self, x):
            return self.dense(x) if tf.reduce_sum(x) > 0 else x

    class Values(Net):
        def call(self, x):
            return self.dense(x).numpy()

    class Pictures(Net):
        def call(self, x):
            return L.Conv2D(1, 1)(x)

    models = [Further(), Nothing(), Trains(), Integers(), Branches(), Values(), Pictures(), K.Model(), Net(True)]
    return str([_told(lambda m=m: m.build((2, 3))) for m in models])


def case_predicting_one_example_without_its_batch():
    model = K.Sequential([L.Dense(2, input_shape=(5,))])
    model.predict(np.ones((1, 5)), verbose=0)
    model.predict(np.ones((3, 5)), verbose=0)  # from here on for tensors of any rank
    try:
        return repr(model.predict(np.ones(5), verbose=0))
    except tf.errors.InvalidArgumentError as error:
        return str(error).strip().split("\n")[-2:][0]


def case_products_of_any_rank():
    f = tf.function(tf.matmul, input_signature=[tf.TensorSpec(None), tf.TensorSpec(None)])
    dense = L.Dense(2)
    dense.build((None, 3))
    g = tf.function(lambda x: dense(x), input_signature=[tf.TensorSpec(None)])
    made = []
    for call in (
        lambda: f(tf.ones([3]), tf.ones([3, 2])),
        lambda: f(tf.ones([2, 3]), tf.ones([4, 3])),
        lambda: f(tf.ones([2, 2, 3]), tf.ones([2, 3, 4])).shape,
        lambda: tf.matmul(tf.ones([2, 2, 3]), tf.ones([2, 4, 3])),
        lambda: g(tf.ones([3])),
        lambda: g(tf.ones([4, 2, 3])).shape,
    ):
        try:
            made.append(call())
        except tf.errors.InvalidArgumentError as error:
            made.append([line for line in str(error).split("\n") if "In[" in line][0].split("}} ")[-1])
    return str(made)


def case_gradients_that_are_missing_are_told_of():
    v, w = tf.Variable([1.0], name="v"), tf.Variable([2.0], name="w")
    pairs = [(tf.ones([1]), v), (None, w)]
    for optimizer in (K.optimizers.Adam(0.1), K.optimizers.legacy.Adam(0.1)):
        print(type(optimizer).__module__.split(".")[-2])
        optimizer.apply_gradients(pairs)
    K.optimizers.SGD(0.1).apply_gradients(pairs, skip_gradients_aggregation=True)
    return str(v.numpy().round(3))


def case_calls_that_fail_are_not_counted_as_tracings():
    for _ in range(8):
        f = tf.function(lambda x: tf.gather([1, 2], x))
        with contextlib.suppress(tf.errors.InvalidArgumentError):
            f(tf.constant(-1))
    return "done"
