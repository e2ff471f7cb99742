"""How a training step would take with more workers than there are: a model of its time, fitted to what was measured with one and a few.

A step of n workers with the same batch each computes for as long as one worker does, and adds up its gradients along a ring: 2 (n - 1)
messages of an n-th of the bytes. The time of a message is a latency and its bytes over a bandwidth, both from sums of several sizes
between the workers that were measured. What of it is hidden behind the backward pass comes from the step that was measured with several
workers, and so does what workers of one machine take from each other, which workers of machines of their own would not.
"""

import json

LARGEST = 1000
_COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, LARGEST)


def fitted(times, workers):
    """(latency of a message in seconds, bytes in a second) by (bytes, seconds) of sums over `workers`: least squares of relative errors."""
    rounds = 2 * (workers - 1)
    rows = [(rounds / t, rounds * size / workers / t) for size, t in times]
    aa, ab, bb = (sum(r[i] * r[j] for r in rows) for i, j in ((0, 0), (0, 1), (1, 1)))
    a, b = (sum(r[i] for r in rows) for i in (0, 1))
    determinant = aa * bb - ab * ab
    latency, inverse = (a * bb - b * ab) / determinant, (aa * b - ab * a) / determinant
    return max(latency, 0.0), 1 / max(inverse, 1e-15)


def exchange(workers, size, buckets, latency, bandwidth):
    """(seconds of latency, seconds of bytes) of the sums of `size` bytes in so many buckets."""
    rounds = 2 * (workers - 1)
    return rounds * latency * buckets, rounds * size / workers / bandwidth


def model(alone, several, workers, size, buckets, latency, bandwidth):
    """What is known of a model's step: the measured seconds of a step `alone` and of one of `several`, its bytes of gradients and buckets.

    `hidden`: the share of the exchange that the step of several does not show; `sharing`: seconds that it takes beyond both.
    """
    whole = sum(exchange(workers, size, buckets, latency, bandwidth))
    beyond = several - alone
    return {
        "compute": alone, "bytes": size, "buckets": buckets, "latency": latency, "bandwidth": bandwidth,
        "measured": {1: alone, workers: several},
        "hidden": min(1.0, max(0.0, 1 - beyond / whole)) if whole else 0.0, "sharing": max(0.0, beyond - whole),
    }  # fmt: skip


def predicted(known, workers):
    """The seconds of a step of so many workers on machines of their own, its parts, its efficiency and what limits it."""
    latency, sent = exchange(workers, known["bytes"], known["buckets"], known["latency"], known["bandwidth"])
    # Bytes can hide behind the computation, by no more than it takes; the latencies of a ring are waited for.
    hidden = min(sent * known["hidden"], known["compute"])
    parts = {"compute": known["compute"], "bytes": sent - hidden, "latency": latency}
    step = sum(parts.values())
    return {"workers": workers, "step": step, "efficiency": known["compute"] / step, "limit": max(parts, key=parts.get), **parts}


def curve(known):
    """`predicted` for 1 to 1,000 workers."""
    return [predicted(known, n) for n in _COUNTS]


def write(models, out):
    """Write scaling.json and, where there is a matplotlib, scaling.png into the folder `out`; returns whether there is a picture."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "scaling.json").write_text(json.dumps({name: {**known, "curve": curve(known)} for name, known in models.items()}, indent=1))
    try:
        draw(models, out / "scaling.png")
    except ImportError:
        return False
    return True


def draw(models, path):
    """Draw the efficiency of each model over the number of workers into the file `path`; ImportError where there is no matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axis = figure.subplots()
    for name, known in models.items():
        points = curve(known)
        (line,) = axis.plot([p["workers"] for p in points], [p["efficiency"] for p in points], label=f"{name} ({points[-1]['limit']})")
        for count, seconds in known["measured"].items():
            axis.plot([count], [known["compute"] / seconds], marker="o", color=line.get_color())
    axis.set(title="Workers with a batch each; dots are measured", xlabel="workers", ylabel="throughput of a worker to one alone")
    axis.set(xscale="log", ylim=(0, None))
    axis.grid(alpha=0.3)
    axis.legend(title="limited at 1,000 by")
    figure.savefig(path, dpi=120)
