"""Record what Keras makes of weights in files of earlier versions into tests/data/keras_models/weight_files.json.

    python scripts/record_weight_files.py

Run it with a Python that has TensorFlow 2.15.
"""

import tempfile

import h5py
import recording
import tensorflow as tf

from tests.keras import weight_file_cases


def main():
    path = tempfile.mkdtemp() + "/w.h5"
    found = {name: weight_file_cases.observe(tf, h5py, path, name) for name in weight_file_cases.build(tf)}
    recording.write_json(recording.DATA / "keras_models" / "weight_files.json", found)
    print(f"{len(found)} files")


if __name__ == "__main__":
    main()
