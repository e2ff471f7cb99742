"""Making tensors, and changing their dtype."""

from tests.ops.case import Family
from tests.ops.inputs import S, T, b1, c64, f16, f32, f64, i32, i64, u8

cases = Family()

_ALL = ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "bfloat16",
        "float32", "float64", "complex64", "complex128")  # fmt: skip

# tf.constant and conversion.
for _f in ("tf.constant", "tf.convert_to_tensor"):
    for _value in ("1", "1.5", "True", "'a'", "b'ab'", "1 + 2j", "[1, 2]", "[1, 2.5]", "[[1.0], [2.0]]", "[]", "[[], []]",
                   "['a', b'b']", "2**40", "np.float64(1.5)", "np.arange(3)", "np.array([1.5, 2])", "np.int8(3)",
                   "np.array(['x', 'yz'])", "np.zeros((0, 2), np.float32)", "(1, 2)", "range(3)", "[True, False]",
                   "np.array([True])", "np.uint16(5)", "tf.constant([1, 2])", "[np.float32(1), np.float32(2)]",
                   "float('nan')", "-1", "[2**40, 1]", "np.float16(1.5)", "np.complex64(1j)", "[[b'a'], [b'b']]",
                   "np.array([b'a', b'bc'], dtype=object)", "np.array(3)", "tf.TensorShape([2, 3])"):  # fmt: skip
        cases(f"{_f}({_value})")
    for _value in ("[1, [2]]", "[1, 'a']", "[[1, 2], [3]]", "None", "object()", "[None]", "2**70", "{'a': 1}",                    "tf.TensorShape([2, None])", "[1.5, 'a']"):  # fmt: skip
        cases.bad(f"{_f}({_value})", words=0.4)
    for _value, _dtype in (
        ("1", "float32"), ("[1, 2]", "float64"), ("[1.0, 2.0]", "float16"), ("True", "bool"), ("3", "uint8"),
        ("[1, 2]", "complex64"), ("1.5", "bfloat16"), ("np.arange(3)", "float32"), ("np.arange(3.)", "int32"),
        ("2**63", "uint64"), ("'a'", "string"), ("np.array([1.7, 2.2])", "float32"), ("[]", "int32"), ("-1", "int8"),
        ("np.array([300])", "uint8"), ("np.float64(2.0)", "float32"), ("[[1], [2]]", "int64"),
    ):  # fmt: skip
        cases(f"{_f}({_value}, dtype=tf.{_dtype})")
    cases(f"{_f}(1, dtype='float32')")
    cases(f"{_f}(True, dtype=tf.int32)")
    cases(f"{_f}(300, dtype=tf.uint8)")
    cases(f"{_f}(-1, dtype=tf.uint32)")
    cases(f"{_f}([1, True])")
    cases(f"{_f}([1, 2], dtype=np.float64)")
    cases(f"{_f}([1, 2], tf.int16)")
    for _value, _dtype in (("1.5", "int32"), ("'a'", "float32"), ("1", "string"), ("1", "bool"),
                           ("1j", "float32"), ("[1.5]", "int64"), ("None", "float32"),
                           ("tf.constant(1)", "float32")):  # fmt: skip
        cases.bad(f"{_f}({_value}, dtype=tf.{_dtype})", words=0.4)
    cases.bad(f"{_f}(1, dtype='no_such_type')", words=0.4)
cases("tf.constant(7.0, shape=[2, 3])")
cases("tf.constant([1, 2, 3, 4], shape=(2, 2))")
cases("tf.constant(1, dtype=tf.float32, shape=[])")
cases("tf.constant(5, shape=[0, 2])")
cases("tf.constant('a', shape=[2])")
cases("tf.constant(np.arange(4), shape=[2, 2], dtype=tf.float32)")
cases.bad("tf.constant([1, 2, 3], shape=[2, 2])")
cases.bad("tf.constant([1, 2, 3], shape=[2])")
cases("tf.convert_to_tensor([1, 2], dtype_hint=tf.float32)")
cases("tf.convert_to_tensor([1.5], dtype_hint=tf.int32)")
cases("tf.convert_to_tensor([x, y])", x=f32(2), y=f32(2))
cases("tf.convert_to_tensor([[x, 1.0], [2.0, x]])", x=f32())
cases("tf.convert_to_tensor([x, np.float32(3)])", x=f32())
cases("tf.convert_to_tensor(tf.Variable([1.0, 2.0]))")
cases.bad("tf.convert_to_tensor([x, y])", x=f32(2), y=f32(3))
cases.bad("tf.convert_to_tensor([x, y])", x=f32(2), y=i32(2))
cases.bad("tf.convert_to_tensor(x, dtype=tf.int32)", x=f32(2))
cases("tf.identity(x)", x=S([b"a", b"b"]))
cases("tf.identity([1, 2])")
cases("tf.identity(tf.Variable([1.0]))", grad=False)
cases("tf.identity_n([x, y])", x=f32(2), y=i32(3))
cases("tf.stop_gradient(x)", x=f32(3))
cases("tf.grad_pass_through(tf.round)(x)", x=f32(3))
cases("tf.guarantee_const(x)", x=f32(2))
cases(
    "tf.is_tensor(x), tf.is_tensor(1), tf.is_tensor(np.ones(2)), tf.is_tensor(tf.Variable(1.0))", x=f32(2), graph=False
)
cases("tf.is_symbolic_tensor(x)", x=f32(2), graph=False)
cases("tf.get_static_value(x)", x=f32(2), graph=False, grad=False)
cases("tf.get_static_value(x)", x=T(3, "int32"), graph=False)
cases("tf.executing_eagerly(), tf.inside_function()", op="tf.executing_eagerly")
cases("tf.ensure_shape(x, [2, None])", x=f32(2, 3))
cases("tf.ensure_shape(x, None)", x=f32(2))
cases.bad("tf.ensure_shape(x, [3, None])", x=f32(2, 3))
cases.bad("tf.ensure_shape(x, [2])", x=f32(2, 3))
cases("tf.make_ndarray(tf.make_tensor_proto([1.5, 2.0]))")
cases("tf.make_ndarray(tf.make_tensor_proto([[1, 2]], dtype=tf.int64))")
cases("tf.make_ndarray(tf.make_tensor_proto(['a', b'bc']))")
cases("tf.make_ndarray(tf.make_tensor_proto(5.0, shape=[2, 2]))")
cases.bad("tf.make_tensor_proto(None)", words=0.4)

# Filled tensors.
for _f in ("zeros", "ones"):
    cases(f"tf.{_f}([2, 3])")
    cases(f"tf.{_f}(3)")
    cases(f"tf.{_f}([])")
    cases(f"tf.{_f}((2, 0))")
    cases(f"tf.{_f}(s)", s=T([2, 2], "int32"))
    cases(f"tf.{_f}(s, tf.int32)", s=T([2, 2], "int64"))
    cases(f"tf.{_f}(tf.TensorShape([1, 2]))")
    cases(f"tf.{_f}([x, 2])", x=T(2, "int32"))
    for _dtype in _ALL:
        cases(f"tf.{_f}([2], dtype=tf.{_dtype})")
        cases(f"tf.{_f}_like(x, dtype=tf.{_dtype})", x=f32(2))
    cases(f"tf.{_f}_like(x)", x=f32(2, 3))
    cases(f"tf.{_f}_like(x)", x=i64(0))
    cases(f"tf.{_f}_like(x)", x=b1(2))
    cases(f"tf.{_f}_like(x)", x=c64(2))
    cases(f"tf.{_f}_like([[1, 2], [3, 4]])")
    cases(f"tf.{_f}_like(np.ones(2))")
    cases.bad(f"tf.{_f}([-1])")
    cases.bad(f"tf.{_f}([2.5])", words=0.4)
    cases.bad(f"tf.{_f}([2, None])", words=0.4)
cases("tf.zeros([2], tf.string)")
cases("tf.zeros_like(x)", x=S([b"a"]))
cases.bad("tf.ones([2], tf.string)", words=0.4)
cases("tf.fill([2, 3], 9)")
cases("tf.fill([2], 1.5)")
cases("tf.fill([2], 'a')")
cases("tf.fill([], True)")
cases("tf.fill([0], 1)")
cases("tf.fill(s, x)", s=T([2, 2], "int64"), x=f32())
cases("tf.fill([2], x)", x=c64())
cases.bad("tf.fill([2], [1, 2])")
cases.bad("tf.fill([-1], 1)")
cases.bad("tf.fill([[1]], 1)")
cases("tf.eye(2)")
cases("tf.eye(2, 3)")
cases("tf.eye(3, num_columns=2, batch_shape=[2], dtype=tf.int32)")
cases("tf.eye(2, dtype=tf.bool)")
cases("tf.eye(0)")
cases("tf.eye(n)", n=T(2, "int32"))
cases("tf.eye(2, batch_shape=b)", b=T([2, 1], "int32"))
cases("tf.linalg.eye(2, dtype=tf.complex64)")
cases.bad("tf.eye(-1)")

cases("tf.range(5)")
cases("tf.range(2, 7)")
cases("tf.range(2, 8, 3)")
cases("tf.range(5, 0, -2)")
cases("tf.range(0.0, 1.0, 0.3)")
cases("tf.range(3.0)")
cases("tf.range(1, 4, 0.5)")
cases("tf.range(3, dtype=tf.float32)")
cases("tf.range(3, dtype=tf.int64)")
cases("tf.range(3, 3)")
cases("tf.range(n)", n=T(4, "int32"))
cases("tf.range(n)", n=T(4, "int64"))
cases("tf.range(a, b, 2)", a=T(1, "int32"), b=T(7, "int64"))
cases("tf.range(a, b)", a=T(0.5, "float32"), b=T(3.0, "float32"))
cases("tf.range(start=1, limit=4, delta=1)")
cases.bad("tf.range(5, 1)")
cases.bad("tf.range(0, 5, 0)")
cases.bad("tf.range(0, 5, -1)")
cases.bad("tf.range([1, 2])")
cases.bad("tf.range('a')", words=0.4)
cases("tf.linspace(0.0, 10.0, 5)")
cases("tf.linspace(1, 3, 3)")
cases("tf.linspace(0.0, 1.0, 1)")
cases("tf.linspace(a, b, 3, axis=-1)", a=f32(2), b=f32(2))
cases("tf.linspace(a, b, 4)", a=f64(), b=f64())
cases("tf.linspace(a, b, 3, axis=1)", a=f32(2, 2), b=f32(2, 2))
cases("tf.linspace(0.0, 1.0, 0)")
cases.bad("tf.linspace(a, b, 3)", a=f32(2), b=f32(3))
cases("tf.one_hot([0, 2, -1, 1], 3)")
cases("tf.one_hot(x, 3)", x=T([[0, 2], [1, 5]], "int32"))
cases("tf.one_hot(x, 3, axis=0)", x=T([0, 2], "int64"))
cases("tf.one_hot(x, 3, axis=1)", x=T([[0, 2], [1, 5]], "uint8"))
cases("tf.one_hot(x, depth=2, on_value=5.0, off_value=-1.0)", x=T([0, 1], "int32"))
cases("tf.one_hot(x, 2, on_value=True, off_value=False)", x=T([0, 1], "int32"))
cases("tf.one_hot(x, 2, dtype=tf.int32)", x=T(1, "int32"))
cases("tf.one_hot(x, d)", x=T([1, 0], "int32"), d=T(2, "int32"))
cases("tf.one_hot(x, 2, on_value='a', off_value='b')", x=T([1, 0], "int32"))
cases("tf.one_hot(x, 0)", x=T([1, 0], "int32"))
cases("tf.one_hot(x, 3, on_value=a, off_value=b)", x=T([1, 0], "int32"), a=f32(), b=f32())
cases.bad("tf.one_hot(x, 3)", x=f32(2))
cases.bad("tf.one_hot(x, -1)", x=T([1, 0], "int32"))
cases.bad("tf.one_hot(x, 3, axis=5)", x=T([1, 0], "int32"))
cases.bad("tf.one_hot(x, 3, on_value=1.0, off_value=1)", x=T([1, 0], "int32"), words=0.4)
cases("tf.sequence_mask([1, 3, 2], 5)")
cases("tf.sequence_mask([[1, 3], [2, 0]])")
cases("tf.sequence_mask(x, maxlen=3, dtype=tf.float32)", x=T([1, 2], "int64"))
cases("tf.sequence_mask(x, dtype=tf.int32)", x=T([1, 2], "int32"))
cases("tf.sequence_mask(x, m)", x=T([1, 2], "int32"), m=T(4, "int32"))
cases.bad("tf.sequence_mask(x, [3])", x=T([1, 2], "int32"))

# Initializers that draw nothing.
cases("tf.zeros_initializer()([2, 2])")
cases("tf.ones_initializer()([2], dtype=tf.float64)")
cases("tf.constant_initializer(3)([2])")
cases("tf.constant_initializer([1, 2, 3, 4])([2, 2], dtype=tf.int32)")
cases.bad("tf.constant_initializer([1, 2, 3])([2, 2])")

# Casting.
for _from in ("bool", "uint8", "int32", "int64", "float16", "bfloat16", "float32", "float64", "complex64"):
    for _to in ("bool", "int8", "uint8", "uint16", "uint32", "uint64", "int32", "int64", "float16", "bfloat16",
                "float32", "float64", "complex64", "complex128"):  # fmt: skip
        cases(
            f"tf.cast(x, tf.{_to})",
            x=T([0, 1, 3, 100] if _from != "bool" else [True, False], _from),
            grad=_from != "complex64",
        )
cases("tf.cast(x, tf.int32)", x=T([-1.9, 1.9, 2.5], "float32"))
cases("tf.cast(x, tf.int8)", x=T([300, -129, 128], "int32"))
cases("tf.cast(x, tf.uint8)", x=T([-1, 256, 255], "int64"))
cases("tf.cast(x, tf.bool)", x=T([0.0, float("nan"), 0.1], "float32"))
cases("tf.cast(x, tf.float16)", x=T([1e5, 1e-8, 0.1], "float32"))
cases("tf.cast(x, tf.bfloat16)", x=T([1.0039, 3e38, 0.1], "float32"))
cases("tf.cast(x, 'float64')", x=i32(2))
cases("tf.cast([1.5, 2.5], tf.int64)")
cases("tf.cast(1, np.float32)")
cases("tf.cast(x, tf.complex64)", x=f32(2))
cases("tf.cast(x, tf.float32)", x=c64(2), grad=False)
cases("tf.dtypes.cast(x, float)", x=i32(2))
cases.bad("tf.cast(x, int)", x=f32(2))
cases("tf.cast(x, bool)", x=f32(2))
cases.bad("tf.cast(x, tf.string)", x=f32(2))
cases.bad("tf.cast(x, tf.float32)", x=S([b"1"]))
cases.bad("tf.cast(x, 'nothing')", x=f32(2))
cases("tf.saturate_cast(x, tf.uint8)", x=T([-5.0, 300.0, 7.7], "float32"))
cases("tf.saturate_cast(x, tf.int8)", x=T([-500, 300, 7], "int32"))
cases("tf.saturate_cast(x, tf.int32)", x=T([1e20, -1e20, 3.0], "float64"))
cases("tf.saturate_cast(x, tf.float16)", x=T([1e6, -1e6, 3.0], "float32"))
cases("tf.saturate_cast(x, tf.uint32)", x=T([-1, 5], "int64"))
cases("tf.dtypes.saturate_cast(x, tf.float64)", x=f32(2))
cases("tf.saturate_cast(x, tf.uint16)", x=T([1 + 2j, -3j], "complex64"), grad=False)
cases("tf.bitcast(x, tf.int32)", x=T([1.0, -2.0], "float32"))
cases("tf.bitcast(x, tf.uint8)", x=T([1, 256], "int32"))
cases("tf.bitcast(x, tf.int64)", x=T([[1, 0], [0, 1]], "int32"))
cases("tf.bitcast(x, tf.float16)", x=T([15360], "uint16"))
cases("tf.bitcast(x, tf.bfloat16)", x=T([16256], "uint16"))
cases("tf.bitcast(x, tf.complex64)", x=f32(2, 2))
cases("tf.bitcast(x, tf.float64)", x=T([4607182418800017408], "int64"))
cases.bad("tf.bitcast(x, tf.int64)", x=T([1, 2, 3], "int32"))
cases.bad("tf.bitcast(x, tf.string)", x=T([1, 2, 3], "int32"))
cases("tf.complex(x, y)", x=f32(3), y=f32(3))
cases("tf.complex(x, y)", x=f64(2, 1), y=f64(3))
cases("tf.dtypes.complex(1.0, 2.0)")
cases("tf.complex([1.0, 2.0], [3.0, 4.0])")
cases.bad("tf.complex(x, y)", x=f32(2), y=f64(2))
cases.bad("tf.complex(x, y)", x=f16(2), y=f16(2))
cases.bad("tf.complex(x, y)", x=i32(2), y=i32(2))
cases.bad("tf.complex(x, y)", x=f32(2), y=f32(3))

# The types themselves.
for _value in ("'float32'", "'int'", "float", "int", "bool", "str", "np.float16", "np.dtype('int8')", "1", "tf.float64",
               "'string'", "'half'", "'bfloat16'", "np.complex64", "'double'", "object", "3", "'uint16'", "np.bool_", "'float'"):  # fmt: skip
    _known = _value not in ("'int'", "int", "str")
    (cases if _known else cases.bad)(f"tf.as_dtype({_value})")
cases.bad("tf.as_dtype('nothing')")
cases.bad("tf.as_dtype([1])")
cases.bad("tf.as_dtype(None)")
for _dtype in (*_ALL, "string", "qint8", "quint8", "qint32", "half", "double", "resource", "variant"):
    cases(f"d = tf.{_dtype}\n[d, d.name, d.is_floating, d.is_integer, d.is_bool, d.is_complex, d.is_numeric if hasattr(d, 'is_numeric') else None, "
          "d.is_unsigned, d.is_quantized, d.is_numpy_compatible, d.size, d.as_datatype_enum, d.base_dtype, d.real_dtype, repr(d), str(d)]",
          op="tf.DType")  # fmt: skip
for _dtype in ("int8", "uint8", "int32", "uint64", "float32", "float64"):
    cases(
        f"float(tf.{_dtype}.min), float(tf.{_dtype}.max), [float(v) for v in tf.{_dtype}.limits]", op="tf.DType.limits"
    )
cases(
    "tf.float32 == 'float32', tf.float32 == np.float32, tf.float32 != tf.int32, tf.int32 == 3, tf.int32 == None",
    op="tf.DType.__eq__",
)
cases(
    "tf.float32.is_compatible_with(tf.float32), tf.float32.is_compatible_with('int32')",
    op="tf.DType.is_compatible_with",
)
cases.bad("tf.float16.limits", op="tf.DType.limits")
cases.bad("tf.string.max", op="tf.DType.max")
cases.bad("tf.complex64.min", op="tf.DType.min")
cases("tf.type_spec_from_value(x)", x=f32(2), graph=False, grad=False)
cases("tf.type_spec_from_value(x).shape", x=f32(2), graph=False)
cases("repr(tf.TensorSpec([2, None], tf.float32, name='a'))", op="tf.TensorSpec")
cases("repr(tf.TensorSpec(None))", op="tf.TensorSpec")
cases("tf.TensorSpec([2, None]).is_compatible_with(x)", op="tf.TensorSpec", x=f32(2, 3), graph=False)
cases("tf.TensorSpec([2, None]).is_compatible_with(x)", op="tf.TensorSpec", x=i32(2, 3), graph=False)
for _text in ("tf.TensorShape([2, None, 3])", "tf.TensorShape(None)", "tf.TensorShape([])", "tf.TensorShape(5)",
              "tf.TensorShape([2, 3]).concatenate([4])", "tf.TensorShape([2, None]).merge_with([None, 3])",
              "tf.TensorShape([2, 3])[1:]", "tf.TensorShape([2, 3]) + [4]", "[1] + tf.TensorShape([2, 3])",
              "tf.TensorShape([2, 3]).with_rank(2)", "tf.TensorShape([2, 3]).most_specific_compatible_shape([2, 5])",
              "tf.TensorShape((2, 3)).num_elements()", "tf.TensorShape([2, None]).num_elements()", "tf.TensorShape([2, 3])[0]",
              "tf.TensorShape([2, None]).as_list()", "tf.TensorShape([2, None]) == [2, None]", "tf.TensorShape(None).rank",
              "tf.TensorShape([2, 3]) == tf.TensorShape([2, 3])", "tf.TensorShape([2, None]).is_fully_defined()",
              "tf.TensorShape([2, None]).is_compatible_with([2, 3])", "tf.TensorShape([2, 3]).is_compatible_with([3])",
              "str(tf.TensorShape([2, None]))", "str(tf.TensorShape([2]))", "str(tf.TensorShape(None))", "repr(tf.TensorShape([2]))",
              "len(tf.TensorShape([2, 3]))", "list(tf.TensorShape([2, 3]))", "bool(tf.TensorShape([]))", "tf.TensorShape([2, 3]).dims",
              "tf.TensorShape([2, None]).with_rank_at_least(1)", "tf.TensorShape(None)[0]", "tf.TensorShape([2,3]).ndims",
              "tf.TensorShape([None, 3]).is_subtype_of(tf.TensorShape([None, None]))", "tf.TensorShape(tf.constant([2, 3]))"):  # fmt: skip
    cases(_text, op="tf.TensorShape")
for _text in ("tf.TensorShape([2, 3]).merge_with([3, 3])", "tf.TensorShape([2, 3]).with_rank(3)", "tf.TensorShape([-2])",
              "tf.TensorShape(None).as_list()", "tf.TensorShape(['a'])", "tf.TensorShape([2]).assert_has_rank(3)",
              "len(tf.TensorShape(None))", "tf.TensorShape([2, 3]).assert_is_compatible_with([5])", "tf.TensorShape([2])[3]",
              "tf.TensorShape([2, None]).assert_is_fully_defined()", "tf.TensorShape([2, 3]).assert_same_rank([2])",
              "tf.TensorShape([2.5])", "list(tf.TensorShape(None))"):  # fmt: skip
    cases.bad(_text, op="tf.TensorShape")
cases("x.shape, x", op="tf.Tensor.shape", x=u8(1, 2), graph=False)
