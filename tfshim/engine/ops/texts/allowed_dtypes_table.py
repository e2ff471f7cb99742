"""Which dtypes attributes may be, where the list is long; written by scripts/record_op_defs.py, read by `texts.summaries`."""

TABLE = """
bfloat16 float16 float32 float64 int8 int16 int32 int64: Abs.T
float32 float64 int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 qint16 quint16 uint16 complex128 float16 uint32
    uint64: AccumulateNV2.T AccumulatorApplyGradient.dtype AccumulatorTakeGradient.dtype ApplyAdaMax.T ApplyAdadelta.T ApplyAdagrad.T
    ApplyAdagradDA.T ApplyAdagradV2.T ApplyAdam.T ApplyAddSign.T ApplyCenteredRMSProp.T ApplyFtrl.T ApplyFtrlV2.T ApplyGradientDescent.T
    ApplyMomentum.T ApplyPowerSign.T ApplyProximalAdagrad.T ApplyProximalGradientDescent.T ApplyRMSProp.T ApproximateEqual.T AssignAdd.T
    AssignSub.T BatchNormWithGlobalNormalization.T BatchNormWithGlobalNormalizationGrad.T BiasAdd.T BiasAddGrad.T BiasAddV1.T
    ClipByValue.T CollectivePermute.T ConditionalAccumulator.dtype Cumprod.T Cumsum.T EuclideanNorm.T Mean.T Prod.T
    ResourceAccumulatorApplyGradient.dtype ResourceAccumulatorTakeGradient.dtype ResourceApplyAdaMax.T ResourceApplyAdadelta.T
    ResourceApplyAdagrad.T ResourceApplyAdagradDA.T ResourceApplyAdagradV2.T ResourceApplyAdam.T ResourceApplyAdamWithAmsgrad.T
    ResourceApplyAddSign.T ResourceApplyCenteredRMSProp.T ResourceApplyFtrl.T ResourceApplyFtrlV2.T ResourceApplyGradientDescent.T
    ResourceApplyKerasMomentum.T ResourceApplyMomentum.T ResourceApplyPowerSign.T ResourceApplyProximalAdagrad.T
    ResourceApplyProximalGradientDescent.T ResourceApplyRMSProp.T ResourceConditionalAccumulator.dtype ResourceScatterAdd.dtype
    ResourceScatterDiv.dtype ResourceScatterMax.dtype ResourceScatterMin.dtype ResourceScatterMul.dtype ResourceScatterSub.dtype
    ResourceSparseApplyAdadelta.T ResourceSparseApplyAdagrad.T ResourceSparseApplyAdagradDA.T ResourceSparseApplyAdagradV2.T
    ResourceSparseApplyCenteredRMSProp.T ResourceSparseApplyFtrl.T ResourceSparseApplyFtrlV2.T ResourceSparseApplyKerasMomentum.T
    ResourceSparseApplyMomentum.T ResourceSparseApplyProximalAdagrad.T ResourceSparseApplyProximalGradientDescent.T
    ResourceSparseApplyRMSProp.T ScatterAdd.T ScatterDiv.T ScatterMul.T ScatterNdAdd.T ScatterNdMax.T ScatterNdMin.T ScatterNdSub.T
    ScatterSub.T SegmentMean.T SegmentProd.T SegmentProdV2.T SegmentSum.T SegmentSumV2.T SparseAccumulatorApplyGradient.dtype
    SparseAccumulatorTakeGradient.dtype SparseAdd.T SparseAddGrad.T SparseApplyAdadelta.T SparseApplyAdagrad.T SparseApplyAdagradDA.T
    SparseApplyAdagradV2.T SparseApplyCenteredRMSProp.T SparseApplyFtrl.T SparseApplyFtrlV2.T SparseApplyMomentum.T
    SparseApplyProximalAdagrad.T SparseApplyProximalGradientDescent.T SparseApplyRMSProp.T SparseConditionalAccumulator.dtype
    SparseDenseCwiseAdd.T SparseDenseCwiseDiv.T SparseDenseCwiseMul.T SparseReduceSum.T SparseReduceSumSparse.T SparseSliceGrad.T
    SparseSparseMinimum.T SparseTensorDenseAdd.T Sum.T UnsortedSegmentProd.T UnsortedSegmentSum.T
bfloat16 float16 float32 float64 complex64 complex128: Acos.T Acosh.T Asin.T Asinh.T Atan.T Atanh.T Cos.T Cosh.T Exp.T Expm1.T InvGrad.T
    Log.T Log1p.T MulNoNan.T ReciprocalGrad.T Rsqrt.T RsqrtGrad.T Sigmoid.T SigmoidGrad.T Sin.T Sinh.T Sqrt.T SqrtGrad.T Tan.T Tanh.T
    TanhGrad.T
bfloat16 float16 float32 float64 uint8 int8 int16 int32 int64 complex64 complex128 string: Add.T
float32 float64 int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 qint16 quint16 uint16 complex128 float16 uint32
    uint64 variant: AddN.T
bfloat16 float16 float32 float64 uint8 uint16 uint32 uint64 int8 int16 int32 int64 complex64 complex128: AddV2.T
uint8 int8 int16 int32 int64 float32 float64: AdjustContrast.T RandomCrop.T
float32 float64 int32 uint8 int16 int8 complex64 int64 qint8 quint8 qint32 bfloat16 qint16 quint16 uint16 complex128 float16 uint32
    uint64 bool: AllToAll.T ScatterNdNonAliasingAdd.T Where.T
float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64 qint8 quint8 qint32 qint16 quint16 bool: ArgMax.T
    ArgMin.T
float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64 complex64 complex128 bool variant string: AsString.T
float64 float32 float16 complex64 complex128: BandedTriangularSolve.T Cholesky.T Lu.T MatrixExponential.T MatrixInverse.T MatrixSolve.T
    MatrixSolveLs.T MatrixSquareRoot.T Qr.T SelfAdjointEigV2.T Svd.T
bfloat16 float16 float32 float64 int32 int64 complex64 complex128: BatchMatMul.T Diag.T DiagPart.T SquaredDifference.T
bfloat16 float16 float32 float64 int16 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128: BatchMatMulV2.T
bfloat16 float16 float32 float64 uint8 int8 int16 int32 int64 complex64 complex128: BatchMatMulV3.Ta BatchMatMulV3.Tb
bfloat16 float16 float32 float64 int16 int32 int64 complex64 complex128: BatchMatMulV3.Tout
bfloat16 float16 float32 float64 int64 int32 uint8 uint16 uint32 uint64 int8 int16 complex64 complex128 qint8 quint8 qint16 quint16
    qint32: Bitcast.T Bitcast.type
int8 int16 int32 int64 uint8 uint16 uint32 uint64: BitwiseAnd.T BitwiseOr.T BitwiseXor.T Invert.T LeftShift.T PopulationCount.T
    RightShift.T
float32 float64 int32 int64 string: CSVDataset.output_types CSVDatasetV2.output_types DecodeCSV.OUT_TYPE
    ExperimentalCSVDataset.output_types
bfloat16 float32 float16 float64 int32 int64: CollectiveAllToAllV2.T CollectiveAllToAllV3.T CollectiveReduce.T
    CollectiveReduceScatterV2.T CollectiveReduceV2.T CollectiveReduceV3.T
bool float32 float16 float64 int32 int64: CollectiveBcastRecv.T CollectiveBcastRecvV2.T CollectiveBcastSend.T CollectiveBcastSendV2.T
float32 float16 float64 int32 int64: CollectiveGather.T CollectiveGatherV2.T
float16 bfloat16 float32 float64 int32: Conv.T Conv2D.T Conv2DBackpropInput.T Conv2DBackpropInputV2.T
uint8 uint16 int8 int16 int32 int64 float16 float32 float64: CropAndResize.T CropAndResizeGradBoxes.T
float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64: Cross.T Dilation2D.T Dilation2DBackpropFilter.T
    Dilation2DBackpropInput.T ExtractVolumePatches.T Greater.T GreaterEqual.T HistogramSummary.T IsotonicRegression.T Less.T LessEqual.T
    MaxPool3DGradGrad.T MaxPoolGrad.T MaxPoolGradGrad.T MaxPoolGradGradV2.T MaxPoolGradGradWithArgmax.T MaxPoolGradV2.T
    MaxPoolGradWithArgmax.T MaxPoolWithArgmax.T Multinomial.T NthElement.T Relu6.T Relu6Grad.T ReluGrad.T ScalarSummary.T SegmentMax.T
    SegmentMaxV2.T SegmentMin.T SegmentMinV2.T SparseAdd.Treal SparseReduceMax.T SparseReduceMaxSparse.T SparseSegmentSum.T
    SparseSegmentSumWithNumSegments.T SparseSparseMaximum.T StatelessMultinomial.T TopK.T TopKV2.T UnsortedSegmentMax.T
    UnsortedSegmentMin.T WriteScalarSummary.T
float16 bfloat16 float32 float64 int32 uint32: CrossReplicaSum.T
float16 float32 float64 int32 uint16 uint8 int16 int8 int64 bfloat16: DecodePaddedRaw.out_type
float16 float32 float64 int32 uint16 uint8 int16 int8 int64 complex64 complex128 bool bfloat16: DecodeRaw.out_type
int8 int16 int32 int64 uint8 uint16 string: DenseToDenseSetOperation.T DenseToSparseSetOperation.T SetSize.T SparseToSparseSetOperation.T
qint8 quint8 qint32 qint16 quint16: Dequantize.T QuantizeDownAndShrinkRange.Tinput QuantizeDownAndShrinkRange.out_type QuantizeV2.T
    QuantizedAdd.T1 QuantizedAdd.T2 QuantizedAdd.Toutput QuantizedAvgPool.T QuantizedBatchNormWithGlobalNormalization.Tinput
    QuantizedBatchNormWithGlobalNormalization.out_type QuantizedBiasAdd.T1 QuantizedBiasAdd.T2 QuantizedBiasAdd.out_type
    QuantizedConv2D.Tinput QuantizedConv2D.Tfilter QuantizedConv2D.out_type QuantizedConv2DAndRelu.Tinput QuantizedConv2DAndRelu.Tfilter
    QuantizedConv2DAndRelu.out_type QuantizedConv2DAndReluAndRequantize.Tinput QuantizedConv2DAndReluAndRequantize.Tfilter
    QuantizedConv2DAndReluAndRequantize.out_type QuantizedConv2DAndRequantize.Tinput QuantizedConv2DAndRequantize.Tfilter
    QuantizedConv2DAndRequantize.out_type QuantizedConv2DPerChannel.Tinput QuantizedConv2DPerChannel.Tfilter
    QuantizedConv2DPerChannel.out_type QuantizedConv2DWithBias.Tinput QuantizedConv2DWithBias.Tfilter QuantizedConv2DWithBias.out_type
    QuantizedConv2DWithBiasAndRelu.Tinput QuantizedConv2DWithBiasAndRelu.Tfilter QuantizedConv2DWithBiasAndRelu.out_type
    QuantizedConv2DWithBiasAndReluAndRequantize.Tinput QuantizedConv2DWithBiasAndReluAndRequantize.Tfilter
    QuantizedConv2DWithBiasAndReluAndRequantize.out_type QuantizedConv2DWithBiasAndRequantize.Tinput
    QuantizedConv2DWithBiasAndRequantize.Tfilter QuantizedConv2DWithBiasAndRequantize.out_type
    QuantizedConv2DWithBiasSignedSumAndReluAndRequantize.Tinput QuantizedConv2DWithBiasSignedSumAndReluAndRequantize.Tfilter
    QuantizedConv2DWithBiasSignedSumAndReluAndRequantize.Tsummand QuantizedConv2DWithBiasSignedSumAndReluAndRequantize.out_type
    QuantizedConv2DWithBiasSumAndRelu.Tinput QuantizedConv2DWithBiasSumAndRelu.Tfilter QuantizedConv2DWithBiasSumAndRelu.out_type
    QuantizedConv2DWithBiasSumAndReluAndRequantize.Tinput QuantizedConv2DWithBiasSumAndReluAndRequantize.Tfilter
    QuantizedConv2DWithBiasSumAndReluAndRequantize.Tsummand QuantizedConv2DWithBiasSumAndReluAndRequantize.out_type
    QuantizedDepthwiseConv2D.Tinput QuantizedDepthwiseConv2D.Tfilter QuantizedDepthwiseConv2D.out_type
    QuantizedDepthwiseConv2DWithBias.Tinput QuantizedDepthwiseConv2DWithBias.Tfilter QuantizedDepthwiseConv2DWithBias.out_type
    QuantizedDepthwiseConv2DWithBiasAndRelu.Tinput QuantizedDepthwiseConv2DWithBiasAndRelu.Tfilter
    QuantizedDepthwiseConv2DWithBiasAndRelu.out_type QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize.Tinput
    QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize.Tfilter QuantizedDepthwiseConv2DWithBiasAndReluAndRequantize.out_type
    QuantizedInstanceNorm.T QuantizedMatMul.T1 QuantizedMatMul.T2 QuantizedMatMul.Toutput QuantizedMatMul.Tactivation
    QuantizedMatMulWithBias.T1 QuantizedMatMulWithBias.T2 QuantizedMatMulWithBias.Toutput QuantizedMatMulWithBiasAndDequantize.T1
    QuantizedMatMulWithBiasAndDequantize.T2 QuantizedMatMulWithBiasAndRelu.T1 QuantizedMatMulWithBiasAndRelu.T2
    QuantizedMatMulWithBiasAndRelu.Toutput QuantizedMatMulWithBiasAndReluAndRequantize.T1 QuantizedMatMulWithBiasAndReluAndRequantize.T2
    QuantizedMatMulWithBiasAndReluAndRequantize.Toutput QuantizedMatMulWithBiasAndRequantize.T1 QuantizedMatMulWithBiasAndRequantize.T2
    QuantizedMatMulWithBiasAndRequantize.Toutput QuantizedMaxPool.T QuantizedMul.T1 QuantizedMul.T2 QuantizedMul.Toutput
    QuantizedRelu.Tinput QuantizedRelu.out_type QuantizedRelu6.Tinput QuantizedRelu6.out_type QuantizedReluX.Tinput
    QuantizedReluX.out_type RequantizationRange.Tinput RequantizationRangePerChannel.T Requantize.Tinput Requantize.out_type
    RequantizePerChannel.T RequantizePerChannel.out_type
bfloat16 float16 float32 float64 uint8 int8 uint16 int16 int32 uint32 uint64 int64 complex64 complex128: Div.T FloorDiv.T Mul.T RealDiv.T
    TruncateDiv.T
float16 float32 bfloat16 float64 complex64 complex128: DivNoNan.T
bfloat16 float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128 bool: ExtractImagePatches.T
int8 int16 int32 int64 uint8 uint16 uint32 uint64 bfloat16 float16 float32 float64: FloorMod.T
uint8 int32 int64 float16 float32 float64: ImageProjectiveTransformV2.dtype ImageProjectiveTransformV3.dtype
bfloat16 float16 float32 float64 int8 int16 int32 int64 complex64 complex128: Inv.T Neg.T Reciprocal.T Round.T Sign.T
float16 float32 float64 complex64 complex128: LogMatrixDeterminant.T MatrixDeterminant.T
bfloat16 float16 float32 float64 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128: MatMul.T
bfloat16 float64 float32 float16 complex64 complex128: MatrixTriangularSolve.T
float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64 qint8 quint8 qint32 qint16 quint16: Max.T Min.T
float16 bfloat16 float32 float64 int32 int64 uint8 int16 int8 uint16 qint8: MaxPool.T MaxPoolV2.T
bfloat16 float16 float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64: Maximum.T Minimum.T
int32 int64 float16 float16 bfloat16 float32 float64: Mod.T
float16 float32 float64 int32 int64: NcclAllReduce.T NcclBroadcast.T NcclReduce.T RandomPoissonV2.R RandomPoissonV2.dtype
    StatefulRandomBinomial.T StatefulRandomBinomial.dtype StatelessRandomBinomial.T StatelessRandomBinomial.dtype
    StatelessRandomPoisson.Rtype StatelessRandomPoisson.dtype
bfloat16 float16 float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64 complex64 complex128 bool: OnesLike.T
bfloat16 float32 float16 float64 int8 int16 int32 int64 complex64 complex128: Pow.T
bfloat16 float32 float64 int32 int64: RaggedRange.T
bfloat16 float16 float32 float64 int8 int16 int32 int64 uint16 uint32: Range.Tidx
float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64 qint8: Relu.T
int8 uint8 int16 uint16 int32 int64 float16 float32 float64 bfloat16: ResizeArea.T ResizeBicubic.T ResizeNearestNeighbor.T
int8 uint8 int16 uint16 int32 int64 bfloat16 float16 float32 float64 bfloat16: ResizeBilinear.T
uint8 int8 int32 float16 float32 float64 bfloat16: ResizeNearestNeighborGrad.T
uint8 int8 uint16 int16 uint32 int32 uint64 int64 bool bfloat16 float16 float32 float64 complex64 complex128 string: Reverse.T
uint8 int8 uint16 int16 int32 uint32 int64 uint64 bool bfloat16 float16 float32 float64 complex64 complex128 string: ReverseV2.T
uint8 int8 int16 int32 int64: SampleDistortedBoundingBox.T SampleDistortedBoundingBoxV2.T StatelessSampleDistortedBoundingBox.T
int8 uint8 int16 uint16 int32 int64 bfloat16 float16 float32 float64: ScaleAndTranslate.T
float16 bfloat16 float32 float64 int32 int64: ScatterMax.T ScatterMin.T
bfloat16 float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128: Square.T
bfloat16 float16 float32 float64 uint8 int8 uint16 int16 int32 int64 complex64 complex128 uint32 uint64: Sub.T
int32 int64 bfloat16 float16 float32 float64: TruncateMod.T
float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64 bool: WriteHistogramSummary.T
float16 bfloat16 float32 float64 complex64 complex128: Xdivy.T Xlog1py.T Xlogy.T
"""
