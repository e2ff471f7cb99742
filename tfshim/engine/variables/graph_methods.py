"""The members of `tf.Variable` that are of use in graphs of TensorFlow 1 alone, as they are while executing eagerly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim.engine.values.convert import convert_to_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.tensor import Tensor


class GraphMixin:
    """What a variable says of the operations that make, initialize and read it; those of graphs have some (`graphs/graph_variable.py`)."""

    if TYPE_CHECKING:  # of the variable

        @property
        def handle(self) -> Tensor: ...
        def read_value(self) -> Tensor: ...

    @property
    def op(self) -> Any:
        """The operation of the variable's handle."""
        return self.handle.op

    @property
    def graph(self) -> Any:
        """The graph of the variable; undefined when executing eagerly."""
        raise AttributeError("Tensor.graph is undefined when eager execution is enabled.")

    @property
    def initial_value(self) -> Any:
        """Known in TF 1 graphs only."""
        raise RuntimeError("This property is not supported when eager execution is enabled.")

    @property
    def initializer(self) -> Any:
        """The operation that sets the initial value (TF 1 graphs); None here."""
        return None

    def initialized_value(self) -> Tensor:
        """The value, once it is there. Mirrors `tf.Variable.initialized_value`; an older way to let one variable begin with the value of
        another.

        In graphs of TensorFlow 1 it is a condition: the value if the initializer has run, else what the initializer would give. That
        makes the order in which variables are initialized no matter.

        While executing eagerly a variable always has a value: the same as `read_value`.

        New programs use `v.value()`.

        Returns:
            A tensor of the shape and dtype of the variable.

        Example:
            >>> v = tf.Variable(2.0)
            >>> w = tf.Variable(v.read_value() * 2)
            >>> float(w)
            4.0
        """
        return self.read_value()

    def is_initialized(self, name: str | None = None) -> Tensor:
        """Whether the variable has a value. Mirrors `tf.Variable.is_initialized`.

        `tf.compat.v1.report_uninitialized_variables` asks all variables of a graph at once.
        `tf.compat.v1.is_variable_initialized(v)` is
        the same as this.

        While executing eagerly it always has; in graphs of TensorFlow 1 from when its initializer has run in the session.

        A program of TensorFlow 1 that reads a variable too early fails; this tells beforehand which variable it is.

        Arguments:
            name: a name for the operation in graphs.

        Returns:
            A bool scalar.

        Example:
            >>> tf.Variable(1.0).is_initialized().numpy()
            True
        """
        return convert_to_tensor(True)

    def eval(self, session: Any = None) -> Any:
        """The value in a session of TensorFlow 1; eagerly a variable has none.

        Mirrors `tf.Variable.eval`. In a graph it runs the session with this variable as its only fetch. While executing eagerly it is
        an error, as in
        TensorFlow: `numpy()` gives the array there, and `value()` the tensor.

        Arguments:
            session: the `tf.compat.v1.Session`; None (the default) for the one that is entered.

        Returns:
            A NumPy array of the variable's shape and dtype.

        Raises:
            RuntimeError: the variable belongs to no graph. ValueError: there is no session.
            FailedPreconditionError: the variable has not been initialized in it.

        Example:
            >>> with tf.Graph().as_default(), tf.compat.v1.Session():
            ...     v = tf.compat.v1.get_variable("v", initializer=3.0)
            ...     v.initializer.run()
            ...     print(v.eval())
            3.0
        """
        raise RuntimeError("This operation is not supported when eager execution is enabled.")

    def to_proto(self, export_scope: str | None = None) -> Any:
        """The variable of a graph of TensorFlow 1 as a message, from which `from_proto` makes it again.

        Mirrors `tf.Variable.to_proto`. MetaGraphs keep variables so: the names of the variable, of its initializer and of what reads
        it. While executing
        eagerly there is no graph to name, and it is an error, as in TensorFlow; checkpoints and SavedModels keep such variables.

        Arguments:
            export_scope: a name scope that is left out of the names; variables outside of it give None. None: all of the names.

        Returns:
            A `VariableDef` message.

        Raises:
            RuntimeError: the variable belongs to no graph.

        Example:
            >>> with tf.Graph().as_default():
            ...     tf.compat.v1.get_variable("v", [2]).to_proto().variable_name
            'v:0'
        """
        raise RuntimeError("This operation is not supported when eager execution is enabled.")

    @staticmethod
    def from_proto(variable_def: Any, import_scope: str | None = None) -> Any:
        """Refused, as in TensorFlow while it executes eagerly: only variables of graphs come from messages.
        Mirrors `tf.Variable.from_proto`.

        `tf.compat.v1.train.import_meta_graph` makes the variables of a MetaGraph again; values of eager variables are kept by
        checkpoints and SavedModels.

        Messages hold names.

        Arguments:
            variable_def: a `VariableDef` message.
            import_scope: a name scope that stands before the names; None for none.

        Raises:
            RuntimeError: always.

        Example:
            >>> try:
            ...     tf.Variable.from_proto(None)
            ... except RuntimeError:
            ...     print("only in graphs")
            only in graphs
        """
        raise RuntimeError("from_proto not supported in EAGER mode.")
