"""Every value of `tf.summary` against the event files TensorFlow wrote (tests/data/summaries.json)."""

import base64
import io
import json
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from tensorboard.backend.event_processing.event_file_loader import RawEventFileLoader
from tensorboard.compat.proto.event_pb2 import Event

import tfshim as tf
from tests.summary.summary_cases import CASES, outcome, plain

RECORD = json.loads((Path(__file__).parent.parent / "data" / "summaries.json").read_text())


def decoded(value):
    """`value` with PNG files replaced by what is in them: encoders differ, pixels must not. NaN has one form."""
    if isinstance(value, dict):
        if value.get("dtype") == 2 and "tensor_content" in value:
            numbers = np.frombuffer(base64.b64decode(value["tensor_content"][len("base64:") :]), "<f8")
            return value | {"tensor_content": list(map(repr, numbers.tolist()))}
        return {k: decoded(v) for k, v in value.items()}
    if isinstance(value, list):
        return [decoded(v) for v in value]
    if isinstance(value, str) and value.startswith("base64:"):
        data = base64.b64decode(value[len("base64:") :])
        if data.startswith(b"\x89PNG"):
            image = Image.open(io.BytesIO(data))
            return [image.mode, np.asarray(image).tolist()]
    return value


def test_the_record_has_every_case():
    assert list(CASES) == list(RECORD)


@pytest.mark.parametrize("name", CASES)
def test_value(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    writer = tf.summary.create_file_writer("logs")
    with writer.as_default():
        answer = outcome(tf, CASES[name])
    writer.close()
    tf.summary.experimental.set_step(None)
    (file,) = (tmp_path / "logs").iterdir()
    events = [plain(Event.FromString(raw)) for raw in RawEventFileLoader(str(file)).Load()]
    recorded = RECORD[name]["answer"]
    if sys.version_info < (3, 11) and recorded[0] == "error":  # Python's own words of then do not tell the type
        recorded = [re.sub(r"(expected string or bytes-like object), got '\w+'", r"\1", part) for part in recorded]
    assert answer == recorded
    assert decoded(events) == decoded(RECORD[name]["events"])
