"""What an entry of the table of refusals is."""

from dataclasses import dataclass

from tfshim.public_names import see

ANYTHING = object()  # as `values` of an argument: everything but its default


@dataclass(frozen=True)
class Refusal:
    """One thing that is not supported.

    `names`: the public names it is about; other names of the same object need not be listed. `about`: "" for the whole name, the name
    of an argument, or a short key for a situation, which only shows when the program runs. `clause`: what is said between the name
    and the reason. `why`: the reason; `instead`: what to use. For arguments, `values` are those that are refused (or `ANYTHING`),
    and `besides` those that are not. `error`: the type of the exception. `goes_on`: there is a warning, and the program goes on.
    """

    names: tuple
    about: str
    clause: str
    why: str
    instead: str
    is_argument: bool = False
    values: object = ANYTHING
    besides: tuple = ()
    error: type = NotImplementedError
    goes_on: bool = False

    def text(self, name, value=None, **details):
        """The message for `name`, one of `names`; it ends with where to read more."""
        clause = self.clause.format(value=value, **details)
        joint = " " if not self.about else ": "
        return f"{name}{joint}{clause}{self.advice(': ').format(value=value, **details)}{see(name)}"

    def advice(self, start=""):
        """The reason and the remedy as a sentence, after `start`."""
        if not self.why:
            return f"{'; ' if start else ''}{self.instead}."
        return f"{start}{self.why}; {self.instead}." if self.instead else f"{start}{self.why}."

    def what(self):
        """What of the name is refused, in a few words: an argument, or a situation."""
        return "the name" if not self.about else self.about if self.is_argument else self.clause

    def refuses(self, value, default):
        """Whether the literal `value` of this argument, whose default is `default`, is refused."""
        if self.values is not ANYTHING:
            return any(type(v) is type(value) and v == value for v in self.values)
        return value is not None and not any(v == value for v in (default, *self.besides))


def name(names, why, instead, clause="is not supported", **more):
    """The refusal of one or more whole names (separated by spaces)."""
    return Refusal(tuple(names.split()), "", clause, why, instead, **more)


def argument(names, arguments, why, instead, values=ANYTHING, clause=None, **more):
    """The refusals of one or more arguments (separated by spaces): of `values`, or of everything but the default and `besides`."""
    clause = clause or ("`{0}`={value!r} is not supported" if values is not ANYTHING else "`{0}` is not supported")
    return [Refusal(tuple(names.split()), a, clause.replace("{0}", a), why, instead, True, values, **more) for a in arguments.split()]


def situation(names, key, clause, why, instead, **more):
    """A refusal that depends on more than a literal: `clause` says of what, with its verb, and may have details in braces."""
    return Refusal(tuple(names.split()), key, clause, why, instead, **more)


def below(namespace, names):
    """`names` (separated by spaces) with `namespace` before them, in one string."""
    return " ".join(f"{namespace}.{n}" for n in names.split())


def gathered(*rows):
    """The rows as one tuple; those of several arguments are lists."""
    return tuple(entry for row in rows for entry in (row if isinstance(row, list) else [row]))
