"""What SLURM says about the step that a process belongs to."""

from __future__ import annotations

import os
import re

import torch

_HOSTS = re.compile(r"([^,[\]]*)(?:\[([^\]]+)\])?")
_COUNT = re.compile(r"(\d+)(?:\(x(\d+)\))?")


def variable(name: str) -> str:
    """The environment variable SLURM_`name`. Raises RuntimeError without it."""
    name = f"SLURM_{name}"
    if name not in os.environ:
        raise RuntimeError(f"{name} not found in environment. Not running inside a SLURM step?")
    return os.environ[name]


def _numbers(ranges: str) -> list[str]:
    """The numbers of "3-5,07", each with its zeros in front."""
    found = []
    for part in ranges.split(","):
        first, _, last = part.partition("-")
        found += [str(n).zfill(len(first)) for n in range(int(first), int(last or first) + 1)]
    return found


def hosts(text: str) -> list[str]:
    """The names of "n[1-2],m5": n1, n2, m5. Raises ValueError for anything else."""
    found = []
    try:
        for part in re.split(r",(?![^[]*\])", text):
            matched = _HOSTS.fullmatch(part)
            if matched is None or not part:
                raise ValueError(f"Invalid part: {part}" if part else "")
            prefix, ranges = matched.groups()
            found += [prefix] if ranges is None else [prefix + number for number in _numbers(ranges)]
    except ValueError as e:
        raise ValueError(f'Invalid hostlist format "{text}": {e}') from None
    return found


def counts(text: str) -> list[int]:
    """The numbers of tasks of "3(x2),1": 3, 3, 1. Raises ValueError for anything else."""
    found: list[int] = []
    for part in text.split(","):
        matched = _COUNT.fullmatch(part)
        if matched is None:
            raise ValueError(f'Invalid tasks-per-node list format "{text}": ')
        found += [int(matched[1])] * int(matched[2] or 1)
    return found


def gpus() -> int:
    """How many GPUs this machine has: those of CUDA_VISIBLE_DEVICES, else all that torch finds."""
    visible = os.environ.get("CUDA_VISIBLE_DEVICES")
    return torch.cuda.device_count() if visible is None else len([name for name in visible.split(",") if name])
