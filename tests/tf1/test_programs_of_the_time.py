"""What published programs of TensorFlow 1 do and few tests did: shapes as tensors, matrices as feeds, older modules."""

import functools

import numpy as np
import pytest

import tfshim as tf
from tfshim import contrib
from tfshim.compat import v1
from tfshim.compat.v1.examples.tutorials.mnist import mnist
from tfshim.contrib import _older_modules, framework, layers, learn, rnn, slim
from tfshim.private import file_texts


@pytest.fixture
def session():
    with tf.Graph().as_default(), v1.Session() as made:
        v1.set_random_seed(1)
        yield made


def test_shapes_of_sparse_placeholders(session):
    # As TensorFlow 2.15.1 gives them.
    fed = v1.placeholder(tf.int64, [2])
    for shape, known in ((tf.constant([3, 4], tf.int64), [3, 4]), (fed, [None, None]), ((-1, 4), [None, 4]), (np.array([3, 4]), [3, 4])):
        p = v1.sparse_placeholder(tf.float32, shape)
        assert p.shape.as_list() == known and p.dense_shape.op.type == "PlaceholderWithDefault" and p.indices.shape.as_list() == [None, 2]
        product = tf.sparse.sparse_dense_matmul(p, tf.ones([4, 2]))
        assert session.run(product, {p: v1.SparseTensorValue([[0, 1]], [2.0], [3, 4])})[0].tolist() == [2, 2]


@pytest.mark.filterwarnings("ignore:the matrix subclass:PendingDeprecationWarning")
def test_matrices_are_fed_with_all_their_dimensions(session):
    x = v1.placeholder(tf.float32, [1, 2, 3])
    for kind in (np.float32, np.float64):
        given = np.matrix(np.ones((2, 3), kind))[np.newaxis]
        assert given.ndim == 3 and session.run(tf.shape(x), {x: given}).tolist() == [1, 2, 3]


def test_a_step_that_a_session_gave_names_a_checkpoint(session, tmp_path):
    step = v1.train.get_or_create_global_step()
    session.run(v1.global_variables_initializer())
    given = session.run(v1.assign_add(step, 12))
    for number in (given, np.int32(12), 12, step):
        assert v1.train.Saver().save(session, str(tmp_path / "m"), global_step=number).endswith("m-12")


def test_the_network_of_the_tutorial(session):
    images, labels = v1.placeholder(tf.float32, [4, mnist.IMAGE_PIXELS]), v1.placeholder(tf.int32, [4])
    logits = mnist.inference(images, 8, 6)
    loss, right = mnist.loss(logits, labels), mnist.evaluation(logits, labels)
    step = mnist.training(loss, 0.1)
    assert [v.op.name for v in v1.global_variables()][-3:] == ["softmax_linear/weights", "softmax_linear/biases", "global_step"]
    session.run(v1.global_variables_initializer())
    feeds = {images: np.eye(4, mnist.IMAGE_PIXELS), labels: [0, 1, 2, 3]}
    before = session.run(loss, feeds)
    for _ in range(20):
        session.run(step, feeds)
    assert session.run(loss, feeds) < before and 0 <= session.run(right, feeds) <= 4


def test_whole_files_as_texts(tmp_path):
    path = str(tmp_path / "a")
    file_texts.write_string_to_file(path, "one")
    file_texts.atomic_write_string_to_file(path, b"two")
    assert file_texts.read_file_to_string(path) == "two" and file_texts.read_file_to_string(path, True) == b"two"
    with pytest.raises(tf.errors.AlreadyExistsError):
        file_texts.atomic_write_string_to_file(path, "three", overwrite=False)


def test_file_objects_of_other_encodings(tmp_path):
    path = str(tmp_path / "a")
    with file_texts.FileIO(path, "w", encoding="utf-16-le") as file:
        file.write("grün")
    assert file_texts.FileIO(path, mode="r", encoding="utf-16-le").read() == "grün"
    assert file_texts.FileIO(path, "rb").read() == "grün".encode("utf-16-le")
    assert file_texts.has_atomic_move(path) and not file_texts.has_atomic_move("gs://bucket/a")
    with pytest.raises(TypeError):
        file_texts.FileIO(path)


def test_modules_that_contrib_was_made_of():
    def module(name):
        found = _older_modules.spec(f"tensorflow.contrib.{name}")
        return found.loader.create_module(found)

    assert module("layers.python.layers").batch_norm is layers.batch_norm
    # A module that tfshim has too comes before its package.
    assert module("layers.python.layers.utils").last_dimension is layers.utils.last_dimension
    assert module("slim.python.slim.learning").train is slim.learning.train
    assert module("framework.python.ops").arg_scope is framework.arg_scope
    core = module("rnn.python.ops.core_rnn_cell")
    assert core._Linear is rnn.linear.Linear and core.EmbeddingWrapper is rnn.EmbeddingWrapper
    assert module("rnn.python.ops.core_rnn_cell_impl")._linear is rnn.linear.linear
    # Modules of a folder that is a package of tfshim's too.
    assert module("learn.python.learn.datasets.mnist").read_data_sets is learn.datasets.mnist.read_data_sets
    assert module("keras.api").keras is tf.keras and module("keras.python").keras is tf.keras
    with pytest.raises(AttributeError, match="is not part"):
        core.NoSuchCell  # noqa: B018
    assert _older_modules.spec("tensorflow.contrib.rnn.python.ops.nothing") is None


@pytest.mark.parametrize(
    "name, said",
    [
        ("layers.real_valued_column", "use tf.feature_column.numeric_column"),
        ("layers.nothing", "it has .*fully_connected"),
        ("lookup.nothing", "it has .*HashTable"),
        ("losses.nothing", "it has .*hinge_loss"),
        ("training.nothing", "it has .*HParams"),
    ],
)
def test_what_is_missing_of_contrib(name, said):
    with pytest.raises(AttributeError, match=rf"tf\.contrib\.{name} is not part of tfshim; {said}"):
        functools.reduce(getattr, name.split("."), contrib)
