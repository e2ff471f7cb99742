"""The file of events that a summary writer fills, in the format and under the name TensorBoard looks for."""

import itertools
import os
import socket
import threading
import time

from tfshim.engine.runtime import errors, messages
from tfshim.engine.runtime.logger import get_logger
from tfshim.io import gfile
from tfshim.io.tf_record import TFRecordWriter

_numbers = itertools.count()


class EventFile:
    """An event file in the directory `logdir` (made if missing).

    Events wait in a queue, and are written once there are more than `max_queue` of them, or when one is added more
    than `flush_millis` after the last writing. Any thread may add events. Raises the `tf.errors` of the file system.
    `plain_name`: the name is that of writers of TensorFlow 1, without numbers of the process and the writer.
    """

    def __init__(self, logdir, max_queue, flush_millis, suffix, plain_name=False):
        self._logdir, self._suffix, self._plain_name = logdir, suffix, plain_name
        self._max_queue, self._flush_seconds = max_queue, flush_millis / 1000
        self._lock = threading.Lock()
        self._queue = []
        gfile.makedirs(logdir)
        self._start()

    def _start(self):
        """Begins a new file. Every file starts with the version of its format."""
        self._path = self._free_path()
        self._records = TFRecordWriter(self._path)
        # In whole seconds, as TensorFlow has it: by this time TensorBoard lists runs, those of one second by their names.
        first = messages.event.Event(wall_time=int(time.time()), file_version="brain.Event:2")
        first.source_metadata.writer = "tfshim.summary"
        self._records.write(first.SerializeToString())
        self._records.flush()
        self._flushed = time.monotonic()

    def _free_path(self):
        second, host = int(time.time()), socket.gethostname()
        if not self._plain_name:
            # The number tells apart the writers that one process makes within a second.
            name = f"events.out.tfevents.{second:010d}.{host}.{os.getpid()}.{next(_numbers)}{self._suffix}"
            return gfile.join(self._logdir, name)
        while True:  # one that another writer began in this second is not written over
            path = gfile.join(self._logdir, f"events.out.tfevents.{second:010d}.{host}{self._suffix}")
            if not gfile.exists(path):
                return path
            second += 1

    @property
    def path(self):
        """The file that is being written."""
        return self._path

    def add(self, event):
        """Queues the Event message `event`, giving it the present time unless it has one."""
        if not event.wall_time:
            event.wall_time = time.time()
        with self._lock:
            self._queue.append(event.SerializeToString())
            if len(self._queue) > self._max_queue or time.monotonic() - self._flushed > self._flush_seconds:
                self._write_queue()

    def flush(self):
        """Writes all queued events to the file."""
        with self._lock:
            self._write_queue()

    def _write_queue(self):
        if self._queue and not gfile.exists(self._path):
            get_logger().warning("The event file %s is gone; later summaries go to a new one beside it.", self._path)
            gfile.makedirs(self._logdir)
            self._start()
        # Taken out first: what a full disk refused is not written twice when the next flush succeeds.
        events, self._queue = self._queue, []
        for event in events:
            self._records.write(event)
        self._records.flush()
        self._flushed = time.monotonic()

    def close(self):
        """Writes what is queued and closes the file. Nothing may be added afterwards."""
        with self._lock:
            try:
                self._write_queue()
            finally:
                self._records.close()


def close_quietly(event_file):
    """Closes `event_file` when its writer is dropped or the program ends, where nobody can catch an error."""
    try:
        event_file.close()
    except errors.OpError as error:
        get_logger().warning("Summaries were lost: %s", error)
