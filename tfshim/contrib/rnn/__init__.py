"""`tf.contrib.rnn` of TensorFlow 1: recurrent cells, and unrolled networks of them."""

from tfshim.array_ops.joining import concat as _concat
from tfshim.compat.v1 import nn
from tfshim.compat.v1.nn.cell_wrappers import DeviceWrapper, DropoutWrapper, MultiRNNCell, ResidualWrapper
from tfshim.compat.v1.nn.lstm_cells import BasicLSTMCell, LSTMCell
from tfshim.compat.v1.nn.rnn_cell import BasicRNNCell, GRUCell, LSTMStateTuple, RNNCell
from tfshim.compat.v1.variables import scopes
from tfshim.contrib._names import bound
from tfshim.contrib.rnn.block_cells import (
    FusedRNNCell,
    FusedRNNCellAdaptor,
    GRUBlockCell,
    GRUBlockCellV2,
    LSTMBlockCell,
    LSTMBlockFusedCell,
    TimeReversedFusedRNN,
)
from tfshim.contrib.rnn.cells import EmbeddingWrapper, InputProjectionWrapper, LayerNormBasicLSTMCell, OutputProjectionWrapper
from tfshim.contrib.rnn.more_cells import (
    AttentionCellWrapper,
    Conv1DLSTMCell,
    Conv2DLSTMCell,
    Conv3DLSTMCell,
    ConvLSTMCell,
    GLSTMCell,
    HighwayWrapper,
    IntersectionRNNCell,
    NASCell,
    SRUCell,
    UGRNNCell,
)

_UNROLLED = ("static_bidirectional_rnn", "static_rnn", "static_state_saving_rnn")


def __getattr__(name):
    if name in _UNROLLED:
        return getattr(nn, name)
    raise AttributeError(f"tf.contrib.rnn.{name} is not part of tfshim; it has {', '.join(__all__)}.")


def _checked(cells_fw, cells_bw):
    if not isinstance(cells_fw, list) or not isinstance(cells_bw, list) or not cells_fw or len(cells_fw) != len(cells_bw):
        raise ValueError("cells_fw and cells_bw must be lists of the same length, one cell at least in each.")


def stack_bidirectional_rnn(
    cells_fw, cells_bw, inputs, initial_states_fw=None, initial_states_bw=None, dtype=None, sequence_length=None, scope=None
):
    """Bidirectional layers of a list of steps, each on the joined outputs of the one before: (outputs, forward states, backward states).

    Raises ValueError for lists of cells or states that are empty or of different lengths.
    """
    _checked(cells_fw, cells_bw)
    for name, states in (("initial_states_fw", initial_states_fw), ("initial_states_bw", initial_states_bw)):
        if states is not None and (not isinstance(states, list) or len(states) != len(cells_fw)):
            raise ValueError(f"{name} must be a list of state tensors (one per layer).")
    states_fw, states_bw = [], []
    with scopes.variable_scope(scope or "stack_bidirectional_rnn"):
        for i, (fw, bw) in enumerate(zip(cells_fw, cells_bw)):
            first = [states[i] if states else None for states in (initial_states_fw, initial_states_bw)]
            with scopes.variable_scope(f"cell_{i}") as inner:
                inputs, last_fw, last_bw = nn.static_bidirectional_rnn(
                    fw, bw, inputs, *first, sequence_length=sequence_length, dtype=dtype, scope=inner
                )
            states_fw.append(last_fw)
            states_bw.append(last_bw)
    return inputs, tuple(states_fw), tuple(states_bw)


def stack_bidirectional_dynamic_rnn(
    cells_fw,
    cells_bw,
    inputs,
    initial_states_fw=None,
    initial_states_bw=None,
    dtype=None,
    sequence_length=None,
    parallel_iterations=None,
    time_major=False,
    scope=None,
    swap_memory=False,
):
    """Bidirectional layers, each on the joined outputs of the one before: (outputs, forward states, backward states).

    Raises ValueError for lists of cells that are empty or of different lengths.
    """
    _checked(cells_fw, cells_bw)
    states_fw, states_bw = [], []
    with scopes.variable_scope(scope or "stack_bidirectional_rnn"):
        for i, (fw, bw) in enumerate(zip(cells_fw, cells_bw)):
            with scopes.variable_scope(f"cell_{i}"):
                outputs, (last_fw, last_bw) = nn.bidirectional_dynamic_rnn(
                    fw,
                    bw,
                    inputs,
                    sequence_length,
                    initial_states_fw[i] if initial_states_fw else None,
                    initial_states_bw[i] if initial_states_bw else None,
                    dtype,
                    parallel_iterations,
                    swap_memory,
                    time_major,
                )
                inputs = _concat(outputs, 2)
            states_fw.append(last_fw)
            states_bw.append(last_bw)
    return inputs, tuple(states_fw), tuple(states_bw)


__all__ = bound(globals(), *_UNROLLED)
