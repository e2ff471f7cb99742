"""Records the layers and values of TensorFlow for tests/keras/loss_layer_cases.py. Run with a Python that has it."""

from recording import DATA, write_rows

from tests.keras.loss_layer_cases import CASES, outcome


def main():
    import tensorflow as tf

    target = DATA / "loss_layers.json"
    write_rows(target, {name: outcome(tf, name) for name in CASES})
    print(f"{len(CASES)} cases of TensorFlow {tf.__version__} in {target}")


if __name__ == "__main__":
    main()
