"""What users of DeepCTR do first: models of clicks over sparse, dense and sequence features."""

import tempfile

import numpy as np
import tensorflow as tf
from deepctr.feature_column import DenseFeat, SparseFeat, VarLenSparseFeat, get_feature_names
from deepctr.layers import custom_objects
from deepctr.models import AFM, DCN, DIN, MMOE, NFM, WDL, AutoInt, DeepFM, FiBiNET, xDeepFM

COUNT = 32
SPARSE = [SparseFeat(name, 8, embedding_dim=4) for name in ("user", "item", "place")]
COLUMNS = [*SPARSE, DenseFeat("age", 1), DenseFeat("price", 2)]


def _inputs():
    rng = np.random.default_rng(0)
    x = {c.name: rng.integers(0, 8, COUNT) for c in SPARSE}
    return {**x, "age": rng.random(COUNT).astype("float32"), "price": rng.random((COUNT, 2)).astype("float32")}, rng.integers(0, 2, COUNT)


def _trained(make, columns=COLUMNS, **settings):
    tf.keras.utils.set_random_seed(0)
    model = make(columns, columns, dnn_hidden_units=(8, 4), **settings) if make is not AFM else make(columns, columns)
    x, y = _inputs()
    model.compile("adam", "binary_crossentropy", metrics=["AUC"])
    losses = model.fit(x, y, batch_size=8, epochs=2, shuffle=False, verbose=0).history["loss"]
    return model, losses, model.predict(x, verbose=0)[:4]


def step_factorization_machines():
    return [_trained(make)[1:] for make in (DeepFM, WDL, NFM, xDeepFM)] + [_trained(AFM, SPARSE)[1:]]


def step_crosses_and_attention():
    return [_trained(DCN, cross_num=2)[1:], _trained(AutoInt, att_embedding_size=4)[1:], _trained(FiBiNET)[1:]]


def step_names_and_saving():
    model, _, y = _trained(DeepFM)
    with tempfile.TemporaryDirectory() as folder:
        model.save(f"{folder}/model.h5")
        again = tf.keras.models.load_model(f"{folder}/model.h5", custom_objects)
    return get_feature_names(COLUMNS), float(np.abs(again.predict(_inputs()[0], verbose=0)[:4] - y).max())


def step_several_tasks():
    tf.keras.utils.set_random_seed(1)
    x, y = _inputs()
    model = MMOE(COLUMNS, num_experts=2, expert_dnn_hidden_units=(8,), tower_dnn_hidden_units=(4,), gate_dnn_hidden_units=())
    model.compile("adam", ["binary_crossentropy"] * 2)
    losses = model.fit(x, [y, 1 - y], batch_size=8, epochs=2, shuffle=False, verbose=0).history["loss"]
    return losses, [p[:3] for p in model.predict(x, verbose=0)]


def _histories():
    rng = np.random.default_rng(1)
    columns = [
        SparseFeat("user", 8, embedding_dim=4),
        SparseFeat("item", 8, embedding_dim=4),
        DenseFeat("age", 1),
        VarLenSparseFeat(SparseFeat("hist_item", 8, embedding_dim=4, embedding_name="item"), maxlen=5, length_name="seq_length"),
    ]
    x = {"user": rng.integers(0, 8, COUNT), "item": rng.integers(1, 8, COUNT), "age": rng.random(COUNT).astype("float32")}
    lengths = rng.integers(1, 6, COUNT)
    steps = np.arange(5)[None] < lengths[:, None]
    return columns, {**x, "hist_item": rng.integers(1, 8, (COUNT, 5)) * steps, "seq_length": lengths}, rng.integers(0, 2, COUNT)


def step_histories():
    found = []
    for settings in ({}, {"att_activation": "sigmoid", "att_weight_normalization": True}):
        tf.keras.utils.set_random_seed(2)
        columns, x, y = _histories()
        model = DIN(columns, ["item"], dnn_hidden_units=(8,), **settings)
        model.compile("adam", "binary_crossentropy")
        losses = model.fit(x, y, batch_size=8, epochs=2, shuffle=False, verbose=0).history["loss"]
        found.append((losses, model.predict(x, verbose=0)[:4]))
    return found
