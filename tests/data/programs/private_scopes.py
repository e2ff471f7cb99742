"""What libraries of TensorFlow 1 take from private modules: names with scopes, collections of messages, scopes of variables, seeds."""

from tensorflow.core.protobuf import saver_pb2
from tensorflow.python.data.util import random_seed
from tensorflow.python.framework import ops
from tensorflow.python.ops import init_ops
from tensorflow.python.ops import variable_scope as scopes
from tensorflow.python.types import core

v1 = tf.compat.v1


def attempt(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except Exception as e:
        return f"{type(e).__name__}: {str(e)[:40]}"


def case_names_below_scopes():
    for name, scope in [("a/b/c", "a"), ("a/b/c", "a/"), ("^a/b", "a"), ("loc:@a/b", "a"), ("ab/c", "a"), ("a/b", ""), ("a/b", None)]:
        print(name, scope, ops.strip_name_scope(name, scope), ops.prepend_name_scope(name, scope))
    for name in (b"a/b", "x/a/b", "a//b", "a", 3, None):
        print(name, ops.strip_name_scope(name, "a"), ops.prepend_name_scope(name, "a"))


class Note:
    """An item of a collection that names something of the graph."""

    def __init__(self, name):
        self.name = name

    def to_proto(self, export_scope=None):
        if export_scope and not self.name.startswith(export_scope):
            return None
        return saver_pb2.SaverDef(filename_tensor_name=ops.strip_name_scope(self.name, export_scope))

    @staticmethod
    def from_proto(message, import_scope=None):
        return Note(ops.prepend_name_scope(message.filename_tensor_name, import_scope))


def case_collections_of_messages():
    for key in "variables queue_runners savers model_variables global_step metric_variables local_variables unknown".split():
        kind = ops.get_collection_proto_type(key)
        print(key, kind and kind.__name__, callable(ops.get_to_proto_function(key)), callable(ops.get_from_proto_function(key)))
    for arguments in ({"collection_name": "variables"}, {"collection_name": "q", "to_proto": 3}, {"collection_name": "q", "from_proto": 3}):
        print(attempt(ops.register_proto_function, **arguments))
    ops.register_proto_function("notes", saver_pb2.SaverDef, Note.to_proto, Note.from_proto)
    print(attempt(ops.register_proto_function, "notes"))
    print(ops.get_to_proto_function("notes") is Note.to_proto, ops.get_collection_proto_type("notes") is saver_pb2.SaverDef)
    with tf.Graph().as_default() as graph:
        with tf.name_scope("m"):
            tf.constant(1.0, name="x")
        for name in ("m/x", "other"):
            graph.add_to_collection("notes", Note(name))
        whole, part = v1.train.export_meta_graph(), v1.train.export_meta_graph(export_scope="m")
    for meta, scope in ((whole, None), (whole, "below"), (part, None), (part, "below")):
        with tf.Graph().as_default() as graph:
            v1.train.import_meta_graph(meta, import_scope=scope)
            print(scope, [note.name for note in graph.get_collection("notes")])


def case_scopes_of_variables_alone():
    with tf.Graph().as_default():
        with v1.variable_scope("a") as first:
            pass
        with scopes._pure_variable_scope("p", initializer=v1.ones_initializer()) as pure:
            w = v1.get_variable("w", [2])
            print(w.name, tf.constant(1.0).name, pure.name, pure.original_name_scope, pure.reuse)
            with scopes._pure_variable_scope(first, reuse=v1.AUTO_REUSE) as again:
                print(again.name, again.original_name_scope, again.reuse == v1.AUTO_REUSE, v1.get_variable("z", [1]).name)
        with scopes._pure_variable_scope(pure, reuse=True, old_name_scope="unused") as again:
            print(v1.get_variable("w", [2]) is w, again.original_name_scope, again.initializer is pure.initializer)
            print(attempt(v1.get_variable, "missing", [2]))
        with scopes._pure_variable_scope("k", old_name_scope="old/") as scope:
            print(scope.original_name_scope)
        print([v.name for v in v1.global_variables()])
    print(
        [isinstance(i(), init_ops.Initializer) for i in (v1.ones_initializer, v1.random_normal_initializer, v1.glorot_uniform_initializer)]
    )


class Convertible:
    def __tf_tensor__(self, dtype=None, name=None):
        return tf.constant(1.0).__tf_tensor__(dtype, name)


def case_own_conversions():
    x = tf.constant(1.0)
    print([isinstance(value, core.TensorProtocol) for value in (Convertible(), 3, x, tf.Variable(1))])
    print(x.__tf_tensor__() is x, x.__tf_tensor__(tf.float32) is x, attempt(x.__tf_tensor__, tf.int32), tf.add(Convertible(), 2.0))
    print(attempt(tf.convert_to_tensor, Convertible(), tf.int32))
    print(tf.function(lambda y: y.__tf_tensor__() + 1.0)(x))


def case_seeds_of_datasets():
    tf.random.set_seed(3)
    print(random_seed.get_seed(None), random_seed.get_seed(4), random_seed.get_seed(0))
    print(random_seed.get_seed(tf.constant(5, tf.int64)))
    tf.random.set_seed(0)
    print(random_seed.get_seed(0))
    with tf.Graph().as_default(), v1.Session() as session:
        print(session.run(random_seed.get_seed(None)), session.run(random_seed.get_seed(7)))
        seed = v1.placeholder(tf.int64, [])
        print([int(x) for x in session.run(random_seed.get_seed(7), {})])
