"""Several readers that fill one queue."""

import tfshim as tf
from tfshim.compat.v1.graphs.graphs import name_scope
from tfshim.compat.v1.graphs.readers import ReaderBase
from tfshim.compat.v1.train.input import string_input_producer
from tfshim.compat.v1.train.queue_runner import QueueRunner, add_queue_runner
from tfshim.compat.v1.train.queued_batches import summarize_fullness
from tfshim.io import gfile
from tfshim.queue.kinds import FIFOQueue, RandomShuffleQueue


class ParallelReader(ReaderBase):
    """`num_readers` readers of the class `reader_class`, whose keys and values go into `common_queue`, two strings each.

    Raises TypeError for a queue of anything else.
    """

    def __init__(self, reader_class, common_queue, num_readers=4, reader_kwargs=None):
        if list(common_queue.dtypes) != [tf.string, tf.string]:
            raise TypeError("common_queue.dtypes must be [tf.string, tf.string]")
        self._readers = [reader_class(**(reader_kwargs or {})) for _ in range(num_readers)]
        self._queue = common_queue

    num_readers = property(lambda self: len(self._readers), doc="The number of readers.")
    common_queue = property(lambda self: self._queue, doc="The queue that they fill.")

    def _fill(self, queue):
        """Have the common queue filled from the files that `queue` names."""
        add_queue_runner(QueueRunner(self._queue, [self._queue.enqueue(reader.read(queue)) for reader in self._readers]))

    def read(self, queue, name=None):
        """The next key and value of any reader; the readers take the names of files from `queue`."""
        self._fill(queue)
        return self._queue.dequeue(name=name)

    def read_up_to(self, queue, num_records, name=None):
        """Up to `num_records` keys and values."""
        self._fill(queue)
        return self._queue.dequeue_up_to(num_records, name)

    def num_records_produced(self, name=None):
        """How many records all readers have read."""
        return tf.add_n([reader.num_records_produced() for reader in self._readers], name=name)

    def num_work_units_completed(self, name=None):
        """How many files all readers have read."""
        return tf.add_n([reader.num_work_units_completed() for reader in self._readers], name=name)


def parallel_read(
    data_sources,
    reader_class,
    num_epochs=None,
    num_readers=4,
    reader_kwargs=None,
    shuffle=True,
    dtypes=None,
    capacity=256,
    min_after_dequeue=128,
    seed=None,
    scope=None,
):
    """The next key and value of the records in files, by several readers in threads of their own; see `ParallelReader`.

    `data_sources`: names of files, with wildcards. They are read `num_epochs` times, without end by default. With `shuffle` files
    and records come in another order: at least `min_after_dequeue` of `capacity` wait to be chosen from.
    """
    files = get_data_files(data_sources)
    with name_scope(scope, "parallel_read"):
        names = string_input_producer(files, num_epochs=num_epochs, shuffle=shuffle, seed=seed, name="filenames")
        dtypes = dtypes or [tf.string, tf.string]
        if shuffle:
            queue = RandomShuffleQueue(
                capacity=capacity, min_after_dequeue=min_after_dequeue, dtypes=dtypes, seed=seed, name="common_queue"
            )
        else:
            queue = FIFOQueue(capacity=capacity, dtypes=dtypes, name="common_queue")
        summarize_fullness(queue, capacity)
        return ParallelReader(reader_class, queue, num_readers, reader_kwargs).read(names)


def single_pass_read(data_sources, reader_class, reader_kwargs=None, scope=None):
    """The next key and value of the records in files, by one reader, once and in their order."""
    files = get_data_files(data_sources)
    with name_scope(scope, "single_pass_read"):
        names = string_input_producer(files, num_epochs=1, shuffle=False, capacity=1, name="filenames")
        return reader_class(**(reader_kwargs or {})).read(names)


def get_data_files(data_sources):
    """The names of the files that `data_sources`, a name with wildcards or a list of them, stands for. Raises ValueError for none."""
    if isinstance(data_sources, (list, tuple)):
        found = [name for source in data_sources for name in get_data_files(source)]
    else:
        found = gfile.glob(data_sources) if any(c in data_sources for c in "*?[") else [data_sources]
    if not found:
        raise ValueError(f"No data files found in {data_sources}")
    return found
