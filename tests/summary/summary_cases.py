"""Summaries that both the tests and the program that records TensorFlow's event files write.

A case is a function of the `tf` module. Each runs with a fresh writer as the default; what it returns or raises and
the events it leaves are compared.
"""

import base64

import numpy as np

CASES = {}


def case(name, body):
    assert name not in CASES, name
    CASES[name] = body


def _calls(method, *args, **kwargs):
    """A case that calls `tf.summary.METHOD("tag", ..., step=1)`."""
    kwargs.setdefault("step", 1)
    return lambda tf: getattr(tf.summary, method)("tag", *args, **kwargs)


def _random(*shape, kind="f8"):
    return np.random.RandomState(1).uniform(-0.5, 1.5, shape).astype(kind)


# ------------------------------------------------------------------- scalars
for name, value in {
    "float": 1.5,
    "int": 3,
    "bool": True,
    "half": np.float16(0.1),
    "double": np.float64(0.1),
    "array": np.array(7),
    "nan": float("nan"),
    "vector": [1.0, 2.0],
    "string": "x",
    "none": None,
}.items():
    case(f"scalar_{name}", _calls("scalar", value))
case("scalar_description", _calls("scalar", 1.0, description="*some* text, é"))
case("scalar_no_step", lambda tf: tf.summary.scalar("a", 1.0))
for name, value in {
    "float": 1.5,
    "whole_float": 1.0,
    "string": "1",
    "vector": [1],
    "negative": -1,
    "np_int32": np.int32(4),
    "large": 2**40,
}.items():
    case(f"step_{name}", lambda tf, v=value: tf.summary.scalar("a", 1.0, step=v))
case("step_int32_tensor", lambda tf: tf.summary.scalar("a", 1.0, step=tf.convert_to_tensor(1)))
case("step_int64_tensor", lambda tf: tf.summary.scalar("a", 1.0, step=tf.convert_to_tensor(1, tf.int64)))
case("step_variable", lambda tf: tf.summary.scalar("a", 1.0, step=tf.Variable(1, dtype=tf.int64)))
for name, value in {"int": 3, "empty": "", "none": None, "odd": "a b/c:d é", "slash": "a/b"}.items():
    case(f"name_{name}", lambda tf, v=value: tf.summary.scalar(v, 1.0, step=1))


def _scoped(tf):
    found = []
    for outer in ("", "outer", "outer/inner"):
        with tf.name_scope(outer):
            tf.summary.scalar("x y", 1.0, step=1)
            for name in ("foo bar", "é", "", None, "foo/", "/foo", "_foo"):
                with tf.summary.experimental.summary_scope(name, values=[1]) as (tag, scope):
                    found.append((tag, scope))
            with tf.summary.experimental.summary_scope("", "default") as (tag, scope):
                found.append((tag, scope))
    return found


case("scopes", _scoped)

# ------------------------------------------------------------------- histograms
for name, value in {
    "few": [1.0, 2.0, 3.0],
    "normal": np.random.RandomState(0).normal(size=1000),
    "float32": np.random.RandomState(0).normal(size=1000).astype("f4"),
    "ints": np.arange(100).reshape(10, 10),
    "large_ints": np.array([2**53 + 1, 2**53 + 3]),
    "uint8": np.arange(7, dtype="u1"),
    "bool": np.array([True, False, True]),
    "half": np.linspace(0, 1, 9).astype("f2"),
    "one_value": np.full(5, 2.5),
    "single": 4.0,
    "empty": np.zeros((0, 3)),
    "tiny_range": 1 + np.array([0.0, 1, 2, 3]) * 2.0**-52,
    "infinite": [1.0, np.inf],
    "minus_infinite": [-np.inf, 1.0, 2.0],
    "nan": [1.0, np.nan, 2.0],
    "string": "x",
}.items():
    case(f"histogram_{name}", _calls("histogram", value))
for count in (0, 1, 3, 10, -1, 2.5, [2]):
    case(f"histogram_buckets_{count}", _calls("histogram", [1.0, 2.0, 2.0, 4.0, 7.0], buckets=count))
case("histogram_empty_none", _calls("histogram", [], buckets=0))
case("histogram_description", _calls("histogram", [1.0, 2.0], buckets=1, description="d"))
case("histogram_no_step", lambda tf: tf.summary.histogram("a", [1.0]))

# ------------------------------------------------------------------- texts
for name, value in {
    "one": "some *text* é",
    "bytes": b"\xff\x00",
    "list": ["x", b"y"],
    "array": np.array([["x", "y"], ["z", ""]]),
    "int": 3,
}.items():
    case(f"text_{name}", _calls("text", value, description="d"))

# ------------------------------------------------------------------- images
for kind in ("f8", "f4", "f2"):
    case(f"image_{kind}", _calls("image", _random(1, 5, 4, 3, kind=kind)))
for kind in ("u1", "i1", "u2", "i2", "i4", "i8"):  # TensorFlow has no kernel for the other two on the CPU
    limits = np.iinfo(kind)
    values = np.linspace(float(limits.min), float(limits.max), 15)[1:-1].astype(kind)
    case(f"image_{kind}", _calls("image", np.concatenate([values, [0, 1, 127]]).astype(kind).reshape(1, 4, 4, 1)))
for channels in (1, 2, 3, 4, 5):
    case(f"image_channels_{channels}", _calls("image", _random(1, 3, 2, channels)))
for limit in (0, 1, 2, 9, -1, 1.5):
    case(f"image_limit_{limit}", _calls("image", _random(3, 2, 2, 1), max_outputs=limit))
case("image_nan", _calls("image", np.array([np.nan, np.inf, -np.inf, 0.5]).reshape(1, 2, 2, 1)))
case("image_list", _calls("image", [_random(2, 2, 1), _random(2, 2, 1)], description="d"))
case("image_none", _calls("image", _random(0, 2, 3, 1)))
case("image_rank", _calls("image", _random(2, 2, 1)))
case("image_bool", _calls("image", np.zeros((1, 2, 2, 1), bool)))
case("image_complex", _calls("image", np.zeros((1, 2, 2, 1), complex)))
case("image_no_step", lambda tf: tf.summary.image("a", _random(1, 2, 2, 1)))

# ------------------------------------------------------------------- audio
_EDGES = np.array([0, 1, -1, 2, -2, 0.5 / 32768, 1.5 / 32768, -0.5 / 32768, -1.5 / 32768, 0.3, np.inf, -np.inf], "f4")
case("audio_edges", _calls("audio", _EDGES.reshape(1, -1, 1), 8000))
case("audio_nan", _calls("audio", np.array([[[0.0], [np.nan]]], "f4"), 8000))
for channels in (1, 2, 3):
    case(f"audio_channels_{channels}", _calls("audio", _random(2, 6, channels, kind="f4"), 44100, description="d"))
for limit in (0, 1, 9, -1):
    case(f"audio_limit_{limit}", _calls("audio", _random(2, 3, 1, kind="f4"), 8000, max_outputs=limit))
for rate in (0, -1, 8000.0):
    case(f"audio_rate_{rate}", _calls("audio", _random(1, 3, 1, kind="f4"), rate))
for shape in ((0, 3, 1), (1, 0, 1), (1, 3, 0), (3, 1)):
    case(f"audio_shape_{shape}", _calls("audio", np.zeros(shape, "f4"), 8000))
for kind in ("f8", "i4"):
    case(f"audio_{kind}", _calls("audio", np.zeros((1, 3, 1), kind), 8000))
for encoding in ("wav", "mp3"):
    case(f"audio_encoding_{encoding}", _calls("audio", np.zeros((1, 3, 1), "f4"), 8000, encoding=encoding))

# ------------------------------------------------------------------- write
for kind in ("f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "?", "c8", "c16"):
    case(f"write_{kind}", _calls("write", np.arange(3).astype(kind)))
_VALUES = {"nested": [[1, 2]], "empty": [], "number": 3.0, "string": "x", "strings": [["a", "b"], ["", "é"]]}
for name, value in _VALUES.items():
    case(f"write_{name}", _calls("write", value))
case("write_bfloat16", lambda tf: tf.summary.write("a", tf.convert_to_tensor([1.5, -2.0], tf.bfloat16), step=1))
case("write_function", lambda tf: tf.summary.write("a", lambda: tf.convert_to_tensor([1, 2]), step=1))
case("write_tag_int", lambda tf: tf.summary.write(3, 1.0, step=1))
case("write_no_step", lambda tf: tf.summary.write("a", 1.0))
_METADATA = b"\n\x0c\n\x08myplugin\x12\x00"
case("write_metadata_bytes", _calls("write", 1.0, metadata=_METADATA))
case("write_metadata_empty", _calls("write", 1.0, metadata=b""))
_SUMMARY = b"\n\x08\n\x01z\x15\x00\x00@@"
case("raw", lambda tf: tf.summary.experimental.write_raw_pb(_SUMMARY, step=9))
case("raw_vector", lambda tf: tf.summary.experimental.write_raw_pb([_SUMMARY, b"", _SUMMARY], step=9))
case("raw_bad", lambda tf: tf.summary.experimental.write_raw_pb(b"\xff\xff", step=9))
case("raw_int", lambda tf: tf.summary.experimental.write_raw_pb(3, step=9))
case("raw_no_step", lambda tf: tf.summary.experimental.write_raw_pb(b""))
case("graph_bad", lambda tf: tf.summary.graph(3))
case("flush_bad", lambda tf: tf.summary.flush(3))
case("no_logdir", lambda tf: tf.summary.create_file_writer(None))
case("logdir_int", lambda tf: tf.summary.create_file_writer(3))
case("logdir_below_nothing", lambda tf: tf.summary.create_file_writer("/proc/xx/yy"))
case("max_queue_float", lambda tf: tf.summary.create_file_writer("x", max_queue=1.5))
case("export_nothing", lambda tf: tf.summary.trace_export("x", step=0))
case("trace_off", lambda tf: tf.summary.trace_off())


# ------------------------------------------------------------------- steps and conditions
def _steps(tf):
    s, seen = tf.summary, []
    seen.append(s.experimental.get_step())
    s.experimental.set_step(5)
    seen.append(s.experimental.get_step())
    s.scalar("a", 1.0)
    s.scalar("a", 1.0, step=6)
    writer = s.create_file_writer("other")
    with writer.as_default(step=7):
        seen.append(s.experimental.get_step())
        with writer.as_default():
            seen.append(s.experimental.get_step())
    seen.append(s.experimental.get_step())
    counter = tf.Variable(8, dtype=tf.int64)
    s.experimental.set_step(counter)
    s.scalar("a", 1.0)
    counter.assign_add(1)
    s.scalar("a", 1.0)
    s.experimental.set_step(None)
    seen.append(s.experimental.get_step())
    return seen


def _conditions(tf):
    s, seen = tf.summary, []

    def note(tag):
        seen.append((bool(s.should_record_summaries()), bool(s.scalar(tag, 1.0, step=1))))

    note("a")
    with s.record_if(False):
        note("b")
        seen.append(bool(s.scalar("no step needed", 1.0)))
        with s.record_if(True):
            note("c")
        with s.record_if(lambda: True):
            note("d")
        with s.record_if(lambda: tf.convert_to_tensor(False)):
            note("e")
        with s.record_if(tf.convert_to_tensor(True)):
            note("f")
        with s.record_if(None):
            note("g")
    note("h")
    return seen


case("steps", _steps)
case("conditions", _conditions)


# ------------------------------------------------------------------- running and reading
def outcome(tf, body):
    """`["value", text]`, or `["error", type name, message]`, of a case."""
    try:
        result = body(tf)
    except Exception as error:
        return ["error", type(error).__name__, str(error)]
    return ["value", repr(result)]


def plain(message):
    """An event message as nested Python values that JSON can hold; bytes as `base64:...`, doubles by their repr."""
    result = {}
    for field, value in message.ListFields():
        if field.name in ("wall_time", "source_metadata"):
            continue
        many = not isinstance(value, (str, bytes, bool, int, float)) and not hasattr(value, "ListFields")
        result[field.name] = [_plain(v) for v in value] if many else _plain(value)
    return result


def _plain(value):
    if hasattr(value, "ListFields"):
        return plain(value)
    if isinstance(value, bytes):
        return "base64:" + base64.b64encode(value).decode()
    return repr(value) if isinstance(value, float) else value
