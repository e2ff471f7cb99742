"""Processes that a program starts with multiprocessing are new interpreters: what makes tfshim active in them."""

import multiprocessing.forkserver
import multiprocessing.spawn
import os

from tfshim import activation

_VERSION = "TFSHIM_SPAWNED"


def follow(version):
    """Let processes that are started by multiprocessing's "spawn" and "forkserver" begin with `tensorflow` of `version` active."""
    os.environ[_VERSION] = str(version)
    command = multiprocessing.spawn.get_command_line

    def get_command_line(**arguments):
        made = command(**arguments)
        if "-c" in made:
            at = made.index("-c") + 1
            made[at] = f"import {__name__}; {__name__}.begin(); {made[at]}"
        return made

    multiprocessing.spawn.get_command_line = get_command_line
    # The server imports these before it forks.
    multiprocessing.forkserver._forkserver.set_forkserver_preload([f"{__name__}_server", "__main__"])


def begin():
    """Make tfshim active in a process that was started so."""
    version = os.environ.get(_VERSION)
    if version is not None:
        activation.activate(force=activation.real_package("tensorflow") is not None, version=int(version))
        follow(version)
