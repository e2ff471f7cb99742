"""Runs of equal elements in what is sorted."""

from __future__ import annotations

import numpy as np


def starts(ordered: np.ndarray) -> np.ndarray:
    """Where in a vector of one element or more another value begins than the one before it, boolean."""
    made = np.empty(len(ordered), bool)
    made[0] = True
    np.not_equal(ordered[1:], ordered[:-1], out=made[1:])
    return made
