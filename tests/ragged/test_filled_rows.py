"""`to_tensor` within graphs, where one node fills the rows up."""

import pytest

import tfshim as tf

ROWS = [[1.0, 2.0, 3.0], [], [4.0], [5.0, 6.0]]


def _in_function(rows, **given):
    return tf.function(lambda x: x.to_tensor(**given))(rows)


@pytest.mark.parametrize("shape", [None, [None, None], [None, 2], [None, 5], [2, None], [6, 4], [3, 2], [None, 0], [0, None]])
@pytest.mark.parametrize("default", [None, 7.0])
def test_sizes(shape, default):
    rows = tf.ragged.constant(ROWS)
    made = _in_function(rows, shape=shape, default_value=default)
    assert made.numpy().tolist() == rows.to_tensor(shape=shape, default_value=default).numpy().tolist()


def test_words():
    rows = tf.ragged.constant([["a", "b"], [], ["c"]])
    assert _in_function(rows).numpy().tolist() == [[b"a", b"b"], [b"", b""], [b"c", b""]]
    assert _in_function(rows, default_value="-", shape=[None, 1]).numpy().tolist() == [[b"a"], [b"-"], [b"c"]]


def test_rows_within_rows_and_inner_axes():
    rows = tf.ragged.constant([[[1, 2], []], [], [[3]]])
    assert _in_function(rows).numpy().tolist() == [[[1, 2], [0, 0]], [[0, 0], [0, 0]], [[3, 0], [0, 0]]]
    pairs = tf.RaggedTensor.from_row_lengths([[1, 2], [3, 4], [5, 6]], [1, 0, 2])
    want = [[[1, 2], [8, 9]], [[8, 9], [8, 9]], [[3, 4], [5, 6]]]
    assert _in_function(pairs, default_value=tf.constant([8, 9])).numpy().tolist() == want


def test_no_rows():
    empty = tf.RaggedTensor.from_row_lengths(tf.zeros([0, 3]), tf.zeros([0], tf.int64))
    assert _in_function(empty).shape == (0, 0, 3)


def test_static_shapes():
    spec = tf.RaggedTensorSpec([None, None, None], tf.int32)
    seen = []

    @tf.function(input_signature=[spec])
    def f(x):
        made = x.to_tensor(shape=[None, 3, None])
        seen.append(made.shape.as_list())
        return made

    assert f(tf.ragged.constant([[[1, 2], [3]], []])).numpy().tolist() == [[[1, 2], [3, 0], [0, 0]], [[0, 0]] * 3]
    assert seen == [[None, 3, None]]


def test_gradients_of_values_and_of_what_fills():
    values, default = tf.Variable([1.0, 2.0, 3.0, 4.0]), tf.Variable(0.5)

    @tf.function
    def f(weights):
        with tf.GradientTape() as tape:
            made = tf.RaggedTensor.from_row_splits(values, [0, 3, 3, 4]).to_tensor(default, shape=[None, 2])
            loss = tf.reduce_sum(made * weights)
        return tape.gradient(loss, [values, default])

    of_values, of_default = f(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    assert tf.convert_to_tensor(of_values).numpy().tolist() == [1.0, 2.0, 0.0, 5.0] and float(of_default) == 13.0


def test_splits_beyond_the_values():
    """Where TensorFlow reads memory that is not the tensor's."""

    def f(values):
        return tf.RaggedTensor.from_row_splits(values, [0, 2, 5], validate=False).to_tensor()

    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.function(f)(tf.constant([1, 2, 3]))


def test_saved_and_loaded(tmp_path):
    module = tf.Module()
    module.f = tf.function(lambda x: tf.strings.split(x).to_tensor("-"), input_signature=[tf.TensorSpec([None], tf.string)])
    tf.saved_model.save(module, str(tmp_path / "m"))
    made = tf.saved_model.load(str(tmp_path / "m")).f(tf.constant(["a b", "c"]))
    assert made.numpy().tolist() == [[b"a", b"b"], [b"c", b"-"]]


def test_in_a_session():
    with tf.Graph().as_default():
        rows = tf.compat.v1.ragged.placeholder(tf.int32, ragged_rank=1, value_shape=[])
        made = rows.to_tensor()
        with tf.compat.v1.Session() as session:
            fed = tf.compat.v1.ragged.constant_value([[1, 2], [], [3]])
            assert session.run(made, {rows: fed}).tolist() == [[1, 2], [0, 0], [3, 0]]
