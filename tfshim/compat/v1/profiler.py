"""`tf.compat.v1.profiler`: it read the traces of TensorFlow's own runtime, which is not there. Its names say what to use."""

from tfshim._listing import listing
from tfshim.compat.v1._fallback import elsewhere

__getattr__ = elsewhere("profiler", target="tfshim.profiler")
__all__ = ["AdviceProto", "GraphNodeProto", "MultiGraphNodeProto", "OpLogProto", "ProfileOptionBuilder", "Profiler", "advise", "profile",
           "write_op_log"]
__dir__ = listing(globals())


def _refused(name):
    def refuse(*args, **kwargs):
        raise NotImplementedError(f"tf.compat.v1.profiler.{name} reads traces of TensorFlow's runtime, which is not there; profile with "
                                  "tf.profiler.experimental.start or torch.profiler, and count parameters by "
                                  "sum(np.prod(v.shape.as_list()) for v in tf.trainable_variables()).")

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = "Refused: raises NotImplementedError, with what to use instead."
    return refuse


profile, advise, write_op_log = _refused("profile"), _refused("advise"), _refused("write_op_log")
AdviceProto, GraphNodeProto, MultiGraphNodeProto, OpLogProto = map(
    _refused, ("AdviceProto", "GraphNodeProto", "MultiGraphNodeProto", "OpLogProto"))


class Profiler:
    """Refused: raises NotImplementedError."""

    def __init__(self, *args, **kwargs):
        _refused("Profiler")()


class ProfileOptionBuilder:
    """What to profile: refused, each of its methods raises NotImplementedError."""

    def __init__(self, *args, **kwargs):
        _refused("ProfileOptionBuilder")()


for _name in ("float_operation", "time_and_memory", "trainable_variables_parameter"):
    setattr(ProfileOptionBuilder, _name, staticmethod(_refused(f"ProfileOptionBuilder.{_name}")))
