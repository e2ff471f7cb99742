"""Paths of the form `file:///...`: whatever reads and writes files takes them for those of the disk."""

import os

import pytest

import tfshim

tfshim.activate()

import tensorflow as tf  # noqa: E402

v1 = tf.compat.v1


@pytest.fixture
def uri(tmp_path, monkeypatch):
    """The address of an empty folder. The current folder, another one, has to stay empty."""
    here, there = tmp_path / "here", tmp_path / "there"
    here.mkdir(), there.mkdir()
    monkeypatch.chdir(here)
    yield there.as_uri()
    assert not os.listdir(here) and os.listdir(there)


def _model():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    return model


def test_checkpoints(uri):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(3.0))
    path = checkpoint.save(f"{uri}/a/c")
    assert path == f"{uri}/a/c-1" == tf.train.latest_checkpoint(f"{uri}/a")
    checkpoint.v.assign(1.0)
    checkpoint.restore(path).assert_consumed()
    assert checkpoint.v.numpy() == 3.0 == tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE")
    assert tf.train.list_variables(f"{uri}/a")
    manager = tf.train.CheckpointManager(checkpoint, f"{uri}/m", max_to_keep=2)
    made = [manager.save() for _ in range(4)]
    assert manager.checkpoints == made[2:] == tf.train.CheckpointManager(checkpoint, f"{uri}/m", 2).checkpoints
    with pytest.raises(tf.errors.NotFoundError):
        checkpoint.restore(made[0])


def test_savers_of_sessions(uri):
    with tf.Graph().as_default(), v1.Session() as s:
        v = v1.get_variable("v", initializer=1.0)
        s.run(v.initializer)
        saver = v1.train.Saver(max_to_keep=2)
        with pytest.raises(ValueError, match="Parent directory of file://"):
            saver.save(s, f"{uri}/missing/more/m")
        paths = [saver.save(s, f"{uri}/m", global_step=i) for i in range(4)]
        s.run(v.assign(4.0))
        saver.restore(s, paths[-1])
        assert s.run(v) == 1.0
        state = v1.train.get_checkpoint_state(uri)
        assert [state.model_checkpoint_path, *state.all_model_checkpoint_paths] == [paths[3], *paths[2:]]
        assert v1.train.checkpoint_exists(paths[3]) and not v1.train.checkpoint_exists(paths[1])
        assert not tf.io.gfile.exists(f"{paths[1]}.meta") and len(v1.train.get_checkpoint_mtimes(paths)) == 2
        v1.train.update_checkpoint_state(uri, paths[2], paths[2:3])
        assert v1.train.latest_checkpoint(uri) == paths[2]
        v1.train.remove_checkpoint(paths[3])
        assert not tf.io.gfile.glob(f"{paths[3]}*")
    with tf.Graph().as_default(), v1.Session() as s:
        v1.train.import_meta_graph(f"{paths[2]}.meta").restore(s, paths[2])
        assert s.run("v:0") == 1.0


def test_saved_models(uri):
    tf.io.write_file(f"{uri}/words.txt", "a\nb")
    module, files = tf.Module(), tf.lookup.TextFileIndex
    initializer = tf.lookup.TextFileInitializer(f"{uri}/words.txt", tf.string, files.WHOLE_LINE, tf.int64, files.LINE_NUMBER)
    module.table = tf.lookup.StaticHashTable(initializer, -1)
    module.f = tf.function(lambda x: module.table.lookup(x), input_signature=[tf.TensorSpec([], tf.string)])
    tf.saved_model.save(module, f"{uri}/model")
    tf.io.gfile.remove(f"{uri}/words.txt")
    assert tf.saved_model.contains_saved_model(f"{uri}/model")
    assert tf.saved_model.load(f"{uri}/model").f("b") == 1
    assert tf.keras.layers.TextVectorization(vocabulary=f"{uri}/model/assets/words.txt")("b").numpy().tolist() == [3]


def test_saved_models_of_sessions(uri):
    with tf.Graph().as_default(), v1.Session() as s:
        x = v1.placeholder(tf.float32, name="x")
        v1.saved_model.simple_save(s, f"{uri}/model", {"x": x}, {"y": tf.identity(x * 2.0, name="y")})
    with tf.Graph().as_default(), v1.Session() as s:
        v1.saved_model.load(s, ["serve"], f"{uri}/model")
        assert s.run("y:0", {"x:0": 3.0}) == 6.0


@pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file")
@pytest.mark.parametrize("name", ["model", "model.keras", "model.h5"])
def test_keras_models(uri, name):
    model = _model()
    model.save(f"{uri}/{name}")
    loaded = tf.keras.models.load_model(f"{uri}/{name}")
    assert loaded.get_weights()[0].tolist() == model.get_weights()[0].tolist()


@pytest.mark.parametrize("name", ["weights", "weights.h5", "new.weights.h5"])
def test_keras_weights(uri, name):
    model, other = _model(), _model()
    model.save_weights(f"{uri}/{name}")
    other.load_weights(f"{uri}/{name}")
    assert other.get_weights()[0].tolist() == model.get_weights()[0].tolist()


def test_callbacks(uri):
    callbacks = tf.keras.callbacks
    used = [
        callbacks.ModelCheckpoint(f"{uri}/checkpoints/w", save_weights_only=True),
        callbacks.ModelCheckpoint(f"{uri}/models/{{epoch}}.keras"),
        callbacks.CSVLogger(f"{uri}/log.csv"),
        callbacks.TensorBoard(f"{uri}/board"),
        callbacks.BackupAndRestore(f"{uri}/backup"),
    ]
    _model().fit(tf.ones([4, 2]), tf.ones([4, 1]), epochs=2, verbose=0, callbacks=used)
    assert tf.train.latest_checkpoint(f"{uri}/checkpoints") == f"{uri}/checkpoints/w"
    assert sorted(tf.io.gfile.listdir(f"{uri}/models")) == ["1.keras", "2.keras"]
    assert len(tf.io.read_file(f"{uri}/log.csv").numpy().splitlines()) == 3
    assert tf.io.gfile.glob(f"{uri}/board/train/*tfevents*")
    again = callbacks.ModelCheckpoint(f"{uri}/checkpoints/w", save_weights_only=True, load_weights_on_restart=True)
    _model().fit(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0, callbacks=[again])


def test_datasets(uri):
    dataset = tf.data.Dataset.range(3)
    for _ in range(2):
        assert list(dataset.cache(f"{uri}/cache").as_numpy_iterator()) == [0, 1, 2]
        assert list(dataset.snapshot(f"{uri}/snapshot").as_numpy_iterator()) == [0, 1, 2]
    dataset.save(f"{uri}/saved")
    assert list(tf.data.Dataset.load(f"{uri}/saved").as_numpy_iterator()) == [0, 1, 2]
    with tf.io.TFRecordWriter(f"{uri}/records") as writer:
        writer.write(b"ab")
    assert list(tf.data.TFRecordDataset(f"{uri}/records").as_numpy_iterator()) == [b"ab"]
    tf.io.write_file(f"{uri}/text", "ab")
    assert list(tf.data.FixedLengthRecordDataset(f"{uri}/text", 1).as_numpy_iterator()) == [b"a", b"b"]
    assert list(tf.data.TextLineDataset(f"{uri}/text").as_numpy_iterator()) == [b"ab"]


def test_folders_of_pictures(uri):
    for name in "ab":
        tf.io.write_file(f"{uri}/{name}/x.png", tf.io.encode_png(tf.zeros([4, 4, 3], tf.uint8)))
    made = tf.keras.utils.image_dataset_from_directory(uri, image_size=(4, 4))
    assert made.class_names == ["a", "b"] and next(iter(made))[0].shape == [2, 4, 4, 3]


def test_estimators(uri):
    def model(features, labels, mode):
        w = v1.get_variable("w", [1], initializer=v1.zeros_initializer())
        loss = tf.reduce_mean((features["x"] * w - labels) ** 2)
        train = v1.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=v1.train.get_global_step())
        return tf.estimator.EstimatorSpec(mode, loss=loss, train_op=train)

    def given():
        return tf.data.Dataset.from_tensors(({"x": [1.0]}, [1.0])).repeat(5)

    estimator = tf.estimator.Estimator(model, f"{uri}/model")
    estimator.train(given, steps=3)
    assert estimator.evaluate(given, steps=1)["global_step"] == 3
    assert estimator.latest_checkpoint() == f"{uri}/model/model.ckpt-3"
