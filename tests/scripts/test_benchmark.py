"""scripts/benchmark.py: its registry and how it judges figures (no timing)."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"


@pytest.fixture(scope="module")
def benchmark():
    sys.path.insert(0, str(SCRIPTS))
    try:
        spec = importlib.util.spec_from_file_location("benchmark_script", SCRIPTS / "benchmark.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        module.registry.load()
        yield module
    finally:
        sys.path.remove(str(SCRIPTS))


def test_every_benchmark_has_a_group_and_known_limits(benchmark):
    known = {"torch", "tensorflow", "absolute", "beyond torch", *benchmark.registry.BENCHMARKS}
    assert {"starting", "eager", "graphs", "sessions", "keras", "data"} == {b.group for b in benchmark.registry.BENCHMARKS.values()}
    for entry in benchmark.registry.BENCHMARKS.values():
        assert set(entry.bars) <= known, entry.name
        assert entry.written_for("tfshim"), entry.name


@pytest.mark.parametrize("name, figures, met", [
    ("add", {"tfshim": 1.5, "torch": 1.0, "tensorflow": 15.0}, [True, True]),
    ("add", {"tfshim": 3.0, "torch": 1.0, "tensorflow": 12.0}, [False, False]),
    ("add", {"tfshim": 1.5}, []),
    ("add", {"tfshim": "failed", "torch": 1.0}, [False]),
    ("import", {"tfshim": 0.5}, [False]),
    ("first_model", {"tfshim": 2.7, "torch": 2.0}, [True]),
    ("first_model", {"tfshim": 2.9, "torch": 2.0}, [False]),
    ("first_operation", {"tfshim": 2.0}, []),
    ("matmul", {"tfshim": 1.02, "before": 1.0}, [True]),
    ("matmul", {"tfshim": 1.04, "before": 1.0}, [False]),
])  # fmt: skip
def test_figures_are_judged_by_the_limits(benchmark, name, figures, met):
    entry = benchmark.registry.BENCHMARKS[name]
    assert [verdict for _, verdict in benchmark.judge(entry, {name: figures})] == met


def test_a_limit_may_be_on_another_benchmark(benchmark):
    entry = benchmark.registry.BENCHMARKS["function_jit"]
    results = {"function_jit": {"tfshim": 60.0}, "function_step": {"tfshim": 100.0}}
    assert [verdict for _, verdict in benchmark.judge(entry, results)] == [True]


def test_a_step_runs_in_a_process_of_its_own(benchmark):
    figure = benchmark.measure("add", "torch", sys.executable, 1)
    assert figure > 0


def test_a_start_is_a_process_of_its_own(benchmark):
    figure = benchmark.measure("first_operation", "torch", sys.executable, 1)
    assert figure > 0


def test_another_checkout_is_measured_by_the_same_benchmark(benchmark, tmp_path):
    package = tmp_path / "tfshim"
    package.mkdir()
    (package / "__init__.py").write_text("def activate():\n    raise RuntimeError('this is the other one')\n")
    assert str(tmp_path) in benchmark.run(benchmark.registry.BENCHMARKS["add"], {"tfshim": sys.executable}, 1, 1, str(tmp_path))["tfshim"]
    memory = benchmark.run(benchmark.registry.BENCHMARKS["memory"], {"before": sys.executable}, 1, 1, str(tmp_path))
    assert "the other one" in memory["before"]


def test_two_checkouts_take_turns(benchmark):
    figures = benchmark.compare(benchmark.registry.BENCHMARKS["add"], [benchmark.HERE.parent] * 2, sys.executable, 1, 3)
    assert len(figures) == 2 and min(figures) > 0


def test_an_unknown_benchmark_is_reported(benchmark):
    with pytest.raises(RuntimeError, match="nonsense"):
        benchmark.measure("nonsense", "torch", sys.executable, 1)


SAID = """==12== Cachegrind, a high-precision tracing profiler
==12==
==12== I   refs:      9,876,543,210
"""


def test_what_valgrind_counts_is_read(benchmark):
    assert benchmark.instructions.total(SAID) == 9876543210
    with pytest.raises(RuntimeError, match="no such program"):
        benchmark.instructions.total("==12== Cachegrind\nno such program\n")
    with pytest.raises(RuntimeError, match="said nothing"):
        benchmark.instructions.total("")


def test_instructions_of_a_step_are_what_more_steps_add(benchmark):
    assert benchmark.instructions.lengths(1e-4) == (500, 1500)
    assert benchmark.instructions.lengths(0.05) == (1, 3) == benchmark.instructions.lengths(2.0)
    assert [benchmark.instructions.warm(unit) for unit in (1, 5, 200)] == [3, 5, 10]
    assert benchmark.instructions.per_step((200, 600), (10**9 + 200 * 1500, 10**9 + 600 * 1500)) == 1500


def test_a_program_that_fails_under_valgrind_is_reported(benchmark, tmp_path, monkeypatch):
    monkeypatch.setattr(benchmark.instructions, "_TOOL", (sys.executable, "-c", "import sys; sys.exit(' '.join(sys.argv[1:]))"))
    figure = ["-c", "print('{\"figure\": 50.0}') if len(__import__('sys').argv) < 2 else None"]
    with pytest.raises(RuntimeError, match=r"steps 10 (1000|3000)$"):
        benchmark.instructions.measure(benchmark.registry.BENCHMARKS["add"], [sys.executable, *figure], {}, tmp_path)


def test_instructions_are_judged_against_the_other_checkout_only(benchmark):
    entry = benchmark.registry.BENCHMARKS["add"]
    for ours, met in ((102.0, True), (104.0, False)):
        results = {"add": {"tfshim": ours, "before": 100.0}}
        assert [verdict for _, verdict in benchmark.judge(entry, results, limits=False)] == [met]


def test_instructions_need_valgrind(benchmark, monkeypatch, capsys):
    monkeypatch.setattr(benchmark.instructions, "available", lambda: False)
    monkeypatch.setattr(sys, "argv", ["benchmark.py", "--instructions", "--only", "add"])
    with pytest.raises(SystemExit):
        benchmark.main()
    assert "needs valgrind" in capsys.readouterr().err


@pytest.mark.parametrize("given, said", [
    (["--only", "nonsense"], "no model is named nonsense"),
    (["--libraries", "tensorflow"], "needs --tensorflow"),
    (["--instructions"], "does not go with --models"),
])  # fmt: skip
def test_models_that_cannot_be_measured_are_refused(benchmark, given, said, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["benchmark.py", "--models", *given])
    with pytest.raises(SystemExit) as ended:
        benchmark.main()
    assert ended.value.code == 2 and said in capsys.readouterr().err
