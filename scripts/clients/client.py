"""What is said of a library: what is installed, what is imported, and which of its own tests are run."""

import importlib.util
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
RECORDED = ROOT / "tests" / "data" / "clients"


@dataclass(frozen=True)
class Tests:
    """The part of a library's own test suite that is run."""

    # "wheel" (they are in the installed package), "sdist" (in its source distribution on PyPI), or "URL@TAG" of a git repository.
    source: str
    # Files, folders or patterns below the source. Each has processes of its own: what one of them sets does not reach the next.
    paths: list[str]
    # Node ids, or patterns of them, that are not run -> why.
    skip: dict[str, str] = field(default_factory=dict)
    # One test of so many is run, chosen by its name, where the suite is large.
    every: int = 1
    # What the tests import besides, installed without dependencies as the rest.
    packages: list[str] = field(default_factory=list)
    # How pytest imports them: "prepend" takes packages from the source, "importlib" those that are installed.
    import_mode: str = "prepend"
    # Seconds that one test, and that one entry of `paths`, may take.
    each: int = 120
    limit: int = 1800
    # More arguments for pytest.
    arguments: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Client:
    """A library that is built on TensorFlow."""

    name: str
    # Pinned requirements, "name==version". The first is the library. All are installed without what they require.
    packages: list[str]
    # What it needs of what tfshim does not bring along, down to the last one, TensorFlow and its parts excepted.
    dependencies: list[str] = field(default_factory=list)
    # What it needs besides where TensorFlow is recorded: what a TensorFlow alone lacks though an environment of tfshim has it, or what
    # TensorFlow takes another version of.
    reference: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)
    tests: Tests | None = None
    # Why there are no tests, if there are none.
    untested: str = ""

    @property
    def requirement(self) -> str:
        return self.packages[0]

    @property
    def version(self) -> str:
        return self.requirement.partition("==")[2]

    @property
    def program(self) -> Path:
        return HERE / "programs" / f"{self.name}.py"

    @property
    def recorded_program(self) -> Path:
        return RECORDED / f"{self.name}.json"

    @property
    def recorded_tests(self) -> Path:
        return RECORDED / f"{self.name}_tests.json"


def module_of(path: Path):
    """The module in the file `path`, which is not a part of a package."""
    spec = importlib.util.spec_from_file_location(f"clients_{path.parent.name}_{path.stem}", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # some libraries look up the module of a class
    spec.loader.exec_module(module)
    return module


def load(name: str) -> Client:
    """The declaration of the library `name`."""
    return module_of(HERE / "libraries" / f"{name}.py").CLIENT


def names() -> list[str]:
    """All libraries."""
    return sorted(path.stem for path in (HERE / "libraries").glob("*.py"))
