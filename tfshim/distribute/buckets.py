"""Sums over workers in buckets, which begin as soon as all workers may have what is in them: gradients travel while others are computed."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import distributed

from tfshim.engine.gradients.aliases import aliases

# Bytes, as torch's DistributedDataParallel has them: little is waited for before the first one, and little is sent in the others.
_FIRST, _OTHERS = 2**20, 25 * 2**20


def buckets(tensors: Sequence[torch.Tensor], limit: int) -> list[list[int]]:
    """The places of `tensors` in buckets, the last one first; `limit`: how many bytes a bucket may have, 0 for what is usual.

    Each has one dtype and device. It is the same for all workers, whose tensors have the same shapes.
    """
    made: dict[Any, list[list[int]]] = {}
    sizes: dict[Any, int] = {}
    for i in reversed(range(len(tensors))):
        t = tensors[i]
        kind, own = (t.dtype, t.device), t.numel() * t.element_size()
        packs = made.setdefault(kind, [])
        most = limit or (_FIRST if len(packs) == 1 and len(made) == 1 else _OTHERS)
        if not packs or packs[-1] and sizes[kind] + own > most:
            packs.append([])
            sizes[kind] = 0
        packs[-1].append(i)
        sizes[kind] += own
    return [pack for packs in made.values() for pack in packs]


def sendable(t: torch.Tensor) -> torch.Tensor:
    """`t` in a dtype that can be sent, in one piece."""
    t = t.detach()
    if t.layout is not torch.strided:
        t = t.to_dense()
    if t.is_complex():
        t = torch.view_as_real(t.resolve_conj())
    return t.to(torch.uint8) if t.dtype is torch.bool else t.contiguous()


class Sums:
    """The sums of some tensors over all workers, bucket after bucket."""

    def __init__(self, places: Sequence[Sequence[int]], count: int) -> None:
        self._places = places
        self._given: list[Any] = [None] * count
        self._bucket = {i: at for at, bucket in enumerate(places) for i in bucket}
        self._missing = [len(bucket) for bucket in places]
        self._running: list[tuple[torch.Tensor, list[torch.Tensor], Any]] = []
        self._failure: RuntimeError | None = None

    def give(self, place: int, t: torch.Tensor) -> None:
        """What is added up at that place. Buckets begin in their order, when they are whole: so they do on all workers."""
        if self._given[place] is not None or self._failure is not None:
            return
        self._given[place] = t
        self._missing[self._bucket[place]] -= 1
        try:
            while len(self._running) < len(self._places) and not self._missing[len(self._running)]:
                parts = [sendable(self._given[i]) for i in self._places[len(self._running)]]
                flat = torch.cat([p.reshape(-1) for p in parts])
                self._running.append((flat, parts, distributed.all_reduce(flat, async_op=True)))
        except RuntimeError as e:  # of the connection: told to whoever waits for the sums
            self._failure = e

    def result(self, wait: Callable[[Any], None]) -> list[Any]:
        """All sums; `wait(work)` waits for the work of a bucket."""
        made: list[Any] = [None] * len(self._given)
        if self._failure is not None:
            wait(self._failure)
        for bucket, (flat, parts, work) in zip(self._places, self._running):
            wait(work)
            for i, part, total in zip(bucket, parts, flat.split([p.numel() for p in parts])):
                total, dtype = total.view(part.shape), self._given[i].dtype
                made[i] = torch.view_as_complex(total) if dtype.is_complex else total != 0 if dtype is torch.bool else total
        return made


class Early:
    """Sums of gradients that begin while the others are still computed.

    `places[i]`: among the sums, the place of the gradient by source `i`, or None; `wait(workers, work)` waits for the work of a bucket.
    """

    def __init__(self, limit: int, places: Sequence[int | None], wait: Callable[[Any, Any], None]) -> None:
        self._limit, self._places, self._wait = limit, places, wait
        self._count = sum(p is not None for p in places)
        self._packs: list[list[int]] = []
        self._running = threading.local()

    def watch(self, sources: Sequence[torch.Tensor]) -> None:
        """Called with the leaves that gradients are about to be taken by."""
        self._begin(sources, sources)

    def around(self, kernel: Callable[..., Any]) -> Callable[..., Any]:
        """`kernel`, which takes the gradients of a tape, with a look at its leaves before."""

        def gradient(tape: Any, targets: Any, weights: Any, tensors: Any, variables: Any, rows: Any) -> Any:
            self._look(tape, tensors, [reference() for reference in variables])
            return kernel(tape, targets, weights, tensors, variables, rows)

        return gradient

    def _look(self, tape: Any, tensors: Sequence[Any], variables: Sequence[Any]) -> None:
        seen = [aliases(tape, v) for v in variables]
        # Of a variable that was read twice, the gradients are added up later.
        leaves = [*[None] * len(tensors), *(found[0] if len(found) == 1 else None for found in seen)]
        self._begin([*tensors, *(v._t for v in variables)], leaves)

    def _begin(self, like: Sequence[torch.Tensor], leaves: Sequence[torch.Tensor | None]) -> None:
        by_place: list[Any] = [None] * self._count
        for place, t, leaf in zip(self._places, like, leaves):
            if place is not None:
                by_place[place] = t, leaf
        # The same in each step: shapes of variables stay.
        packs = self._packs = self._packs or buckets([t for t, _ in by_place], self._limit)
        self._running.sums = sums = Sums(packs, self._count)
        if len(packs) > 1:  # else there is nothing to begin with before all is there
            for place, (_, leaf) in enumerate(by_place):
                if leaf is not None:
                    leaf.register_hook(functools.partial(_given, sums, place))

    def finish(self, workers: Any, tensors: Sequence[torch.Tensor]) -> list[Any]:
        """The sums of the gradients `tensors`, most of which have begun."""
        sums, self._running.sums = self._running.sums, None
        for i, t in enumerate(tensors):
            sums.give(i, t)  # what nothing depends on, for one; and all of them, where there is one bucket
        return sums.result(functools.partial(self._wait, workers))


def _given(sums: Sums, place: int, gradient: torch.Tensor) -> None:
    sums.give(place, gradient)
