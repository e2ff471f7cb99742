"""Threads that begin together and are interrupted as often as Python can."""

import sys
import threading

TIMEOUT = 60  # seconds after which threads are taken for deadlocked


def race(function, threads=4):
    """The results of `function(number)` in as many threads; raises what the first of them raised."""
    barrier = threading.Barrier(threads)
    results, errors = [None] * threads, []

    def run(number):
        barrier.wait(TIMEOUT)
        try:
            results[number] = function(number)
        except BaseException as e:
            errors.append(e)

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        started = [threading.Thread(target=run, args=(n,), daemon=True) for n in range(threads)]
        for thread in started:
            thread.start()
        for thread in started:
            thread.join(TIMEOUT)
    finally:
        sys.setswitchinterval(before)
    assert not any(thread.is_alive() for thread in started), "threads wait for each other"
    if errors:
        raise errors[0]
    return results
