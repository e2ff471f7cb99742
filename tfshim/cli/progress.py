"""Progress reports on the cells of a notebook while they run."""

import re
import sys
import textwrap
import time

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Progress:
    """Reports each cell on stderr, and what it printed on stdout if `show`."""

    def __init__(self, total, show):
        self.total, self.show = total, show

    def start(self, number, source):
        self.began = time.perf_counter()
        first = next((line.strip() for line in source.split("\n") if line.strip()), "")
        self._print(f"[{number}/{self.total}] {first[:70]}{'...' if len(first) > 70 else ''}")

    def done(self, outputs, raised=None):
        if self.show:
            for output in outputs:
                text = output.get("text") or output.get("data", {}).get("text/plain") or ""
                text = text if isinstance(text, str) else "".join(text)
                print(text, end="" if text.endswith("\n") or not text else "\n", flush=True)
        ended = f"raised {raised}, as its tag raises-exception allows" if raised else "ok"
        self._print(f"    {ended} ({time.perf_counter() - self.began:.1f} s)")

    def failed(self, number, source, trace, interrupted=False):
        if not sys.stderr.isatty():
            trace = _COLOURS.sub("", trace)
        self._print(
            f"\ncell {number} {'was interrupted' if interrupted else 'failed'}:\n\n{textwrap.indent(source.rstrip(), '    ')}\n\n{trace}"
        )

    @staticmethod
    def _print(text):
        print(text, file=sys.stderr, flush=True)
