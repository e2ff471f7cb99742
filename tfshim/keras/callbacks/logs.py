"""`CSVLogger` and `RemoteMonitor`: the results of epochs, written to a file or sent to a server."""

from __future__ import annotations

import collections.abc
import csv
import json
import os
import urllib.error
import urllib.parse
import urllib.request
from typing import TYPE_CHECKING, Any

import numpy as np

from tfshim._export import tf_export
from tfshim.engine.runtime.logger import get_logger
from tfshim.files.places import on_disk
from tfshim.io._gfile_class import GFile
from tfshim.keras.callbacks.base import Callback

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path


@tf_export("keras.callbacks.CSVLogger")
class CSVLogger(Callback):
    """Writes the loss and the metrics of every epoch as a row of a CSV file.

    Mirrors `tf.keras.callbacks.CSVLogger`. The first row has the names: "epoch" and those of the logs in alphabetical order, with those of
    validation, which are NA where there is none. Each row is written at the end of its epoch, so that the file can be watched.

    Arguments:
        filename: the file.
        separator: between values; "," by default.
        append: whether rows are added to a file that exists, as where a training goes on; False by default: it is written anew.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros", trainable=False)])
        >>> model.compile("sgd", "mse")
        >>> _ = model.fit(np.ones([4, 2]), np.ones([4, 1]), epochs=2, verbose=0, callbacks=[tf.keras.callbacks.CSVLogger("log.csv")])
        >>> print(tf.io.gfile.GFile("log.csv").read().replace(chr(13), "").strip())
        epoch,loss,val_loss
        0,1.0,NA
        1,1.0,NA
    """

    __module__ = "keras.src.callbacks"

    def __init__(self, filename: Path, separator: str = ",", append: bool = False) -> None:
        super().__init__()
        self.sep, self.filename, self.append = separator, on_disk(filename), append
        self.writer: Any = None
        self.keys: list[str] | None = None
        self.append_header = True

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        if self.append and os.path.exists(self.filename):
            self.append_header = os.path.getsize(self.filename) == 0
        self.csv_file = GFile(self.filename, "a" if self.append else "w")

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        logs = logs or {}
        if self.keys is None:
            self.keys = sorted(logs)
            if not any(k.startswith("val_") for k in self.keys):
                self.keys += ["val_" + k for k in self.keys]  # later epochs may be validated
        if not self.writer:
            self.writer = csv.DictWriter(self.csv_file, fieldnames=["epoch", *self.keys], delimiter=self.sep)
            if self.append_header:
                self.writer.writeheader()
        self.writer.writerow({"epoch": epoch, **{k: _cell(logs.get(k, "NA")) for k in self.keys}})
        self.csv_file.flush()

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        self.csv_file.close()
        self.writer = None


def _cell(value):
    if isinstance(value, str) or isinstance(value, np.ndarray) and value.ndim == 0 or not isinstance(value, collections.abc.Iterable):
        return value
    return f'"[{", ".join(map(str, value))}]"'


@tf_export("keras.callbacks.RemoteMonitor")
class RemoteMonitor(Callback):
    """Posts the loss and the metrics of every epoch to a server, as JSON.

    Mirrors `tf.keras.callbacks.RemoteMonitor`. Needs the package `requests`. A server that cannot be reached gives a warning; the training
    goes on.

    Arguments:
        root: the address of the server; "http://localhost:9000" by default.
        path: the path there; "/publish/epoch/end/" by default.
        field: the form field that the JSON text is sent in; "data" by default.
        headers: further headers, a dictionary; None.
        send_as_json: whether the JSON is sent as the body, with its content type; False by default.

    Raises:
        ImportError, while training: `requests` is not installed.

    Example:
        >>> monitor = tf.keras.callbacks.RemoteMonitor(root="http://localhost:8000", send_as_json=True)
        >>> monitor.root + monitor.path
        'http://localhost:8000/publish/epoch/end/'
    """

    __module__ = "keras.src.callbacks"

    def __init__(
        self,
        root: str = "http://localhost:9000",
        path: str = "/publish/epoch/end/",
        field: str = "data",
        headers: dict[str, str] | None = None,
        send_as_json: bool = False,
    ) -> None:
        super().__init__()
        self.root, self.path, self.field, self.headers, self.send_as_json = root, path, field, headers, send_as_json

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        send = {"epoch": epoch}
        for name, value in (logs or {}).items():
            send[name] = value.item() if isinstance(value, (np.ndarray, np.generic)) else value
        text = json.dumps(send)
        kind = "application/json" if self.send_as_json else "application/x-www-form-urlencoded"
        body = text if self.send_as_json else urllib.parse.urlencode({self.field: text})
        request = urllib.request.Request(self.root + self.path, data=body.encode(), headers={"Content-Type": kind, **(self.headers or {})})
        try:
            with urllib.request.urlopen(request) as answer:
                answer.read()
        except urllib.error.HTTPError:
            pass  # it was reached; what it makes of the message is its own affair
        except (urllib.error.URLError, OSError):
            get_logger().warning(f"Warning: could not reach RemoteMonitor root server at {self.root}")
