"""The default writer, step and recording condition of each thread."""

import threading
from typing import Any


class SummaryState(threading.local):
    """What `as_default`, `set_step` and `record_if` set; a new thread starts with nothing set."""

    writer: Any = None
    step = None
    condition = None  # None: record wherever there is a writer


STATE = SummaryState()
