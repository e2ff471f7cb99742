"""Templates outside of graphs: functions whose variables are shared by name between their calls."""

import tempfile

v1 = tf.compat.v1
x = tf.constant([1.0, 2.0])


def scaled(x):
    w = v1.get_variable("w", [], initializer=v1.ones_initializer())
    with v1.variable_scope("s"):
        b = v1.get_variable("b", [2], initializer=v1.zeros_initializer(), trainable=False)
    return x * w + b[0]


def names(variables):
    return [v.name for v in variables]


def case_calls():
    t = v1.make_template("called", scaled)
    made = [type(t).__name__, t.name, t.variables, t(x).numpy().tolist()]
    made += [names(t.variables), names(t.trainable_variables), names(t.non_trainable_variables), names(t.weights)]
    t.trainable_variables[0].assign(5.0)
    made += [t(x).numpy().tolist(), len(t.variables), t.variable_scope.name, t.variable_scope_name, t.local_variables]
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(t(x))
    return repr(made + [float(g) for g in tape.gradient(y, t.trainable_variables)])


def case_names():
    first, second = v1.make_template("a", scaled), v1.make_template("a", scaled)
    now = v1.make_template("now", scaled, create_scope_now_=True)
    second(x)
    first(x)
    made = [names(first.variables), names(second.variables), second.variable_scope.name, now.variable_scope_name]
    with v1.variable_scope("outer"):
        third = v1.make_template("a", scaled)
        third(x)
    v1.get_variable("a/w", [])
    return repr(made + [names(third.variables), len(names(first.variables))])


def case_names_of_graphs_only():
    v1.make_template("t", scaled, unique_name_="zz")


def case_within_another():
    t = v1.make_template("inner", scaled)
    n = v1.make_template("whole", lambda x: t(x) + v1.get_variable("o", [], initializer=v1.ones_initializer()))
    return repr((n(x).numpy().tolist(), n(x).numpy().tolist(), names(n.variables), names(t.variables)))


def case_functions():
    t = v1.make_template("f", scaled)
    f = tf.function(t)
    made = [f(x).numpy().tolist(), f(x).numpy().tolist(), names(t.variables)]
    t.trainable_variables[0].assign(3.0)
    return repr(made + [f(x).numpy().tolist()])


def case_a_variable_made_late():
    count = []

    def late(x):
        y = v1.get_variable("a", [], initializer=v1.ones_initializer()) * x
        if count:
            y += v1.get_variable("late", [], initializer=v1.ones_initializer())
        count.append(1)
        return y

    t = v1.make_template("q", late)
    t(x)
    try:
        t(x)
    except ValueError as error:
        return str(error).splitlines()[0], names(t.variables)


def case_layers_and_arguments():
    t = v1.make_template("m", lambda x, s: v1.layers.dense(x, 3, name="d", kernel_initializer="ones") * s, s=3.0)
    y = tf.ones([1, 2])
    return repr((t(y).numpy().tolist(), t(y).numpy().tolist(), names(t.variables)))


def case_getters():
    def halved(getter, name, *args, **kwargs):
        return getter(name + "_g", *args, **kwargs) * 0.5

    t = v1.make_template("g", scaled, custom_getter_=halved)
    return repr((t(x).numpy().tolist(), t(x).numpy().tolist(), names(t.variables)))


def case_scopes_of_a_new_default_graph():
    def opened(name="mine"):
        with v1.variable_scope(None, name):
            return v1.get_variable_scope().name

    made = [opened(), opened()]
    v1.reset_default_graph()
    made.append(opened())
    with tf.Graph().as_default():
        made.append(opened())
    return made + [opened()]


def made_within(made):
    def outer():
        inner = [v1.make_template("inner", lambda: v1.get_variable("v", [1])) for _ in range(2)]
        made.extend(inner)
        return [t() for t in inner]

    return v1.make_template("outer", outer)


def case_children():
    inner = []
    t = made_within(inner)
    before = t._variables_created, sorted(t._trackable_children())
    t()
    return before, t._variables_created, sorted(t._trackable_children()), [sorted(i._trackable_children()) for i in inner], isinstance(t, tf.Module)


def case_children_in_graphs():
    with tf.Graph().as_default():
        return case_children()


def case_checkpoints():
    folder = tempfile.mkdtemp()
    t = made_within([])
    for v in t():
        v.assign([3.0])
    path = tf.train.Checkpoint(t=t).save(f"{folder}/c")
    again = made_within([])
    status = tf.train.Checkpoint(t=again).restore(path)
    values = [v.numpy().tolist() for v in again()]
    status.assert_consumed()
    return values, [name for name, _ in tf.train.list_variables(path)]


def case_without_a_name():
    def found():
        t = v1.make_template("", scaled)
        with v1.variable_scope("around"):
            v1.get_variable("first", [])
            t(tf.zeros([2]))
        return t.variable_scope_name, names(t.variables), names(t.trainable_variables)

    with tf.Graph().as_default():
        in_graph = found()
    return found(), in_graph


def case_where_it_was_made():
    t = v1.make_template("wrong", lambda: v1.get_variable("v", [1]))
    try:
        t(1)
    except TypeError as error:
        return error.args[0].splitlines()[1:3], "make_template" in error.args[0], t._variables_created
