"""Compare how long saving and loading weights takes with tfshim and with TensorFlow.

    python scripts/compare_weight_files.py PYTHON [--megabytes 500] [--rounds 2] [--repeats 5] [--threads 1] [--folder FOLDER]

PYTHON has TensorFlow 2.15.1. Processes of both take turns. For each format of tfshim it prints the median CPU time (of all threads) and
wall time of writing and reading a checkpoint, relative to TensorFlow's, and the most memory that a process took beyond what it had
before it made its weights, relative to them. What is read is still in the memory of the system, as what was just written is.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time

from benchmarks.child import open_library

# Parts of the whole, as models have them: few large ones, some in between, and many that are small.
PARTS, SMALL = (0.24, 0.16, 0.08) + (0.02,) * 20 + (0.005,) * 24, 60
# Library and format.
NAMES = {"TensorFlow": ("tensorflow", ""), "tensorflow": ("tfshim", "tensorflow"), "safetensors": ("tfshim", "safetensors")}


def child(path, library, megabytes, repeats, threads):
    """Save weights, load them, and print what that took as JSON."""
    tf = open_library(library, threads)

    def most():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    for value in (1.0, 2.0):  # so that all is loaded
        checkpoint = tf.train.Checkpoint(v=tf.Variable([value]))
        checkpoint.read(checkpoint.write(path + "-first"))
    rows = [max(1, int(part * megabytes * 256)) for part in PARTS] + [1] * SMALL
    before, module = most(), tf.Module()
    module.weights = [tf.Variable(tf.fill([n, 1024], 1 / (i + 1))) for i, n in enumerate(rows)]
    checkpoint, times = tf.train.Checkpoint(m=module), {"write": [], "read": []}
    for _ in range(repeats):
        for name, call in (("write", checkpoint.write), ("read", checkpoint.read)):
            cpu, wall = time.process_time(), time.perf_counter()
            call(path)
            times[name].append((time.process_time() - cpu, time.perf_counter() - wall))
    print(json.dumps({"times": times, "memory": (most() - before) / (sum(rows) * 4096)}))


def run(python, name, folder, arguments):
    """What a process of its own finds."""
    library, form = NAMES[name]
    chosen = {"megabytes": arguments.megabytes, "repeats": arguments.repeats, "threads": arguments.threads}
    command = [python, __file__, python, "--child", os.path.join(folder, "weights"), "--library", library]
    done = subprocess.run(
        [*command, *(part for option, value in chosen.items() for part in (f"--{option}", str(value)))],
        env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "TFSHIM_CHECKPOINT_FORMAT": form},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("python")
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--folder")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    parser.add_argument("--library", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.child:
        child(arguments.child, arguments.library, arguments.megabytes, arguments.repeats, arguments.threads)
        return
    found = {name: {"write": [], "read": [], "memory": []} for name in NAMES}
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for _ in range(arguments.rounds):
            for name, kept in found.items():
                result = run(arguments.python if name == "TensorFlow" else sys.executable, name, folder, arguments)
                kept["memory"].append(result["memory"])
                for way, times in result["times"].items():
                    kept[way] += times
    base = {way: [statistics.median(times) for times in zip(*found["TensorFlow"][way])] for way in ("write", "read")}
    for way, (cpu, wall) in base.items():
        print(f"TensorFlow {way}: CPU {cpu:.3f} s, wall {wall:.3f} s")
    print(f"TensorFlow memory: {max(found.pop('TensorFlow')['memory']):.2f} of the weights")
    for form, kept in found.items():
        for way in ("write", "read"):
            cpu, wall = (statistics.median(times) / whole for times, whole in zip(zip(*kept[way]), base[way]))
            print(f"format {form!r} {way}: CPU {cpu:.2f}, wall {wall:.2f} of TensorFlow's")
        print(f"format {form!r} memory: {max(kept['memory']):.2f} of the weights")


if __name__ == "__main__":
    main()
