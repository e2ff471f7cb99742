"""MultiWorkerMirroredStrategy in several processes, against what TensorFlow's gives."""

import gzip
import json
import signal
from pathlib import Path

import numpy as np
import pytest
import torch

import tfshim as tf
from tests import after_torch
from tfshim.cli.launch import addresses
from tfshim.distribute.buckets import buckets

HERE = Path(__file__).resolve().parent
with gzip.open(HERE.parent / "data" / "workers.json.gz") as file:
    RECORDED = {int(n): found for n, found in json.loads(file.read()).items()}


def launched(workers, program, *arguments, cwd):
    return after_torch.tfshim("launch", "-n", workers, program, *arguments, cwd=cwd, env={"OMP_NUM_THREADS": "1"})


def run_together(workers, program, *arguments, cwd):
    """The workers of a cluster by TF_CONFIG, without a launcher, whose workers would each load torch anew."""
    cluster, running = {"worker": addresses(workers)}, []
    try:
        for number in range(workers):
            config = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": number}})
            running.append(after_torch.begun("-m", "tfshim", program, *arguments, cwd=cwd, env={"TF_CONFIG": config}))
        assert [worker.wait(timeout=300) for worker in running] == [0] * workers
    finally:
        for worker in running:
            worker.kill()
            worker.wait()
            worker.stdout.close()


def same(found, wanted, path):
    if isinstance(wanted, dict):
        assert set(found) == set(wanted), path
        for key in wanted:
            same(found[key], wanted[key], f"{path} / {key}")
    elif isinstance(wanted, str):
        assert found == wanted, path
    elif isinstance(wanted, list) and wanted and isinstance(wanted[0], (list, dict, str)):
        assert len(found) == len(wanted), (path, found, wanted)
        for i, (a, b) in enumerate(zip(found, wanted)):
            same(a, b, f"{path} / {i}")
    else:
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=1e-5, err_msg=path)


@pytest.mark.parametrize("workers", sorted(RECORDED))
def test_workers_give_what_tensorflows_give(workers, tmp_path):
    # In pieces of which one or two gradients fill each: they begin while others are computed.
    run_together(workers, HERE / "workers" / "program.py", tmp_path / "out", 500 if workers > 2 else 0, cwd=tmp_path)
    for number, wanted in enumerate(RECORDED[workers]):
        found = json.loads((tmp_path / f"out.{number}.json").read_text())
        assert set(found) == set(wanted)
        for name in wanted:
            same(found[name], wanted[name], f"worker {number}: {name}")


def test_workers_train_an_estimator(tmp_path):
    run_together(2, HERE / "workers" / "estimator.py", tmp_path / "out", tmp_path / "model", cwd=tmp_path)
    for number, wanted in enumerate(json.loads((HERE.parent / "data" / "workers_of_estimators.json").read_text())):
        same(json.loads((tmp_path / f"out.{number}.json").read_text()), wanted, f"worker {number}")
    assert (tmp_path / "model" / "tmp_worker_1").is_dir()  # what the other worker writes is not among the chief's checkpoints


GOES_ON = """
import os, sys
import numpy as np
import tensorflow as tf

class Stop(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        print("epoch", epoch, flush=True)
        if len(sys.argv) > 1 and epoch == int(sys.argv[1]) and strategy.cluster_resolver.task_id == 1:
            os.kill(os.getpid(), 9)

strategy = tf.distribute.MultiWorkerMirroredStrategy()
x = np.arange(36.0, dtype="float32").reshape(12, 3) / 36

def made():
    with strategy.scope():
        dense = tf.keras.layers.Dense
        model = tf.keras.Sequential([dense(3, kernel_initializer="ones"), tf.keras.layers.BatchNormalization(), dense(1)])
        model.compile(tf.keras.optimizers.Adam(0.1), "mse")
    model.build((None, 3))
    model.layers[2].set_weights([np.ones((3, 1)), np.zeros(1)])
    return model

def fitted(model, callbacks=()):
    model.fit(x, x[:, :1], batch_size=6, epochs=4, verbose=0, shuffle=False, callbacks=list(callbacks))
    return [w.round(5).tolist() for w in model.get_weights()]

callbacks = [tf.keras.callbacks.BackupAndRestore("backup", delete_checkpoint=False), Stop(),
             tf.keras.callbacks.ModelCheckpoint("saved/{epoch}.weights.h5", save_weights_only=True), tf.keras.callbacks.TensorBoard("logs")]
model = made()
try:
    weights = fitted(model, callbacks)
except tf.errors.UnavailableError as e:
    open("seen", "w").write(str(e))
    raise
model.save_weights(f"end.{strategy.cluster_resolver.task_id}.weights.h5")
if not len(sys.argv) > 1:  # both train again; what the first one has counts, as it writes the checkpoints
    print("equal of", strategy.cluster_resolver.task_id, weights == fitted(made()), flush=True)
"""


def _said(done, what):
    return [line.split(what, 1)[1].strip() for line in done.stdout.splitlines() if what in line]


def test_the_end_of_a_worker_ends_the_others_and_training_goes_on_from_the_last_checkpoint(tmp_path):
    (tmp_path / "program.py").write_text(GOES_ON)
    stopped = launched(2, "program.py", 2, cwd=tmp_path)
    assert stopped.returncode == 128 + signal.SIGKILL and "worker 1 ended by signal 9" in stopped.stderr
    assert "lost the connection to another one" in (tmp_path / "seen").read_text()
    again = launched(2, "program.py", cwd=tmp_path)
    assert again.returncode == 0, again.stdout + again.stderr
    assert sorted(_said(again, "epoch")) == ["2", "2", "3", "3"]
    assert _said(again, "equal of 0") == ["True"]  # to a training that nobody stopped
    # What the second worker wrote is gone.
    left = [p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*")]
    assert not any("workertemp" in p for p in left) and "saved/4.weights.h5" in left and "logs/train" in left


def test_gradients_in_buckets():
    tensors = [torch.zeros(3), torch.zeros(2), torch.zeros(1, dtype=torch.float64), torch.zeros(100), torch.zeros(1)]
    assert buckets(tensors, 0) == [[4, 3, 1, 0], [2]]
    assert buckets(tensors, 20) == [[4], [3], [1, 0], [2]]
    assert buckets([torch.zeros(2**17)] * 4, 0) == [[3, 2], [1, 0]]  # a small one first
    assert buckets([], 0) == []


def test_a_task_that_is_not_in_the_cluster():
    cluster = tf.train.ClusterSpec({"worker": ["127.0.0.1:1", "127.0.0.1:2"]})
    resolver = tf.distribute.cluster_resolver.SimpleClusterResolver(cluster, task_type="worker", task_id=7)
    with pytest.raises(ValueError, match="'worker' 7 is not among those of the cluster"):
        tf.distribute.MultiWorkerMirroredStrategy(resolver)


def test_workers_that_do_not_come(tmp_path):
    config = {"cluster": {"worker": ["127.0.0.1:0", "127.0.0.1:9"]}, "task": {"type": "worker", "index": 1}}
    source = (
        "import tensorflow as tf\noptions = tf.distribute.experimental.CommunicationOptions(timeout_seconds=1)\n"
        "try:\n    tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)\n"
        "except tf.errors.UnavailableError as e:\n    print(e)"
    )
    done = after_torch.tfshim("-c", source, cwd=tmp_path, env={"TF_CONFIG": json.dumps(config)})
    assert "could not meet the others at 127.0.0.1:0" in done.stdout, done.stderr


def test_the_launcher_says_what_it_needs(tmp_path):
    (tmp_path / "folder").mkdir()
    refused = {
        ("-n", "0", "x.py"): "tfshim: launch needs at least one worker, not 0 (",
        ("-n", "2"): "tfshim: launch needs a program to run (",
        ("-n", "2", "x.py"): "tfshim: x.py: No such file or directory\n",  # once, and not by each worker
        ("-n", "2", "folder"): "tfshim: folder: a folder without __main__.py",
    }
    for arguments, message in refused.items():
        done = after_torch.tfshim("launch", *arguments, cwd=tmp_path)
        assert done.returncode == 2 and done.stderr.startswith(message)


def test_a_module_as_several_workers(tmp_path):
    (tmp_path / "said.py").write_text("import sys\nprint(__name__, sys.argv[1:])\n")
    done = after_torch.tfshim("launch", "-n", "2", "-m", "said", "--rate", "3", cwd=tmp_path)
    assert sorted(done.stdout.splitlines()) == [f"[worker {n}]:__main__ ['--rate', '3']" for n in (0, 1)]


def test_nccl_without_gpus_is_gloo(caplog):
    options = tf.distribute.experimental.CommunicationOptions(implementation="NCCL")
    if not tf.config.list_physical_devices("GPU"):
        strategy = tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)
        assert "Enabled NCCL communication but no GPUs detected/specified." in caplog.text
        assert strategy.num_replicas_in_sync == 1
