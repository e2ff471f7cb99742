"""What `tf.io.gfile` is asked to do, run both by the tests and by the program that records TensorFlow's answers.

Every case is a function of the gfile module; the current directory is an empty one. It returns something with a
stable `repr`. Cases run in order and see the files of those before them.
"""

import os
import pathlib

CASES = {}


def case(function):
    CASES[function.__name__] = function
    return function


def put(g, name, mode, content):
    with g.GFile(name, mode) as file:
        return file.write(content)


def get(g, name, mode="r"):
    with g.GFile(name, mode) as file:
        return file.read()


def simple(name, body):
    CASES[name] = body


def walked(items):
    return [(top, sorted(directories), sorted(files)) for top, directories, files in items]


@case
def write_and_read(g):
    return put(g, "a.txt", "w", "hello\nworld\nxyz"), get(g, "a.txt"), get(g, "a.txt", "rb")


for count in (3, 0, -1, 99, -5):
    simple(f"read_{count}", lambda g, n=count: g.GFile("a.txt").read(n))
simple("readline", lambda g: g.GFile("a.txt").readline())
simple("readlines", lambda g: g.GFile("a.txt").readlines())
simple("readlines_binary", lambda g: g.GFile("a.txt", "rb").readlines())
simple("iterate", lambda g: list(g.GFile("a.txt")))
simple("next", lambda g: (lambda f: (next(f), f.next()))(g.GFile("a.txt")))
simple("size", lambda g: g.GFile("a.txt").size())
for method in ("read", "size", "readline", "readlines", "tell"):
    simple(f"missing_{method}", lambda g, m=method: getattr(g.GFile("nope"), m)())
simple("missing_seek", lambda g: g.GFile("nope").seek(0))
for mode in ("r", "w", "a", "r+", "w+", "a+", "rb", "wb", "ab", "rb+", "r+b", "x", "rt", "U", "", "rw", "+", "xb"):
    simple(f"mode_{mode}", lambda g, m=mode: (g.GFile("m.txt", m).mode, g.GFile("m.txt", m).name))
simple("write_where_reading", lambda g: g.GFile("a.txt").write("x"))
for method in ("read", "readline"):
    simple(f"{method}_where_writing", lambda g, m=method: getattr(g.GFile("b.txt", "w"), m)())
simple("seek_where_writing", lambda g: g.GFile("b.txt", "w").seek(0))


@case
def tell_writing(g):
    file = g.GFile("b.txt", "w")
    file.write("abc")
    told = file.tell()
    file.close()
    return told


@case
def tell_appending(g):
    file = g.GFile("b.txt", "a")
    file.write("def")
    told = file.tell()
    file.close()
    return told, get(g, "b.txt")


@case
def read_then_write(g):
    file = g.GFile("b.txt", "r+")
    before = file.read()
    file.write("ZZ")
    file.close()
    return before, get(g, "b.txt")


@case
def write_then_read(g):
    file = g.GFile("c.txt", "w+")
    file.write("qwerty")
    file.flush()
    first = file.read()
    file.seek(0)
    second = file.read()
    file.close()
    return first, second, get(g, "c.txt")


@case
def append_and_read(g):
    file = g.GFile("c.txt", "a+")
    before = file.read()
    file.write("XX")
    file.close()
    return before, get(g, "c.txt")


def seeking(*args):
    def body(g):
        file = g.GFile("a.txt")
        file.read(2)
        file.seek(*args)
        return file.tell(), file.read()

    return body


for args in ((3,), (-1,), (2, 1), (-2, 2), (15,), (100,), (-100, 2), (1, 5), ()):
    simple(f"seek_{args}", seeking(*args))
simple("seek_both", lambda g: g.GFile("a.txt").seek(3, position=4))


@case
def seek_past_the_end(g):
    file = g.GFile("a.txt")
    try:
        file.seek(99)
    except Exception as error:
        return type(error).__name__, file.tell(), file.read()


simple("bytes_in_text", lambda g: (put(g, "d", "w", b"ab\xff"), get(g, "d", "rb")))
simple("not_utf8", lambda g: get(g, "d"))
simple("text_in_binary", lambda g: (put(g, "d", "wb", "abé"), get(g, "d", "rb")))
simple("split_character", lambda g: g.GFile("d").read(3))
simple("write_bytearray", lambda g: (put(g, "d2", "wb", bytearray(b"xyz")), get(g, "d2")))
simple("write_int", lambda g: put(g, "d2", "w", 3))
simple(
    "carriage_returns",
    lambda g: (
        put(g, "crlf", "wb", b"a\r\nb\rc\n\n"),
        g.GFile("crlf").readlines(),
        get(g, "crlf"),
        g.GFile("crlf", "rb").readlines(),
    ),
)
simple("at_the_end", lambda g: (lambda f: (f.read(), f.read(), f.readline(), f.readlines()))(g.GFile("a.txt")))
simple("write_into_missing_directory", lambda g: put(g, "no/such/f", "w", "x"))
simple("write_over_directory", lambda g: put(g, ".", "w", "x"))
simple("read_directory", lambda g: get(g, "."))
simple("nothing_written", lambda g: (g.GFile("e", "w").close(), g.exists("e")))
simple("empty_written", lambda g: (put(g, "e", "w", ""), g.exists("e"), get(g, "e")))
simple("path_object", lambda g: (g.GFile(pathlib.Path("a.txt")).name, g.GFile(pathlib.Path("a.txt")).read(3)))
simple("reopened_by_reading", lambda g: (lambda f: (f.close(), f.read(5)))(g.GFile("a.txt")))
simple("seekable", lambda g: g.GFile("a.txt").seekable())
simple("empty_name_read", lambda g: get(g, ""))
simple("empty_name_write", lambda g: put(g, "", "w", "x"))


@case
def tree(g):
    g.makedirs("sub/x")
    put(g, "sub/f1", "w", "1")
    put(g, "sub/x/f2", "w", "22")
    return [g.exists(p) for p in ("sub", "nope", "a.txt", b"a.txt", "", pathlib.Path("sub"), "sub/")]


simple("isdir", lambda g: [g.isdir(p) for p in ("sub", "nope", "a.txt", "sub/", b"sub", "foo://x/y")])
simple("exists_int", lambda g: g.exists(3))
for where in ("sub", b"sub", "sub/", "nope", "a.txt", ""):
    simple(f"listdir_{where}", lambda g, w=where: sorted(g.listdir(w)))
for where in ("newd", "newd", "q/w/e", "a.txt", ""):
    simple(f"mkdir_{where}_{len(CASES)}", lambda g, w=where: g.mkdir(w))
for where in ("q/w/e", "q/w/e", "a.txt", "a.txt/b", "", "m/n/"):
    simple(f"makedirs_{where}_{len(CASES)}", lambda g, w=where: (g.makedirs(w), g.isdir(w)))
for where in ("nope", "sub", "b.txt"):
    simple(f"remove_{where}", lambda g, w=where: (g.remove(w), g.exists(w)))
for where in ("nope", "c.txt", "q", "m/"):
    simple(f"rmtree_{where}", lambda g, w=where: (g.rmtree(w), g.exists(w)))
simple("copy", lambda g: (g.copy("a.txt", "a2.txt"), get(g, "a2.txt")))
simple("copy_again", lambda g: g.copy("a.txt", "a2.txt"))
simple("copy_over", lambda g: (g.copy("crlf", "a2.txt", overwrite=True), get(g, "a2.txt")))
simple("copy_missing", lambda g: g.copy("nope", "a3.txt"))
simple("copy_into_missing", lambda g: g.copy("a.txt", "zz/a3.txt"))
simple("copy_to_directory", lambda g: g.copy("a.txt", "sub"))
simple("copy_over_directory", lambda g: g.copy("a.txt", "sub", overwrite=True))
simple("rename", lambda g: (g.rename("a2.txt", "a4.txt"), g.exists("a2.txt")))
simple("rename_taken", lambda g: g.rename("a4.txt", "a.txt"))
simple("rename_over", lambda g: (g.rename("a4.txt", "a.txt", overwrite=True), get(g, "a.txt"), g.exists("a4.txt")))
simple("rename_missing", lambda g: g.rename("nope", "k"))
simple("rename_into_missing", lambda g: g.rename("a.txt", "zz/k"))
simple("rename_directory", lambda g: (g.rename("newd", "newd2"), g.isdir("newd2")))
simple("rename_directory_over", lambda g: g.rename("newd2", "sub", True))
simple("rename_file_over_directory", lambda g: g.rename("a.txt", "sub", True))
simple("stat", lambda g: (g.stat("a.txt").length, g.stat("a.txt").is_directory, g.stat("a.txt").mtime_nsec > 0))
simple("stat_directory", lambda g: g.stat("sub").is_directory)
simple("stat_missing", lambda g: g.stat("nope"))
simple("walk", lambda g: sorted(walked(g.walk("."))))
simple("walk_order", lambda g: [top for top, _, _ in g.walk("sub")])
simple("walk_bottom_up", lambda g: [top for top, _, _ in g.walk("sub", topdown=False)])
for where in ("nope", "a.txt", "sub/", b"sub"):
    simple(f"walk_{where}", lambda g, w=where: walked(g.walk(w)))
PATTERNS = (
    *("*", "*.txt", "./*.txt", "sub/**", "**/f*", "zzz*", "a.txt", "nodir/*", "?.txt", "[a-b].txt", "[^b].txt"),
    *("[!b].txt", "{a,d}", "[a", "sub/", "*/", "", "*/x/f2", "q[1].txt", r"q\[1\].txt", "q[[]1].txt"),
    *("q*[]]*", ".h*"),
)
simple("odd_names", lambda g: (put(g, "q[1].txt", "w", "1"), put(g, ".hid", "w", "1")))
for pattern in PATTERNS:
    simple(f"glob_{pattern}", lambda g, p=pattern: sorted(g.glob(p)))
simple("glob_list", lambda g: sorted(g.glob(["*.txt", "sub/*"])))
simple(
    "join",
    lambda g: [g.join(*parts) for parts in (("a", "b"), ("a", "/b"), ("gs://x", "b"), ("gs://x/", "b", "c"), ("a/", "b"), (b"a", b"b"))],
)
simple("join_mixed", lambda g: g.join("a", b"b"))
for action in ("exists", "listdir", "glob", "stat", "remove", "makedirs"):
    simple(f"unknown_scheme_{action}", lambda g, a=action: getattr(g, a)("foo://bucket/x*"))
simple("unknown_scheme_read", lambda g: get(g, "foo://bucket/x"))
simple("unknown_scheme_write", lambda g: put(g, "foo://bucket/x", "w", "1"))
simple("ram", lambda g: (put(g, "ram://q/x", "w", "abc"), get(g, "ram://q/x"), g.glob("ram://q/*"), g.listdir("ram://q")))
simple("ram_exists", lambda g: [g.exists("ram://q/x"), g.exists("ram://q/y"), g.isdir("ram://q")])
simple("ram_size", lambda g: g.stat("ram://q/x").length)
simple("ram_walk", lambda g: (g.makedirs("ram://d/e/f"), list(g.walk("ram://d"))))
simple("ram_append", lambda g: (put(g, "ram://d/g", "a", "1"), put(g, "ram://d/g", "a", "2"), get(g, "ram://d/g")))
simple("ram_rename", lambda g: (g.rename("ram://d/g", "ram://d/h"), g.listdir("ram://d")))
simple("ram_rmtree", lambda g: (g.rmtree("ram://d"), g.exists("ram://d")))
simple("ram_missing_directory", lambda g: g.listdir("ram://zz"))
simple("copy_across", lambda g: (g.copy("a.txt", "ram://q/y"), get(g, "ram://q/y")))
simple("rename_across", lambda g: g.rename("a.txt", "ram://q/z"))


@case
def not_yet_flushed(g):
    put(g, "late", "w", "abc")
    file = g.GFile("late", "a+")
    file.write("def")
    seen = [file.size(), file.read()]
    file.flush()
    seen += [file.size(), get(g, "late")]
    file.close()
    return seen


@case
def slash_after_a_file(g):
    put(g, "late/", "w", "xyz")
    seen = [get(g, "late/"), g.stat("late/").length, g.exists("late/"), g.isdir("late/")]
    g.rename("late/", "later")
    g.copy("later/", "late")
    g.remove("later/")
    return seen, g.exists("later"), get(g, "late")


@case
def permissions_of_copies(g):
    os.chmod("late", 0o750)
    g.copy("late", "copied")
    g.copy("late", "a.txt", overwrite=True)
    return oct(os.stat("copied").st_mode), oct(os.stat("a.txt").st_mode)


@case
def circle_of_links(g):
    os.symlink("circle", "circle")
    return g.copy("late", "circle", overwrite=True)


simple("copy_below_a_file", lambda g: g.copy("late", "late/x"))
simple("copy_to_nothing", lambda g: g.copy("late", ""))
simple("makedirs_slash_after_a_file", lambda g: g.makedirs("late/"))
simple("listdir_bytes_of_a_file", lambda g: g.listdir(b"late"))


def outcome(g, body):
    """`["value", repr]`, or `["error", type name, message]`, of one case."""
    try:
        return ["value", repr(body(g))]
    except Exception as error:
        return ["error", type(error).__name__, str(error)]
