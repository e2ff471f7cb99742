"""Functions that give the gradients of a function."""

import functools
import inspect

from tfshim.engine.gradients.tape import GradientTape
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.protocol import is_variable
from tfshim.engine.values.tensor import Tensor


def _positions(function, params, args):
    """Which of the positional arguments `params` (names or numbers; None: all) are."""
    if params is None:
        return list(range(len(args)))
    names = list(inspect.signature(function).parameters)
    made = []
    for p in [params] if isinstance(params, (int, str)) else params:
        if isinstance(p, str):
            if p not in names:
                raise ValueError(f"params must be a list of integers or names of the function's parameters; {p!r} is not one of {names}.")
            p = names.index(p)
        if not 0 <= p < len(args):
            raise ValueError(f"The function has no positional argument number {p}.")
        made.append(p)
    if len(set(made)) != len(made):
        raise ValueError("params repeat an argument.")
    return made


def _checked(f, value):
    """What `f` gave. Raises ValueError where that is None."""
    if value is None:
        raise ValueError(
            f"Cannot differentiate a function that returns None; did you forget to return a value from {getattr(f, '__name__', f)}?"
        )
    return value


def _second(both):
    """A function that gives the second of the two values of `both`."""

    @functools.wraps(both)
    def call(*args, **kwargs):
        return both(*args, **kwargs)[1]

    return call


def value_and_gradients_function(f, params=None):
    """A function that gives `f(*args)` and the list of its gradients by the arguments `params` (names, numbers; None: all).

    Its keyword `dy` is a gradient to start from. The gradient by what the value does not depend on is None. Raises ValueError
    where `f` returns None.
    """

    @functools.wraps(f)
    def call(*args, **kwargs):
        dy = kwargs.pop("dy", None)
        if kwargs:
            raise ValueError("Functions to be differentiated cannot receive keyword arguments.")
        made = [x if isinstance(x, Tensor) or is_variable(x) else nest.map_structure(convert_to_tensor, x) for x in args]
        positions = _positions(f, params, made)
        sources = [made[p] for p in positions]
        with GradientTape() as tape:
            for s in nest.flatten(sources):
                tape.watch(s)
            value = _checked(f, f(*made))
            value = nest.map_structure(convert_to_tensor, value)
        return value, tape.gradient(value, sources, output_gradients=dy)

    return call


def gradients_function(f, params=None):
    """A function that gives the gradients of `f`; see `value_and_gradients_function`."""
    return _second(value_and_gradients_function(f, params))


def implicit_value_and_gradients(f):
    """A function that gives `f(...)` and a list of (gradient, variable) for the variables that it uses.

    Raises ValueError where it returns None or uses no trainable variable.
    """

    @functools.wraps(f)
    def call(*args, **kwargs):
        with GradientTape() as tape:
            value = f(*args, **kwargs)
        _checked(f, value)
        variables = tape.watched_variables()
        if not variables:
            raise ValueError("No trainable variables were accessed while the function was being computed.")
        gradients = tape.gradient(value, list(variables))
        return value, [(g, v) for g, v in zip(gradients, variables)]

    return call


def implicit_gradients(f):
    """A function that gives a list of (gradient, variable) for the variables that `f` uses."""
    return _second(implicit_value_and_gradients(f))


def make_vjp(f, params=None, persistent=True):
    """A function that gives `f(*args)` and a function of a gradient by the value that gives those by the arguments `params`."""

    @functools.wraps(f)
    def call(*args):
        made = [x if isinstance(x, Tensor) or is_variable(x) else convert_to_tensor(x) for x in args]
        sources = [made[p] for p in _positions(f, params, made)]
        tape = GradientTape(persistent=persistent)
        with tape:
            for s in sources:
                tape.watch(s)
            value = f(*made)

        def vjp(dy=None):
            return tape.gradient(value, sources, output_gradients=dy)

        return value, vjp

    return call
