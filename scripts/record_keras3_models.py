"""Write small models as files of Keras 3, with what they predict before and after a step, into tests/data/keras3_models.

    KERAS_BACKEND=... python scripts/record_keras3_models.py

Run it with a Python that has Keras 3 and one of its backends, once for each version whose files are to be read.
"""

import zipfile

import keras
import recording

from tests.keras import keras3_cases


def packed(path):
    """Compress the members of an archive, which Keras does not."""
    with zipfile.ZipFile(path) as archive:
        members = {info.filename: archive.read(info) for info in archive.infolist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def main():
    folder = recording.DATA / "keras3_models" / keras.__version__
    folder.mkdir(parents=True, exist_ok=True)
    facts = {}
    for name, make in keras3_cases.build(keras).items():
        keras.utils.clear_session()
        keras.utils.set_random_seed(1)
        model = make()
        keras3_cases.compile(keras, model, name)
        keras3_cases.train(model, name)
        model.save(folder / f"{name}.keras")
        packed(folder / f"{name}.keras")
        if name in keras3_cases.IN_HDF5:
            model.save(folder / f"{name}.h5")
        model.save_weights(folder / f"{name}.weights.h5")
        facts[name] = {"before": keras3_cases.outputs(model, name)}
        keras3_cases.train(model, name)
        facts[name]["after"] = keras3_cases.outputs(model, name)
    for extra in set(folder.glob("*.weights.h5")) - {folder / "nested.weights.h5"}:
        extra.unlink()
    recording.write_json(folder / "facts.json", facts)
    print(f"{len(facts)} models of Keras {keras.__version__}")


if __name__ == "__main__":
    main()
