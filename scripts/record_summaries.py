"""Records the event files TensorFlow writes for tests/summary/summary_cases.py. Run with a Python that has it."""

import os
import tempfile
from pathlib import Path

from recording import DATA, write_rows

from tests.summary.summary_cases import CASES, outcome, plain


def main():
    import tensorflow as tf

    os.chdir(tempfile.mkdtemp())
    record = {}
    for number, (name, body) in enumerate(CASES.items()):
        writer = tf.summary.create_file_writer(str(number))
        with writer.as_default():
            answer = outcome(tf, body)
        writer.close()
        tf.summary.experimental.set_step(None)
        (file,) = Path(str(number)).iterdir()
        events = [plain(tf.compat.v1.Event.FromString(raw.numpy())) for raw in tf.data.TFRecordDataset(str(file))]
        record[name] = {"answer": answer, "events": events}
    target = DATA / "summaries.json"
    write_rows(target, record)
    print(f"{len(record)} cases of TensorFlow {tf.__version__} in {target}")


if __name__ == "__main__":
    main()
