"""Linear operators composed of smaller ones: block diagonals, block triangles, Kronecker products."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.joining import concat, split, stack
from tfshim.array_ops.matrices import adjoint as adjoint_of
from tfshim.array_ops.matrices import matrix_transpose
from tfshim.array_ops.shapes import broadcast_dynamic_shape, broadcast_to, reshape, shape
from tfshim.array_ops.transposing import transpose
from tfshim.engine.values.convert import convert_to_tensor
from tfshim.engine.values.shapes import TensorShape, broadcast_static_shapes
from tfshim.linalg.linear_operator import LinearOperator
from tfshim.linalg.linear_operators import LinearOperatorAdjoint, LinearOperatorFullMatrix, _Made
from tfshim.linalg.operator_specs import make_composite_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


def _checked(operators):
    """`operators`, all of one dtype, as a list."""
    operators = list(operators)
    if not operators:
        raise ValueError(f"Expected a non-empty list of operators. Found: {operators}")
    if any(o.dtype != operators[0].dtype for o in operators):
        listed = "   ".join(str((o.name, o.dtype)) for o in operators)
        raise TypeError(f"Expected all operators to have the same dtype.  Found {listed}")
    return operators


def _batch(operators):
    """The common static batch shape."""
    shape = TensorShape([])
    for o in operators:
        shape = TensorShape(broadcast_static_shapes(shape, o.batch_shape))
    return shape


def _all(operators, hint, given, what):
    """The hint of the whole: what all parts are; raises ValueError where `given` denies it."""
    if all(getattr(o, hint) for o in operators):
        if given is False:
            raise ValueError(f"{what} of operators that are all `{hint}` is always `{hint}`.")
        return True
    return given


def _total(parts):
    return None if None in parts else sum(parts)


def _sum(values):
    made = values[0]
    for v in values[1:]:
        made = made + v
    return made


def _product(values):
    made = values[0]
    for v in values[1:]:
        made = made * v
    return made


def _joined(parts, axis):
    """Tensors with batch dimensions that broadcast, concatenated along `axis`, -1 or -2."""
    tail = -axis  # how many dimensions are no batch dimensions: vectors are joined along -1, matrices along -2
    batches = {tuple(p.shape.as_list()[:-tail]) if p.shape.rank is not None else (None,) for p in parts}
    if len(batches) > 1 or any(None in b for b in batches):
        batch = shape(parts[0])[:-tail]
        for p in parts[1:]:
            batch = broadcast_dynamic_shape(batch, shape(p)[:-tail])
        parts = [broadcast_to(p, concat([batch, shape(p)[-tail:]], 0)) for p in parts]
    return concat(parts, axis)


class _Blocks(_Made):
    """The base of block operators, whose arguments may be whole, or lists of one tensor for each block."""

    def _diagonal_operators(self):
        raise NotImplementedError

    def _matmul_blocks(self, parts, adjoint):
        """The blocks of the product with the blocks `parts`."""
        raise NotImplementedError

    def _solve_blocks(self, parts, adjoint):
        """The blocks of the solution for the blocks `parts`."""
        raise NotImplementedError

    def _cut(self, x, columns, axis):
        """`x` as blocks along `axis`, of the sizes of the columns or rows of the blocks."""
        sizes = self._sizes(columns)
        if None in sizes:
            rows = [o.shape_tensor()[-1 if columns else -2] for o in self._diagonal_operators()]
            return split(x, stack(rows), axis, len(rows))
        return split(x, sizes, axis)

    def _blocks(self, x, columns, axis):
        """(`x` as a list of blocks, whether it was given so)"""
        sizes = self._sizes(columns)
        if isinstance(x, (list, tuple)):
            parts = [convert_to_tensor(v, dtype=self.dtype) for v in x]
            if len(parts) == len(sizes) and all(p.shape.rank is None or p.shape.rank >= -axis for p in parts):
                for part, size in zip(parts, sizes):
                    if part.shape.rank is not None and None not in (size, part.shape[axis]) and part.shape[axis] != size:
                        raise ValueError(f"Dimensions {size} and {part.shape[axis]} are not compatible")
                return parts, True
        x = convert_to_tensor(x, dtype=self.dtype)
        return self._cut(x, columns, axis), False

    def _applied(self, function, x, adjoint, adjoint_arg, columns, vectors):
        """`function(blocks, adjoint)` of a whole or split argument; the result is whole or split as the argument was."""
        axis = -1 if vectors or adjoint_arg else -2
        parts, listed = self._blocks(x, columns, axis)
        if vectors:
            parts = [p[..., None] for p in parts]
        elif adjoint_arg:
            parts = [adjoint_of(p) for p in parts]
        made = function(parts, bool(adjoint))
        if vectors:
            made = [m[..., 0] for m in made]
        return made if listed else _joined(made, -1 if vectors else -2)

    def _sizes(self, columns):
        raise NotImplementedError

    def matmul(self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul") -> Any:
        """The product with the matrices `x`: `[..., n, k]`, a list of one for each block, or another operator.

        `adjoint`, `adjoint_arg`: whether the adjoint of this operator, or of `x`, is meant. Raises ValueError where
        sizes differ.
        """
        if isinstance(x, LinearOperator):
            return super().matmul(x, adjoint, adjoint_arg, name)
        return self._applied(self._matmul_blocks, x, adjoint, adjoint_arg, not adjoint, False)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str | None = "matvec") -> Any:
        """The product with the vectors `x`: `[..., n]` or a list of one for each block."""
        return self._applied(self._matmul_blocks, x, adjoint, False, not adjoint, True)

    def solve(self, rhs: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve") -> Any:
        """The solutions `x` of `operator @ x = rhs`; `rhs` may be cut into blocks, as for `matmul`.

        Raises NotImplementedError for operators that are known to be singular or not square.
        """
        self._solvable()
        if isinstance(rhs, LinearOperator):
            return super().solve(rhs, adjoint, adjoint_arg, name)
        return self._applied(self._solve_blocks, rhs, adjoint, adjoint_arg, bool(adjoint), False)

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str | None = "solve") -> Any:
        """The solutions `x` of `operator @ x = rhs` for vectors; `rhs` may be cut into blocks."""
        self._solvable()
        return self._applied(self._solve_blocks, rhs, adjoint, False, bool(adjoint), True)


@tf_export("linalg.LinearOperatorBlockDiag")
@make_composite_tensor
class LinearOperatorBlockDiag(_Blocks):
    """Matrices with operators as blocks on the diagonal and zeros elsewhere. Mirrors `tf.linalg.LinearOperatorBlockDiag`.

    Arguments:
        operators: a list of operators of one dtype, with batch shapes that broadcast.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: no operators, or hints that contradict theirs.
        TypeError: different dtypes.

    Hints are by default those of the blocks. Arguments may be whole, or lists with a part for each block; so are the results.

    Example:
        >>> operator = tf.linalg.LinearOperatorBlockDiag(
        ...     [tf.linalg.LinearOperatorDiag([2.0]), tf.linalg.LinearOperatorFullMatrix([[1.0, 1.0], [0.0, 1.0]])])
        >>> operator.to_dense().numpy().tolist()
        [[2.0, 0.0, 0.0], [0.0, 1.0, 1.0], [0.0, 0.0, 1.0]]
        >>> operator.matvec([1.0, 2.0, 3.0]).numpy().tolist()
        [2.0, 5.0, 3.0]
        >>> [part.numpy().tolist() for part in operator.matvec([tf.constant([1.0]), tf.constant([2.0, 3.0])])]
        [[2.0], [5.0, 3.0]]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_block_diag"
    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str | None = None,
    ) -> None:
        self._operators = _checked(operators)
        what = "The direct sum"
        hints = (
            _all(self._operators, "is_non_singular", is_non_singular, what),
            _all(self._operators, "is_self_adjoint", is_self_adjoint, what),
            _all(self._operators, "is_positive_definite", is_positive_definite, what),
            None if is_square and any(o.is_square is False for o in self._operators) else is_square,
        )
        super().__init__(self._operators, hints, name or "_ds_".join(o.name for o in self._operators))

    operators = property(lambda self: self._operators, doc="The blocks.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., m, n]`."""
        return _batch(self._operators).concatenate([_total(self._sizes(False)), _total(self._sizes(True))])

    def _diagonal_operators(self):
        return self._operators

    def _sizes(self, columns):
        return [o.shape[-1] if columns else o.shape[-2] for o in self._operators]

    def _dense(self):
        columns = [o.domain_dimension_tensor() for o in self._operators]
        rows = []
        for i, o in enumerate(self._operators):
            block = o.to_dense()
            head = shape(block)[:-1]
            # `columns[0] * 0`: a sum of no sizes is a zero of their dtype.
            left = zeros(concat([head, [_sum([columns[0] * 0, *columns[:i]])]], 0), self.dtype)
            right = zeros(concat([head, [_sum([columns[0] * 0, *columns[i + 1 :]])]], 0), self.dtype)
            rows.append(concat([left, block, right], -1))
        made = _joined(rows, -2)
        made.set_shape(self.shape)
        return made

    def matmul(self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul") -> Any:
        """As for all operators; the product with another block diagonal of the same sizes is one too."""
        if isinstance(x, LinearOperatorBlockDiag) and len(x.operators) == len(self._operators):
            left, right = self.adjoint() if adjoint else self, x.adjoint() if adjoint_arg else x
            if left._sizes(True) == right._sizes(False) and None not in left._sizes(True):
                return LinearOperatorBlockDiag([a.matmul(b) for a, b in zip(left.operators, right.operators)])
        return super().matmul(x, adjoint, adjoint_arg, name)

    def _matmul_blocks(self, parts, adjoint):
        return [o.matmul(p, adjoint=adjoint) for o, p in zip(self._operators, parts)]

    def _solve_blocks(self, parts, adjoint):
        return [o.solve(p, adjoint=adjoint) for o, p in zip(self._operators, parts)]

    def _squares(self):
        return all(o.is_square for o in self._operators)

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        """The main diagonals."""
        return _joined([o.diag_part() for o in self._operators], -1) if self._squares() else super().diag_part()

    def trace(self, name: str | None = "trace") -> Tensor:
        """The sums of the main diagonals."""
        return _sum([o.trace() for o in self._operators]) if self._squares() else super().trace()

    def determinant(self, name: str | None = "det") -> Tensor:
        """The determinants: the products of those of the blocks."""
        self._square("Determinant")
        return _product([o.determinant() for o in self._operators]) if self._squares() else super().determinant()

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        """The logarithms of the absolute values of the determinants."""
        self._square("Determinant")
        return _sum([o.log_abs_determinant() for o in self._operators]) if self._squares() else super().log_abs_determinant()

    def eigvals(self, name: str | None = "eigvals") -> Tensor:
        """The eigenvalues: those of all blocks."""
        if not self._squares():
            raise NotImplementedError("`eigvals` not implemented for an operator whose blocks are not square.")
        return _joined([o.eigvals() for o in self._operators], -1)

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorBlockDiag:
        """The adjoint operator: the blocks' adjoints."""
        if self.is_self_adjoint:
            return self
        return LinearOperatorBlockDiag(
            [o.adjoint() for o in self._operators], self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, True
        )

    def inverse(self, name: str | None = "inverse") -> LinearOperatorBlockDiag:
        """The inverse operator: the blocks' inverses. Raises ValueError where it is known that there is none."""
        super().inverse()
        return LinearOperatorBlockDiag([o.inverse() for o in self._operators], True, self.is_self_adjoint, self.is_positive_definite, True)

    def cholesky(self, name: str | None = "cholesky") -> LinearOperatorBlockDiag:
        """The Cholesky factor: the blocks' factors. Raises ValueError unless it is said to be positive definite."""
        if not (self.is_positive_definite and self.is_self_adjoint):
            return super().cholesky()
        return LinearOperatorBlockDiag([o.cholesky() for o in self._operators], True)


@tf_export("linalg.LinearOperatorBlockLowerTriangular")
@make_composite_tensor
class LinearOperatorBlockLowerTriangular(_Blocks):
    """Matrices of blocks, with zeros above those on the diagonal. Mirrors `tf.linalg.LinearOperatorBlockLowerTriangular`.

    Arguments:
        operators: a list of rows, the i-th a list of i + 1 operators of one dtype, of which the last is on the diagonal and
            square; sizes agree along rows and columns.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: other lists or sizes.
        TypeError: different dtypes.

    Solving is a substitution, block by block. Arguments may be whole, or lists with a part for each block; so are the results.

    Example:
        >>> Full = tf.linalg.LinearOperatorFullMatrix
        >>> rows = [[Full([[2.0]])], [Full([[1.0], [0.0]]), Full([[4.0, 0.0], [0.0, 5.0]])]]
        >>> operator = tf.linalg.LinearOperatorBlockLowerTriangular(rows)
        >>> operator.to_dense().numpy().tolist()
        [[2.0, 0.0, 0.0], [1.0, 4.0, 0.0], [0.0, 0.0, 5.0]]
        >>> operator.matvec([1.0, 1.0, 1.0]).numpy().tolist()
        [2.0, 5.0, 5.0]
        >>> np.round(operator.solvevec([2.0, 5.0, 5.0]), 4).tolist()
        [1.0, 1.0, 1.0]
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_block_lower_triangular"
    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorBlockLowerTriangular",
    ) -> None:
        rows = [list(row) for row in operators]
        flat = _checked([o for row in rows for o in row])
        for i, row in enumerate(rows):
            if len(row) != i + 1:
                raise ValueError(f"Argument `operators[{i}]` must contain `{i + 1}` blocks. Received: {len(row)} blocks.")
            if row[-1].is_square is False:
                raise ValueError(f"Matrices on the diagonal must be square, `operators[{i}][{i}]` is not.")
            for j, o in enumerate(row):
                for what, where, axis in (("range_dimension", i, -2), ("domain_dimension", j, -1)):
                    found, wanted = o.shape[axis], rows[where][where].shape[axis]
                    if None not in (found, wanted) and found != wanted:
                        raise ValueError(
                            f"Argument `operators[{i}][{j}].{what}` ({found}) must be the same as "
                            f"`operators[{where}][{where}].{what}` ({wanted})."
                        )
        self._operators, self._diagonal = rows, [row[-1] for row in rows]
        if all(o.is_non_singular for o in self._diagonal):
            if is_non_singular is False:
                raise ValueError("A triangular operator is non-singular iff all operators on the diagonal are non-singular.")
            is_non_singular = True
        elif any(o.is_non_singular is False for o in self._diagonal):
            if is_non_singular:
                raise ValueError("A triangular operator is non-singular iff all operators on the diagonal are non-singular.")
            is_non_singular = False
        if is_square is False:
            raise ValueError("A `LinearOperatorBlockLowerTriangular` is always square.")
        super().__init__(flat, (is_non_singular, is_self_adjoint, is_positive_definite, True), name)

    operators = property(lambda self: self._operators, doc="The rows of blocks.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., n, n]`."""
        size = _total(self._sizes(True))
        return _batch([o for row in self._operators for o in row]).concatenate([size, size])

    def _diagonal_operators(self):
        return self._diagonal

    def _sizes(self, columns):
        # They are square, so one size gives the other.
        return [o.shape[-1] if o.shape[-1] is not None else o.shape[-2] for o in self._diagonal]

    def _dense(self):
        columns = [o.domain_dimension_tensor() for o in self._diagonal]
        rows = []
        for i, row in enumerate(self._operators):
            left = _beside([o.to_dense() for o in row])
            right = _sum([columns[0] * 0, *columns[i + 1 :]])
            rows.append(concat([left, zeros(concat([shape(left)[:-1], [right]], 0), self.dtype)], -1))
        made = _joined(rows, -2)
        made.set_shape(self.shape)
        return made

    def _matmul_blocks(self, parts, adjoint):
        if not adjoint:
            return [_sum([o.matmul(p) for o, p in zip(row, parts)]) for row in self._operators]
        count = len(parts)
        return [_sum([self._operators[i][j].matmul(parts[i], adjoint=True) for i in range(j, count)]) for j in range(count)]

    def _solve_blocks(self, parts, adjoint):
        count = len(parts)
        made = [None] * count
        for i in reversed(range(count)) if adjoint else range(count):
            rest = parts[i]
            if adjoint:
                for k in range(i + 1, count):
                    rest = rest - self._operators[k][i].matmul(made[k], adjoint=True)
            else:
                for k in range(i):
                    rest = rest - self._operators[i][k].matmul(made[k])
            made[i] = self._diagonal[i].solve(rest, adjoint=adjoint)
        return made

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        """The main diagonals."""
        return _joined([o.diag_part() for o in self._diagonal], -1)

    def trace(self, name: str | None = "trace") -> Tensor:
        """The sums of the main diagonals."""
        return _sum([o.trace() for o in self._diagonal])

    def determinant(self, name: str | None = "det") -> Tensor:
        """The determinants: the products of those on the diagonal."""
        return _product([o.determinant() for o in self._diagonal])

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        """The logarithms of the absolute values of the determinants."""
        return _sum([o.log_abs_determinant() for o in self._diagonal])

    def eigvals(self, name: str | None = "eigvals") -> Tensor:
        """The eigenvalues: those of the blocks on the diagonal."""
        return _joined([o.eigvals() for o in self._diagonal], -1)

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorAdjoint:
        """The adjoint operator, which is block upper triangular."""
        return self if self.is_self_adjoint else LinearOperatorAdjoint(self)

    def inverse(self, name: str | None = "inverse") -> LinearOperatorBlockLowerTriangular:
        """The inverse operator, block lower triangular as well. Raises ValueError where it is known that there is none."""
        super().inverse()
        inverted = [o.inverse() for o in self._diagonal]
        rows = []
        for i, row in enumerate(self._operators):
            made = []
            for j in range(i):
                below = _sum([row[k].matmul(rows[k][j].to_dense()) for k in range(j, i)])
                made.append(LinearOperatorFullMatrix(-self._diagonal[i].solve(below)))
            rows.append([*made, inverted[i]])
        return LinearOperatorBlockLowerTriangular(rows, True, self.is_self_adjoint, self.is_positive_definite, True)


def _beside(blocks):
    """Matrices with batch dimensions that broadcast, one beside the other."""
    return matrix_transpose(_joined([matrix_transpose(b) for b in blocks], -2))


@tf_export("linalg.LinearOperatorKronecker")
@make_composite_tensor
class LinearOperatorKronecker(_Made):
    """The Kronecker product of operators. Mirrors `tf.linalg.LinearOperatorKronecker`.

    Arguments:
        operators: a list of operators of one dtype, with batch shapes that broadcast.
        is_non_singular, is_self_adjoint, is_positive_definite, is_square: what is known of the matrices, None (the default)
            for unknown. Solving, determinants and others trust it and choose a way by it.
        name: a name of the operator.

    Raises:
        ValueError: no operators, or hints that contradict theirs.
        TypeError: different dtypes.

    Each element of the first stands for the whole second one times that element. Products and solutions are taken factor by
    factor, without the whole matrix; its determinant and trace come from theirs.

    Example:
        >>> operator = tf.linalg.LinearOperatorKronecker(
        ...     [tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]]), tf.linalg.LinearOperatorIdentity(2)])
        >>> operator.to_dense().numpy().tolist()
        [[1.0, 0.0, 2.0, 0.0], [0.0, 1.0, 0.0, 2.0], [3.0, 0.0, 4.0, 0.0], [0.0, 3.0, 0.0, 4.0]]
        >>> operator.matvec([1.0, 1.0, 0.0, 0.0]).numpy().tolist(), float(operator.trace())
        ([1.0, 1.0, 3.0, 3.0], 10.0)
    """

    __module__ = "tensorflow.python.ops.linalg.linear_operator_kronecker"
    _composite_tensor_fields = ("operators",)

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        self._operators = _checked(operators)
        what = "The Kronecker product"
        hints = tuple(
            _all(self._operators, hint, given, what)
            for hint, given in (
                ("is_non_singular", is_non_singular),
                ("is_self_adjoint", is_self_adjoint),
                ("is_positive_definite", is_positive_definite),
                ("is_square", is_square),
            )
        )
        super().__init__(self._operators, hints, name or "_x_".join(o.name for o in self._operators))

    operators = property(lambda self: self._operators, doc="The factors.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., m, n]`."""
        sizes = []
        for parts in ([o.shape[-2] for o in self._operators], [o.shape[-1] for o in self._operators]):
            sizes.append(None if None in parts else _product(parts))
        return _batch(self._operators).concatenate(sizes)

    def _dense(self):
        made = self._operators[0].to_dense()
        for o in self._operators[1:]:
            block = o.to_dense()
            product = made[..., :, None, :, None] * block[..., None, :, None, :]
            a, b = shape(made), shape(block)
            made = reshape(product, concat([shape(product)[:-4], [a[-2] * b[-2], a[-1] * b[-1]]], 0))
        made.set_shape(self.shape)
        return made

    def _factorwise(self, x, sizes, apply):
        """`apply(operator, matrices)` along the dimension of each factor of the rows of `x`."""
        before = 1
        after = _product(list(sizes))
        for o, size in zip(self._operators, sizes):
            after //= size
            batch, columns = shape(x)[:-2], shape(x)[-1]
            parts = reshape(x, concat([batch, [before, size, after * columns]], 0))
            rank = parts.shape.rank
            turn = [*range(rank - 3), rank - 2, rank - 3, rank - 1]
            made = apply(o, reshape(transpose(parts, turn), concat([batch, [size, before * after * columns]], 0)))
            head, rows = shape(made)[:-2], made.shape[-2]
            made = reshape(made, concat([head, [rows, before, after * columns]], 0))
            rank = made.shape.rank
            turn = [*range(rank - 3), rank - 2, rank - 3, rank - 1]
            x = reshape(transpose(made, turn), concat([head, [before * rows * after, columns]], 0))
            before *= rows
        return x

    def _known(self):
        return all(None not in (o.shape[-2], o.shape[-1]) for o in self._operators)

    def _matmul(self, x, adjoint):
        if not self._known():
            return super()._matmul(x, adjoint)
        sizes = [o.shape[-2] if adjoint else o.shape[-1] for o in self._operators]
        return self._factorwise(x, sizes, lambda o, v: o.matmul(v, adjoint=adjoint))

    def _solve(self, rhs, adjoint):
        if not self._known() or any(o.is_square is False for o in self._operators):
            return super()._solve(rhs, adjoint)
        return self._factorwise(rhs, [o.shape[-2] for o in self._operators], lambda o, v: o.solve(v, adjoint=adjoint))

    def _outer(self, vectors):
        made = vectors[0]
        for v in vectors[1:]:
            product = made[..., :, None] * v[..., None, :]
            sizes = shape(product)
            made = reshape(product, concat([sizes[:-2], [sizes[-2] * sizes[-1]]], 0))
        return made

    def _squares(self):
        return self._known() and all(o.is_square for o in self._operators)

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        """The main diagonals."""
        return self._outer([o.diag_part() for o in self._operators]) if self._squares() else super().diag_part()

    def trace(self, name: str | None = "trace") -> Tensor:
        """The sums of the main diagonals: the products of the factors' traces."""
        return _product([o.trace() for o in self._operators]) if self._squares() else super().trace()

    def _powers(self):
        total = self.shape[-1]
        return [total // o.shape[-1] for o in self._operators]

    def determinant(self, name: str | None = "det") -> Tensor:
        """The determinants."""
        self._square("Determinant")
        if not self._squares():
            return super().determinant()
        return _product([o.determinant() ** n for o, n in zip(self._operators, self._powers())])

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        """The logarithms of the absolute values of the determinants."""
        self._square("Determinant")
        if not self._squares():
            return super().log_abs_determinant()
        return _sum([o.log_abs_determinant() * n for o, n in zip(self._operators, self._powers())])

    def eigvals(self, name: str | None = "eigvals") -> Tensor:
        """The eigenvalues: all products of those of the factors."""
        return self._outer([o.eigvals() for o in self._operators]) if self._squares() else super().eigvals()

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorKronecker:
        """The adjoint operator: the factors' adjoints."""
        if self.is_self_adjoint:
            return self
        return LinearOperatorKronecker(
            [o.adjoint() for o in self._operators], self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, self.is_square
        )

    def inverse(self, name: str | None = "inverse") -> LinearOperatorKronecker:
        """The inverse operator: the factors' inverses. Raises ValueError where it is known that there is none."""
        made = super().inverse()
        if not self._squares():
            return made
        return LinearOperatorKronecker([o.inverse() for o in self._operators], True, self.is_self_adjoint, self.is_positive_definite, True)

    def cholesky(self, name: str | None = "cholesky") -> LinearOperatorKronecker:
        """The Cholesky factor: the factors' own. Raises ValueError unless it is said to be positive definite."""
        if not (self.is_positive_definite and self.is_self_adjoint):
            return super().cholesky()
        return LinearOperatorKronecker([o.cholesky() for o in self._operators], True, is_square=True)
