# Written by scripts/make_stubs.py: `make stubs` after a public name comes or goes.
from tfshim.keras.engine.base_layer import Layer as Layer
from tfshim.keras.engine.input_layer import Input as Input, InputLayer as InputLayer
from tfshim.keras.engine.input_spec import InputSpec as InputSpec
from tfshim.keras.layers import experimental as experimental
from tfshim.keras.layers.advanced_activations import ELU as ELU, LeakyReLU as LeakyReLU, PReLU as PReLU, ReLU as ReLU, Softmax as Softmax
from tfshim.keras.layers.advanced_activations import ThresholdedReLU as ThresholdedReLU
from tfshim.keras.layers.attention import AdditiveAttention as AdditiveAttention, Attention as Attention
from tfshim.keras.layers.attention import MultiHeadAttention as MultiHeadAttention
from tfshim.keras.layers.convolutional.depthwise import DepthwiseConv1D as DepthwiseConv1D, DepthwiseConv2D as DepthwiseConv2D
from tfshim.keras.layers.convolutional.depthwise import SeparableConv1D as SeparableConv1D, SeparableConv1D as SeparableConvolution1D
from tfshim.keras.layers.convolutional.depthwise import SeparableConv2D as SeparableConv2D, SeparableConv2D as SeparableConvolution2D
from tfshim.keras.layers.convolutional.locally_connected import LocallyConnected1D as LocallyConnected1D
from tfshim.keras.layers.convolutional.locally_connected import LocallyConnected2D as LocallyConnected2D
from tfshim.keras.layers.convolutional.regular import Conv1D as Conv1D, Conv1D as Convolution1D, Conv2D as Conv2D, Conv2D as Convolution2D
from tfshim.keras.layers.convolutional.regular import Conv3D as Conv3D, Conv3D as Convolution3D
from tfshim.keras.layers.convolutional.transposed import Conv1DTranspose as Conv1DTranspose, Conv1DTranspose as Convolution1DTranspose
from tfshim.keras.layers.convolutional.transposed import Conv2DTranspose as Conv2DTranspose, Conv2DTranspose as Convolution2DTranspose
from tfshim.keras.layers.convolutional.transposed import Conv3DTranspose as Conv3DTranspose, Conv3DTranspose as Convolution3DTranspose
from tfshim.keras.layers.core import Activation as Activation, Dense as Dense, Embedding as Embedding, Flatten as Flatten
from tfshim.keras.layers.core import Reshape as Reshape
from tfshim.keras.layers.dense_features import DenseFeatures as DenseFeatures
from tfshim.keras.layers.einsum_dense import EinsumDense as EinsumDense
from tfshim.keras.layers.global_pooling import GlobalAveragePooling1D as GlobalAveragePooling1D, GlobalAveragePooling1D as GlobalAvgPool1D
from tfshim.keras.layers.global_pooling import GlobalAveragePooling2D as GlobalAveragePooling2D, GlobalAveragePooling2D as GlobalAvgPool2D
from tfshim.keras.layers.global_pooling import GlobalAveragePooling3D as GlobalAveragePooling3D, GlobalAveragePooling3D as GlobalAvgPool3D
from tfshim.keras.layers.global_pooling import GlobalMaxPooling1D as GlobalMaxPool1D, GlobalMaxPooling1D as GlobalMaxPooling1D
from tfshim.keras.layers.global_pooling import GlobalMaxPooling2D as GlobalMaxPool2D, GlobalMaxPooling2D as GlobalMaxPooling2D
from tfshim.keras.layers.global_pooling import GlobalMaxPooling3D as GlobalMaxPool3D, GlobalMaxPooling3D as GlobalMaxPooling3D
from tfshim.keras.layers.group_normalization import GroupNormalization as GroupNormalization, SpectralNormalization as SpectralNormalization
from tfshim.keras.layers.group_normalization import UnitNormalization as UnitNormalization
from tfshim.keras.layers.lambda_layer import Lambda as Lambda
from tfshim.keras.layers.masking import Identity as Identity, Masking as Masking
from tfshim.keras.layers.merging import Add as Add, Average as Average, Concatenate as Concatenate, Dot as Dot, Maximum as Maximum
from tfshim.keras.layers.merging import Minimum as Minimum, Multiply as Multiply, Subtract as Subtract
from tfshim.keras.layers.merging_functions import add as add, average as average, concatenate as concatenate, dot as dot, maximum as maximum
from tfshim.keras.layers.merging_functions import minimum as minimum, multiply as multiply, subtract as subtract
from tfshim.keras.layers.normalization import BatchNormalization as BatchNormalization, LayerNormalization as LayerNormalization
from tfshim.keras.layers.pooling import AveragePooling1D as AveragePooling1D, AveragePooling1D as AvgPool1D
from tfshim.keras.layers.pooling import AveragePooling2D as AveragePooling2D, AveragePooling2D as AvgPool2D
from tfshim.keras.layers.pooling import AveragePooling3D as AveragePooling3D, AveragePooling3D as AvgPool3D, MaxPooling1D as MaxPool1D
from tfshim.keras.layers.pooling import MaxPooling1D as MaxPooling1D, MaxPooling2D as MaxPool2D, MaxPooling2D as MaxPooling2D
from tfshim.keras.layers.pooling import MaxPooling3D as MaxPool3D, MaxPooling3D as MaxPooling3D
from tfshim.keras.layers.preprocessing.augmentation import RandomBrightness as RandomBrightness, RandomContrast as RandomContrast
from tfshim.keras.layers.preprocessing.augmentation import RandomCrop as RandomCrop, RandomFlip as RandomFlip, RandomHeight as RandomHeight
from tfshim.keras.layers.preprocessing.augmentation import RandomRotation as RandomRotation, RandomTranslation as RandomTranslation
from tfshim.keras.layers.preprocessing.augmentation import RandomWidth as RandomWidth, RandomZoom as RandomZoom
from tfshim.keras.layers.preprocessing.categories import CategoryEncoding as CategoryEncoding, HashedCrossing as HashedCrossing
from tfshim.keras.layers.preprocessing.categories import Hashing as Hashing
from tfshim.keras.layers.preprocessing.images import CenterCrop as CenterCrop, Rescaling as Rescaling, Resizing as Resizing
from tfshim.keras.layers.preprocessing.lookup import IntegerLookup as IntegerLookup, StringLookup as StringLookup
from tfshim.keras.layers.preprocessing.numbers import Discretization as Discretization, Normalization as Normalization
from tfshim.keras.layers.preprocessing.text import TextVectorization as TextVectorization
from tfshim.keras.layers.regularization import ActivityRegularization as ActivityRegularization, AlphaDropout as AlphaDropout
from tfshim.keras.layers.regularization import Dropout as Dropout, GaussianDropout as GaussianDropout, GaussianNoise as GaussianNoise
from tfshim.keras.layers.regularization import SpatialDropout1D as SpatialDropout1D, SpatialDropout2D as SpatialDropout2D
from tfshim.keras.layers.regularization import SpatialDropout3D as SpatialDropout3D
from tfshim.keras.layers.reshaping import Cropping1D as Cropping1D, Cropping2D as Cropping2D, Cropping3D as Cropping3D, Permute as Permute
from tfshim.keras.layers.reshaping import RepeatVector as RepeatVector, UpSampling1D as UpSampling1D, UpSampling2D as UpSampling2D
from tfshim.keras.layers.reshaping import UpSampling3D as UpSampling3D, ZeroPadding1D as ZeroPadding1D, ZeroPadding2D as ZeroPadding2D
from tfshim.keras.layers.reshaping import ZeroPadding3D as ZeroPadding3D
from tfshim.keras.layers.rnn.base_rnn import RNN as RNN
from tfshim.keras.layers.rnn.bidirectional import Bidirectional as Bidirectional
from tfshim.keras.layers.rnn.cells import AbstractRNNCell as AbstractRNNCell, GRUCell as GRUCell, LSTMCell as LSTMCell
from tfshim.keras.layers.rnn.cells import SimpleRNNCell as SimpleRNNCell
from tfshim.keras.layers.rnn.conv_lstm import ConvLSTM1D as ConvLSTM1D, ConvLSTM2D as ConvLSTM2D, ConvLSTM3D as ConvLSTM3D
from tfshim.keras.layers.rnn.recurrent import GRU as GRU, LSTM as LSTM, SimpleRNN as SimpleRNN
from tfshim.keras.layers.rnn.stacked_cells import StackedRNNCells as StackedRNNCells
from tfshim.keras.layers.rnn.time_distributed import TimeDistributed as TimeDistributed
from tfshim.keras.layers.serialization import deserialize as deserialize, serialize as serialize
from tfshim.keras.layers.wrapper import Wrapper as Wrapper
