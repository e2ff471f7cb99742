"""Which of its gradients an autograd function is asked for."""

from __future__ import annotations

from typing import Any

import torch

_runs = torch._C._will_engine_execute_node


def wanted(ctx: Any, position: int) -> bool:
    """Whether the backward pass that runs now needs the gradient of the argument at `position`.

    `ctx.needs_input_grad` says only that the argument requires one: where a discriminator is trained, the gradient of the images
    that a generator made is left unused.
    """
    if not ctx.needs_input_grad[position]:
        return False
    node = ctx.next_functions[position][0]
    # torch cannot say it of leaves.
    return node is None or node.name().endswith("AccumulateGrad") or _runs(node)
