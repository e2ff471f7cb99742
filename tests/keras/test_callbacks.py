"""Callbacks that write files or talk to servers, and what they are told."""

import http.server
import json
import os
import threading
import time
import urllib.parse

import numpy as np
import pytest
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader, LegacyEventFileLoader

import tfshim as tf
from tfshim.engine.runtime import messages

# TensorBoard looks for `tensorflow` at each file; without it, the second file of a process fails where the first found tfshim.
pytestmark = pytest.mark.usefixtures("active")

keras = tf.keras
X, Y = np.random.RandomState(0).rand(20, 4).astype("float32"), np.random.RandomState(1).rand(20, 1).astype("float32")


def compiled(optimizer="sgd"):
    keras.utils.set_random_seed(3)
    model = keras.Sequential([keras.layers.Dense(3, input_shape=(4,), name="a"), keras.layers.Dense(1, name="b")])
    model.compile(optimizer, "mse", metrics=["mae"])
    return model


def fit(callbacks, model=None, **kwargs):
    model = model or compiled()
    return model, model.fit(X, Y, batch_size=5, verbose=0, callbacks=callbacks, **{"epochs": 2, **kwargs})


# ---------------------------------------------------------------------- checkpoints
def test_weights_are_saved_after_epochs_and_batches(tmp_path):
    by_epoch = keras.callbacks.ModelCheckpoint(str(tmp_path / "e{epoch:02d}-{loss:.3f}"), save_weights_only=True)
    by_batch = keras.callbacks.ModelCheckpoint(str(tmp_path / "b{epoch}-{batch}"), save_weights_only=True, save_freq=3)
    model, history = fit([by_epoch, by_batch])
    names = {n.partition(".safetensors")[0].partition(".index")[0] for n in os.listdir(tmp_path) if n != "checkpoint"}
    losses = [f"e{i + 1:02d}-{loss:.3f}" for i, loss in enumerate(history.history["loss"])]
    assert names == {*losses, "b1-3", "b2-2"}
    assert os.path.basename(tf.train.latest_checkpoint(tmp_path)) == losses[-1]
    again = compiled()
    again.load_weights(str(tmp_path / losses[-1]))
    np.testing.assert_array_equal(again.get_weights()[0], model.get_weights()[0])


def test_only_the_best_are_saved(tmp_path, capsys):
    path = str(tmp_path / "best")
    saved = []

    class Recorder(keras.callbacks.ModelCheckpoint):
        def _write(self, path):
            saved.append(self._current_epoch)

    fit(
        [
            Recorder(path, monitor="lr", mode="max", save_best_only=True, save_weights_only=True, verbose=1),
        ],
        epochs=1,
    )
    assert saved == []  # no such metric
    rates = keras.callbacks.LearningRateScheduler(lambda epoch: [0.1, 0.05, 0.2, 0.15][epoch])
    best = Recorder(path, monitor="lr", mode="max", save_best_only=True, save_weights_only=True, verbose=1)
    fit([rates, best], epochs=4)
    assert saved == [0, 2] and best.best == np.float32(0.2)
    out = capsys.readouterr().out
    assert f"\nEpoch 3: lr improved from 0.10000 to 0.20000, saving model to {path}\n" in out
    assert "\nEpoch 4: lr did not improve from 0.20000\n" in out


def test_an_unknown_field_of_a_path_is_named(tmp_path):
    with pytest.raises(KeyError, match="Failed to format this callback filepath"):
        fit([keras.callbacks.ModelCheckpoint(str(tmp_path / "{nope}"), save_weights_only=True)])


def test_training_goes_on_after_a_batch_where_it_was_interrupted(tmp_path):
    class Interrupt(keras.callbacks.Callback):
        def on_train_batch_begin(self, batch, logs=None):
            if self.model.optimizer.iterations.numpy() == 6:
                raise KeyboardInterrupt

    folder = str(tmp_path / "backup")
    with pytest.raises(KeyboardInterrupt):
        fit([keras.callbacks.BackupAndRestore(folder, save_freq=2), Interrupt()])
    assert os.path.isdir(os.path.join(folder, "chief"))
    steps = []
    model = compiled()
    _, history = fit(
        [
            keras.callbacks.BackupAndRestore(folder, save_freq=2),
            keras.callbacks.LambdaCallback(on_batch_end=lambda batch, logs: steps.append(batch)),
        ],
        model,
    )
    assert history.epoch == [1] and steps == [2, 3] and model.optimizer.iterations.numpy() == 8
    assert not os.path.isdir(os.path.join(folder, "chief"))


# ---------------------------------------------------------------------- TensorBoard
def events(folder):
    found = []
    for name in sorted(os.listdir(folder)):
        for event in LegacyEventFileLoader(os.path.join(folder, name)).Load():
            found += [(event.step, value.tag) for value in event.summary.value]
    return found


def test_tensorboard_writes_epochs_weights_and_validation(tmp_path):
    callback = keras.callbacks.TensorBoard(str(tmp_path), histogram_freq=2, write_images=True)
    fit([callback], validation_data=(X, Y), epochs=3)
    train = events(tmp_path / "train")
    assert [e for e in train if "epoch" in e[1]] == [(i, f"epoch_{k}") for i in range(3) for k in ("loss", "mae")]
    weights = ["a/kernel_0", "a/bias_0", "b/kernel_0", "b/bias_0"]
    assert [e for e in train if "histogram" in e[1]] == [(i, f"{w}/histogram") for i in (0, 2) for w in weights]
    assert (0, "a/kernel_0/image") in train
    validation = events(tmp_path / "validation")
    assert validation[:3] == [(4, "evaluation_loss_vs_iterations"), (4, "evaluation_mae_vs_iterations"), (0, "epoch_loss")]


def test_tensorboard_writes_batches_and_the_model(tmp_path):
    callback = keras.callbacks.TensorBoard(str(tmp_path), update_freq=2, write_steps_per_second=True)
    fit([callback], compiled(keras.optimizers.SGD(keras.optimizers.schedules.ExponentialDecay(0.1, 4, 0.5))))
    train = events(tmp_path / "train")
    assert [e for e in train if e[1] == "batch_loss"] == [(i, "batch_loss") for i in (2, 4, 6, 8)]
    assert [e for e in train if e[1] == "batch_steps_per_second"] == [(i, "batch_steps_per_second") for i in (2, 4, 6, 8)]
    assert {"keras", "epoch_steps_per_second", "epoch_learning_rate"} <= {tag for _, tag in train}


def test_tensorboard_describes_embeddings(tmp_path):
    model = keras.Sequential([keras.layers.Embedding(5, 2, input_length=3, name="words"), keras.layers.Flatten(), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    callback = keras.callbacks.TensorBoard(str(tmp_path), embeddings_freq=1, embeddings_metadata={"words": "words.tsv"})
    model.fit(np.zeros([4, 3], "int32"), np.zeros([4, 1]), verbose=0, callbacks=[callback])
    assert 'metadata_path: "words.tsv"' in (tmp_path / "projector_config.pbtxt").read_text()
    assert any(n.startswith("keras_embedding.ckpt-0") for n in os.listdir(tmp_path / "train"))
    with pytest.raises(ValueError, match="Unrecognized `Embedding` layer names"):
        model.fit(
            np.zeros([4, 3], "int32"),
            np.zeros([4, 1]),
            verbose=0,
            callbacks=[keras.callbacks.TensorBoard(str(tmp_path), embeddings_freq=1, embeddings_metadata={"nope": "x"})],
        )


def test_batches_are_profiled(tmp_path):
    model = keras.Sequential([keras.layers.Dense(1, name="only")])
    model.compile("sgd", "mse")
    board = keras.callbacks.TensorBoard(str(tmp_path), profile_batch=(2, 3))
    model.fit(np.ones([8, 2]), np.ones([8, 1]), batch_size=2, verbose=0, callbacks=[board])
    (path,) = tmp_path.glob("plugins/profile/*/*.xplane.pb")
    (host,) = messages.xplane.XSpace.FromString(path.read_bytes()).planes
    (line,) = [line for line in host.lines if line.name == "python"]
    stats = {number: made.name for number, made in host.stat_metadata.items()}
    found = [(host.event_metadata[e.metadata_id].name, {stats[s.metadata_id]: s.int64_value for s in e.stats}) for e in line.events]
    steps = [about for name, about in found if name == "train"]
    assert steps == [{"epoch_num": 0, "step_num": step, "batch_size": 2, "_r": 1} for step in (1, 2)]
    assert sum(name.endswith("only/BiasAdd:_FusedMatMul") for name, _ in found) == 2
    recorded = b"".join(path.read_bytes() for path in tmp_path.glob("train/events*"))
    assert b"batch_3" in recorded and b"graph_run_metadata_graph" in recorded


def test_what_is_no_range_of_batches_is_refused():
    for wrong in ("a,b", (3, 2), -1, (1, 2, 3)):
        with pytest.raises(ValueError):
            keras.callbacks.TensorBoard(profile_batch=wrong)


# ---------------------------------------------------------------------- the rest
@pytest.fixture
def server():
    """A server on this machine that keeps what is posted to it."""
    posted = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_POST(self):  # noqa: N802 - the name the library asks for
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            posted.append((self.path, self.headers.get_content_type(), self.headers.get("X-Key"), body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *args):
            pass

    made = http.server.HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}", posted
    made.shutdown()
    made.server_close()


def test_a_server_is_told_of_every_epoch(server):
    root, posted = server
    fit(
        [keras.callbacks.RemoteMonitor(root, headers={"X-Key": "1"}), keras.callbacks.RemoteMonitor(root, path="/json", send_as_json=True)],
        epochs=1,
    )
    form, plain = posted
    assert form[:3] == ("/publish/epoch/end/", "application/x-www-form-urlencoded", "1")
    told = json.loads(urllib.parse.parse_qs(form[3])["data"][0])
    assert told == json.loads(plain[3]) and plain[:2] == ("/json", "application/json")
    assert told["epoch"] == 0 and set(told) == {"epoch", "loss", "mae"}


def test_a_server_that_is_away_gives_a_warning(caplog):
    with caplog.at_level("WARNING", logger="tensorflow"):
        fit([keras.callbacks.RemoteMonitor("http://127.0.0.1:1")], epochs=1)
    assert "could not reach RemoteMonitor root server" in caplog.text


def test_batch_hooks_that_nobody_overrides_are_not_called():
    class Epochs(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            assert type(logs["loss"]) is float

    made = keras.callbacks.CallbackList([Epochs()], model=compiled(), verbose=0, epochs=1, steps=1)
    assert not made._should_call_train_batch_hooks
    assert keras.callbacks.CallbackList([keras.callbacks.LambdaCallback(on_batch_end=print)])._should_call_train_batch_hooks


def test_logs_of_batches_are_numbers_unless_a_callback_takes_tensors():
    kinds = []

    class Plain(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            kinds.append(type(logs["loss"]))

    class Tensors(Plain):
        _supports_tf_logs = True

    fit([Plain()], epochs=1)
    fit([Tensors()], epochs=1)
    assert kinds[:4] == [float] * 4 and all(issubclass(k, tf.Tensor) for k in kinds[4:])


def test_a_callback_may_stop_the_training():
    class Stop(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            self.model.stop_training = batch == 1

    model, history = fit([Stop()], epochs=5)
    assert history.epoch == [0] and model.optimizer.iterations.numpy() == 2
    assert model.history is history


def test_base_logger_averages_what_batches_report():
    logger = keras.callbacks.BaseLogger(stateful_metrics=["last"])
    logger.set_params({"metrics": ["loss", "last"]})
    logger.on_epoch_begin(0)
    for i, size in enumerate((4, 2)):
        logger.on_batch_end(i, {"size": size, "loss": float(i + 1), "last": i})
    logs = {}
    logger.on_epoch_end(0, logs)
    assert logs == {"loss": 8 / 6, "last": 1}


@pytest.mark.parametrize("slow", [True, False])
def test_slow_hooks_are_reported(caplog, monkeypatch, slow):
    now = [0.0]  # a clock that only the hooks move: how long a batch takes is the machine's affair

    class Hooks(keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            now[0] += 0.05 if slow else 0.0

    monkeypatch.setattr(time, "time", lambda: now[0])
    with caplog.at_level("WARNING", logger="tensorflow"):
        compiled().fit(X, Y, batch_size=2, verbose=0, callbacks=[Hooks()])
    assert ("`on_train_batch_end` is slow compared to the batch time" in caplog.text) == slow


def test_what_is_left_of_a_long_training(capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    bar = keras.utils.Progbar(10000, interval=0)
    shown = []
    for step, moment in ((1, 1.0), (2, 2.9), (9990, 19990.0), (9999, 20000.0)):
        now[0] = moment
        bar.update(step)
        shown.append(capsys.readouterr().out.rpartition("ETA: ")[2].strip())
    assert shown == ["2:46:39", "5:16:36", "20s", "2s"]


def test_the_model_is_written_and_not_the_graph_of_a_step(tmp_path):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse")
    model.fit(np.ones((4, 2)), np.ones((4, 1)), epochs=2, verbose=0, callbacks=[tf.keras.callbacks.TensorBoard(tmp_path)])
    (path,) = (tmp_path / "train").iterdir()
    written = list(EventFileLoader(str(path)).Load())
    assert [v.tag for e in written for v in e.summary.value].count("keras") == 1
    assert not any(e.WhichOneof("what") == "graph_def" for e in written)
