"""The command line: `python -m tfshim` and `tfshim`."""

import argparse
import difflib
import importlib
import importlib.util
import os
import re
import sys

from tfshim import _version, activation, child_processes
from tfshim.cli import script, usage
from tfshim.cli.problems import EnvironmentProblem, UsageError
from tfshim.user_programs import documents, names, neighbours


def run():
    """The whole process: exits with the status of the command line, or ends by Ctrl-C as `python` does.

    Python ends itself by the signal then, so that a shell that runs several programs in a row stops with this one.
    """
    status = main()
    if status == script.INTERRUPTED:
        sys.excepthook = lambda *shown: None  # what there is to say has been said
        raise KeyboardInterrupt
    sys.exit(status)


def main(arguments=None):
    """Run the command line `arguments` (list of str; those of the process by default); returns the exit status.

    130 where it was interrupted: a program that is run shows its own traceback, a command has nothing to show.
    """
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _main(arguments)
    except UsageError as e:
        print(f"tfshim: {e} (tfshim --help says what there is)", file=sys.stderr)
    except (documents.DocumentError, EnvironmentProblem) as e:
        print(f"tfshim: {e}", file=sys.stderr)
    except KeyboardInterrupt:
        print("tfshim: interrupted", file=sys.stderr)
        return script.INTERRUPTED
    return 2


def _without_reader(command):
    """What `command` returns; 1, without a traceback, where nobody reads its output to the end, as in `tfshim doctor | head`."""
    try:
        status = command()
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Python would complain once more when it closes its streams.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        return 1


def _main(arguments):
    version, force = None, False
    while arguments and arguments[0].startswith("-") and arguments[0] not in ("-m", "-c", "-"):
        option = arguments.pop(0)
        if option in ("-h", "--help"):
            return _without_reader(lambda: print(usage.whole(), end="") or 0)
        elif option in ("-V", "--version"):
            print(f"tfshim {_version.VERSION}")
            return 0
        elif option == "--force":
            force = True
        elif option.partition("=")[0] == "--tf":
            version = _version_of(option.partition("=")[2] or (arguments.pop(0) if arguments else ""))
        else:
            raise UsageError(f"unknown option {option}")
    if not arguments:
        print(f"tfshim: nothing to run\n\n{usage.whole()}", file=sys.stderr, end="")
        return 2
    first, rest = arguments[0], arguments[1:]
    if first in _COMMANDS:
        return _without_reader(lambda: _COMMANDS[first](rest, version))
    if first in ("-m", "-c"):
        if not rest:
            raise UsageError(f"{first} needs an argument")
        return _run_inline(first, rest[0], rest[1:], version, force)
    if first == "-":
        return _run_inline(first, sys.stdin.read(), rest, version, force)
    if documents.is_notebook(first):
        return _run_notebook(first, rest, version, force)
    _refuse_nothing(first)
    _activate_for(first, lambda: [] if os.path.isdir(first) else documents.read_script(first), version, force)
    return script.run_file(first, rest)


def _refuse_nothing(path):
    """Raise DocumentError where `path` is not there (it may be a command, misspelt), or is a folder that cannot be run."""
    if os.path.isdir(path) and not os.path.exists(os.path.join(path, "__main__.py")):
        raise documents.DocumentError(f"{path}: a folder without __main__.py, by which Python would run it")
    if not os.path.exists(path):
        module = os.path.join(*path.split("."))
        close = difflib.get_close_matches(path, usage.commands(), 1)
        if re.fullmatch(r"\w+(\.\w+)*", path) and (os.path.isfile(module + ".py") or os.path.isfile(os.path.join(module, "__main__.py"))):
            close = [f"-m {path}"]
        raise documents.DocumentError(f"{path}: No such file or directory" + (f"; did you mean tfshim {close[0]}?" if close else ""))


def _run_inline(kind, what, rest, version, force):
    if kind in ("-c", "-"):
        _activate_for("the code" if kind == "-c" else "the program from standard input", lambda: [documents.Piece(what)], version, force)
        return script.run_code(what, rest, kind)

    def pieces():
        try:
            spec = importlib.util.find_spec(what)
        except ImportError:
            spec = None
        # a package runs its __main__; what cannot be read as source is left to run as it is
        if spec is None or spec.submodule_search_locations or not (spec.origin or "").endswith(".py"):
            return []
        return documents.read_script(spec.origin)

    # Before the module is looked for: `python -m` finds it from the current folder.
    script.set_path("")
    _activate_for(what, pieces, version, force)
    return script.run_module(what, rest)


def _run_notebook(path, rest, version, force):
    parser = usage.parser("FILE.ipynb")
    parser.add_argument("-o", "--output", metavar="OUT.ipynb", help="write the executed notebook; without it the cells' output is printed")
    parser.add_argument("--cwd", metavar="FOLDER", help="the current folder of the cells (that of the notebook by default, as in Jupyter)")
    options = parser.parse_args(rest)
    from tfshim.cli import notebook

    version = _decided(path, documents.read_notebook(path), version)
    _refuse_loaded(force)
    return notebook.run(path, options.output, f"{version}.x", options.cwd)


def _check(rest, version):
    parser = usage.parser("check")
    parser.add_argument("files", nargs="+", metavar="FILE", help="a script, a notebook, or a folder, whose scripts and notebooks are read")
    parser.add_argument("--tf", type=_version_of, default=version, metavar="1.x|2.x", help="as which TensorFlow's the names are read")
    options = parser.parse_args(rest)
    check = _loaded("check")
    if len(options.files) == 1 and not os.path.isdir(options.files[0]):
        return check.check(options.files[0], options.tf)
    return check.check_all(options.files, options.tf)


def _convert(rest, version):
    parser = usage.parser("convert")
    parser.add_argument("source", metavar="SOURCE", help="what the checkpoint's files are called before .index, or a folder")
    parser.add_argument("target", metavar="TARGET", help="what the new files are called")
    parser.add_argument("--to", choices=("tensorflow", "safetensors"), help="the format to write; the other one by default")
    parser.add_argument("--force", action="store_true", help="replace what is there")
    options = parser.parse_args(rest)
    return _loaded("convert").convert(options.source, options.target, options.to, options.force)


def _doctor(rest, version):
    parser = usage.parser("doctor")
    parser.add_argument("file", nargs="?", metavar="FILE", help="a script or a notebook: what it needs is told as well")
    options = parser.parse_args(rest)
    return _loaded("doctor").doctor(options.file)


def _docs(rest, version):
    parser = usage.parser("docs")
    parser.add_argument(
        "topic", nargs="?", metavar="PAGE | NAME", help="a page of those that `tfshim docs` lists, or a name such as tf.nn.relu"
    )
    options = parser.parse_args(rest)
    return _loaded("pages").show(options.topic, version)


def _tensorboard(rest, version):
    return _loaded("tensorboard").run(rest)


def _saved_model_cli(rest, version):
    return _loaded("saved_model_cli").run(rest)


def _launch(rest, version):
    parser = usage.parser("launch")
    parser.add_argument("-n", "--workers", type=int, required=True, help="how many")
    parser.add_argument(
        "program", nargs=argparse.REMAINDER, metavar="FILE.py [ARGUMENT ...]", help="what each of them runs (or -m MODULE, or -c CODE)"
    )
    # argparse takes options of its own up to the first word that is none, and `-m` belongs to what is run.
    inline = next((at for at, word in enumerate(rest) if word in ("-m", "-c")), len(rest))
    options = parser.parse_args(rest[:inline])
    program = options.program + rest[inline:]
    if options.workers < 1:
        raise UsageError(f"launch needs at least one worker, not {options.workers}")
    if not program:
        raise UsageError("launch needs a program to run")
    if program[0] not in ("-m", "-c"):
        _refuse_nothing(program[0])  # once, and not by each worker
    return _loaded("launch").launch(options.workers, program, version)


def _enable(rest, version):
    parser = usage.parser("enable")
    parser.add_argument("--force", action="store_true", help="also where a real TensorFlow is installed, which it hides")
    _loaded("environment").enable(parser.parse_args(rest).force)
    return 0


def _disable(rest, version):
    usage.parser("disable").parse_args(rest)
    _loaded("environment").disable()
    return 0


def _status(rest, version):
    usage.parser("status").parse_args(rest)
    _loaded("environment").status()
    return 0


def _libraries(rest, version):
    usage.parser("libraries").parse_args(rest)
    print(_loaded("environment").LIBRARIES)
    return 0


def _kernel(rest, version):
    from tfshim import jupyter

    if "-f" in rest:  # Jupyter, with its connection file
        if "--tf" in rest:
            at = rest.index("--tf")
            version = _version_of(rest[at + 1])
            rest = rest[:at] + rest[at + 2 :]
        jupyter.run_kernel(rest, version)
        return 0
    parser = usage.parser("kernel")
    parser.add_argument("what", choices=["install"], metavar="install")
    place = parser.add_mutually_exclusive_group()
    place.add_argument("--user", action="store_true", help="for all Jupyters of this user")
    place.add_argument("--prefix", default=sys.prefix, metavar="FOLDER", help="for the Jupyter of that environment (this one by default)")
    parser.add_argument("--name", default="tfshim", help="the name in Jupyter (tfshim by default)")
    options = parser.parse_args(rest)
    try:
        print(f"installed in {jupyter.install_kernel(options.name, options.prefix, options.user)}")
    except OSError as e:
        raise documents.DocumentError(
            f"{e.filename2 or e.filename}: {e.strerror}; --prefix FOLDER names a place that can be written"
        ) from None
    return 0


_COMMANDS = {
    "check": _check,
    "convert": _convert,
    "enable": _enable,
    "disable": _disable,
    "docs": _docs,
    "doctor": _doctor,
    "launch": _launch,
    "saved_model_cli": _saved_model_cli,
    "status": _status,
    "libraries": _libraries,
    "tensorboard": _tensorboard,
    "kernel": _kernel,
}


def _loaded(name):
    """The module of a command: each loads what it needs, and a program that is run nothing of the others."""
    return importlib.import_module(f"tfshim.cli.{name}")


def _version_of(text):
    if text.partition(".")[0] not in ("1", "2"):
        raise UsageError(f"--tf takes 1.x or 2.x, not {text!r}")
    return int(text[0])


def _decided(name, pieces, version):
    """1 or 2: the version asked for, or the one that the document is written for."""
    if version is None:
        reason = neighbours.reason_for_v1(name, pieces, names.uses(pieces)[0])
        if reason:
            print(f"tfshim: {name} is taken for a program for TensorFlow 1 ({reason}); --tf 2.x says otherwise.", file=sys.stderr)
        version = 1 if reason else 2
    return version


def _refuse_loaded(force):
    real = activation.real_loaded("tensorflow")
    if real is not None and not force:
        raise documents.DocumentError(
            f"TensorFlow is already imported from {getattr(real, '__file__', '?')}; --force makes new imports of tensorflow give tfshim"
        )


def _activate_for(name, pieces, version, force):
    # Whoever runs a program through tfshim asks for tfshim: an installed TensorFlow gives way, a loaded one does not.
    _refuse_loaded(force)
    decided = _decided(name, pieces() if version is None else [], version)
    force = activation.real_package("tensorflow") is not None
    child_processes.prepare(os.environ, force, decided)
    activation.activate(force=force, version=decided)
