"""What needs more than one process, or hardware that PyTorch does not serve here."""


def refused(name, why, base=object, doc=None, parameters="*args, **kwargs", **members):
    """A class named `name` whose construction raises NotImplementedError with the reason `why`."""
    body = {}
    exec(f"def __init__(self, {parameters}):\n    raise NotImplementedError(_message)\n", {"_message": f"tf.distribute.{name} {why}"}, body)
    for member in members.pop("members", "").split():
        body[member] = _unavailable(name, member)
    body["__doc__"] = doc or f"Not there: it raises NotImplementedError. Mirrors `tf.distribute.{name}`."
    return type(name.rsplit(".", 1)[-1], (base,), {**body, **members})


def _unavailable(name, member):
    def method(self, *args, **kwargs):
        raise NotImplementedError(f"tf.distribute.{name}.{member} is not supported.")

    method.__name__ = member
    return method
