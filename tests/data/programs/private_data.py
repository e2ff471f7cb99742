"""What libraries take from the private modules of datasets: structures, options, shapes as tensors, elements with sparse tensors."""

import dataclasses

from tensorflow.python.data.ops import test_mode
from tensorflow.python.data.util import convert, nest, options, random_seed, sparse
from tensorflow.python.framework.random_seed import DEFAULT_GRAPH_SEED

v1 = tf.compat.v1


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


def case_structures_of_datasets():
    value = v1.SparseTensorValue([[0]], [7], [1])
    for x in ("text", [1, 2], (1,), {"a": 1}, value, tf.constant(1)):
        print(nest.is_nested(x), nest.flatten(x) if not tf.is_tensor(x) else "")
    print(nest.flatten({"b": (1, [2]), "a": value}))
    for structure, flat in [
        ("text", [4, 5]),
        ((4, 5), "bad"),
        ((4, 5), [1]),
        ([4, 5], [1]),
        ((4, (5, 6)), [1, 2, [3]]),
        ({"b": 0, "a": 1}, [1, 2]),
    ]:
        print(attempt(nest.pack_sequence_as, structure, flat))


def case_mapping_structures_of_datasets():
    print(attempt(nest.map_structure, lambda x: x))
    print(attempt(nest.map_structure, lambda x: x, (1,), other=1))
    print(attempt(nest.map_structure, 1, (1,)))
    print(attempt(nest.map_structure, lambda x, y: (x, y), (1, [2]), (3, [4])))
    print(attempt(nest.map_structure_up_to, (1, 2), lambda x: x))
    print(attempt(nest.map_structure_up_to, (1, 2), lambda x, y: (x, y), (1, 2), (3, (4, 5))))
    print(attempt(nest.map_structure_up_to, (1, 2), lambda x, y: (x, y), (1, 2), (3,)))


def case_shallow_structures_of_datasets():
    pairs = [
        ({"a": 1, "b": 2}, (1, 2)),
        ((1, 2), {"a": 1, "b": 2}),
        ((1, 2), "x"),
        ((1, 2), [1, 2]),
        ((1, 2), (1, 2, 3)),
        ({"a": 1}, {"b": 1}),
        ({"a": 1}, {"b": 1, "a": 2}),
        ((1, 2), ((1, 3), [2, 4])),
        (1, (2, 3)),
    ]
    for shallow, deep in pairs:
        print(attempt(nest.assert_shallow_structure, shallow, deep), attempt(nest.flatten_up_to, shallow, deep))
    print(attempt(nest.assert_shallow_structure, {"a": 1, "b": 2}, (1, 2), check_types=False))


@dataclasses.dataclass
class Masked:
    """A custom structure whose `__tf_unflatten__` is a method of the instance."""

    mask: bool
    value: object

    def __tf_flatten__(self):
        return (self.mask,), (self.value,)

    def __tf_unflatten__(self, metadata, components):
        return Masked(metadata[0], components[0])


def case_custom_structures():
    given = Masked(True, 3)
    print(nest.flatten(given), nest.pack_sequence_as(given, [4]), nest.map_structure(lambda x: x * 2, given))
    print(tf.nest.map_structure(lambda x: x + 1, [given, 5]))


class Inner(options.OptionsBase):
    x = options.create_option("x", int, "A number.", default_factory=lambda: 42)
    y = options.create_option("y", (int, float), "Another one.")


class Outer(options.OptionsBase):
    inner = options.create_option("inner", Inner, "A group.", default_factory=Inner)
    flag = options.create_option("flag", bool, "A flag.")


def case_options_of_an_own_class():
    first, second = Outer(), Outer()
    print(Inner.x.__doc__, first.inner.x, first.inner.y, first.flag)
    first.inner.x, second.inner.y, second.flag = 1, 2.5, True
    made = options.merge_options(first, second)
    print(made.inner.x, made.inner.y, made.flag, first.inner.y)
    second.inner.x = 42  # the default, which counts as not set
    print(options.merge_options(first, second).inner.x)
    second.inner.x = 7
    print(options.merge_options(first, second).inner.x, options.merge_options(second, first).inner.x)
    for wrong in ((), (1, 2), (Inner(), 3)):
        print(attempt(options.merge_options, *wrong))
    print(attempt(setattr, first.inner, "x", 1.5))
    print(attempt(setattr, first, "z", 1))
    first._set_mutable(False)
    print(attempt(setattr, first, "z", 1), attempt(setattr, first, "flag", True))


def case_options_of_datasets_merge():
    first, second = tf.data.Options(), tf.data.Options()
    first.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    second.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.AUTO
    second.deterministic = False
    made = first.merge(second)
    print(made.experimental_distribute.auto_shard_policy, made.deterministic, second.merge(first).experimental_distribute.auto_shard_policy)
    dataset = tf.data.Dataset.range(3).with_options(first).map(lambda x: x).with_options(second)
    print(dataset.options().experimental_distribute.auto_shard_policy, dataset.options().deterministic)
    print(attempt(first.merge, 3))
    print(attempt(setattr, dataset.options(), "nothing", 3))
    test_mode.toggle_test_mode(True)
    print(tf.data.Options().experimental_warm_start)
    test_mode.toggle_test_mode(False)
    print(tf.data.Options().experimental_warm_start)


def case_arguments_as_tensors():
    print(
        convert.optional_param_to_tensor("a", None, 3),
        convert.optional_param_to_tensor("a", 5),
        convert.optional_param_to_tensor("a", "x", "", tf.string),
    )
    for shape in (
        tf.TensorShape([2, None]),
        [],
        [1, -1],
        (None, 3),
        4,
        tf.constant([1, 2], tf.int64),
        tf.constant(3, tf.int64),
        tf.constant([1.0, 2.0]),
        [[1]],
    ):
        print(attempt(convert.partial_shape_to_tensor, shape))


def case_seeds_in_graphs():
    print(DEFAULT_GRAPH_SEED)
    for graph_seed, seed in [(0, 0), (2**31 - 1, 0), (0, 2**31 - 1), (1, 1), (None, 1), (None, None)]:
        with tf.Graph().as_default(), v1.Session() as sess:
            tf.random.set_seed(graph_seed) if graph_seed is not None else None
            given = seed if seed is None else tf.constant(seed, tf.int64)
            print(graph_seed, seed, *(int(x) for x in sess.run(random_seed.get_seed(given))))


def case_elements_with_sparse_tensors():
    given = ({"a": tf.SparseTensor([[0, 1]], [5], [2, 3])}, tf.constant([1.0]))
    classes = sparse.get_classes(given)
    print(classes, sparse.any_sparse(classes), sparse.any_sparse((tf.Tensor, (tf.Tensor,))))
    types = ({"a": tf.int32}, tf.float32)
    shapes = ({"a": tf.TensorShape([2, 3])}, tf.TensorShape([1]))
    print(sparse.as_dense_types(types, classes), sparse.as_dense_shapes(shapes, classes))


def case_shapes_of_restored_parts():
    with tf.Graph().as_default():
        print(
            tf.raw_ops.RestoreV2(
                prefix="m",
                tensor_names=["a", "b", "c"],
                shape_and_slices=["", "3 4 0,1:-", "5 2,2"],
                dtypes=[tf.float32, tf.int32, tf.string],
            )
        )
        written = tf.raw_ops.SaveV2(prefix="m", tensor_names=["a"], shape_and_slices=[""], tensors=[tf.constant(1.0)])
        print(type(written).__name__, written.name)
        reader = v1.IdentityReader(name="r")
        for state in (["a", "b"], []):
            print(attempt(reader.restore_state, state)[:38])
