"""A program of TensorFlow 1: where it is, what it needs, and how it is made shorter."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Program:
    """One program to run.

    name: what it is called here.
    source: the name of the folder with the sources it comes from.
    path: the script in that folder.
    settings: variables of the script that get other values, such as fewer steps: {name: text of the value}.
    replaced: parts of the script that get another text: {text: text}.
    arguments: of its command line.
    materials: functions of the folder it runs in, which make the data it reads.
    prepared: text of Python that is run before in the same library, with `tf`; such as to write a checkpoint.
    typed: what it reads from its standard input.
    printed_files: files whose content counts as printed.
    said: an expression for lines of its standard error that count as printed as well, as those of tests.
    unstable: expressions of what is printed and differs each time, such as the time it took.
    ends: the name of the exception it ends with.
    tolerance: by how much numbers may differ.
    seeded: whether the default graph gets a seed before the script begins.
    """

    name: str
    source: str
    path: str
    settings: dict = dataclasses.field(default_factory=dict)
    replaced: dict = dataclasses.field(default_factory=dict)
    arguments: tuple = ()
    materials: tuple = ()
    prepared: str = ""
    typed: str = ""
    printed_files: tuple = ()
    said: str = ""
    unstable: tuple = ()
    ends: str = ""
    tolerance: float = 1e-3
    seeded: bool = True

    def changed(self, text, folder):
        """The text of the script as it runs in `folder`; ValueError where it is not as expected."""
        for name, value in self.settings.items():
            text, count = re.subn(rf"^(\s*){name} *=.*$", rf"\g<1>{name} = {value}", text, flags=re.MULTILINE)
            if not count:
                raise ValueError(f"{self.path} sets no {name}")
        for before, after in self.replaced.items():
            if before not in text:
                raise ValueError(f"{self.path} has no {before!r}")
            text = text.replace(before, after)
        return text.replace("/tmp/", f"{folder}/")

    def cleaned(self, printed, folder):
        """What it has `printed`, without what differs each time."""
        printed = printed.replace(str(folder), "FOLDER")
        for expression in self.unstable:
            printed = re.sub(expression, "", printed)
        return printed
