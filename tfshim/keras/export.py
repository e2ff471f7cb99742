"""`tf.keras.export`: models and functions as directories for serving."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Any

from tfshim import saved_model
from tfshim._export import tf_export
from tfshim._listing import exported
from tfshim.engine.functions.concrete_function import ConcreteFunction
from tfshim.engine.functions.function import Function, function
from tfshim.engine.graphs.func_graph import FuncGraph
from tfshim.engine.values import nest
from tfshim.engine.variables.auto_trackable import AutoTrackable
from tfshim.engine.variables.trackable import NoDependency, Trackable
from tfshim.engine.variables.variable import Variable
from tfshim.keras.engine.base_layer import Layer
from tfshim.keras.utils.interaction import print_message
from tfshim.lookup._tables import Table

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import Path
    from tfshim.saved_model.options import SaveOptions

__all__, __getattr__, __dir__ = exported(globals())


def _tables(graph):
    """The look-up tables that the operations of a traced function use."""
    for node in graph._operations:
        for argument in nest.flatten(list(node.arguments)):
            within = argument if isinstance(argument, FuncGraph) else getattr(argument, "_graph", None)
            if isinstance(argument, Table):
                yield argument
            elif isinstance(within, FuncGraph):
                yield from _tables(within)


@tf_export("keras.export.ExportArchive")
class ExportArchive(AutoTrackable):
    """Functions and their state, to be written as a SavedModel for serving. Mirrors `tf.keras.export.ExportArchive`.

    `model.export(path)` does the usual thing in one call; this is for several endpoints, as a model and the preparation of its inputs, or
    one with other arguments. `track` what the endpoints use, add them with `add_endpoint`, then `write_out`: each endpoint is an attribute,
    and a signature, of what `tf.saved_model.load` gives. No class of Python is needed there.

    Example:
        >>> model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=(2,), kernel_initializer="ones")])
        >>> archive = tf.keras.export.ExportArchive()
        >>> archive.track(model)
        >>> archive.add_endpoint("serve", model.call, [tf.TensorSpec([None, 2], tf.float32)])
        >>> archive.write_out("served")
        Saved artifact at 'served'. ...
        >>> loaded = tf.saved_model.load("served")
        >>> loaded.serve(tf.ones([1, 2])).numpy().tolist()
        [[2.0]]
    """

    __module__ = "keras.src.export.export_lib"

    def __init__(self) -> None:
        self.variables, self.trainable_variables, self.non_trainable_variables = [], [], []
        self._endpoint_names: Any = NoDependency([])  # read back as the list itself
        # Of what is tracked only the variables and tables are written, not the layers and models that hold them.
        self._tracked: Any = NoDependency([])
        self._misc_assets, self._all_variables = [], []

    def track(self, resource: Trackable) -> None:
        """Keep the state of an object with the endpoints. Mirrors `tf.keras.export.ExportArchive.track`.

        Of what is tracked the variables and tables of words are written, not the classes. A model or layer is tracked before endpoints that
        call it are added; its weights are then in `archive.variables`, `trainable_variables` and `non_trainable_variables`, which the
        loaded object has as well.

        Arguments:
            resource: a built layer or model, a `tf.lookup` table, a `tf.Module`, a variable, or another trackable object.

        Returns:
            None.

        Raises:
            ValueError: no such object, or a layer that has not been built.

        Example:
            >>> layer = tf.keras.layers.Dense(1)
            >>> layer.build((None, 2))
            >>> archive = tf.keras.export.ExportArchive()
            >>> archive.track(layer)
            >>> len(archive.trainable_variables)
            2
        """
        if not isinstance(resource, Trackable):
            raise ValueError(
                "Invalid resource type. Expected an instance of a TensorFlow `Trackable` (such as a Keras `Layer` or "
                f"`Model`). Received instead an object of type '{type(resource)}'. Object received: {resource}"
            )
        if isinstance(resource, Layer):
            if not resource.built:
                raise ValueError("The layer provided has not yet been built. It must be built before export.")
            self.variables.extend(resource.variables)
            self.trainable_variables.extend(resource.trainable_variables)
            self.non_trainable_variables.extend(resource.non_trainable_variables)
        self._tracked.append(resource)

    def add_endpoint(self, name: str, fn: Callable[..., Any], input_signature: Sequence[Any] | None = None) -> None:
        """Add a function that what is loaded will have. Mirrors `tf.keras.export.ExportArchive.add_endpoint`.

        It is traced now: state that it uses has to be there, and is best tracked before.

        Arguments:
            name: of the endpoint, an identifier: the attribute and the signature of what is loaded.
            fn: a function of tensors, as `model.call`, or a `tf.function` that has been called or has a signature.
            input_signature: a list with a `tf.TensorSpec` (or a structure of them) for each argument, the batch as None; None (default)
                where `fn` is a `tf.function` that knows its arguments.

        Returns:
            None.

        Raises:
            ValueError: the name is taken, or the shapes and dtypes of the arguments are not known.

        Example:
            >>> archive = tf.keras.export.ExportArchive()
            >>> archive.add_endpoint("double", lambda x: 2 * x, [tf.TensorSpec([None], tf.float32)])
            >>> archive.double(tf.constant([3.0])).numpy().tolist()
            [6.0]
        """
        if name in self._endpoint_names:
            raise ValueError(f"Endpoint name '{name}' is already taken.")
        if input_signature is not None:
            fn = function(fn, input_signature=input_signature)
            fn.get_concrete_function()
        elif not isinstance(fn, Function):
            raise ValueError(
                "If the `fn` argument provided is not a `tf.function`, you must provide an `input_signature` argument to "
                "specify the shape and dtype of the function arguments. Example:\n\nexport_archive.add_endpoint(\n"
                "    name='call',\n    fn=model.call,\n"
                "    input_signature=[tf.TensorSpec(shape=(None, 3), dtype=tf.float32)],\n)"
            )
        elif fn.input_signature is not None:
            fn.get_concrete_function()
        elif not fn._concrete:
            raise ValueError(
                f"The provided tf.function '{fn}' has never been called. To specify the expected shape and dtype of the "
                "function's arguments, you must either provide a function that has been called at least once, or "
                "alternatively pass an `input_signature` argument in `add_endpoint()`."
            )
        setattr(self, name, fn)
        self._endpoint_names.append(name)

    def add_variable_collection(self, name: str, variables: Collection[Variable]) -> None:
        """Give the archive, and what is loaded, a list of variables under a name. Mirrors
        `tf.keras.export.ExportArchive.add_variable_collection`.

        Programs that go on training what was exported find by it which variables are theirs, as those of an adapter. Variables that
        endpoints use are written in any case.

        Arguments:
            name: of the attribute.
            variables: a list, tuple or set of `tf.Variable`s.

        Returns:
            None.

        Raises:
            ValueError: another kind of collection, or elements that are no variables.

        Example:
            >>> layer = tf.keras.layers.Dense(1)
            >>> layer.build((None, 2))
            >>> archive = tf.keras.export.ExportArchive()
            >>> archive.track(layer)
            >>> archive.add_variable_collection("kernels", [layer.kernel])
            >>> len(archive.kernels)
            1
        """
        if not isinstance(variables, (list, tuple, set)):
            raise ValueError(f"Expected `variables` to be a list/tuple/set. Received instead object of type '{type(variables)}'.")
        if not all(isinstance(v, Variable) for v in variables):
            raise ValueError(
                "Expected all elements in `variables` to be `tf.Variable` instances. Found instead the following types: "
                f"{list({type(v) for v in variables})}"
            )
        setattr(self, name, list(variables))

    def write_out(self, filepath: Path, options: SaveOptions | None = None) -> None:
        """Write the SavedModel and print its endpoints. Mirrors `tf.keras.export.ExportArchive.write_out`.

        The first endpoint is also the signature "serving_default", unless one has that name. TensorFlow Serving and `tf.saved_model.load`
        read the folder; `tf.keras.models.load_model` does not, since layers are not in it.

        Arguments:
            filepath: the folder, which is made; files of the same names in it are replaced.
            options: a `tf.saved_model.SaveOptions`; None (default): the usual ones.

        Returns:
            None.

        Raises:
            ValueError: no endpoint was added.

        Example:
            >>> archive = tf.keras.export.ExportArchive()
            >>> archive.add_endpoint("double", lambda x: 2 * x, [tf.TensorSpec([None], tf.float32)])
            >>> archive.write_out("exported")
            Saved artifact at 'exported'. ...
            >>> sorted(tf.saved_model.load("exported").signatures)
            ['double', 'serving_default']
        """
        if not self._endpoint_names:
            raise ValueError("No endpoints have been set yet. Call add_endpoint().")
        traces = {name: self._concrete(getattr(self, name)) for name in self._endpoint_names}
        # What endpoints use without having been tracked is written too.
        self._all_variables = list({id(v): v for trace in traces.values() for v in trace.variables}.values())
        self._misc_assets = list({id(t): t for trace in traces.values() for t in _tables(trace.graph)}.values())
        signatures = {**traces, "serving_default": traces.get("serving_default", traces[self._endpoint_names[0]])}
        saved_model.save(self, filepath, options=options, signatures=signatures)
        parts = [f"* Endpoint '{name}'\n{_described(trace)}" for name, trace in traces.items()]
        print_message(f"Saved artifact at '{filepath}'. The following endpoints are available:\n\n" + "\n\n".join(parts))

    @staticmethod
    def _concrete(fn):
        return fn if isinstance(fn, ConcreteFunction) else fn._concrete[0]


def _described(trace):
    """What a trace takes, gives and captures, without the heading."""
    return "\n".join(trace.pretty_printed_signature().splitlines()[1:])
