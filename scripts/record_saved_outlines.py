"""Write what the SavedModels of tests/saved_model/objects.py are made of where TensorFlow 2.15 writes them.

PYTHON scripts/record_saved_outlines.py
"""

import tempfile

import recording
import tensorflow as tf
from tensorflow.core.protobuf import saved_model_pb2
from tensorflow.python.saved_model import nested_structure_coder

from tests.saved_model.objects import CASES
from tests.saved_model.outline import outline


def main():
    found = {}
    for name, case in CASES.items():
        made, folder = case(tf, tempfile.mkdtemp()), tempfile.mkdtemp()
        tf.saved_model.save(made.root, folder, made.signatures)
        with open(f"{folder}/saved_model.pb", "rb") as file:
            meta = saved_model_pb2.SavedModel.FromString(file.read()).meta_graphs[0]
        found[name] = outline(meta, nested_structure_coder.decode_proto)
    recording.write_rows(recording.DATA / "saved_outlines.json", found)


if __name__ == "__main__":
    main()
