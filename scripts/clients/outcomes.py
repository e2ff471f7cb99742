"""A plugin of pytest that runs chosen tests, each with a time limit, and writes down each outcome as soon as it is known."""

import fnmatch
import signal
import sys
import zlib

import pytest


class TookTooLong(BaseException):
    """A test ran past its limit. No test catches it by accident."""


def chosen(node_id, every):
    """Whether a test is in the part that is run: one of `every`, by its name alone, so that others coming or going change nothing."""
    return zlib.crc32(node_id.encode()) % every == 0


# In names of tests that files of the source are parameters of, in place of the folder that it is in.
SOURCE = "{source}"


class Outcomes:
    def __init__(self, request, write):
        self.request, self.write, self.folder = request, write, None
        self.only = None if request["only"] is None else set(request["only"])
        self.done = set(request["done"])
        self.worst = {}

    def pytest_collection_modifyitems(self, config, items):
        flags = sys.modules.get("absl.flags")
        if flags is not None:  # what absl's own main would do
            flags.FLAGS.mark_as_parsed()
        self.folder = str(config.rootpath)
        kept, left = [], []
        for item in items:
            name = self.name(item.nodeid)
            wanted = chosen(name, self.request["every"]) if self.only is None else name in self.only
            wanted = wanted and name not in self.done and not any(fnmatch.fnmatchcase(name, p) for p in self.request["skip"])
            (kept if wanted else left).append(item)
        items[:] = kept
        if left:
            config.hook.pytest_deselected(items=left)

    def name(self, node_id):
        """A node id as it is everywhere."""
        return node_id.replace(self.folder, SOURCE) if self.folder else node_id

    def pytest_collectreport(self, report):
        if report.failed:
            self.write(collect=report.nodeid, error=str(report.longrepr)[-1500:])

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(self, item):
        def stop(*_):
            raise TookTooLong(f"more than {self.request['each']} seconds")

        self.write(begins=self.name(item.nodeid))
        signal.signal(signal.SIGALRM, stop)
        signal.alarm(self.request["each"])
        try:
            yield
        finally:
            signal.alarm(0)

    def pytest_runtest_logreport(self, report):
        """A test passes if all of its parts do."""
        outcome, text = self.worst.get(report.nodeid, ("passed", ""))
        if report.outcome != "passed" and outcome != "failed":
            outcome, text = report.outcome, str(report.longrepr)[-1500:]
        self.worst[report.nodeid] = outcome, text
        if report.when == "teardown":
            self.write(test=self.name(report.nodeid), outcome=outcome, **({"error": text} if text else {}))

    def pytest_sessionfinish(self):
        """All have run: a process that ends without saying so has died, whatever its exit status."""
        self.write(finished=True)
