"""Replaces `tensorflow.python.tpu.datasets`: datasets of the records of files, read by the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import tfshim as tf
from tfshim.refusals import refused

_REPLACES = "tensorflow.python.tpu.datasets"
__all__ = ["StreamingFilesDataset"]


def _text(path: Any) -> tf.data.Dataset:
    return tf.data.TextLineDataset(path, buffer_size=8 * 1024 * 1024)


def _records(path: Any) -> tf.data.Dataset:
    return tf.data.TFRecordDataset(path, buffer_size=8 * 1024 * 1024)


_FILETYPES = {"tfrecord": _records, "textline": _text, "text": _text}


def StreamingFilesDataset(  # noqa: N802 - TensorFlow's name
    files: str | tf.data.Dataset,
    filetype: str | Callable[[Any], tf.data.Dataset] | None = None,
    file_reader_job: str | None = None,
    worker_job: str | None = None,
    num_epochs: int | None = None,
    filename_shuffle_buffer_size: int | bool | None = None,
    num_parallel_reads: int | None = None,
    batch_transfer_size: int | bool | None = None,
    sloppy: bool = True,
) -> tf.data.Dataset:
    """The records of `files`, a pattern or a dataset of names, in turns of several files.

    `filetype`: "tfrecord" (the default), "textline", or a function that makes the dataset of one file. `num_epochs`: how often, None
    for ever. `filename_shuffle_buffer_size`: names are shuffled so far, False for not at all; `num_parallel_reads`: of how many files;
    `batch_transfer_size`: how many records come at a time, False or 1 for each by itself. `sloppy`: their order may depend on which
    are there first. Reading in other jobs is refused. Raises ValueError for another type, or for what are no files.
    """
    for name, job in (("file_reader_job", file_reader_job), ("worker_job", worker_job)):
        if job is not None:
            raise refused("tensorflow.python.tpu.datasets.StreamingFilesDataset", name)
    if filetype is None:
        filetype = "tfrecord"
    if isinstance(filetype, str):
        if filetype not in _FILETYPES:
            raise ValueError(f"Unexpected filetype. Received: {filetype}. Expected one of {list(_FILETYPES)}")
        reader = _FILETYPES[filetype]
    elif callable(filetype):
        reader = filetype
    else:
        raise ValueError(f"Argument `filetype` should be a string or a callable. Received: {filetype} of type {type(filetype)}.")
    reads = num_parallel_reads or 8
    window = 16 if batch_transfer_size is None else batch_transfer_size or None
    if isinstance(files, str):
        names = tf.data.Dataset.list_files(files)
    elif isinstance(files, tf.data.Dataset):
        names = files
    else:
        raise ValueError(f"Argument `files` should be a string or a dataset. Received: {files} of type {type(files)}")
    shuffled = 16 if filename_shuffle_buffer_size is None else filename_shuffle_buffer_size
    if shuffled:
        names = names.shuffle(int(shuffled))
    names = names.repeat(num_epochs)
    made = names.interleave(reader, cycle_length=reads, num_parallel_calls=reads, deterministic=not sloppy)
    return made if window is None else made.prefetch(int(window))
