"""A stand-in for matplotlib: of what programs draw, the means of pictures and the ends of lines are printed."""

import sys
import types

import numpy as np


class _Axis:
    def imshow(self, picture, **_):
        picture = np.asarray(picture, np.float64)
        print(f"picture {picture.shape[0]} x {picture.shape[1]}, mean {picture.mean():.5f}")

    def plot(self, *drawn, **_):
        numbers = [x for x in drawn if not isinstance(x, str)]
        x, y = numbers[:2] if len(numbers) > 1 else (np.arange(len(numbers[0])), numbers[0])
        print(f"line to {np.ravel(x)[-1]:.5f}, {np.ravel(y)[-1]:.5f}")

    def __getattr__(self, name):
        return lambda *_, **__: None


def _function(name):
    if name.startswith("__"):  # of modules
        raise AttributeError(name)
    return getattr(_Axis(), name)


def _subplots(rows=1, columns=1, *, nrows=None, ncols=None, **_):
    """A figure with its axes: one, a row or column of them, or a table."""
    shape = [n for n in (nrows or rows, ncols or columns) if n > 1]
    if not shape:
        return _Axis(), _Axis()
    axes = np.empty(shape, object)
    axes.fill(_Axis())
    return _Axis(), axes


def install():
    """Make `import matplotlib.pyplot` find the stand-in."""
    pyplot, axis = types.ModuleType("matplotlib.pyplot"), _Axis()
    pyplot.subplots = _subplots
    pyplot.imshow, pyplot.plot = axis.imshow, axis.plot
    pyplot.__getattr__ = _function
    sys.modules["matplotlib"], sys.modules["matplotlib.pyplot"] = types.ModuleType("matplotlib"), pyplot
    sys.modules["matplotlib"].pyplot, sys.modules["matplotlib"].use = pyplot, lambda *_, **__: None
