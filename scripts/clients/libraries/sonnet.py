"""DeepMind's Sonnet 2."""

from clients.client import Client, Tests

CLIENT = Client(
    name="sonnet",
    packages=["dm-sonnet==2.0.2"],
    dependencies=["dm-tree==0.1.8", "tabulate==0.9.0", "wrapt==1.14.2", "absl-py==2.1.0"],
    imports=["sonnet", "sonnet.distribute", "sonnet.functional", "sonnet.nets"],
    tests=Tests(
        source="wheel",
        paths=["sonnet/src/*_test.py", "sonnet/src/conformance/*_test.py"],
        packages=["parameterized==0.9.0", "six==1.16.0", "docutils==0.21.2"],
    ),
)
