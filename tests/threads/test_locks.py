"""The locks themselves."""

import copy
import os
import pickle
import signal
import threading

import pytest

from tests.threads.racing import race
from tfshim.engine.runtime.locks import lock_of, shared_lock


class _Thing:
    count = 0


def test_one_at_a_time_and_again():
    thing = _Thing()

    def run(_):
        for _ in range(500):
            with lock_of(thing), lock_of(thing):
                now = thing.count
                thing.count = now + 1

    race(run)
    assert thing.count == 2000
    assert vars(copy.deepcopy(thing)) == vars(pickle.loads(pickle.dumps(thing))) == {"count": 2000}


def test_a_circle_of_waiting_threads_is_left():
    things, meet = [_Thing() for _ in range(3)], threading.Barrier(3)

    def run(number):
        with lock_of(things[number]):
            meet.wait(30)
            with lock_of(things[(number + 1) % 3]):
                return True

    assert race(run, threads=3) == [True] * 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")
def test_a_forked_process_finds_locks_of_other_threads_open():
    thing, lock, held, end = _Thing(), shared_lock(), threading.Event(), threading.Event()

    def hold():
        with lock_of(thing), lock:
            held.set()
            end.wait(60)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(60)
    child = os.fork()
    if not child:
        signal.alarm(20)
        with lock_of(thing), lock:
            os._exit(0)
    end.set()
    holder.join()
    assert os.waitpid(child, 0)[1] == 0
