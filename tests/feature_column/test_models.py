"""Feature columns in models: fit, files, functions, parsing; variables of checkpoints; columns that share vectors."""

import numpy as np
import pytest

import tfshim as tf

fc = tf.feature_column
K = tf.keras
FEATURES = {"age": [29.0, 40.0, 51.0, 62.0], "thal": ["fixed", "normal", "reversible", "fixed"], "sex": [0, 1, 1, 0]}


def _columns():
    age = fc.numeric_column("age", normalizer_fn=None)
    ranges = fc.bucketized_column(age, [30, 45, 60])
    thal = fc.categorical_column_with_vocabulary_list("thal", ["fixed", "normal", "reversible"])
    return [
        age,
        ranges,
        fc.indicator_column(thal),
        fc.embedding_column(thal, dimension=2),
        fc.indicator_column(fc.crossed_column([ranges, thal], hash_bucket_size=10)),
    ]


@pytest.fixture
def dataset():
    return tf.data.Dataset.from_tensor_slices((FEATURES, [0.0, 1.0, 1.0, 0.0])).batch(2)


def test_a_sequential_model_learns_and_is_saved(dataset, tmp_path):
    K.utils.set_random_seed(1)
    model = K.Sequential([K.layers.DenseFeatures(_columns()), K.layers.Dense(4, activation="relu"), K.layers.Dense(1)])
    model.compile(K.optimizers.Adam(0.05), K.losses.BinaryCrossentropy(from_logits=True), metrics=["accuracy"])
    before = model.layers[0](FEATURES).numpy()
    assert before.shape == (4, 20)
    losses = model.fit(dataset, epochs=8, validation_data=dataset, verbose=0).history["loss"]
    assert losses[-1] < losses[0]
    # The embedding, which stands between the numbers and the indicators, has been trained.
    assert np.flatnonzero(np.any(model.layers[0](FEATURES).numpy() != before, axis=0)).tolist() == [15, 16]
    model.save(str(tmp_path / "m.keras"))
    again = K.models.load_model(str(tmp_path / "m.keras"))
    np.testing.assert_allclose(again.predict(dataset, verbose=0), model.predict(dataset, verbose=0), rtol=1e-6)


def test_a_functional_model(dataset, tmp_path):
    inputs = {
        "age": K.Input((1,), name="age"),
        "thal": K.Input((1,), name="thal", dtype="string"),
        "sex": K.Input((1,), name="sex", dtype="int64"),
    }
    features = K.layers.DenseFeatures(_columns())(inputs)
    assert features.shape.as_list() == [None, 20]
    model = K.Model(inputs, K.layers.Dense(1)(features))
    model.compile("sgd", "mse")
    model.fit(dataset, verbose=0)
    assert model.predict(dataset, verbose=0).shape == (4, 1)
    archive = K.export.ExportArchive()
    archive.track(model)
    archive.add_endpoint(
        "serve",
        lambda age, thal: model({"age": age, "thal": thal, "sex": tf.zeros_like(age, tf.int64)}),
        input_signature=[tf.TensorSpec([None, 1]), tf.TensorSpec([None, 1], tf.string)],
    )
    archive.write_out(str(tmp_path / "served"))
    age, thal = tf.constant(FEATURES["age"])[:, None], tf.constant(FEATURES["thal"])[:, None]
    served = tf.saved_model.load(str(tmp_path / "served")).serve(age, thal)
    np.testing.assert_allclose(served, model.predict(dataset, verbose=0), rtol=1e-5)


def test_parsed_examples():
    def example(age, thal):
        return tf.train.Example(
            features=tf.train.Features(
                feature={
                    "age": tf.train.Feature(float_list=tf.train.FloatList(value=[age])),
                    "thal": tf.train.Feature(bytes_list=tf.train.BytesList(value=[thal])),
                }
            )
        ).SerializeToString()

    columns = [c for c in _columns() if "embedding" not in c.name]
    layer = K.layers.DenseFeatures(columns)
    parsed = tf.io.parse_example([example(50.0, b"normal"), example(3.0, b"other")], fc.make_parse_example_spec(columns))
    made = layer(parsed).numpy()
    assert made[:, :5].tolist() == [[50.0, 0.0, 0.0, 1.0, 0.0], [3.0, 1.0, 0.0, 0.0, 0.0]]
    assert made[:, -3:].tolist() == [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]


def test_the_tensor_of_each_column():
    columns, found = _columns()[:3], {}
    K.layers.DenseFeatures(columns)({k: tf.constant(v) for k, v in FEATURES.items()}, cols_to_output_tensors=found)
    assert {c.name: t.shape.as_list() for c, t in found.items()} == {"age": [4, 1], "age_bucketized": [4, 4], "thal_indicator": [4, 3]}


def test_vectors_from_a_checkpoint(tmp_path):
    table = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    path = tf.train.Checkpoint(table=table).save(str(tmp_path / "c"))
    column = fc.embedding_column(
        fc.categorical_column_with_identity("i", 2), 2, ckpt_to_load_from=path, tensor_name_in_ckpt="table/.ATTRIBUTES/VARIABLE_VALUE"
    )
    assert K.layers.DenseFeatures(column)({"i": [[1], [0]]}).numpy().tolist() == [[3.0, 4.0], [1.0, 2.0]]


def test_normalizers_by_name():
    layer = K.layers.DenseFeatures([fc.numeric_column("x", normalizer_fn=_halved)])
    config = layer.get_config()
    again = K.layers.DenseFeatures.from_config(config, custom_objects={"_halved": _halved})
    assert again({"x": [3.0]}).numpy().tolist() == [[1.5]]
    with pytest.raises(ValueError, match="Unknown function: _halved"):
        K.layers.DenseFeatures.from_config(config)
    with pytest.raises(NotImplementedError, match="`partitioner` is not supported"):
        K.layers.DenseFeatures.from_config({**config, "partitioner": "p"})


def _halved(x):
    return x / 2


def test_words_in_a_file_of_records(tmp_path):
    path = str(tmp_path / "words.gz")
    with tf.io.TFRecordWriter(path, "GZIP") as writer:
        for word in (b"a", b"b"):
            writer.write(word)
    column = fc.categorical_column_with_vocabulary_file("v", path, vocabulary_size=2, file_format="tfrecord_gzip")
    assert K.layers.DenseFeatures(fc.indicator_column(column))({"v": [["b"], ["z"]]}).numpy().tolist() == [[0.0, 1.0], [0.0, 0.0]]
    wrong = column._replace(file_format="zip")
    with pytest.raises(ValueError, match="file_format must be 'text' or 'tfrecord_gzip'"):
        K.layers.DenseFeatures(fc.indicator_column(wrong))({"v": [["b"]]})


def test_sequences_in_a_network():
    ragged = tf.ragged.constant([[1, 2], [3]])
    x, lengths = K.experimental.SequenceFeatures([fc.indicator_column(fc.sequence_categorical_column_with_identity("i", 4))])({"i": ragged})
    assert lengths.numpy().tolist() == [2, 1] and x.shape == (2, 2, 4)
    assert K.layers.LSTM(2)(x, mask=tf.sequence_mask(lengths)).shape == (2, 2)


def test_shared_vectors_are_for_graphs():
    one, two = (fc.categorical_column_with_identity(k, 2) for k in ("a", "b"))
    with pytest.raises(RuntimeError, match="not supported when eager execution is enabled"):
        fc.shared_embeddings([one, two], 2)
