"""What a process takes from its start to its first result: `python -m benchmarks.starting NAME LIBRARY` prints it as JSON.

Nothing is imported here that the libraries may need themselves.
"""

import json
import resource
import sys

from benchmarks import registry

_NUMBERS = [1.0, 2.0]


def operation(tf):
    x = tf.constant(_NUMBERS)
    return (x + x).numpy()


def operation_torch(torch):
    x = torch.tensor(_NUMBERS)
    return (x + x).numpy()


def model(tf):
    layers = tf.keras.layers
    return tf.keras.Sequential([layers.Dense(8, activation="relu"), layers.Dense(2)])(tf.ones([3, 4])).numpy()


def model_torch(torch):
    nn = torch.nn
    return nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))(torch.ones(3, 4)).detach().numpy()


def main():
    name, library = sys.argv[1:3]
    if library == "torch":
        import torch

        registry.BENCHMARKS[name].torch(torch)
    else:
        if library == "tfshim":
            import tfshim

            tfshim.activate()
        import tensorflow

        registry.BENCHMARKS[name].tf(tensorflow)
    used = resource.getrusage(resource.RUSAGE_SELF)
    print(json.dumps({"figure": used.ru_utime + used.ru_stime}))


registry.Benchmark("first_operation", "CPU time from the start to the first operation's result", operation, operation_torch,
                   kind="start", bars={"beyond torch": 0.15})  # fmt: skip
registry.Benchmark("first_model", "CPU time from the start to the first Keras model's result", model, model_torch,
                   kind="start", bars={"beyond torch": 0.8})  # fmt: skip

if __name__ == "__main__":
    main()
