"""Optimizers of other libraries, which are given a loss and its gradient as functions of one vector."""

import itertools
import math

import numpy as np

import tfshim as tf
from tfshim.compat.v1 import logging
from tfshim.compat.v1.graphs.flow import gradients
from tfshim.compat.v1.graphs.graphs import get_default_session
from tfshim.compat.v1.graphs.placeholders import placeholder
from tfshim.compat.v1.variables.variables import trainable_variables


def _sizes(tensor):
    return tuple(tensor.shape.as_list())


def _packed(tensors):
    """The tensors as one vector."""
    flat = [tf.reshape(x, [-1]) for x in tensors]
    return flat[0] if len(flat) == 1 else tf.concat(flat, 0)


def _gradient(tensor, variables):
    """The gradient by all variables as one vector, zero where there is none."""
    found = gradients(tensor, variables)
    return _packed([tf.zeros_like(v) if g is None else g for g, v in zip(found, variables)])


def _first(function):
    """The first of what a function gives, in double precision."""
    return lambda x: np.asarray(function(x)[0], np.float64)


class ExternalOptimizerInterface:
    """Minimizes `loss` by `var_list` (all trainable variables), which have the values that are tried, and at last what was found.

    `equalities` and `inequalities`: tensors that are to be zero, and not below it. `var_to_bounds`: pairs (lower, upper) by variable,
    numbers or arrays. The rest is for the optimizer. A subclass defines `_minimize`.
    """

    def __init__(self, loss, var_list=None, equalities=None, inequalities=None, var_to_bounds=None, **optimizer_kwargs):
        self._loss, self._equalities, self._inequalities = loss, equalities or [], inequalities or []
        self._vars = list(trainable_variables() if var_list is None else var_list)
        self._packed_bounds = None
        if var_to_bounds is not None:
            # By identity: variables are compared element by element where a program asks for that.
            bounds = {id(v): pair for v, pair in var_to_bounds.items()}
            both = [bounds.get(id(v), (-np.inf, np.inf)) for v in self._vars]
            lower, upper = (
                [x for v, pair in zip(self._vars, both) for x in np.broadcast_to(pair[side], _sizes(v)).flat] for side in (0, 1)
            )
            self._packed_bounds = list(zip(lower, upper))
        self._fed = [placeholder(v.dtype.base_dtype) for v in self._vars]
        self._updates = [v.assign(tf.reshape(x, _sizes(v))) for v, x in zip(self._vars, self._fed)]
        self.optimizer_kwargs = optimizer_kwargs
        self._packed_var = _packed(self._vars)
        self._packed_loss_grad = _gradient(loss, self._vars)
        self._packed_equality_grads = [_gradient(x, self._vars) for x in self._equalities]
        self._packed_inequality_grads = [_gradient(x, self._vars) for x in self._inequalities]
        ends = list(itertools.accumulate((math.prod(_sizes(v)) for v in self._vars), initial=0))
        self._packing_slices = [slice(*pair) for pair in itertools.pairwise(ends)]

    def minimize(self, session=None, feed_dict=None, fetches=None, step_callback=None, loss_callback=None, **run_kwargs):
        """Search, with the values of `session`, and assign what was found.

        `loss_callback` is called with the values of `fetches` at each evaluation of the loss, `step_callback` with the vector at each
        step of the search.
        """
        session = session or get_default_session()
        more = (session, feed_dict or {}, fetches or [])
        found = self._minimize(
            initial_val=session.run(self._packed_var),
            loss_grad_func=self._function([self._loss, self._packed_loss_grad], *more, loss_callback),
            equality_funcs=self._functions(self._equalities, more),
            equality_grad_funcs=self._functions(self._packed_equality_grads, more),
            inequality_funcs=self._functions(self._inequalities, more),
            inequality_grad_funcs=self._functions(self._packed_inequality_grads, more),
            packed_bounds=self._packed_bounds,
            step_callback=step_callback or (lambda x: None),
            optimizer_kwargs=self.optimizer_kwargs,
        )
        self._assign(session, found, **run_kwargs)

    def _assign(self, session, vector, **run_kwargs):
        """Give the variables the values in `vector`."""
        session.run(self._updates, feed_dict={x: vector[part] for x, part in zip(self._fed, self._packing_slices)}, **run_kwargs)

    def _minimize(
        self,
        initial_val,
        loss_grad_func,
        equality_funcs,
        equality_grad_funcs,
        inequality_funcs,
        inequality_grad_funcs,
        packed_bounds,
        step_callback,
        optimizer_kwargs,
    ):
        """The vector that was found, from `initial_val` on. `loss_grad_func(vector)` gives the loss and the gradient, others a list."""
        raise NotImplementedError("To use ExternalOptimizerInterface, subclass from it and implement the _minimize() method.")

    def _functions(self, tensors, more):
        return [self._function([x], *more) for x in tensors]

    def _function(self, tensors, session, feeds, fetches, callback=None):
        """The values of `tensors` as a function of the vector."""

        def evaluate(x):
            # Fed instead, they would reach what reads a variable by reference, and not what reads a resource.
            self._assign(session, x)
            found = session.run([*tensors, *fetches], feed_dict=feeds)
            if callback is not None:
                callback(*found[len(tensors) :])
            return found[: len(tensors)]

        return evaluate


class ScipyOptimizerInterface(ExternalOptimizerInterface):
    """Minimizes by `scipy.optimize.minimize`: `method` (L-BFGS-B) and `options` are that function's. Needs SciPy."""

    _DEFAULT_METHOD = "L-BFGS-B"

    def _minimize(
        self,
        initial_val,
        loss_grad_func,
        equality_funcs,
        equality_grad_funcs,
        inequality_funcs,
        inequality_grad_funcs,
        packed_bounds,
        step_callback,
        optimizer_kwargs,
    ):
        from scipy import optimize  # which tfshim does not require

        given = dict(optimizer_kwargs)
        method = given.pop("method", self._DEFAULT_METHOD)
        constraints = [
            # Fortran's types, and one number for a constraint, as newer releases of SciPy want them.
            {"type": kind, "fun": _first(f), "jac": _first(gradient)}
            for kind, functions, slopes in (
                ("eq", equality_funcs, equality_grad_funcs),
                ("ineq", inequality_funcs, inequality_grad_funcs),
            )
            for f, gradient in zip(functions, slopes)
        ]
        fixed = {"jac": True, "callback": step_callback, "method": method, "constraints": constraints, "bounds": packed_bounds}
        for name in fixed:
            if name == "bounds" and name in given:
                raise ValueError("Bounds must be set using the var_to_bounds argument")
            if name in given:
                raise ValueError(f"Optimizer keyword arg '{name}' is set automatically and cannot be injected manually")

        def loss_and_gradient(x):
            loss, gradient = loss_grad_func(x)
            return float(loss), gradient.astype(np.float64)

        found = optimize.minimize(loss_and_gradient, initial_val.astype(np.float64), **fixed, **given)
        lines, values = ["Optimization terminated with:", "  Message: %s", "  Objective function value: %f"], [found.message, found.fun]
        for name, line in (("nit", "  Number of iterations: %d"), ("nfev", "  Number of functions evaluations: %d")):
            if hasattr(found, name):
                lines.append(line)
                values.append(found[name])
        logging.info("\n".join(lines), *values)
        return found["x"]
