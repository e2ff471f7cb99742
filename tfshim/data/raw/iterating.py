"""Raw operations of iterators and optionals, by handles."""

import itertools

import torch

from tfshim.data.iterators import Cursor, end_of_sequence, not_initialized
from tfshim.data.optional import Held
from tfshim.data.raw._common import call, declared
from tfshim.data.raw.sources import DUMMIES
from tfshim.data.raw.transforming import Memory
from tfshim.data.specs import boxed
from tfshim.data.structures import box, component_storages
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.random.shuffle_buffer import DatasetSeeds
from tfshim.engine.runtime import errors
from tfshim.engine.runtime.errors import LOCAL_CPU, invalid
from tfshim.engine.values import dtypes as dt
from tfshim.engine.values import nest
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.raw_forms._nodes import computed
from tfshim.raw_forms._resources import Holder

_HANDLE, _VARIANT, _TEXT = (dt.resource, []), (dt.variant, []), (dt.string, [])
_numbers = itertools.count()


class Place:
    """What the handle of an iterator refers to: nothing until a dataset is set, then a place in an iteration over it."""

    named = {}  # text of a handle -> Place, for those whose text was asked for

    def __init__(self, specs, device=LOCAL_CPU):
        self.specs, self.cursor, self.text, self.device = specs, None, None, device

    def start(self, dataset):
        """Begin an iteration. Raises InvalidArgumentError for elements of other components."""
        _check(self.specs, tuple(nest.flatten(dataset._spec, expand_composites=True)))
        self.cursor = Cursor(dataset)

    def next(self):
        """The slots of the next element."""
        if self.cursor is None:
            raise not_initialized()
        return self.cursor.next()

    def handle(self):
        """The text by which it can be found."""
        if self.text is None:
            self.text = f"iterator_{next(_numbers)}"
            Place.named[self.text] = self
        return self.text


def _check(wanted, found):
    """Raise InvalidArgumentError unless components of the specs `found` are some of those `wanted`; none wanted admit all."""
    if not wanted:
        return
    if len(wanted) != len(found):
        raise invalid(f"Number of components does not match: expected {len(wanted)} types but got {len(found)}.")
    for i, (a, b) in enumerate(zip(wanted, found)):
        if a.dtype != b.dtype:
            raise invalid(f"Data type mismatch at component {i}: expected {a.dtype.proto_name} but got {b.dtype.proto_name}.")
    for i, (a, b) in enumerate(zip(wanted, found)):
        if not a.shape.is_compatible_with(b.shape):
            raise invalid(f"Incompatible shapes at component {i}: expected {_text(a.shape)} but got {_text(b.shape)}.")


def _text(shape):
    return "<unknown>" if shape.rank is None else "[" + ",".join("?" if d is None else str(d) for d in shape.as_list()) + "]"


def _place(storage):
    """The iterator in a storage, which may be that of an iterator of Python's interface."""
    held = boxed(storage)
    if isinstance(held, Cursor):
        made = Place(())
        made.cursor = held
        return made
    found = held.held if isinstance(held, Holder) else None
    if not isinstance(found, Place):
        raise invalid(f"Expected the handle of an iterator, got that of {found!r}.")
    return found


# ---------------------------------------------------------------------- making iterators
_shared = {}


def _new(kind, output_types, output_shapes, shared_name=b""):
    specs = declared(output_types, output_shapes)

    def kernel():
        if shared_name:
            return [box(Holder(_shared.setdefault(shared_name, Place(specs))))]
        return [box(Holder(Place(specs)))]

    about = _declared(specs) if kind == "AnonymousIteratorV3" else None
    return computed(kind, kernel, [], [_HANDLE], stateful=True, declared=about)


def _declared(specs):
    """The attributes that say what elements are."""
    return {"output_types": [s.dtype for s in specs], "output_shapes": [s.shape for s in specs]}


@raw_op("AnonymousIterator", "AnonymousIteratorV3")
def _anonymous(output_types, output_shapes):
    return _new("AnonymousIteratorV3", output_types, output_shapes)


@raw_op("AnonymousIteratorV2")
def _anonymous_with_deleter(output_types, output_shapes):
    return _new("AnonymousIterator", output_types, output_shapes), _deleter()


def _deleter():
    return computed("Deleter", lambda: [box(Holder(None))], [], [_VARIANT])


@raw_op("Iterator", "IteratorV2")
def _iterator(shared_name, container, output_types, output_shapes):
    name = shared_name.encode() if isinstance(shared_name, str) else shared_name
    place = container.encode() if isinstance(container, str) else container
    return _new("IteratorV2", output_types, output_shapes, place + b"/" + name if name else b"")


@raw_op("OneShotIterator")
def _once(dataset_factory, output_types, output_shapes, container, shared_name):
    made = _iterator(shared_name, container, output_types, output_shapes)
    _made(call(dataset_factory, [])[0], made)
    return made


@raw_op("MakeIterator")
def _made(dataset, iterator):
    def kernel(dataset, handle):
        _place(handle).start(boxed(dataset))
        return []

    return computed("MakeIterator", kernel, [dataset, iterator], [], stateful=True, declared={})


@raw_op("DeleteIterator", "DeleteMemoryCache", "DeleteSeedGenerator", "DeleteRandomSeedGenerator")
def _deleted(handle, deleter):
    """Nothing is left to do: what no handle refers to is gone."""

    def kernel(handle, deleter):
        held = boxed(handle)
        if isinstance(held, Holder) and isinstance(held.held, Place) and held.held.cursor is not None:
            held.held.cursor.close()
        return []

    return computed("DeleteIterator", kernel, [handle, deleter], [], stateful=True)


# ---------------------------------------------------------------------- asking them
def _leaves(specs):
    return [(s.dtype, s.shape) for s in specs]


@raw_op("IteratorGetNext", "IteratorGetNextSync")
def _next(iterator, output_types, output_shapes):
    specs = declared(output_types, output_shapes)

    def kernel(handle):
        place = _place(handle)
        try:
            flat = place.next()
        except StopIteration:
            raise end_of_sequence(max(1, len(specs))) from None
        _check(specs, tuple(nest.flatten(place.cursor.dataset._spec, expand_composites=True)))
        return component_storages(nest.flatten(place.cursor.dataset._spec), flat)

    return computed("IteratorGetNext", kernel, [iterator], _leaves(specs), stateful=True, several=True, declared=_declared(specs))


@raw_op("IteratorGetNextAsOptional")
def _next_or_none(iterator, output_types, output_shapes):
    specs = declared(output_types, output_shapes)

    def kernel(handle):
        place = _place(handle)
        try:
            flat = place.next()
        except StopIteration:
            return [box(Held(None))]
        spec = place.cursor.dataset._spec
        _check(specs, tuple(nest.flatten(spec, expand_composites=True)))
        return [box(Held(component_storages(nest.flatten(spec), flat)))]

    return computed("IteratorGetNextAsOptional", kernel, [iterator], [_VARIANT], stateful=True, declared=_declared(specs))


@raw_op("IteratorToStringHandle")
def _as_text(resource_handle):
    return computed("IteratorToStringHandle", lambda h: [box(_place(h).handle().encode())], [resource_handle], [_TEXT], stateful=True)


@raw_op("IteratorFromStringHandle", "IteratorFromStringHandleV2")
def _from_text(string_handle, output_types, output_shapes):
    specs = declared(output_types, output_shapes or None) if output_types else ()

    def kernel(text):
        found = Place.named.get(text.item().decode(errors="replace"))
        if found is None:
            raise invalid("Could not parse string_handle as a valid ResourceHandle")
        if specs:
            _check(specs, found.specs)
        return [box(Holder(found))]

    return computed("IteratorFromStringHandleV2", kernel, [string_handle], [_HANDLE], stateful=True)


@raw_op("IteratorGetDevice", "ExperimentalIteratorGetDevice")
def _device(resource):
    return computed("IteratorGetDevice", lambda h: [box(_place(h).device.encode())], [resource], [_TEXT], stateful=True)


@raw_op("SerializeIterator")
def _state(resource_handle, external_state_policy):
    def kernel(handle):
        place = _place(handle)
        if place.cursor is None:
            raise errors.FailedPreconditionError(None, None, "Serialize() failed because the iterator has not been initialized.")
        return [box(place.cursor.state())]

    del external_state_policy  # what draws or calls Python cannot be saved and says so
    return computed("SerializeIterator", kernel, [resource_handle], [_VARIANT], stateful=True)


@raw_op("DeserializeIterator")
def _restored(resource_handle, serialized):
    def kernel(handle, state):
        _place(handle).cursor.restore(boxed(state))
        return []

    return computed("DeserializeIterator", kernel, [resource_handle, serialized], [], stateful=True)


# ---------------------------------------------------------------------- caches and seeds
@raw_op("AnonymousMemoryCache")
def _memory():
    return computed("AnonymousMemoryCache", lambda: [box(Holder(Memory()))], [], [_HANDLE], stateful=True), _deleter()


@raw_op(*DUMMIES)
def _dummy():
    return computed("DummyMemoryCache", lambda: [box(Holder(None))], [], [_HANDLE], stateful=True)


def _seeds(seed, seed2, reshuffle):
    def kernel(seed, seed2, reshuffle):
        return [box(Holder(DatasetSeeds((int(seed), int(seed2)), bool(reshuffle))))]

    return computed("AnonymousSeedGenerator", kernel, [seed, seed2, reshuffle], [_HANDLE], stateful=True), _deleter()


@raw_op("AnonymousSeedGenerator")
def _generator(seed, seed2, reshuffle):
    return _seeds(seed, seed2, reshuffle)


@raw_op("AnonymousRandomSeedGenerator")
def _random_generator(seed, seed2):
    return _seeds(seed, seed2, convert_to_tensor(True))


# ---------------------------------------------------------------------- optionals
@raw_op("OptionalFromValue")
def _optional(components):
    given = [convert_to_tensor(x) for x in components]
    return computed("OptionalFromValue", lambda values: [box(Held(list(values)))], [given], [_VARIANT], declared={})


@raw_op("OptionalNone")
def _nothing():
    return computed("OptionalNone", lambda: [box(Held(None))], [], [_VARIANT], declared={})


def _held(storage):
    found = boxed(storage)
    if not isinstance(found, Held):
        raise invalid(f"The given variant does not hold an optional value but {found!r}.")
    return found


@raw_op("OptionalHasValue")
def _present(optional):
    return computed("OptionalHasValue", lambda x: [torch.tensor(_held(x).slots is not None)], [optional], [(dt.bool, [])], declared={})


@raw_op("OptionalGetValue")
def _value(optional, output_types, output_shapes):
    specs = declared(output_types, output_shapes)

    def kernel(storage):
        slots = _held(storage).slots
        if slots is None:
            raise errors.op_error(
                errors.InvalidArgumentError, "The given optional does not have a value.", "OptionalGetValue",
                counts={"output_types": max(1, len(specs))},
            )  # fmt: skip
        return slots

    return computed("OptionalGetValue", kernel, [optional], _leaves(specs), several=True, declared=_declared(specs))


# ---------------------------------------------------------------------- elements in one value
class _Pressed:
    """The components of an element, which nothing needs to compress in one process."""

    _text_of_variant = "<CompressedElement>"

    def __init__(self, slots):
        self.slots = slots


@raw_op("CompressElement")
def _compressed(components):
    given = [convert_to_tensor(x) for x in components]
    return computed("CompressElement", lambda values: [box(_Pressed(list(values)))], [given], [_VARIANT], declared={})


@raw_op("UncompressElement")
def _uncompressed(compressed, output_types, output_shapes):
    specs = declared(output_types, output_shapes)

    def kernel(storage):
        held = boxed(storage)
        if not isinstance(held, _Pressed):
            raise invalid("Tensor must be a compressed element")
        if len(held.slots) != len(specs):
            raise invalid(f"Number of components {len(held.slots)} does not match the {len(specs)} types that are declared.")
        return held.slots

    return computed("UncompressElement", kernel, [compressed], _leaves(specs), several=True, declared=_declared(specs))
