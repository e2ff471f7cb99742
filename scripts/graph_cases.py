"""The programs of tests/graph_forms in graphs: what the program that records and the one that checks have in common."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.graph_forms import programs  # noqa: E402 - of the checkout it stands in

FLOW = ("While", "StatelessWhile", "If", "StatelessIf", "Case", "StatelessCase")


def names() -> list[str]:
    """The programs."""
    return [key.removeprefix("case_") for key in vars(programs) if key.startswith("case_")]


def built(tf: Any, name: str) -> tuple[Any, dict[str, Any], list[str], str]:
    """(graph, {name of a tensor: array to feed}, names of the results, name of the operation that initializes variables)."""
    v1 = tf.compat.v1
    with tf.Graph().as_default() as graph:
        function, arrays = getattr(programs, f"case_{name}")(tf)
        kinds = [tf.string if np.asarray(a).dtype == object else tf.as_dtype(np.asarray(a).dtype) for a in arrays]
        given = [v1.placeholder(k, np.shape(a), name=f"given_{i}") for i, (k, a) in enumerate(zip(kinds, arrays))]
        flat = [x for x in tf.nest.flatten(function(*given), expand_composites=True) if x is not None]
        results = [tf.identity(x, name=f"made_{i}").name for i, x in enumerate(flat)]
        first = v1.global_variables_initializer().name
    return graph, {t.name: a for t, a in zip(given, arrays)}, results, first


def flow(message: Any) -> list[list[Any]]:
    """Of each branch and loop: type, how many inputs, names of attributes."""
    nodes = [*message.node, *(n for f in message.library.function for n in f.node_def)]
    found = [[n.op, sum(not i.startswith("^") for i in n.input), sorted(n.attr)] for n in nodes if n.op in FLOW]
    return sorted(found)
