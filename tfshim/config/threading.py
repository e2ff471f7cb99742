"""`tf.config.threading`: how many threads operations use."""

import torch

from tfshim._listing import listing
from tfshim.config.devices import State
from tfshim.engine.random import shards
from tfshim.engine.runtime import threads

__all__ = """
    get_inter_op_parallelism_threads get_intra_op_parallelism_threads set_inter_op_parallelism_threads
    set_intra_op_parallelism_threads
""".split()
__dir__ = listing(globals())


class _Threads:
    intra = inter = 0


def get_inter_op_parallelism_threads():
    """How many operations may run at a time, as it was set; 0 at first.

    Mirrors `tf.config.threading.get_inter_op_parallelism_threads`.
    """
    return _Threads.inter


def set_inter_op_parallelism_threads(num_threads):
    """Let torch run `num_threads` (0: as many as it sees fit) tasks at a time beside each other.

    Raises RuntimeError once devices are in use. Mirrors `tf.config.threading.set_inter_op_parallelism_threads`.
    """
    if State.initialized:
        raise RuntimeError("Inter op parallelism cannot be modified after initialization.")
    if num_threads == _Threads.inter:
        return
    num_threads = max(int(num_threads), 0)
    if num_threads > 0:
        try:
            torch.set_num_interop_threads(num_threads)
        except RuntimeError:
            raise RuntimeError("Inter op parallelism cannot be modified after initialization.") from None
    _Threads.inter = num_threads


def get_intra_op_parallelism_threads():
    """How many threads one operation uses, as it was set; 0 at first.

    Mirrors `tf.config.threading.get_intra_op_parallelism_threads`.
    """
    return _Threads.intra


def set_intra_op_parallelism_threads(num_threads):
    """Let an operation use `num_threads` threads (0: as many as there are processors); random numbers that are divided
    among threads follow it, as in TensorFlow.

    Raises RuntimeError once devices are in use. Mirrors `tf.config.threading.set_intra_op_parallelism_threads`.
    """
    if State.initialized:
        raise RuntimeError("Intra op parallelism cannot be modified after initialization.")
    if num_threads == _Threads.intra:
        return
    num_threads = max(int(num_threads), 0)  # below 0 TensorFlow decides itself, too
    shards.intra_op_threads = num_threads or None
    threads.fix()
    torch.set_num_threads(num_threads or shards._threads())
    _Threads.intra = num_threads
