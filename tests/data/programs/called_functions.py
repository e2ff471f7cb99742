"""Functions of unusual parameters and attributes: names that are none, options of copies, and what is captured."""

import weakref

v1 = tf.compat.v1


def _tried(call):
    try:
        return call()
    except Exception as e:
        return type(e).__name__, str(e).partition(" Received args")[0]


def _parts(**parts):
    return {name: tf.convert_to_tensor(part) for name, part in parts.items()}


def case_names_of_keywords():
    return [tf.function(_parts)(**{name: 1}) for name in ("_x", "1a", "a b", "é", "a/b:0", "plain_1")]


def case_keywords_of_one_name():
    f = tf.function(lambda **parts: parts["a_b"])
    parts = {"a_b": tf.constant(1), "a/b": tf.constant(2)}
    return _tried(lambda: f(**parts)), _tried(lambda: f.get_concrete_function(**parts))


def case_parameters_that_cannot_be_named():
    def f(_x=3):
        return _x * 2

    return _tried(lambda: tf.function(f)(_x=tf.constant(2))), tf.function(f)(tf.constant(2))


def _names(concrete):
    return [(t.op.name, t.op.get_attr("_user_specified_name")) for t in concrete.inputs]


class _Model:
    @tf.function(input_signature=[tf.TensorSpec(None, name="y")])
    def method(self, x):
        return x


def case_names_of_the_signature():
    specs = [tf.TensorSpec(None), tf.TensorSpec(None, name="y"), tf.TensorSpec([]), tf.TensorSpec([], name="z")]
    variadic = tf.function(lambda x, *args: x + tf.add_n(args), input_signature=specs)
    variadic(1.0, 2.0, 3.0, 4.0)
    model = _Model()
    model.method(tf.ones([]))
    nested = tf.function(lambda x, pair: x, input_signature=[tf.TensorSpec([]), (tf.TensorSpec([], name="p"), tf.TensorSpec([]))])
    nested(1.0, (2.0, 3.0))
    made = [f.get_concrete_function() for f in (variadic, model.method, nested)]
    return [(_names(concrete), concrete.structured_input_signature) for concrete in made]


def case_specs_of_variables():
    signature = [tf.Variable(1)._type_spec]
    return _tried(lambda: tf.function(lambda v: v, input_signature=signature))


def _square(x):
    return x * x


def case_copies():
    options = tf.autograph.experimental.Feature.EQUALITY_OPERATORS
    f = tf.function(_square, [tf.TensorSpec([])], autograph=False, reduce_retracing=True, experimental_autograph_options=options)
    f(2.0)
    made = [f._clone(None), f._clone(lambda x: x + 1.0)]
    kept = ("_name", "input_signature", "_autograph", "_experimental_autograph_options", "_reduce_retracing", "_jit_compile")
    return [(g(3.0), g.experimental_get_tracing_count(), [getattr(g, name) for name in kept]) for g in made]


def case_without_control_dependencies():
    v = tf.Variable(1.0)

    def add(x):
        before = v.read_value()
        v.assign_add(x)
        return before

    made = []
    for attributes in ({}, {"_disable_acd": True}):
        f = tf.function(add, experimental_attributes=attributes)
        made += [f(tf.constant(2.0)), float(v)]
        made.append(len(f.get_concrete_function(tf.TensorSpec([])).graph.control_outputs) > 0)
    return made


def case_returned_from_outside():
    y = tf.constant(1)
    f = tf.function(lambda x: {"a": x, "b": y}).get_concrete_function(tf.TensorSpec([], tf.int32))
    return f(tf.constant(2)), [t is y for t in f.captured_inputs], len(f.inputs), list(f.function_type.captures.values())


def case_references():
    x, v = tf.constant(1), tf.Variable(2)
    known = weakref.WeakKeyDictionary()
    first, second = x.ref(), v.ref()
    known[first], known[second] = "x", "v"
    found = known[x.ref()], known[v.ref()]
    del first
    return found, len(known)


def case_branches_of_wrapped_functions():
    order = []

    def told(text):
        return tf.py_function(lambda: order.append(text) or 1, [], tf.int32)

    def branch():
        told("first")
        with tf.control_dependencies([told("last")]):
            return tf.constant(10)

    def conditional():
        return tf.cond(tf.constant(True), branch, lambda: 0)

    def loop():
        def body(i):
            told("body")
            with tf.control_dependencies([told("end")]):
                return i + 1

        return tf.while_loop(lambda i: i < 2, body, [0])

    made = [f() for f in (v1.wrap_function(conditional, []), v1.wrap_function(loop, []), tf.function(conditional))]
    return made, order
