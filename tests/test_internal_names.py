"""`tf.__internal__`: what libraries take from it is what the rest of tfshim uses."""

import numpy as np
import pytest

import tfshim as tf
from tests.after_torch import python

internal = tf.__internal__


def test_it_is_a_namespace_that_tensorflow_lists(tmp_path):
    assert "__internal__" in dir(tf)
    source = "import tfshim\ntfshim.activate()\nfrom tensorflow.__internal__ import tracking"
    source += "\nimport tensorflow.__internal__.distribute.interim as i"
    done = python("-c", f"{source}\nprint(tracking.AutoTrackable.__name__, i.maybe_merge_call.__name__, dir(i)[-1])", cwd=tmp_path)
    assert done.stdout.split() == ["AutoTrackable", "maybe_merge_call", "maybe_merge_call"], done.stderr
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        internal.tracking.nothing  # noqa: B018


def test_classes_are_those_of_values():
    assert type(tf.constant(1)) is internal.EagerTensor
    seen = []

    @tf.function
    def f(x):
        seen.append((isinstance(x, internal.SymbolicTensor), isinstance(x.graph, internal.FuncGraph)))
        return x

    f(tf.constant(1))
    assert seen == [(True, True)] and isinstance(f, internal.function.Function)
    assert isinstance(tf.ragged.constant([[1]]), internal.CompositeTensor)
    assert isinstance(tf.data.Dataset.range(2), internal.types.data.Dataset)
    assert isinstance(tf.Module(), internal.tracking.AutoTrackable)
    assert issubclass(internal.tracking.AutoTrackable, internal.tracking.Trackable)


@pytest.mark.parametrize(
    "make, is_one",
    [
        (lambda: tf.constant(1), True),
        (lambda: tf.Variable(1), True),
        (lambda: tf.ragged.constant([[1]]), False),
        (lambda: tf.sparse.from_dense([[1]]), False),
        (lambda: np.ones(2), False),
    ],
)
def test_the_base_of_tensors(make, is_one):
    assert isinstance(make(), internal.types.Tensor) is is_one


def test_a_tensor_of_a_library_is_a_tensor():
    class Mine(internal.types.Tensor):
        shape, dtype = tf.TensorShape([2]), tf.float32

        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant([1.0, 2.0], dtype)

    assert tf.is_tensor(Mine()) and not isinstance(Mine(), tf.Tensor)
    assert (tf.constant(1.0) + tf.convert_to_tensor(Mine())).numpy().tolist() == [2.0, 3.0]
    assert tf.experimental.numpy.take(Mine(), [1]).numpy().tolist() == [2.0]


class ActsAsVariable:
    """As the variables of Keras 3 do."""

    _should_act_as_resource_variable = True

    def __init__(self, value):
        self.value = tf.Variable(value)

    @property
    def handle(self):
        return self.value.handle

    def __tf_tensor__(self, dtype=None, name=None):
        return tf.convert_to_tensor(self.value)


@pytest.mark.parametrize("wrap", [lambda f: f, tf.function])
def test_gradients_of_what_acts_as_a_variable(wrap):
    a, b = ActsAsVariable(3.0), ActsAsVariable(1.0)

    @wrap
    def gradients():
        with tf.GradientTape() as tape:
            y = tf.square(a)
        return tape.gradient(y, {"a": [a], "b": b}, unconnected_gradients="zero")

    found = gradients()
    assert (found["a"][0].numpy(), found["b"].numpy()) == (6.0, 0.0)


def test_methods_that_track_nothing():
    class Owner(internal.tracking.AutoTrackable):
        @internal.tracking.no_automatic_dependency_tracking
        def keep(self, value):
            """Keeps."""
            self.kept = value
            raise KeyError if value is None else StopIteration

    owner = Owner()
    with pytest.raises(StopIteration):
        owner.keep([tf.Variable(1)])
    assert type(owner.kept) is list and owner._trackable_children() == {} and owner.keep.__doc__ == "Keeps."
    owner.followed = [tf.Variable(1)]
    assert [*owner._trackable_children()] == ["followed"]


def test_merge_calls():
    def fn(strategy, x, y=1):
        return strategy, x + y

    assert internal.distribute.strategy_supports_no_merge_call()
    assert internal.distribute.interim.maybe_merge_call(fn, "given", 1, y=2) == ("given", 3)
    strategy = tf.distribute.OneDeviceStrategy("/cpu:0")
    with strategy.scope():
        assert not internal.distribute.strategy_supports_no_merge_call()
        found = strategy.run(lambda: internal.distribute.interim.maybe_merge_call(fn, strategy, 1, y=2))
    assert found == (strategy, 3)


def test_smart_cond_and_scopes():
    assert internal.smart_cond.smart_cond(True, lambda: 1, lambda: 2) == 1
    with tf.name_scope("a"), tf.name_scope("b"):
        assert internal.get_name_scope() == "a/b"
    with tf.Graph().as_default():
        assert not tf.executing_eagerly()
        with internal.eager_context.eager_mode():
            assert tf.executing_eagerly()


def test_variables_have_names_of_their_own():
    a, b = tf.Variable(1, name="v"), tf.Variable(1, name="v")
    assert a._unique_id != b._unique_id and a._unique_id == a._unique_id and a._unique_id.startswith("v_")


def test_calls_of_functions_that_one_decorator_made_are_counted_apart(caplog):
    plain = tf.autograph.experimental.do_not_convert
    for make in (lambda: lambda x: x, lambda: lambda x: x + 1, lambda: lambda x: x + 2, lambda: lambda x: x + 3, lambda: lambda x: x + 4):
        tf.function(plain(make()))(tf.constant(1))
    assert "retracing" not in caplog.text
    for _ in range(5):
        tf.function(plain(lambda x: x - 1))(tf.constant(1))
    assert "5 out of the last 5 calls" in caplog.text
