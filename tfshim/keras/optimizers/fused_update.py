"""One step of an optimizer on all variables at once, by a few calls of torch whatever their number."""

from __future__ import annotations

import contextlib
from typing import Any

import torch

from tfshim.array_ops.broadcasting import broadcast_to
from tfshim.engine.ops.indexed_slices import IndexedSlices
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import FROM_TORCH, string
from tfshim.engine.values.tensor import wrap
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.gradient_forms import check_rows
from tfshim.engine.variables.in_place import Group, in_place
from tfshim.engine.variables.step_numbers import rounded
from tfshim.keras.optimizers.gradients import dense, paired
from tfshim.keras.optimizers.plain_numbers import plain
from tfshim.keras.optimizers.row_steps import LARGE, rows_of
from tfshim.keras.optimizers.schedules import LearningRateSchedule

_MOST_GROUPS = 32  # sets of variables that an optimizer remembers


class Elsewhere(Exception):
    """Variables are kept by other tasks of a cluster: nothing can be changed here in place."""


def _stay_here(variables):
    if any(v.updates_elsewhere is not None for v in variables):
        raise Elsewhere


def fits(gradient, variable):
    """Whether nothing says that a tensor is no gradient for `variable`."""
    return gradient.dtype == variable.dtype and gradient.shape.is_compatible_with(variable.shape)


def _forms(tensors):
    return [t.shape for t in tensors], [t.dtype for t in tensors]


class FusedUpdate(AutoTrackable):
    """What changes variables and what the optimizer keeps for them in place. Optimizers say in `_step` what a step is."""

    def _meet(self, gradient, variable, slots):
        """What Keras computes first of `gradient`: (variable that is assigned to, how, value) for each.

        A gradient that has not the shape and the dtype of its variable is refused by these operations, or spread over it.
        """
        return ()

    def _fitted(self, gradients, variables):
        """`gradients`, tensors, with the shapes of `variables`. Raises what the operations of `_meet` raise of others."""
        lists, made = self._slot_lists(), []
        for g, v in zip(gradients, variables):
            if not fits(g, v):
                for target, how, value in self._meet(g, v, [slots[self._number(v)] for slots in lists]):
                    if value.dtype != target.dtype or value.shape.as_list() != target.shape.as_list():
                        getattr(target, how)(value)
                g = broadcast_to(g, v.shape)
            made.append(g)
        return made

    def _decays(self, variable):
        return id(variable) not in self._excluded and not any(n in variable.name for n in self._excluded_names)

    def _number(self, variable):
        at = self._places.get(id(variable)) if self._places else None
        if at is None:
            raise self._unknown(variable)
        return at

    def _group(self, key, lists, variables):
        """What a step on `variables` changes: the count of updates, the variables, and their part of each of `lists`."""
        numbers = self._places or {}
        places = [numbers.get(id(v)) for v in variables]
        if None in places:
            raise self._unknown(variables[places.index(None)])
        _stay_here(variables)
        group = Group([self._iterations, *variables, *[slots[i] for slots in lists for i in places]])
        forms = _forms([v._t for v in variables])
        if group.lasting and all(v.shape.is_fully_defined() for v in variables):
            if len(self._groups) >= _MOST_GROUPS:
                self._groups.clear()
            # The lists are kept with it, since what is gone leaves its identity to others.
            self._groups[key] = group, lists, forms
        return group, forms

    def _unknown(self, variable):
        return KeyError(
            f"The optimizer cannot recognize variable {variable.name}. This usually means you are trying to call the "
            "optimizer to update different parts of the model separately. Please call `optimizer.build(variables)` with "
            "the full list of trainable variables before the training loop or use legacy optimizer "
            f"`tf.keras.optimizers.legacy.{type(self).__name__}."
        )

    def _clips(self):
        return self.clipnorm is not None or self.clipvalue is not None or self.global_clipnorm is not None

    # What a step does to a table (its storage, what is kept for it, the rate, the number of the step) where its gradient is 0, in place.
    # Those that do not say it are given gradients of whole tables.
    _step_without_gradient: Any = None
    _rows_from = LARGE  # elements of a table from which that is less than a step on the whole table

    def _given(self, gradient, variable):
        """A gradient as `_update` takes it: a tensor, or the two (values, indices) of some rows."""
        if not isinstance(gradient, IndexedSlices):
            return convert_to_tensor(gradient)
        values, indices = convert_to_tensor(gradient.values), convert_to_tensor(gradient.indices)
        whole = gradient.dense_shape is None or variable.shape.is_compatible_with(gradient.shape)
        if not whole or values.dtype != variable.dtype or not values.shape[1:].is_compatible_with(variable.shape[1:]):
            return dense(gradient, variable)
        return values, indices

    def _update(self, variables, gradients, clipped=False, rows=()):
        """One step, on torch tensors; `clipped`: whether what bounds the gradients has been done; `rows`: see `paired`."""
        if rows:
            gradients, apart = self._with_rows_apart(variables, paired(gradients, rows))
        enabled = torch.is_grad_enabled()
        # What `torch.no_grad` does, without the cost of a context manager in every step.
        torch._C._set_grad_enabled(False)
        try:
            lists, n = self._slot_lists(), len(variables)
            if self.use_ema:
                lists = [*lists, self._model_variables_moving_average]
            key = (id(self._iterations), *map(id, lists), *map(id, variables))
            known = self._groups.get(key)
            group, (shapes, dtypes) = self._group(key, lists, variables) if known is None else (known[0], known[2])
            # torch's kernels do not look, and reach beyond the end of smaller tensors.
            if [g.shape for g in gradients] != shapes or [g.dtype for g in gradients] != dtypes:
                given = [wrap(g, FROM_TORCH.get(g.dtype, string)) for g in gradients]
                gradients = [g._t for g in self._fitted(given, variables)]
            gradients = [g.detach() if g.requires_grad else g for g in gradients]
            if not clipped and self._clips():
                gradients = self._clip(gradients)
            rate = self._rate()
            # All at once, which takes less time than one list after the other.
            with in_place(group=group) as storages:
                iterations = storages.pop(0)
                slots = [storages[at : at + n] for at in range(n, len(storages), n)]
                del storages[n:]
                count = iterations.item() + 1
                averages = slots.pop() if self.use_ema else None
                # Before the step, as in Keras: what the step adds does not decay.
                if self.weight_decay:
                    decayed = [s for s, v in zip(storages, variables) if self._decays(v)]
                    if decayed:
                        # Multiplied in Keras' order and in the variables' dtypes, so that it rounds alike.
                        decay = plain(self.weight_decay, "Cast")
                        share = [float(rounded(decay, s.dtype)) for s in decayed]
                        torch._foreach_sub_(decayed, torch._foreach_mul(torch._foreach_mul(decayed, share), rate))
                if rows and apart:
                    self._step_with_rows(storages, gradients, slots, rate, count, apart)
                else:
                    self._step(storages, gradients, slots, rate, count)
                if self.use_ema:
                    self._average(storages, averages, count)
                iterations.fill_(count)  # takes half the time of adding
        finally:
            torch._C._set_grad_enabled(enabled)

    def _with_rows_apart(self, variables, gradients):
        """Gradients of the variables' shapes, and {number of a variable: its rows} of those that are zero elsewhere."""
        _stay_here(variables)  # else their values would be fetched
        made, apart = [], {}
        for i, (g, v) in enumerate(zip(gradients, variables)):
            if type(g) is tuple:
                check_rows(g[1], v._t.shape[0])
                found = rows_of(*g, v._t, self._rows_from) if self._step_without_gradient is not None else None
                if found is None:
                    g = dense(IndexedSlices(*[wrap(t, FROM_TORCH[t.dtype]) for t in g]), v)._t
                else:
                    apart[i] = found
                    g = found.gradients.new_zeros(()).expand(v._t.shape)
            made.append(g)
        return made, apart

    def _step_with_rows(self, storages, gradients, slots, rate, count, apart):
        """A step in which only the rows `apart` of some variables have a gradient."""
        lists, back = [[*x] for x in (storages, gradients, *slots)], []
        for i, rows in apart.items():
            tables = [storages[i], *[x[i] for x in slots]]
            own = rows.of(tables)
            self._step_without_gradient(tables[0], tables[1:], rate, count)
            for x, t in zip(lists, [own[0], rows.gradients, *own[1:]]):
                x[i] = t
            back.append((rows, tables, own))
        self._step(lists[0], lists[1], lists[2:], rate, count)
        for rows, tables, own in back:
            rows.put(tables, own)

    _step = None
    _traced = None

    def _while_traced(self, count):
        """What a step on `count` variables fixes when a function is traced; `_traced` has it while the function's step runs."""
        return None

    @contextlib.contextmanager
    def _counted_from(self, traced):
        """Within it a step by operations goes by what an earlier one has fixed when it was traced."""
        counted = getattr(self, "_counted", None)
        if traced is not None:
            self._counted = traced
        try:
            yield
        finally:
            if counted is not None:
                self._counted = counted

    def _slot_lists(self):
        """The lists of variables, one for each variable that is optimized, which `_step` changes beside it."""
        return ()

    def _rate(self):
        rate = self._learning_rate
        if isinstance(rate, LearningRateSchedule):
            now = float(rate(self._iterations))
            with in_place(self._current_learning_rate) as (current,):
                current.fill_(now)
            return now
        try:
            return rate._t.item()
        except RuntimeError:  # torch's, of a tensor with several elements
            return plain(rate)

    def _clip(self, gradients):
        # Keras lets bounds that are not positive be.
        if self.clipnorm and self.clipnorm > 0:
            most = plain(self.clipnorm)
            # As tf.clip_by_norm: (g * c) / max(norm, c)
            gradients = [g * most / torch.clamp(torch.sqrt(torch.sum(g * g)), min=most) for g in gradients]
        elif self.global_clipnorm and self.global_clipnorm > 0:
            most = plain(self.global_clipnorm)
            total = torch.sqrt(sum(torch.sum(g * g) for g in gradients))
            # Written as `tf.clip_by_global_norm` computes it, so that it rounds alike.
            scale = most * torch.minimum(1.0 / total, torch.ones_like(total) / most)
            gradients = [g * scale for g in gradients]
        elif self.clipvalue and self.clipvalue > 0:
            most = plain(self.clipvalue)
            gradients = [g.clamp(-most, most) for g in gradients]
        return gradients

    def _average(self, storages, averages, count):
        momentum = plain(self.ema_momentum)
        torch._foreach_mul_(averages, momentum)
        torch._foreach_add_(averages, storages, alpha=1 - momentum)
        if self.ema_overwrite_frequency and count % self.ema_overwrite_frequency == 0:
            for s, a in zip(storages, averages):
                s.copy_(a)
