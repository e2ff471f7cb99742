"""`train_on_batch`, `test_on_batch` and `predict_on_batch`: what `fit`, `evaluate` and `predict` do, for one batch that is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime.errors import OutOfRangeError
from tfshim.engine.runtime.tracebacks import for_callers
from tfshim.engine.values import nest
from tfshim.keras.models.batches import batch_sources
from tfshim.keras.models.class_weights import ClassWeights
from tfshim.keras.models.model_steps import StepsMixin, disallow_inside_function
from tfshim.keras.models.scheduled import check_one_batch
from tfshim.keras.models.steps import by_names, in_order, to_python, to_python_arrays
from tfshim.ragged.ragged_tensor_value import RaggedTensorValue
from tfshim.sparse.sparse_tensor import SparseTensor, is_sparse_value

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.keras.annotations import Batches


class OneBatchMixin(StepsMixin):
    """How a model is trained, evaluated and used for predictions batch by batch."""

    @for_callers
    def train_on_batch(
        self,
        x: Batches,
        y: TensorLike | None = None,
        sample_weight: TensorLike | None = None,
        class_weight: Mapping[int, float] | None = None,
        reset_metrics: bool = True,
        return_dict: bool = False,
    ) -> Any:
        """One step of training on one batch, for loops of one's own.

        Mirrors `tf.keras.Model.train_on_batch`. It does what `fit` does for a batch, with the compiled loss, optimizer and metrics, but
        shuffles nothing and calls no callbacks.

        Arguments:
            x: the inputs: an array or tensor, a list of them, or a dictionary by names of inputs; all of them are one batch.
            y: the targets, in the same forms.
            sample_weight: a factor for each example.
            class_weight: factors of the loss by class, a dictionary.
            reset_metrics: whether the metrics are those of this batch alone; True by default. False: they go on from batch to batch.
            return_dict: whether a dictionary is returned; False by default.

        Returns:
            The loss before the step, a float; with metrics a list in the order of `model.metrics_names`; with `return_dict` a dictionary.

        Raises:
            RuntimeError: before `compile`. ValueError: data that do not fit together.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile(tf.keras.optimizers.SGD(0.25), "mse")
            >>> model.train_on_batch(np.ones([2, 1]), np.ones([2, 1]))
            1.0
            >>> model.train_on_batch(np.ones([2, 1]), np.ones([2, 1]))
            0.0
        """
        self._assert_compile_was_called()
        self._check_call_args("train_on_batch")
        check_one_batch(self)
        disallow_inside_function("train_on_batch")
        if self._graph_training is not None:
            found = self._graph_training.on_batch("train", x, y, sample_weight, class_weight, reset_metrics)
            return by_names(self.metrics_names, found) if return_dict else found
        if reset_metrics:
            self.reset_metrics()
        with self._as_compiled():
            iterator = _one_batch(x, y, sample_weight, class_weight)
            self.train_function = self.make_train_function()
            logs = to_python(self.train_function(iterator))
        return logs if return_dict else in_order(logs, self.metrics_names)

    @for_callers
    def test_on_batch(
        self,
        x: Batches,
        y: TensorLike | None = None,
        sample_weight: TensorLike | None = None,
        reset_metrics: bool = True,
        return_dict: bool = False,
    ) -> Any:
        """Loss and metrics for one batch, without training.

        Mirrors `tf.keras.Model.test_on_batch`. The model is called with `training=False`, with the compiled loss and metrics; no callback
        is called.

        Arguments:
            x: the inputs: an array or tensor, a list of them, or a dictionary by names of inputs; all of them are one batch.
            y: the targets, in the same forms.
            sample_weight: a factor for each example, for the loss and `weighted_metrics`.
            reset_metrics: whether the metrics are those of this batch alone; True by default. False: they go on from batch to batch.
            return_dict: whether a dictionary is returned; False by default.

        Returns:
            The loss, a float; with metrics a list in the order of `model.metrics_names`; with `return_dict` a dictionary.

        Raises:
            RuntimeError: before `compile`. ValueError: data that do not fit together.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="zeros")])
            >>> model.compile(loss="mse", metrics=["mae"])
            >>> model.test_on_batch(np.ones([2, 1]), 3 * np.ones([2, 1]))
            [9.0, 3.0]
        """
        self._assert_compile_was_called()
        self._check_call_args("test_on_batch")
        check_one_batch(self)
        disallow_inside_function("test_on_batch")
        if self._graph_training is not None:
            found = self._graph_training.on_batch("test", x, y, sample_weight, reset_metrics=reset_metrics)
            return by_names(self.metrics_names, found) if return_dict else found
        if reset_metrics:
            self.reset_metrics()
        iterator = _one_batch(x, y, sample_weight)
        self.test_function = self.make_test_function()
        logs = to_python(self.test_function(iterator))
        return logs if return_dict else in_order(logs, self.metrics_names)

    @for_callers
    def predict_on_batch(self, x: Batches) -> Any:
        """What the model gives for one batch, as NumPy arrays.

        Mirrors `tf.keras.Model.predict_on_batch`. The model is called with `training=False`, as one batch whatever the size, without
        callbacks or a progress bar. It need not be compiled. Where a tensor serves as well, as within a `tf.function`, call `model(x)`.

        Arguments:
            x: the inputs: an array or tensor, a list of them, or a dictionary by names of inputs.

        Returns:
            An array with a row for each example, or a structure of them for several outputs.

        Raises:
            ValueError: data that do not fit the model.

        Example:
            >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones")])
            >>> model.predict_on_batch(np.array([[1.0, 2.0]], np.float32)).tolist()
            [[3.0]]
        """
        self._check_call_args("predict_on_batch")
        disallow_inside_function("predict_on_batch")
        if self._graph_training is not None:
            return self._graph_training.on_batch("predict", x)
        self.predict_function = self.make_predict_function()
        return to_python_arrays(self.predict_function(_one_batch(x)))


def _one_batch(x, y=None, sample_weight=None, class_weight=None):
    """An iterator over the one batch."""
    x, y, sample_weight = batch_sources.as_tensors(_of_values((x, y, sample_weight)))
    data = (x,) if y is None else (x, y) if sample_weight is None else (x, y, sample_weight)
    batch_sources.check_cardinality(data)
    data = nest.map_structure(lambda v: v if nest.is_composite(v) else batch_sources.convert_to_tensor(v), data)
    if class_weight:
        data = ClassWeights(class_weight)(*data)
    return _batches(data)


def _of_values(x):
    """`x` with tensors for sparse and ragged values of arrays, anywhere within it."""
    if isinstance(x, RaggedTensorValue):
        return x._tensor()
    if is_sparse_value(x):
        return SparseTensor.from_value(x)
    if type(x) in (list, tuple):
        return type(x)(map(_of_values, x))
    return {name: _of_values(part) for name, part in x.items()} if type(x) is dict else x


def _batches(data):
    yield data
    # A model that takes several batches in a call asks for more than there are.
    raise OutOfRangeError(None, None, "Graph execution error:\n\nEnd of sequence\n\t [[{{node IteratorGetNext}}]]")
