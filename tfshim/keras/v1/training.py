"""Models in graphs of TensorFlow 1: compiled into nodes, trained by runs of Keras' session."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from tfshim.data.dataset import Dataset
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.errors import InvalidArgumentError
from tfshim.engine.values import nest
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras.backend import settings
from tfshim.keras.engine.input_layer import Input
from tfshim.keras.models.outputs import names_of
from tfshim.keras.utils.packing import unpack_x_y_sample_weight
from tfshim.keras.utils.sequences import Sequence
from tfshim.keras.v1 import data, loops, phase, tf_optimizer, updates
from tfshim.keras.v1.ends import inputs_of, outputs_of
from tfshim.keras.v1.inputs import is_fed
from tfshim.keras.v1.mode import building
from tfshim.keras.v1.operations import reachable
from tfshim.keras.v1.session import get_session
from tfshim.keras.v1.steps import Compiled, Steps, model_metrics

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike


class Counter:
    """How many batches a model has seen, for callbacks."""

    def __init__(self):
        self.count = 0

    def numpy(self):
        """The number."""
        return self.count

    def __int__(self):
        return self.count


class GraphTraining:
    """What the methods of a model do that was made while a TF 1 graph was built."""

    def __init__(self, model: Any) -> None:
        self.model, self.graph = model, building()
        model.__dict__.update(
            _train_counter=Counter(),
            _test_counter=Counter(),
            _predict_counter=Counter(),
            _make_train_function=self.make_optimizer_variables,
            _make_test_function=self.make_steps,
            _make_predict_function=self.make_steps,
            _standardize_user_data=self.standardized_user_data,
        )
        self.arguments = self.compiled = None
        self.steps = {}  # the ranks of the sample weights of each output -> Steps
        self.prediction = None  # what a step of prediction fetches

    # ------------------------------------------------------------------ compile
    def compile(self, optimizer, loss: Any, metrics, loss_weights, weighted_metrics, target_tensors, sample_weight_mode) -> None:
        """Take what a model is trained with; the nodes are made at once where the outputs are known."""
        if sample_weight_mode not in (None, {}) and any(m not in (None, "temporal") for m in nest.flatten(sample_weight_mode)):
            raise ValueError(f"Invalid `sample_weight_mode`: {sample_weight_mode}; it is None or 'temporal'.")
        model = self.model
        own = model.__dict__
        model.optimizer = tf_optimizer.get(optimizer)
        own["loss"] = loss or {}
        own["_is_compiled"] = True
        self.arguments = loss, metrics, loss_weights, weighted_metrics, target_tensors
        self.compiled, self.steps = None, {}
        if self._has_outputs():
            self._make()

    def _has_outputs(self):
        return bool(outputs_of(self.model))

    def _make(self):
        model = self.model
        own = model.__dict__
        own["_collected_trainable_weights"] = model.trainable_weights
        self.compiled = Compiled(model, *self.arguments)
        own["_targets"], own["loss_functions"] = self.compiled.targets, self.compiled.losses
        own.update(sample_weights=[None] * len(self.compiled.targets), _feed_sample_weights=[])
        # What code that runs the nodes of a model itself feeds them with; class numbers come as a column.
        fed = [i for i, t in enumerate(self.compiled.targets) if _is_placeholder(t)]
        own["_feed_targets"] = [self.compiled.targets[i] for i in fed]
        own["_feed_output_names"] = [self.compiled.names[i] for i in fed]
        own["_feed_loss_fns"] = [self.compiled.losses[i] for i in fed]
        own["_feed_output_shapes"] = data.target_shapes([outputs_of(model)[i] for i in fed], own["_feed_loss_fns"])
        if any(x is not None for x in self.compiled.losses) or model.losses:
            own["total_loss"] = self._steps([0] * len(self.compiled.names)).total

    def _steps(self, weighted):
        key = tuple(weighted)
        if key not in self.steps:
            self.steps[key] = Steps(self.compiled, key)
            self._show(self.steps[key])
        return self.steps[key]

    def _show(self, made):
        """Let attributes of the model tell the nodes of these steps."""
        fed = [w for w in made.weights if _is_placeholder(w)]
        self.model.__dict__.update(total_loss=made.total, sample_weights=made.weights, _feed_sample_weights=fed)

    @property
    def metrics(self):
        """The metrics that were compiled, and those that layers have added."""
        return ([] if self.compiled is None else self.compiled.in_order) + model_metrics(self.model)

    @property
    def metrics_names(self):
        """The names of what an evaluation gives."""
        if not self.model._is_compiled:
            return []
        each = [] if self.compiled is None else [m.name for m in self.compiled.loss_metrics if m is not None]
        return ["loss", *each, *[m.name for m in self.metrics]]

    def reset_metrics(self) -> None:
        """Reset all metrics."""
        for m in [*([] if self.compiled is None else self.compiled.all_metrics), *model_metrics(self.model)]:
            m.reset_state()

    def steps_for(self, weights: list[Any]) -> Steps:
        """The nodes of a step with these tensors as the sample weights of the outputs, None for those without."""
        found = Steps(self.compiled, [0 if w is None else w.shape.rank for w in weights], weights)
        self._show(found)
        return found

    def make_steps(self) -> None:
        """Make the nodes of an evaluation, where the model is compiled; those of a prediction are there already."""
        if self.compiled is not None:
            self._steps([0] * len(self.compiled.names))

    def make_optimizer_variables(self) -> None:
        """Create the training operations of the optimizer, and with them its slot variables."""
        if self.compiled is not None:
            self._steps([0] * len(self.compiled.names)).fetches("train")

    # ------------------------------------------------------------------ inputs and outputs
    def know_inputs(self, x: TensorLike) -> None:
        """Let a model that is given its first data make its nodes for data like these."""
        model = self.model
        if self._has_outputs():
            return
        arrays = [data.as_array(a.numpy() if hasattr(a, "numpy") else a) for a in nest.flatten(x)]
        if hasattr(model, "_infer_graph") and len(arrays) == 1:
            model._infer_graph(TensorShape([None, *arrays[0].shape[1:]]), None)
            if self._has_outputs():
                self._finish()
                return
        made = [Input(shape=a.shape[1:], dtype=a.dtype if a.dtype.kind in "iub" else None) for a in arrays]
        self.connect(nest.pack_sequence_as(x, made) if nest.is_nested(x) else made[0])

    def connect(self, inputs: Any) -> None:
        """Make the nodes of a model that is known by its call alone, on `inputs`, tensors of the graph."""
        model, made = self.model, nest.flatten(inputs)
        takes_training = "training" in inspect.signature(model.call).parameters
        found = model(inputs, training=settings.learning_phase()) if takes_training else model(inputs)
        own = model.__dict__
        own.update(
            _graph_inputs=made,
            _graph_outputs=nest.flatten(found),
            output_names=names_of(found),
            input_names=[f"input_{i + 1}" for i in range(len(made))],
            _graph_structure=found,
        )
        if type(model).inputs is None:
            own.update(inputs=made, outputs=own["_graph_outputs"])
        self._finish()

    def _finish(self):
        if self.arguments is not None and self.compiled is None:
            self._make()

    def standardized(self, x: TensorLike, y: TensorLike | None = None, sample_weight=None, class_weight=None, predicting: bool = False):
        """(inputs, targets, weights), lists of arrays in the order of the model, checked."""
        self.know_inputs(x)
        model = self.model
        fed = [(n, t) for n, t in zip(model.input_names, inputs_of(model)) if is_fed(t)]
        shapes = [None if not hasattr(t, "op") or t.shape.rank is None else tuple(t.shape.as_list()) for _, t in fed]
        inputs = data.in_order(x, [n for n, _ in fed], shapes, "input")
        if predicting or self.compiled is None:
            return inputs, [], []
        targets, weights = self._targets(y), []
        if any(t is not None for t in targets):
            sample = data.by_output(sample_weight, self.compiled.names, "sample_weight")
            classes = data.by_output(class_weight, self.compiled.names, "class_weight") if len(self.compiled.names) > 1 else [class_weight]
            weights = [None if t is None else data.weights(t, w, c) for t, w, c in zip(targets, sample, classes)]
            data.check_lengths(inputs, targets, weights)
        else:
            data.check_lengths(inputs, [], [])
        return inputs, targets, weights

    def standardized_user_data(self, x: TensorLike, y: TensorLike | None = None, sample_weight=None, class_weight=None):
        """Keras' (inputs, targets, weights), lists of arrays to feed the nodes of the model with; None for no weights.

        Without `y` there are no targets. Raises RuntimeError for targets of a model that is not compiled.
        """
        if y is not None and self.compiled is None:
            raise RuntimeError("You must compile a model before training/testing. Use `model.compile(optimizer, loss)`.")
        inputs, targets, weights = self.standardized(x, y, sample_weight, class_weight, predicting=y is None)
        targets, weights = ([a for a in arrays if a is not None] for arrays in (targets, weights))
        return inputs, targets, weights or None

    def _targets(self, y):
        compiled = self.compiled
        wanted = [i for i, t in enumerate(compiled.targets) if _is_placeholder(t)]
        if not wanted:
            return [None] * len(compiled.names)
        if y is None:
            raise ValueError("You should provide targets `y`: the model was compiled with a loss that compares its outputs with them.")
        names = [compiled.names[i] for i in wanted]
        # Targets of outputs without a loss are taken, but not used.
        if len(wanted) != len(compiled.names) and isinstance(y, (list, tuple)) and len(y) == len(compiled.names):
            y = [y[i] for i in wanted]
        given = data.in_order(y, names, [None] * len(wanted), "target")
        made = [None] * len(compiled.names)
        for i, t in zip(wanted, given):
            made[i] = t
        data.check_targets(made, compiled.losses, outputs_of(self.model))
        return made

    # ------------------------------------------------------------------ one run
    def run(self, mode, inputs: TensorLike, targets, weights: Any):
        """The results of a step on one batch: the loss and metrics, or in prediction the outputs."""
        model, graph = self.model, building()
        model.__dict__[f"_{mode}_counter"].count += 1
        feed = dict(zip([t for t in inputs_of(model) if is_fed(t)], inputs))
        learning = phase.known(graph)
        if learning is not None:
            feed[learning] = mode == "train"
        if mode == "predict":
            if self.prediction is None:
                self.prediction = [outputs_of(model), updates.relevant(model.state_updates, inputs_of(model))]
            return get_session()._run_with_any_shapes(self.prediction, feed)[0]
        given = [0 if w is None else w.ndim for w in weights] or [0] * len(self.compiled.names)
        steps = self._steps(given)
        for placeholders, values in ((self.compiled.targets, targets), (steps.weights, weights)):
            feed.update((p, v) for p, v in zip(placeholders, values) if p is not None and v is not None)
        if mode == "train":
            self._check_ranks(steps, targets)
        fetches = steps.fetches(mode)  # which may make variables of the optimizer
        return get_session()._run_with_any_shapes(fetches, feed)[0]

    def _check_ranks(self, steps, values):
        """Raise InvalidArgumentError for a target with more or fewer axes than its output, where the loss depends on it."""
        for target, value in zip(self.compiled.targets, values):
            if target is None or value is None or target.shape.rank in (None, value.ndim) or not reachable([steps.total], [target])[0]:
                continue
            raise InvalidArgumentError(
                None,
                None,
                f"The target {target.name} has {target.shape.rank} axes as its output has, but it is fed with an array of shape "
                f"{value.shape}, whose gradient the loss cannot give; let the output have {value.ndim} axes.",
            )

    # ------------------------------------------------------------------ the methods of the model
    def source(
        self,
        x: TensorLike,
        y: TensorLike | None = None,
        sample_weight=None,
        batch_size: int | None = None,
        steps=None,
        class_weight=None,
        predicting: bool = False,
    ):
        """What gives the batches of an epoch."""
        kind = _kind(x)
        if kind == "iterator":
            raise ValueError(
                "For performance reasons Keras `fit`, `evaluate` and`predict` accept tf.data `Datasets` as input but not iterators that "
                "have been manually generated from Datasets by users. Please directly pass in the original `Dataset` object instead of "
                "passing in `iter(dataset)`."
            )
        _check_alone(x, kind, y, sample_weight)
        if any(isinstance(t, SymbolicTensor) for t in nest.flatten((x, y))):
            given = tuple(p for p in (x, y, sample_weight) if p is not None)
            return loops.Stream(self, given, steps, "tensors", class_weight)
        if kind is None:
            parts = self.standardized(x, y, sample_weight, class_weight, predicting)
            return loops.Arrays(*parts, batch_size or 32) if steps is None else loops.Repeated(*parts, steps)
        return loops.Stream(self, x, steps, kind, class_weight)

    def fit(
        self,
        x: TensorLike,
        y: TensorLike,
        batch_size: int,
        epochs: int,
        verbose: Any,
        callbacks: Any,
        validation_split: float,
        validation_data,
        shuffle: Any,
        class_weight,
        sample_weight,
        initial_epoch,
        steps_per_epoch,
        validation_steps,
        validation_batch_size,
        validation_freq,
    ):
        """See `Model.fit`."""
        source = self.source(x, y, sample_weight, batch_size, steps_per_epoch, class_weight)
        validation = None
        if isinstance(source, loops.Repeated) and validation_steps is None and (validation_data is not None or validation_split):
            raise TypeError("`validation_steps` must be a number, not None, where `steps_per_epoch` is given with arrays.")
        if validation_data is not None and not (isinstance(validation_data, (list, tuple)) and not validation_data):
            given = (
                (validation_data, None, None)
                if not isinstance(validation_data, (list, tuple))
                else unpack_x_y_sample_weight(validation_data)
            )
            validation = self.source(*given, validation_batch_size or batch_size, validation_steps)
        elif validation_split:
            source, validation = _split(source, validation_split)
        return loops.fit(
            self,
            source,
            validation,
            epochs,
            initial_epoch,
            verbose,
            callbacks,
            shuffle,
            validation_freq,
            batch_size or (32 if source.unit == "samples" else None),
        )

    def evaluate(self, x: TensorLike, y: TensorLike, batch_size: int, verbose: Any, sample_weight, steps, callbacks: Any):
        """See `Model.evaluate`; a list, or the loss alone."""
        source = self.source(x, y, sample_weight, batch_size, steps)
        progress = loops.Progress(self.model, callbacks, source, 1, verbose, "test", batch_size=batch_size).callbacks
        return _one(loops.evaluate(self, source, progress))

    def predict(self, x: TensorLike, batch_size: int, verbose: Any, steps, callbacks: Any):
        """See `Model.predict`."""
        source = self.source(x, None, None, batch_size, steps, predicting=True)
        progress = loops.Progress(self.model, callbacks, source, 1, verbose, "predict", batch_size=batch_size).callbacks
        return self._packed(loops.predict(self, source, progress))

    def _packed(self, found):
        structure = self.model.__dict__.get("_graph_structure", self.model.__dict__.get("_nested_outputs"))
        return nest.pack_sequence_as(structure, found) if nest.is_nested(structure) else _one(found)

    def on_batch(self, mode, x: TensorLike, y: TensorLike | None = None, sample_weight=None, class_weight=None, reset_metrics: bool = True):
        """One step on one batch; the results as `evaluate` or `predict` give them."""
        kind = _kind(x)
        if kind in ("dataset", "iterator"):
            _check_alone(x, kind, y, sample_weight)
            # A dataset begins anew at each call, an iterator goes on.
            x, y, sample_weight = unpack_x_y_sample_weight(loops.first_item(x, kind))
        parts = self.standardized(x, y, sample_weight, class_weight, mode == "predict")
        if mode == "predict":
            return self._packed(self.run(mode, *parts))
        found = _one(self.run(mode, *parts))
        if reset_metrics:
            self.reset_metrics()
        return found


def _is_placeholder(t):
    return t is not None and t.op.kind == "Placeholder"


def _kind(x):
    if isinstance(x, Sequence):
        return "sequence"
    if isinstance(x, Dataset) or hasattr(x, "element_spec") and hasattr(x, "make_one_shot_iterator"):
        return "dataset"
    if hasattr(x, "get_next") and hasattr(x, "element_spec"):
        return "iterator"
    return "generator" if hasattr(x, "__next__") else None


def _check_alone(x, kind, y, sample_weight):
    """Raise ValueError, with Keras' message, for targets or weights beside what gives batches of them."""
    if kind in ("generator", "sequence"):
        for name, given, what in (("y", y, "targets as the second"), ("sample_weight", sample_weight, "sample weights as the third")):
            if given is not None:
                raise ValueError(
                    f"`{name}` argument is not supported when data isa generator or Sequence instance. Instead pass {what} element of the "
                    "generator."
                )
    if kind not in ("dataset", "iterator"):
        return
    if y is not None:
        raise ValueError(
            f"You passed a dataset or dataset iterator ({x}) as input `x` to your model. In that case, you should not specify a target "
            f"(`y`) argument, since the dataset or dataset iterator generates both input data and target data. Received: {y}"
        )
    if sample_weight is not None:
        raise ValueError(
            "`sample_weight` argument is not supported when input `x` is a dataset or a dataset iterator. Instead, youcan provide "
            "sample_weight as the third element  of yourdataset, i.e. (inputs, targets, sample_weight). "
            f"Received: x={x}, sample_weight={sample_weight}"
        )


def _one(values):
    return values[0] if len(values) == 1 else values


def _split(source, share):
    """The last `share` of the rows of `source` as a source of their own."""
    at = int(source.samples * (1.0 - share))
    if not 0 < at < source.samples:
        raise ValueError(f"`validation_split`={share} leaves no rows on one side of {source.samples}.")
    made = [loops.Arrays(*[data.rows(p, which) for p in source.parts], source.batch_size) for which in (slice(0, at), slice(at, None))]
    return made[0], made[1]
