"""`tf.compat.v1.feature_column` in graphs: values and names of variables as recorded from TensorFlow."""

import numpy as np
import pytest

import tfshim as tf
from tfshim.feature_column import old_columns
from tfshim.feature_column._base import IdWeightPair

v1 = tf.compat.v1
fc = v1.feature_column
TABLE = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def _run(*fetches):
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        return session.run(list(fetches))


def _features():
    return {
        "x": tf.constant([[1.0], [50.0]]),
        "v": tf.constant([["a"], ["b"]]),
        "w": tf.constant([[0.5], [2.0]]),
        "v2": tf.constant([["b"], ["b"]]),
    }


def _words(key):
    return fc.categorical_column_with_vocabulary_list(key, ["a", "b", "c"])


def _names():
    return [v.name for v in v1.global_variables()]


def test_input_layer():
    x, words = fc.numeric_column("x"), _words("v")
    columns = [
        x,
        fc.embedding_column(words, 2, initializer=v1.constant_initializer(TABLE)),
        fc.bucketized_column(x, [0.0, 10.0]),
        fc.indicator_column(words),
    ]
    variables, tensors = {}, {}
    y = fc.input_layer(_features(), columns, weight_collections=["mine"], cols_to_vars=variables, cols_to_output_tensors=tensors)
    assert y.name == "input_layer/concat:0" and y.shape == (2, 9)
    assert _run(y)[0].tolist() == [[1.0, 2.0, 1.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0], [3.0, 4.0, 0.0, 1.0, 0.0, 50.0, 0.0, 0.0, 1.0]]
    assert {c.name: [v.name for v in vs] for c, vs in variables.items()} == {
        "v_embedding": ["input_layer/v_embedding/embedding_weights:0"],
        "v_indicator": [],
        "x": [],
        "x_bucketized": [],
    }
    assert {c.name: t.shape.as_list() for c, t in tensors.items()} == {
        "v_embedding": [2, 2],
        "v_indicator": [2, 3],
        "x": [2, 1],
        "x_bucketized": [2, 3],
    }
    assert [v.name for v in v1.get_collection("mine")] == _names()
    with v1.variable_scope("s"):
        fc.input_layer(_features(), columns[1], trainable=False)
    fc.input_layer(_features(), columns[1])
    assert _names()[1:] == ["s/input_layer/v_embedding/embedding_weights:0", "input_layer_1/v_embedding/embedding_weights:0"]
    assert len(v1.trainable_variables()) == 2


def test_linear_model():
    x, words = fc.numeric_column("x"), _words("v")
    columns = [x, words, fc.bucketized_column(x, [0.0, 10.0]), fc.weighted_categorical_column(words, "w")]
    variables = {}
    y = fc.linear_model(_features(), columns, units=2, cols_to_vars=variables)
    assert {getattr(c, "name", c): [(v.name, v.shape.as_list()) for v in vs] for c, vs in variables.items()} == {
        "v": [("linear_model/v/weights:0", [3, 2])],
        "v_weighted_by_w": [("linear_model/v_weighted_by_w/weights:0", [3, 2])],
        "x": [("linear_model/x/weights:0", [1, 2])],
        "x_bucketized": [("linear_model/x_bucketized/weights:0", [3, 2])],
        "bias": [("linear_model/bias_weights:0", [2])],
    }
    assert _run(y)[0].tolist() == [[0.0, 0.0], [0.0, 0.0]]
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        session.run([v.assign(tf.fill(v.shape, float(i + 1))) for i, v in enumerate(v1.global_variables())])
        # For each row: x times 3 (1 or 50), 1 for the word, 2 times its weight, 4 for the range, 5 for the bias.
        assert session.run(y)[:, 0].tolist() == [1.0 * 3 + 1 + 2 * 0.5 + 4 + 5, 50.0 * 3 + 1 + 2 * 2 + 4 + 5]


def test_a_linear_model_learns():
    x = fc.numeric_column("x", normalizer_fn=lambda v: v / 50.0)
    loss = v1.losses.mean_squared_error([[1.0], [3.0]], fc.linear_model(_features(), [x, _words("v")]))
    step = v1.train.GradientDescentOptimizer(0.2).minimize(loss)
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        first = session.run(loss)
        for _ in range(50):
            session.run(step)
        assert session.run(loss) < first / 100


def test_shared_vectors():
    initializer = v1.constant_initializer(TABLE)
    columns = fc.shared_embedding_columns([_words("v"), _words("v2")], 2, initializer=initializer)
    y = fc.input_layer(_features(), columns)
    assert _names() == ["input_layer/v_v2_shared_embedding/embedding_weights:0"]
    both = tf.feature_column.shared_embeddings([_words("v"), _words("v2")], 2, initializer=initializer)
    z = tf.keras.layers.DenseFeatures(both)(_features())
    assert len(_names()) == 2
    for found in _run(y, z):
        np.testing.assert_array_equal(found, [[3.0, 4.0, 1.0, 2.0], [3.0, 4.0, 3.0, 4.0]])
    with pytest.raises(ValueError, match="must have the same number of buckets"):
        fc.shared_embedding_columns([_words("v"), fc.categorical_column_with_vocabulary_list("q", ["a"])], 2)


def test_errors():
    x = fc.numeric_column("x")
    with pytest.raises(ValueError, match="You can wrap a categorical column"):
        fc.input_layer(_features(), [_words("v")])
    with pytest.raises(ValueError, match="feature_columns must not be empty"):
        fc.input_layer(_features(), [])
    with pytest.raises(ValueError, match="features must be a dictionary"):
        fc.linear_model(3, [x])
    with pytest.raises(ValueError, match="combiner must be one of"):
        fc.linear_model(_features(), [_words("v")], sparse_combiner="q")
    with pytest.raises(ValueError, match="Items of feature_columns must be a FeatureColumn"):
        fc.linear_model(_features(), ["x"])


def test_columns_of_the_classes_of_tensorflow_1():
    class Twice(old_columns._DenseColumn):
        name = "twice"
        _parse_example_spec = {"x": tf.io.FixedLenFeature((1,), tf.float32)}
        _variable_shape = tf.TensorShape([1])

        def _transform_feature(self, inputs):
            return inputs.get("x") * 2.0

        def _get_dense_tensor(self, inputs, weight_collections=None, trainable=None):
            return inputs.get(self) + inputs.get(x)

    class Both(old_columns._DenseColumn, tf.__internal__.feature_column.DenseColumn):
        """As TensorFlow Hub's are."""

    x = fc.numeric_column("x")
    rows = fc.input_layer(_features(), [Twice(), x])
    assert _run(rows)[0].tolist() == [[3.0, 1.0], [150.0, 50.0]]
    assert _run(fc.linear_model(_features(), Twice()))[0].tolist() == [[0.0], [0.0]]
    assert fc.make_parse_example_spec([Twice(), x]).keys() == {"x"}
    with pytest.raises(ValueError, match="must be FeatureColumn instances"):
        tf.feature_column.make_parse_example_spec([Twice()])
    assert isinstance(x, old_columns._DenseColumn) and not isinstance(x, old_columns._CategoricalColumn)
    assert issubclass(Both, old_columns._FeatureColumn)


def test_a_column_of_categories_of_the_class_of_tensorflow_1():
    class Words(old_columns._CategoricalColumn):
        name = "words"
        _parse_example_spec, _num_buckets = {"v": tf.io.VarLenFeature(tf.string)}, 3

        def _transform_feature(self, inputs):
            return tf.sparse.from_dense(inputs.get("w") > 1.0)

        def _get_sparse_tensors(self, inputs, weight_collections=None, trainable=None):
            assert set(weight_collections) == {"mine", "variables"}
            chosen = inputs.get(self)
            return IdWeightPair(tf.SparseTensor(chosen.indices, tf.cast(chosen.values, tf.int64), chosen.dense_shape), None)

    weights = {}
    out = fc.linear_model(_features(), [Words()], weight_collections=["mine"], cols_to_vars=weights)
    assert _run(out)[0].tolist() == [[0.0], [0.0]]
    assert [v.shape for v in v1.get_collection("mine")] == [(3, 1), (1,)]
