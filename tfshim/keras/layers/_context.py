"""What the call that is under way hands down to the layers it calls."""

import threading


class _Calls(threading.local):
    def __init__(self):
        self.training = None  # what the innermost enclosing call was told, or None
        self.depth = 0


CALLS = _Calls()
