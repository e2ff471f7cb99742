"""Kill a worker at random moments, start all again, and see that training goes on where its last checkpoint was.

    python scripts/check_worker_restarts.py [--times 20] [--workers 2] [--seed 0]

Each time `tfshim launch` trains a small model, by turns with `fit` and a BackupAndRestore of each epoch, with one of each fourth
batch, and with a loop of its own and CheckpointManager; one of its workers, drawn by chance, is killed at a moment drawn by chance
between the start and the end. The others have to end by themselves within half a minute. Started again, training has to go on with
no step before the last checkpoint that was complete, and to end with the weights of a training that nobody stopped (but for the
backups within an epoch: there `fit` goes on with the next step and, as Keras does, with the first batch of the data). No process may
be left behind.
The exit status is 1 if anything else happens.
"""

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_ENDS_WITHIN = 30  # seconds after the death of a worker
_MARK = "TFSHIM_CHECK_RESTARTS"
_WAYS = ("epochs", "loop", "batches", "loop")

PROGRAM = """
import os, sys, time
import numpy as np
import tensorflow as tf

print("pid", os.getpid(), flush=True)
strategy = tf.distribute.MultiWorkerMirroredStrategy()
chief = strategy.extended.should_checkpoint
tf.keras.utils.set_random_seed(strategy.cluster_resolver.task_id)
with strategy.scope():
    model = tf.keras.Sequential([tf.keras.layers.Dense(8, "relu"), tf.keras.layers.BatchNormalization(), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.Adam(0.01), "mse")
model.build((None, 4))
initial = np.random.default_rng(0)
for v in model.trainable_variables:
    v.assign(initial.normal(size=v.shape))
x = np.random.default_rng(1).normal(size=(160, 4)).astype("float32")
y = x.sum(1, keepdims=True)

def ended():
    print("ended", int(model.optimizer.iterations), flush=True)
    time.sleep(0.03)

class Steps(tf.keras.callbacks.Callback):
    def on_train_batch_begin(self, batch, logs=None):
        print("begins", int(model.optimizer.iterations), flush=True)
    def on_train_batch_end(self, batch, logs=None):
        ended()

if sys.argv[1] == "epochs":
    model.fit(x[:32], y[:32], batch_size=8, epochs=10, shuffle=False, verbose=0,
              callbacks=[tf.keras.callbacks.BackupAndRestore("backup"), Steps()])
elif sys.argv[1] == "batches":
    model.fit(x, y, batch_size=8, epochs=2, shuffle=False, verbose=0,
              callbacks=[tf.keras.callbacks.BackupAndRestore("backup", save_freq=4), Steps()])
else:
    step = tf.Variable(0, dtype=tf.int64)
    folder = "checkpoints" if chief else f"checkpoints/temporary_{strategy.cluster_resolver.task_id}"
    checkpoint = tf.train.Checkpoint(model=model, optimizer=model.optimizer, step=step)
    manager = tf.train.CheckpointManager(checkpoint, folder, max_to_keep=2)
    model.optimizer.build(model.trainable_variables)
    found = tf.train.latest_checkpoint("checkpoints")
    if found:
        checkpoint.restore(found)
    data = strategy.experimental_distribute_dataset(tf.data.Dataset.from_tensor_slices((x, y)).batch(8).repeat(2).skip(int(step)))

    @tf.function
    def train(inputs):
        def own(inputs):
            with tf.GradientTape() as tape:
                loss = tf.nn.compute_average_loss(tf.reduce_mean((model(inputs[0], training=True) - inputs[1]) ** 2, -1))
            model.optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))
        strategy.run(own, args=(inputs,))

    for inputs in data:
        print("begins", int(step), flush=True)
        train(inputs)
        step.assign_add(1)
        if int(step) % 4 == 0:
            manager.save()
        ended()
if chief:
    print("weights", [w.round(4).tolist() for w in model.get_weights()], flush=True)
"""


class Training:
    """One run of `tfshim launch` in `folder`, whose lines are kept as they come."""

    def __init__(self, way, folder, workers):
        environment = {**os.environ, "PYTHONPATH": str(ROOT), _MARK: str(folder), "OMP_NUM_THREADS": "1"}
        command = [sys.executable, "-m", "tfshim", "launch", "-n", str(workers), str(folder / "program.py"), way]
        self.path, self.began = folder / f"said.{time.monotonic_ns()}", time.monotonic()
        with self.path.open("w") as said:
            self._launcher = subprocess.Popen(command, cwd=folder, env=environment, stdout=said, stderr=subprocess.STDOUT)

    def said(self, what, worker=0):
        """What a worker has said so far in lines that begin with `what`."""
        text = self.path.read_text(errors="replace")
        return re.findall(rf"^\[worker {worker}\]:{what} (.*)$", text, re.MULTILINE)

    def running(self):
        """Whether the launcher still runs."""
        return self._launcher.poll() is None

    def status(self, seconds):
        """The exit status; raises TimeoutExpired if it takes more than so many seconds."""
        return self._launcher.wait(seconds)

    def end(self):
        """End what is left."""
        self._launcher.kill()
        self._launcher.wait()


def left_behind(folder):
    """The processes that were started for `folder` and still run."""
    mark, found = f"{_MARK}={folder}".encode(), []
    for place in Path("/proc").glob("[0-9]*"):
        try:
            if mark in (place / "environ").read_bytes().split(b"\0"):
                found.append(int(place.name))
        except OSError:
            continue
    return found


def killed(training, worker, moment):
    """Kill a worker `moment` seconds after the start, or as soon after as it exists; whether it was still running."""
    while time.monotonic() - training.began < moment or not training.said("pid", worker):
        if not training.running():
            return False
        time.sleep(0.01)
    try:
        os.kill(int(training.said("pid", worker)[0]), signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def once(way, folder, workers, whole, moment, worker):
    """What went wrong when `worker` was killed then; "" if nothing did."""
    (folder / "program.py").write_text(PROGRAM)
    first = Training(way, folder, workers)
    try:
        if not killed(first, worker, moment):
            return "" if first.status(_ENDS_WITHIN) == 0 else "failed before it was killed"
        try:
            if first.status(_ENDS_WITHIN) == 0 and first.said("weights") != whole:
                return "ended with success"
        except subprocess.TimeoutExpired:
            return f"the others still run {_ENDS_WITHIN} s later"
    finally:
        first.end()
    time.sleep(0.2)
    if left_behind(folder):
        return f"processes are left: {left_behind(folder)}"
    # That a step begins is said after the checkpoint of those before it is complete.
    kept = max((int(n) for n in first.said("begins") if int(n) % 4 == 0), default=0)
    again = Training(way, folder, workers)
    try:
        if again.status(600):
            return "failed when started again: " + again.path.read_text(errors="replace")
        begins = [int(n) for n in again.said("begins")]
        # Backups of a training that was about to end are gone; nothing is left to be done, or all from the start.
        if begins and begins[0] < kept and not first.said("weights"):
            return f"went on with step {begins[0]}, and the checkpoint of {kept} was complete"
        if way == "batches" and begins and begins[0]:
            last = max(int(n) for n in again.said("ended"))
            return "" if begins == list(range(begins[0], last)) and last == 40 else f"did the steps {begins}"
        return "" if again.said("weights") == whole else f"other weights: {again.said('weights')} for {whole}"
    finally:
        again.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="how often a worker is killed (default 20)")
    parser.add_argument("--workers", type=int, default=2, help="how many workers train (default 2)")
    parser.add_argument("--seed", type=int, default=0, help="of the moments and of the workers (default 0)")
    options = parser.parse_args()
    draw, failed = random.Random(options.seed), 0
    with tempfile.TemporaryDirectory() as place:
        wholes = {}
        for way in dict.fromkeys(_WAYS):
            folder = Path(place) / f"whole_{way}"
            folder.mkdir()
            (folder / "program.py").write_text(PROGRAM)
            training = Training(way, folder, options.workers)
            if training.status(600) or not training.said("weights"):
                print(training.path.read_text())
                return 1
            wholes[way] = training.said("weights"), time.monotonic() - training.began
        for i in range(options.times):
            way, worker = _WAYS[i % len(_WAYS)], draw.randrange(options.workers)
            weights, seconds = wholes[way]
            moment = draw.uniform(0, seconds)
            folder = Path(place) / str(i)
            folder.mkdir()
            wrong = once(way, folder, options.workers, weights, moment, worker)
            failed += bool(wrong)
            print(f"{way:7} worker {worker} killed after {moment:5.1f} s of {seconds:.1f}: {wrong or 'went on'}", flush=True)
    print(f"{options.times - failed} of {options.times} went on")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
