"""`tfshim tensorboard`: TensorBoard in a process in which tfshim is active, so that its projector reads checkpoints."""

import sys

from tfshim import activation
from tfshim.cli import script


def run(arguments):
    """Run TensorBoard with its own `arguments` (list of str); returns the exit status."""
    activation.activate(force=activation.real_package("tensorflow") is not None)
    return script.run_module("tensorboard.main", arguments)


def main():
    """The command `tfshim-tensorboard`, by which `%tensorboard` in notebooks starts TensorBoard; see `child_processes`."""
    return run(sys.argv[1:])
