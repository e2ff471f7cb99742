"""The messages between clients, the dispatcher and workers of the tf.data service."""

from __future__ import annotations

import functools
from typing import Any

from google.protobuf import descriptor_pool, message_factory

from tfshim.engine.runtime.message_files import described

_FILE, _PACKAGE = "tfshim/data_service.proto", "tfshim.data_service"
_MESSAGES: dict[str, list[tuple[str, int, str]]] = {
    # A dataset that is registered. `splits`: how many first elements each of its sources has, `undivided`: why that is not known.
    "Dataset": [
        ("dataset_id", 1, "string"),
        ("definition", 2, "bytes"),
        ("element_spec", 3, "string"),
        ("cardinality", 4, "int64"),
        ("compressed", 5, "bool"),
        ("splits", 6, "*int64"),
        ("undivided", 7, "string"),
        ("files", 8, "int64"),
    ],
    "DatasetId": [("dataset_id", 1, "string")],
    # What a client wants to read. `number`: of the iteration of its dataset, from 0.
    "Reading": [
        ("dataset_id", 1, "string"),
        ("policy", 2, "int64"),
        ("job_name", 3, "string"),
        ("number", 4, "int64"),
        ("consumers", 5, "int64"),
        ("shared_cache", 6, "bool"),
        ("target_workers", 7, "string"),
    ],
    "Client": [("client_id", 1, "int64")],
    "Task": [
        ("task_id", 1, "int64"),
        ("worker_address", 2, "string"),
        ("transfer_address", 3, "string"),
        ("transfer_protocol", 4, "string"),
        ("process", 5, "string"),
    ],
    "Tasks": [("tasks", 1, "*Task"), ("finished", 2, "bool")],
    "Worker": [
        ("address", 1, "string"),
        ("uid", 2, "string"),
        ("process", 3, "string"),
        ("transfer_address", 4, "string"),
        ("transfer_protocol", 5, "string"),
        ("tasks", 6, "*int64"),
    ],
    # What a worker is to do. `part` of `parts`: of the files or elements, where they are divided.
    "Work": [
        ("task_id", 1, "int64"),
        ("iteration_id", 2, "int64"),
        ("dataset", 3, "Dataset"),
        ("policy", 4, "int64"),
        ("consumers", 5, "int64"),
        ("shared_cache", 6, "bool"),
        ("part", 7, "int64"),
        ("parts", 8, "int64"),
    ],
    "Works": [("works", 1, "*Work"), ("dropped", 2, "*int64")],
    "TaskId": [("task_id", 1, "int64")],
    "SplitOf": [("iteration_id", 1, "int64"), ("provider", 2, "int64"), ("repetition", 3, "int64")],
    "Split": [("number", 1, "int64"), ("ended", 2, "bool")],
    "Wanted": [
        ("task_id", 1, "int64"),
        ("consumer", 2, "int64"),
        ("round", 3, "int64"),
        ("trainer", 4, "string"),
        ("compressed", 5, "bool"),
    ],
    # `later`: there is none yet; ask again.
    "Element": [("data", 1, "bytes"), ("ended", 2, "bool"), ("later", 3, "bool"), ("compressed", 4, "bool")],
    "Nothing": [],
    # What a dispatcher has done, in its journal.
    "Entry": [
        ("dataset", 1, "did|Dataset"),
        ("iteration", 2, "did|Entry.Iteration"),
        ("worker", 3, "did|Worker"),
        ("task", 4, "did|Entry.Task"),
        ("finished", 5, "did|TaskId"),
        ("split", 6, "did|SplitOf"),
        ("client", 7, "did|Entry.Client"),
        ("released", 8, "did|Client"),
        ("collected", 9, "did|Entry.Collected"),
        ("lost", 10, "did|Worker"),
    ],
    "Entry.Iteration": [("iteration_id", 1, "int64"), ("reading", 2, "Reading")],
    "Entry.Task": [("task_id", 1, "int64"), ("iteration_id", 2, "int64"), ("address", 3, "string")],
    "Entry.Client": [("client_id", 1, "int64"), ("iteration_id", 2, "int64")],
    "Entry.Collected": [("iteration_id", 1, "int64")],
}


@functools.cache
def _classes() -> dict[str, Any]:
    pool = descriptor_pool.DescriptorPool()
    pool.AddSerializedFile(described(_FILE, _PACKAGE, _MESSAGES).SerializeToString())
    get = getattr(message_factory, "GetMessageClass", None) or message_factory.MessageFactory(pool).GetPrototype
    return {name: get(pool.FindMessageTypeByName(f"{_PACKAGE}.{name}")) for name in _MESSAGES}


def message(name: str) -> Any:
    """The class of the messages `name`."""
    return _classes()[name]
