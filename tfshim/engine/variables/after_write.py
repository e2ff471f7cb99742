"""What an assignment in a graph gives back."""

from tfshim.engine.values.protocol import VARIABLE


class AfterWrite:
    """The variable after an assignment in a graph: reading it gives the value that was assigned."""

    _tfshim_kind = VARIABLE

    def __init__(self, variable, result):
        self._variable, self._result = variable, result

    def __getattr__(self, name):
        return getattr(self.__dict__["_variable"], name)

    def _tfshim_value(self):
        return self._result

    def value(self):
        """The assigned value."""
        return self._result

    read_value = value
    op = property(lambda self: self._result.op, doc="The operation that assigns.")
    dtype = property(lambda self: self._variable.dtype, doc="The `tf.DType`.")
    name = property(lambda self: self._result.op.name, doc="The name of that operation.")

    def eval(self, session=None):
        """Assign, and give the assigned value, in `session` or the default session."""
        return self._result.eval(session=session)

    def _as_graph_element(self):
        return self._result

    def __repr__(self):
        return f"<tf.Variable '{self.name}' shape={self._variable.shape} dtype={self.dtype.name}>"
