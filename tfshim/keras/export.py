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
    """Endpoints, which are traced functions, and the state they need, to be written as a SavedModel of this package.

    `track` a model or what else the endpoints use, add endpoints with `add_endpoint`, then `write_out`: an endpoint is an
    attribute, and a signature, of what `tf.saved_model.load` gives. Mirrors `tf.keras.export.ExportArchive`.
    """

    __module__ = "keras.src.export.export_lib"

    def __init__(self) -> None:
        self.variables, self.trainable_variables, self.non_trainable_variables = [], [], []
        self._endpoint_names: Any = NoDependency([])  # read back as the list itself
        # Of what is tracked only the variables and tables are written, not the layers and models that hold them.
        self._tracked: Any = NoDependency([])
        self._misc_assets, self._all_variables = [], []

    def track(self, resource: Trackable) -> None:
        """Keep the state of `resource`, a layer, model, table or another trackable object, with the endpoints.

        Raises ValueError for other objects, and for layers that are not built.
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
        """Write `fn` as the endpoint `name`: traced for `input_signature`, or a `tf.function` that has been called.

        `input_signature`: a list of TensorSpecs, one for each argument. Raises ValueError for a name that is taken and where
        the shapes and dtypes of the arguments are not known.
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
        """Make the list `variables` the attribute `name` of the archive, and of what is loaded. Raises ValueError for other objects."""
        if not isinstance(variables, (list, tuple, set)):
            raise ValueError(f"Expected `variables` to be a list/tuple/set. Received instead object of type '{type(variables)}'.")
        if not all(isinstance(v, Variable) for v in variables):
            raise ValueError(
                "Expected all elements in `variables` to be `tf.Variable` instances. Found instead the following types: "
                f"{list({type(v) for v in variables})}"
            )
        setattr(self, name, list(variables))

    def write_out(self, filepath: Path, options: SaveOptions | None = None) -> None:
        """Write the SavedModel into the directory `filepath`, and print its endpoints; the first one is also "serving_default".

        `options`: a `tf.saved_model.SaveOptions`. Raises ValueError where there is no endpoint.
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
