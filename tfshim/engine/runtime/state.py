"""What is switched on, in this thread and in any: tapes, graphs, device and name scopes."""

import threading


class _Switch:
    """`special` counts the scopes of any thread under which an operation may not take its short path.

    The short path of every operation reads this one slot and nothing else; which scope it is, and whether
    it belongs to this thread, is found out on the long path.
    """

    __slots__ = ("special",)

    def __init__(self):
        self.special = 0


S = _Switch()
_lock = threading.Lock()


def enter_special():
    """Send every operation down its long path until `leave_special`."""
    with _lock:
        S.special += 1


def leave_special():
    """Undo one `enter_special`."""
    with _lock:
        S.special -= 1


class Initial:
    """What threads start with."""

    graph = None  # the default graph, where TF 1 code turned eager execution off


class ThreadState(threading.local):
    """The scopes that are open in this thread, innermost last."""

    def __init__(self):
        self.tape = None  # the innermost tape that records
        self.tapes = ()  # every tape that records, outermost first
        self.watchers = ()  # objects whose `note` is told which variables are read
        self.graph = Initial.graph  # the graph under construction, or None when executing eagerly
        self.graphs = []  # enclosing graphs (None marks an eager scope)
        self.device = None  # the device string in force, or None
        self.torch_device = None  # the same as a torch.device, or None for the default
        self.name_scope = ""  # "outer/inner/" or ""
        self.creators = ()  # variable creator functions, outermost first
        self.rng = None  # the random state of the graph node that is running
        self.replica = None  # what runs a replica of a strategy in this thread, where there are several


TS = ThreadState()
