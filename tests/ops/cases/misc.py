"""What has no family of its own: printing, conversion hooks, scopes, modules, candidate samplers."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, c64, f32, i32

cases = Family()

# tf.print, by what it leaves in a file.
_PRINT = "import os, tempfile\np = 'file://' + os.path.join(tempfile.mkdtemp(), 'out')\ntf.print({}, output_stream=p)\nopen(p[7:]).read()"


def _print(arguments, bad=False, **inputs):
    (cases.bad if bad else cases)(_PRINT.format(arguments), op="tf.print", graph=False, grad=False, **inputs)


for _value in ("1", "1.5", "'text'", "True", "None", "[1, 2]", "(1, 'a')", "{'b': 1, 'a': [2]}", "tf.float32", "tf.TensorShape([2, None])", "np.arange(3)", "np.float32(2.5)",
               "'a', 1, [2.5]", "{}", "[]", "{'a': tf.constant(1)}", "(tf.constant([1, 2]), tf.constant('s'))", "b'bytes'", "1e-10", "float('nan')"):  # fmt: skip
    _print(_value)
for _input in (f32(3), f32(2, 2), i32(), i32(0), T([1.0, 100000.0, 1e-7, 1e20], "float32"), T([0.1, 0.2], "float64"), S([b"a", b"b c"]), S(b"x"), T([True, False], "bool"),
               c64(2), T([1.5, 2.5], "float16"), T([1.5, 2.5], "bfloat16"), i32(12), f32(8, 9), T([[[1, 2], [3, 4]]], "int32"), T([float("nan"), float("inf"), float("-inf")], "float32"),
               f32(0, 3), T([200, 7], "uint8")):  # fmt: skip
    _print("x", x=_input)
_print("x, summarize=2", x=i32(9))
_print("x, summarize=-1", x=i32(9))
_print("x, summarize=1", x=f32(4, 4))
_print("x, 'and', y, sep=' | '", x=f32(2), y=i32())
_print("x, end='!'", x=i32(2))
_print("tf.Variable([1.0, 2.0])")
_print("tf.sparse.from_dense([[0, 1], [2, 0]])")
_print("tf.ragged.constant([[1, 2], [3]])")
_print("x, summarize='many'", bad=True, x=i32(2))
cases.bad("tf.print(1, output_stream='nowhere')", words=0.4)
cases.bad("tf.print(1, colour='red')", words=0.4)

# Objects that know how to become tensors.
cases("class Thing:\n  pass\ntf.register_tensor_conversion_function(Thing, lambda v, dtype=None, name=None, as_ref=False: tf.constant([1, 2], dtype))\n"
      "tf.convert_to_tensor(Thing()), tf.add(Thing(), [1, 1])", op="tf.register_tensor_conversion_function")  # fmt: skip
cases(
    "class Thing:\n  def __array__(self, dtype=None, copy=None):\n    return np.array([1.5, 2.5])\ntf.convert_to_tensor(Thing()), tf.constant(1.0) + Thing()",
    op="tf.convert_to_tensor",
)
cases(
    "class Thing:\n  def __tf_tensor__(self, dtype=None, name=None):\n    return tf.constant(3.0)\nisinstance(Thing(), tf.types.experimental.TensorLike) or True",
    op="tf.convert_to_tensor",
)
cases(
    "import collections\nP = collections.namedtuple('P', 'a b')\ntf.nest.map_structure(lambda t: t * 2, P(x, [x]))",
    op="tf.nest.map_structure",
    x=f32(2),
    graph=False,
)

# Scopes and modules.
cases("class M(tf.Module):\n  def __init__(self):\n    super().__init__(name='outer')\n    self.w = tf.Variable([1.0], name='w')\n    self.parts = [tf.Variable(2, trainable=False), {'k': tf.Variable(3.0)}]\n"
      "m = M()\nm.name, [v.name for v in m.variables], len(m.trainable_variables), len(m.non_trainable_variables), len(m.submodules), m.name_scope.name", op="tf.Module")  # fmt: skip
cases(
    "class A(tf.Module):\n  @tf.Module.with_name_scope\n  def __call__(self):\n    self.v = tf.Variable(1.0, name='v')\n    return self.v.name\nA()(), A(name='b')()",
    op="tf.Module.with_name_scope",
)
cases.bad("tf.Module(name='no good')", op="tf.Module")
cases("made = []\ndef creator(next_creator, **kwargs):\n  made.append(kwargs['initial_value'])\n  return next_creator(**kwargs)\nwith tf.variable_creator_scope(creator):\n  tf.Variable(5.0)\nmade",
      op="tf.variable_creator_scope")  # fmt: skip
cases(
    "import uuid\n@tf.RegisterGradient('Op' + uuid.uuid4().hex)\ndef grad(op, g):\n  return g\nTrue",
    op="tf.RegisterGradient",
)
cases("tf.UnconnectedGradients.NONE.value, tf.UnconnectedGradients('zero').name", op="tf.UnconnectedGradients")
cases("tf.timestamp().dtype, tf.timestamp() > 1.6e9", op="tf.timestamp")
cases("tf.get_logger().name", op="tf.get_logger")
cases("tf.device('/CPU:0') is not None", op="tf.device")
for _spec in ("/job:worker/replica:0/task:1/device:GPU:2", "/cpu:0", "/device:GPU:*", "/job:ps", ""):
    cases(
        f"s = tf.DeviceSpec.from_string('{_spec}')\ns.job, s.replica, s.task, s.device_type, s.device_index, s.to_string()",
        op="tf.DeviceSpec",
    )
cases.bad("tf.DeviceSpec.from_string('/task:x')", op="tf.DeviceSpec", words=0.4)
cases("tf.DeviceSpec(job='a', device_type='CPU', device_index=1).replace(task=2).to_string()", op="tf.DeviceSpec")
cases(
    "tf.DeviceSpec.from_string('/job:a').make_merged_spec(tf.DeviceSpec.from_string('/device:CPU:0')).to_string()",
    op="tf.DeviceSpec",
)

# Errors as objects.
for _name in ("InvalidArgumentError", "NotFoundError", "OutOfRangeError", "UnimplementedError", "InternalError", "DataLossError", "AlreadyExistsError", "FailedPreconditionError",
              "ResourceExhaustedError", "PermissionDeniedError", "CancelledError", "AbortedError", "DeadlineExceededError", "UnauthenticatedError", "UnavailableError", "UnknownError"):  # fmt: skip
    cases(
        f"e = tf.errors.{_name}(None, None, 'words')\nstr(e), e.message, e.error_code, e.op, e.node_def, isinstance(e, tf.errors.OpError)",
        op=f"tf.errors.{_name}",
    )
cases(
    "tf.errors.OK, tf.errors.CANCELLED, tf.errors.INVALID_ARGUMENT, tf.errors.NOT_FOUND, tf.errors.DATA_LOSS",
    op="tf.errors.OK",
)
cases("tf.version.VERSION[:4], tf.__version__[:4]", op="tf.version")

# Candidate samplers with a seed.
for _name in ("uniform_candidate_sampler", "log_uniform_candidate_sampler", "learned_unigram_candidate_sampler"):
    for _unique in (True, False):
        cases(
            f"tf.random.set_seed(3)\ntf.random.{_name}(y, 1, 4, {_unique}, 9, seed=5)",
            op=f"tf.random.{_name}",
            y=T([[1], [3]], "int64"),
            graph=False,
            tol=20,
        )
cases("tf.random.set_seed(3)\ntf.random.fixed_unigram_candidate_sampler(y, 1, 3, True, 5, unigrams=[1.0, 2.0, 3.0, 4.0, 5.0], seed=5)", op="tf.random.fixed_unigram_candidate_sampler",
      y=T([[1], [3]], "int64"), graph=False, tol=20)  # fmt: skip

# Names of raw kernels at the top level.
cases("tf.approx_top_k(x, 2)", x=f32(5), grad=False)
cases("tf.rfftnd(x, [4], [0])", x=f32(4))
cases("tf.raw_ops.Add(x=x, y=y)", op="tf.raw_ops.Add", x=f32(2), y=f32(2))
cases("tf.raw_ops.MatMul(a=x, b=y, transpose_b=True)", op="tf.raw_ops.MatMul", x=f32(2, 3), y=f32(4, 3))
cases("tf.raw_ops.Concat(concat_dim=0, values=[x, x])", op="tf.raw_ops.Concat", x=f32(2))
cases("tf.raw_ops.StridedSlice(input=x, begin=[0], end=[2], strides=[1])", op="tf.raw_ops.StridedSlice", x=f32(3))
cases("tf.raw_ops.Sum(input=x, axis=[0])", op="tf.raw_ops.Sum", x=f32(3))
cases("tf.raw_ops.Cast(x=x, DstT=tf.int32)", op="tf.raw_ops.Cast", x=f32(3))
cases.bad("tf.raw_ops.Add(x, y)", op="tf.raw_ops.Add", x=f32(2), y=f32(2))
cases.bad("tf.raw_ops.NoSuchOperation(x=x)", op="tf.raw_ops", x=f32(2))
