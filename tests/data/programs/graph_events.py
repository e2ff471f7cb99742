"""Graphs and traces of runs in event files."""

import glob
import os
import tempfile

v1 = tf.compat.v1


def _written(folder):
    (path,) = glob.glob(os.path.join(folder, "*tfevents*"))
    return [e.WhichOneof("what") for e in v1.train.summary_iterator(path)]


def _told(*functions):
    made = []
    for f in functions:
        try:
            made.append(f())
        except Exception as e:
            made.append((type(e).__name__, str(e)))
    return made


def _graph():
    g = tf.Graph()
    with g.as_default():
        x = v1.placeholder(tf.float32, [2], name="x")
        y = tf.cond(x[0] > 1.0, lambda: x * 2.0, lambda: x)
        v1.summary.scalar("sum", tf.reduce_sum(y))
    return g


def case_with_graph():
    folder = tempfile.mkdtemp()
    with _graph().as_default() as g:
        writer = v1.summary.FileWriter(folder, g)
        with v1.Session() as s:
            metadata = v1.RunMetadata()
            made = s.run(v1.get_collection(v1.GraphKeys.SUMMARIES)[0], {"x:0": [1.0, 2.0]},
                         options=v1.RunOptions(trace_level=v1.RunOptions.FULL_TRACE), run_metadata=metadata)
        writer.add_run_metadata(metadata, "step1", 1)
        writer.add_summary(made, 1)
        told = _told(lambda: writer.add_run_metadata(metadata, "step1"), lambda: writer.add_graph(g), lambda: writer.add_graph(g.as_graph_def()),
                     lambda: writer.add_graph(3), lambda: writer.add_graph(None), lambda: writer.add_graph(g, graph_def=g.as_graph_def()),
                     lambda: writer.add_meta_graph(v1.train.export_meta_graph()), lambda: writer.add_meta_graph(3))
        writer.close()
    return told, _written(folder)


def case_with_message():
    folder = tempfile.mkdtemp()
    with _graph().as_default() as g:
        v1.summary.FileWriter(folder, graph_def=g.as_graph_def()).close()
    return _written(folder)


def case_with_session():
    folder = tempfile.mkdtemp()
    with _graph().as_default(), v1.Session() as s:
        with tf.Graph().as_default():
            pass
        writer = v1.summary.FileWriter(folder, session=s)
        made = s.run(v1.get_collection(v1.GraphKeys.SUMMARIES)[0], {"x:0": [1.0, 2.0]})
        writer.add_summary(made, 1)
        writer.close()
        return _written(folder)


def case_what_the_graph_event_holds():
    folder = tempfile.mkdtemp()
    with _graph().as_default() as g:
        v1.summary.FileWriter(folder, g).close()
    (path,) = glob.glob(os.path.join(folder, "*tfevents*"))
    for e in v1.train.summary_iterator(path):
        if e.WhichOneof("what") == "graph_def":
            made = v1.GraphDef.FromString(e.graph_def)
            return [(n.name, n.op) for n in made.node if n.op not in ("If", "StatelessIf", "Identity")], len(made.library.function), \
                str(made.node[0].attr["_output_shapes"])


def case_trace():
    @tf.function
    def f(x):
        return tf.tanh(x) * 2.0

    folder = tempfile.mkdtemp()
    writer = tf.summary.create_file_writer(folder)
    with writer.as_default():
        tf.summary.trace_on(graph=True)
        f(tf.ones([2]))
        tf.summary.trace_export("f", step=0)
        told = _told(lambda: tf.summary.trace_export("g", step=0), lambda: bool(tf.summary.graph(_graph())),
                     lambda: bool(tf.summary.graph(_graph().as_graph_def())), lambda: tf.summary.graph(3))
    writer.close()
    (path,) = glob.glob(os.path.join(folder, "*tfevents*"))
    tags = [(v.tag, v.metadata.plugin_data.plugin_name) for e in v1.train.summary_iterator(path) for v in e.summary.value]
    return told, bool(tf.summary.graph(_graph())), _written(folder), tags, tf.summary.trace_off()


def case_eagerly():
    return _told(lambda: v1.summary.FileWriter(tempfile.mkdtemp()))
