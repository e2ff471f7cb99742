"""Batches made ahead of time by threads or processes: `OrderedEnqueuer` and `GeneratorEnqueuer`."""

from __future__ import annotations

import concurrent.futures
import multiprocessing
import queue
import random
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import FloatLike, IntLike


_END = object()
_shared = {}  # sequences that forked workers see, by the id of their enqueuer


def _item(key, index):
    return _shared[key][index]


@tf_export("keras.utils.SequenceEnqueuer")
class SequenceEnqueuer:
    """The base of what makes batches ahead of time: `GeneratorEnqueuer` and `OrderedEnqueuer`.

    Mirrors `tf.keras.utils.SequenceEnqueuer`. `start(workers=1, max_queue_size=10)` begins, `get()` gives a generator of the batches,
    `stop()` ends, and `is_running()` says whether it is between the two. Subclasses have `get()` and `_run()`, which fills the queue.

    Arguments:
        sequence: where batches come from.
        use_multiprocessing: whether they are made in processes; False by default: in threads.

    Raises:
        NotImplementedError: a subclass lacks one of the two.

    Example:
        >>> issubclass(tf.keras.utils.OrderedEnqueuer, tf.keras.utils.SequenceEnqueuer)
        True
        >>> batches = tf.keras.utils.OrderedEnqueuer(np.arange(3))
        >>> batches.is_running()
        False
    """

    __module__ = "keras.src.utils.data_utils"

    def __init__(self, sequence: Any, use_multiprocessing: bool = False) -> None:
        self.sequence, self.use_multiprocessing = sequence, use_multiprocessing
        self.queue: queue.Queue[Any] | None = None
        self.stop_signal: threading.Event | None = None
        self.run_thread: threading.Thread | None = None
        self.workers = 0

    def is_running(self) -> bool:
        """Whether batches are being made ahead of time. Mirrors `tf.keras.utils.SequenceEnqueuer.is_running`.

        It is True from `start` until `stop`, also when all batches of a finite generator were made. Whoever takes batches in a loop of
        one's own asks it where an end from outside is possible: `get` ends as soon as it is False.

        Returns:
            A bool; False before `start`.

        Example:
            >>> class Numbers(tf.keras.utils.Sequence):
            ...     def __len__(self):
            ...         return 3
            ...     def __getitem__(self, index):
            ...         return index
            >>> batches = tf.keras.utils.OrderedEnqueuer(Numbers())
            >>> before = batches.is_running()
            >>> batches.start()
            >>> before, batches.is_running()
            (False, True)
            >>> batches.stop()
        """
        return self.stop_signal is not None and not self.stop_signal.is_set()

    def start(self, workers: IntLike = 1, max_queue_size: IntLike = 10) -> None:
        """Begin to make batches ahead of time. Mirrors `tf.keras.utils.SequenceEnqueuer.start`.

        Batches are made by the workers while the caller is busy, as with a step of training, until as many wait as the queue holds. Threads
        help where reading files or NumPy takes the time; batches that are made in pure Python need processes, which `use_multiprocessing`
        of the constructor asks for.

        Arguments:
            workers: how many threads or processes; 1. A number below 1 counts as 1.
            max_queue_size: how many batches at most wait to be taken; 10. Each takes memory.

        Returns:
            None. `get()` gives the batches; `stop()` ends.

        Example:
            >>> batches = tf.keras.utils.GeneratorEnqueuer(iter([1, 2, 3]))
            >>> batches.start(workers=1, max_queue_size=2)
            >>> list(batches.get())
            [1, 2, 3]
            >>> batches.stop()
        """
        self.workers = max(1, workers)
        self.queue = queue.Queue(max_queue_size)
        self.stop_signal = threading.Event()
        self.run_thread = threading.Thread(target=self._guarded, daemon=True)
        self.run_thread.start()

    def stop(self, timeout: FloatLike | None = None) -> None:
        """End the making of batches. Mirrors `tf.keras.utils.SequenceEnqueuer.stop`.

        What waits in the queue is thrown away, and the workers end after the batch that they are at. Generators that `get` gave end as
        well. A program that leaves without it ends all the same when threads made the batches.

        Arguments:
            timeout: how many seconds to wait for the worker at most; None (default): until it has ended.

        Returns:
            None.

        Example:
            >>> import itertools
            >>> batches = tf.keras.utils.GeneratorEnqueuer(itertools.count())
            >>> batches.start()
            >>> found = batches.get()
            >>> next(found), next(found)
            (0, 1)
            >>> batches.stop(timeout=5)
            >>> batches.is_running()
            False
        """
        self.stop_signal.set()
        while not self.queue.empty():  # one who waits for room must see the signal
            self.queue.get_nowait()
        with self.queue.all_tasks_done:
            self.queue.all_tasks_done.notify_all()
        self.run_thread.join(timeout)

    def get(self) -> Iterator[Any]:
        """A generator of the batches that are made ahead of time, in their order. Mirrors `tf.keras.utils.SequenceEnqueuer.get`.

        It waits where no batch is ready yet. For an `OrderedEnqueuer` it has no end: after the last batch of an epoch the first comes
        again; for a `GeneratorEnqueuer` it ends with the generator. With several workers the order is still that of the sequence.

        Returns:
            A generator. Batches that are None are left out.

        Raises:
            Whatever making a batch raised, when that batch is taken; the enqueuer is stopped then.

        Example:
            >>> class Numbers(tf.keras.utils.Sequence):
            ...     def __len__(self):
            ...         return 3
            ...     def __getitem__(self, index):
            ...         return 10 * index
            >>> batches = tf.keras.utils.OrderedEnqueuer(Numbers())
            >>> batches.start(workers=2)
            >>> found = batches.get()
            >>> [next(found) for _ in range(4)]
            [0, 10, 20, 0]
            >>> batches.stop()
        """
        while self.is_running():
            made = self.queue.get()
            if made is _END:
                return
            try:
                value = made.result()
            except BaseException:
                self.stop()
                raise
            if value is not None:
                yield value
            # Only now, when the next one is asked for, the batch has been used: an epoch ends with the use of its last one.
            self.queue.task_done()

    def _put(self, made):
        # The wait has a limit: at a full queue this thread would otherwise never see that it is to stop.
        while self.is_running():
            try:
                self.queue.put(made, timeout=0.1)
                return True
            except queue.Full:
                continue
        return False

    def _guarded(self):
        try:
            self._run()
        except BaseException as error:  # the one who takes the batches gets it
            self._put(_Failed(error))
        else:
            self._put(_END)

    def _run(self):
        raise NotImplementedError("SequenceEnqueuer: use an OrderedEnqueuer or a GeneratorEnqueuer.")

    def _executor(self):
        if not self.use_multiprocessing:
            return concurrent.futures.ThreadPoolExecutor(self.workers)
        # Forked where the system can, so that the sequence need not be picklable; it is put where the children find it.
        _shared[id(self)] = self.sequence
        if "fork" in multiprocessing.get_all_start_methods():
            return concurrent.futures.ProcessPoolExecutor(self.workers, mp_context=multiprocessing.get_context("fork"))
        return concurrent.futures.ProcessPoolExecutor(self.workers, initializer=_shared.__setitem__, initargs=(id(self), self.sequence))


@tf_export("keras.utils.OrderedEnqueuer")
class OrderedEnqueuer(SequenceEnqueuer):
    """Takes batches of a `Sequence` ahead of time, in threads or processes, epoch after epoch.

    Mirrors `tf.keras.utils.OrderedEnqueuer`. `start(workers=1, max_queue_size=10)` begins, `get()` gives a generator of the batches without
    an end, `stop()` ends. `fit` uses one for a `Sequence`, so that it is seldom made by hand.

    Arguments:
        sequence: a `tf.keras.utils.Sequence`.
        use_multiprocessing: whether batches are made in processes; False by default: in threads.
        shuffle: whether their order is another in each epoch; False by default.

    Example:
        >>> class Numbers(tf.keras.utils.Sequence):
        ...     def __len__(self):
        ...         return 3
        ...     def __getitem__(self, index):
        ...         return 10 * index
        >>> batches = tf.keras.utils.OrderedEnqueuer(Numbers())
        >>> batches.start()
        >>> found = batches.get()
        >>> [next(found) for _ in range(4)]
        [0, 10, 20, 0]
        >>> batches.stop()
    """

    __module__ = "keras.src.utils.data_utils"

    def __init__(self, sequence: Any, use_multiprocessing: bool = False, shuffle: Any = False) -> None:
        super().__init__(sequence, use_multiprocessing)
        self.shuffle = shuffle

    def _run(self):
        try:
            while self.is_running():
                executor = self._executor()  # of this epoch: processes have the sequence as it is when they begin
                try:
                    if not self._put_epoch(executor):
                        return
                finally:
                    executor.shutdown(wait=False, cancel_futures=True)
                self.sequence.on_epoch_end()
        finally:
            _shared.pop(id(self), None)

    def _put_epoch(self, executor):
        """Whether the batches of an epoch were all made and used; False where it is to stop before."""
        order = list(range(len(self.sequence)))
        if self.shuffle:
            random.shuffle(order)
        for index in order:
            if self.use_multiprocessing:
                future = executor.submit(_item, id(self), index)
            else:
                future = executor.submit(self.sequence.__getitem__, index)
            if not self._put(future):
                return False
        with self.queue.all_tasks_done:
            while self.queue.unfinished_tasks and self.is_running():
                self.queue.all_tasks_done.wait(0.1)
        return self.is_running()


@tf_export("keras.utils.GeneratorEnqueuer")
class GeneratorEnqueuer(SequenceEnqueuer):
    """Takes batches of a Python generator ahead of time, in threads.

    Mirrors `tf.keras.utils.GeneratorEnqueuer`. `start(workers=1, max_queue_size=10)` begins, `get()` gives a generator of the batches in
    their order, `stop()` ends. `fit` uses one for generators, so that it is seldom made by hand.

    Arguments:
        generator: a generator or iterator.
        use_multiprocessing: only False: every process would run through a copy of the whole generator.
        random_seed: is not used with threads; None.

    Raises:
        NotImplementedError: `use_multiprocessing=True`.

    Example:
        >>> batches = tf.keras.utils.GeneratorEnqueuer(iter([1, 2, 3]))
        >>> batches.start()
        >>> list(batches.get())
        [1, 2, 3]
        >>> batches.stop()
    """

    __module__ = "keras.src.utils.data_utils"

    def __init__(self, generator: Any, use_multiprocessing: bool = False, random_seed: int | None = None) -> None:
        if use_multiprocessing:
            raise refused("tf.keras.utils.GeneratorEnqueuer", "use_multiprocessing", value=use_multiprocessing)
        super().__init__(generator, use_multiprocessing)
        self.random_seed = random_seed

    def _run(self):
        for value in self.sequence:
            if not self._put(_Made(value)):
                return


class _Made:
    def __init__(self, value):
        self._value = value

    def result(self):
        return self._value


class _Failed:
    def __init__(self, error):
        self._error = error

    def result(self):
        raise self._error
