"""How the reference divides the work of an operation among threads, where its numbers depend on that."""

from tfshim.engine.runtime.processor.threads import allowed_processors

# None: the number of processors that this process may run on, which is the reference's own default.
intra_op_threads: int | None = None

# In cycles: what starting a thread and a task cost in the cost model of Eigen, by which TensorFlow divides.
_WORTH_A_THREAD = 100_000.0
_WORTH_A_SHARD = 40_000.0


def shards(total: int, cost: int) -> list[tuple[int, int]]:
    """The ranges that `total` units of work of `cost` cycles each are cut into."""
    threads = _threads()
    workers = min(threads, max(1, int((total * cost - _WORTH_A_THREAD) / _WORTH_A_THREAD + 0.9)))
    if workers == 1 or total <= 1:
        return [(0, total)]
    size = smallest = min(total, max(-(-total // (4 * threads)), int(_WORTH_A_SHARD / cost)))
    count = -(-total // size)
    efficiency = _efficiency(count, threads)
    while efficiency < 1.0 and count > 1:
        coarser = -(-total // (count - 1))
        if coarser > min(total, 2 * smallest):
            break
        count = -(-total // coarser)
        coarser_efficiency = _efficiency(count, threads)
        if coarser_efficiency + 0.01 >= efficiency:
            size, efficiency = coarser, max(efficiency, coarser_efficiency)
    return [(first, min(first + size, total)) for first in range(0, total, size)]


def _efficiency(count: int, threads: int) -> float:
    return count / (-(-count // threads) * threads)


def _threads() -> int:
    return len(allowed_processors()) if intra_op_threads is None else intra_op_threads
