"""Threads and files of iterators: they are gone when the iterator is dropped, raises, or comes to its end."""

import gc
import os
import threading
import time

import pytest

import tfshim as tf
from tfshim.data.running import Run
from tfshim.data.stages import Stage
from tfshim.data.workers import Adaptive, ParallelMap, _Experience

Dataset = tf.data.Dataset


def ours():
    return [t for t in threading.enumerate() if t.name.startswith("tf.data")]


def open_files(folder):
    found = []
    for handle in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        try:
            target = os.readlink(f"/proc/self/fd/{handle}")
        except OSError:
            continue
        if target.startswith(str(folder)):
            found.append(target)
    return found


@pytest.fixture(autouse=True)
def _nothing_left():
    if ours():  # of a test before, whose iterator is garbage
        gc.collect()
    assert not ours()
    yield
    assert not ours()


def through_text(x):
    """`x` by a way that is not elementwise arithmetic, which would need no threads."""
    return tf.strings.to_number(tf.strings.as_string(x), tf.int64)


PARALLEL = {
    "prefetch": lambda d: d.map(through_text).shuffle(2).prefetch(3),
    "map": lambda d: d.map(through_text, num_parallel_calls=3),
    "unordered map": lambda d: d.map(through_text, num_parallel_calls=3, deterministic=False),
    "interleave": lambda d: d.interleave(lambda x: Dataset.range(x + 50).map(lambda y: y + x), 2, num_parallel_calls=2),
    "unordered interleave": lambda d: d.interleave(
        lambda x: Dataset.range(x + 50).map(lambda y: y + x), 2, num_parallel_calls=2, deterministic=False
    ),
    "several": lambda d: d.map(lambda x: x * 1, num_parallel_calls=2).batch(2).prefetch(1).unbatch().prefetch(2),
}


@pytest.mark.parametrize("build", PARALLEL.values(), ids=PARALLEL)
def test_dropping_an_iterator_ends_its_threads(build):
    iterator = iter(build(Dataset.range(1000)))
    next(iterator)
    assert ours()
    del iterator
    assert not ours()


@pytest.mark.parametrize("build", PARALLEL.values(), ids=PARALLEL)
def test_threads_end_with_the_elements(build):
    iterator = iter(build(Dataset.range(10)))
    assert sum(1 for _ in iterator) >= 10
    assert not ours()


@pytest.mark.parametrize("build", PARALLEL.values(), ids=PARALLEL)
def test_an_error_reaches_the_consumer_and_stops_all_threads(build):
    def picky(x):
        return 10 // (x - 4)

    failing = build(Dataset.range(8)).map(picky, num_parallel_calls=2).prefetch(1)
    beside = Dataset.range(100).map(through_text).prefetch(2)
    iterator = iter(Dataset.zip((beside, failing)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero") as caught:
        for _ in range(100):
            next(iterator)
    assert not ours()
    assert any("10 // (x - 4)" in note and os.path.basename(__file__) in note for note in caught.value.__notes__)


def test_elements_after_an_error_still_come():
    for calls in (None, 2):
        iterator = iter(Dataset.range(4).map(lambda x: 6 // (x - 1), num_parallel_calls=calls).prefetch(2))
        assert int(next(iterator)) == -6
        with pytest.raises(tf.errors.InvalidArgumentError):
            next(iterator)
        assert [int(x) for x in iterator] == [6, 3]


def test_the_users_function_is_in_the_traceback():
    def breaks(x):
        raise ValueError("no such thing")

    ds = Dataset.range(3).map(lambda x: tf.py_function(breaks, [x], tf.int64), num_parallel_calls=2).prefetch(1)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"(?s)no such thing.*test_threads.py.*in breaks"):
        list(ds)


def test_generators_are_closed_when_the_iterator_is_dropped():
    closed = []

    def numbers():
        try:
            yield from range(100)
        finally:
            closed.append(True)

    iterator = iter(Dataset.from_generator(numbers, output_types=tf.int32).prefetch(2))
    next(iterator)
    assert not closed
    del iterator
    assert closed


def test_parallel_order_and_results_are_those_of_one_thread():
    plain = Dataset.range(200).map(lambda x: tf.strings.as_string(x))
    parallel = Dataset.range(200).map(lambda x: tf.strings.as_string(x), num_parallel_calls=4).prefetch(tf.data.AUTOTUNE)
    assert list(plain.as_numpy_iterator()) == list(parallel.as_numpy_iterator())
    loose = Dataset.range(200).map(lambda x: tf.strings.as_string(x), num_parallel_calls=4, deterministic=False)
    assert sorted(plain.as_numpy_iterator()) == sorted(loose.as_numpy_iterator())


class Items(Stage):
    """1, 2, 3 ... without an end."""

    _KEPT, _INPUTS, _n = ("_n",), (), 0

    def __next__(self):
        self._n += 1
        return self._n


def experience(alone):
    """Of threads that helped, where a result took `alone` seconds without them."""
    made = _Experience()
    made.begin(alone)
    return made


def test_threads_end_where_the_consumer_waits_as_long_as_it_would_compute():
    run, known = Run(), experience(0.0)
    try:
        first = Adaptive(Items(), lambda x: 2 * x, 2, True, run, memory={"threads": known})
        assert [next(first) for _ in range(100)] == list(range(2, 202, 2))
        assert not first._next.running
        assert not known.helped
        restored = Adaptive(Items(), lambda x: 2 * x, 2, True, run)
        restored.resume(first.state())
        assert [next(restored) for _ in range(100)] == list(range(202, 402, 2))
        for iteration in range(4):  # the next is without threads, the others find out for themselves
            later = Adaptive(Items(), lambda x: 2 * x, 2, True, run, memory={"threads": known})
            assert [next(later) for _ in range(20)] == list(range(2, 42, 2))
            assert (known.without, known.pause) == (0, 2), iteration
    finally:
        run.close()


def test_threads_go_on_where_they_help():
    run, known = Run(), experience(1e6)
    try:
        for _ in range(3):  # what they take is measured from one iteration to the next
            stage = Adaptive(Items(), lambda x: 2 * x, 2, True, run, memory={"threads": known})
            assert [next(stage) for _ in range(16)] == list(range(2, 34, 2))
            assert stage._next.running
        assert known.helped
        assert known.results == Adaptive._WATCHED
    finally:
        run.close()


def test_a_map_goes_on_without_its_threads():
    def failing(x):
        if x in (3, 9):
            raise ValueError(str(x))
        return -x

    run = Run()
    try:
        for taken in range(1, 6):
            stage = ParallelMap(iter(range(1, 12)), failing, 2, True, run)
            made = []
            for i in range(13):
                if i == taken:
                    stage.without_threads()
                    assert not stage.running
                try:
                    made.append(next(stage))
                except ValueError as error:
                    made.append(str(error))
                except StopIteration:
                    made.append(None)
            assert made == [-1, -2, "3", -4, -5, -6, -7, -8, "9", -10, -11, None, None]
        loose = ParallelMap(iter(range(20)), lambda x: x, 3, False, run)
        first = next(loose)
        loose.without_threads()
        assert sorted([first, *loose]) == list(range(20))
    finally:
        run.close()


def test_threads_that_helped_are_there_from_the_beginning():
    def slow(x):
        end = time.thread_time() + 1e-3
        while time.thread_time() < end:
            pass
        return 2 * x

    run, memory = Run(), {}
    try:
        first = Adaptive(Items(), slow, 2, True, run, memory=memory)
        assert [next(first) for _ in range(3)] == [2, 4, 6]
        assert memory
        second = Adaptive(Items(), slow, 2, True, run, memory=memory)
        assert [next(second) for _ in range(2)] == [2, 4]
        state = second.state()
        assert state[0] is True  # threads
        other = Adaptive(Items(), slow, 2, True, run, memory=memory)
        early = Adaptive(Items(), slow, 2, True, run)
        next(early)
        other.resume(early.state())
        assert next(other) == 4
        waiting = {}
        third = Adaptive(Items(), lambda x: time.sleep(1e-3), 2, True, run, memory=waiting)
        for _ in range(5):
            next(third)
        assert third.state()[0] is True
        assert not waiting  # it only waited
    finally:
        run.close()


def test_options_limit_threads():
    options = tf.data.Options()
    options.threading.private_threadpool_size = 2
    iterator = iter(Dataset.range(100).map(through_text, num_parallel_calls=5).with_options(options))
    next(iterator)
    assert len(ours()) == 2
    del iterator


@pytest.mark.parametrize(
    "read",
    [
        lambda p: tf.data.TextLineDataset(p, buffer_size=8),
        lambda p: tf.data.TextLineDataset([p, p], num_parallel_reads=2, buffer_size=8),
        lambda p: tf.data.FixedLengthRecordDataset(p, 2, buffer_size=4),
        lambda p: tf.data.experimental.CsvDataset(p, [""], buffer_size=8).prefetch(1),
    ],
)
def test_files_are_closed_when_the_iterator_is_dropped(tmp_path, read):
    path = tmp_path / "lines.txt"
    path.write_text("a\n" * 10000)
    iterator = iter(read(str(path)))
    next(iterator)
    if os.path.isdir("/proc/self/fd"):
        assert open_files(tmp_path)
    del iterator
    assert not open_files(tmp_path)


def test_files_are_closed_after_an_error(tmp_path):
    path = tmp_path / "lines.csv"
    path.write_text("1\nb\n" * 1000)
    with pytest.raises(tf.errors.InvalidArgumentError):
        list(tf.data.experimental.CsvDataset(str(path), [tf.int32], buffer_size=8))
    assert not open_files(tmp_path)


@pytest.mark.parametrize("keep", [lambda d, p: d.cache(f"{p}/kept"), lambda d, p: d.snapshot(f"{p}/snapped")])
def test_what_is_not_complete_leaves_no_files(tmp_path, keep):
    iterator = iter(keep(Dataset.range(10), tmp_path))
    next(iterator)
    del iterator
    assert not [f for _, _, files in os.walk(tmp_path) for f in files]
    failing = keep(Dataset.range(4).map(lambda x: 6 // (x - 1)), tmp_path)
    with pytest.raises(tf.errors.InvalidArgumentError):
        list(failing)
    assert not [f for _, _, files in os.walk(tmp_path) for f in files]


def test_a_save_that_fails_leaves_no_files(tmp_path):
    with pytest.raises(tf.errors.InvalidArgumentError):
        Dataset.range(4).map(lambda x: 6 // (x - 1)).save(str(tmp_path / "saved"))
    assert not [f for _, _, files in os.walk(tmp_path) for f in files]


def test_an_error_pauses_stages_whose_threads_wait_for_each_other():
    """A prefetch waits for the threads of a map when a later stage fails: pausing the map must not leave it waiting."""

    def slowly(x):
        time.sleep(0.002)
        return x

    def checked(x):
        return tf.debugging.check_numerics(1 / tf.cast(x - 3, tf.float32), "")

    mapped = tf.data.Dataset.range(30).map(lambda x: tf.py_function(slowly, [x], tf.int64), num_parallel_calls=2)
    found = []

    def consume():
        for _ in range(8):
            iterator = iter(mapped.prefetch(4).map(checked))
            for _ in range(3):
                next(iterator)
            with pytest.raises(tf.errors.InvalidArgumentError):
                next(iterator)
            found.append(float(next(iterator)))

    thread = threading.Thread(target=consume, daemon=True)
    thread.start()
    thread.join(120)
    assert not thread.is_alive() and found == [1.0] * 8
