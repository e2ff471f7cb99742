# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.compat.v1.nn.recurrent import static_bidirectional_rnn as static_bidirectional_rnn, static_rnn as static_rnn
from tfshim.compat.v1.nn.recurrent import static_state_saving_rnn as static_state_saving_rnn
from tfshim.compat.v1.nn.rnn_cell import BasicLSTMCell as BasicLSTMCell, BasicRNNCell as BasicRNNCell, DeviceWrapper as DeviceWrapper
from tfshim.compat.v1.nn.rnn_cell import DropoutWrapper as DropoutWrapper, GRUCell as GRUCell, LSTMCell as LSTMCell
from tfshim.compat.v1.nn.rnn_cell import LSTMStateTuple as LSTMStateTuple, MultiRNNCell as MultiRNNCell, RNNCell as RNNCell
from tfshim.compat.v1.nn.rnn_cell import ResidualWrapper as ResidualWrapper
from tfshim.contrib.rnn.cells import EmbeddingWrapper as EmbeddingWrapper, InputProjectionWrapper as InputProjectionWrapper
from tfshim.contrib.rnn.cells import LayerNormBasicLSTMCell as LayerNormBasicLSTMCell, OutputProjectionWrapper as OutputProjectionWrapper
def stack_bidirectional_dynamic_rnn(cells_fw, cells_bw, inputs, initial_states_fw=..., initial_states_bw=..., dtype=..., sequence_length=..., parallel_iterations=..., time_major=..., scope=..., swap_memory=...): ...
