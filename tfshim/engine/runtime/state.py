"""What is switched on, in this thread and in any: tapes, graphs, device and name scopes."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch


class _Switch:
    """`special` counts the scopes of any thread under which an operation may not take its short path.

    The short path of every operation reads this one slot and nothing else; which scope it is, and whether
    it belongs to this thread, is found out on the long path. `composite` is the same for functions composed of operations,
    which look at what converts the arguments of public functions (`promotion`) as well.
    """

    __slots__ = ("special", "composite")

    def __init__(self) -> None:
        self.special = self.composite = 0


S = _Switch()
_lock = threading.Lock()


def enter_special() -> None:
    """Send every operation down its long path until `leave_special`."""
    with _lock:
        S.special += 1
        S.composite += 1


def leave_special() -> None:
    """Undo one `enter_special`."""
    with _lock:
        S.special -= 1
        S.composite -= 1


def note_composites(by: int) -> None:
    """Let functions composed of operations look closer, by 1, or undo that, by -1."""
    with _lock:
        S.composite += by


class Initial:
    """What threads start with."""

    graph: Any = None  # the default graph, where TF 1 code turned eager execution off
    v2 = True  # whether the behaviour of TensorFlow 2 is asked for


class ScopedValue(threading.local):
    """A value that each thread has for itself and that a scope sets for as long as it is open: `value`."""

    def __init__(self, value: Any = None) -> None:  # called in each thread, with the same arguments
        self.value = value

    @contextlib.contextmanager
    def set_to(self, value: Any) -> Iterator[None]:
        """Within it (a `with` statement) `value` is what this thread has."""
        before, self.value = self.value, value
        try:
            yield
        finally:
            self.value = before


# Whether this thread runs the body of a vectorized map, on all rows or one after the other.
in_rows = ScopedValue(False)


class ThreadState(threading.local):
    """The scopes that are open in this thread, innermost last.

    Tapes, graphs, random states and replicas are of packages above: nothing is known of them here.
    """

    def __init__(self) -> None:
        self.tape: Any = None  # the innermost tape that records
        self.tapes: tuple[Any, ...] = ()  # every tape that records, outermost first
        self.watchers: tuple[Any, ...] = ()  # objects whose `note` is called with the variables that are read
        self.graph: Any = Initial.graph  # the graph under construction, or None when executing eagerly
        self.graphs: list[Any] = []  # enclosing graphs (None marks an eager scope)
        self.device: str | None = None  # the device string in force, or None
        self.torch_device: torch.device | None = None  # the same as a torch.device, or None for the default
        self.name_scope = ""  # "outer/inner/" or ""
        self.creators: tuple[Callable[..., Any], ...] = ()  # variable creator functions, outermost first
        self.rng: Any = None  # the random state of the graph node that is running
        self.replica: Any = None  # what runs a replica of a strategy in this thread, where there are several


TS = ThreadState()
