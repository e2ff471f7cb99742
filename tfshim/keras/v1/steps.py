"""What a compiled model does with a batch, as nodes of a graph: targets, losses, metrics and the step of the optimizer."""

from tfshim import array_ops, math
from tfshim.control_flow import control_dependencies, group
from tfshim.engine.runtime.context import name_scope
from tfshim.engine.values.shapes import TensorShape
from tfshim.keras import metrics as metric_kinds
from tfshim.keras.backend.settings import learning_phase
from tfshim.keras.engine.own_metrics import metrics_of
from tfshim.keras.losses.base import Loss, of_output
from tfshim.keras.models import outputs
from tfshim.keras.models.compiled_loss import _loss
from tfshim.keras.models.compiled_metrics import _metric
from tfshim.keras.v1 import data, operations, updates
from tfshim.keras.v1.ends import inputs_of, outputs_of
from tfshim.keras.v1.inputs import placeholder

_SHORT = {"accuracy": "acc", "acc": "acc", "crossentropy": "ce", "ce": "ce"}


def loss_of_outputs(names, given):
    """A loss or None for each output. Raises ValueError for names that no output has, or for too few losses."""
    if isinstance(given, dict):
        unknown = sorted(set(given) - set(names))
        if unknown:
            raise ValueError(f"Unknown entries in loss dictionary: {unknown}. Only expected following keys: {names}")
        given = [given.get(n) for n in names]
    elif isinstance(given, (list, tuple)):
        if len(given) != len(names):
            raise ValueError(
                f"When passing a list as loss, it should have one entry per model outputs. The model has {len(names)} "
                f"outputs, but you passed loss={given}"
            )
    else:
        given = [given] * len(names)
    return [_loss(x) for x in given]


def weights_of_outputs(names, given):
    """The number by which the loss of each output counts. Raises ValueError for what does not fit the outputs."""
    if given is None:
        return [None] * len(names)
    if isinstance(given, dict):
        unknown = sorted(set(given) - set(names))
        if unknown:
            raise ValueError(f"Unknown entries in loss_weights dictionary: {unknown}. Only expected following keys: {names}")
        return [given.get(n, 1.0) for n in names]
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"Could not interpret loss_weights argument: {given} - expected a list of dicts.")
    if len(given) != len(names):
        raise ValueError(
            f"When passing a list as loss_weights, it should have one entry per model output. The model has {len(names)} "
            f"outputs, but you passed loss_weights={given}"
        )
    return list(given)


def name_of_metric(given, made, weighted):
    """What a metric is called in logs: in programs of TensorFlow 1 `accuracy` is `acc`, and functions go by their own names."""
    if isinstance(given, metric_kinds.Metric):
        return given.name
    # Keras shortens names only where the behaviour of TensorFlow 2 is switched off.
    if TensorShape._v2_behavior:
        return made.name
    prefix = "weighted_" if weighted else ""
    if isinstance(given, str):
        if given in _SHORT:
            return prefix + _SHORT[given]
        found = metric_kinds.get(given)
        return prefix + (getattr(found, "name", None) or found.__name__)
    return prefix + made.name


class Compiled:
    """Losses and metrics for the outputs of a model, and the targets that they compare them with."""

    def __init__(self, model, loss, metrics, loss_weights, weighted_metrics, target_tensors):
        self.model, self.names = model, list(model.output_names)
        self.losses = loss_of_outputs(self.names, loss)
        self.factors = weights_of_outputs(self.names, loss_weights)
        self.targets = self._make_targets(target_tensors)
        several = len(self.names) > 1
        self.metrics = [[], []]  # (metric, output index), without and with sample weights
        self._make_metrics(metrics, weighted_metrics)
        self.loss_metrics = [
            metric_kinds.Mean(name=f"{n}_loss") if several and f is not None else None for n, f in zip(self.names, self.losses)
        ]
        self.in_order = [m for i in range(len(self.names)) for row in self.metrics for m, at in row if at == i]

    def _make_targets(self, given):
        if given is not None:
            if isinstance(given, dict):
                given = [given.get(n) for n in self.names]
            given = list(given) if isinstance(given, (list, tuple)) else [given]
            if len(given) != len(self.names):
                raise ValueError(
                    f"When passing a list as `target_tensors`, it should have one entry per model output. The model has "
                    f"{len(self.names)} outputs, but you passed target_tensors={given}"
                )
        made = []
        for i, (name, y, loss) in enumerate(zip(self.names, outputs_of(self.model), self.losses)):
            if loss is None:
                made.append(None)
            elif given is not None and given[i] is not None:
                made.append(given[i])
            else:
                rank = y.shape.rank
                made.append(placeholder(y.dtype, [None] * rank if rank is not None else None, f"{name}_target"))
        return made

    def _make_metrics(self, metrics, weighted_metrics):
        used = set()
        for kind, given in ((0, metrics), (1, weighted_metrics)):
            rows = outputs.spread_lists(outputs_of(self.model), self.names, given)
            for i, (name, row) in enumerate(zip(self.names, rows)):
                if self.targets[i] is None:
                    continue
                for m in row:
                    if m is None:
                        continue
                    made = _metric(m, _like(self.targets[i], self.losses[i]), outputs_of(self.model)[i], copy=False)
                    base = name_of_metric(m, made, kind == 1)
                    base = full = f"{name}_{base}" if len(self.names) > 1 else base
                    count = 0
                    while full in used:
                        count += 1
                        full = f"{base}_{count}"
                    used.add(full)
                    made.__dict__["_name"] = full
                    self.metrics[kind].append((made, i))

    @property
    def all_metrics(self):
        """Every metric whose state is reset at the begin of an epoch."""
        return [m for m in self.loss_metrics if m is not None] + self.in_order


def _like(target, loss):
    """A substitute for the target, from which the accuracy function is chosen: class numbers have a last axis of size 1."""
    sparse = data.loss_name(loss) == "sparse_categorical_crossentropy"

    class Facts:
        shape = TensorShape([*[None] * ((target.shape.rank or 1) - 1), 1 if sparse else None])

    return Facts


class Steps:
    """The nodes for one choice of sample weights: `total`, `results` of the metrics, and `metric_updates`.

    `weighted`: for each output the number of axes of its sample weights, 0 for none; they are fed, but for those that `weights` gives.
    """

    def __init__(self, compiled, weighted, weights=None):
        self.compiled, model = compiled, compiled.model
        self.weights = list(weights or [])
        if weights is None:
            self._make_weights(weighted)
        prepared = [
            None if y is None else (*outputs.match(y, p, w), outputs.mask_of(p))
            for y, p, w in zip(compiled.targets, outputs_of(model), self.weights)
        ]
        self._of_outputs = self._gather(prepared)
        self._of_losses, terms = [], []
        with name_scope("loss"):
            for parts, loss, name, factor, metric in zip(
                prepared, compiled.losses, compiled.names, compiled.factors, compiled.loss_metrics
            ):
                if parts is None:
                    continue
                value = _value(loss, name, *parts)
                if metric is not None:
                    done = [metric.__dict__.get("_update_here", metric.update_state)(value)]
                    self._of_losses.append((_after(metric, done), done))
                terms.append((1.0 if factor is None else factor) * value)
            penalties = self._penalties()
            found = [_sum(x) for x in (terms, penalties) if x]
            if not found:
                raise ValueError("The model cannot be compiled because it has no loss to optimize.")
            self.total = _sum(found)
        self._train, self._fetches, self._of_model = None, {}, []

    def _penalties(self):
        """The losses that layers add: those that depend on nothing that is fed, and then the others, for which Keras asks once more."""
        model, known = self.compiled.model, inputs_of(self.compiled.model) + self.targets
        free = [x for x in updates.relevant(model.losses, known) if not operations.placeholders_of(x)]
        return free + [x for x in updates.relevant(model.losses, known) if operations.placeholders_of(x)]

    def _make_weights(self, weighted):
        with name_scope(""):
            for name, rank, target in zip(self.compiled.names, weighted, self.compiled.targets):
                wanted = rank and target is not None
                self.weights.append(placeholder("float32", [None] * rank, f"{name}_sample_weights") if wanted else None)

    targets = property(lambda self: [t for t in self.compiled.targets if t is not None], doc="The targets that there are.")

    def _gather(self, prepared):
        """(result, updates) of each metric of an output."""
        compiled, made = self.compiled, {}
        places = {id(m): (i, kind) for kind, row in enumerate(compiled.metrics) for m, i in row}
        for now in (0, 1):  # those with sample weights after the others
            with name_scope("metrics"):
                for metric in compiled.in_order:
                    i, kind = places[id(metric)]
                    if kind != now:
                        continue
                    y, p, w, mask = prepared[i]
                    given = outputs.with_mask(p, w if kind else None, mask)
                    with name_scope(metric.name):
                        update = metric.__dict__.get("_update_here", metric.update_state)
                        done = [update(y, p, sample_weight=given)]
                        made[id(metric)] = _after(metric, done), done
        return [made[id(metric)] for metric in compiled.in_order]

    @property
    def results(self):
        """The results of the metrics of losses and outputs."""
        return [result for result, _ in (*self._of_losses, *self._of_outputs)]

    @property
    def metric_updates(self):
        """The operations that update these."""
        return [u for _, done in (*self._of_losses, *self._of_outputs) for u in done]

    @staticmethod
    def _after(metric, done):
        with name_scope("metrics"), name_scope(metric.name):
            return _after(metric, done)

    def _of_layers(self):
        """(result, updates) of each metric that layers and the model have added until now: the model may get some after `compile`."""
        model = self.compiled.model
        for metric in model_metrics(model)[len(self._of_model) :]:
            done = updates.relevant(metric._graph_updates, inputs_of(model) + self.targets)
            self._of_model.append((self._after(metric, done), done))
        return self._of_model

    def fetches(self, mode):
        """What a step fetches in a mode, "train" or "test": the loss and the metrics, and the operations beside them."""
        if mode not in self._fetches:
            added = self._of_layers()
            results = [self.total, *self.results, *[result for result, _ in added]]
            done = [*self.metric_updates, *[u for _, found in added for u in found]]
            found = self.updates(mode)
            if mode == "train" and found:
                with name_scope("training"), control_dependencies([self.total]):
                    found = [group(*found)]
            self._fetches[mode] = [results, [*done, *found]]
        return self._fetches[mode]

    def updates(self, mode):
        """The operations of a step in a mode, "train" or "test", but for those of metrics."""
        model = self.compiled.model
        known = [*inputs_of(model), *self.targets]
        if mode == "train":
            return self.train() + updates.relevant(model.updates, known)
        return updates.relevant(model.state_updates, known)

    def train(self):
        """The operations of a training step."""
        if self._train is None:
            model = self.compiled.model
            learning_phase()  # which whatever is run for the step may need
            with name_scope("training"):
                # Those that were trainable at `compile`, whatever was set since.
                found = model.optimizer.get_updates(loss=self.total, params=list(model._collected_trainable_weights))
                self._train = [operations.as_update(u) if isinstance(u, tuple) else u for u in found]
        return self._train


def _sum(values):
    """The sum of scalar losses, in the dtype of the first."""
    return values[0] if len(values) == 1 else math.add_n([array_ops.cast(v, values[0].dtype) for v in values])


def _after(metric, done):
    """The result of `metric` after the operations `done`, by a node of its own."""
    with control_dependencies(done):
        result = metric.result()
        node = getattr(result, "op", None)
        return result if node is not None and (node.type == "Identity" or node.shown_part is not None) else array_ops.identity(result)


def _value(loss, name, y_true, y_pred, sample_weight, mask):
    """The loss of the output `name`."""
    with name_scope(f"{name}_loss"):
        given = outputs.with_mask(y_pred, sample_weight, mask)
        if isinstance(loss, Loss) and type(loss).__call__ is Loss.__call__:
            return of_output(loss, y_true, y_pred, given)
        return loss(y_true, y_pred, given)


def model_metrics(model):
    """The metrics that layers have added in their calls."""
    return [m for layer in model._flatten_layers() for m in metrics_of(layer) if m.__dict__.get("_graph_updates")]
