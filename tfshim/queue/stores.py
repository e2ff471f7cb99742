"""The elements of queues, and who waits for what.

Requests to add and requests to take each wait in a FIFO of their own and are served in turn. One that cannot be served at
once waits, and lets others run the graphs that its thread is running.
"""

import collections
import heapq
import random
import threading

from tfshim.engine.graphs.sessions.runs import cancelled, others_may_run
from tfshim.engine.random.philox import Philox, block
from tfshim.engine.runtime import errors


class _Request:
    __slots__ = ("refused",)

    def __init__(self):
        self.refused = False


class Store:
    """Elements in the order of their arrival, tuples of storages.

    `kind` and `name` are what error texts call the queue; `capacity`: the greatest number of elements, negative for any.
    """

    def __init__(self, capacity, kind, name):
        self.capacity = float("inf") if capacity < 0 else capacity
        self.kind, self.name, self.closed = kind, name, False
        self.items = collections.deque()
        self.adding, self.taking = collections.deque(), collections.deque()
        self.changed, self.version = threading.Condition(), 0

    # ------------------------------------------------------------------ how elements are kept, which subclasses override
    def add(self, item):
        """Put one element in."""
        self.items.append(item)

    def take(self):
        """Take one element out."""
        return self.items.popleft()

    def put_back(self, items):
        """Put elements back that were taken last."""
        self.items.extendleft(reversed(items))

    def at_hand(self):
        """How many elements may be taken now."""
        return len(self.items)

    # ------------------------------------------------------------------ requests
    def put(self, items):
        """Add the elements, each as soon as there is room. CancelledError once the queue is closed."""
        left = collections.deque(items)

        def step():
            if self.closed:
                raise errors.CancelledError(None, None, f"{self.kind} '{self.name}' is closed.")
            while left and len(self.items) < self.capacity:
                self.add(left.popleft())
                self.version += 1
            return not left

        self._serve(self.adding, step, "Enqueue")

    def get(self, count, partial=False):
        """`count` elements, each as soon as it is there. OutOfRangeError if the queue is closed with fewer, unless `partial`."""
        taken = []

        def step():
            wanted, size = count - len(taken), len(self.items)
            if self.closed and size < wanted:
                self._return(taken)
                if not partial or not self.items:
                    raise errors.OutOfRangeError(
                        None,
                        None,
                        f"{self.kind} '{self.name}' is closed and has insufficient elements (requested {wanted}, current size {size})",
                    )
                wanted = len(self.items)
            for _ in range(min(wanted, self.at_hand())):
                taken.append(self.take())
                self.version += 1
                wanted -= 1
            return not wanted

        try:
            self._serve(self.taking, step, "Dequeue")
        except (errors.CancelledError, errors.DeadlineExceededError):
            with self.changed:
                self._return(taken)
                self.changed.notify_all()
            raise
        return taken

    def _return(self, taken):
        if taken:
            self.put_back(taken)
            taken.clear()
            self.version += 1

    def close(self, cancel_pending=False):
        """Take no more elements: after the requests to add that wait already, or with `cancel_pending` at once, refusing these."""

        def step():
            if self.closed:
                raise errors.CancelledError(None, None, f"Queue '{self.name}' is already closed.")
            self.closed = True
            self.version += 1
            return True

        if not cancel_pending:
            self._serve(self.adding, step, "Close")
            return
        with self.changed:
            self.closed = True
            for request in self.adding:
                request.refused = True
            self.version += 1
            self.changed.notify_all()

    def _serve(self, line, step, what):
        """Call `step` when it is this request's turn, again after every change until it gives True."""
        request = _Request()
        with self.changed:
            line.append(request)
        try:
            while True:
                with self.changed:
                    if request.refused:
                        raise errors.CancelledError(None, None, f"{what} operation was cancelled")
                    if line[0] is request and step():
                        return
                    # Read before the lock is released: a change in between is noticed below, and no wake-up is lost.
                    seen = self.version
                    self.changed.notify_all()  # the step may have done a part
                with others_may_run(), self.changed:
                    while self.version == seen and not request.refused:
                        # A wait without an end could not be interrupted from the keyboard on some platforms.
                        self.changed.wait(0.1)
                        if cancelled():
                            request.refused = True
        finally:
            with self.changed:
                line.remove(request)
                # A change for the others: the next request may now be the first in line.
                self.version += 1
                self.changed.notify_all()


class ShuffleStore(Store):
    """Elements that are taken in random order; at least `least` remain while the queue is open. `pair`: the seeds, (0, 0) for none."""

    def __init__(self, capacity, kind, name, least, pair):
        super().__init__(capacity, kind, name)
        self.items, self.least = [], least
        self.stream = Philox.from_pair(*(pair if any(pair) else (random.getrandbits(64), random.getrandbits(64))))
        self.numbers = []

    def take(self):
        """Take one of the elements; the last moves into its place."""
        if not self.numbers:
            self.numbers = list(block(*self.stream.reserve(1)))
        i = self.numbers.pop(0) % len(self.items)
        # The last element takes the place, as in TensorFlow's queue: the same seed then gives the same order.
        self.items[i], self.items[-1] = self.items[-1], self.items[i]
        return self.items.pop()

    def put_back(self, items):
        """Put elements back; their order does not matter."""
        self.items.extend(items)

    def at_hand(self):
        """The number of elements beyond those that have to remain."""
        return len(self.items) - (0 if self.closed else min(self.least, len(self.items)))


class PriorityStore(Store):
    """Elements that are taken by their first component, the least first; of equal ones the first that came."""

    def __init__(self, capacity, kind, name):
        super().__init__(capacity, kind, name)
        self.items, self.count = [], 0

    def add(self, item):
        """Put one element in."""
        self.count += 1
        # The running number decides between equal priorities, so that the tensors themselves are never compared.
        heapq.heappush(self.items, (int(item[0]), self.count, item))

    def take(self):
        """Take the element with the least number."""
        self.last = heapq.heappop(self.items)
        return self.last[2]

    def put_back(self, items):
        """Put elements back that were taken last."""
        for at, item in enumerate(items):
            # Negative numbers: before all elements of the same priority that were put in, in their former order.
            heapq.heappush(self.items, (int(item[0]), at - len(items), item))
