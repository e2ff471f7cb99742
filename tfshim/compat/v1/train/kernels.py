"""TensorFlow's operations of the steps of optimizers, by our functions of the same steps.

Each comes with the order in which the operation takes its inputs after the variables: places among the numbers of the step, -1 for the
gradient, -2 for the indices of its rows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tfshim.compat.v1.train import adaptive, gradient_descent

DENSE: dict[Callable[..., Any], tuple[str, tuple[int, ...]]] = {
    adaptive.adam: ("Adam", (0, 1, 2, 3, 4, 5, -1)),
    adaptive.adagrad: ("Adagrad", (0, -1)),
    adaptive.proximal_adagrad: ("ProximalAdagrad", (0, 1, 2, -1)),
    adaptive.adagrad_dual: ("AdagradDA", (-1, 0, 1, 2, 3)),
    adaptive.adadelta: ("Adadelta", (0, 1, 2, -1)),
    adaptive.rmsprop: ("RMSProp", (0, 1, 2, 3, -1)),
    adaptive.centered_rmsprop: ("CenteredRMSProp", (0, 1, 2, 3, -1)),
    adaptive.ftrl: ("FtrlV2", (-1, 0, 1, 2, 3, 4)),
    gradient_descent.descend: ("GradientDescent", (0, -1)),
    gradient_descent.proximal: ("ProximalGradientDescent", (0, 1, 2, -1)),
    gradient_descent.heavy_ball: ("Momentum", (0, -1, 1)),
    gradient_descent.nesterov: ("Momentum", (0, -1, 1)),
}
SPARSE: dict[Callable[..., Any], tuple[str, tuple[int, ...]]] = {
    adaptive.adagrad: ("Adagrad", (0, -1, -2)),
    adaptive.proximal_adagrad: ("ProximalAdagrad", (0, 1, 2, -1, -2)),
    adaptive.adagrad_dual: ("AdagradDA", (-1, -2, 0, 1, 2, 3)),
    adaptive.adadelta: ("Adadelta", (0, 1, 2, -1, -2)),
    adaptive.rmsprop: ("RMSProp", (0, 1, 2, 3, -1, -2)),
    adaptive.centered_rmsprop: ("CenteredRMSProp", (0, 1, 2, 3, -1, -2)),
    adaptive.ftrl: ("FtrlV2", (-1, -2, 0, 1, 2, 3, 4)),
    gradient_descent.proximal: ("ProximalGradientDescent", (0, 1, 2, -1, -2)),
    gradient_descent.heavy_ball: ("Momentum", (0, -1, -2, 1)),
    gradient_descent.nesterov: ("Momentum", (0, -1, -2, 1)),
}
