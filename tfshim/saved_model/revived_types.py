"""Classes of programs and libraries whose objects come back as themselves from a SavedModel, rather than as objects of no class."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tfshim._export import tf_export, tf_private


@tf_export("__internal__.saved_model.load.VersionedTypeRegistration", v1=[])
class VersionedTypeRegistration:
    """How objects of a registered class are saved and made again, in one version. Mirrors the class of
    `tensorflow.python.saved_model.revived_types`.

    Arguments:
        object_factory: a function from the saved message (its `metadata` and `version`) to a new object.
        version: the number of this version; the highest one is written.
        min_producer_version: the oldest version of a file that this one reads.
        min_consumer_version: the oldest version that may read what this one writes.
        bad_consumers: versions that may not read it, besides.
        setter: a function such as `setattr`, which gives the new object what it held.

    Example:
        >>> made = tf.__internal__.saved_model.load.VersionedTypeRegistration(lambda message: tf.Module(), 2, 1, 1)
        >>> made.version
        2
    """

    __module__ = "tensorflow.python.saved_model.revived_types"

    def __init__(
        self,
        object_factory: Callable[[Any], Any],
        version: int,
        min_producer_version: int,
        min_consumer_version: int,
        bad_consumers: Iterable[int] | None = None,
        setter: Callable[[Any, str, Any], None] = setattr,
    ) -> None:
        self.setter, self.version = setter, version
        self.identifier: str | None = None  # that of the class, once it is registered
        self._factory, self._bad_consumers = object_factory, list(bad_consumers or ())
        self._min_producer, self._min_consumer = min_producer_version, min_consumer_version

    def describe(self, message: Any) -> None:
        """Say in a SavedUserObject what class and version the object is of."""
        message.identifier = self.identifier
        message.version.producer, message.version.min_consumer = self.version, self._min_consumer
        message.version.bad_consumers.extend(self._bad_consumers)

    def from_proto(self, proto: Any) -> Any:
        """A new object for a SavedUserObject."""
        return self._factory(proto)

    def should_load(self, proto: Any) -> bool:
        """Whether this version reads the object of a SavedUserObject."""
        return (
            proto.identifier == self.identifier
            and self.version >= proto.version.min_consumer
            and proto.version.producer >= self._min_producer
            and self.version not in proto.version.bad_consumers
        )


class _Registered(NamedTuple):
    admits: Callable[[Any], bool]
    versions: list[VersionedTypeRegistration]


_registered: dict[str, _Registered] = {}


@tf_export("__internal__.saved_model.load.register_revived_type", v1=[])
def register_revived_type(identifier: str, predicate: Callable[[Any], bool], versions: list[VersionedTypeRegistration]) -> None:
    """Let objects of a class come back from SavedModels as objects of that class. Mirrors the function of
    `tensorflow.python.saved_model.revived_types`.

    Arguments:
        identifier: what files call the class.
        predicate: a function that tells whether an object is of the class.
        versions: a list of `VersionedTypeRegistration`s, with different numbers.

    Raises:
        AssertionError: there is no version, or two have the same number.

    Example:
        >>> class Thing(tf.Module):
        ...     pass
        >>> version = tf.__internal__.saved_model.load.VersionedTypeRegistration(lambda message: Thing(), 1, 1, 1)
        >>> tf.__internal__.saved_model.load.register_revived_type("example_thing", lambda x: isinstance(x, Thing), [version])
        >>> "example_thing" in tf.__internal__.saved_model.load.registered_identifiers()
        True
    """
    if not versions:
        raise AssertionError("Need at least one version of a registered type.")
    versions.sort(key=lambda made: made.version, reverse=True)
    for made, before in zip(versions, [None, *versions]):
        if before is not None and before.version == made.version:
            raise AssertionError(f"Got multiple registrations with version {made.version} for type {identifier}.")
        made.identifier = identifier
    _registered[identifier] = _Registered(predicate, versions)


@tf_export("__internal__.saved_model.load.registered_identifiers", v1=[])
def registered_identifiers() -> Any:
    """What files call the registered classes. Mirrors the function of `tensorflow.python.saved_model.revived_types`.

    Returns:
        A set of strings.

    Example:
        >>> "no such class" in tf.__internal__.saved_model.load.registered_identifiers()
        False
    """
    return _registered.keys()


def registration_of(x: Any) -> VersionedTypeRegistration | None:
    """The version in which the object `x` is saved, or None for one of no registered class."""
    return next((known.versions[0] for known in _registered.values() if known.admits(x)), None)


def registration_for(proto: Any) -> VersionedTypeRegistration | None:
    """The version that reads the object of a SavedUserObject, or None."""
    known = _registered.get(proto.identifier)
    return None if known is None else next((made for made in known.versions if made.should_load(proto)), None)


@tf_private("tensorflow.python.saved_model.revived_types.deserialize")
def deserialize(proto: Any) -> tuple[Any, Callable[[Any, str, Any], None]] | None:
    """A new object for a SavedUserObject, and the function that gives it what it held; None where no registered version reads it."""
    made = registration_for(proto)
    return None if made is None else (made.from_proto(proto), made.setter)


@tf_export("__internal__.saved_model.load.get_setter", v1=[])
def get_setter(proto: Any) -> Callable[[Any, str, Any], None] | None:
    """The function that gives the object of a SavedUserObject what it held, or None where no registered version reads it."""
    made = registration_for(proto)
    return None if made is None else made.setter
