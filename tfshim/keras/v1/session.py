"""The session that Keras uses in graphs of TensorFlow 1, and the values of variables in it."""

from __future__ import annotations

import contextlib
import functools
import threading
from typing import Any

import numpy as np

from tfshim._export import tf_export, tf_private
from tfshim.engine.graphs import graph as engine
from tfshim.engine.graphs.func_graph import FuncGraph
from tfshim.engine.graphs.sessions.default import default_session, register_session_provider
from tfshim.engine.graphs.sessions.session import BaseSession, Session
from tfshim.engine.graphs.symbolic_tensor import SymbolicTensor
from tfshim.engine.runtime.context import eager_mode, outermost_graph
from tfshim.engine.runtime.state import TS, Initial
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.keras.backend.settings import initializes_itself
from tfshim.keras.v1 import phase
from tfshim.keras.v1.mode import building


class _Current(threading.local):
    session = None
    graph = None


_current = _Current()


@tf_export(v1=["keras.backend.get_session"])
def get_session(op_input_list: Any = ()) -> BaseSession:
    """The session of Keras: the default one, the one that was set, or a new one of the default graph. Mirrors
    `tf.compat.v1.keras.backend.get_session`.

    Programs of TensorFlow 1 take it to run tensors of a Keras model, or to save its graph. Variables of Keras that have no value there are
    initialized, unless `tf.compat.v1.keras.backend.manual_variable_initialization(True)` was called.

    Arguments:
        op_input_list: tensors that are to be computed; () by default. The session is that of the graph they are in.

    Returns:
        A `tf.compat.v1.Session`.

    Example:
        >>> with tf.Graph().as_default():
        ...     model = tf.keras.Sequential([tf.keras.layers.Dense(1, kernel_initializer="ones", input_shape=(2,))])
        ...     session = tf.compat.v1.keras.backend.get_session()
        ...     print(session.run(model.output, {model.input: [[1.0, 2.0]]}).tolist())
        [[3.0]]
        >>> tf.compat.v1.keras.backend.set_session(None)
    """
    session = default_session()
    graphs = [x.graph for x in nest.flatten(op_input_list) if isinstance(x, SymbolicTensor) and type(x.graph) is engine.Graph]
    graph = graphs[0] if graphs else outermost_graph()
    if session is None or graph is not None and session.graph is not graph:
        session = _current.session
        if session is None or session._closed or graph is not None and session.graph is not graph:
            session = _current.session = Session(graph=graph)
    if initializes_itself():
        initialize(session)
    return session


register_session_provider(get_session)


@tf_export(v1=["keras.backend.set_session"])
def set_session(session: BaseSession | None) -> None:
    """Let Keras use a session, for all that it runs from now on. Mirrors `tf.compat.v1.keras.backend.set_session`.

    Programs of TensorFlow 1 do so to give options, as `tf.compat.v1.ConfigProto(allow_soft_placement=True)`, or to let a model share the
    variables of a session of their own. It has to belong to the graph that the model is in; call it before the model is made, since values
    that another session holds are not in this one. A default session, as within `with session.as_default():`, goes before it.

    Arguments:
        session: a `tf.compat.v1.Session`; None: Keras makes one when it needs it.

    Returns:
        None.

    Example:
        >>> with tf.Graph().as_default():
        ...     session = tf.compat.v1.Session()
        ...     tf.compat.v1.keras.backend.set_session(session)
        ...     print(tf.compat.v1.keras.backend.get_session() is session)
        True
        >>> tf.compat.v1.keras.backend.set_session(None)
    """
    _current.session = session


@tf_private("keras.src.backend.get_graph")
def get_graph() -> Any:
    """The graph that Keras builds in: the default one, or one of its own while operations run at once."""
    if TS.graph is not None:
        return TS.graph
    if _current.graph is None:
        _current.graph = FuncGraph("keras_graph")
    return _current.graph


def forget_graph():
    """The next `get_graph` while operations run at once makes a new one."""
    _current.graph = None


def clear():
    """Close the session, and start an empty default graph, with a learning phase of its own."""
    _current.session = None
    if TS.graph is engine.default_graph():
        made = engine.new_default_graph()
        if Initial.graph is not None:
            Initial.graph = made
        TS.graph, TS.name_scope = made, ""
    phase.of_graph(outermost_graph())


def variables_of(graph):
    """The variables of `graph`, those without a collection too."""
    return [v for v in graph._held if getattr(v, "_in_graph_mode", False)]


def initialize(session):
    """Give the variables of Keras that have no value in `session` their initial ones."""
    missing = [v for v in variables_of(session.graph) if id(v) not in session._values]
    if missing:
        with session.graph.as_default():
            session.run([v.initializer for v in missing])


@contextlib.contextmanager
def at_hand():
    """Within it operations run at once, and the variables of the graph have their values of Keras' session.

    What is assigned there is assigned in the session. Where operations run at once already, nothing changes.
    """
    if TS.graph is None:
        yield
        return
    session = get_session()
    with session._holding(variables_of(session.graph)), eager_mode():
        yield


def with_values_at_hand(function):
    """Decorate `function` so that in a TF 1 graph variables have the values of Keras' session, and operations run at once."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        if building() is None:
            return function(*args, **kwargs)
        with at_hand():
            return function(*args, **kwargs)

    return call


def value_of(x):
    """The NumPy value of a variable or tensor of a graph in Keras' session."""
    return get_session((x,)).run(x)


def values_of(tensors):
    """The NumPy values of several variables or tensors."""
    return get_session(tensors).run(list(tensors)) if tensors else []


def set_values(pairs):
    """Set each variable of the pairs (variable, array) in Keras' session."""
    if not pairs:
        return
    session = get_session()
    for variable, value in pairs:
        array = np.asarray(value, dtype=variable.dtype.base_dtype.as_numpy_dtype)
        if not variable.shape.is_compatible_with(array.shape):
            raise ValueError(f"Cannot set the variable {variable.name} of shape {variable.shape} to a value of shape {array.shape}.")
        with eager_mode():
            made = convert_to_tensor(array, variable.dtype.base_dtype)
        session._load_variable(variable, made)
