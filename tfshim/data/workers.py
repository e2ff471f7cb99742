"""Threads that work ahead of the consumer.

A thread holds on to the shared state of its stage only, never to the stage itself, so dropping an iterator ends its
threads. After an error they stop, and start again at the next request.
"""

import collections
import contextlib
import functools
import threading
import time
import weakref

from tfshim.data.stages import Failure, Stage, Unsaved, resumed, state_of
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.devices import on_processor
from tfshim.engine.runtime.ending import stop_at_end
from tfshim.engine.runtime.processor import threads
from tfshim.engine.runtime.state import TS
from tfshim.profiler import iterators, points

_END = object()


@contextlib.contextmanager
def _scopes_of(device):
    before, TS.device = TS.device, device
    try:
        threads.alone()
        with eager_mode(), on_processor():  # threads of a TensorFlow 1 program start in its graph
            yield
    finally:
        TS.device = before


class _Stop:
    """Tells the threads that were started with it to end: those that start later have another one."""

    __slots__ = ("now",)

    def __init__(self):
        self.now = False


def _end(stop, condition):
    """Have the threads that look at `stop` end, and wake those that wait for `condition`."""
    with condition:
        stop.now = True
        condition.notify_all()


class _Ahead:
    """What the thread of a `Prefetch` and its consumer share."""

    def __init__(self, items, size, device, run, dataset):
        self.items, self.size, self.device, self.dataset = items, size, device, dataset
        self.run = None if dataset is None else weakref.proxy(run)
        self.ready = collections.deque()
        self.condition = threading.Condition()
        self.ended = False

    def made(self):
        """The next item; profiles show how long it took."""
        return next(self.items)

    def fill(self, stop, before):
        """Put items into `ready` until the end, an error or a stop; runs in the thread, once the one `before` has ended."""
        if before is not None:
            before.join()
        with _scopes_of(self.device):
            while True:
                with self.condition:
                    while len(self.ready) >= self.size and not stop.now:
                        self.condition.wait()
                    if stop.now:
                        return
                try:
                    item = self.made()
                except StopIteration:
                    item = _END
                except BaseException as e:  # it belongs to the consumer, whatever it is
                    item = Failure(e)
                with self.condition:
                    self.ready.append(item)
                    self.condition.notify_all()
                    if item is _END or type(item) is Failure:
                        return


points.shown(_Ahead, "made", iterators.made_ahead)


class Prefetch(Stage):
    """The items, up to `size` of them made ahead of time by a thread, which starts with the first request.

    dataset: that which says so, for profiles.
    """

    def __init__(self, items, size, run, dataset=None):
        self._shared = _Ahead(items, size, TS.device, run, dataset)
        if dataset is not None:
            run.ahead[id(dataset)] = id(self._shared)
        self._thread = self._stop = self._former = None
        run.track(self)

    def __next__(self):
        shared = self._shared
        with shared.condition:
            if not shared.ready:
                if shared.ended:
                    raise StopIteration
                while not shared.ready:
                    # It may be paused while this thread waits, which is one of a stage that is still to be paused.
                    if self._thread is None or not self._thread.is_alive():
                        self._start()
                    shared.condition.wait()
            item = shared.ready.popleft()
            shared.condition.notify_all()
        if item is _END:
            shared.ended = True
            self.pause()
            # Elements that a source holds, such as a cache, are free as soon as it is at its end.
            shared.items = None
            raise StopIteration
        if type(item) is Failure:
            self.pause()
            raise item.error
        if self._thread is None and not shared.ready:
            with shared.condition:
                self._start()
        return item

    def ready(self):
        """Whether the next item, or the end, is there already."""
        return bool(self._shared.ready) or self._shared.ended

    def state(self):
        self.pause()
        shared = self._shared
        return [[item for item in shared.ready if item is not _END], _END in shared.ready, shared.ended, state_of(shared.items)]

    def resume(self, state):
        shared = self._shared
        ready, at_end, shared.ended, items = state
        shared.ready.extend(ready)
        if at_end:
            shared.ready.append(_END)
        shared.items = resumed(shared.items, items)

    def _start(self):
        self._stop = _Stop()
        self._thread = threading.Thread(target=self._shared.fill, args=(self._stop, self._former), name="tf.data prefetch", daemon=True)
        stop_at_end(self._thread, functools.partial(_end, self._stop, self._shared.condition))
        self._thread.start()

    @property
    def running(self):
        """Whether its thread was started and not paused."""
        return self._thread is not None

    def pause(self):
        """Stop the thread; what it made stays."""
        with self._shared.condition:
            thread, self._thread = self._thread, None
            if thread is None:
                return
            self._former, self._stop.now = thread, True
            self._shared.condition.notify_all()
        # The last reference may be dropped in the thread itself, whose `__del__` cannot wait for it.
        if thread is not threading.current_thread():
            thread.join()

    def close(self):
        """Stop for good."""
        self.pause()
        self._shared.ready.clear()
        self._shared.items, self._shared.ended = None, True

    def __del__(self):
        try:  # without `contextlib`: while Python shuts down this module's names may be gone
            self.pause()
        except Exception:  # noqa: S110, SIM105
            pass


class _Jobs:
    """What the threads of a `ParallelMap` and its consumer share: a queue of jobs, and results in place."""

    def __init__(self, device):
        self.device = device
        self.todo = collections.deque()
        lock = threading.RLock()
        self.waiting, self.condition = threading.Condition(lock), threading.Condition(lock)  # for jobs, and for results
        self.wanted = None  # what the consumer waits for: a job, or True for any

    def work(self, function, stop):
        """Do jobs until `pause` or the end; runs in a thread."""
        with _scopes_of(self.device):
            while True:
                with self.condition:
                    while not self.todo and not stop.now:
                        self.waiting.wait()
                    if stop.now:
                        return
                    job = self.todo.popleft()
                try:
                    result = function(job.item)
                except BaseException as e:  # it belongs to the consumer
                    result = Failure(e)
                # a job may wait long for its turn: the input's memory is freed before
                job.item = None
                with self.condition:
                    job.result, job.done = result, True
                    if self.wanted is job or self.wanted is True:
                        self.condition.notify_all()


class _Job:
    __slots__ = ("item", "result", "done")

    def __init__(self, item):
        self.item, self.result, self.done = item, None, False


MOST_THREADS = 1024  # of one stage; TensorFlow has a pool of threads compute what is to be parallel


class ParallelMap(Stage):
    """`function(item)` for each item, computed by `count` threads that work ahead.

    ordered: whether results come in the order of the items, or as they are ready. The items are taken from their
    iterator by the consumer's own thread.
    """

    def __init__(self, items, function, count, ordered, run):
        self._items, self._function, self._count, self._ordered = items, function, min(count, MOST_THREADS), ordered
        self._jobs, self._pending, self._threads, self._stop = _Jobs(TS.device), collections.deque(), [], _Stop()
        self._ended, self._late, self._by_itself = False, None, False
        run.track(self)

    def without_threads(self):
        """Go on in the consumer's own thread."""
        self.pause()
        self._jobs.todo.clear()
        self._by_itself = True

    def _computed(self):
        """The next result, computed here unless a thread has done that."""
        if self._pending:
            job = self._pending.popleft()
            return self._result_of(job) if job.done else self._function(job.item)
        if self._ended or self._late is not None:
            self._finish()
        return self._function(next(self._items))

    def _result_of(self, job):
        if type(job.result) is Failure:
            self.pause()
            raise job.result.error
        return job.result

    def _finish(self):
        """Raise what ended the items."""
        self.pause()
        if self._late is not None:
            late, self._late = self._late, None
            raise late
        raise StopIteration

    def _feed(self):
        jobs = self._jobs
        # Jobs are added only while the consumer is in `next`: twice as many as threads keep these busy in between.
        while not self._ended and self._late is None and len(self._pending) < 2 * self._count:
            try:
                item = next(self._items)
            except StopIteration:
                self._ended, self._items = True, None
                return
            except Exception as e:  # raised after the results of the items before it
                self._late = e
                return
            job = _Job(item)
            self._pending.append(job)
            with jobs.condition:
                jobs.todo.append(job)
                jobs.waiting.notify()

    def __next__(self):
        if self._by_itself:
            return self._computed()
        self._feed()
        if not self._pending:
            self._finish()
        jobs = self._jobs
        with jobs.condition:
            job = self._ready()
            if len(self._threads) < self._count:
                self._start()
            while job is None:
                # It may be paused while this thread waits, which is one of a stage that is still to be paused.
                if not self._threads:
                    self._start()
                jobs.wanted = self._pending[0] if self._ordered else True
                jobs.condition.wait()
                job = self._ready()
            jobs.wanted = None
        self._pending.remove(job) if not self._ordered else self._pending.popleft()
        return self._result_of(job)

    def state(self):
        self.pause()
        if self._late is not None:
            raise Unsaved("an error that is still to be raised")
        return [[[job.done, job.result if job.done else job.item] for job in self._pending], self._ended, state_of(self._items)]

    def resume(self, state):
        pending, self._ended, items = state
        self._items = resumed(self._items, items)
        for done, value in pending:
            job = _Job(None if done else value)
            job.done, job.result = done, value if done else None
            self._pending.append(job)
            if not done:
                self._jobs.todo.append(job)

    def _ready(self):
        if self._ordered:
            return self._pending[0] if self._pending[0].done else None
        return next((j for j in self._pending if j.done), None)

    def _start(self):
        # No more threads than items: a very large number of parallel calls starts threads only where there is work for them.
        wanted = min(self._count, len(self._pending))
        if len(self._threads) >= wanted:
            return
        for _ in range(wanted - len(self._threads)):
            thread = threading.Thread(target=self._jobs.work, args=(self._function, self._stop), name="tf.data map", daemon=True)
            self._threads.append(thread)
            stop_at_end(thread, functools.partial(_end, self._stop, self._jobs.waiting))
            thread.start()

    @property
    def running(self):
        """Whether threads were started and not paused."""
        return bool(self._threads)

    def pause(self):
        """Stop the threads; what they made stays."""
        with self._jobs.condition:
            threads, self._threads = self._threads, []
            if not threads:
                return
            self._stop.now, self._stop = True, _Stop()
            self._jobs.waiting.notify_all()
            self._jobs.condition.notify_all()
        for thread in threads:
            if thread is not threading.current_thread():
                thread.join()

    def close(self):
        """Stop for good."""
        self.pause()
        self._jobs.todo.clear()
        self._pending.clear()
        self._items, self._ended = None, True

    def __del__(self):
        try:  # without `contextlib`: while Python shuts down this module's names may be gone
            self.pause()
        except Exception:  # noqa: S110, SIM105
            pass


class _Experience:
    """What iterations have found out about the threads of a map.

    alone: seconds that a result took without them; waited: those for which a consumer waited for `results` results with them.
    without: how many iterations are to do without them, and `pause`, how many after the next time that they did not help.
    """

    __slots__ = ("alone", "waited", "results", "helped", "without", "pause")

    def __init__(self):
        self.helped, self.without, self.pause = False, 0, 1

    def begin(self, alone):
        self.helped, self.alone, self.waited, self.results = True, alone, 0.0, 0

    def end(self):
        self.helped, self.without, self.pause = False, self.pause, min(2 * self.pause, _LONGEST_PAUSE)


_LONGEST_PAUSE = 64


class Adaptive(Stage):
    """A map that measures its function, and goes on with threads if a call takes more than `worth` seconds, as they may help then.

    Threads that call many small operations wait for one another, for Python runs one of them at a time. So what their results take is
    measured too: where the consumer waits for them as long as it would compute, it computes.

    `memory`: a dictionary that is the same in every iteration, in which it keeps that threads help: the next begins with them.
    """

    _TRIAL, _SURE = 8, 3  # calls after which it decides, and slow ones
    _WATCHED, _GAIN = 24, 0.9  # results of threads that are measured, and the most that they may take of the time without

    def __init__(self, items, function, count, ordered, run, worth=3e-4, memory=None):
        self._given, self._worth, self._memory = (items, function, count, ordered, run), worth, {} if memory is None else memory
        self._items, self._function = items, function
        self._done, self._spent, self._longest, self._slow, self._costly, self._next = 0, 0.0, 0.0, 0, 0, None
        self._read = 0.0
        self._watched, self._filling = None, 0
        known = self._memory.get("threads")
        if count > 0 and known is not None:
            if known.without:
                known.without -= 1
                self._decide(False)
            elif known.helped:
                self._watched = known
                self._decide(True)

    def __next__(self):
        if self._next is not None:
            return next(self._next) if self._watched is None else self._measured()
        asked = time.perf_counter()
        item = next(self._items)
        began, busy = time.perf_counter(), time.thread_time()
        made = self._function(item)
        took = time.perf_counter() - began
        self._read += began - asked
        self._costly += time.thread_time() - busy > self._worth
        self._spent += took
        self._longest = max(self._longest, took)
        self._slow += took > self._worth
        self._done += 1
        # Threads pay off only for functions that take longer than passing an item between threads. The longest call, which may
        # have prepared for the others, does not count.
        if self._done == self._TRIAL or self._slow == self._SURE:
            mean = (self._spent - self._longest) / (self._done - 1)
            threads = mean > self._worth and self._given[2] > 0
            if threads:
                # A call that prepares for others, or has to wait for the processor, is no measure of the next iteration's.
                lasting = self._costly == self._SURE
                self._watched = self._memory.setdefault("threads", _Experience()) if lasting else _Experience()
                self._watched.begin(mean + self._read / self._done)
            self._decide(threads)
        return made

    def _measured(self):
        """The next result of the threads; and whether they go on, as soon as that can be told."""
        began = time.perf_counter()
        made = next(self._next)
        known = self._watched
        if self._filling:  # before it, nothing had been computed ahead
            self._filling -= 1
            return made
        if known.results < self._WATCHED:
            known.waited += time.perf_counter() - began
            known.results += 1
        if known.results >= self._WATCHED:
            self._watched = None
            if known.helped and known.waited > self._GAIN * known.alone * known.results:
                known.end()
            if not known.helped:
                self._next.without_threads()
        return made

    def _decide(self, threads):
        self._next = ParallelMap(*self._given) if threads else map(self._function, self._items)
        self._filling = 2 * self._next._count if threads else 0

    def state(self):
        if self._next is None:
            return [None, state_of(self._items), self._done, self._spent]
        return [type(self._next) is ParallelMap, state_of(self._next), self._done, self._spent]

    def resume(self, state):
        threads, items, self._done, self._spent = state
        if threads is None:
            self._next, self._items = None, resumed(self._items, items)
        else:
            self._decide(threads)
            self._next = resumed(self._next, items)
