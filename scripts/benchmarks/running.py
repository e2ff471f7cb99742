"""Measurements in processes of their own."""

import json
import subprocess


def last_line(said, status):
    """The last line of what a process that failed has said, or its exit status."""
    return (said.strip().splitlines() or [f"exit status {status}"])[-1]


def result_of(command, environment, folder, timeout, said=None):
    """What `command` prints as JSON in its last line, or RuntimeError with the last line of what it said.

    The folder a module is run from comes before PYTHONPATH; `timeout` is in seconds. `said`: what the
    command is given as standard input.
    """
    try:
        done = subprocess.run(
            command, env=environment, cwd=folder, capture_output=True, text=True, timeout=timeout, check=False, input=said
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"took more than {timeout} s") from None
    if done.returncode:
        raise RuntimeError(last_line(done.stderr, done.returncode))
    return json.loads(done.stdout.strip().splitlines()[-1])
