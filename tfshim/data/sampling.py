"""Datasets from several others, in turns that another dataset or chance decides."""

import numpy as np

from tfshim import array_ops, control_flow, logging_ops, math
from tfshim import random as random_ops
from tfshim.data.dataset import Dataset
from tfshim.data.element_functions import ElementFunction
from tfshim.data.transformations.combining import ChoicesDataset, DirectedInterleaveDataset
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.dtypes import float32, float64, int64
from tfshim.engine.values.tensor import Tensor
from tfshim.engine.values.typespec import TensorSpec
from tfshim.protos.tensors import get_static_value


def _listed(datasets):
    """The datasets as a list; they may be the elements of another one. Raises ValueError where there are none."""
    if isinstance(datasets, Dataset):
        datasets = list(datasets)
    if not datasets:
        raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
    return datasets


def _interleaved(selector, datasets, stop_on_empty_dataset):
    first = datasets[0].element_spec
    for i, d in enumerate(datasets[1:], 1):
        if not _compatible(first, d.element_spec):
            raise TypeError(
                "Invalid `datasets`. `datasets` must have compatible element specs.\n Dataset 0 "
                f"element_spec={first}.\nDataset {i} element_spec={d.element_spec}."
            )
    return DirectedInterleaveDataset(selector, tuple(datasets), stop_on_empty_dataset)


def _compatible(a, b):
    try:
        nest.assert_same_structure(a, b)
        for x, y in zip(nest.flatten(a), nest.flatten(b)):
            if getattr(x, "dtype", None) != getattr(y, "dtype", None) or type(x) is not type(y):
                return False
    except (TypeError, ValueError):
        return False
    return True


def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset):
    """`Dataset.choose_from_datasets`."""
    datasets = _listed(datasets)
    if not isinstance(choice_dataset, Dataset):
        raise TypeError(f"Invalid `choice_dataset`. `choice_dataset` should be a `tf.data.Dataset` but is {type(choice_dataset)}.")
    spec = choice_dataset.element_spec
    if not (isinstance(spec, TensorSpec) and spec.dtype == int64 and spec.shape.is_compatible_with([])):
        raise TypeError(f"Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar `tf.int64` tensors but are {spec}.")
    return _interleaved(choice_dataset, datasets, stop_on_empty_dataset)


def _is_row(dataset):
    """Whether the elements are known to be one row of numbers each."""
    spec = dataset.element_spec
    if not isinstance(spec, TensorSpec) or spec.dtype not in (float32, float64) or not spec.shape.is_fully_defined():
        return False
    *above, size = spec.shape.as_list() or [0]
    return size > 0 and above in ([], [1])


def _weighty(datasets, weights):
    """The datasets with weights above 0 and these weights: the others would never be chosen, and the end never be reached."""
    kept = [(d, w) for d, w in zip(datasets, weights) if w > 0]
    return zip(*kept) if kept else ([datasets[0].take(0)], [1.0])


def sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset, rerandomize_each_iteration):
    """`Dataset.sample_from_datasets`."""
    datasets = _listed(datasets)

    def pick(logits, seed):
        return array_ops.squeeze(random_ops.stateless_categorical(logits, 1, seed=seed), axis=[0, 1])

    chance = Dataset.random(seed=seed, rerandomize_each_iteration=rerandomize_each_iteration).batch(2)
    if not isinstance(weights, Dataset):
        if weights is None:
            logits = [[1.0] * len(datasets)]
        else:
            if isinstance(weights, Tensor):
                if not weights.shape.is_compatible_with([len(datasets)]):
                    raise ValueError(
                        f"Invalid `weights`. The shape of `weights` should be compatible with `[len(datasets)]` but is {weights.shape}."
                    )
            elif len(datasets) != len(weights):
                raise ValueError(
                    f"Invalid `weights`. `weights` should have the same length as `datasets` but got "
                    f"`len(weights)={len(weights)}` vs. `len(datasets)={len(datasets)}`."
                )
            else:
                datasets, weights = _weighty(datasets, weights)
            made = convert_to_tensor(weights)
            if made.dtype not in (float32, float64):
                raise TypeError(f"Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is {made.dtype}.")
            logits = array_ops.expand_dims(math.log(made), 0)
        if len(datasets) == 1:
            return datasets[0]
        logits = convert_to_tensor(logits)
        program = ElementFunction(lambda numbers: pick(logits, numbers), chance.element_spec, "Dataset.map()")
        selector = ChoicesDataset(chance, program, logits)
    else:
        rows = weights.map(lambda *p: math.log(p[0] if len(p) == 1 else p))
        both = Dataset.zip((rows, chance))

        def draw(logits, numbers):
            return pick(logits if logits.shape.rank == 2 else array_ops.expand_dims(logits, 0), numbers)

        selector = (
            ChoicesDataset(both, ElementFunction(draw, both.element_spec, "Dataset.map()"), None) if _is_row(rows) else both.map(draw)
        )
    return _interleaved(selector, datasets, stop_on_empty_dataset)


def rejection_resample(dataset, class_func, target_dist, initial_dist, seed):
    """`Dataset.rejection_resample`."""
    target = convert_to_tensor(target_dist)
    known = None
    if initial_dist is not None:
        initial = convert_to_tensor(initial_dist)
        acceptance, original = _acceptance(initial, target)
        initials, acceptances, originals = [Dataset.from_tensors(x).repeat() for x in (initial, acceptance, original)]
        known = get_static_value(original)
    else:
        initials = _estimated(target, dataset.map(class_func))
        both = initials.map(lambda initial: _acceptance(initial, target))
        acceptances, originals = both.map(lambda a, _: a), both.map(lambda _, o: o)
    filtered = _filtered(dataset, acceptances, initials, class_func, seed).prefetch(3)

    def with_class(*x):
        return class_func(*x), x[0] if len(x) == 1 else x

    if known is not None and known == 1:
        return dataset.map(with_class)
    if known is not None and known == 0:
        return filtered
    return Dataset.sample_from_datasets(
        [dataset.map(with_class), filtered], weights=originals.map(lambda p: [(p, 1.0 - p)]), seed=seed, stop_on_empty_dataset=True
    )


def _acceptance(initial, target):
    """(probability to keep an element of each class, share of elements to take as they come)"""
    # A tiny number instead of zero: a class that never occurs must not divide by zero.
    ratio = array_ops.cast(target, initial.dtype) / (initial + np.finfo(initial.dtype.as_numpy_dtype).tiny)
    most, least = math.reduce_max(ratio), math.reduce_min(ratio)
    return (ratio - least) / (most - least), least


def _estimated(target, classes):
    """The frequencies of the classes, estimated again after every 32 elements, from an initial count of ten for each class."""
    size = 32
    count = target.shape[0] or array_ops.shape(target)[0]
    start = array_ops.fill([count], array_ops.constant(10, int64))

    def step(seen, batch):
        seen += math.reduce_sum(array_ops.one_hot(batch, count, dtype=int64), 0)
        shares = array_ops.cast(math.truediv(seen, math.reduce_sum(seen)), float32)
        return seen, array_ops.tile(shares[None], [size, 1])

    return classes.batch(size).scan(start, step).unbatch()


def _filtered(dataset, acceptances, initials, class_func, seed):
    def warned(acceptance, initial):
        rejected = math.reduce_sum((1.0 - acceptance) * initial)

        def warn():
            text = "Proportion of examples rejected by sampler is high: ["
            with control_flow.control_dependencies([logging_ops.print(text, rejected, "]", initial, acceptance, sep="")]):
                return array_ops.identity(acceptance)

        return control_flow.cond(rejected > 0.5, warn, lambda: acceptance)

    def classified(acceptance, data):
        c = class_func(*data) if isinstance(data, tuple) else class_func(data)
        return c, array_ops.gather(acceptance, c), data

    chances = Dataset.zip((acceptances, initials)).map(warned)
    kept = (
        Dataset.zip((chances, dataset))
        .map(classified)
        .filter(lambda _, p, data: math.less(random_ops.uniform([], seed=seed, dtype=p.dtype), p))
    )
    return kept.map(lambda c, _, data: (c, data))
