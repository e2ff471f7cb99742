"""What workers print is copied in whole lines."""

import io
import re
from pathlib import Path

from tfshim.cli.worker_output import WorkerOutput


def test_lines_that_are_written_in_pieces_do_not_run_into_each_other(tmp_path, monkeypatch):
    said = io.StringIO()
    monkeypatch.setattr("sys.stdout", said)
    output = WorkerOutput(str(tmp_path))
    places = output.reify({0: {}, 1: {}})
    with Path(places.stdouts[0]).open("w") as one, Path(places.stdouts[1]).open("w") as two:
        for piece in range(20):
            for file, letter in ((one, "a"), (two, "b")):
                file.write(letter if piece % 5 else f"{letter}\n")
                file.flush()
    output.finish()
    lines = said.getvalue().splitlines()
    assert all(re.fullmatch(r"\[worker 0\]:a+|\[worker 1\]:b+", line) for line in lines), lines
    assert [sum(len(line.split(":")[1]) for line in lines if str(n) in line[:10]) for n in (0, 1)] == [20, 20]
    assert said.getvalue().endswith("\n")  # also after a last line that its worker did not end
