"""Compare how long saving and loading weights takes with tfshim and with TensorFlow.

    python scripts/compare_weight_files.py PYTHON [--megabytes 500] [--rounds 2] [--repeats 5] [--threads 1] [--folder FOLDER]

PYTHON has TensorFlow 2.15.1. A process of each takes turns with the others, call by call, so that a busy machine is as busy for all of
them. For each format of tfshim it prints the median of the CPU times (of all threads) and wall times of writing and reading a checkpoint,
each relative to TensorFlow's of the same turn, and the most memory that a process took beyond what it had before it made its weights,
relative to them. What is read is still in the memory of the system, as what was just written is.
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


def child(path, library, megabytes, threads):
    """Save weights and load them as often as asked by a line of the standard input, and print what each took as JSON."""
    tf = open_library(library, threads)

    def most():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

    for value in (1.0, 2.0):  # so that all is loaded
        checkpoint = tf.train.Checkpoint(v=tf.Variable([value]))
        checkpoint.read(checkpoint.write(path + "-first"))
    rows = [max(1, int(part * megabytes * 256)) for part in PARTS] + [1] * SMALL
    before, module = most(), tf.Module()
    module.weights = [tf.Variable(tf.fill([n, 1024], 1 / (i + 1))) for i, n in enumerate(rows)]
    checkpoint = tf.train.Checkpoint(m=module)
    calls = {"write": checkpoint.write, "read": checkpoint.read}
    for line in sys.stdin:
        cpu, wall = time.process_time(), time.perf_counter()
        calls[line.strip()](path)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        print(json.dumps({"times": (cpu, wall), "memory": (most() - before) / (sum(rows) * 4096)}), flush=True)


class Child:
    """A process that has weights to save and to load."""

    def __init__(self, name, folder, arguments):
        library, form = NAMES[name]
        python = arguments.python if library == "tensorflow" else sys.executable
        chosen = {"megabytes": arguments.megabytes, "threads": arguments.threads, "library": library}
        command = [python, __file__, python, "--child", os.path.join(folder, f"weights-{name}")]
        self._process = subprocess.Popen(
            [*command, *(part for option, value in chosen.items() for part in (f"--{option}", str(value)))],
            env={**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "TFSHIM_CHECKPOINT_FORMAT": form},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, way):
        """What saving or loading once took."""
        print(way, file=self._process.stdin, flush=True)
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the process failed with status {self._process.wait()}")
        return json.loads(line)

    def close(self):
        self._process.stdin.close()
        self._process.wait()


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
        child(arguments.child, arguments.library, arguments.megabytes, arguments.threads)
        return
    found = {name: {"write": [], "read": [], "memory": []} for name in NAMES}
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        for _ in range(arguments.rounds):
            children = {name: Child(name, folder, arguments) for name in NAMES}
            try:
                for _ in range(arguments.repeats):
                    for way in ("write", "read"):
                        for name, ask in children.items():
                            result = ask(way)
                            found[name][way].append(result["times"])
                            found[name]["memory"].append(result["memory"])
            finally:
                for one in children.values():
                    one.close()
    base = {way: [statistics.median(times) for times in zip(*found["TensorFlow"][way])] for way in ("write", "read")}
    for way, (cpu, wall) in base.items():
        print(f"TensorFlow {way}: CPU {cpu:.3f} s, wall {wall:.3f} s")
    print(f"TensorFlow memory: {max(found['TensorFlow']['memory']):.2f} of the weights")
    for form in list(NAMES)[1:]:
        for way in ("write", "read"):
            ratios = [[a / b for a, b in zip(own, other)] for own, other in zip(found[form][way], found["TensorFlow"][way])]
            cpu, wall = map(statistics.median, zip(*ratios))
            print(f"format {form!r} {way}: CPU {cpu:.2f}, wall {wall:.2f} of TensorFlow's")
        print(f"format {form!r} memory: {max(found[form]['memory']):.2f} of the weights")


if __name__ == "__main__":
    main()
