"""Write small models as files of Keras, with what they predict, into tests/data/keras_models.

    python scripts/record_keras_models.py

Run it with a Python that has TensorFlow 2.15.
"""

import recording
import tensorflow as tf

from tests.keras import model_cases

FOLDER = recording.DATA / "keras_models"


def main():
    FOLDER.mkdir(exist_ok=True)
    facts = {}
    for name, make in model_cases.build(tf).items():
        tf.keras.utils.set_random_seed(1)
        model = make()
        model.compile("adam", "mse", metrics=model_cases.METRICS[name])
        model_cases.train(model, name)
        facts[name] = {"json": model.to_json(), "before": model_cases.outputs(model, name)}
        for ending in ("keras", "h5"):
            model.save(FOLDER / f"{name}.{ending}")
        if name == "two":
            model.save_weights(FOLDER / f"{name}.weights.h5")
            model.save_weights(FOLDER / f"{name}_weights.h5")
        if name != "images":  # dropout draws
            model_cases.train(model, name)
            facts[name]["after"] = model_cases.outputs(model, name)
    recording.write_json(FOLDER / "facts.json", facts)
    print(f"{len(facts)} models")


if __name__ == "__main__":
    main()
