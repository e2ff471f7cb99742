"""The files that the graphs of scripts/record_feeding.py read."""

import pathlib


def write_files(tf):
    """Write them into the current folder."""
    pathlib.Path("words.txt").write_text("a\nb\nc\nlonger\n")
    pathlib.Path("lines.txt").write_text("".join(f"{i},{i * i}\n" for i in range(9)))
    train = tf.train
    with tf.io.TFRecordWriter("records") as writer:
        for i in range(6):
            feature = {"i": train.Feature(int64_list=train.Int64List(value=[i]))}
            if i % 2:
                feature["f"] = train.Feature(float_list=train.FloatList(value=[i, i + 0.5]))
            feature["v"] = train.Feature(bytes_list=train.BytesList(value=[b"w%d" % k for k in range(i % 4)]))
            writer.write(train.Example(features=train.Features(feature=feature)).SerializeToString())
