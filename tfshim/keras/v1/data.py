"""Arrays for the inputs and targets of a model in a TF 1 graph: checked, in order, with an axis for the batch."""

import numpy as np

from tfshim.engine.values.convert import is_tensor
from tfshim.refusals import refused


def as_array(x, shape=None):
    """An array for `x`; a vector is a column of examples unless `shape` says that one has no axes."""
    if x is None:
        return None
    if hasattr(x, "to_numpy"):
        x = x.to_numpy()
    if hasattr(x, "tocoo"):
        return x
    if is_tensor(x):
        raise refused("tf.keras.Model.fit", "graph tensors")
    x = np.asarray(x)
    # Keras' rule in graphs: a vector is a column, unless the tensor that it is for has one axis.
    return np.expand_dims(x, 1) if x.ndim == 1 and (shape is None or len(shape) != 1) else x


def in_order(data, names, shapes, what, batch_axis=False):
    """A list of arrays for the tensors `names`. Raises ValueError with Keras' message where number or shapes do not fit.

    `shapes`: tuples with None for any size, or None where any shape will do; `what`: "input" or "target".
    """
    if not names:
        if data is not None and not (hasattr(data, "__len__") and len(data) == 0):
            raise ValueError(f"Error when checking model {what}: expected no data, but got: {data}")
        return []
    if data is None:
        return [None] * len(names)
    if isinstance(data, dict):
        missing = [n for n in names if n not in data]
        if missing:
            raise ValueError(f'No data provided for "{missing[0]}". Need data for each key in: {names}')
        data = [data[n] for n in names]
    elif isinstance(data, (list, tuple)) and not (len(names) == 1 and data and np.isscalar(data[0])):
        if len(names) == 1 and data and not hasattr(data[0], "shape") and np.asarray(data[0]).ndim >= 1 and len(data) != 1:
            data = [np.asarray(data)]
    else:
        data = [data]
    arrays = [as_array(x, shapes[i] if len(data) == len(names) else None) for i, x in enumerate(data)]
    if len(arrays) != len(names):
        if arrays and hasattr(arrays[0], "shape"):
            raise ValueError(
                f"Error when checking model {what}: the list of Numpy arrays that you are passing to your model is not the "
                f"size the model expected. Expected to see {len(names)} array(s), for inputs {names} but instead got the "
                f"following list of {len(arrays)} arrays: {str(arrays)[:200]}..."
            )
        raise ValueError(f"Error when checking model {what}: expected {len(names)} array(s), got {len(arrays)}.")
    for name, x, shape in zip(names, arrays, shapes):
        if x is not None and shape is not None:
            _check_shape(name, x, shape, what, batch_axis)
    return arrays


def _check_shape(name, x, shape, what, batch_axis):
    found = tuple(x.shape)
    if len(found) != len(shape):
        raise ValueError(f"Error when checking {what}: expected {name} to have {len(shape)} dimensions, but got array with shape {found}")
    start = 0 if batch_axis else 1
    if any(want is not None and want != have for want, have in zip(shape[start:], found[start:])):
        raise ValueError(
            f"Error when checking {what}: expected {name} to have shape {tuple(shape[start:])} but got array with shape {found[start:]}"
        )


def target_shapes(outputs, losses):
    """The shapes that targets must have: those of the outputs, class numbers one for each; None where the loss takes any."""
    made = []
    for y, loss in zip(outputs, losses):
        shape = None if y.shape.rank is None else tuple(y.shape.as_list())
        name = loss_name(loss)
        if shape is None or name is None:
            made.append(None)
        elif name == "sparse_categorical_crossentropy":
            # Class numbers come as a column.
            made.append((*shape[:-1], 1))
        elif name in _KNOWN:
            made.append(shape)
        else:
            made.append(None)
    return made


_KNOWN = frozenset(
    """mean_squared_error mean_absolute_error mean_absolute_percentage_error mean_squared_logarithmic_error squared_hinge
    hinge categorical_hinge log_cosh huber categorical_crossentropy binary_crossentropy kl_divergence kullback_leibler_divergence poisson
    cosine_similarity""".split()
)


_SAME_SHAPE = ("mean_squared_error", "binary_crossentropy", "categorical_crossentropy")


def loss_name(loss):
    """The name of Keras' function that the loss `loss` computes, or None."""
    function = getattr(loss, "fn", getattr(loss, "_fn", None))
    if function is None or not getattr(function, "__module__", "").startswith(("tfshim.", "keras.")):
        return None
    return getattr(function, "__name__", None)


def check_targets(targets, losses, outputs):
    """Raise ValueError where targets have not the shape that a loss wants, as class numbers where it wants a value for each class."""
    for y, loss, out in zip(targets, losses, outputs):
        if y is None or loss is None:
            continue
        name = loss_name(loss)
        if name not in _SAME_SHAPE:
            continue
        if name == "categorical_crossentropy" and y.shape[-1] == 1 and out.shape[-1] != 1:
            raise ValueError(
                f"You are passing a target array of shape {y.shape} while using as loss `categorical_crossentropy`. "
                "`categorical_crossentropy` expects targets to be binary matrices (1s and 0s) of shape (samples, classes). "
                "If your targets are integer classes, you can convert them to the expected format via:\n```\nfrom "
                "keras.utils import to_categorical\ny_binary = to_categorical(y_int)\n```\n\nAlternatively, you can use the "
                "loss function `sparse_categorical_crossentropy` instead, which does expect integer targets."
            )
        wanted = None if out.shape.rank is None else tuple(out.shape.as_list())
        if wanted is not None and (len(wanted) != y.ndim or any(a is not None and a != b for a, b in zip(wanted[1:], y.shape[1:]))):
            raise ValueError(
                f"A target array with shape {y.shape} was passed for an output of shape {wanted} while using as loss "
                f"`{name}`. This loss expects targets to have the same shape as the output."
            )


def by_output(given, names, what):
    """What is given for each output, `sample_weight` or `class_weight`: a list with None where there is nothing."""
    if given is None or isinstance(given, (list, tuple, dict)) and len(given) == 0:
        return [None] * len(names)
    if len(names) == 1:
        if isinstance(given, (list, tuple)) and len(given) == 1 and what == "sample_weight":
            return [given[0]]
        if isinstance(given, dict) and names[0] in given:
            return [given[names[0]]]
        return [given]
    if isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(
                f"Provided `{what}` was a list of {len(given)} elements, but model has {len(names)} outputs. You should "
                f"provide one `{what}` array per model output."
            )
        return list(given)
    if isinstance(given, dict):
        unknown = sorted(set(given) - set(names), key=str)
        if unknown:
            raise ValueError(f"Unknown entries in {what} dictionary: {unknown}. Only expected following keys: {names}")
        return [given.get(n) for n in names]
    raise TypeError(
        f"The model has multiple outputs, so `{what}` should be either a list or a dict. Provided `{what}` type not understood: {given}"
    )


def weights(y, sample_weight, class_weight):
    """The weight of each example of the target array `y`: given, by its class, or both; None for neither.

    Raises ValueError where a class has no weight, or shapes do not fit.
    """
    made = None
    if sample_weight is not None:
        made = np.asarray(sample_weight)
        if made.ndim > y.ndim:
            raise ValueError(
                f"Found a sample_weight with shape {made.shape}. Expected sample_weight with rank less than or equal to {y.ndim}"
            )
        if y.shape[: made.ndim] != made.shape:
            raise ValueError(
                f"Found a sample_weight array with shape {made.shape} for an input with shape {y.shape}. sample_weight cannot be broadcast."
            )
    if class_weight is None:
        return made
    if y.ndim > 2:
        raise ValueError("`class_weight` not supported for 3+ dimensional targets.")
    classes = np.argmax(y, axis=1) if y.ndim == 2 and y.shape[1] > 1 else np.reshape(y, y.shape[0])
    unknown = sorted({int(c) for c in classes} - set(class_weight))
    if unknown:
        raise ValueError(
            f"`class_weight` must contain all classes in the data. The classes {set(unknown)} exist in the data but not in `class_weight`."
        )
    by_class = np.asarray([class_weight[int(c)] for c in classes], dtype="float32")
    # Along the first axis: weights of time steps have a second one.
    return by_class if made is None else (made.T * by_class).T


def check_lengths(inputs, targets, sample_weights):
    """Raise ValueError where arrays have different numbers of examples."""

    def lengths(arrays):
        return {int(a.shape[0]) for a in arrays if a is not None}

    for arrays, label in ((inputs, "input arrays (x)"), (targets, "target arrays (y)"), (sample_weights, "sample_weight arrays")):
        if len(lengths(arrays)) > 1:
            raise ValueError(
                f"All {label} should have the same number of samples. Got array shapes: {[tuple(a.shape) for a in arrays if a is not None]}"
            )
    x, y = lengths(inputs), lengths(targets)
    if x and y and x != y:
        raise ValueError(
            f"Input arrays should have the same number of samples as target arrays. Found {x.pop()} input samples and "
            f"{y.pop()} target samples."
        )
    w = lengths(sample_weights)
    if y and w and y != w:
        raise ValueError(
            f"Sample_weight arrays should have the same number of samples as target arrays. Got {w.pop()} input samples and "
            f"{y.pop()} target samples."
        )


def rows(arrays, which):
    """The rows `which`, a slice or an array of numbers, of each array."""
    return [None if a is None else a[which] for a in arrays]
