"""What the call that is under way hands down to the layers it calls."""

import threading


class _Calls(threading.local):
    def __init__(self):
        self.training = None  # what the innermost enclosing call was told, or None
        self.depth = 0
        self.direct = False  # whether the next call of a layer in a TF 1 graph is the one that keeps the history itself
        self.autocast = None  # the dtype in which the innermost layer sees its weights, or None


CALLS = _Calls()
