"""Training, evaluation and prediction of models in TF 1 graphs: epochs over arrays, or over what gives batches."""

import numpy as np

from tfshim.data.dataset import Dataset
from tfshim.engine.runtime.context import eager_mode
from tfshim.engine.runtime.errors import OutOfRangeError
from tfshim.engine.runtime.logger import get_logger
from tfshim.engine.values import nest
from tfshim.keras.callbacks import CallbackList, History, ProgbarLogger
from tfshim.keras.models.steps import is_due
from tfshim.keras.utils.interaction import print_message
from tfshim.keras.utils.packing import unpack_x_y_sample_weight
from tfshim.keras.v1 import data
from tfshim.keras.v1.session import get_session


class Arrays:
    """Batches of arrays: `source.batches(shuffle)` gives (facts of the batch, inputs, targets, weights)."""

    unit = told = "samples"

    def __init__(self, inputs, targets, weights, batch_size):
        self.parts, self.batch_size = (inputs, targets, weights), batch_size
        self.samples = next((int(a.shape[0]) for a in inputs + targets if a is not None), None)
        if self.samples is None:
            raise ValueError("There are no arrays to take batches from: give `x`.")
        self.count = self.samples

    def batches(self, shuffle=False):
        """The batches of one epoch; `shuffle`: whether rows, or with "batch" only batches, come in random order."""
        order = np.arange(self.samples)
        if shuffle == "batch":
            order = _shuffled_batches(order, self.batch_size)
        elif shuffle:
            # NumPy's generator, as Keras has it in graphs: `np.random.seed` decides the order.
            np.random.shuffle(order)
        plain = not shuffle
        for number, start in enumerate(range(0, self.samples, self.batch_size)):
            stop = min(self.samples, start + self.batch_size)
            which = slice(start, stop) if plain else order[start:stop]
            yield {"batch": number, "size": stop - start}, stop - start, [data.rows(p, which) for p in self.parts]


class Repeated(Arrays):
    """Arrays that each of `steps` steps is given whole, which is what Keras does in graphs where it is told how many steps there are."""

    unit = "steps"

    def __init__(self, inputs, targets, weights, steps):
        super().__init__(inputs, targets, weights, None)
        self.count = self.samples = steps  # Keras counts steps as its samples here

    def batches(self, shuffle=False):
        """The batches of one epoch; their order is that of the arrays."""
        for number in range(self.count):
            yield {"batch": number, "size": 1}, 1, self.parts


def _shuffled_batches(order, size):
    count = len(order) // size
    whole, rest = order[: count * size].reshape(count, size), order[count * size :]
    np.random.shuffle(whole)
    # What is no whole batch stays at the end.
    return np.concatenate([whole.reshape(-1), rest])


class Stream:
    """Batches of a generator, a `keras.utils.Sequence`, a `tf.data.Dataset` or tensors; `steps` of them are an epoch.

    `kind`: "generator", "sequence", "dataset" or "tensors".
    """

    unit = told = "steps"

    def __init__(self, trainer, given, steps, kind, class_weight=None):
        self.trainer, self.given, self.kind, self.class_weight = trainer, given, kind, class_weight
        if steps is None and kind == "sequence":
            steps = len(given)
        if steps is None and kind == "generator":
            raise ValueError(
                "`steps_per_epoch=None` is only valid for a generator based on the `keras.utils.Sequence` class. Please "
                "specify `steps_per_epoch` or use the `keras.utils.Sequence` class."
            )
        if steps is None and kind == "tensors":
            raise ValueError("When using data tensors or iterators as input to a model, you should specify the number of steps.")
        if steps is None:
            size = _cardinality(given)
            if size == -1:
                raise ValueError(
                    "When passing an infinitely repeating dataset, please specify a `steps_per_epoch` value so that epoch "
                    "level callbacks continue to work."
                )
            steps = size if size >= 0 else None
        self.count, self.samples = steps, None
        self._left = None

    def _items(self, shuffle):
        if self.kind == "sequence":
            order = list(range(len(self.given)))
            if shuffle:
                np.random.shuffle(order)
            yield from (self.given[i] for i in order)
        elif self.kind == "tensors":
            yield from _fetched(self.given)
        elif self.kind == "dataset":
            yield from _elements(self.given)
        else:
            yield from self.given

    def batches(self, shuffle=False):
        """The batches of one epoch; a source that does not end goes on in the next."""
        # An epoch that leaves data over is continued by the next one.
        if self._left is None:
            self._left = self._items(shuffle)
        done = 0
        while self.count is None or done < self.count:
            try:
                item = next(self._left)
            except StopIteration:
                self._left = None
                if self.count is None:
                    return
                # The epoch before ended just where the data did: begin again.
                if done == 0 and self.kind in ("dataset", "sequence"):
                    self._left = self._items(shuffle)
                    continue
                get_logger().warning(
                    "Your input ran out of data; interrupting training. Make sure that your dataset or generator can generate at least "
                    f"{self.count} batches."
                )
                return
            parts = self.trainer.standardized(*unpack_x_y_sample_weight(item), class_weight=self.class_weight)
            size = next((int(a.shape[0]) for a in parts[0] if a is not None), 1)
            # Keras averages the loss of datasets and tensors over steps, not over examples.
            size = size if self.kind in ("generator", "sequence") else 1
            yield {"batch": done, "size": size}, size, parts
            done += 1
        if self.kind == "sequence":
            self._left = None
            if hasattr(self.given, "on_epoch_end"):
                self.given.on_epoch_end()


def _elements(dataset):
    """The elements of `dataset` as arrays."""
    if not isinstance(dataset, Dataset):  # one of the graph
        yield from _fetched(dataset.make_one_shot_iterator().get_next())
        return
    with eager_mode():
        # Only while an element is taken: what is done with it belongs to the graph.
        iterator = iter(dataset)
    while True:
        with eager_mode():
            try:
                item = nest.map_structure(_as_array, next(iterator))
            except StopIteration:
                return
        yield item


def first_item(given, kind):
    """The next element of an iterator, or the first one of a dataset. Raises OutOfRangeError where there is none."""
    if kind == "iterator":
        return get_session().run(given.get_next())
    for item in _elements(given):
        return item
    raise OutOfRangeError(None, None, "End of sequence")


def _cardinality(dataset):
    """The number of batches of `dataset`, -1 for one that does not end, -2 where it is not known."""
    real = dataset if isinstance(dataset, Dataset) else getattr(dataset, "_made", None)
    if not isinstance(real, Dataset):
        return -2
    with eager_mode():
        return int(real.cardinality().numpy())


def _fetched(tensors):
    """The values of `tensors`, run after run, until an iterator among them ends."""
    while True:
        try:
            yield get_session().run(tensors)
        except OutOfRangeError:
            return


def _as_array(x):
    return x.numpy() if hasattr(x, "numpy") else x


class Progress:
    """The callbacks of a run, and the parameters they receive."""

    def __init__(self, model, callbacks, source, epochs, verbose, mode, validation=None, batch_size=None):
        if isinstance(callbacks, CallbackList):
            self.callbacks = callbacks
            return
        callbacks = list(nest.flatten(callbacks)) if callbacks else []
        names = model.metrics_names if mode != "predict" else []
        if mode == "train":
            callbacks.append(History())
            if verbose and not any(isinstance(c, ProgbarLogger) for c in callbacks):
                # Metrics keep their mean themselves: only the loss is averaged for the display.
                callbacks.append(ProgbarLogger(source.unit, stateful_metrics=names[1:]))
        shown = list(names) + (["val_" + n for n in names] if validation is not None else [])
        self.callbacks = CallbackList(callbacks, model=model)
        self.callbacks.set_params(
            {
                "batch_size": batch_size,
                "epochs": epochs,
                "steps": source.count if source.unit == "steps" else None,
                "samples": source.samples,
                "verbose": verbose,
                "do_validation": validation is not None,
                "metrics": shown,
            }
        )


def announce(source, validation):
    """Print what the model is trained on."""
    text = f"Train on {source.count} {source.told}"
    if validation is not None and validation.count:
        text += f", validate on {validation.count} {validation.told}"
    print_message(text)


def fit(trainer, source, validation, epochs, initial_epoch, verbose, callbacks, shuffle, validation_freq, batch_size):
    """Train the model of `trainer`; the history."""
    model = trainer.model
    if verbose and not (isinstance(source, Stream) and source.kind in ("generator", "sequence")):
        announce(source, validation)
    progress = Progress(model, callbacks, source, epochs, verbose, "train", validation, batch_size).callbacks
    model.stop_training = False
    progress.on_train_begin()
    for epoch in range(initial_epoch, epochs):
        if model.stop_training:
            break
        model.reset_metrics()
        progress.on_epoch_begin(epoch)
        totals = Averages()
        for facts, size, parts in source.batches(shuffle):
            progress.on_train_batch_begin(facts["batch"], dict(facts))
            values = trainer.run("train", *parts)
            totals.add(values, size)
            progress.on_train_batch_end(facts["batch"], {**facts, **dict(zip(model.metrics_names, values))})
            if model.stop_training:
                break
        logs = dict(zip(model.metrics_names, totals.result()))
        if validation is not None and is_due(epoch, validation_freq):
            found = evaluate(trainer, validation, progress)
            logs.update(zip(["val_" + n for n in model.metrics_names], found))
        progress.on_epoch_end(epoch, logs)
    progress.on_train_end()
    return model.history


def evaluate(trainer, source, callbacks):
    """The loss and the metrics for `source`, as a list."""
    model, totals = trainer.model, Averages()
    model.reset_metrics()
    callbacks.on_test_begin()
    for facts, size, parts in source.batches():
        callbacks.on_test_batch_begin(facts["batch"], dict(facts))
        values = trainer.run("test", *parts)
        totals.add(values, size)
        callbacks.on_test_batch_end(facts["batch"], {**facts, **dict(zip(model.metrics_names, values))})
    callbacks.on_test_end()
    return totals.result()


def predict(trainer, source, callbacks):
    """The outputs for `source`, as a list of arrays."""
    found = []
    callbacks.on_predict_begin()
    for facts, _, parts in source.batches():
        callbacks.on_predict_batch_begin(facts["batch"], dict(facts))
        values = trainer.run("predict", parts[0], [], [])
        callbacks.on_predict_batch_end(facts["batch"], {**facts, "outputs": values})
        found.append(values)
    callbacks.on_predict_end()
    return [np.concatenate(parts, axis=0) for parts in zip(*found)]


class Averages:
    """The mean of the loss over batches by their sizes; of metrics, which keep a state, the latest values."""

    def __init__(self):
        self.loss, self.weight, self.latest = 0.0, 0, None

    def add(self, values, size):
        """Add the results of a batch."""
        self.loss += np.float64(values[0]) * size
        self.weight += size
        self.latest = values

    def result(self):
        """The loss and the metrics. Raises ValueError without any batch."""
        if self.latest is None:
            raise ValueError("Empty training data.")
        return [self.loss / self.weight, *self.latest[1:]]
