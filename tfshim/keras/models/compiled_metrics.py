"""The metrics that a model was compiled with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tfshim.engine.runtime.locks import lock_of
from tfshim.engine.values import nest
from tfshim.keras import losses as loss_kinds
from tfshim.keras import metrics as metric_kinds
from tfshim.keras.models import outputs

if TYPE_CHECKING:
    from tfshim.keras.annotations import MetricLike
    from tfshim.keras.metrics.base import Metric


# Names whose meaning depends on the shapes of targets and predictions: binary, sparse or categorical.
_BY_SHAPE = {
    **dict.fromkeys(("accuracy", "acc"), ("binary_accuracy", "sparse_categorical_accuracy", "categorical_accuracy")),
    **dict.fromkeys(("crossentropy", "ce"), ("binary_crossentropy", "sparse_categorical_crossentropy", "categorical_crossentropy")),
}


class MetricsContainer:
    """The metrics of every output, those with sample weights and those without."""

    __module__ = "keras.src.engine.compile_utils"

    def __init__(
        self,
        metrics: MetricLike = None,
        weighted_metrics: MetricLike = None,
        output_names: Sequence[str] | None = None,
        from_serialized: bool = False,
    ) -> None:
        _refuse_doubles(metrics, weighted_metrics)
        self._user_metrics, self._user_weighted_metrics = metrics, weighted_metrics
        self._metrics, self._weighted_metrics = metrics, weighted_metrics
        self._output_names, self._from_serialized = output_names, from_serialized
        self._in_order = []
        # Whether metrics that are given as objects have the names of their outputs already, as those that were saved.
        self.objects_are_named = False
        self.built = False

    @property
    def metrics(self) -> list[Metric]:
        """All metrics, output by output."""
        return self._in_order if self.built else []

    @property
    def unweighted_metrics(self) -> list[Metric] | None:
        """Those that take no sample weights, or None before the first batch."""
        return nest.flatten(self._metrics) if self.built else None

    @property
    def weighted_metrics(self) -> list[Metric] | None:
        """Those that take sample weights, or None before the first batch."""
        return nest.flatten(self._weighted_metrics) if self.built else None

    def build(self, y_pred: Any, y_true: Any) -> None:
        """Make the metrics for outputs and targets like these."""
        if self._output_names is None:
            self._output_names = outputs.names_of(y_pred)
        targets = outputs.as_tensors(outputs.spread(y_pred, self._output_names, y_true))
        predictions = nest.flatten(y_pred)
        rows_of_metrics, named = [], set()
        for given in (self._user_metrics, self._user_weighted_metrics):
            rows = outputs.spread_lists(y_pred, self._output_names, given)
            # One list of objects for all outputs: each output needs metrics of its own.
            shared = len(predictions) > 1 and all(any(a is b for a in rows[0]) for row in rows[1:] for b in row)
            outputs.check_structure(y_pred, self._output_names, y_true)
            rows_of_metrics.append([[_metric(m, y, p, copy=shared) for m in row] for row, y, p in zip(rows, targets, predictions)])
            if self.objects_are_named:
                pairs = zip(nest.flatten(rows[: len(predictions)]), nest.flatten(rows_of_metrics[-1]))
                named |= {id(made) for m, made in pairs if isinstance(m, metric_kinds.Metric)}
        self._metrics, self._weighted_metrics = rows_of_metrics
        if not self._from_serialized:
            self._name(named)
        # By output, those without sample weights first: the order in which Keras shows them.
        self._in_order = [m for rows in zip(*rows_of_metrics) for row in rows for m in row if m is not None]
        self.built = True

    def _name(self, named):
        """Make the names of metrics of several outputs, and of weighted ones, distinct; `named`: the ids of those that have theirs."""
        seen, several = set(), len(self._output_names) > 1
        for output, plain, weighted in zip(self._output_names, self._metrics, self._weighted_metrics):
            prefix = f"{output}_" if several else ""
            for kind, row in (("", plain), ("weighted_", weighted)):
                for m in row:
                    if m is None or id(m) in named:
                        continue
                    name = prefix + m.name
                    if kind and name in seen:
                        name = prefix + kind + m.name
                    if name in seen:
                        what = "weighted metrics" if kind else "metrics"
                        raise ValueError(
                            f"Found two {what} with the same name: {name}. All the metrics added to the model need to have unique names."
                        )
                    seen.add(name)
                    # Not by attribute: the name of a layer is read-only.
                    m.__dict__["_name"] = name

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Update the metrics with a batch."""
        if not self.built:
            with lock_of(self):
                if not self.built:
                    self.build(y_pred, y_true)
        if not self._in_order:
            return
        targets = outputs.as_tensors(outputs.spread(y_pred, self._output_names, y_true))
        weights = outputs.as_tensors(outputs.spread(y_pred, self._output_names, sample_weight))
        for y, p, w, plain, weighted in zip(targets, nest.flatten(y_pred), weights, self._metrics, self._weighted_metrics):
            if y is None or all(m is None for m in (*plain, *weighted)):
                continue
            y, p, w = outputs.match(y, p, w)
            mask = outputs.mask_of(p)
            w = outputs.with_mask(p, w, mask)
            for m in plain:
                if m is not None:
                    # The mask counts for metrics without sample weights as well.
                    m.update_state(y, p, sample_weight=mask)
            for m in weighted:
                if m is not None:
                    m.update_state(y, p, sample_weight=w)

    def reset_state(self) -> None:
        """Reset all metrics."""
        known = self._in_order if self.built else nest.flatten(self._user_metrics) + nest.flatten(self._user_weighted_metrics)
        for m in known:
            if isinstance(m, metric_kinds.Metric):
                m.reset_state()


def _refuse_doubles(metrics, weighted_metrics):
    seen, doubles = [], []
    for m in nest.flatten(metrics) + nest.flatten(weighted_metrics):
        if isinstance(m, metric_kinds.Metric):
            (doubles if any(m is s for s in seen) else seen).append(m)
    if doubles:
        raise ValueError(
            "Found duplicated metrics object in the user provided metrics and weighted metrics. This will cause the same "
            "metric object to be updated multiple times, and report wrong results. \n"
            f"Duplicated items: {doubles}"
        )


def _metric(given, y_true, y_pred, copy):
    """A `Metric` for what a user may give: None, a name, a function or an object."""
    if given is None:
        return None
    names = _BY_SHAPE.get(given.lower()) if isinstance(given, str) else None
    found = metric_kinds.get(given) if names is None else getattr(metric_kinds, names[_kind(y_true, y_pred)])
    if isinstance(found, metric_kinds.Metric):
        # One object for several outputs would mix their results.
        return type(found).from_config(found.get_config()) if copy and found is given else found
    if isinstance(found, loss_kinds.Loss):
        name, found._allow_sum_over_batch_size = found.name, True
    else:
        name = given if isinstance(given, str) else outputs.name_of(given)
    return metric_kinds.MeanMetricWrapper(found, name=name)


def _kind(y_true, y_pred):
    """0 for binary, 1 for class numbers, 2 for categories."""
    # ValueError where a graph does not know them: the kind cannot be told.
    rank, rank_of_predictions = len(y_true.shape.as_list()), len(y_pred.shape.as_list())
    last = y_pred.shape[-1]
    if last == 1:
        return 0
    return 1 if rank < rank_of_predictions or y_true.shape[-1] == 1 and last is not None and last > 1 else 2
