"""What the command line understands: one table, for `--help` of the whole and for the parser of each command."""

import argparse

_HOW = """\
Run a script, module, code or notebook in which `import tensorflow` gives tfshim; `python -m tfshim` is the same.

  -o OUT.ipynb   write the executed notebook; without it the cells' output is printed
  --cwd FOLDER   the current folder of a notebook's cells (its own by default, as in Jupyter)
  --tf VERSION   whose namespace `tensorflow` is; by default 1.x for documents written for TensorFlow 1, else 2.x
  --force        take the place of a real TensorFlow even if it is already imported (running: installed ones always
                 stand back), or is installed (enable)
"""
_RUNNING = (
    "[--tf 1.x|2.x] [--force] FILE.py [ARGUMENT ...]",
    "[--tf 1.x|2.x] [--force] -m MODULE [ARGUMENT ...]",
    "[--tf 1.x|2.x] [--force] -c CODE [ARGUMENT ...]",
    "[--tf 1.x|2.x] [--force] - [ARGUMENT ...]         (the program from standard input)",
    "[--tf 1.x|2.x] [--force] FILE.ipynb [-o OUT.ipynb] [--cwd FOLDER]",
)
# How a command is written, and what it does, in lines as they stand in the help.
_COMMANDS = {
    "check": (
        "check FILE ... [--tf 1.x|2.x]",
        "list the TensorFlow names and refused arguments that scripts, notebooks, or those of a folder use, without running",
        "them: what does not work comes first, with what to use instead",
    ),
    "doctor": ("doctor [FILE]", "what is installed, active and found, on one screen, and what FILE needs"),
    "docs": (
        "docs [PAGE | NAME]",
        "the guides; one of them; or the names of a namespace, or the help of a name, with what is not supported of it",
    ),
    "launch": (
        "[--tf 1.x|2.x] launch -n WORKERS FILE.py [ARGUMENT ...]",
        "run FILE.py as several workers on this machine, each with its TF_CONFIG, for MultiWorkerMirroredStrategy",
    ),
    "convert": (
        "convert SOURCE TARGET [--to tensorflow|safetensors] [--force]",
        "write the checkpoint SOURCE (a prefix, or a folder of checkpoints or of a saved model) to TARGET in the other",
        "format: TensorFlow's files as safetensors, or the other way; --force replaces what is there",
    ),
    "saved_model_cli": (
        "saved_model_cli show|run|scan --dir FOLDER [OPTION ...]",
        "show what a saved model holds, compute a signature of it, or look for operations that write and read files,",
        "as TensorFlow's command of that name does",
    ),
    "tensorboard": (
        "tensorboard --logdir FOLDER [OPTION ...]",
        "start TensorBoard with tfshim active, which its projector and its debugger need",
    ),
    "enable": ("enable [--force]", "make `import tensorflow` give tfshim in this whole environment, until disable"),
    "disable": ("disable", "undo enable"),
    "status": ("status", "say what `import tensorflow` gives in this environment"),
    "libraries": (
        "libraries",
        'print the path of constraints for pip: pip install -c "$(tfshim libraries)" LIBRARY takes a release that goes with',
        "what tfshim stands for, and brings no TensorFlow along",
    ),
    "kernel": ("kernel install [--user | --prefix FOLDER] [--name NAME]", "install a Jupyter kernel with tfshim active"),
}


def whole():
    """The text of `tfshim --help`."""
    forms = [*_RUNNING, *(form for form, *_ in _COMMANDS.values())]
    usage = "\n       ".join(f"tfshim {form}" for form in forms)
    rows = []
    for name, (_, first, *others) in _COMMANDS.items():
        rows += [f"  {name:<15} {first}", *(" " * 18 + line for line in others)]
    return f"usage: {usage}\n\n{_HOW}" + "\n".join(rows) + "\n\n`tfshim COMMAND --help` says what a command takes.\n"


def parser(command):
    """The parser of the arguments of `command` (or of FILE.ipynb), with what it does as its description."""
    lines = _COMMANDS.get(command.partition(" ")[0], ())[1:]
    text = " ".join(lines)
    return argparse.ArgumentParser(prog=f"tfshim {command}", allow_abbrev=False, description=text and f"{text[0].upper()}{text[1:]}.")


def commands():
    """The names of the commands."""
    return tuple(_COMMANDS)
