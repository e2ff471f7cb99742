"""Recurrent cells and whole recurrent layers that are one operation, for `tf.raw_ops`.

Those named after cuDNN work on every device: torch has their arithmetic, with the same layout of the parameters.
"""

import torch

from tfshim.engine.ops.op import op
from tfshim.engine.ops.op_names import raw_op
from tfshim.engine.runtime.errors import invalid
from tfshim.engine.values import dtypes as dt
from tfshim.refusals import refused

_GATES = {"lstm": 4, "gru": 3, "rnn_relu": 1, "rnn_tanh": 1}
_LSTM_INPUTS = dict.fromkeys(["x", "cs_prev", "h_prev", "w", "wci", "wcf", "wco", "b"], "T")
_CUDNN_INPUTS = dict.fromkeys(["input", "input_h", "input_c", "params"], "T")
_RESULTS = dict.fromkeys(["output", "output_h", "output_c", "output_backprop", "output_h_backprop", "output_c_backprop"], "T")


def _cell_shapes(x, cs_prev, *_):
    return ((x.dtype, cs_prev.shape),) * 7


def _layer_shapes(seq_len_max, x, cs_prev, *_):
    known = cs_prev.shape.as_list() if cs_prev.shape.rank == 2 else [None, None]
    return ((x.dtype, [x.shape[0] if x.shape.rank == 3 else None, *known]),) * 7


# ---------------------------------------------------------------------- block cells
def _lstm_step(x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole, order):
    """(i, cs, f, o, ci, co, h) of one step, the gates in the order that `order` says."""
    if b.ndim != 1 or b.shape[0] != 4 * cs_prev.shape[-1]:
        raise invalid(f"b.dim_size(0) != cell_size * 4: {b.shape[0] if b.ndim else 1} vs. {4 * cs_prev.shape[-1]}")
    gates = dict(zip(order, (torch.cat([x, h_prev], 1) @ w + b).chunk(4, 1)))
    peep = (lambda t, weight: t * weight) if use_peephole else (lambda t, weight: 0)
    i = torch.sigmoid(gates["i"] + peep(cs_prev, wci))
    f = torch.sigmoid(gates["f"] + forget_bias + peep(cs_prev, wcf))
    ci = torch.tanh(gates["c"])
    cs = ci * i + cs_prev * f
    if cell_clip > 0:
        cs = cs.clamp(-cell_clip, cell_clip)
    o = torch.sigmoid(gates["o"] + peep(cs, wco))
    co = torch.tanh(cs)
    return i, cs, f, o, ci, co, co * o


@op("LSTMBlockCell", **_LSTM_INPUTS, T=dt.FLOATS, shape_fn=_cell_shapes)
def lstm_block_cell(x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias=1.0, cell_clip=3.0, use_peephole=False, name=None):
    """One step of an LSTM: input gate, cell, forget gate, output gate, new values of the cell, tanh of the cell, output.

    `x`: [batch, input]. `cs_prev`, `h_prev`: [batch, units]. `w`: [input + units, 4 * units], for the gates i, c, f, o.
    `wci`, `wcf`, `wco`: the weights of peepholes, used if `use_peephole`. The cell is clipped where `cell_clip` is above 0.
    """
    return _lstm_step(x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole, "icfo")


def _block_lstm(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole, order):
    steps, cs, h = [], cs_prev, h_prev
    count = x.shape[0] if seq_len_max.is_meta else min(int(seq_len_max), x.shape[0])
    for t in range(count):
        steps.append(_lstm_step(x[t], cs, h, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole, order))
        cs, h = steps[-1][1], steps[-1][6]
    nothing = torch.zeros_like(cs_prev)  # after the longest sequence
    steps += [(nothing,) * 7] * (x.shape[0] - count)
    return tuple(torch.stack(part) for part in zip(*steps)) if steps else (x.new_zeros(0, *cs_prev.shape),) * 7


@op("BlockLSTM", seq_len_max="int64", **_LSTM_INPUTS, T=dt.FLOATS, shape_fn=_layer_shapes)
def block_lstm(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias=1.0, cell_clip=3.0, use_peephole=False, name=None):
    """`lstm_block_cell` over the first `seq_len_max` steps of `x` [time, batch, input]; each result has the dimension of time too."""
    return _block_lstm(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, forget_bias, cell_clip, use_peephole, "icfo")


@op("BlockLSTMV2", seq_len_max="int64", **_LSTM_INPUTS, T=dt.FLOATS, shape_fn=_layer_shapes)
def block_lstm_v2(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, cell_clip=0.0, use_peephole=False, name=None):
    """As `block_lstm`, with the gates i, f, c, o and nothing added to the forget gate."""
    return _block_lstm(seq_len_max, x, cs_prev, h_prev, w, wci, wcf, wco, b, 0.0, cell_clip, use_peephole, "ifco")


def _gru_shapes(x, h_prev, *_):
    return ((x.dtype, h_prev.shape),) * 4


@op("GRUBlockCell", x="T", h_prev="T", w_ru="T", w_c="T", b_ru="T", b_c="T", T=dt.FLOATS, shape_fn=_gru_shapes)
def gru_block_cell(x, h_prev, w_ru, w_c, b_ru, b_c, name=None):
    """One step of a GRU: the reset gate, the update gate, the candidate and the new state, all [batch, units]."""
    r, u = torch.sigmoid(torch.cat([x, h_prev], 1) @ w_ru + b_ru).chunk(2, 1)
    c = torch.tanh(torch.cat([x, h_prev * r], 1) @ w_c + b_c)
    return r, u, c, u * h_prev + (1 - u) * c


# ---------------------------------------------------------------------- cuDNN's layers
def _sizes(gates, layers, units, inputs, directions, projection=0):
    """The shapes of the matrices, one after another, and then those of the biases."""
    width = projection or units
    matrices, biases = [], []
    for layer in range(layers):
        for _ in range(directions):
            entering = inputs if layer == 0 else width * directions
            matrices += [(units, entering)] * gates + [(units, width)] * gates
            if projection:
                matrices.append((projection, units))
            biases += [(units,)] * 2 * gates
    return matrices, biases


def _directions(direction):
    if direction not in ("unidirectional", "bidirectional"):
        raise invalid(f"Value for attr 'direction' of \"{direction}\" is not in the list of allowed values: "
                      '"unidirectional", "bidirectional"')  # fmt: skip
    return 2 if direction == "bidirectional" else 1


def _check(rnn_mode, input_mode, dropout, is_training):
    if rnn_mode not in _GATES:
        allowed = ", ".join(f'"{m}"' for m in ("rnn_relu", "rnn_tanh", "lstm", "gru"))
        raise invalid(f"Value for attr 'rnn_mode' of \"{rnn_mode}\" is not in the list of allowed values: {allowed}")
    if input_mode not in ("linear_input", "auto_select"):
        raise refused("tf.raw_ops", "attribute", op_type="CudnnRNN", key=f"input_mode={input_mode!r}")
    if dropout and is_training:
        raise refused("tf.raw_ops", "attribute", op_type="CudnnRNN", key="dropout")


def _cut(flat, shapes):
    """Pieces of the vector `flat`, of these shapes."""
    sizes = [torch.Size(s).numel() for s in shapes]
    if sum(sizes) != flat.numel():
        raise invalid(f"params should have {sum(sizes)} elements, got {flat.numel()}")
    return [p.view(s) for p, s in zip(flat.split(sizes), shapes)]


def _cudnn_shapes(input, input_h, input_c, params, rnn_mode="lstm", input_mode="linear_input", direction="unidirectional", *_):
    dims = input.shape.as_list() if input.shape.rank == 3 else [None] * 3
    units = input_h.shape[-1] if input_h.shape.rank == 3 else None
    output = [dims[0], dims[1], None if units is None else units * _directions(direction)]
    made = [(input.dtype, s) for s in (output, input_h.shape, input_c.shape, [None])]
    return tuple(made)


def _cudnn_v2_shapes(*args):
    return *_cudnn_shapes(*args), (dt.int8, [None])


def _cudnn(input, input_h, input_c, params, rnn_mode, direction):
    gates, directions, units = _GATES[rnn_mode], _directions(direction), input_h.shape[-1]
    layers = input_h.shape[0] // directions
    matrices, biases = _sizes(gates, layers, units, input.shape[-1], directions)
    pieces = _cut(params, matrices + biases)
    weights = []
    for n in range(layers * directions):
        own, bias = pieces[2 * gates * n : 2 * gates * (n + 1)], pieces[len(matrices) + 2 * gates * n :]
        weights += [torch.cat(own[:gates]), torch.cat(own[gates:]), torch.cat(bias[:gates]), torch.cat(bias[gates : 2 * gates])]
    rest = (weights, True, layers, 0.0, False, directions == 2, False)
    if rnn_mode == "lstm":
        return torch.lstm(input, (input_h, input_c), *rest)
    step = {"gru": torch.gru, "rnn_relu": torch.rnn_relu, "rnn_tanh": torch.rnn_tanh}[rnn_mode]
    return *step(input, input_h, *rest), input_c


@op("CudnnRNN", **_CUDNN_INPUTS, T=dt.FLOATS, shape_fn=_cudnn_shapes)
def cudnn_rnn(
    input,
    input_h,
    input_c,
    params,
    rnn_mode="lstm",
    input_mode="linear_input",
    direction="unidirectional",
    dropout=0.0,
    seed=0,
    seed2=0,
    is_training=True,
    name=None,
):
    """A recurrent layer, or several, over `input` [time, batch, size]: (outputs, last state, last cell, an empty tensor).

    `input_h` and, for an LSTM, `input_c`: [layers * directions, batch, units]. `params`: all matrices of all layers one after another,
    then all biases; for each layer and direction those of the input and then those of the state, gates i, f, c, o of an LSTM and
    r, u, c of a GRU. `rnn_mode`: "lstm", "gru", "rnn_relu" or "rnn_tanh". Dropout in training is not supported.
    """
    _check(rnn_mode, input_mode, dropout, is_training)
    return *_cudnn(input, input_h, input_c, params, rnn_mode, direction), params.new_zeros(0)


@op("CudnnRNNV2", **_CUDNN_INPUTS, T=dt.FLOATS, shape_fn=_cudnn_v2_shapes)
def cudnn_rnn_v2(
    input,
    input_h,
    input_c,
    params,
    rnn_mode="lstm",
    input_mode="linear_input",
    direction="unidirectional",
    dropout=0.0,
    seed=0,
    seed2=0,
    is_training=True,
    name=None,
):
    """`cudnn_rnn` with a further result: an empty tensor in place of cuDNN's choice of an algorithm."""
    _check(rnn_mode, input_mode, dropout, is_training)
    made = _cudnn(input, input_h, input_c, params, rnn_mode, direction)
    return *made, params.new_zeros(0), torch.zeros(0, dtype=torch.int8, device=params.device)


def _backprop(inputs, backprops, rnn_mode, input_mode, direction, dropout):
    _check(rnn_mode, input_mode, dropout, True)
    with torch.enable_grad():
        leaves = [x.detach().requires_grad_() for x in inputs]
        made = _cudnn(*leaves, rnn_mode, direction)
        pairs = [(m, g) for m, g in zip(made, backprops) if m.requires_grad and m is not leaves[2]]
        grads = torch.autograd.grad([m for m, _ in pairs], leaves, [g for _, g in pairs], allow_unused=True)
    return tuple(torch.zeros_like(x) if g is None else g for x, g in zip(inputs, grads))


def _shapes_of_inputs(*arguments):
    return tuple((x.dtype, x.shape) for x in arguments[:4])


@op("CudnnRNNBackprop", **_CUDNN_INPUTS, **_RESULTS, reserve_space="T", T=dt.FLOATS, shape_fn=_shapes_of_inputs)
def cudnn_rnn_backprop(
    input,
    input_h,
    input_c,
    params,
    output,
    output_h,
    output_c,
    output_backprop,
    output_h_backprop,
    output_c_backprop,
    reserve_space,
    rnn_mode="lstm",
    input_mode="linear_input",
    direction="unidirectional",
    dropout=0.0,
    seed=0,
    seed2=0,
    name=None,
):
    """The gradients of `cudnn_rnn` for its four inputs, which is computed once more."""
    backprops = output_backprop, output_h_backprop, output_c_backprop
    return _backprop((input, input_h, input_c, params), backprops, rnn_mode, input_mode, direction, dropout)


@op(
    "CudnnRNNBackpropV2",
    **_CUDNN_INPUTS,
    **_RESULTS,
    reserve_space="T",
    host_reserved="int8",
    T=dt.FLOATS,
    shape_fn=_shapes_of_inputs,
)
def cudnn_rnn_backprop_v2(
    input,
    input_h,
    input_c,
    params,
    output,
    output_h,
    output_c,
    output_backprop,
    output_h_backprop,
    output_c_backprop,
    reserve_space,
    host_reserved,
    rnn_mode="lstm",
    input_mode="linear_input",
    direction="unidirectional",
    dropout=0.0,
    seed=0,
    seed2=0,
    name=None,
):
    """The gradients of `cudnn_rnn_v2` for its four inputs, which is computed once more."""
    backprops = output_backprop, output_h_backprop, output_c_backprop
    return _backprop((input, input_h, input_c, params), backprops, rnn_mode, input_mode, direction, dropout)


@op(
    "CudnnRNNParamsSize",
    num_layers="int",
    num_units="int",
    input_size="int",
    shape_fallback=lambda layers, units, size, T, S, *_: (dt.as_dtype(S), [1]),
)
def cudnn_rnn_params_size(
    num_layers,
    num_units,
    input_size,
    T,
    S,
    rnn_mode="lstm",
    input_mode="linear_input",
    direction="unidirectional",
    dropout=0.0,
    seed=0,
    seed2=0,
    num_proj=0,
    name=None,
):
    """How many parameters `cudnn_rnn` takes, as a vector of one number of the dtype `S`."""
    _check(rnn_mode, input_mode, 0.0, False)
    shapes = _sizes(_GATES[rnn_mode], num_layers, num_units, input_size, _directions(direction), num_proj)
    return torch.tensor([sum(torch.Size(s).numel() for part in shapes for s in part)], dtype=dt.as_dtype(S).torch)


@op("CudnnRNNCanonicalToParamsV2", num_layers="int", num_units="int", input_size="int", weights="T*", biases="T*", T=dt.FLOATS)
def cudnn_rnn_canonical_to_params(
    num_layers,
    num_units,
    input_size,
    weights,
    biases,
    rnn_mode="lstm",
    input_mode="linear_input",
    direction="unidirectional",
    dropout=0.0,
    seed=0,
    seed2=0,
    num_proj=0,
    name=None,
):
    """The vector that `cudnn_rnn` takes, of the matrices and biases of all gates."""
    _check(rnn_mode, input_mode, 0.0, False)
    return torch.cat([t.reshape(-1) for t in (*weights, *biases)])


raw_op("CudnnRNNCanonicalToParams")(cudnn_rnn_canonical_to_params)
