"""`tfe.Saver`: variables saved by name while executing eagerly."""

from tfshim.compat.v1.train.saver import Saver as _Saver


class Saver:
    """Saves and restores `var_list`: a list of variables with names of their own, or a dictionary by name."""

    def __init__(self, var_list):
        self._saver = _Saver(var_list)

    def save(self, file_prefix, global_step=None):
        """Write the variables to `file_prefix`, with `-global_step` behind it if given; the path."""
        return self._saver.save(None, file_prefix, global_step, write_meta_graph=False)

    def restore(self, file_prefix):
        """Give the variables the values that `save` wrote there."""
        self._saver.restore(None, file_prefix)


def get_optimizer_variables(optimizer):
    """The variables of an optimizer."""
    variables = optimizer.variables
    return variables() if callable(variables) else list(variables)
