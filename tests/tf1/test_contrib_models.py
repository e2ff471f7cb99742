"""Models of `tf.contrib`: unrolled sequences, cells, optimizers, training loops and what reads records for them."""

import copy
import os

import numpy as np
import pytest

import tfshim as tf
from tfshim.compat import v1
from tfshim.contrib import layers, learn, legacy_seq2seq, opt, rnn, slim, training
from tfshim.contrib.rnn.linear import linear


@pytest.fixture
def session():
    with tf.Graph().as_default(), v1.Session() as made:
        v1.set_random_seed(3)
        yield made


def names(variables):
    return [v.op.name for v in variables]


def begin(session):
    session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


# ---------------------------------------------------------------------- sequences
def test_losses_of_lists_of_steps(session):
    rng = np.random.RandomState(0)
    logits = [rng.randn(2, 4).astype(np.float32) for _ in range(3)]
    labels, weights = [np.array([i, 3 - i]) for i in range(3)], [np.array([1.0, i % 2], np.float32) for i in range(3)]
    each = np.stack([-np.log(softmax(x)[[0, 1], y]) * w for x, y, w in zip(logits, labels, weights)])
    lists = [[tf.constant(x) for x in part] for part in (logits, labels, weights)]
    expected = each.sum(0) / np.sum(weights, 0)
    np.testing.assert_allclose(session.run(legacy_seq2seq.sequence_loss_by_example(*lists)), expected, 1e-5)
    np.testing.assert_allclose(session.run(legacy_seq2seq.sequence_loss(*lists)), expected.sum() / 2, 1e-5)
    summed = legacy_seq2seq.sequence_loss(*lists, average_across_timesteps=False, average_across_batch=False)
    np.testing.assert_allclose(session.run(summed), each.sum(), 1e-5)
    with pytest.raises(ValueError, match="must be the same 3, 3, 2"):
        legacy_seq2seq.sequence_loss(lists[0], lists[1][:2], lists[2])


def test_an_unrolled_decoder_is_the_cell_called_again(session):
    cell, given = v1.nn.rnn_cell.GRUCell(3), [tf.constant(np.full((2, 3), i, np.float32)) for i in range(3)]
    outputs, last = legacy_seq2seq.rnn_decoder(given, tf.zeros([2, 3]), cell, loop_function=lambda before, i: before * 2.0 + i)
    output, state = None, tf.zeros([2, 3])
    with v1.variable_scope("rnn_decoder", reuse=True):
        for i, x in enumerate([given[0], None, None]):
            output, state = cell(x if i == 0 else output * 2.0 + i, state)
            np.testing.assert_allclose(*(_values(session, pair) for pair in ([outputs[i]], [output])), 1e-6)
    np.testing.assert_allclose(_values(session, [last]), _values(session, [state]), 1e-6)


def _values(session, tensors):
    # The same values each time, as no variable changes in between.
    if not hasattr(session, "_begun"):
        begin(session)
        session._begun = True
    return session.run(tensors)


@pytest.mark.parametrize("model", ["embedding_rnn_seq2seq", "embedding_attention_seq2seq", "embedding_tied_rnn_seq2seq"])
def test_what_is_fed_back_is_decided_by_a_tensor(session, model):
    cell = v1.nn.rnn_cell.BasicLSTMCell(4)
    read, written = ([tf.constant([i, i + 1]) for i in range(n)] for n in (2, 3))
    sizes = {"num_symbols": 5} if "tied" in model else {"num_encoder_symbols": 5, "num_decoder_symbols": 5}
    made = {}
    build = getattr(legacy_seq2seq, model)
    fed = v1.placeholder(tf.bool, [])
    made["tensor"] = build(read, written, cell, embedding_size=3, feed_previous=fed, **sizes)
    for given in (True, False):
        with v1.variable_scope(v1.get_variable_scope(), reuse=True):
            made[given] = build(read, written, v1.nn.rnn_cell.BasicLSTMCell(4), embedding_size=3, feed_previous=given, **sizes)
    begin(session)
    outputs, state = made["tensor"]
    assert len(outputs) == 3 and isinstance(state, v1.nn.rnn_cell.LSTMStateTuple)
    for given in (True, False):
        for a, b in zip(tf.nest.flatten(made["tensor"]), tf.nest.flatten(made[given])):
            np.testing.assert_allclose(session.run(a, {fed: given}), session.run(b), 1e-4, 1e-6)
    ours = names(v1.trainable_variables())
    if model == "embedding_attention_seq2seq":
        assert ours[0] == "embedding_attention_seq2seq/rnn/embedding_wrapper/embedding"
        assert "embedding_attention_seq2seq/embedding_attention_decoder/attention_decoder/AttnOutputProjection/kernel" in ours


def test_buckets_share_their_variables(session):
    steps = [tf.constant([1.0, 2.0])[:, None] * i for i in range(4)]
    labels, weights = [tf.constant([0, 1])] * 4, [tf.ones([2])] * 4

    def model(x, y):
        return legacy_seq2seq.basic_rnn_seq2seq(x, y, v1.nn.rnn_cell.BasicRNNCell(2))

    outputs, losses = legacy_seq2seq.model_with_buckets(steps, steps, labels, weights, [(2, 1), (3, 4)], model)
    assert [len(x) for x in outputs] == [1, 4] and len(losses) == 2 and len(v1.trainable_variables()) == 4
    begin(session)
    assert all(np.isfinite(session.run(losses)))
    with pytest.raises(ValueError, match=r"Length of encoder_inputs \(4\) must be at least that of last bucket \(5\)"):
        legacy_seq2seq.model_with_buckets(steps, steps, labels, weights, [(5, 4)], model)


def test_linear_joins_what_it_is_given(session):
    a, b = np.ones((2, 1), np.float32), np.full((2, 2), 2, np.float32)
    with v1.variable_scope("s", initializer=v1.constant_initializer(0.5)):
        made = linear([tf.constant(a), tf.constant(b)], 3, True, v1.constant_initializer(1.0))
    begin(session)
    assert names(v1.trainable_variables()) == ["s/kernel", "s/bias"]
    np.testing.assert_allclose(session.run(made), np.full((2, 3), 3.5))
    with pytest.raises(ValueError, match="2D arguments"):
        linear(tf.zeros([2]), 3, True)


# ---------------------------------------------------------------------- cells
def _run_cell(session, cell, inputs, state):
    with v1.variable_scope("c", initializer=v1.random_normal_initializer(0, 0.5, seed=1)):
        output, new = cell(tf.constant(inputs), tf.nest.map_structure(tf.constant, state))
    begin(session)
    return session.run([output, tf.nest.flatten(new)])


def _sigmoid(x):
    return 1 / (1 + np.exp(-x))


def test_block_cells_compute_what_the_plain_ones_do(session):
    x = np.random.RandomState(0).randn(4, 2, 3).astype(np.float32)
    cell, plain = rnn.LSTMBlockCell(5), v1.nn.rnn_cell.BasicLSTMCell(5, name="lstm_cell")
    with v1.variable_scope("a", initializer=v1.random_uniform_initializer(-1, 1, seed=2)) as scope:
        outputs, state = v1.nn.dynamic_rnn(cell, tf.constant(x), dtype=tf.float32, time_major=True)
        assert names(v1.trainable_variables()) == ["a/rnn/lstm_cell/kernel", "a/rnn/lstm_cell/bias"]
    with v1.variable_scope(scope, reuse=True):
        expected, last = v1.nn.dynamic_rnn(plain, tf.constant(x), dtype=tf.float32, time_major=True)
    fused = rnn.LSTMBlockFusedCell(5)
    whole, whole_state = fused(tf.constant(x), dtype=tf.float32)
    short, short_state = fused(tf.constant(x), dtype=tf.float32, sequence_length=tf.constant([2, 4]))
    kernel, bias = (v for v in v1.trainable_variables() if v.op.name.startswith("lstm_fused_cell"))
    begin(session)
    session.run([kernel.assign(v1.trainable_variables()[0]), bias.assign(v1.trainable_variables()[1])])
    wanted = session.run(expected)
    np.testing.assert_allclose(session.run(outputs), wanted, 1e-5, 1e-6)
    np.testing.assert_allclose(session.run(state.c), session.run(last.c), 1e-5, 1e-6)
    np.testing.assert_allclose(session.run(whole), wanted, 1e-5, 1e-6)
    np.testing.assert_allclose(session.run(whole_state.h), wanted[-1], 1e-5, 1e-6)
    found = session.run(short)
    np.testing.assert_allclose(found[:2], wanted[:2], 1e-5, 1e-6)
    assert not found[2:, 0].any() and found[2:, 1].any()
    np.testing.assert_allclose(session.run(short_state.h), np.stack([wanted[1, 0], wanted[3, 1]]), 1e-5, 1e-6)


def test_gated_block_cells(session):
    x, h = np.ones((2, 3), np.float32), np.full((2, 4), 0.5, np.float32)
    found, _ = _run_cell(session, rnn.GRUBlockCellV2(4), x, h)
    assert names(v1.trainable_variables())[:2] == ["c/gru_cell/gates/kernel", "c/gru_cell/gates/bias"]
    with v1.variable_scope("c", reuse=True):
        np.testing.assert_allclose(found, session.run(v1.nn.rnn_cell.GRUCell(4)(tf.constant(x), tf.constant(h))[0]), 1e-5)
    with pytest.raises(ValueError, match="Exactly one"):
        rnn.GRUBlockCell()


def test_cells_of_contrib_by_their_formulas(session):
    x, h = np.array([[0.5, -1.0, 0.25]], np.float32), np.array([[0.1, 0.2, -0.3]], np.float32)
    found, (state,) = _run_cell(session, rnn.UGRNNCell(3), x, h)
    kernel = session.run(v1.trainable_variables()[0])
    gate, candidate = np.split(np.concatenate([x, h], 1) @ kernel, 2, 1)
    kept = _sigmoid(gate + 1)
    np.testing.assert_allclose(found, kept * h + (1 - kept) * np.tanh(candidate), 1e-5, 1e-6)
    np.testing.assert_allclose(state, found)


def test_simple_recurrent_units(session):
    x, c = np.array([[0.5, -1.0]], np.float32), np.array([[0.1, 0.2, -0.3]], np.float32)
    found, (state,) = _run_cell(session, rnn.SRUCell(3), x, c)
    u, f, r, passed = np.split(x @ session.run(v1.trainable_variables()[0]), 4, 1)
    f, r = _sigmoid(f), _sigmoid(r)
    np.testing.assert_allclose(state, f * c + (1 - f) * u, 1e-5, 1e-6)
    np.testing.assert_allclose(found, r * np.tanh(state) + (1 - r) * passed, 1e-5, 1e-6)


def test_the_searched_cell(session):
    x, (c, m) = np.array([[0.5, -1.0]], np.float32), (np.full((1, 3), 0.3, np.float32), np.full((1, 3), -0.2, np.float32))
    found, state = _run_cell(session, rnn.NASCell(3), x, (c, m))
    recurrent, kernel = session.run(v1.trainable_variables())
    a, b = np.split(x @ kernel, 8, 1), np.split(m @ recurrent, 8, 1)
    inner = [
        np.tanh(_sigmoid(a[0] + b[0]) * np.maximum(a[1] + b[1], 0)),
        np.tanh(_sigmoid(a[2] + b[2]) + np.maximum(a[3] * b[3], 0)),
        np.tanh(np.tanh(a[4] + b[4]) * _sigmoid(a[5] + b[5])),
        _sigmoid(np.tanh(a[6] + b[6]) + _sigmoid(a[7] + b[7])),
    ]
    new = np.tanh(inner[0] + c) * inner[1]
    np.testing.assert_allclose(state[0], new, 1e-5, 1e-6)
    np.testing.assert_allclose(found, np.tanh(new * np.tanh(inner[2] + inner[3])), 1e-5, 1e-6)


def test_cells_over_pictures_and_wrappers(session):
    cell = rnn.Conv2DLSTMCell(input_shape=[4, 4, 2], output_channels=3, kernel_shape=[3, 3])
    outputs, state = v1.nn.dynamic_rnn(cell, tf.ones([2, 5, 4, 4, 2]), dtype=tf.float32)
    assert outputs.shape == [2, 5, 4, 4, 3] and state.c.shape == [2, 4, 4, 3]
    assert names(v1.trainable_variables()) == ["rnn/conv_2d_lstm_cell/kernel", "rnn/conv_2d_lstm_cell/biases"]
    attending = rnn.AttentionCellWrapper(v1.nn.rnn_cell.GRUCell(3), 4)
    read, last = v1.nn.dynamic_rnn(attending, tf.ones([2, 6, 5]), dtype=tf.float32, scope="attending")
    assert read.shape == [2, 6, 3] and [x.shape[1] for x in last] == [3, 3, 12]
    passing = rnn.HighwayWrapper(v1.nn.rnn_cell.GRUCell(5), carry_bias_init=50.0)
    carried, _ = v1.nn.static_rnn(passing, [tf.fill([2, 5], 3.0)] * 2, dtype=tf.float32)
    grouped, _ = v1.nn.static_rnn(rnn.GLSTMCell(4, num_proj=2, number_of_groups=2), [tf.ones([2, 6])] * 2, dtype=tf.float32, scope="g")
    begin(session)
    # All that went in is carried past the cell.
    np.testing.assert_allclose(session.run(carried[1]), np.full((2, 5), 3.0), 1e-5)
    assert np.isfinite(session.run(read)).all() and session.run(grouped[1]).shape == (2, 2)
    with pytest.raises(ValueError, match="divisible"):
        rnn.GLSTMCell(5, number_of_groups=2)


# ---------------------------------------------------------------------- optimizers
def test_scipy_minimizes_within_bounds(session):
    pytest.importorskip("scipy")
    x = v1.get_variable("x", initializer=np.array([3.0, -2.0], np.float32))
    y = v1.get_variable("y", initializer=np.float32(4.0))
    seen = []
    search = opt.ScipyOptimizerInterface(tf.reduce_sum(x**2) + (y - 1) ** 2, var_to_bounds={x: (np.array([0.5, -1.0]), 9.0)})
    begin(session)
    search.minimize(session, fetches=[y], loss_callback=seen.append)
    np.testing.assert_allclose(session.run(x), [0.5, 0.0], atol=1e-4)
    np.testing.assert_allclose(session.run(y), 1.0, atol=1e-4)
    assert len(seen) > 1
    with pytest.raises(ValueError, match="var_to_bounds"):
        opt.ScipyOptimizerInterface(y**2, bounds=[(0, 1)]).minimize(session)
    constrained = opt.ScipyOptimizerInterface(tf.reduce_sum(x**2), [x], inequalities=[x[1] - 2.0], method="SLSQP")
    constrained.minimize(session)
    np.testing.assert_allclose(session.run(x), [0.0, 2.0], atol=1e-3)


def test_lazy_adam_leaves_other_rows_alone(session):
    table = v1.get_variable("table", initializer=np.ones((4, 2), np.float32))
    step = opt.LazyAdamOptimizer(0.1).minimize(tf.reduce_sum(tf.nn.embedding_lookup(table, v1.placeholder(tf.int32, [None], "ids"))))
    begin(session)
    session.run(step, {"ids:0": [1, 1]})
    session.run(step, {"ids:0": [3]})
    found = session.run(table)
    np.testing.assert_allclose(found[:3], [[1, 1], [0.9, 0.9], [1, 1]], 1e-5)
    assert (found[3] < 1).all()


def test_weights_decay_beside_the_step(session):
    x, y = (v1.get_variable(n, initializer=np.array([2.0], np.float32)) for n in "xy")
    optimizer = opt.extend_with_decoupled_weight_decay(v1.train.GradientDescentOptimizer)(0.5, 1.0)
    first = optimizer.minimize(tf.reduce_sum(x) + tf.reduce_sum(y), decay_var_list=[x])
    begin(session)
    session.run(first)
    np.testing.assert_allclose(session.run([x, y]), [[0.0], [1.0]])
    assert isinstance(opt.AdamWOptimizer(0.1), v1.train.AdamOptimizer) and isinstance(
        opt.MomentumWOptimizer(0.1, 0.1, 0.9), v1.train.MomentumOptimizer
    )


def test_averages_are_saved_under_the_names_of_variables(session, tmp_path):
    x = v1.get_variable("x", initializer=np.float32(4.0))
    optimizer = opt.MovingAverageOptimizer(v1.train.GradientDescentOptimizer(1.0), average_decay=0.5)
    with pytest.raises(RuntimeError, match="Must call apply_gradients"):
        optimizer.swapping_saver()
    step, saver = optimizer.minimize(2 * x), None
    saver = optimizer.swapping_saver()
    begin(session)
    session.run(step)
    path = saver.save(session, str(tmp_path / "model"))
    assert session.run(x) == 2 and tf.train.load_variable(path, "x") == 3


def test_an_optimizer_of_a_program_by_references(session):
    class Halving(v1.train.Optimizer):
        def __init__(self):
            super().__init__(False, "Halving")

        def _apply_dense(self, grad, var):
            return v1.assign_sub(var, grad / 2)

        def _apply_sparse(self, grad, var):
            return v1.scatter_sub(var, grad.indices, grad.values / 2)

    table = v1.get_variable("t", initializer=np.ones((3, 1), np.float32))
    step = Halving().minimize(tf.reduce_sum(tf.gather(table, [0, 2, 2])))
    begin(session)
    session.run(step)
    np.testing.assert_allclose(session.run(table), [[0.5], [1.0], [0.0]])


# ---------------------------------------------------------------------- training, evaluation, data
def _records(folder):
    from PIL import Image

    path = str(folder / "a.tfrecord")
    with tf.io.TFRecordWriter(path) as f:
        for i in range(6):
            Image.fromarray(np.full((4, 5, 3), 40 * i, np.uint8)).save(folder / "p.png")
            features = {
                "image/encoded": tf.train.Feature(bytes_list=tf.train.BytesList(value=[(folder / "p.png").read_bytes()])),
                "image/format": tf.train.Feature(bytes_list=tf.train.BytesList(value=[b"png"])),
                "label": tf.train.Feature(int64_list=tf.train.Int64List(value=[i])),
                **{k: tf.train.Feature(float_list=tf.train.FloatList(value=[0.1 * i] * i)) for k in ("ymin", "xmin", "ymax", "xmax")},
            }
            f.write(tf.train.Example(features=tf.train.Features(feature=features)).SerializeToString())
    return path


def test_records_are_read_and_decoded(session, tmp_path):
    decoder = slim.tfexample_decoder.TFExampleDecoder(
        {
            "image/encoded": tf.io.FixedLenFeature([], tf.string),
            "image/format": tf.io.FixedLenFeature([], tf.string, "png"),
            "label": tf.io.FixedLenFeature([1], tf.int64),
            **{k: tf.io.VarLenFeature(tf.float32) for k in ("ymin", "xmin", "ymax", "xmax")},
        },
        {
            "image": slim.tfexample_decoder.Image(shape=[4, 5, 3]),
            "label": slim.tfexample_decoder.Tensor("label", shape=[]),
            "boxes": slim.tfexample_decoder.BoundingBox(),
        },
    )
    data = slim.dataset.Dataset(_records(tmp_path)[:-1] + "*", v1.TFRecordReader, decoder, 6, {"label": "a number"}, num_classes=6)
    assert data.num_classes == 6
    provider = slim.dataset_data_provider.DatasetDataProvider(data, shuffle=False, num_epochs=1)
    assert provider.num_samples() == 6 and sorted(provider.list_items()) == ["boxes", "image", "label", "record_key"]
    image, label = provider.get(["image", "label"])
    with pytest.raises(ValueError, match=r"Item \[depth\] is invalid"):
        provider.get(["depth"])
    record = next(v1.python_io.tf_record_iterator(str(tmp_path / "a.tfrecord")))
    assert session.run(decoder.decode(record, ["boxes"])[0]).shape == (0, 4)
    queue = slim.prefetch_queue.prefetch_queue(v1.train.batch([image, label], 2), capacity=4)
    images, labels = queue.dequeue()
    begin(session)
    with slim.queues.QueueRunners(session):
        for i in range(2):
            found, numbers = session.run([images, labels])
            assert numbers.tolist() == [2 * i, 2 * i + 1] and (found[1] == 40 * (2 * i + 1)).all()
        with pytest.raises(slim.queues.NestedQueueRunnerError), slim.queues.QueueRunners(session):
            pass


def test_training_in_a_loop_and_evaluating_what_it_saved(tmp_path):
    def model():
        x = tf.constant([[1.0], [2.0]])
        return tf.reduce_sum((slim.fully_connected(x, 1, None, scope="fc") - 3 * x) ** 2)

    folder, said = str(tmp_path / "run"), []
    with tf.Graph().as_default():
        v1.set_random_seed(1)
        loss = model()
        step = slim.learning.create_train_op(loss, v1.train.GradientDescentOptimizer(0.05))

        def own_step(session, op, counter, given):
            said.append(sorted(given))
            return slim.learning.train_step(session, op, counter, given)

        first = slim.learning.train(step, folder, own_step, number_of_steps=1, log_every_n_steps=1)
        assert said == [["should_log", "should_stop", "summary_writer"]]
    with tf.Graph().as_default():
        loss = model()
        step = slim.learning.create_train_op(loss, v1.train.GradientDescentOptimizer(0.05))
        last = slim.learning.train(step, folder, number_of_steps=30, save_summaries_secs=None, trace_every_n_steps=20)
        assert last < 0.1 * first and os.path.exists(f"{folder}/tf_trace-20.json")
        with pytest.raises(ValueError, match="Cannot provide saver because logdir=None"):
            slim.learning.train(step, None, saver=object())
    with tf.Graph().as_default():
        loss = model()
        v1.train.create_global_step()
        v1.summary.scalar("loss", loss)
        value, update = v1.metrics.mean(loss)
        path = tf.train.latest_checkpoint(folder)
        assert path.endswith("model.ckpt-30")
        once = slim.evaluation.evaluate_once("", path, str(tmp_path / "eval"), num_evals=2, eval_op=update, final_op=value)
        assert once <= last
        assert any("tfevents" in name for name in os.listdir(tmp_path / "eval"))
    with tf.Graph().as_default():
        loss = model()
        v1.train.create_global_step()
        v1.summary.scalar("loss", loss)
        value, update = v1.metrics.mean(loss)
        looped = slim.evaluation.evaluation_loop(
            "", folder, str(tmp_path / "eval2"), eval_op=update, final_op=value, max_number_of_evaluations=1, timeout=5
        )
        assert looped == once
    assert training.wait_for_new_checkpoint(folder, path, seconds_to_sleep=0, timeout=0) is None


def test_results_are_collected_by_the_names_of_their_scopes(session):
    x = tf.ones([2, 8, 8, 3])
    with v1.variable_scope("net"), slim.arg_scope([slim.conv2d, slim.max_pool2d], outputs_collections="ends"):
        made = slim.repeat(x, 2, slim.conv2d, 4, [3, 3], scope="conv1")
        slim.max_pool2d(made, [2, 2], scope="pool1")
    ends = slim.utils.convert_collection_to_dict("ends", clear_collection=True)
    assert list(ends) == ["net/conv1/conv1_1", "net/conv1/conv1_2", "net/pool1"]
    assert not v1.get_collection("ends") and layers.utils.two_element_tuple(3) == (3, 3)
    with pytest.raises(ValueError, match="Expected sequence of 2 positive integers"):
        layers.utils.n_positive_integers(2, [1, 2, 3])


def test_sizes_of_variables_are_told(session, capsys):
    v1.get_variable("a", [2, 3])
    v1.get_variable("b", [4], tf.float64)
    assert slim.model_analyzer.analyze_vars(v1.global_variables(), print_info=True) == (10, 56)
    assert "a:0 (float32 2x3) [6, bytes: 24]" in capsys.readouterr().out


# ---------------------------------------------------------------------- words
def test_words_become_numbers(tmp_path):
    made = learn.preprocessing.VocabularyProcessor(4, min_frequency=1)
    rows = list(made.fit_transform(["the cat's the TFShim", "the cat's dog"]))
    assert [row.tolist() for row in rows] == [[1, 2, 1, 0], [1, 2, 0, 0]] and rows[0].dtype == np.int64
    assert list(made.reverse([[2, 1]])) == ["cat's the"]
    made.save(str(tmp_path / "words"))
    again = learn.preprocessing.VocabularyProcessor.restore(str(tmp_path / "words"))
    assert list(again.transform(["dog the"]))[0].tolist() == [0, 1, 0, 0] and again.vocabulary_._mapping == made.vocabulary_._mapping
    (tmp_path / "other").write_bytes(b"\x80\x04.")
    with pytest.raises(tf.errors.DataLossError, match="no vocabulary"):
        learn.preprocessing.VocabularyProcessor.restore(str(tmp_path / "other"))
    with pytest.raises(NotImplementedError, match="tokenizer"):
        learn.preprocessing.VocabularyProcessor(4, tokenizer_fn=list).save(str(tmp_path / "x"))
    assert [x.tolist() for x in learn.preprocessing.ByteProcessor(3).transform(["ab", "wxyz"])] == [[97, 98, 0], [119, 120, 121]]


def test_tables_from_files(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("2,2,a,b\n1.5,2,0\n3,4,1\n")
    found = learn.datasets.base.load_csv_with_header(str(path), np.int64, np.float32)
    assert found.data.tolist() == [[1.5, 2], [3, 4]] and found.target.tolist() == [0, 1]
    path.write_text("1.5,2,0\n3,4,1\n")
    assert learn.datasets.base.load_csv_without_header(str(path), np.int64, np.float32, 0 - 1).target.tolist() == [0, 1]


# ---------------------------------------------------------------------- layers
def test_a_copied_cell_has_the_variables_of_the_first(session):
    cell = v1.nn.rnn_cell.MultiRNNCell([v1.nn.rnn_cell.GRUCell(3), v1.nn.rnn_cell.BasicLSTMCell(2)])
    first, _ = v1.nn.static_rnn(cell, [tf.ones([2, 3])] * 2, dtype=tf.float32)
    again = copy.deepcopy(cell)
    second, _ = v1.nn.static_rnn(again, [tf.ones([2, 3])] * 2, dtype=tf.float32, scope="other")
    assert again is not cell and all(a is b for a, b in zip(cell.variables, again.variables)) and len(v1.global_variables()) == 6
    begin(session)
    np.testing.assert_allclose(*session.run([first[1], second[1]]))


@pytest.mark.parametrize("format", ["NHWC", "NCHW"])
def test_rows_are_normalized_by_the_fused_kernel(session, format):
    x = np.random.RandomState(0).randn(5, 3).astype(np.float32)
    rows = layers.batch_norm(tf.constant(x), decay=0.9, scale=True, updates_collections=None, data_format=format, scope="rows")
    layers.batch_norm(tf.ones([2, 4, 4, 3]), scale=True, scope="pictures")
    assert [n for n in names(v1.global_variables()) if "moving" not in n] == [
        "rows/beta", "rows/gamma", "pictures/gamma", "pictures/beta",
    ]  # fmt: skip
    begin(session)
    np.testing.assert_allclose(session.run(rows), (x - x.mean(0)) / np.sqrt(x.var(0) + 1e-3), 1e-4, 1e-5)
    moved = session.run(next(v for v in v1.global_variables() if v.op.name == "rows/moving_variance"))
    np.testing.assert_allclose(moved, 0.9 + 0.1 * x.var(0, ddof=1), 1e-5)
