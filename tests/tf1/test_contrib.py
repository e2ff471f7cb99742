"""`tf.contrib` and `tensorflow.examples` of TensorFlow 1, by what they compute, name and refuse."""

import glob
import gzip
import itertools

import numpy as np
import pytest

import tfshim as tf
from tfshim import contrib
from tfshim.compat import v1
from tfshim.compat.v1.examples.tutorials.mnist import input_data
from tfshim.contrib import (
    cluster_resolver,
    crf,
    eager,
    framework,
    image,
    layers,
    legacy_seq2seq,
    lookup,
    metrics,
    opt,
    rnn,
    seq2seq,
    slim,
    summary,
    tpu,
    training,
)
from tfshim.contrib._names import bound, defined
from tfshim.contrib.eager.python import tfe
from tfshim.refusals import refused


@pytest.fixture
def session():
    with tf.Graph().as_default(), v1.Session() as made:
        yield made


def names(variables):
    return [v.op.name for v in variables]


# ---------------------------------------------------------------------- names
def test_what_a_module_binds_is_what_it_lists():
    here = {"__name__": __name__, "names": names, "rotate": image.rotate, "_own": names, "np": np, "refused": refused, "bound": bound}
    assert bound(here, "more") == ["more", "names", "rotate"]
    assert defined(here, "more") == ["more", "names"]


@pytest.mark.parametrize(
    "module", [crf, eager, eager.metrics, framework, image, layers, legacy_seq2seq, lookup, opt, rnn, seq2seq, slim, summary, training]
)
def test_what_is_listed_is_there_and_no_helper(module):
    assert module.__all__ and {"bound", "defined", "refused"}.isdisjoint(module.__all__)
    assert [name for name in module.__all__ if not hasattr(module, name)] == []


# ---------------------------------------------------------------------- scopes of arguments, variables
def test_arg_scopes_nest_and_calls_go_before_them():
    @framework.add_arg_scope
    def taker(a, b=1, c=2):
        return a, b, c

    with framework.arg_scope([taker], b=5) as outer:
        assert taker(0) == (0, 5, 2)
        with framework.arg_scope([taker], c=6):
            assert taker(0) == (0, 5, 6) and taker(0, b=9) == (0, 9, 6)
    assert taker(0) == (0, 1, 2)
    with framework.arg_scope(outer):
        assert taker(0) == (0, 5, 2)
    assert framework.arg_scoped_arguments(taker) == ("b", "c")
    with pytest.raises(ValueError, match="not decorated"), framework.arg_scope([len], b=1):
        pass
    with pytest.raises(TypeError, match="list_ops_or_scope"), framework.arg_scope(taker, b=1):
        pass


def test_variables_are_found_by_scope_and_name(session, tmp_path):
    with v1.variable_scope("a"):
        first = framework.model_variable("w", [2], initializer=v1.ones_initializer())
        framework.variable("x", [1], trainable=False, initializer=v1.zeros_initializer())
    with v1.variable_scope("b"):
        second = framework.model_variable("w", [2], initializer=v1.zeros_initializer())
    assert framework.get_model_variables() == [first, second] and framework.get_trainable_variables("b") == [second]
    assert framework.get_variables_by_name("w") == [first, second]
    assert names(framework.get_variables("a", suffix="x")) == ["a/x"]
    assert framework.get_unique_variable("b/w") is second
    assert names(framework.get_variables_to_restore(exclude=["a/x"])) == ["a/w", "b/w"]
    with pytest.raises(ValueError, match="does not exist"):
        framework.get_unique_variable("c")
    session.run(v1.global_variables_initializer())
    operation, feeds = framework.assign_from_values({"b/w": [3.0, 4.0]})
    session.run(operation, feeds)
    path = v1.train.Saver().save(session, str(tmp_path / "model"))
    session.run(v1.global_variables_initializer())
    framework.assign_from_checkpoint_fn(path, {"b/w": first, "missing": second}, ignore_missing_vars=True)(session)
    assert session.run([first, second])[0].tolist() == [3.0, 4.0]
    with pytest.raises(ValueError, match=r"missing variable \[none\]"):
        framework.assign_from_checkpoint(path, {"none": first})


# ---------------------------------------------------------------------- layers
def test_layers_in_scopes(session):
    x = v1.placeholder(tf.float32, [None, 8, 8, 3])
    with framework.arg_scope(
        [layers.conv2d, layers.fully_connected],
        normalizer_fn=layers.batch_norm,
        outputs_collections="out",
        weights_regularizer=layers.l2_regularizer(0.1),
    ):
        net = layers.max_pool2d(layers.conv2d(x, 4, 3, variables_collections={"weights": ["kernels"]}), 2)
        net = layers.repeat(net, 2, layers.conv2d, 5, [3, 3], scope="block")
        net = layers.fully_connected(layers.flatten(layers.separable_conv2d(net, 6, 3)), 10)
    net = layers.stack(net, layers.fully_connected, [4, 5], scope="fc")
    assert [t.op.name for t in v1.get_collection("out")] == [
        "Conv/Relu",
        "block/block_1/Relu",
        "block/block_2/Relu",
        "fully_connected/Relu",
    ]
    assert names(v1.get_collection("kernels")) == ["Conv/weights"]
    assert len(v1.get_collection("update_ops")) == 8 and len(v1.losses.get_regularization_losses()) == 4
    assert names(v1.trainable_variables()) == [
        "Conv/weights",
        "Conv/BatchNorm/beta",
        "block/block_1/weights",
        "block/block_1/BatchNorm/beta",
        "block/block_2/weights",
        "block/block_2/BatchNorm/beta",
        "SeparableConv2d/depthwise_weights",
        "SeparableConv2d/pointwise_weights",
        "SeparableConv2d/biases",
        "fully_connected/weights",
        "fully_connected/BatchNorm/beta",
        "fc/fc_1/weights",
        "fc/fc_1/biases",
        "fc/fc_2/weights",
        "fc/fc_2/biases",
    ]
    assert v1.model_variables() == v1.global_variables()
    session.run(v1.global_variables_initializer())
    assert session.run(net, {x: np.ones((2, 8, 8, 3))}).shape == (2, 5)


def test_values_of_layers(session):
    tenth, x = v1.constant_initializer(0.1), tf.constant(np.arange(24, dtype=np.float32).reshape(1, 2, 3, 4))
    up = layers.conv2d_transpose(x, 2, 3, stride=2, weights_initializer=tenth)
    valid = layers.conv2d_transpose(x, 2, 3, stride=2, padding="VALID", weights_initializer=tenth)
    normed = layers.layer_norm(x)
    each = layers.instance_norm(x)
    tensors = [
        up,
        valid,
        normed,
        each,
        layers.unit_norm(x, 3),
        layers.maxout(x, 2),
        layers.bias_add(x, initializer=tenth),
        layers.fully_connected(x, 1, None, weights_initializer=tenth),
    ]
    session.run(v1.global_variables_initializer())
    up, valid, normed, each, unit, most, biased, linear = session.run(tensors)
    assert up.shape == (1, 4, 6, 2) and valid.shape == (1, 5, 7, 2)
    assert valid.sum() == pytest.approx(0.1 * 9 * 276 * 2, rel=1e-5)
    assert normed.mean() == pytest.approx(0, abs=1e-5) and normed.std() == pytest.approx(1, rel=1e-4)
    np.testing.assert_allclose(each.mean((1, 2)), np.zeros((1, 4)), atol=1e-5)
    np.testing.assert_allclose((unit**2).sum(-1), np.ones((1, 2, 3)), rtol=1e-5)
    assert most[0, 0, 0].tolist() == [1, 3]
    np.testing.assert_allclose(biased[0, 0, 0], [0.1, 1.1, 2.1, 3.1], rtol=1e-6)
    np.testing.assert_allclose(linear[..., 0], np.arange(24).reshape(1, 2, 3, 4).sum(-1) * 0.1, rtol=1e-5)


def test_batch_norm_may_update_before_its_result(session):
    x = v1.placeholder(tf.float32, [None, 2])
    y = layers.batch_norm(x, decay=0.5, updates_collections=None, center=False, scale=True)
    session.run(v1.global_variables_initializer())
    session.run(y, {x: [[2.0, 0.0], [4.0, 0.0]]})
    (mean,) = framework.get_variables_by_name("moving_mean")
    assert session.run(mean).tolist() == [1.5, 0.0]
    assert not v1.get_collection("update_ops") and names(v1.trainable_variables()) == ["BatchNorm/gamma"]
    with pytest.raises(NotImplementedError, match="batch_weights"):
        layers.batch_norm(x, batch_weights=[1.0, 1.0])


def test_embeddings(session):
    table = np.arange(6, dtype=np.float32).reshape(3, 2)
    ids, start = tf.constant([[1, 2], [0, 1]]), v1.constant_initializer(table)
    plain = layers.embed_sequence(ids, 3, 2, initializer=start, scope="e")
    unique = layers.embed_sequence(ids, unique=True, scope="e", reuse=True, vocab_size=3, embed_dim=2)
    bag = layers.bow_encoder(ids, 3, 2, initializer=start, sparse_lookup=False)
    sparse = layers.bow_encoder(ids, 3, 2, initializer=start, scope="s")
    session.run(v1.global_variables_initializer())
    plain, unique, bag, sparse = session.run([plain, unique, bag, sparse])
    assert plain.tolist() == unique.tolist() == table[[[1, 2], [0, 1]]].tolist()
    assert bag.tolist() == [[3, 4], [1, 2]] and sparse.tolist() == [[3, 4], [2, 3]]
    with pytest.raises(ValueError, match="vocab size"):
        layers.embed_sequence(ids, scope="none")


def test_optimize_loss(session):
    v = v1.get_variable("v", initializer=[3.0, 4.0])
    step = v1.train.get_or_create_global_step()
    loss = tf.reduce_sum(v * v) / 2
    train = layers.optimize_loss(
        loss,
        step,
        1.0,
        "SGD",
        clip_gradients=1.0,
        gradient_multipliers={"v": 2.0},
        learning_rate_decay_fn=lambda rate, n: v1.train.exponential_decay(rate, n, 1, 0.5),
    )
    session.run(v1.global_variables_initializer())
    assert session.run(train) == 12.5 and session.run(step) == 1
    np.testing.assert_allclose(session.run(v), [2.4, 3.2], rtol=1e-6)  # one step of length 1 down the gradient
    session.run(train)
    np.testing.assert_allclose(session.run(v), [2.1, 2.8], rtol=1e-6)  # the rate has halved
    found = v1.Summary.FromString(session.run(v1.summary.merge_all()))
    assert {x.tag: round(x.simple_value, 3) for x in found.value}["OptimizeLoss/global_norm/clipped_gradient_norm"] == 1.0
    for arguments, text in (
        ((0.1, "Sgd"), "Optimizer name should be one of"),
        ((1, "SGD"), "0d Tensor or float"),
        ((-1.0, "SGD"), "Invalid learning_rate"),
    ):
        with pytest.raises(ValueError, match=text):
            layers.optimize_loss(loss, step, *arguments)


def test_slim_trains(tmp_path):
    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=4.0)
        train = slim.learning.create_train_op(v * v, v1.train.GradientDescentOptimizer(0.25), clip_gradient_norm=4.0)
        assert slim.learning.train(train, str(tmp_path), number_of_steps=3, log_every_n_steps=0) == 4.0  # 4, 3, 2
        assert v1.train.latest_checkpoint(str(tmp_path)).endswith("-3")
    assert slim.conv2d is layers.conv2d and slim.get_variables is framework.get_variables
    with pytest.raises(ValueError, match="train_op cannot be None"):
        slim.learning.train(None, "")


# ---------------------------------------------------------------------- hyperparameters
def test_hparams():
    params = training.HParams(rate=0.1, layers=[1, 2], name="adam", debug=False)
    params.parse("rate=2,layers=[3,4,5],name=sgd,debug=True,layers[1]=9")
    assert params.values() == {"rate": 2.0, "layers": [3, 9, 5], "name": "sgd", "debug": True}
    assert str(params) == "[('debug', True), ('layers', [3, 9, 5]), ('name', 'sgd'), ('rate', 2.0)]"
    assert "rate" in params and params.get("none", 3) == 3
    assert training.HParams(a=1).parse_json('{"a": 5}').to_json() == '{"a": 5}'
    params.add_hparam("more", 1)
    params.set_hparam("more", 2.0)
    assert params.more == 2 and isinstance(params.more, int)
    for change, text in (
        (lambda: params.set_hparam("more", 2.5), "Could not cast hparam 'more'"),
        (lambda: params.parse("x=1"), "Unknown"),
        (lambda: params.parse("rate=fast"), "Could not parse hparam 'rate'"),
        (lambda: params.parse("rate"), "Malformed"),
        (lambda: params.set_hparam("layers", 3), "Must pass a list"),
        (lambda: params.add_hparam("rate", 1), "reserved"),
    ):
        with pytest.raises(ValueError, match=text):
            change()


# ---------------------------------------------------------------------- summaries in graphs
def test_summaries_of_a_graph_are_written_with_its_step(session, tmp_path):
    step = v1.train.get_or_create_global_step()
    x = v1.placeholder(tf.float32, [])
    with summary.create_file_writer(str(tmp_path)).as_default(), summary.record_summaries_every_n_global_steps(2):
        summary.scalar("loss", x * 2)
        with summary.always_record_summaries():
            summary.histogram("h", tf.stack([x, x]))
            summary.image("i", tf.zeros([1, 2, 2, 1]), max_images=1)
            summary.audio("a", tf.zeros([1, 8, 1]), 8000, 1)
        with summary.never_record_summaries():
            assert summary.scalar("no", x).type == "NoOp"
        flush, more = summary.flush(), v1.assign_add(step, 1)
        session.run([v1.global_variables_initializer(), summary.summary_writer_initializer_op()])
        summary.initialize(graph=session.graph, session=session)
        for i in range(3):
            session.run([summary.all_summary_ops()], {x: i + 0.5})
            session.run(more)
        session.run(flush)
    (path,) = glob.glob(str(tmp_path / "events*"))
    events = list(v1.train.summary_iterator(path))
    assert [e.WhichOneof("what") for e in events[:2]] == ["file_version", "graph_def"]
    told = [(e.step, v.tag) for e in events for v in e.summary.value]
    assert sorted(told) == sorted([(0, "loss"), (2, "loss"), *itertools.product(range(3), ["h", "i/image", "a/audio"])])
    assert [v.simple_value for e in events for v in e.summary.value if v.tag == "loss"] == [1.0, 5.0]


# ---------------------------------------------------------------------- the other modules
def test_variables_are_saved_eagerly(tmp_path):
    assert tfe is eager
    v = tfe.Variable([1.0, 2.0], name="v")
    saver = tfe.Saver([v])
    path = saver.save(str(tmp_path / "saved"), global_step=3)
    v.assign([0.0, 0.0])
    saver.restore(path)
    assert path.endswith("saved-3") and v.numpy().tolist() == [1.0, 2.0]
    with tfe.execution_mode(tfe.ASYNC):
        assert (v + 1).numpy().tolist() == [2.0, 3.0]
    with pytest.raises(ValueError, match="Execution mode"):
        tfe.set_execution_mode(5)


def test_tables(tmp_path):
    words = lookup.index_table_from_tensor(["a", "b"], num_oov_buckets=2)
    assert words.lookup(tf.constant(["b", "a"])).numpy().tolist() == [1, 0]
    assert words.lookup(tf.constant("q")).numpy() in (2, 3)
    assert lookup.index_table_from_tensor(["a"], default_value=7).lookup(tf.constant(["z"])).numpy().tolist() == [7]
    assert lookup.index_to_string_table_from_tensor(["a", "b"]).lookup(tf.constant([1, 5], tf.int64)).numpy().tolist() == [b"b", b"UNK"]
    path = tmp_path / "words.txt"
    path.write_text("x\ny\n")
    assert lookup.index_table_from_file(str(path)).lookup(tf.constant(["y"])).numpy().tolist() == [1]
    assert lookup.index_to_string_table_from_file(str(path)).lookup(tf.constant([0], tf.int64)).numpy().tolist() == [b"x"]
    path.write_text("7\n8\n")
    # Integers of every kind are kept as int64; buckets take the dtype asked for, as TensorFlow's.
    for made in (
        lambda dtype, **more: lookup.index_table_from_tensor([7, 8], dtype=dtype, **more),
        lambda dtype, **more: lookup.index_table_from_file(str(path), key_dtype=dtype, **more),
    ):
        assert made(tf.int32).lookup(tf.constant([8, 9], tf.int64)).numpy().tolist() == [1, -1]
        assert made(tf.int32, num_oov_buckets=2).lookup(tf.constant([8, 9])).numpy().tolist() == [1, 3]
        assert made(tf.int64, num_oov_buckets=2).lookup(tf.constant([8, 9], tf.int64)).numpy().tolist() == [1, 3]
        for buckets in (0, 2):
            with pytest.raises(TypeError, match="must be <dtype: 'int64'>, received: <dtype: 'int32'>"):
                made(tf.int64, num_oov_buckets=buckets).lookup(tf.constant([8, 9]))
    with pytest.raises(ValueError, match="Expected non-integer, got <dtype: 'int32'>"):
        lookup.index_table_from_tensor([7, 8])
    with pytest.raises(ValueError, match="mapping must be specified"):
        lookup.index_table_from_tensor(None)


def test_pictures():
    picture = np.arange(9, dtype=np.float32).reshape(3, 3)
    assert image.rotate(picture, np.pi / 2, "BILINEAR").numpy().round(4).tolist() == np.rot90(picture).tolist()
    assert image.translate(picture, [1, 0]).numpy().tolist() == [[0, 0, 1], [0, 3, 4], [0, 6, 7]]
    moved = image.translations_to_projective_transforms([1.0, 0.0])
    assert image.transform(picture, image.compose_transforms(moved, moved)).numpy().tolist() == [[0, 0, 0], [0, 0, 3], [0, 0, 6]]
    assert image.rotate(np.stack([picture] * 2)[..., None], [0.0, np.pi], "BILINEAR").shape == [2, 3, 3, 1]


def test_recurrent_cells(session):
    x = tf.constant(np.linspace(-1, 1, 12, dtype=np.float32).reshape(2, 3, 2))
    cell = rnn.OutputProjectionWrapper(rnn.LayerNormBasicLSTMCell(4), 3)
    outputs, _ = v1.nn.dynamic_rnn(cell, x, dtype=tf.float32)
    words, _ = v1.nn.dynamic_rnn(rnn.EmbeddingWrapper(rnn.GRUCell(4), 5, 2), tf.constant([[[1], [2]]]), dtype=tf.float32, scope="w")
    cells = [[rnn.LSTMCell(2) for _ in range(2)] for _ in range(2)]
    both, forward, backward = rnn.stack_bidirectional_dynamic_rnn(*cells, x, dtype=tf.float32)
    session.run(v1.global_variables_initializer())
    assert [t.shape for t in session.run([outputs, words, both])] == [(2, 3, 3), (1, 2, 4), (2, 3, 4)]
    assert len(forward) == len(backward) == 2
    inside = "rnn/output_projection_wrapper/layer_norm_basic_lstm_cell"
    wanted = {f"{inside}/{s}/{p}" for s in ("input", "transform", "forget", "output", "state") for p in ("gamma", "beta")}
    assert wanted <= set(names(v1.trainable_variables()))


def test_sequence_loss():
    logits = tf.constant(np.random.RandomState(0).randn(2, 3, 4).astype("f4"))
    targets, weights = tf.constant([[0, 1, 2], [3, 0, 1]]), tf.constant([[1.0, 1.0, 0.0], [1.0, 0.0, 0.0]])
    each = tf.nn.sparse_softmax_cross_entropy_with_logits(targets, logits) * weights
    assert seq2seq.sequence_loss(logits, targets, weights).numpy() == pytest.approx(each.numpy().sum() / 3)
    by_step = seq2seq.sequence_loss(logits, targets, weights, average_across_timesteps=False)
    np.testing.assert_allclose(by_step, each.numpy().sum(0) / [2, 1, 1], rtol=1e-6)
    summed = seq2seq.sequence_loss(logits, targets, weights, False, False, True, True)
    assert summed.numpy() == pytest.approx(each.numpy().sum() / 3)
    with pytest.raises(ValueError, match="at same time"):
        seq2seq.sequence_loss(logits, targets, weights, sum_over_batch=True)


def test_streaming_metrics_take_predictions_first(session):
    value, update = metrics.streaming_precision(tf.constant([1, 1, 0]), tf.constant([1, 0, 1]))
    session.run(v1.local_variables_initializer())
    assert session.run(update) == session.run(value) == 0.5
    assert session.run(metrics.accuracy(tf.constant([1, 1]), tf.constant([1, 0]))) == 0.5


def test_what_is_not_there_says_so():
    with pytest.raises(AttributeError, match="use torch.ao.quantization"):
        contrib.quantize  # noqa: B018
    with pytest.raises(AttributeError, match=r"tf\.contrib\.seq2seq\.ScheduledOutputTrainingHelper is not part"):
        seq2seq.ScheduledOutputTrainingHelper  # noqa: B018
    with pytest.raises(AttributeError, match="use tf.estimator"):
        contrib.learn.DNNClassifier  # noqa: B018


# ---------------------------------------------------------------------- the data of the tutorials
def test_mnist_of_the_tutorials(tmp_path):
    random = np.random.RandomState(0)
    for part, count in (("train", 12), ("t10k", 4)):
        for kind, magic, shape in (("images-idx3", 2051, (count, 28, 28)), ("labels-idx1", 2049, (count,))):
            numbers = random.randint(0, 10 if len(shape) == 1 else 256, shape).astype(np.uint8)
            with gzip.open(tmp_path / f"{part}-{kind}-ubyte.gz", "wb") as f:
                f.write(np.array([magic, *shape], ">u4").tobytes() + numbers.tobytes())
    mnist = input_data.read_data_sets(str(tmp_path), one_hot=True, validation_size=2, seed=1)
    assert (mnist.train.num_examples, mnist.validation.num_examples, mnist.test.images.shape) == (10, 2, (4, 784))
    images, labels = mnist.train.next_batch(6)
    assert images.dtype == np.float32 and images.max() <= 1 and labels.sum(1).tolist() == [1.0] * 6
    more, _ = mnist.train.next_batch(6)
    assert mnist.train.epochs_completed == 1 and len(more) == 6
    assert len({row.tobytes() for row in np.concatenate([images, more[:4]])}) == 10  # an epoch has each image once
    with pytest.raises(ValueError, match="Validation size"):
        input_data.read_data_sets(str(tmp_path), validation_size=13)


# ---------------------------------------------------------------------- namespaces of what is elsewhere
@pytest.mark.parametrize("module", [cluster_resolver, contrib.estimator, contrib.feature_column, contrib.signal, tpu])
def test_what_other_namespaces_list_is_served(module):
    assert module.__all__ == dir(module) and all(getattr(module, name) is not None for name in module.__all__)
    with pytest.raises(AttributeError, match=r"tf\.contrib\.\w+\.nothing is not part of tfshim; it has "):
        _ = module.nothing


def test_estimators_for_tpus_are_those_of_the_estimator_namespace():
    assert tpu.TPUEstimator is v1.estimator.tpu.TPUEstimator and tpu.core is v1.tpu.core
    assert contrib.estimator.stop_if_no_decrease_hook is v1.estimator.experimental.stop_if_no_decrease_hook
    assert contrib.estimator.RNNEstimator is tf.estimator.experimental.RNNEstimator


def test_networks_have_the_variables_of_the_layers_they_were_told_of():
    class Net(eager.Network):
        def __init__(self):
            super().__init__()
            self.first = self.track_layer(v1.layers.Dense(3))
            self.kept = [self.track_layer(v1.layers.Dense(2)) for _ in range(2)]

        def call(self, x):
            for layer in (self.first, *self.kept):
                x = layer(x)
            return x

    class Early(eager.Network):
        def __init__(self):
            self.track_layer(v1.layers.Dense(3))

    net = Net()
    assert net(tf.ones([1, 4])).shape == (1, 2)
    assert [v.shape.as_list() for v in net.variables] == [[4, 3], [3], [3, 2], [2], [2, 2], [2]] and len(net.layers) == 3
    with pytest.raises(RuntimeError, match="constructor of Early before track_layer"):
        Early()


# ---------------------------------------------------------------------- chains of tags
_CHAIN = np.random.RandomState(5)
_SCORES, _MOVES = _CHAIN.normal(size=(4, 4, 3)), _CHAIN.normal(size=(3, 3))
_LENGTHS, _TAGS = np.array([4, 2, 1, 3]), _CHAIN.randint(0, 3, (4, 4))


def _score(row, tags):
    return sum(_SCORES[row, i, t] for i, t in enumerate(tags)) + sum(_MOVES[a, b] for a, b in itertools.pairwise(tags))


def _all_scores(row, allowed=None):
    """{tags: score} of all sequences of the length of `row`, or those that `allowed` [length, tags] has."""
    found = itertools.product(range(3), repeat=int(_LENGTHS[row]))
    return {t: _score(row, t) for t in found if allowed is None or all(allowed[i, x] for i, x in enumerate(t))}


def _summed(row, allowed=None):
    return np.log(sum(np.exp(s) for s in _all_scores(row, allowed).values()))


@pytest.mark.parametrize("unknown", [False, True])
def test_chains_score_as_all_of_their_sequences_do(session, unknown):
    inputs = v1.placeholder(tf.float64, [None, None, 3]) if unknown else tf.constant(_SCORES)
    allowed = _CHAIN.rand(4, 4, 3) < 0.7
    allowed[..., 0] = True
    tags, lengths = tf.constant(_TAGS), tf.constant(_LENGTHS, tf.int32)
    made, moves = crf.crf_log_likelihood(inputs, tags, lengths, tf.constant(_MOVES))
    results = [
        crf.crf_sequence_score(inputs, tags, lengths, moves),
        crf.crf_log_norm(inputs, lengths, moves),
        made,
        crf.crf_multitag_sequence_score(inputs, allowed, lengths, moves),
        *crf.crf_decode(inputs, moves, lengths),
        tf.gradients(made, inputs)[0],
    ]
    score, norm, likelihood, several, best, best_score, gradient = session.run(results, {inputs: _SCORES} if unknown else None)
    np.testing.assert_allclose(score, [_score(b, _TAGS[b, :n]) for b, n in enumerate(_LENGTHS)])
    np.testing.assert_allclose(norm, [_summed(b) for b in range(4)])
    np.testing.assert_allclose(likelihood, score - norm)
    np.testing.assert_allclose(several, [_summed(b, allowed[b]) for b in range(4)])
    assert best.dtype == np.int32 and not np.any(best * (np.arange(4) >= _LENGTHS[:, None]))
    for b, n in enumerate(_LENGTHS):
        scores = _all_scores(b)
        assert tuple(best[b, :n]) == max(scores, key=scores.get)
        np.testing.assert_allclose(best_score[b], max(scores.values()))
        assert crf.viterbi_decode(_SCORES[b, :n], _MOVES)[0] == best[b, :n].tolist()
    # The gradient by a score: whether the tag is there, less how probable it is.
    np.testing.assert_allclose(gradient.sum(2), np.zeros((4, 4)), atol=1e-12)
    probable = sum(np.exp(s - norm[0]) for t, s in _all_scores(0).items() if t[1] == 2)
    np.testing.assert_allclose(gradient[0, 1, 2], (_TAGS[0, 1] == 2) - probable)


def test_chains_forward_and_their_variable(session):
    made = crf.crf_forward(tf.constant(_SCORES[:, 1:]), tf.constant(_SCORES[:, 0]), tf.constant(_MOVES), tf.constant(_LENGTHS - 1))
    forward = session.run(tf.reduce_logsumexp(made, 2))
    np.testing.assert_allclose(forward[np.arange(4), _LENGTHS - 1], [_summed(b) for b in range(4)])
    np.testing.assert_allclose(forward[:, -1], [_summed(b) for b in range(4)])
    _, variable = crf.crf_log_likelihood(tf.constant(_SCORES, tf.float32), tf.constant(_TAGS), tf.constant(_LENGTHS))
    assert variable.op.name == "transitions" and variable.shape == [3, 3]
    assert session.run(crf.crf_log_norm(tf.constant(_SCORES), tf.constant([0, 0, 0, 0]), tf.constant(_MOVES))).tolist() == [0] * 4


def test_names_of_framework_for_structures_and_conditions(session):
    nest = framework.nest
    tree, data = {"a": 1, "b": (2, 3)}, {"a": [1, 2], "b": (3, [4])}
    assert nest.map_structure_up_to({"a": 0, "b": 0}, lambda x, y: (x, y), tree, data) == {"a": (1, [1, 2]), "b": ((2, 3), (3, [4]))}
    assert nest.flatten_up_to({"a": 1, "b": 2}, data) == [[1, 2], (3, [4])]
    assert nest.flatten_dict_items({(1, 2): (3, 4)}) == {1: 3, 2: 4}
    assert nest.flatten_with_joined_string_paths(tree) == [("a", 1), ("b/0", 2), ("b/1", 3)]
    with pytest.raises(ValueError, match="structure"):
        nest.assert_shallow_structure({"c": 1}, tree)
    flag = v1.placeholder_with_default(True, [])
    assert framework.smart_cond(True, lambda: 1, lambda: 2) == 1
    assert session.run(framework.smart_cond(flag, lambda: tf.constant(1), lambda: tf.constant(2)), {flag: False}) == 2
    with pytest.raises(TypeError):
        framework.smart_cond(True, 1, lambda: 2)
