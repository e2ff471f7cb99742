"""The array operations of the top-level namespace: making, reshaping, joining, slicing and gathering tensors."""

from tfshim._listing import lazily, names

_MODULES = {
    "casting": "bitcast cast complex",
    "comparing": "edit_distance fingerprint",
    "creation": "constant fill ones ones_like range zeros zeros_like",
    "gathering": "gather gather_nd",
    "joining": "concat parallel_stack split stack unstack",
    "masking": "boolean_mask where",
    "padding": "pad required_space_to_batch_paddings",
    "repeating": "meshgrid repeat tile",
    "scattering": """dynamic_partition dynamic_stitch scatter_nd tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min
        tensor_scatter_nd_sub tensor_scatter_nd_update""",
    "sequences": "linspace one_hot unravel_index",
    "shapes": """broadcast_dynamic_shape broadcast_static_shape broadcast_to ensure_shape expand_dims guarantee_const identity
        identity_n newaxis rank reshape shape shape_n size squeeze""",
    "slicing": "slice strided_slice",
    "sorting": "argsort searchsorted sort",
    "transposing": "reverse reverse_sequence roll transpose",
    # Made of mathematics.
    "tfshim.math.saturating": "saturate_cast",
    "tfshim.math.sequences": "sequence_mask",
    "uniques": "unique unique_with_counts",
}
__all__ = names(_MODULES)
__getattr__, __dir__ = lazily(globals(), _MODULES)
