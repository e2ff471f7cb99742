"""Metrics in graphs of TensorFlow 1: updates are operations, the state is a session's."""

from tfshim.array_ops.identities import identity
from tfshim.control_flow import control_dependencies, group
from tfshim.engine.values import nest
from tfshim.keras.v1 import updates
from tfshim.keras.v1.mode import building
from tfshim.keras.v1.session import at_hand


def prepare(metric):
    """Let `update_state` of a metric that was made in a graph give one operation, and `reset_state` act at once."""
    update, reset = metric.update_state, metric.reset_state

    def update_here(*args, **kwargs):
        graph = building()
        before = len(graph._operations)
        update(*args, **kwargs)
        made = _together(updates.assignments(graph, before))
        metric.__dict__.setdefault("_graph_updates", []).append(made)
        return made

    def update_state(*args, **kwargs):
        graph = building()
        if graph is None:
            return update(*args, **kwargs)
        with graph.name_scope("metrics"), graph.name_scope(metric.name):
            return update_here(*args, **kwargs)

    def reset_state():
        with at_hand():
            return reset()

    metric.__dict__["update_state"], metric.__dict__["_update_here"] = update_state, update_here
    metric.__dict__["reset_state"] = metric.__dict__["reset_states"] = reset_state


def _together(operations):
    """One operation for all: the last, where it waits for the others."""
    if operations and all(o in operations[-1].control_inputs for o in operations[:-1]):
        operations[-1].read_is_waited_for = operations[-1].read_name is not None
        return operations[-1]
    return group(*operations, name="update")


def call(metric, *args, **kwargs):
    """The result of the metric after an update; evaluating it updates the metric."""
    update = metric.update_state(*args, **kwargs)
    with control_dependencies([update]):
        result = nest.map_structure(identity, metric.result())
    if not isinstance(result, dict):
        result._metric_obj = metric  # `add_metric` takes the metric itself
    return result


def drop_from_collections(variable):
    """Take a variable of a metric out of the collections of its graph, which hold those of models only."""
    for values in variable.graph._collections.values():
        values[:] = [v for v in values if v is not variable]
