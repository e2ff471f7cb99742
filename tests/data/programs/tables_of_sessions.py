"""What tables, scopes and checks of variables are for each session, and before anything has filled them."""

import numpy as np

v1 = tf.compat.v1


def _tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__, str(e).split("\n")[0]


def _words(default=-1):
    content = tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64))
    return tf.lookup.StaticHashTable(content, default)


def case_static_tables_before_and_after_they_are_filled():
    made = []
    with tf.Graph().as_default():
        table = _words()
        found, branch = table.lookup(tf.constant(["a", "z"])), tf.cond(tf.constant(True), lambda: table.lookup(tf.constant(["b"])), lambda: tf.constant([0], tf.int64))
        called = tf.function(lambda x: table.lookup(x))(tf.constant(["a"]))
        ids = tf.lookup.KeyValueTensorInitializer(tf.constant(["a", "b"]), tf.constant([0, 1], tf.int64))
        words = tf.lookup.StaticVocabularyTable(ids, 2)
        known, pairs = words.lookup(tf.constant(["b", "q"])), table.export()
        fetches = [found, branch, called, table.size(), pairs, known, words.size()]
        for _ in range(2):
            with v1.Session() as session:
                made += [_tried(lambda f=f: session.run(f)) for f in fetches]
                session.run(v1.tables_initializer())
                made += [np.sort(x).tolist() if isinstance(x, np.ndarray) else x for x in (session.run(f) for f in fetches) if type(x) is not tuple]
    return repr(made)


def case_elements_that_look_words_up():
    with tf.Graph().as_default(), v1.Session() as session:
        content = v1.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2])
        table = v1.lookup.StaticHashTable(content, -1)
        iterator = v1.data.make_initializable_iterator(v1.data.Dataset.from_tensor_slices(["a", "c"]).map(table.lookup))
        element = iterator.get_next()
        session.run(iterator.initializer)
        made = [_tried(lambda: session.run(element)), session.run(table.initializer)]
        session.run(iterator.initializer)
        return repr([*made, [int(session.run(element)) for _ in range(2)], table.initializer.name, table.initializer.type])


def case_what_fills_a_table_is_read_when_it_is_run():
    made = []
    with tf.Graph().as_default(), v1.Session() as session:
        keys, values = v1.placeholder(tf.string, [None]), v1.placeholder(tf.int64, [None])
        fed = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(keys, values), -1)
        found = fed.lookup(tf.constant(["a"]))
        missing = tf.lookup.TextFileInitializer("not_there.txt", tf.string, -2, tf.int64, -1)
        lines = tf.lookup.StaticHashTable(missing, -1)
        twice = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b", "a"], [1, 2, 3]), -1)
        for number in (7, 8):  # what is filled stays as it is
            session.run(fed._init_op, {keys: ["a", "z"], values: [number, 9]})
            made.append(session.run(found).tolist())
        made += [_tried(lambda t=t: session.run(t._init_op)) for t in (lines, twice)]
        made += [session.run(t.size()).tolist() for t in (fed, lines, twice)]
        shapes = [(["a", "b", "a"], [1, 2]), ([["a", "b"]], [[1, 2]]), ("a", 1), (["a", "b"], [[1], [2]])]
        made += [type(_tried(lambda p=p: tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(*p), -1))).__name__ for p in shapes]
        made += [_tried(lambda p=p: tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(*p), -1)) for p in shapes[:3]]
    return repr(made)


def case_tables_that_change_belong_to_their_session():
    made = []
    with tf.Graph().as_default():
        plain = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
        dense = tf.lookup.experimental.DenseHashTable(tf.string, tf.int64, -1, "", "-")
        key = tf.constant(["a"])
        changes = [t.insert(key, tf.constant([4], tf.int64)) for t in (plain, dense)]
        fetches = [x for t in (plain, dense) for x in (t.lookup(key), t.size())]
        for _ in range(2):
            with v1.Session() as session:
                made.append([x.tolist() for x in session.run(fetches)])
                session.run(changes)
                made.append([x.tolist() for x in session.run(fetches)])
    return repr(made)


def case_ranks_that_need_values():
    made = []
    for resources in (True, False):
        with tf.Graph().as_default(), v1.Session() as session:
            v = v1.get_variable("v", [2], use_resource=resources)
            w = v1.get_variable("w", [], tf.int32, use_resource=resources)
            checks = [v1.assert_variables_initialized([v, w]), v1.assert_variables_initialized([v]), v1.assert_variables_initialized()]
            made += [c.name for c in checks] + [_tried(lambda c=c: session.run(c[:2])) for c in [checks]]
            session.run(v1.global_variables_initializer())
            made.append([x.tolist() for x in session.run(checks)])
    made += [v1.assert_variables_initialized([]), _tried(lambda: v1.assert_variables_initialized([tf.Variable(1.0)]))]
    return repr(made)


def case_reuse_of_scopes():
    def reuses():
        with v1.variable_scope("a") as scope:
            told = [scope.reuse]
            scope.reuse_variables()
            told += [scope.reuse, v1.get_variable_scope().reuse]
        for reuse in (True, False, v1.AUTO_REUSE):
            with v1.variable_scope("b", reuse=reuse) as scope:
                told.append(scope.reuse)
                with v1.variable_scope("c") as scope:
                    told.append(scope.reuse)
        return [str(x) for x in told]

    with tf.Graph().as_default():
        made = reuses()
    return repr((made, reuses(), _tried(v1.logging.flush)))
