"""tf.Variable: what it shows, assigning, scattering, and gradients with respect to it."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, f32, f64, i32

cases = Family()


def _case(source, bad=False, op="tf.Variable", **options):
    (cases.bad if bad else cases)(source, op=op, graph=False, grad=False, **options)


for _made in ("1.5", "[1, 2]", "[[1.0], [2.0]]", "'a'", "True", "[1.0, 2.0], dtype=tf.float64", "1, dtype='float32'", "3.0, trainable=False",
              "np.arange(3)", "[1 + 2j]", "[1.0], name='w'", "tf.zeros([0, 2])", "lambda: tf.ones([2])", "[[1.0, 2.0]], shape=tf.TensorShape(None)",
              "[1.0], shape=[None]", "tf.constant([1, 2], tf.uint8)", "['a', 'b']"):  # fmt: skip
    _case(f"v = tf.Variable({_made})\nrepr(v), str(v), v.shape, v.dtype, v.name, v.trainable, v.numpy()")
for _made in ("", "None", "[1, [2]]", "[1.0], shape=[2]", "1.5, dtype=tf.int32", "object()"):
    _case(f"tf.Variable({_made})", bad=True, words=0.3)
for _call in ("assign([5.0, 6.0])", "assign(x)", "assign_add([1.0, 1.0])", "assign_sub(x)", "assign_add(x)",
              "assign(np.ones(2, np.float32))", "assign([7, 8])"):  # fmt: skip
    _case(f"v = tf.Variable([1.0, 2.0])\nr = v.{_call}\nv, r", op=f"tf.Variable.{_call.split('(')[0]}", x=f32(2))
_case("v = tf.Variable([1.0])\nv.assign([2.0], read_value=False)", op="tf.Variable.assign")
_case("v = tf.Variable([1.0, 2.0], shape=[None])\nv.assign([1.0, 2.0, 3.0])\nv", op="tf.Variable.assign")
_case("v = tf.Variable([[1.0]], shape=tf.TensorShape(None))\nv.assign(5.0)\nv", op="tf.Variable.assign")
for _call in ("assign([1.0])", "assign([1.0, 2.0, 3.0])", "assign(['a', 'b'])", "assign(tf.constant([1, 2]))", "assign_add([1.0, 2.0, 3.0])",
              "assign_sub(tf.constant([1.0, 2.0], tf.float64))", "assign(None)", "assign_add('x')"):  # fmt: skip
    _case(f"v = tf.Variable([1.0, 2.0], name='v')\nv.{_call}", bad=True, op=f"tf.Variable.{_call.split('(')[0]}")
_case("v = tf.Variable([1.0, 2.0], constraint=lambda t: t * 0)\nv.constraint(v)")
_case(
    "v = tf.Variable([1.0, 2.0])\nold = v.read_value()\nw = v.value()\nv.assign([3.0, 4.0])\nold, w, v",
    op="tf.Variable.read_value",
)
_case("v = tf.Variable([1.0, 2.0])\ne = tf.identity(v)\nt = v + 0\nv.assign_add([1.0, 1.0])\ne, t, v")
for _expr in ("v + 1", "2 * v", "v - x", "v / 2", "v ** 2", "-v", "abs(v)", "v[0]", "v[1:]", "v // 2", "v % 2", "v < 1.5", "v == x",
              "tf.reduce_sum(v)", "np.array(v)", "float(v[0])", "v.shape[0]", "tf.convert_to_tensor(v)", "tf.stack([v, x])",
              "tf.concat([v, v], 0)", "[e for e in v]", "x + v", "np.ones(2) * v", "v.get_shape()", "v.device[-5:]",
              "isinstance(v, tf.Variable), tf.is_tensor(v)", "v.handle.dtype", "v.synchronization.name", "v.aggregation.name"):  # fmt: skip
    _case(f"v = tf.Variable([1.0, 2.0])\n{_expr}", x=f32(2))
_case("v = tf.Variable([1.0])\nv.ref() == v.ref(), v.ref().deref() is v")
_case("v = tf.Variable([1.0])\nlen(tf.Variable(1.0))", bad=True)
_case("v = tf.Variable([1.0])\nv + None", bad=True)
_case("v = tf.Variable([1.0])\nv.assign(1)\nhash(v)", bad=True)
_case("v = tf.Variable(1.0)\nhash(v)", bad=True, words=0.4)
_case("bool(tf.Variable([1.0, 2.0]))", bad=True)
_case("bool(tf.Variable(1.0)), int(tf.Variable(3))")

# Parts of a variable.
for _index, _value in (
    ("0", "5.0"),
    ("1:", "[6.0, 7.0]"),
    ("::2", "[8.0, 9.0]"),
    ("-1", "tf.constant(3.0)"),
    (":", "[0.0, 0.0, 0.0]"),
    ("...", "[1.0, 1.0, 1.0]"),
):
    _case(f"v = tf.Variable([1.0, 2.0, 3.0])\nr = v[{_index}].assign({_value})\nv, r", op="tf.Variable.__getitem__")
_case(
    "v = tf.Variable(tf.zeros([2, 3]))\nv[:, 1].assign([1.0, 2.0])\nv[0, ::2].assign([5.0, 6.0])\nv",
    op="tf.Variable.__getitem__",
)
_case("v = tf.Variable([1.0, 2.0, 3.0])\nv[1].assign([1.0, 2.0])\nv", bad=True, op="tf.Variable.__getitem__", words=0.4)
_case(
    "v = tf.Variable([1.0, 2.0, 3.0])\nv[:2].assign([1.0, 2.0, 3.0])\nv",
    bad=True,
    op="tf.Variable.__getitem__",
    words=0.4,
)
for _name in (
    "scatter_add",
    "scatter_sub",
    "scatter_update",
    "scatter_max",
    "scatter_min",
    "scatter_mul",
    "scatter_div",
    "batch_scatter_update",
):
    if _name == "batch_scatter_update":
        _case(
            "v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])\nr = v.batch_scatter_update(tf.IndexedSlices([[9.0], [8.0]], [[0], [1]]))\nv, r",
            op=f"tf.Variable.{_name}",
        )
        continue
    _case(
        f"v = tf.Variable([1.0, 2.0, 4.0])\nr = v.{_name}(tf.IndexedSlices(x, [2, 0]))\nv, r",
        op=f"tf.Variable.{_name}",
        x=T([3.0, 0.5], "float32"),
    )
    _case(
        f"v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])\nv.{_name}(tf.IndexedSlices(x, [1]))",
        op=f"tf.Variable.{_name}",
        x=f32(1, 2),
    )
    _case(f"v = tf.Variable([1.0, 2.0])\nv.{_name}(tf.IndexedSlices([1.0], [5]))", bad=True, op=f"tf.Variable.{_name}")
    _case(f"v = tf.Variable([1.0, 2.0])\nv.{_name}([1.0])", bad=True, op=f"tf.Variable.{_name}")
for _name in ("scatter_nd_add", "scatter_nd_sub", "scatter_nd_update", "scatter_nd_max", "scatter_nd_min"):
    _case(f"v = tf.Variable([1.0, 2.0, 3.0])\nr = v.{_name}([[0], [2]], x)\nv, r", op=f"tf.Variable.{_name}", x=f32(2))
    _case(f"v = tf.Variable([[1, 2], [3, 4]])\nv.{_name}([[0, 1]], [9])", op=f"tf.Variable.{_name}")
    _case(f"v = tf.Variable([1.0, 2.0])\nv.{_name}([[7]], [1.0])", bad=True, op=f"tf.Variable.{_name}")
_case(
    "v = tf.Variable([1.0, 2.0, 3.0])\nv.scatter_add(tf.IndexedSlices([1.0, 1.0], [0, 0]))",
    op="tf.Variable.scatter_add",
)
_case(
    "v = tf.Variable([[1.0, 2.0], [3.0, 4.0]])\nv.gather_nd([[0, 1], [1, 0]]), v.sparse_read([1])",
    op="tf.Variable.gather_nd",
)
_case("v = tf.Variable([1.0, 2.0])\nv.assign_add(tf.ones([2])).assign_sub([0.5, 0.5])", op="tf.Variable.assign_add")
_case("v = tf.Variable(['a', 'b'])\nv.assign(['c', 'd'])\nv", op="tf.Variable.assign")
_case("v = tf.Variable(x)\nv.assign(v[::-1])", op="tf.Variable.assign", x=i32(3))

# Gradients.
for _expr in ("v * v", "tf.reduce_sum(v * x)", "v[0]", "tf.gather(v, [0, 0])", "tf.nn.embedding_lookup(v, [1, 0, 1])", "v + tf.stop_gradient(v)",
              "tf.cast(v, tf.float64)", "tf.concat([v, v], 0)", "v ** 3", "tf.cast(v, tf.int32)"):  # fmt: skip
    _case(
        f"v = tf.Variable([1.0, 2.0])\nwith tf.GradientTape() as tape:\n  y = {_expr}\ntape.gradient(y, v)",
        op="tf.GradientTape",
        x=f32(2),
    )
_TAPE = "with tf.GradientTape({}) as tape:\n  {}\n"
_case(
    "v = tf.Variable(2.0, trainable=False)\n" + _TAPE.format("", "y = v * v") + "tape.gradient(y, v)",
    op="tf.GradientTape",
)
_case(
    "v = tf.Variable(2.0)\n" + _TAPE.format("watch_accessed_variables=False", "y = v * v") + "tape.gradient(y, v)",
    op="tf.GradientTape",
)
_case(
    "v = tf.Variable(2.0)\n"
    + _TAPE.format("persistent=True", "y = v * v; z = y * v")
    + "tape.gradient(y, v), tape.gradient(z, v), tape.gradient(z, y)",
    op="tf.GradientTape",
)
_case(
    "v = tf.Variable(2.0)\nw = tf.Variable(3.0)\n"
    + _TAPE.format("", "y = v * v")
    + "tape.gradient(y, {'a': v, 'b': [w]})",
    op="tf.GradientTape",
)
_case(
    "v = tf.Variable(2.0)\nw = tf.Variable(3.0)\n"
    + _TAPE.format("", "y = v * v")
    + "tape.gradient(y, [v, w], unconnected_gradients='zero')",
    op="tf.GradientTape",
)
_case(
    "v = tf.Variable([1.0, 2.0])\n"
    + _TAPE.format("", "y = v * v")
    + "tape.gradient(y, v, output_gradients=[3.0, 4.0])",
    op="tf.GradientTape",
)
_case(
    "v = tf.Variable([1.0, 2.0])\n" + _TAPE.format("", "y = v * v") + "tape.gradient([y, y], v)", op="tf.GradientTape"
)
_case("v = tf.Variable([1.0, 2.0])\n" + _TAPE.format("", "y = v * v") + "tape.jacobian(y, v)", op="tf.GradientTape")
_case(_TAPE.format("", "tape.watch(x); y = x * x") + "tape.batch_jacobian(y, x)", op="tf.GradientTape", x=f32(2, 3))
_case(
    "with tf.GradientTape() as t2:\n  t2.watch(x)\n  with tf.GradientTape() as t1:\n    t1.watch(x)\n    y = x ** 3\n  g = t1.gradient(y, x)\nt2.gradient(g, x)",
    op="tf.GradientTape",
    x=f32(2),
)
_case(
    "with tf.GradientTape() as tape:\n  tape.watch(x)\n  y = x * x\n  with tape.stop_recording():\n    z = y * x\ntape.gradient(z, x)",
    op="tf.GradientTape",
    x=f32(2),
)
_case(
    "with tf.GradientTape() as tape:\n  tape.watch(x)\n  y = x * x\n  tape.reset()\n  tape.watch(x)\n  z = y * x\ntape.gradient(z, x)",
    op="tf.GradientTape",
    x=f32(2),
)
_case(
    "v = tf.Variable([1.0])\n" + _TAPE.format("", "y = v * 2") + "[w is v for w in tape.watched_variables()]",
    op="tf.GradientTape",
)
_case(
    "v = tf.Variable(2.0)\n" + _TAPE.format("", "y = v * v") + "tape.gradient(y, v)\ntape.gradient(y, v)",
    bad=True,
    op="tf.GradientTape",
)
_case(_TAPE.format("", "y = x * x") + "tape.gradient(y, x)", op="tf.GradientTape", x=f32(2))
_case("tf.GradientTape().watch('a')", bad=True, op="tf.GradientTape")
_case(_TAPE.format("", "tape.watch(x); y = x * 2") + "tape.gradient(y, x)", op="tf.GradientTape", x=i32(2))
_case(
    "v = tf.Variable([1.0, 2.0])\n" + _TAPE.format("", "y = v * v") + "tape.gradient(y, v, output_gradients=[3.0])",
    op="tf.GradientTape",
    words=0.4,
)
_case("with tf.GradientTape() as tape:\n  with tape:\n    pass", bad=True, op="tf.GradientTape")
_case(
    "with tf.autodiff.ForwardAccumulator(x, tf.ones_like(x)) as acc:\n  y = x ** 2 + tf.sin(x)\nacc.jvp(y)",
    op="tf.autodiff.ForwardAccumulator",
    x=f32(3),
)
_case(
    "v = tf.Variable([1.0, 2.0])\nwith tf.autodiff.ForwardAccumulator(v, tf.constant([1.0, 0.0])) as acc:\n  y = tf.reduce_sum(v * v)\nacc.jvp(y), acc.jvp(x)",
    op="tf.autodiff.ForwardAccumulator",
    x=f32(3),
)
_case(
    "with tf.autodiff.ForwardAccumulator(x, tf.ones([2])) as acc:\n  y = x * 2",
    bad=True,
    op="tf.autodiff.ForwardAccumulator",
    x=f32(3),
)
_CUSTOM = "@tf.custom_gradient\ndef f(a):\n  def grad(up):\n    return up * 10\n  return a * a, grad\n"
_case(
    _CUSTOM + _TAPE.format("", "tape.watch(x); y = f(x)") + "y, tape.gradient(y, x)", op="tf.custom_gradient", x=f32(2)
)
_case("@tf.custom_gradient\ndef f(a, b):\n  def grad(u, v):\n    return u * b, v * a\n  return (a + b, a * b), grad\n" + _TAPE.format("", "tape.watch([x]); y = f(x, x)")
      + "y, tape.gradient(y, x)", op="tf.custom_gradient", x=f32(2))  # fmt: skip
_case("@tf.custom_gradient\ndef f(a):\n  def grad(u):\n    return u, u\n  return a * a, grad\n" + _TAPE.format("", "tape.watch(x); y = f(x)") + "tape.gradient(y, x)",
      bad=True, op="tf.custom_gradient", x=f32(2))  # fmt: skip
_case(
    "f = tf.recompute_grad(lambda a: tf.sin(a) * a)\n"
    + _TAPE.format("", "tape.watch(x); y = f(x)")
    + "y, tape.gradient(y, x)",
    op="tf.recompute_grad",
    x=f32(2),
)
_case("v = tf.Variable([1.0])\nv.assign('wrong')", bad=True, op="tf.Variable.assign")
_case("tf.Variable(x).assign(x[:1])", bad=True, op="tf.Variable.assign", x=f64(2))
_case("tf.Variable(x)", x=S([b"a"]))
