"""Tables of graphs that are no functions: the nodes that TensorFlow has for them, by which other programs make and fill them."""

import pytest

import tfshim as tf

v1 = tf.compat.v1
TYPES = {
    "known": ("HashTableV2", "key_value_init/LookupTableImportV2"),
    "hash_table": ("HashTableV2", "text_file_init/InitializeTableFromTextFileV2"),
    "MutableHashTable": ("MutableHashTableV2", None),
    "MutableHashTable_1": ("MutableHashTableOfTensorsV2", None),
    "MutableDenseHashTable": ("MutableDenseHashTableV2", None),
}


def _tables(folder):
    path = folder / "words.txt"
    path.write_text("a\nb\nc\n")
    lookup, line = tf.lookup, tf.lookup.TextFileIndex
    pairs = lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([1, 2], tf.int64))
    lines = lookup.TextFileInitializer(str(path), tf.string, line.WHOLE_LINE, tf.int64, line.LINE_NUMBER)
    return [
        v1.lookup.StaticHashTable(pairs, -1, name="known"),
        v1.lookup.StaticVocabularyTable(lines, 2),
        lookup.experimental.MutableHashTable(tf.string, tf.int64, -5),
        lookup.experimental.MutableHashTable(tf.string, tf.float32, [0.0, 0.5]),
        lookup.experimental.DenseHashTable(tf.int64, tf.float32, 0.25, -1, -2),
    ]


def test_nodes_and_collections_are_those_of_tensorflow(tmp_path):
    with tf.Graph().as_default() as graph:
        tables = _tables(tmp_path)
        types = {n.name: n.op for n in graph.as_graph_def().node}
        for (name, (kind, filled_by)), table in zip(TYPES.items(), tables):
            assert table.resource_handle.name == f"{name}:0" and table.resource_handle.dtype == tf.resource
            assert types[name] == kind
            if filled_by is not None:
                assert table.initializer.name == filled_by and types[filled_by] == filled_by.rpartition("/")[-1]
        assert [x.name for x in v1.get_collection(v1.GraphKeys.TABLE_INITIALIZERS)] == [f for _, f in TYPES.values() if f]
        assert [x.name for x in v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS)] == ["text_file_init/asset_filepath:0"]


def test_graphs_that_are_read_fill_their_tables_when_told(tmp_path):
    with tf.Graph().as_default() as graph:
        known, vocabulary, changing, rows, dense = _tables(tmp_path)
        words = v1.placeholder(tf.string, [None], "words")
        inserted = [changing.insert(["a"], tf.constant([7], tf.int64)), dense.insert([2], [0.5]), rows.insert(["a"], [[1.0, 2.0]])]
        ids = tf.function(known.lookup)(words)
        with tf.control_dependencies(inserted):
            found = [ids, vocabulary.lookup(words), changing.lookup(words), rows.lookup(words), dense.lookup(tf.maximum(ids, 1))]
        found = [tf.identity(x, f"found_{i}") for i, x in enumerate(found)]
        start = v1.tables_initializer()
        with v1.Session() as session:
            session.run(start)
            wanted = session.run(found, {words: ["a", "b", "q"]})
        written = graph.as_graph_def()
    assert [w.tolist() for w in wanted][:3] == [[1, 2, -1], [0, 1, 4], [7, -5, -5]]
    with tf.Graph().as_default() as graph, v1.Session() as session:
        tf.import_graph_def(written, name="")
        names, fed = [f"found_{i}:0" for i in range(len(found))], {"words:0": ["a", "b", "q"]}
        with pytest.raises(tf.errors.FailedPreconditionError, match="Table not initialized"):
            session.run(names, fed)
        session.run(graph.get_operation_by_name(start.name))
        for a, b in zip(session.run(names, fed), wanted):
            assert a.tolist() == b.tolist()
