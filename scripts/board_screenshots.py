"""Shows the pages of TensorBoard for logs of TensorFlow and of tfshim side by side, as pictures.

    .venv/bin/pip install playwright xprof      # in an environment of its own; a Chromium is looked for on the PATH
    python scripts/board_screenshots.py OUT --tensorflow /tmp/tf/bin/python [--tfshim PYTHON] [--board PYTHON] [PAGE ...]

Writes OUT/logs/{tensorflow,tfshim}/PAGE with scripts/board_pages.py, opens each in TensorBoard at one size, and puts what both show
beside each other into OUT/PAGE.VIEW.png (TensorFlow's at the left), with the texts of both in OUT/PAGE.VIEW.{tensorflow,tfshim}.txt.
It says which views have the same text, and how many pixels of a hundred differ. With --logs-only and --no-logs one half of it.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SIDES = ("tensorflow", "tfshim")
_PATIENCE = 120_000  # milliseconds
SIZE = {"width": 1400, "height": 1000}
# What two runs do not share: hours, and how long something took.
_TIMES = re.compile(r"\d+:\d\d:\d\d( [AP]M)?|[\d.,]+ [mµn]?s\b")


def write_logs(python, side, folder, pages):
    """The logs of a side, each page in a process of its own: what one leaves behind is not seen by the next."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "2", "CUDA_VISIBLE_DEVICES": ""}
    if side == "tfshim":
        environment["PYTHONPATH"] = str(ROOT)
    for page in pages:
        shutil.rmtree(folder / page, ignore_errors=True)
        command = [python, *(["-m", "tfshim"] if side == "tfshim" else []), str(ROOT / "scripts" / "board_pages.py"), str(folder), page]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=folder)
        print(f"{side} {page}: {done.returncode}", done.stdout.strip(), *([done.stderr[-2000:]] if done.returncode else []))


def _free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


@contextlib.contextmanager
def board(python, folder):
    """TensorBoard over a folder, started with tfshim, which some pages need: its address."""
    port = _free_port()
    command = [python, "-m", "tfshim", "tensorboard", "--logdir", str(folder), "--port", str(port), "--reload_interval", "0"]
    with open(folder.parent / f"{folder.name}.board.log", "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": str(ROOT)}, start_new_session=True)
        try:
            address = f"http://localhost:{port}"
            for _ in range(240):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(address + "/data/runs", timeout=5)
                    break
                time.sleep(0.5)
            time.sleep(2)  # it reads the files after it answers
            yield address
        finally:
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()


def _click(*selectors):
    def act(page):
        for selector in selectors:
            page.locator(selector).first.click(timeout=10000)
            page.wait_for_timeout(1500)

    return act


def _tool(name):
    """Chooses a tool of the profile page, which stands in a frame."""

    def act(page):
        frame = next(f for f in page.frames if f.locator("mat-select").count() > 1)
        frame.locator("mat-select").nth(1).click(timeout=10000)
        frame.locator(f"mat-option:has-text('{name}')").first.click(timeout=10000)
        page.wait_for_timeout(6000)

    return act


def _nothing(page):
    pass


# page of scripts/board_pages.py: (hash of TensorBoard's page, {view: what is done before the picture is taken})
VIEWS = {
    "scalars": [("scalars", {"scalars": _nothing}), ("timeseries", {"timeseries": _nothing})],
    "images": [("images", {"images": _nothing}), ("timeseries", {"timeseries": _nothing})],
    "audio": [("audio", {"audio": _nothing})],
    "distributions": [("distributions", {"distributions": _nothing}), ("histograms", {"histograms": _nothing})],
    "text": [("text", {"text": _nothing})],
    "graph_of_function": [("graphs", {"graph": _nothing})],
    "graph_of_keras": [
        ("graphs&run=functional%2Ftrain", {"functional": _click("text=Conceptual graph")}),
        ("graphs&run=sequential%2Ftrain", {"sequential": _click("text=Conceptual graph")}),
        ("scalars", {"scalars": _nothing}),
        ("images", {"images": _nothing}),
        ("histograms", {"histograms": _nothing}),
    ],
    "steps_of_training": [("graphs", {"graph": _nothing}), ("scalars", {"scalars": _nothing})],
    "graph_of_session": [("graphs", {"graph": _nothing}), ("scalars", {"scalars": _nothing}), ("text", {"text": _nothing})],
    "graph_of_training": [("graphs", {"graph": _nothing})],
    "graph_of_optimizers": [("graphs", {"graph": _nothing})],
    "hparams": [
        (
            "hparams",
            {
                "table": _nothing,
                "parallel": _click("text=PARALLEL COORDINATES VIEW"),
                "scatter": _click("text=SCATTER PLOT MATRIX VIEW"),
            },
        )
    ],
    "pr_curves": [("pr_curves", {"curves": _nothing})],
    "custom_scalars": [("custom_scalars", {"charts": _nothing})],
    "mesh": [("mesh", {"mesh": _nothing})],
    "projector": [("projector", {"projector": _nothing})],
    "profile": [
        ("profile", {"overview": _nothing}),
        ("profile", {"input_pipeline": _tool("Input Pipeline")}),
        ("profile", {"operations": _tool("Framework Op Stats")}),
        ("profile", {"trace": _tool("Trace Viewer")}),
    ],
    "debugger": [("debugger-v2", {"debugger": _nothing})],
}


def _text(page):
    """What the page says, those parts included that stand in shadow roots and frames."""
    script = """() => { const out = []; const walk = n => { if (n.nodeType === 3) { const t = n.textContent.trim(); if (t) out.push(t); }
        else { if (n.nodeType === 1 && ['STYLE', 'SCRIPT', 'TEMPLATE'].includes(n.tagName)) return;
        if (n.shadowRoot) n.shadowRoot.childNodes.forEach(walk); n.childNodes.forEach(walk); } }; walk(document.body);
        return out.join('\\n'); }"""
    return "\n".join(frame.evaluate(script) for frame in page.frames)


def _settle(page):
    """Wait until the page has stopped changing, which a busy machine takes long for; some never stop."""
    before, began = None, time.monotonic()
    while time.monotonic() - began < _PATIENCE / 2000:
        now = page.screenshot(timeout=_PATIENCE)
        if now == before:
            return
        before = now
        page.wait_for_timeout(3000)


def photograph(browser, address, hash_, views, stem, wait):
    page = browser.new_page(viewport=SIZE)
    page.goto(f"{address}/#{hash_}", timeout=_PATIENCE)
    page.wait_for_timeout(wait)
    for view, act in views.items():
        _settle(page)
        try:
            act(page)
        except Exception as error:  # the picture shows how far it came
            print(f"{stem.name}.{view}: {type(error).__name__}: {str(error).splitlines()[0]}")
        _settle(page)
        page.screenshot(path=f"{stem}.{view}.png")
        Path(f"{stem}.{view}.txt").write_text(_text(page))
    page.close()


def join(out, name):
    """The two pictures of a view beside each other; says what differs."""
    pair = [Image.open(out / side / f"{name}.png").convert("RGB") for side in SIDES]
    width, height = pair[0].size
    both = Image.new("RGB", (2 * width + 10, height + 24), "black")
    for number, (side, picture) in enumerate(zip(SIDES, pair)):
        both.paste(picture, (number * (width + 10), 24))
        ImageDraw.Draw(both).text((number * (width + 10) + 8, 6), f"{name}: {side}", fill="white")
    both.save(out / f"{name}.png")
    changed = ImageChops.difference(*pair).convert("L").point(lambda v: 255 if v > 24 else 0).histogram()[255]
    texts = [re.sub(rf"logs/\s*{side}", "logs/SIDE", _TIMES.sub("TIME", (out / side / f"{name}.txt").read_text())) for side in SIDES]
    verdict = "the same text" if texts[0] == texts[1] else "TEXTS DIFFER"
    print(f"{name}: {verdict}, {100 * changed / width / height:.2f} % of the pixels differ", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("pages", nargs="*", help=", ".join(VIEWS))
    parser.add_argument("--tensorflow", required=True, help="a Python with TensorFlow")
    parser.add_argument("--tfshim", default=str(ROOT / ".venv" / "bin" / "python"), help="a Python with what tfshim needs")
    parser.add_argument("--board", help="a Python that TensorBoard is started with, if not that of --tfshim")
    parser.add_argument("--wait", type=int, default=6000, help="milliseconds until a page has filled")
    parser.add_argument("--logs-only", action="store_true")
    parser.add_argument("--no-logs", action="store_true")
    options = parser.parse_intermixed_args()  # pages may follow the options
    pages, logs = options.pages or list(VIEWS), options.out.resolve() / "logs"
    for side, python in (("tensorflow", options.tensorflow), ("tfshim", options.tfshim)):
        (logs / side).mkdir(parents=True, exist_ok=True)
        (options.out / side).mkdir(exist_ok=True)
        if not options.no_logs:
            write_logs(python, side, logs / side, pages)
    if options.logs_only:
        return
    with sync_playwright() as driver:
        chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        browser = driver.chromium.launch(
            executable_path=chromium,
            args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
        )
        for page in pages:
            for side in SIDES:
                with board(options.board or options.tfshim, logs / side / page) as address:
                    for hash_, views in VIEWS[page]:
                        photograph(browser, address, hash_, views, options.out / side / page, options.wait)
            for _, views in VIEWS[page]:
                for view in views:
                    join(options.out, f"{page}.{view}")
        browser.close()


if __name__ == "__main__":
    main()
