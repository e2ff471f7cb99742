"""Control flow and functions over elements, eagerly and traced; calls back into Python."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, b1, f32, f64, i32

cases = Family()

cases("tf.cond(x[0] > 0, lambda: x * 2, lambda: x - 1)", op="tf.cond", x=T([1.0, -2.0], "float32"))
cases("tf.cond(x[0] > 0, lambda: x * 2, lambda: x - 1)", op="tf.cond", x=T([-1.0, -2.0], "float32"))
cases("tf.cond(c, lambda: (x, 1), lambda: (x + 1, 2))", c=T(False, "bool"), x=f32(2))
cases("tf.cond(c, lambda: {'a': x}, lambda: {'a': y})", c=T(True, "bool"), x=f32(2), y=f32(2))
cases("tf.cond(True, lambda: x, lambda: y)", x=f32(2), y=f32(2))
cases("tf.cond(c, lambda: x, lambda: y)", c=T(False, "bool"), x=f32(2, 3), y=f32(3, 3))
cases(
    "tf.cond(c, lambda: tf.cond(d, lambda: x, lambda: y), lambda: x * y)",
    c=T(True, "bool"),
    d=T(False, "bool"),
    x=f32(2),
    y=f32(2),
)
cases.bad("tf.cond(c, lambda: x, lambda: x)", c=b1(2), x=f32(2))
cases.bad("tf.cond(c, 1, 2)", c=T(True, "bool"))
cases(
    "tf.case([(x < 1.0, lambda: x), (x > 1.0, lambda: x * 2)], default=lambda: x * 3)",
    op="tf.case",
    x=T(2.0, "float32"),
)
cases(
    "tf.case([(x < 1.0, lambda: x), (x > 5.0, lambda: x * 2)], default=lambda: x * 3)",
    op="tf.case",
    x=T(2.0, "float32"),
)
cases("tf.case([(x > 1.0, lambda: x), (x > 1.5, lambda: x * 2)])", op="tf.case", x=T(2.0, "float32"))
cases("tf.case([(x > 1.0, lambda: x), (x > 1.5, lambda: x * 2)], exclusive=True)", op="tf.case", x=T(2.0, "float32"))
cases.bad("tf.case([(x, 3)])", op="tf.case", x=T(True, "bool"))
cases.bad("tf.case(5)")
for _i in (0, 1, 2, 7):
    cases(
        f"tf.switch_case(tf.constant({_i}), [lambda: x, lambda: x * 2], default=lambda: x * 3)",
        op="tf.switch_case",
        x=f32(2),
    )
cases.bad("tf.switch_case(i, {3: lambda: x, 5: lambda: -x}, default=lambda: x * 0)", i=T(5, "int32"), x=f32(2))
cases("tf.switch_case(i, [lambda: x, lambda: x + 1])", i=T(-1, "int32"), x=f32(2))
cases.bad("tf.switch_case(i, [lambda: x])", i=T(0.5, "float32"), x=f32(2))
cases.bad("tf.switch_case(i, [1, 2])", i=T(0, "int32"))

cases(
    "tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * x), [tf.constant(0), x])", op="tf.while_loop", x=f32(2)
)
cases("tf.while_loop(lambda i: i < 10, lambda i: [i + 3], [tf.constant(0)])", op="tf.while_loop")
cases("tf.while_loop(lambda i: i < n, lambda i: (i + 1,), (0,))", op="tf.while_loop", n=T(3, "int32"))
cases(
    "tf.while_loop(lambda i, a: True, lambda i, a: [i + 1, a + 1.0], [tf.constant(0), x], maximum_iterations=3)",
    op="tf.while_loop",
    x=f32(2),
)
cases(
    "tf.while_loop(lambda s: s['i'] < 3, lambda s: ({'i': s['i'] + 1, 'x': s['x'] * 2},), ({'i': tf.constant(0), 'x': x},))",
    op="tf.while_loop",
    x=f32(2),
)
cases("tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.concat([a, a[:1]], 0)), [tf.constant(0), x], "
      "shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])])", op="tf.while_loop", x=f32(1))  # fmt: skip
cases("tf.while_loop(lambda i, a: i < 0, lambda i, a: (i + 1, a), [tf.constant(0), x])", op="tf.while_loop", x=f32(2))
cases.bad("tf.while_loop(1, lambda i: i, [0])")
cases.bad("tf.while_loop(lambda i: True, 5, [0])")

cases("tf.map_fn(lambda a: a * a, x)", x=f32(3))
cases("tf.map_fn(lambda a: tf.reduce_sum(a), x)", op="tf.map_fn", x=f32(3, 2))
cases("tf.map_fn(lambda a: a[0] + a[1], (x, y), fn_output_signature=tf.float32)", op="tf.map_fn", x=f32(3), y=f32(3))
cases("tf.map_fn(lambda a: (a, -a), x, fn_output_signature=(tf.float32, tf.float32))", op="tf.map_fn", x=f32(3))
cases("tf.map_fn(lambda a: tf.cast(a, tf.int32), x, dtype=tf.int32)", op="tf.map_fn", x=f32(3))
cases(
    "tf.map_fn(lambda a: tf.range(a), x, fn_output_signature=tf.RaggedTensorSpec([None], tf.int32))",
    op="tf.map_fn",
    x=T([2, 0, 3], "int32"),
)
cases("tf.map_fn(tf.strings.length, x, fn_output_signature=tf.int32)", op="tf.map_fn", x=S([b"a", b"bcd"]))
cases("tf.map_fn(lambda a: a, x)", x=f32(0, 2))
cases.bad("tf.map_fn(5, x)", x=f32(2))
cases.bad("tf.map_fn(lambda a: a, x)", x=f32())
cases.bad("tf.map_fn(lambda a: tf.cast(a, tf.int32), x)", op="tf.map_fn", x=f32(2))
cases("tf.vectorized_map(lambda a: a * a + 1, x)", x=f32(3, 2))
cases(
    "tf.vectorized_map(lambda a: tf.matmul(a[0], a[1]), (x, y))", op="tf.vectorized_map", x=f32(2, 2, 3), y=f32(2, 3, 1)
)
cases("tf.vectorized_map(lambda a: tf.reduce_sum(a, axis=0), x)", op="tf.vectorized_map", x=f64(2, 3, 2))
cases("tf.scan(lambda a, e: a + e, x)", x=f32(4))
cases("tf.scan(lambda a, e: a * 0.5 + e, x, initializer=i)", x=f32(3, 2), i=f32(2))
cases("tf.scan(lambda a, e: a + e, x, reverse=True)", x=i32(4))
cases("tf.scan(lambda a, e: (a[1], a[0] + a[1]), x, initializer=(0, 1))", x=T([0, 0, 0, 0], "int32"))
cases("tf.scan(lambda a, e: a + e[0] * e[1], (x, y), initializer=0.0)", x=f32(3), y=f32(3))
cases.bad("tf.scan(3, x)", x=f32(2))
cases("tf.foldl(lambda a, e: a - e, x)", x=f32(4))
cases("tf.foldl(lambda a, e: a * 2 + e, x, initializer=1)", x=i32(4))
cases("tf.foldr(lambda a, e: a - e, x)", x=f32(4))
cases("tf.foldr(lambda a, e: a * 2 + e, x, initializer=i)", x=f32(3, 2), i=f32(2))
cases.bad("tf.foldl('f', x)", x=f32(2))
cases.bad("tf.foldr(lambda a, e: a, x)", x=f32(0))

cases("tf.py_function(lambda a: a * 2, [x], tf.float32)", x=f32(2))
cases("tf.py_function(lambda a, b: (a + b, a.shape[0]), [x, x], [tf.float32, tf.int32])", x=f32(2))
cases("tf.numpy_function(np.sinh, [x], tf.float32)", x=f32(2))
cases("tf.numpy_function(lambda a: (a.sum(), a.max()), [x], [tf.float64, tf.float64])", x=f64(3))
cases.bad("tf.py_function(lambda a: 1 / 0, [x], tf.float32)", x=f32(2), words=0.3)

# Tensor arrays.
_ARRAY = "a = tf.TensorArray(tf.float32, size=3{})\n"
cases(
    _ARRAY.format("") + "a = a.write(0, x).write(1, x * 2).write(2, x + 1)\na.stack(), a.read(1), a.size()",
    op="tf.TensorArray",
    x=f32(2),
)
cases(_ARRAY.format("") + "a = a.unstack(x)\na.stack()", op="tf.TensorArray", x=f32(3, 2))
cases(_ARRAY.format("") + "a.unstack(x).gather([2, 0])", op="tf.TensorArray", x=f32(3, 2))
cases(_ARRAY.format("") + "a.unstack(x).concat()", op="tf.TensorArray", x=f32(3, 2))
cases(_ARRAY.format("") + "a.scatter([2, 0, 1], x).stack()", op="tf.TensorArray", x=f32(3, 2))
cases(
    _ARRAY.format(", infer_shape=False") + "a.split(x, [1, 2, 1]).concat()",
    op="tf.TensorArray",
    x=f32(4, 2),
    graph=False,
)
cases(
    "a = tf.TensorArray(tf.int32, size=0, dynamic_size=True)\nfor i in range(4):\n  a = a.write(i, i * i)\na.stack()",
    op="tf.TensorArray",
)
cases(
    _ARRAY.format(", clear_after_read=False") + "a = a.unstack(x)\na.read(0) + a.read(0)", op="tf.TensorArray", x=f32(3)
)
cases(_ARRAY.format(", element_shape=[2]") + "a.element_shape, a.dtype, a.dynamic_size", op="tf.TensorArray")
cases.bad(_ARRAY.format("") + "a.write(3, x)", op="tf.TensorArray", x=f32(2))
cases.bad(_ARRAY.format("") + "a.write(0, x)", op="tf.TensorArray", x=i32(2))
cases.bad(_ARRAY.format("") + "a.read(0)", op="tf.TensorArray", words=0.4)
cases.bad(_ARRAY.format("") + "a.unstack(x).read(5)", op="tf.TensorArray", x=f32(3))
cases.bad(_ARRAY.format("") + "a = a.unstack(x)\na.read(0)\na.read(0)", op="tf.TensorArray", x=f32(3))
cases.bad(_ARRAY.format(", element_shape=[3]") + "a.write(0, x)", op="tf.TensorArray", x=f32(2))

# Structures.
_N = "tf.nest"
cases(f"{_N}.flatten({{'b': [1, 2], 'a': (3, None)}})")
cases(f"{_N}.flatten(5), {_N}.flatten([]), {_N}.flatten(None), {_N}.flatten('ab'), {_N}.flatten(np.ones(2))")
cases(f"{_N}.flatten(tf.ragged.constant([[1], [2, 3]]), expand_composites=True)", op="tf.nest.flatten")
cases(f"{_N}.pack_sequence_as({{'b': [0, 0], 'a': (0,)}}, [1, 2, 3])")
cases(f"{_N}.pack_sequence_as(0, [5]), {_N}.pack_sequence_as([], [])")
cases(f"{_N}.map_structure(lambda a, b: a + b, {{'x': [1, 2]}}, {{'x': [3, 4]}})")
cases(f"{_N}.map_structure(lambda a: a * 2, (x, [x]))", op="tf.nest.map_structure", x=f32(2))
cases(f"{_N}.map_structure(lambda a, b: (a, b), [1], (2,), check_types=False)")
cases(
    f"{_N}.is_nested([1]), {_N}.is_nested(1), {_N}.is_nested({{}}), {_N}.is_nested('ab'), {_N}.is_nested(np.ones(2)), {_N}.is_nested(())"
)
cases(f"{_N}.assert_same_structure([1, (2,)], [3, (4,)])")
cases(f"{_N}.assert_same_structure([1, 2], (1, 2), check_types=False)")
cases.bad(f"{_N}.assert_same_structure([1, 2], (1, 2))")
cases.bad(f"{_N}.assert_same_structure([1, 2], [1])")
cases.bad(f"{_N}.assert_same_structure([1, [2]], [1, 2])")
cases.bad(f"{_N}.assert_same_structure({{'a': 1}}, {{'b': 1}})")
cases.bad(f"{_N}.pack_sequence_as([1, 2], [1])")
cases.bad(f"{_N}.pack_sequence_as(1, [1, 2])")
cases.bad(f"{_N}.pack_sequence_as([1], 5)")
cases.bad(f"{_N}.map_structure(5, [1])")
cases.bad(f"{_N}.map_structure(lambda a: a)")
cases.bad(f"{_N}.map_structure(lambda a, b: a, [1], [1, 2])")
cases.bad(f"{_N}.flatten({{1: 2, 'a': 3}})")

# Of a graph only.
cases("tf.get_current_name_scope()")
cases(
    "with tf.name_scope('a'):\n  with tf.name_scope('b') as s:\n    r = (s, tf.get_current_name_scope())\nr",
    op="tf.name_scope",
)
cases("with tf.device('/CPU:0'):\n  y = x + 1\ny.device", op="tf.device", x=f32(2), graph=False, grad=False)
cases("with tf.control_dependencies([x]):\n  y = x * 2\ny", op="tf.control_dependencies", x=f32(2))
cases("with tf.init_scope():\n  y = tf.constant(1.0)\ny", op="tf.init_scope")
cases.bad("tf.gradients(x * x, x)", op="tf.gradients", x=f32(2))
cases.bad("tf.hessians(x * x, x)", op="tf.hessians", x=f32(2))
cases("tf.function(lambda a: a * 2)(x)", x=f32(2), graph=False)
cases("f = tf.function(lambda a: a * 2 + 1)\nf(x), f(x * 2), f(y)", op="tf.function", x=f32(2), y=f32(3))
