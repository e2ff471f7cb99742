"""What users of pyhf do first: fit models of histograms, test hypotheses and draw from them."""

import numpy as np
import pyhf
import tensorflow as tf

pyhf.set_backend("tensorflow")


def _model():
    return pyhf.simplemodels.uncorrelated_background(signal=[12.0, 11.0], bkg=[50.0, 52.0], bkg_uncertainty=[3.0, 7.0])


def step_hypotheses():
    model = _model()
    data = [51, 48] + model.config.auxdata
    observed, expected = pyhf.infer.hypotest(1.0, data, model, test_stat="qtilde", return_expected_set=True)
    return np.asarray(observed), [np.asarray(e) for e in expected]


def step_fits():
    model = _model()
    return [np.asarray(t) for t in pyhf.infer.mle.fit([51, 48] + model.config.auxdata, model, return_fitted_val=True)]


def step_likelihoods():
    model = _model()
    data, start = (pyhf.tensorlib.astensor(x) for x in ([51, 48] + model.config.auxdata, model.config.suggested_init()))
    return np.asarray(model.logpdf(start, data)), np.asarray(model.expected_data(start))


def step_draws():
    tf.random.set_seed(1)
    return np.asarray(_model().make_pdf(pyhf.tensorlib.astensor([1.0, 1.0, 1.0])).sample((5,)))


def step_modifiers():
    shapes = {"hi_data": [52.0, 66.0], "lo_data": [47.0, 55.0]}
    kinds = [("h", "histosys", shapes), ("n", "normsys", {"hi": 1.1, "lo": 0.9}), ("st", "staterror", [3.0, 3.0])]
    signal = {"name": "s", "data": [5.0, 6.0], "modifiers": [{"name": "mu", "type": "normfactor", "data": None}]}
    noise = {"name": "b", "data": [50.0, 60.0], "modifiers": [{"name": n, "type": t, "data": d} for n, t, d in kinds]}
    model = pyhf.Model({"channels": [{"name": "c", "samples": [signal, noise]}]})
    return np.asarray(pyhf.infer.mle.fit([60, 61] + model.config.auxdata, model))
