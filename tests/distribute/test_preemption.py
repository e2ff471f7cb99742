"""PreemptionCheckpointHandler: what is saved and restored when a worker is to end."""

import os
import signal
import threading

import pytest

import tfshim as tf
from tests import after_torch

Handler = tf.distribute.experimental.PreemptionCheckpointHandler
Config = tf.distribute.experimental.TerminationConfig


@pytest.fixture(autouse=True)
def own_signals():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def counting(folder, config=None, manager=False):
    step = tf.Variable(0)
    checkpoint = tf.train.Checkpoint(step=step)
    if manager:
        return step, Handler(None, tf.train.CheckpointManager(checkpoint, folder, 3), termination_config=config)
    return step, Handler(None, checkpoint, os.fspath(folder), config)


@pytest.mark.parametrize("manager", [False, True])
def test_a_signal_ends_after_one_more_call(tmp_path, manager):
    step, handler = counting(tmp_path, manager=manager)
    assert handler.run(lambda by: step.assign_add(by), 1).numpy() == 1
    os.kill(os.getpid(), signal.SIGTERM)
    handler.run(step.assign_add, delta=1)
    with pytest.raises(SystemExit) as e:
        handler.run(step.assign_add, 1)
    assert e.value.code == 42 and step.numpy() == handler.total_run_calls == 2
    step, again = counting(tmp_path, manager=manager)
    assert step.numpy() == again.total_run_calls == 2
    names = [name for name, _ in tf.train.list_variables(tf.train.latest_checkpoint(tmp_path))]
    assert "checkpointed_runs/.ATTRIBUTES/VARIABLE_VALUE" in names


def test_a_function_that_tells_of_the_end(tmp_path):
    asked, left = threading.Event(), []

    def watch():
        asked.set()
        return True

    saved = []
    config = Config(watch, lambda: left.append(True), save_fn=lambda *args: saved.append(args))
    before = signal.getsignal(signal.SIGTERM)
    step, handler = counting(tmp_path, config)
    assert signal.getsignal(signal.SIGTERM) is before
    assert asked.wait(10) and handler._noticed.wait(10)
    for _ in range(2):
        handler.save_checkpoint_if_preempted("given")
    assert saved == [("given",)] and left == [True] and step.numpy() == 0


def test_training_goes_on_within_a_period_of_grace(tmp_path):
    left, saves = [], []
    config = Config(exit_fn=lambda: left.append(int(step)), grace_period=1000, save_fn=lambda: saves.append(int(step)))
    step, handler = counting(tmp_path, config)
    os.kill(os.getpid(), signal.SIGTERM)
    for _ in range(5):
        handler.run(step.assign_add, 1)
    assert saves == [1] and not left
    handler._grace_period = 1e-9  # as if it were about to end
    handler.run(step.assign_add, 1)
    handler.run(step.assign_add, 1)
    assert saves == [1, 6] and left == [6]


def test_errors_of_the_function_pass(tmp_path):
    _, handler = counting(tmp_path)
    with handler.watch_preemption_scope(), pytest.raises(tf.errors.InvalidArgumentError):
        handler.run(lambda: tf.ensure_shape(tf.ones(3), [2]))
    assert handler.total_run_calls == 0


def test_what_is_refused(tmp_path):
    with pytest.raises(tf.errors.InvalidArgumentError, match="checkpoint_dir must be passed"):
        Handler(None, tf.train.Checkpoint())
    cluster = tf.train.ClusterSpec({"worker": ["a:1"], "ps": ["a:2"]})
    with pytest.raises(NotImplementedError, match="PreemptionCheckpointHandler.*parameter servers"):
        Handler(tf.distribute.cluster_resolver.SimpleClusterResolver(cluster), tf.train.Checkpoint(), os.fspath(tmp_path))


WORKERS = """
import os, signal
import tensorflow as tf

strategy = tf.distribute.MultiWorkerMirroredStrategy()
me = strategy.cluster_resolver.task_id
with strategy.scope():
    total = tf.Variable(0.0)
step = tf.Variable(0)
checkpoint = tf.train.Checkpoint(total=total, step=step)
handler = tf.distribute.experimental.PreemptionCheckpointHandler(strategy.cluster_resolver, checkpoint, "kept/checkpoints")
print("begins", int(step), float(total), flush=True)

@tf.function
def train():
    number = strategy.run(lambda: tf.distribute.get_replica_context().replica_id_in_sync_group + 1)
    total.assign_add(tf.cast(strategy.reduce("SUM", number, None), tf.float32))
    step.assign_add(1)

while int(step) < 6:
    if me == 1 and int(step) == 2 and not os.path.exists("told"):
        open("told", "w").close()
        os.kill(os.getpid(), signal.SIGTERM)
    handler.run(train)
print("ends", int(step), float(total), flush=True)
"""


def test_all_workers_save_the_same_step(tmp_path):
    (tmp_path / "program.py").write_text(WORKERS)
    first, again = (after_torch.tfshim("launch", "-n", 2, "program.py", cwd=tmp_path, env={"OMP_NUM_THREADS": "1"}) for _ in range(2))
    assert first.returncode == 42 and "ends" not in first.stdout, first.stdout + first.stderr
    assert again.returncode == 0, again.stdout + again.stderr
    assert sorted(again.stdout.split("\n"))[1:] == [f"[worker {i}]:{line}" for i in range(2) for line in ("begins 3 9.0", "ends 6 18.0")]
    assert sorted(os.listdir(tmp_path / "kept")) == ["checkpoints"]


def test_a_backup_before_preemption(tmp_path):
    class Steps(tf.keras.callbacks.Callback):
        def on_train_batch_end(self, batch, logs=None):
            taken.append(batch)
            if len(taken) == 2:
                os.kill(os.getpid(), signal.SIGTERM)

    def train():
        tf.keras.utils.set_random_seed(1)
        model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(3,))])
        model.compile("adam", "mse")
        x = tf.tile(tf.reshape(tf.range(12.0), [4, 3]), [5, 1])  # a step goes on with the first batch again, as in Keras
        backup = tf.keras.callbacks.BackupAndRestore(tmp_path, save_freq=None, save_before_preemption=True)
        model.fit(x, x[:, :1], batch_size=4, epochs=2, shuffle=False, verbose=0, callbacks=[Steps(), backup])
        return [w.tolist() for w in model.get_weights()]

    before = signal.getsignal(signal.SIGTERM)
    taken = []
    with pytest.raises(SystemExit) as e:
        train()
    assert e.value.code == 42 and taken == [0, 1, 2]
    taken = [None, None]
    stopped = train()
    assert taken[2:] == [3, 4, 0, 1, 2, 3, 4]
    taken = [None, None]
    assert train() == stopped and len(taken) == 12 and not os.listdir(tmp_path)
    assert signal.getsignal(signal.SIGTERM) is before
