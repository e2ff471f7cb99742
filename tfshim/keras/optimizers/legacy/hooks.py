"""What subclasses of legacy optimizers override and call: how gradients are changed, and how one of them is applied, in operations."""

from __future__ import annotations

import inspect
from typing import Any

from tfshim import array_ops, math
from tfshim.array_ops.identities import identity
from tfshim.control_flow import group
from tfshim.engine.autograph.state import is_symbolic
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.ops.type_errors import without_kernel
from tfshim.engine.runtime.state import TS
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import bfloat16, complex64, complex128, float16, float32, float64
from tfshim.engine.variables.auto_trackable import AutoTrackable

# A class that overrides one of these is not updated by `_step`, the step on torch tensors, which calls none of them.
_OVERRIDDEN = (
    "_resource_apply_dense",
    "_resource_apply_sparse",
    "_resource_apply_sparse_duplicate_indices",
    "_resource_scatter_add",
    "_resource_scatter_update",
    "_prepare",
    "_prepare_local",
    "_fallback_apply_state",
    "_decayed_lr",
)


_NARROW = (float16, bfloat16)


class Hooks(AutoTrackable):
    """The methods of a legacy optimizer that subclasses override, by the names that Keras gives them."""

    _use_locking = True
    # Built-in optimizers: one function of torch tensors for a weight and its slots.
    _step = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if cls._step is not None and "_step" not in cls.__dict__:

            def place(name):  # also of one that a class beside this hierarchy mixes in
                return next(i for i, base in enumerate(cls.__mro__) if name in base.__dict__)

            if min(map(place, _OVERRIDDEN)) < place("_step"):
                cls._step = None

    # ------------------------------------------------------------------ gradients, all together
    def _transform_unaggregated_gradients(self, grads_and_vars):
        """Change gradients before they are summed over replicas."""
        return grads_and_vars

    def _aggregate_gradients(self, grads_and_vars):
        """Sum gradients over replicas, where a function for that was given; else they come summed."""
        return grads_and_vars if self.gradient_aggregator is None else self.gradient_aggregator(grads_and_vars)

    def _transform_gradients(self, grads_and_vars):
        """Clip gradients, then apply what the user gave."""
        if self.clipvalue is not None or self.clipnorm is not None or self.global_clipnorm is not None:
            gradients = self._clipped([g for g, _ in grads_and_vars])
            grads_and_vars = [(g, v) for g, (_, v) in zip(gradients, grads_and_vars)]
        for transform in self.gradient_transformers:
            grads_and_vars = transform(list(grads_and_vars))
        return grads_and_vars

    def _clipped(self, gradients):
        gradients = [g if isinstance(g, IndexedSlices) else convert_to_tensor(g) for g in gradients]
        # Keras' order: by value, by the norm of each, by the norm of all.
        if self.clipvalue is not None:
            gradients = [math.clip_by_value(g, -self.clipvalue, self.clipvalue) for g in gradients]
        # A bound of 0 is one, unlike for other optimizers: it leaves no gradient.
        if self.clipnorm is not None:
            gradients = [math.clip_by_norm(g, self.clipnorm) for g in gradients]
        if self.global_clipnorm is not None:
            gradients, _ = math.clip_by_global_norm(gradients, self.global_clipnorm)
        return gradients

    # ------------------------------------------------------------------ what all updates of a step share
    def _prepare_local(self, var_device, var_dtype, apply_state):
        if "learning_rate" in self._hyper:
            apply_state[(var_device, var_dtype)]["lr_t"] = identity(self._decayed_lr(var_dtype))

    def _prepare(self, var_list):
        state = {}
        for key in {(v.device, v.dtype.base_dtype) for v in var_list}:
            state[key] = {}
            self._prepare_local(*key, state)
        return state

    def _fallback_apply_state(self, var_device, var_dtype):
        state = {(var_device, var_dtype): {}}
        self._prepare_local(var_device, var_dtype, state)
        return state[(var_device, var_dtype)]

    @property
    def _dense_apply_args(self):
        return inspect.getfullargspec(self._resource_apply_dense).args

    @property
    def _sparse_apply_args(self):
        return inspect.getfullargspec(self._resource_apply_sparse).args

    # ------------------------------------------------------------------ one update
    def _update_by_operations(self, gradients, variables):
        state = self._prepare(variables)
        for g, v in zip(gradients, variables):
            self._update_one(g, v, state)
        return self.iterations.assign_add(1)

    def _update_one(self, g, v, state):
        if isinstance(g, IndexedSlices):
            if v.constraint is not None:
                raise constrained_rows(g, v)
            given = {"apply_state": state} if "apply_state" in self._sparse_apply_args else {}
            self._resource_apply_sparse_duplicate_indices(g.values, v, g.indices, **given)
            return
        given = {"apply_state": state} if "apply_state" in self._dense_apply_args else {}
        self._resource_apply_dense(convert_to_tensor(g), v, **given)
        if v.constraint is not None:
            v.assign(v.constraint(v))

    def _resource_apply_dense(self, grad, handle, apply_state):
        """Update `handle` by a dense gradient; subclasses override it."""
        raise NotImplementedError("`_resource_apply_dense` must be implemented in subclasses.")

    def _resource_apply_sparse(self, grad, handle, indices, apply_state):
        """Update the rows `indices`, each once, of `handle`; subclasses override it."""
        raise NotImplementedError("`_resource_apply_sparse` Must be implemented in subclasses.")

    def _resource_apply_sparse_duplicate_indices(self, grad, handle, indices, **kwargs):
        """Sum the gradients of rows that occur several times: a step is not linear in the gradient."""
        once, places = array_ops.unique(indices)
        summed = math.unsorted_segment_sum(grad, places, array_ops.shape(once)[0])
        return self._resource_apply_sparse(summed, handle, once, **kwargs)

    def _resource_scatter_add(self, x, i, v):
        x.scatter_add(IndexedSlices(v, i))
        return x.value()

    def _resource_scatter_update(self, x, i, v):
        x.scatter_update(IndexedSlices(v, i))
        return x.value()

    # ------------------------------------------------------------------ dtypes
    def _kernel(self, sparse):
        """TensorFlow's operation for a step, and dtypes that it has no kernel for, where there are such among those of weights."""
        return None, ()

    def _takes_kernel_step(self, gradients, variables):
        """Whether `_step` suits all variables. Raises InvalidArgumentError for dtypes that TensorFlow has no kernel for.

        It widens half precision, where TensorFlow rounds each number, and takes complex numbers for more than TensorFlow does. It does
        not know integers, which most of TensorFlow's operations refuse.
        """
        unusual = [(g, v) for g, v in zip(gradients, variables) if v.dtype in _NARROW or not v.dtype.is_floating]
        for g, v in unusual:
            kernel, lacking = self._kernel(isinstance(g, IndexedSlices))
            if v.dtype in lacking:
                raise without_kernel(kernel, v.dtype)
        # Where a hyperparameter is a tensor of a graph, TensorFlow's operations take it as it is.
        return not unusual and not (TS.graph is not None and any(is_symbolic(value) for value in self._hyper.values()))

    # ------------------------------------------------------------------ values
    def _call_if_callable(self, param):
        return param() if callable(param) else param

    def _valid_dtypes(self):
        return {float16, bfloat16, float32, float64, complex64, complex128}

    def _assert_valid_dtypes(self, tensors):
        valid = self._valid_dtypes()
        for t in tensors:
            if t.dtype.base_dtype not in valid:
                raise ValueError(f"Invalid type {t.dtype.base_dtype} for {t.name}, expected: {list(valid)}.")


def constrained_rows(gradient, variable):
    """The exception for a gradient of some rows of a variable that has a constraint."""
    return RuntimeError(
        f"Cannot use a constraint function on a sparse variable. Received: grad={gradient}, var.constraint={variable.constraint}."
    )


class Formula(Hooks):
    """The update of a built-in optimizer in operations: what `super()._resource_apply_dense(...)` of a subclass reaches.

    `_formula` gives new values for those of a variable and of its slots; `_rows` says what a gradient of some rows changes:
    "those" (the variable and the slots in those rows), "slots" (the slots in all rows), "all" (everything in all rows).
    """

    _rows = "those"

    def _formula(self, value, gradient, slots, c, sparse):
        raise NotImplementedError

    def _operands(self, var, apply_state):
        found = (apply_state or {}).get((var.device, var.dtype.base_dtype))
        return [self.get_slot(var, name) for name, _ in self._slot_list()], found or self._fallback_apply_state(
            var.device, var.dtype.base_dtype
        )

    def _resource_apply_dense(self, grad, var, apply_state=None):
        slots, coefficients = self._operands(var, apply_state)
        value, new = self._formula(var.value(), grad, [s.value() for s in slots], coefficients, False)
        return group(*[s.assign(n) for s, n in zip(slots, new)], var.assign(value))

    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        slots, coefficients = self._operands(var, apply_state)
        if self._rows == "those":
            before = [array_ops.gather(x, indices) for x in (var, *slots)]
            value, new = self._formula(before[0], grad, before[1:], coefficients, True)
            writes = [s.scatter_update(IndexedSlices(n, indices)) for s, n in zip(slots, new)]
            return group(*writes, var.scatter_update(IndexedSlices(value, indices)))
        whole = math.unsorted_segment_sum(grad, indices, array_ops.shape(var)[0])
        value, new = self._formula(var.value(), whole, [s.value() for s in slots], coefficients, True)
        writes = [s.assign(n) for s, n in zip(slots, new)]
        if self._rows == "all":
            return group(*writes, var.assign(value))
        return group(*writes, var.scatter_update(IndexedSlices(array_ops.gather(value, indices), indices)))
