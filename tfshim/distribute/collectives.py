"""What the workers of a cluster compute together, on torch.distributed: sums, gathered rows, values of the first one."""

from __future__ import annotations

import atexit
import datetime
import functools
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import torch
from torch import distributed
from torch.autograd import Function

from tfshim.distribute.buckets import Early, Sums, buckets, sendable
from tfshim.engine.ops.op import op
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.locks import shared_lock
from tfshim.refusals import refused

if TYPE_CHECKING:
    from tfshim.distribute.cluster_resolver import ClusterResolver

_WAITS = datetime.timedelta(minutes=30)  # what torch waits by itself
_JOINS = datetime.timedelta(minutes=10)
_making = shared_lock()


class Workers(NamedTuple):
    """The workers that train together: the number of this one, how many there are, how long they wait, how much they send at once."""

    rank: int
    size: int
    timeout: datetime.timedelta | None = None
    bytes_per_pack: int = 0  # 0: what is usual


def _members(resolver: ClusterResolver) -> tuple[int, list[str]] | None:
    """The place of this process among those that train together and their addresses; None for one without others."""
    cluster = resolver.cluster_spec().as_dict()
    addresses, places = [], {}
    for job in ("chief", "master", "worker"):
        tasks = cluster.get(job, [])
        tasks = sorted(tasks.items()) if isinstance(tasks, dict) else list(enumerate(tasks))
        for number, address in tasks:
            places[job, number] = len(addresses)
            addresses.append(address)
    if len(addresses) < 2 or resolver.task_type == "evaluator":
        return None
    task = resolver.task_type, resolver.task_id
    if task not in places:
        raise ValueError(
            f"The task {task[0]!r} {task[1]!r} is not among those of the cluster that train together: {sorted(places)}. Say in "
            'TF_CONFIG ("task": {"type": ..., "index": ...}), or to the resolver, which one this process is.'
        )
    return places[task], addresses


def _started_by_torchrun() -> bool:
    return "TORCHELASTIC_RUN_ID" in os.environ and int(os.environ.get("WORLD_SIZE", "1")) > 1


def join(resolver: ClusterResolver | None, timeout_seconds: float | None = None, bytes_per_pack: int = 0) -> Workers | None:
    """Wait for the other workers of the cluster, or of torchrun where there is no cluster; None for a process by itself."""
    members = None if resolver is None else _members(resolver)
    if members is None and (resolver is not None and resolver.cluster_spec() or not _started_by_torchrun()):
        return None
    if not distributed.is_available():
        raise refused("tf.distribute.MultiWorkerMirroredStrategy", "torch")
    timeout = None if timeout_seconds is None else datetime.timedelta(seconds=timeout_seconds)
    with _making:
        if not distributed.is_initialized():
            _connect(members, timeout)
        rank, size = distributed.get_rank(), distributed.get_world_size()
    if members is not None and (rank, size) != (members[0], len(members[1])):
        raise RuntimeError(
            f"This process is worker {members[0]} of {len(members[1])} by its cluster, and {rank} of {size} for torch.distributed, which "
            "was initialized before: make both agree, or leave torch.distributed to tf.distribute."
        )
    return Workers(rank, size, timeout, bytes_per_pack)


def _connect(members: tuple[int, list[str]] | None, timeout: datetime.timedelta | None) -> None:
    shown = sys.excepthook
    backend = "cpu:gloo,cuda:nccl" if torch.cuda.is_available() else "gloo"
    given = {"backend": backend, "timeout": timeout or _WAITS}
    if members is None or _started_by_torchrun() and int(os.environ["WORLD_SIZE"]) == len(members[1]):
        distributed.init_process_group(**given)  # torchrun has arranged where workers meet
    else:
        rank, addresses = members
        host, _, port = addresses[0].rpartition(":")
        try:
            store = distributed.TCPStore(host.strip("[]"), int(port), len(addresses), rank == 0, timeout=timeout or _JOINS)
            distributed.init_process_group(store=store, rank=rank, world_size=len(addresses), **given)
        except (distributed.DistError, ValueError) as e:
            raise errors.UnavailableError(
                None,
                None,
                f"Worker {rank} of {len(addresses)} could not meet the others at {addresses[0]}, the address of the first one: {e}",
            ) from e
    sys.excepthook = shown  # torch's begins each line of a traceback with the number of the worker
    atexit.register(_leave)


def _leave() -> None:
    if distributed.is_initialized():
        distributed.destroy_process_group()


def _wait(workers: Workers, work: Any, what: str = "CollectiveReduceV2") -> None:
    """Wait for `work` of all workers. Raises UnavailableError where another one has ended; `work` may be the exception that says so."""
    try:
        if isinstance(work, BaseException):
            raise work
        if workers.timeout is None:
            work.wait()
        else:
            work.wait(workers.timeout)
    except RuntimeError as e:
        cause = str(e).partition(". This is typically")[0]
        raise errors.UnavailableError(
            None,
            None,
            f"{what}: worker {workers.rank} of {workers.size} lost the connection to another one, which has ended or does not "
            f"answer ({cause}). Start all workers again: training goes on from the last checkpoint, with "
            "tf.keras.callbacks.BackupAndRestore or tf.train.Checkpoint.",
        ) from e


def _together(what: str, workers: Workers, run: Callable[[], Any]) -> None:
    """Wait for `run()`, work of all workers. Raises UnavailableError where another one has ended."""
    try:
        work = run()
    except RuntimeError as e:
        work = e
    _wait(workers, work, what)


def add_up(workers: Workers, tensors: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """The sums over all workers, of tensors that have the same shapes everywhere."""
    sums = Sums(buckets(tensors, workers.bytes_per_pack), len(tensors))
    for i, t in enumerate(tensors):
        sums.give(i, t)
    return sums.result(functools.partial(_wait, workers))


def first(workers: Workers, t: torch.Tensor) -> torch.Tensor:
    """The tensor of the first worker, of the same shape and dtype everywhere."""
    sent = sendable(t).clone()
    _together("CollectiveBcastSendV2", workers, lambda: distributed.broadcast(sent, 0, async_op=True))
    return torch.view_as_complex(sent) if t.is_complex() else sent.to(t.dtype)


def gather(workers: Workers, t: torch.Tensor, axis: int) -> torch.Tensor:
    """The tensors of all workers one after the other along `axis`, in which their sizes may differ."""
    moved = sendable(t.movedim(axis, 0))
    own = torch.tensor([moved.shape[0]], device=t.device)
    sizes = [torch.empty_like(own) for _ in range(workers.size)]
    _together("CollectiveGatherV2", workers, lambda: distributed.all_gather(sizes, own, async_op=True))
    rows = [int(n) for n in sizes]
    padded = moved.new_zeros(max(rows), *moved.shape[1:])
    padded[: moved.shape[0]] = moved
    parts = [torch.empty_like(padded) for _ in rows]
    if padded.numel():
        _together("CollectiveGatherV2", workers, lambda: distributed.all_gather(parts, padded, async_op=True))
    joined = torch.cat([p[:n] for p, n in zip(parts, rows)])
    joined = torch.view_as_complex(joined) if t.is_complex() else joined.to(t.dtype)
    return joined.movedim(0, axis)


def agree(workers: Workers, flag: bool) -> bool:
    """Whether any worker says yes."""
    asked = torch.tensor([int(flag)])
    _together("CollectiveReduceV2", workers, lambda: distributed.all_reduce(asked, async_op=True))
    return bool(asked)


class _Sum(Function):
    """The sums over all workers; the gradient of a sum is the sum of the gradients of all workers."""

    @staticmethod
    def forward(ctx: Any, workers: Workers, *tensors: torch.Tensor) -> Any:
        ctx.workers = workers
        return tuple(add_up(workers, tensors))

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> Any:
        return None, *_Sum.apply(ctx.workers, *gradients)


class _Gathered(Function):
    """The rows of all workers; each gets the part of the gradients of all that belongs to its own."""

    @staticmethod
    def forward(ctx: Any, workers: Workers, t: torch.Tensor, axis: int) -> torch.Tensor:
        ctx.workers, ctx.axis, ctx.size = workers, axis, t.shape[axis]
        return gather(workers, t, axis)

    @staticmethod
    def backward(ctx: Any, gradient: torch.Tensor) -> Any:
        own = torch.tensor([ctx.size])
        sizes = gather(ctx.workers, own, 0)
        start = int(sizes[: ctx.workers.rank].sum())
        (total,) = _Sum.apply(ctx.workers, gradient)
        return None, total.narrow(ctx.axis, start, ctx.size), None


def _checked(t: Any) -> torch.Tensor:
    if not isinstance(t, torch.Tensor):
        raise refused("tf.distribute.MultiWorkerMirroredStrategy", "strings")
    return t


def _like_inputs(workers: Workers, tensors: Sequence[Any]) -> Any:
    return [(t.dtype, t.shape) for t in tensors]


@op("CollectiveReduceV2", tensors="any*", stateful=True, shape_fn=_like_inputs, register=False)
def all_reduce(workers: Any, tensors: Any, name: str | None = None) -> Any:
    """The sums of `tensors` over all workers, a list."""
    return _summed(workers, tensors)


def _summed(workers: Workers, tensors: Sequence[Any]) -> list[Any]:
    tensors = [_checked(t) for t in tensors]
    wanted = torch.is_grad_enabled() and any(t.requires_grad for t in tensors)
    return list(_Sum.apply(workers, *tensors)) if wanted else add_up(workers, tensors)


@op(
    "CollectiveBcastSendV2",
    value="any",
    stateful=True,
    grad=None,
    shape_fn=lambda workers, value: (value.dtype, value.shape),
    register=False,
)
def of_first(workers: Any, value: Any, name: str | None = None) -> Any:
    """The value that the first worker has."""
    return first(workers, _checked(value))


def _early(node: Any, places: Sequence[int | None]) -> Early:
    """For sums of gradients, which are computed in one go: what begins before all of them are there."""
    return Early(node.arguments[0].bytes_per_pack, places, _wait)


def _all_together(nodes: Any) -> Any:
    """For sums side by side: one exchange for what all of them add up."""

    def run(shared: Any, calls: Any) -> Any:
        (workers,) = shared
        given = [tensors for (tensors,) in calls]
        made = iter(_summed(workers, [t for tensors in given for t in tensors]))
        return [[next(made) for _ in tensors] for tensors in given]

    return run


all_reduce._tfshim_op.kernel.together = _all_together, (0,)  # type: ignore[attr-defined]  # an operation
all_reduce._tfshim_op.kernel.early = _early  # type: ignore[attr-defined]  # an operation


def _gathered_shape(workers: Workers, value: Any, axis: int) -> Any:
    if value.shape.rank is None:
        return value.dtype, None
    dims = value.shape.as_list()
    dims[axis] = None
    return value.dtype, dims


@op("CollectiveGatherV2", value="any", stateful=True, shape_fn=_gathered_shape, register=False)
def all_gather(workers: Any, value: Any, axis: Any, name: str | None = None) -> Any:
    """The values of all workers one after the other along `axis`, an integer that counts from the first axis."""
    value = _checked(value)
    return _Gathered.apply(workers, value, axis) if value.requires_grad and torch.is_grad_enabled() else gather(workers, value, axis)
