"""Whether Keras builds a TF 1 graph, and the state that it keeps for one."""

from tfshim.engine.runtime.state import TS


def building():
    """The graph of TensorFlow 1 that operations are added to, or None: when executing eagerly, and within functions."""
    graph = TS.graph
    return None if graph is None or graph.building_function else graph


def as_resource(variable):
    """`variable`, which in a TF 1 graph shows as a resource variable, as all of Keras' do."""
    if "_by_reference" in variable.__dict__:
        variable._by_reference = False
    return variable


class Kept:
    """What Keras keeps with a graph: the learning phase, and the numbers of names."""

    def __init__(self):
        self.phase = None
        self.names = None


def kept(graph):
    """The `Kept` of `graph`."""
    found = graph.memory.get("keras")
    if found is None:
        found = graph.memory["keras"] = Kept()
    return found
