"""Record how TensorFlow writes queues, readers of files and what is done with them, in tests/data/queue_graphs.json.

Run with a Python that has TensorFlow 2.15.1:  python scripts/record_queue_graphs.py
The programs are those of tests/tf1/queue_programs.py.
"""

from recording import DATA, write_rows


def main():
    """Write the file."""
    import tensorflow as tf

    from tests.tf1.queue_programs import PROGRAMS, outline

    write_rows(DATA / "queue_graphs.json", {name: outline(tf, name) for name in PROGRAMS})


if __name__ == "__main__":
    main()
