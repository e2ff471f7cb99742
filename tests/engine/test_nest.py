"""tf.nest, against answers recorded from TensorFlow, and its laws on random trees."""

import collections
import string

from hypothesis import given
from hypothesis import strategies as st

from tests.engine.scope import names
from tests.recorded.cases import expressions
from tfshim.engine.values import nest, nest_kinds


@expressions("nest")
def test_recorded(case):
    case.check(**names())


Pair = collections.namedtuple("Pair", ["first", "second"])
keys = st.text(string.ascii_lowercase, min_size=1, max_size=2)


def containers(child):
    return st.one_of(
        st.lists(child, max_size=3),
        st.lists(child, max_size=3).map(tuple),
        st.dictionaries(keys, child, max_size=3),
        st.dictionaries(keys, child, max_size=3).map(collections.OrderedDict),
        st.dictionaries(keys, child, max_size=3).map(lambda d: collections.defaultdict(int, d)),
        st.tuples(child, child).map(lambda t: Pair(*t)),
        st.lists(child, max_size=3).map(collections.deque),
    )


sets = st.frozensets(st.integers(), max_size=2)
leaves = st.one_of(st.integers(), st.none(), st.text(max_size=2), st.booleans(), sets)
trees = st.recursive(leaves, containers, max_leaves=12)


@given(trees)
def test_packing_undoes_flattening(tree):
    packed = nest.pack_sequence_as(tree, nest.flatten(tree))
    assert packed == tree
    nest.assert_same_structure(tree, packed)


@given(trees)
def test_mapping_keeps_structure_and_order(tree):
    numbered = nest.map_structure(lambda x: (x,).__repr__(), tree)
    assert nest.flatten(numbered) == [repr((x,)) for x in nest.flatten(tree)]
    nest.assert_same_structure(tree, numbered)


@given(trees)
def test_paths_lead_to_the_leaves(tree):
    pairs = nest.flatten_with_tuple_paths(tree)
    assert [leaf for _, leaf in pairs] == nest.flatten(tree)
    for path, leaf in pairs:
        found = tree
        for key in path:
            found = getattr(found, key) if isinstance(found, Pair) else found[key]
        assert found is leaf


@given(trees)
def test_a_tree_is_as_deep_as_itself(tree):
    nest.assert_shallow_structure(tree, tree)
    assert nest.flatten_up_to(tree, tree) == nest.flatten(tree)
    assert nest.flatten_up_to(0, tree) == [tree]


@given(trees, trees)
def test_same_structure_is_symmetric(a, b):
    def same(x, y):
        try:
            nest.assert_same_structure(x, y)
        except (TypeError, ValueError):
            return False
        return True

    assert same(a, b) == same(b, a)
    if same(a, b):
        pairs = nest.map_structure(lambda x, y: Pair2(x, y), a, b)
        assert [(p.x, p.y) for p in nest.flatten(pairs)] == list(zip(nest.flatten(a), nest.flatten(b), strict=True))


class Pair2:
    def __init__(self, x, y):
        self.x, self.y = x, y


class _Attrs:
    """What the attrs library makes of a class, as far as trees see it."""

    class _Field:
        def __init__(self, name):
            self.name = name

    __attrs_attrs__ = (_Field("b"), _Field("a"))

    def __init__(self, b, a):
        self.b, self.a = b, a


def test_attrs_classes_are_walked_in_the_order_of_their_fields():
    tree = [_Attrs(1, [2, 3])]
    assert nest.flatten(tree) == [1, 2, 3]
    assert [p for p, _ in nest.flatten_with_joined_string_paths(tree)] == ["0/b", "0/a/0", "0/a/1"]
    (packed,) = nest.pack_sequence_as(tree, [4, 5, 6])
    assert (packed.b, packed.a) == (4, [5, 6])


class _Proxy:
    """Stands for a dictionary, as wrapt's proxies do."""

    def __init__(self, wrapped):
        self.__wrapped__ = wrapped

    @property
    def __class__(self):
        return self.__wrapped__.__class__

    def __getattr__(self, name):
        return getattr(self.__wrapped__, name)

    def __iter__(self):
        return iter(self.__wrapped__)

    def __getitem__(self, key):
        return self.__wrapped__[key]


def test_proxies_are_what_they_wrap_and_stay_proxies():
    assert nest.flatten([_Proxy({"b": 1, "a": 2}), _Proxy([3])]) == [2, 1, 3]
    packed = nest.pack_sequence_as(_Proxy({"b": 1, "a": 2}), [5, 6])
    assert type(packed) is _Proxy
    assert packed.__wrapped__ == {"b": 6, "a": 5}


def test_more_types_than_are_remembered_are_told_apart():
    for i in range(nest_kinds._MOST_KINDS + 10):
        cls = type(f"C{i}", (list,) if i % 2 else (), {})
        assert nest.is_nested(cls()) == bool(i % 2)
    assert len(nest_kinds._KINDS) <= nest_kinds._MOST_KINDS
    assert nest.flatten([(1,), {"a": "b"}]) == [1, "b"]
