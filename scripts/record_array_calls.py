"""Records what TensorFlow gives for tests/array_call_cases.py. Run with a Python that has it."""

from recording import DATA, write_rows

from tests.array_call_cases import CASES, outcome


def main():
    import tensorflow as tf

    target = DATA / "array_calls.json"
    write_rows(target, {name: outcome(tf, name) for name in CASES})
    print(f"{len(CASES)} cases of TensorFlow {tf.__version__} in {target}")


if __name__ == "__main__":
    main()
