"""Tables from files of values between commas."""

import collections
import csv

import numpy as np

from tfshim.contrib._names import defined
from tfshim.io._gfile_class import GFile

Dataset = collections.namedtuple("Dataset", ["data", "target"])
Datasets = collections.namedtuple("Datasets", ["train", "validation", "test"])


def _parted(rows, target_dtype, features_dtype, target_column):
    """Features [rows, columns] and targets [rows] of rows of texts."""
    targets = [row.pop(target_column) for row in rows]
    return np.array([np.asarray(row, features_dtype) for row in rows]), np.array(targets, target_dtype)


def load_csv_with_header(filename, target_dtype, features_dtype, target_column=-1):
    """The Dataset of a file whose first row begins with the numbers of samples and features."""
    with GFile(filename) as f:
        header, *rows = csv.reader(f)
    data, target = np.zeros((int(header[0]), int(header[1])), features_dtype), np.zeros(int(header[0]), target_dtype)
    given = _parted(rows, target_dtype, features_dtype, target_column)
    if rows:
        data[: len(rows)], target[: len(rows)] = given
    return Dataset(data=data, target=target)


def load_csv_without_header(filename, target_dtype, features_dtype, target_column=-1):
    """The Dataset of a file that has nothing but samples."""
    with GFile(filename) as f:
        data, target = _parted(list(csv.reader(f)), target_dtype, features_dtype, target_column)
    return Dataset(data=data, target=target)


def shrink_csv(filename, ratio):
    """Write every `ratio`th row into a file that is called `_small` as well."""
    with GFile(filename) as f, GFile(filename.replace(".", "_small."), "w") as small:
        writer = csv.writer(small)
        writer.writerows(row for i, row in enumerate(csv.reader(f)) if i % ratio == 0)


__all__ = [*defined(globals()), "Dataset", "Datasets"]
