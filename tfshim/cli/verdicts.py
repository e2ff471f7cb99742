"""What tfshim has to say of a name that a document uses, and of the arguments it gives."""

import inspect
from dataclasses import dataclass

import tfshim
from tfshim import private_modules, private_names, public_names, refusals
from tfshim.contrib import _older_modules
from tfshim.refusals._entries import ANYTHING
from tfshim.user_programs.names import Named, short

SUPPORTED, REFUSED, LEFT_OUT, MISSING, UNKNOWN = "supported", "not supported", "left out", "not yet", "unknown"
_UNKNOWN_ARGUMENT = object()
_PRIVATE = tuple(f"{root}." for root in private_names.ROOTS)


@dataclass(frozen=True)
class Verdict:
    """Whether `shown` (a name, or a call with the argument in question) is supported, and what to do about it."""

    status: str
    shown: str
    advice: str = ""
    error: type | None = None  # what is raised where it is refused


def of_name(name, version):
    """The `Verdict` on the dotted `name`, read as of TensorFlow `version`."""
    parts = name.split(".")
    for size in range(2, len(parts) + 1):
        entry = _refusal_of(".".join(parts[:size]), version)
        if entry is not None:
            return Verdict(LEFT_OUT if entry.goes_on else REFUSED, short(name), entry.advice(), entry.error)
    try:
        found = resolve(name, version)
    except (ImportError, AttributeError) as e:
        return _absent(name, version, str(e), type(e))
    if _keeps_names_of_programs(found):
        return Verdict(SUPPORTED, short(_without_names_of_programs(name, found, version)))
    if getattr(found, "_tfshim_refuses", False):  # declared, so that it can be passed on and asked for, and refused when called
        return _absent(name, version, "", None)
    return Verdict(SUPPORTED, short(name))


def _absent(name, version, explanation, error):
    if name.startswith(_PRIVATE):
        return Verdict(MISSING, short(name), explanation, error)
    below_contrib = name.startswith("tensorflow.contrib")
    if below_contrib or public_names.exists(name, version):
        # Where a namespace has more to say than that the name is not there, it names what to use.
        advice = explanation if below_contrib else "it is part of TensorFlow 2.15, and not of tfshim."
        return Verdict(MISSING, short(name), advice, error)
    advice = " ".join(filter(None, ["TensorFlow 2.15 has no such name;", public_names.meant(name, version)])).rstrip(";")
    return Verdict(UNKNOWN, short(name), advice if advice.endswith(("?", ".")) else advice + ".", error)


def of_call(call, version):
    """The `Verdict`s on the arguments of a `Call` that are refused, as far as their values can be inferred from the source.

    A method of an object that is refused as a whole has no `argument`: it is known by the call alone.
    """
    target, is_method = _target(call.name, version)
    if target is None:
        return []
    found = [
        e
        for e in refusals.entries()
        if (e.is_argument or "()." in call.name and not e.about) and _concerns(e, call.name.replace("()", ""), target, version)
    ]
    whole = next((e for e in found if not e.about), None)
    if whole is not None:
        return [Verdict(LEFT_OUT if whole.goes_on else REFUSED, short(call.name).replace("()", ""), whole.advice(), whole.error)]
    parameters = _parameters(target, is_method)
    given = dict(zip(parameters, call.arguments)) | call.keywords
    shown = short(call.name).replace("()", "")
    return [
        Verdict(LEFT_OUT if entry.goes_on else REFUSED, f"{shown}({entry.about}={_text(given[entry.about])})", entry.advice(), entry.error)
        for entry in found
        if _refuses(entry, given.get(entry.about, _UNKNOWN_ARGUMENT), parameters.get(entry.about))
    ]


def _refuses(entry, value, default):
    if value is _UNKNOWN_ARGUMENT or value is ...:
        return False
    if isinstance(value, Named):  # not known, but no literal: only what takes none but its default is sure to refuse it
        return entry.values is ANYTHING and not entry.besides and default in (None, inspect.Parameter.empty)
    return entry.refuses(value, default)


def _text(value):
    text = value.name if isinstance(value, Named) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def resolve(name, version):
    """The object of the dotted `name` from `tensorflow`, in tfshim. Raises ImportError or AttributeError."""
    if name.startswith(_PRIVATE):
        return private_modules.resolve(name)
    parts = name.split(".")[1:]
    beside_v1 = parts[:1] in (["contrib"], ["compat"])
    value = tfshim if version == 2 or beside_v1 else tfshim.compat.v1
    if parts[:1] == ["contrib"] and (older := _older_modules.find(name)) is not None:
        value, parts = older
    for part in parts:
        if _keeps_names_of_programs(value):  # it has no others, and asking it for one would read the command line
            return value
        value = private_names.member(value, part)
    return value


def _keeps_names_of_programs(value):
    """Whether programs say what attributes `value` has, as they do with flags."""
    return getattr(type(value), "_tfshim_attributes_of_programs", False)


def _without_names_of_programs(name, value, version):
    """The shortest part of the dotted `name` that is `value`: `tensorflow.app.flags.FLAGS` of `tensorflow.app.flags.FLAGS.rate`."""
    while "." in name and _resolved(name.rpartition(".")[0], version) is value:
        name = name.rpartition(".")[0]
    return name


def _resolved(name, version):
    try:
        return resolve(name, version)
    except (ImportError, AttributeError):
        return None


def _target(name, version):
    """What a call calls, and whether it is a method of an object: (None, False) where that is not known."""
    owner, method, attribute = name.partition("().")
    if not method:
        return _plain(_resolved(name, version)), False
    kind = _resolved(owner, version)
    if not isinstance(kind, type):
        return None, False
    found = inspect.getattr_static(kind, attribute, None)
    return _plain(getattr(kind, attribute, None)), not isinstance(found, (staticmethod, classmethod))


def _plain(value):
    return getattr(value, "__func__", value)


def _refusal_of(name, version):
    """The refusal of the whole `name`, found by the name itself or by what it is another name of."""
    last = name.rpartition(".")[2]
    candidates = [e for e in refusals.entries() if not e.about and any(n.rpartition(".")[2] == last for n in e.names)]
    target = _plain(_resolved(name, version)) if candidates else None
    return next((e for e in candidates if _concerns(e, name, target, version)), None)


def _concerns(entry, name, target, version):
    """Whether `entry` is about the dotted `name`, that is the object `target` (None where there is none)."""
    spelled = {short(name)} if version == 2 else {short(name), short(name.replace("tensorflow", "tensorflow.compat.v1", 1))}
    if spelled & set(entry.names):
        return True
    last = name.rpartition(".")[2]
    return target is not None and any(_same(n, target) for n in entry.names if n.rpartition(".")[2] == last)


def _same(known, target):
    name = known if known.startswith("tensorflow.") else "tensorflow" + known.removeprefix("tf")
    value = _plain(_resolved(name, 2))
    if value is None or isinstance(value, (str, int, float)):
        return False
    if value is target:
        return True
    # A class of TensorFlow 1, or one that only carries an older name, is made as the one that it is derived from.
    return isinstance(value, type) and isinstance(target, type) and value in target.__mro__ and value.__name__ == target.__name__


def _parameters(target, is_method):
    """{name: default} of the parameters that `target` takes, in order."""
    function = target
    if isinstance(target, type):
        function, is_method = (target.__init__ if "__init__" in _defined(target) else target.__new__), True
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return {}
    usual = [p for p in parameters if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    return {p.name: p.default for p in usual[1 if is_method else 0 :]}


def _defined(kind):
    return {name for base in kind.__mro__[:-1] for name in vars(base)}
