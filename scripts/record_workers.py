"""Record what TensorFlow's MultiWorkerMirroredStrategy gives for the programs in tests/distribute/workers: `record_workers.py PYTHON`.

PYTHON has TensorFlow 2.15.1. Writes tests/data/workers.json.gz, {number of workers: [results of each]}, and
tests/data/workers_of_estimators.json, the results of two workers that train an estimator.
"""

import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from recording import DATA, ROOT

from tfshim.cli.launch import addresses


def recorded(python, workers, name, *arguments):
    """The results of each worker of the program `name`."""
    cluster = {"worker": addresses(workers)}
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for i in range(workers):
            config = json.dumps({"cluster": cluster, "task": {"type": "worker", "index": i}})
            environment = {**os.environ, "TF_CONFIG": config, "CUDA_VISIBLE_DEVICES": ""}
            program = ROOT / "tests" / "distribute" / "workers" / name
            running.append(subprocess.Popen([python, program, f"{folder}/out", *arguments], env=environment, cwd=folder))
        if any([process.wait() for process in running]):
            sys.exit("a worker has failed")
        return [json.loads(Path(f"{folder}/out.{i}.json").read_text()) for i in range(workers)]


if __name__ == "__main__":
    found = {str(n): recorded(sys.argv[1], n, "program.py") for n in (2, 4)}
    with gzip.GzipFile(DATA / "workers.json.gz", "wb", mtime=0) as file:
        file.write(json.dumps(found).encode())
    of_estimators = recorded(sys.argv[1], 2, "estimator.py", "model")
    (DATA / "workers_of_estimators.json").write_text(json.dumps(of_estimators, indent=1) + "\n")
