"""Measurements in processes of their own."""

import json
import subprocess


def result_of(command, environment, folder, timeout):
    """What `command` prints as JSON in its last line, or RuntimeError with the last line of what it said.

    The folder a module is run from comes before PYTHONPATH; `timeout` is in seconds.
    """
    try:
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"took more than {timeout} s") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines()
        raise RuntimeError(lines[-1] if lines else f"exit status {done.returncode}")
    return json.loads(done.stdout.strip().splitlines()[-1])
