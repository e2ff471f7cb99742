"""Record what TensorFlow writes for scripts/board_pages.py: tests/data/board_pages.json. Run with a Python that has it."""

import tempfile

import board_pages
from recording import DATA, write_rows

from tests.summary.board_events import told


def main():
    with tempfile.TemporaryDirectory() as folder:
        board_pages.main(folder)
        record = told(folder)
    write_rows(DATA / "board_pages.json", dict(sorted(record.items())))
    print(f"{len(record)} runs")


if __name__ == "__main__":
    main()
