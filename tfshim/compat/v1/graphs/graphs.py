"""Graphs and sessions of TensorFlow 1: the default graph, collections, scopes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.engine.graphs import graph as engine
from tfshim.engine.graphs.sessions.default import default_session
from tfshim.engine.runtime import context
from tfshim.engine.runtime.state import TS, Initial

if TYPE_CHECKING:
    from tfshim.compat.v1._annotations import Device
    from tfshim.engine.graphs.graph import Graph
    from tfshim.engine.graphs.sessions.session import BaseSession


@tf_export(v1=["GraphKeys"])
class GraphKeys:
    """The names of the collections of a graph that TensorFlow itself uses. Mirrors `tf.compat.v1.GraphKeys`.

    A collection is a list of objects that a graph keeps under a name; `tf.compat.v1.get_collection` gives it. Any other name can be
    used too.

    Attributes:
        GLOBAL_VARIABLES, LOCAL_VARIABLES, MODEL_VARIABLES, TRAINABLE_VARIABLES: variables, as they are saved, initialized and trained.
        LOSSES, REGULARIZATION_LOSSES: scalar tensors: what `tf.compat.v1.losses` computed, and penalties of regularizers.
        UPDATE_OPS: operations that have to be run with a training step, such as the moving averages of batch normalization.
        SUMMARIES: what `tf.compat.v1.summary.merge_all` merges. TABLE_INITIALIZERS: what fills lookup tables.
        GLOBAL_STEP, QUEUE_RUNNERS, SAVERS, ASSET_FILEPATHS, INIT_OP and others: what their names say.

    Example:
        >>> with tf.Graph().as_default():
        ...     w = tf.compat.v1.get_variable("w", [2])
        ...     print([v.name for v in tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.TRAINABLE_VARIABLES)])
        ['w:0']
        >>> tf.compat.v1.GraphKeys.UPDATE_OPS
        'update_ops'
    """

    ACTIVATIONS = "activations"
    ASSET_FILEPATHS = "asset_filepaths"
    BIASES = "biases"
    CONCATENATED_VARIABLES = "concatenated_variables"
    COND_CONTEXT = "cond_context"
    EVAL_STEP = "eval_step"
    GLOBAL_STEP = "global_step"
    GLOBAL_VARIABLES = "variables"
    INIT_OP = "init_op"
    LOCAL_INIT_OP = "local_init_op"
    LOCAL_RESOURCES = "local_resources"
    LOCAL_VARIABLES = "local_variables"
    LOSSES = "losses"
    METRIC_VARIABLES = "metric_variables"
    MODEL_VARIABLES = "model_variables"
    MOVING_AVERAGE_VARIABLES = "moving_average_variables"
    QUEUE_RUNNERS = "queue_runners"
    READY_FOR_LOCAL_INIT_OP = "ready_for_local_init_op"
    READY_OP = "ready_op"
    REGULARIZATION_LOSSES = "regularization_losses"
    RESOURCES = "resources"
    SAVEABLE_OBJECTS = "saveable_objects"
    SAVERS = "savers"
    SUMMARIES = "summaries"
    SUMMARY_OP = "summary_op"
    TABLE_INITIALIZERS = "table_initializer"
    TRAINABLE_RESOURCE_VARIABLES = "trainable_resource_variables"
    TRAINABLE_VARIABLES = "trainable_variables"
    TRAIN_OP = "train_op"
    UPDATE_OPS = "update_ops"
    VARIABLES = "variables"
    WEIGHTS = "weights"
    WHILE_CONTEXT = "while_context"


@tf_export(v1=["get_default_graph"])
def get_default_graph() -> Graph:
    """The graph to which operations are added in this thread. Mirrors `tf.compat.v1.get_default_graph`.

    That is the graph of the innermost `with graph.as_default():` of this thread, the graph under construction within a `tf.function`,
    or the one graph that each process has for programs that make none. `tf.compat.v1.reset_default_graph` replaces the latter.

    Returns:
        A `tf.Graph`; also while executing eagerly, where operations are not added to it.

    Example:
        >>> graph = tf.Graph()
        >>> with graph.as_default():
        ...     x = tf.constant(1.0, name="x")
        ...     print(tf.compat.v1.get_default_graph() is graph)
        True
        >>> tf.compat.v1.get_default_graph() is graph
        False
        >>> graph.get_tensor_by_name("x:0") is x
        True
    """
    return engine.current_graph()


@tf_export(v1=["reset_default_graph"])
def reset_default_graph() -> None:
    """Replaces the default graph of the process by an empty one. Mirrors `tf.compat.v1.reset_default_graph`.

    In notebooks it lets a cell that builds a graph be run again: without it variables would exist already, and names be numbered.
    Sessions and tensors of the old graph do not belong to the new one, and sessions have to be made afterwards.

    Returns:
        None.

    Raises:
        AssertionError: within `with graph.as_default():`, whose graph it cannot replace.

    Example:
        >>> before = tf.compat.v1.get_default_graph()
        >>> tf.compat.v1.reset_default_graph()
        >>> tf.compat.v1.get_default_graph() is before, len(tf.compat.v1.get_default_graph().get_operations())
        (False, 0)
        >>> with tf.Graph().as_default():
        ...     try:
        ...         tf.compat.v1.reset_default_graph()
        ...     except AssertionError as error:
        ...         print(str(error)[:34])
        Do not use tf.reset_default_graph(
    """
    if TS.graph is not None and TS.graph is not engine.default_graph():
        raise AssertionError(
            "Do not use tf.reset_default_graph() to clear nested graphs. If you need a cleared graph, exit the nesting "
            "and create a new graph."
        )
    made = engine.new_default_graph()
    vars(TS).pop("_variable_scopes", None)  # those outside of graphs are counted with the default graph
    if Initial.graph is not None:
        Initial.graph = made
    if TS.graph is not None:
        TS.graph, TS.name_scope = made, ""


@tf_export(v1=["get_default_session"])
def get_default_session() -> BaseSession | None:
    """The session of which `tensor.eval()` and `operation.run()` make use in this thread. Mirrors `tf.compat.v1.get_default_session`.

    It is the session of the innermost `with tf.compat.v1.Session() as session:` or `with session.as_default():` of this thread, else an
    `InteractiveSession` that was made before.

    Returns:
        A `tf.compat.v1.Session` or `InteractiveSession`; None where there is none, as while executing eagerly.

    Example:
        >>> print(tf.compat.v1.get_default_session())
        None
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        ...     x = tf.constant(3.0)
        ...     print(tf.compat.v1.get_default_session() is session, x.eval(), x.eval(session=session))
        True 3.0 3.0
    """
    return default_session()


# ---------------------------------------------------------------------- collections
@tf_export(v1=["add_to_collection"])
def add_to_collection(name: Any, value: Any) -> None:
    """Adds an object to a collection of the default graph, where other parts of the program find it by name.

    Mirrors `tf.compat.v1.add_to_collection`. Collections with tensors, operations and variables are saved with a graph
    (`tf.compat.v1.train.export_meta_graph`), so that a program that imports it finds its inputs and outputs.

    Arguments:
        name: the collection's name, one of `tf.compat.v1.GraphKeys` or any other hashable object. A new one is begun.
        value: any object. It is added once more if it is in the collection already.

    Returns:
        None.

    Example:
        >>> with tf.Graph().as_default():
        ...     tf.compat.v1.add_to_collection("outputs", tf.constant(1.0, name="a"))
        ...     tf.compat.v1.add_to_collection("outputs", tf.constant(2.0, name="b"))
        ...     print([t.name for t in tf.compat.v1.get_collection("outputs")])
        ['a:0', 'b:0']
    """
    get_default_graph().add_to_collection(name, value)


@tf_export(v1=["add_to_collections"])
def add_to_collections(names: Any, value: Any) -> None:
    """Adds an object to several collections of the default graph. Mirrors `tf.compat.v1.add_to_collections`.

    What counts as a loss and is to be shown, for instance, stands in two collections.

    Arguments:
        names: one name, or a list, tuple or set of names of collections. A name that is given twice counts once.
        value: any object.

    Returns:
        None.

    Example:
        >>> with tf.Graph().as_default():
        ...     keys = tf.compat.v1.GraphKeys
        ...     tf.compat.v1.add_to_collections([keys.LOSSES, "shown"], tf.constant(0.5, name="loss"))
        ...     print(tf.compat.v1.losses.get_losses(), tf.compat.v1.get_collection("shown")[0].name)
        [<tf.Tensor 'loss:0' shape=() dtype=float32>] loss:0
        >>> with tf.Graph().as_default():
        ...     tf.compat.v1.add_to_collections("one", 1)
        ...     print(tf.compat.v1.get_collection("one"))
        [1]
    """
    get_default_graph().add_to_collections(names, value)


@tf_export(v1=["get_collection"])
def get_collection(key: Any, scope: str | None = None) -> list[Any]:
    """What was added to a collection of the default graph. Mirrors `tf.compat.v1.get_collection`.

    Arguments:
        key: the collection's name, such as `tf.compat.v1.GraphKeys.TRAINABLE_VARIABLES`.
        scope: a regular expression; only objects with a `name` that begins with a match are given. None (default): all. "net/" keeps
            out what belongs to a scope "net_2".

    Returns:
        A new list, in the order in which the objects were added; empty for a collection that does not exist. Changes of it do not
        change the collection: see `get_collection_ref`.

    Example:
        >>> with tf.Graph().as_default():
        ...     for name in ("net", "net_2"):
        ...         with tf.compat.v1.variable_scope(name):
        ...             w = tf.compat.v1.get_variable("w", [2])
        ...     found = tf.compat.v1.get_collection(tf.compat.v1.GraphKeys.GLOBAL_VARIABLES, scope="net/")
        ...     print([v.name for v in found], tf.compat.v1.get_collection("nothing"))
        ['net/w:0'] []
    """
    return get_default_graph().get_collection(key, scope)


@tf_export(v1=["get_collection_ref"])
def get_collection_ref(key: Any) -> list[Any]:
    """The list itself that a collection of the default graph is. Mirrors `tf.compat.v1.get_collection_ref`.

    What is done to the list is done to the collection: it can be emptied, or objects can be taken out of it, as variables that are
    not to be trained. `get_collection` gives a copy.

    Arguments:
        key: the collection's name. A collection that does not exist is begun, empty.

    Returns:
        The list.

    Example:
        >>> with tf.Graph().as_default():
        ...     v, w = (tf.compat.v1.get_variable(name, [2]) for name in "vw")
        ...     trained = tf.compat.v1.get_collection_ref(tf.compat.v1.GraphKeys.TRAINABLE_VARIABLES)
        ...     del trained[0]
        ...     print([v.name for v in tf.compat.v1.trainable_variables()])
        ['w:0']
    """
    return get_default_graph().get_collection_ref(key)


# ---------------------------------------------------------------------- scopes
@tf_export(v1=["name_scope", "keras.backend.name_scope"])
class name_scope:  # noqa: N801 - TensorFlow's name
    """A prefix for the names of operations that are made within. Mirrors `tf.compat.v1.name_scope`.

    Names show in errors, on pages of graphs and where tensors are fetched by name. Variables that `get_variable` makes are not named
    by it but by `tf.compat.v1.variable_scope`.

    Arguments:
        name: the scope's name, a string; one that exists already is numbered. A name that ends with "/" is taken as it is, which enters
            a scope again. "" or None without a default leads back to the root.
        default_name: taken where `name` is None. (`tf.name_scope` of TensorFlow 2 has `name` alone.)
        values: tensors whose graph would be made the default one; they have to be of the default graph.

    Returns:
        A context manager that gives the whole prefix with its slash.

    Raises:
        TypeError: names that are no strings.
        ValueError: `values` without any name.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.compat.v1.name_scope("outer"), tf.compat.v1.name_scope(None, "inner") as prefix:
        ...         print(prefix, tf.constant(1.0, name="x").name)
        ...     with tf.compat.v1.name_scope("outer"):
        ...         print(tf.constant(1.0, name="x").name)
        outer/inner/ outer/inner/x:0
        outer_1/x:0
    """

    def __init__(self, name: str | None, default_name: str | None = None, values: Sequence[Any] | None = None) -> None:
        if not (default_name is None or isinstance(default_name, str)):
            raise TypeError(
                f"`default_name` type ({type(default_name)}) is not a string type. You likely meant to pass this into the `values` kwarg."
            )
        if name is not None and not isinstance(name, str):
            raise TypeError(f"`name` must be a string, got {name!r}.")
        if name is None and default_name is None and values is not None:
            raise ValueError(f"At least one of name ({name}) and default_name ({default_name}) must be provided.")
        self._name = default_name if name is None else name
        # The same object may be entered again within itself.
        self._scopes = []

    name = property(lambda self: self._name, doc="The name as it was given.")

    def __enter__(self):
        # None leads back to the root, as in TensorFlow 1.
        scope = context.name_scope(self._name or "")
        self._scopes.append(scope)
        return scope.__enter__()

    def __exit__(self, kind, value, traceback):
        return self._scopes.pop().__exit__(kind, value, traceback)


@tf_export(v1=["op_scope"])
@contextlib.contextmanager
def op_scope(values: Sequence[Any] | None, name: str | None, default_name: str | None = None) -> Iterator[str]:
    """The older form of `tf.compat.v1.name_scope`, with the tensors first. Mirrors `tf.compat.v1.op_scope`.

    New code writes `with tf.compat.v1.name_scope(name, default_name, values)`, which does the same.

    Arguments:
        values: a list of tensors, which have to be of the default graph, or None.
        name: the scope's name, or None for the default.
        default_name: taken where `name` is None.

    Returns:
        A context manager that gives the whole prefix with its slash.

    Raises:
        TypeError: names that are no strings.

    Example:
        >>> def doubled(x, name=None):
        ...     with tf.compat.v1.op_scope([x], name, "Doubled"):
        ...         return tf.multiply(x, 2.0, name="times")
        >>> with tf.Graph().as_default():
        ...     x = tf.constant(1.0)
        ...     print(doubled(x).name, doubled(x).name, doubled(x, name="mine").name)
        Doubled/times:0 Doubled_1/times:0 mine/times:0
    """
    with name_scope(name, default_name, values) as scope:
        yield scope


@tf_export(v1=["device"])
def device(device_name_or_function: Device | None) -> AbstractContextManager[Any]:
    """A scope whose operations run on a device. Mirrors `tf.compat.v1.device`; `tf.device` of TensorFlow 2 takes names only.

    Arguments:
        device_name_or_function: a name such as "/gpu:0" or "/job:worker/task:1"; parts that it leaves open are taken from the scope
            around. In a graph also a function of an operation that gives a name, such as `tf.compat.v1.train.replica_device_setter`
            makes, or
            None, which ignores the scopes around.

    Returns:
        A context manager.

    Raises:
        RuntimeError: a function, while executing eagerly.
        ValueError: a name that is none.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.compat.v1.device("/cpu:0"):
        ...         a = tf.constant(1.0)
        ...         with tf.compat.v1.device(None):
        ...             b = tf.constant(1.0)
        ...     print([a.device, b.device])
        ['/device:CPU:0', '']
    """
    return context.DeviceScope(device_name_or_function)


@tf_export(v1=["container"])
def container(container_name: str) -> AbstractContextManager[Any]:
    """A scope of resource containers. Mirrors `tf.compat.v1.container`.

    In TensorFlow variables and queues that are made within are kept under that name on a server, and `tf.compat.v1.Session.reset` clears
    them by it. Here sessions keep nothing in containers; a name on the nodes is all that there is.

    Arguments:
        container_name: the name.

    Returns:
        A context manager, whose value is the name.

    Example:
        >>> with tf.Graph().as_default(), tf.compat.v1.Session() as sess:
        ...     with tf.compat.v1.container("first"):
        ...         w = tf.compat.v1.get_variable("w", initializer=3.0)
        ...     sess.run(w.initializer)
        ...     print(sess.run(w))
        3.0
    """
    return get_default_graph().container(container_name)


@tf_export(v1=["colocate_with"])
def colocate_with(op: Any, ignore_existing: bool = False) -> AbstractContextManager[Any]:
    """A scope whose operations go to the device of another one. Mirrors `tf.compat.v1.colocate_with`.

    Gradients and slots are kept beside their variables in this way. A constraint on the nodes is written, `loc:    name: a name for the
    operation in graphs; by default that of the function.`, which files of the graph hold as well.

    Arguments:
        op: an operation or tensor of the graph; None, with `ignore_existing`, for no constraint.
        ignore_existing: whether scopes around this one, and their devices, do not hold; False by default.

    Returns:
        A context manager.

    Raises:
        ValueError: `op` is None without `ignore_existing`.

    Example:
        >>> with tf.Graph().as_default():
        ...     with tf.device("/cpu:0"):
        ...         x = tf.constant(1.0, name="x")
        ...     with tf.compat.v1.colocate_with(x.op):
        ...         y = x + 1.0
        ...     print(y.device, y.op.colocation_groups())
        /device:CPU:0 [b'loc:@x']
    """
    if TS.graph is None:
        return context.device(getattr(op, "device", "") or None)
    return TS.graph.colocate_with(op, ignore_existing)


@tf_export(v1=["executing_eagerly_outside_functions"])
def executing_eagerly_outside_functions() -> bool:
    """Whether operations run at once, apart from functions that are being traced. Mirrors
    `tf.compat.v1.executing_eagerly_outside_functions`.

    `tf.executing_eagerly()` is False within a `tf.function`, since operations are recorded there. This one tells whether the program around
    runs eagerly, that is whether what is made in an `init_scope` is made at once.

    Returns:
        A bool.

    Example:
        >>> tf.compat.v1.executing_eagerly_outside_functions()
        True
        >>> @tf.function
        ... def asked():
        ...     print(tf.executing_eagerly(), tf.compat.v1.executing_eagerly_outside_functions())
        >>> asked()
        False True
        >>> with tf.Graph().as_default():
        ...     print(tf.compat.v1.executing_eagerly_outside_functions())
        False
    """
    return context.eager_outside_functions()
