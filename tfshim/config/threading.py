"""`tf.config.threading`: how many threads operations use."""

import torch

from tfshim._listing import listing
from tfshim.config.devices import State
from tfshim.engine.random import shards
from tfshim.engine.runtime.processor import threads

__all__ = """
    get_inter_op_parallelism_threads get_intra_op_parallelism_threads set_inter_op_parallelism_threads
    set_intra_op_parallelism_threads
""".split()
__dir__ = listing(globals())


class _Threads:
    intra = inter = None  # what was set


def get_inter_op_parallelism_threads():
    """Tell how many operations may run beside each other. Mirrors `tf.config.threading.get_inter_op_parallelism_threads`.

    It is a setting of the process.

    Returns:
        The number that `set_inter_op_parallelism_threads` set; 0, as at the beginning, leaves it to torch.

    Operations of a program run one after the other in the first place; what may run side by side are independent parts of their
    gradients and compiled functions. How many threads share the work of one operation tells `get_intra_op_parallelism_threads`.

    Example:
        >>> threads = tf.config.threading.get_inter_op_parallelism_threads()
        >>> threads >= 0
        True
    """
    return _Threads.inter or 0


def set_inter_op_parallelism_threads(num_threads):
    """Set how many operations may run beside each other. Mirrors `tf.config.threading.set_inter_op_parallelism_threads`.

    Arguments:
        num_threads: the number; 0 leaves it to torch.

    Returns:
        None.

    Raises:
        RuntimeError: another number than was set before, when devices or torch's threads are in use already: call it at the beginning.

    It is `torch.set_num_interop_threads`, and holds for the process, code of torch included. To have the machine for other programs too,
    limit `set_intra_op_parallelism_threads` first, which is what most operations use.

    Example:
        >>> tf.config.threading.set_inter_op_parallelism_threads(2)  # doctest: +SKIP
    """
    if num_threads == _Threads.inter:
        return
    if State.initialized:
        raise RuntimeError("Inter op parallelism cannot be modified after initialization.")
    num_threads = max(int(num_threads), 0)
    if num_threads > 0:
        try:
            torch.set_num_interop_threads(num_threads)
        except RuntimeError:
            raise RuntimeError("Inter op parallelism cannot be modified after initialization.") from None
    _Threads.inter = num_threads


def get_intra_op_parallelism_threads():
    """Tell how many threads share the work of one operation. Mirrors `tf.config.threading.get_intra_op_parallelism_threads`.

    Returns:
        The number that `set_intra_op_parallelism_threads` set; 0, as at the beginning, means as many as the machine has processors for
        the program, or as the environment variable OMP_NUM_THREADS says.

    Large products of matrices, convolutions and reductions are divided among these threads; small operations take one in any case. How
    many operations run beside each other tells `get_inter_op_parallelism_threads`.

    Example:
        >>> threads = tf.config.threading.get_intra_op_parallelism_threads()
        >>> threads >= 0
        True
    """
    return _Threads.intra or 0


def set_intra_op_parallelism_threads(num_threads):
    """Set how many threads share the work of one operation. Mirrors `tf.config.threading.set_intra_op_parallelism_threads`.

    Arguments:
        num_threads: the number; 0 means as many as the machine has processors for the program.

    Returns:
        None.

    Raises:
        RuntimeError: another number than was set before, when devices are in use already: call it at the beginning.

    It is `torch.set_num_threads`, and holds for the process, code of torch included; while other programs keep processors busy, fewer
    threads are used, since they would wait for each other. Random numbers that TensorFlow draws in several
    threads depend on the number of them, and follow it here as well. Several programs on one machine run better with fewer threads each.

    Example:
        >>> tf.config.threading.set_intra_op_parallelism_threads(2)  # doctest: +SKIP
    """
    if num_threads == _Threads.intra:
        return
    if State.initialized:
        raise RuntimeError("Intra op parallelism cannot be modified after initialization.")
    num_threads = max(int(num_threads), 0)  # below 0 TensorFlow decides itself, too
    shards.intra_op_threads = num_threads or None
    threads.limit(num_threads or shards._threads())
    _Threads.intra = num_threads
