"""The architectures of `tf.keras.applications` against what TensorFlow's are made of and answer."""

import json
import pathlib

import numpy as np
import pytest

import tfshim as tf
from tests.keras.application_facts import SMALL, answers, facts
from tfshim.keras.applications._sizes import SIZES

RECORDED = json.loads((pathlib.Path(__file__).parent.parent / "data" / "keras_applications.json").read_text())
A = tf.keras.applications


def test_what_was_recorded_are_the_models():
    assert sorted(RECORDED) == [n for n in dir(A) if n[0].isupper()]


@pytest.mark.parametrize("name, arguments, side", SMALL, ids=[row[0] for row in SMALL])
def test_small_models_answer_as_recorded(name, arguments, side):
    found, (want,) = answers(tf, name, arguments, side), RECORDED[name]["answers"]
    assert found[:2] == want[:2]
    np.testing.assert_allclose(found[2], want[2], rtol=2e-4, atol=1e-6)
    np.testing.assert_allclose(found[3], want[3], rtol=2e-4, atol=1e-5)


def test_a_whole_model_is_made_as_recorded():
    assert facts(tf, "MobileNet") == RECORDED["MobileNet"]["facts"]


def test_help_texts_say_the_recorded_numbers_of_parameters():
    assert {name: row["facts"][1] for name, row in RECORDED.items()} == {
        name: pytest.approx(millions * 1e6, abs=5e4) for name, (millions, _) in SIZES.items()
    }


def test_weights_from_a_file(tmp_path):
    make = {"alpha": 0.25, "include_top": False, "input_shape": (32, 32, 3)}
    first = A.MobileNet(weights=None, **make)
    path = str(tmp_path / "weights.h5")
    first.save_weights(path)
    again = A.MobileNet(weights=path, **make)
    for a, b in zip(first.get_weights(), again.get_weights()):
        np.testing.assert_array_equal(a, b)


def test_a_model_on_a_tensor_begins_with_that_tensors_input():
    inputs = tf.keras.Input((32, 32, 3))
    model = A.MobileNetV2(input_tensor=tf.keras.layers.Rescaling(2.0)(inputs), include_top=False, weights=None, alpha=0.35)
    assert model.inputs[0] is inputs


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: A.VGG16(weights="nowhere"), "weights"),
        (lambda: A.VGG16(weights="imagenet", classes=3), "classes"),
        (lambda: A.VGG16(weights=None, input_shape=(16, 16, 3)), "at least 32x32"),
        (lambda: A.VGG16(weights=None, input_shape=(None, None, 3)), "static"),
        (lambda: A.MobileNet(weights="imagenet", alpha=0.3), "alpha"),
        (lambda: A.ResNet50(weights=None, nothing=1), "nothing"),
        (lambda: A.imagenet_utils.preprocess_input(np.zeros((2, 2, 3)), mode="x"), "mode"),
        (lambda: A.imagenet_utils.decode_predictions(np.zeros((2, 3))), "1000"),
    ],
)
def test_bad_arguments(make, message):
    with pytest.raises(ValueError, match=message):
        make()


@pytest.mark.parametrize("mode", ["caffe", "tf", "torch"])
def test_inputs_as_models_were_trained_on(mode):
    image = np.float32([[[10.0, 19.0, 28.0]]])
    if mode == "caffe":
        expected = [28 - 103.939, 19 - 116.779, 10 - 123.68]
    elif mode == "tf":
        expected = image[0, 0] / 127.5 - 1
    else:
        expected = (image[0, 0] / 255 - [0.485, 0.456, 0.406]) / [0.229, 0.224, 0.225]
    for x in (image.copy(), tf.constant(image)):
        np.testing.assert_allclose(np.asarray(A.imagenet_utils.preprocess_input(x, mode=mode))[0, 0], expected, rtol=1e-5)
    first = A.imagenet_utils.preprocess_input(image.transpose(2, 0, 1).copy(), data_format="channels_first", mode=mode)
    np.testing.assert_allclose(first[:, 0, 0], expected, rtol=1e-5)
