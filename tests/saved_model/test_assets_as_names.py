"""Files that belong to a saved object stand for their names: in functions, and as vocabularies of tables."""

import tfshim as tf


def test_assets_are_names_of_files(tmp_path):
    (tmp_path / "words.txt").write_text("x\ny\nz\n")
    module = tf.Module()
    module.file = tf.saved_model.Asset(str(tmp_path / "words.txt"))
    whole, number = tf.lookup.TextFileIndex.WHOLE_LINE, tf.lookup.TextFileIndex.LINE_NUMBER
    words = tf.lookup.TextFileInitializer(module.file, tf.string, whole, tf.int64, number)
    module.table = tf.lookup.StaticHashTable(words, -1)
    module.sizes = tf.function(
        lambda s: (module.table.lookup(s), tf.strings.length(tf.io.read_file(module.file))),
        input_signature=[tf.TensorSpec([None], tf.string)],
    )
    wanted = [[1, -1], 6]
    assert [x.numpy().tolist() for x in module.sizes(tf.constant(["y", "q"]))] == wanted
    tf.saved_model.save(module, str(tmp_path / "model"))
    (tmp_path / "words.txt").unlink()
    loaded = tf.saved_model.load(str(tmp_path / "model"))
    assert [x.numpy().tolist() for x in loaded.sizes(tf.constant(["y", "q"]))] == wanted
