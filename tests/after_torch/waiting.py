"""The process of `tests.after_torch` that has loaded torch: it runs each program it is asked for in a fork of itself.

All of it stands at the level of the module, so that a program has one caller more than it would have, and no more.
"""

import gc
import importlib.machinery
import json
import os
import runpy
import socket
import sys
import types

import torch  # noqa: F401  what the programs need not load

# What torch made stays: were it looked through when a program ends, that would copy its memory and take longer than most programs.
gc.collect()
gc.freeze()

_asking = socket.socket(fileno=int(sys.argv[1]))
_path = sys.path[1:]  # without the folder of this file
_keeper = None  # the process that waits for a program and tells its exit status
_keepers = set()
while _keeper != 0:
    _length, _files, _, _ = socket.recv_fds(_asking, 8, 4)
    if not _length:
        sys.exit()
    _length, _text = int.from_bytes(_length, "little"), b""
    while len(_text) < _length:
        _text += _asking.recv(_length - len(_text))
    _keeper = os.fork()
    if _keeper:
        for _file in _files:
            os.close(_file)
        _keepers.add(_keeper)
        _keepers -= {pid for pid in _keepers if os.waitpid(pid, os.WNOHANG)[0]}

_asking.close()
*_files, _telling = _files
_program = os.fork()
if _program:
    for _file in _files:
        os.close(_file)
    os.write(_telling, b"%d\n" % _program)
    os.write(_telling, b"%d\n" % os.waitstatus_to_exitcode(os.waitpid(_program, 0)[1]))
    os._exit(0)

os.close(_telling)
for _number, _file in enumerate(_files):
    os.dup2(_file, _number)
    os.close(_file)
_arguments, _folder, _environment = json.loads(_text)
os.chdir(_folder)
os.environ.clear()
os.environ.update(_environment)
_first = "" if _arguments[0] == "-c" else os.getcwd() if _arguments[0] == "-m" else os.path.dirname(os.path.realpath(_arguments[0]))
sys.path[:] = [_first, *_environment["PYTHONPATH"].split(os.pathsep), *_path]
sys.path_importer_cache.clear()
sys.orig_argv = [sys.executable, *_arguments]
_main = sys.modules["__main__"] = types.ModuleType("__main__")
_main.__builtins__, _main.__annotations__ = __builtins__, {}
try:
    if _arguments[0] == "-m":
        sys.argv = ["-m", *_arguments[2:]]
        runpy._run_module_as_main(_arguments[1])
    elif _arguments[0] == "-c":
        sys.argv = ["-c", *_arguments[2:]]
        exec(compile(_arguments[1], "<string>", "exec"), vars(_main))
    else:
        sys.argv = _arguments
        _main.__file__ = os.path.abspath(_arguments[0])
        _main.__loader__ = importlib.machinery.SourceFileLoader("__main__", _main.__file__)
        exec(_main.__loader__.get_code("__main__"), vars(_main))
except Exception as e:
    e.__traceback__ = e.__traceback__.tb_next
    sys.excepthook(type(e), e, e.__traceback__)
    sys.exit(1)
