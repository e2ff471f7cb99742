"""A stand-in for matplotlib: of what programs draw, the means of pictures and the ends of lines are printed."""

import sys
import types

import numpy as np


class _Axis:
    def imshow(self, picture, **_):
        picture = np.asarray(picture, np.float64)
        print(f"picture {picture.shape[0]} x {picture.shape[1]}, mean {picture.mean():.5f}")

    def plot(self, x, y, *_, **__):
        print(f"line to {np.ravel(x)[-1]:.5f}, {np.ravel(y)[-1]:.5f}")

    def __getattr__(self, name):
        return lambda *_, **__: None


def _function(name):
    if name.startswith("__"):  # of modules
        raise AttributeError(name)
    return getattr(_Axis(), name)


def install():
    """Make `import matplotlib.pyplot` find the stand-in."""
    pyplot, axis = types.ModuleType("matplotlib.pyplot"), _Axis()
    pyplot.subplots = lambda rows, columns, **_: (axis, [[axis] * columns for _ in range(rows)])
    pyplot.imshow, pyplot.plot = axis.imshow, axis.plot
    pyplot.__getattr__ = _function
    sys.modules["matplotlib"], sys.modules["matplotlib.pyplot"] = types.ModuleType("matplotlib"), pyplot
    sys.modules["matplotlib"].pyplot = pyplot
