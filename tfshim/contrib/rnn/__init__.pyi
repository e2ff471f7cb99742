# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.nn.cell_wrappers import DeviceWrapper as DeviceWrapper, DropoutWrapper as DropoutWrapper, MultiRNNCell as MultiRNNCell
from tfshim.compat.v1.nn.cell_wrappers import ResidualWrapper as ResidualWrapper
from tfshim.compat.v1.nn.lstm_cells import BasicLSTMCell as BasicLSTMCell, LSTMCell as LSTMCell
from tfshim.compat.v1.nn.recurrent import static_bidirectional_rnn as static_bidirectional_rnn, static_rnn as static_rnn
from tfshim.compat.v1.nn.recurrent import static_state_saving_rnn as static_state_saving_rnn
from tfshim.compat.v1.nn.rnn_cell import BasicRNNCell as BasicRNNCell, GRUCell as GRUCell, LSTMStateTuple as LSTMStateTuple
from tfshim.compat.v1.nn.rnn_cell import RNNCell as RNNCell
from tfshim.contrib.rnn.block_cells import FusedRNNCell as FusedRNNCell, FusedRNNCellAdaptor as FusedRNNCellAdaptor
from tfshim.contrib.rnn.block_cells import GRUBlockCell as GRUBlockCell, GRUBlockCellV2 as GRUBlockCellV2, LSTMBlockCell as LSTMBlockCell
from tfshim.contrib.rnn.block_cells import LSTMBlockFusedCell as LSTMBlockFusedCell, TimeReversedFusedRNN as TimeReversedFusedRNN
from tfshim.contrib.rnn.cells import EmbeddingWrapper as EmbeddingWrapper, InputProjectionWrapper as InputProjectionWrapper
from tfshim.contrib.rnn.cells import LayerNormBasicLSTMCell as LayerNormBasicLSTMCell, OutputProjectionWrapper as OutputProjectionWrapper
from tfshim.contrib.rnn.more_cells import AttentionCellWrapper as AttentionCellWrapper, Conv1DLSTMCell as Conv1DLSTMCell
from tfshim.contrib.rnn.more_cells import Conv2DLSTMCell as Conv2DLSTMCell, Conv3DLSTMCell as Conv3DLSTMCell, ConvLSTMCell as ConvLSTMCell
from tfshim.contrib.rnn.more_cells import GLSTMCell as GLSTMCell, HighwayWrapper as HighwayWrapper
from tfshim.contrib.rnn.more_cells import IntersectionRNNCell as IntersectionRNNCell, NASCell as NASCell, SRUCell as SRUCell
from tfshim.contrib.rnn.more_cells import UGRNNCell as UGRNNCell
def stack_bidirectional_dynamic_rnn(cells_fw, cells_bw, inputs, initial_states_fw=..., initial_states_bw=..., dtype=..., sequence_length=..., parallel_iterations=..., time_major=..., scope=..., swap_memory=...): ...
def stack_bidirectional_rnn(cells_fw, cells_bw, inputs, initial_states_fw=..., initial_states_bw=..., dtype=..., sequence_length=..., scope=...): ...
