"""Operations of `tf.raw_ops` that no public function is."""

from tests.ops.case import Family
from tests.ops.inputs import T, f32

cases = Family()


def raw(call, **options):
    """A case of `tf.raw_ops.CALL`."""
    cases(f"tf.raw_ops.{call}", op=f"tf.raw_ops.{call.partition('(')[0]}", **options)


# ---------------------------------------------------------------------- normalization
_BATCH = {
    "x": f32(2, 3, 2, 4),
    "s": f32(4, lo=0.5, hi=2),
    "o": f32(4),
    "m": f32(4),
    "v": f32(4, lo=0.5, hi=2),
}
for _version in ("", "V2", "V3"):
    raw(f"FusedBatchNorm{_version}(x=x, scale=s, offset=o, mean=[], variance=[], epsilon=0.01)[:5]", **{k: _BATCH[k] for k in "xso"})
    raw(f"FusedBatchNorm{_version}(x=x, scale=s, offset=o, mean=m, variance=v, is_training=False)[:3]", **_BATCH)
    raw(f"FusedBatchNorm{_version}(x=x, scale=s, offset=o, mean=m, variance=v, exponential_avg_factor=0.3)[:5]", **_BATCH)
    _more = ", reserve_space_3=[]" if _version == "V3" else ""
    for _training in (True, False):
        raw(
            f"FusedBatchNormGrad{_version}(y_backprop=g, x=x, scale=s, reserve_space_1=m, reserve_space_2=v{_more}, is_training={_training})",
            g=f32(2, 3, 2, 4),
            grad=False,
            **{k: _BATCH[k] for k in "xsmv"},
        )

# ---------------------------------------------------------------------- recurrent cells
_CELL = {"cs": f32(3, 4), "h": f32(3, 4), "w": f32(6, 16), "b": f32(16)}
_PEEP = {"wci": f32(4), "wcf": f32(4), "wco": f32(4)}
_GIVEN = "cs_prev=cs, h_prev=h, w=w, wci=wci, wcf=wcf, wco=wco, b=b"
for _peep in (True, False):
    raw(f"LSTMBlockCell(x=x, {_GIVEN}, use_peephole={_peep}, cell_clip=0.5)", x=f32(3, 2), **_CELL, **_PEEP, grad=False)
    for _type in ("BlockLSTM", "BlockLSTMV2"):
        raw(f"{_type}(seq_len_max=n, x=x, {_GIVEN}, use_peephole={_peep})", n=T(5, "int64"), x=f32(5, 3, 2), **_CELL, **_PEEP, grad=False)
# TensorFlow leaves what is behind the longest sequence as the memory was, and its gradient of the cells is not the derivative.
cases(
    f"[t[:3] for t in tf.raw_ops.BlockLSTM(seq_len_max=n, x=x, {_GIVEN}, forget_bias=0.5, cell_clip=-1.0)]",
    op="tf.raw_ops.BlockLSTM", n=T(3, "int64"), x=f32(5, 3, 2), **_CELL, **_PEEP, grad=False,
)  # fmt: skip
raw(
    "GRUBlockCell(x=x, h_prev=h, w_ru=w, w_c=c, b_ru=b, b_c=d)",
    x=f32(3, 2), h=f32(3, 4), w=f32(6, 8), c=f32(6, 4), b=f32(8), d=f32(4), grad=False,
)  # fmt: skip

# ---------------------------------------------------------------------- steps of optimizers
# type: (variables after `var`, numbers, attributes to try, whether there is one for rows)
_STEPS = {
    "KerasMomentum": ("accum", "lr=0.1 momentum=0.9", ("", ", use_nesterov=True"), True),
    "Momentum": ("accum", "lr=0.1 momentum=0.9", ("", ", use_nesterov=True"), True),
    "Adagrad": ("accum", "lr=0.1", ("", ", update_slots=False"), True),
    "AdagradV2": ("accum", "lr=0.1 epsilon=0.01", ("", ", update_slots=False"), True),
    "ProximalAdagrad": ("accum", "lr=0.3 l1=0.2 l2=0.1", ("",), True),
    "Adam": ("m v", "beta1_power=0.9 beta2_power=0.99 lr=0.1 beta1=0.9 beta2=0.99 epsilon=0.01", ("", ", use_nesterov=True"), False),
    "AdaMax": ("m v", "beta1_power=0.9 lr=0.1 beta1=0.9 beta2=0.99 epsilon=0.01", ("",), False),
    "Adadelta": ("accum accum_update", "lr=0.5 rho=0.9 epsilon=0.01", ("",), True),
    "RMSProp": ("ms mom", "lr=0.1 rho=0.9 momentum=0.5 epsilon=0.01", ("",), True),
    "CenteredRMSProp": ("mg ms mom", "lr=0.1 rho=0.9 momentum=0.5 epsilon=0.5", ("",), True),
}
for _kind, (_slots, _rates, _options, _sparse) in _STEPS.items():
    _names = ["var", *_slots.split()]
    _make = "; ".join(f"{n} = tf.Variable({'x' if n == 'var' else f'x * x * {i + 1}.0'})" for i, n in enumerate(_names))
    _handles = ", ".join(f"{n}={n}.handle" for n in _names)
    _given = ", ".join(_rates.split())
    _read = ", ".join(f"{n}.read_value()" for n in _names)
    for _option in _options:
        for _rows in (False, True) if _sparse else (False,):
            _op = f"tf.raw_ops.Resource{'Sparse' * _rows}Apply{_kind}"
            cases(
                f"{_make}; {_op}({_handles}, {_given}, grad=g{', indices=[3, 1]' * _rows}{_option}); ({_read})",
                op=_op, x=f32(4, 2, lo=0.5, hi=2), g=f32(2 if _rows else 4, 2), grad=False, graph=False,
            )  # fmt: skip
