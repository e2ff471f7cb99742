"""Linear operators composed of smaller ones: block diagonals and block triangles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tfshim._export import tf_export
from tfshim.array_ops.creation import zeros
from tfshim.array_ops.joining import concat, split, stack
from tfshim.array_ops.matrices import adjoint as adjoint_of
from tfshim.array_ops.matrices import matrix_transpose
from tfshim.array_ops.shapes import shape
from tfshim.control_flow import group
from tfshim.engine.values.shapes import TensorShape
from tfshim.linalg.operators.compositions import LinearOperatorAdjoint, _Made
from tfshim.linalg.operators.linear_operator import LinearOperator
from tfshim.linalg.operators.matrices import LinearOperatorFullMatrix
from tfshim.linalg.operators.parts import added, checked, common_batch, hint_of_all, joined, listed, multiplied, total
from tfshim.linalg.operators.specs import make_composite_tensor

if TYPE_CHECKING:
    from tfshim.engine.values.annotations import TensorLike
    from tfshim.engine.values.tensor import Tensor


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
            parts = [self._operand(v) for v in x]
            if len(parts) == len(sizes) and all(p.shape.rank is None or p.shape.rank >= -axis for p in parts):
                for part, size in zip(parts, sizes):
                    if part.shape.rank is not None and None not in (size, part.shape[axis]) and part.shape[axis] != size:
                        raise ValueError(f"Dimensions {size} and {part.shape[axis]} are not compatible")
                return parts, True
        x = self._operand(x)
        # Of too few axes an IndexError, as in TensorFlow.
        whole, given = total(sizes), None if x.shape._dims is None else x.shape._dims[axis]
        if None not in (whole, given) and whole != given:
            raise ValueError(f"Dimensions {whole} and {given} are not compatible")
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
        return made if listed else joined(made, -1 if vectors else -2)

    def _sizes(self, columns):
        raise NotImplementedError

    def matmul(self, x: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "matmul") -> Any:
        """Multiply matrices by the blocks. Mirrors `matmul` of `tf.linalg.LinearOperatorBlockDiag` and
        `tf.linalg.LinearOperatorBlockLowerTriangular`.

        Zeros beside the blocks are neither stored nor computed with.

        Arguments:
            x: a tensor `[..., n, k]` of the operator's dtype, a list of tensors `[..., n_i, k]`, one for each
                block, or another operator.
            adjoint: whether the adjoint of this operator is meant, False by default.
            adjoint_arg: whether the adjoint of `x` is, False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., m, k]`; a list of them for a list; an operator for an operator.

        Raises:
            ValueError: sizes do not fit.

        Example:
            >>> blocks = [tf.linalg.LinearOperatorIdentity(1), tf.linalg.LinearOperatorDiag([2.0, 3.0])]
            >>> tf.linalg.LinearOperatorBlockDiag(blocks).matmul([[1.0], [1.0], [1.0]]).numpy().tolist()
            [[1.0], [2.0], [3.0]]
        """
        if isinstance(x, LinearOperator):
            return super().matmul(x, adjoint, adjoint_arg, name)
        return self._applied(self._matmul_blocks, x, adjoint, adjoint_arg, not adjoint, False)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str | None = "matvec") -> Any:
        """The product with vectors, whole or in pieces.

        Arguments:
            x: a tensor `[..., n]` of the dtype of the operator, or a list of one for each block, whose sizes are those of the blocks.
            adjoint: whether the conjugate transpose of the operator is meant; False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., m]`; for a list a list of one for each block.

        Raises:
            ValueError: the sizes do not fit.

        Example:
            >>> blocks = tf.linalg.LinearOperatorDiag([1.0, 2.0]), tf.linalg.LinearOperatorFullMatrix([[3.0]])
            >>> operator = tf.linalg.LinearOperatorBlockDiag(blocks)
            >>> operator.matvec([1.0, 1.0, 1.0])
            <tf.Tensor: shape=(3,), dtype=float32, numpy=array([1., 2., 3.], dtype=float32)>
            >>> [part.numpy().tolist() for part in operator.matvec([[1.0, 1.0], [1.0]])]
            [[1.0, 2.0], [3.0]]
        """
        return self._applied(self._matmul_blocks, x, adjoint, False, not adjoint, True)

    def solve(self, rhs: TensorLike, adjoint: bool = False, adjoint_arg: bool = False, name: str | None = "solve") -> Any:
        """The solutions `x` of `operator @ x = rhs`, whole or in pieces: block by block.

        Arguments:
            rhs: a tensor `[..., m, k]` of the dtype of the operator, a list of one for each block, or an operator.
            adjoint: whether the conjugate transpose of this operator is meant; False by default.
            adjoint_arg: whether that of `rhs` is meant; False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., n, k]`, for a list a list, for an operator an operator.

        Raises:
            NotImplementedError: the operator is known to be singular or not square.
            ValueError: the sizes do not fit.

        Example:
            >>> blocks = tf.linalg.LinearOperatorDiag([1.0, 2.0]), tf.linalg.LinearOperatorFullMatrix([[4.0]])
            >>> tf.linalg.LinearOperatorBlockDiag(blocks).solve([[2.0], [2.0], [2.0]])
            <tf.Tensor: shape=(3, 1), dtype=float32, numpy=
            array([[2. ],
                   [1. ],
                   [0.5]], dtype=float32)>
        """
        self._solvable()
        if isinstance(rhs, LinearOperator):
            return super().solve(rhs, adjoint, adjoint_arg, name)
        return self._applied(self._solve_blocks, rhs, adjoint, adjoint_arg, bool(adjoint), False)

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str | None = "solve") -> Any:
        """The solutions `x` of `operator @ x = rhs` for vectors, whole or in pieces; see `solve`.

        Arguments:
            rhs: a tensor `[..., m]` of the dtype of the operator, or a list of one for each block.
            adjoint: whether the conjugate transpose of the operator is meant; False by default.
            name: a name for the operations in graphs.

        Returns:
            A tensor `[..., n]`, for a list a list.

        Raises:
            NotImplementedError: the operator is known to be singular or not square.
            ValueError: the sizes do not fit.

        Example:
            >>> blocks = tf.linalg.LinearOperatorDiag([1.0, 2.0]), tf.linalg.LinearOperatorFullMatrix([[4.0]])
            >>> [part.numpy().tolist() for part in tf.linalg.LinearOperatorBlockDiag(blocks).solvevec([[2.0, 2.0], [2.0]])]
            [[2.0, 1.0], [0.5]]
        """
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
    _matrix_axes = {"operators": 0}

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool = True,
        name: str | None = None,
    ) -> None:
        self._operators = checked(operators)
        what = "The direct sum of {0} operators is always {0}."
        hints = (
            hint_of_all(self._operators, "is_non_singular", is_non_singular, what),
            hint_of_all(self._operators, "is_self_adjoint", is_self_adjoint, what),
            hint_of_all(self._operators, "is_positive_definite", is_positive_definite, what.replace("{0}", "positive definite")),
            None if is_square and any(o.is_square is False for o in self._operators) else is_square,
        )
        super().__init__(self._operators, hints, name or "_ds_".join(o.name for o in self._operators))

    operators = property(lambda self: self._operators, doc="The blocks.")

    def _assert_non_singular(self):
        return group(*[o.assert_non_singular() for o in self._operators])

    def _assert_self_adjoint(self):
        return group(*[o.assert_self_adjoint() for o in self._operators])

    def _assert_positive_definite(self):
        return group(*[o.assert_positive_definite() for o in self._operators])

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., m, n]`."""
        return common_batch(self._operators).concatenate([total(self._sizes(False)), total(self._sizes(True))])

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
            left = zeros(concat([head, [added([columns[0] * 0, *columns[:i]])]], 0), self.dtype)
            right = zeros(concat([head, [added([columns[0] * 0, *columns[i + 1 :]])]], 0), self.dtype)
            rows.append(concat([left, block, right], -1))
        made = joined(rows, -2)
        made.set_shape(self.shape)
        return made

    def _matmul_blocks(self, parts, adjoint):
        return [o.matmul(p, adjoint=adjoint) for o, p in zip(self._operators, parts)]

    def _solve_blocks(self, parts, adjoint):
        return [o.solve(p, adjoint=adjoint) for o, p in zip(self._operators, parts)]

    def _squares(self):
        return all(o.is_square for o in self._operators)

    def diag_part(self, name: str | None = "diag_part") -> Tensor:
        return joined([o.diag_part() for o in self._operators], -1) if self._squares() else super().diag_part()

    def trace(self, name: str | None = "trace") -> Tensor:
        return added([o.trace() for o in self._operators]) if self._squares() else super().trace()

    def determinant(self, name: str | None = "det") -> Tensor:
        # The determinants: the products of those of the blocks.
        self._square("Determinant")
        return multiplied([o.determinant() for o in self._operators]) if self._squares() else super().determinant()

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        self._square("Determinant")
        return added([o.log_abs_determinant() for o in self._operators]) if self._squares() else super().log_abs_determinant()

    def _eigvals(self):
        # The eigenvalues: those of all blocks.
        if not self._squares():
            raise NotImplementedError("`eigvals` not implemented for an operator whose blocks are not square.")
        return joined([o.eigvals() for o in self._operators], -1)

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorBlockDiag:
        # The adjoint operator: the blocks' adjoints.
        if self.is_self_adjoint:
            return self
        return LinearOperatorBlockDiag(
            [o.adjoint() for o in self._operators], self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, True
        )

    def inverse(self, name: str | None = "inverse") -> LinearOperatorBlockDiag:
        # The inverse operator: the blocks' inverses.
        super().inverse()
        return LinearOperatorBlockDiag(
            [o.inverse() for o in self._operators], self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, True
        )

    def cholesky(self, name: str | None = "cholesky") -> LinearOperatorBlockDiag:
        # The Cholesky factor: the blocks' factors.
        if not (self.is_positive_definite and self.is_self_adjoint):
            return super().cholesky()
        return LinearOperatorBlockDiag([o.cholesky() for o in self._operators], True)


_SINGULAR = (
    "A blockwise lower-triangular operator with {} on the main diagonal is always {}. "
    "Expected argument `is_non_singular` to be True. Received: {}."
)


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
    _matrix_axes = {"operators": 0}

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = "LinearOperatorBlockLowerTriangular",
    ) -> None:
        rows = [listed(row) for row in listed(operators)]
        flat = checked([o for row in rows for o in row], as_argument=not rows)
        for i, row in enumerate(rows):
            if len(row) != i + 1:
                raise ValueError(f"Argument `operators[{i}]` must contain `{i + 1}` blocks. Received: {len(row)} blocks.")
            if row[-1].is_square is False:
                raise ValueError(
                    "Matrices on the diagonal (the final elements of each row-partition in the `operators` list) must be square. "
                    f"Expected argument `operators[{i}][-1].is_square` to be True. Received: False."
                )
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
                raise ValueError(_SINGULAR.format("non-singular operators", "non-singular", is_non_singular))
            is_non_singular = True
        elif any(o.is_non_singular is False for o in self._diagonal):
            if is_non_singular:
                raise ValueError(_SINGULAR.format("a singular operator", "singular", is_non_singular))
            is_non_singular = False
        if is_square is False:
            raise ValueError(
                "`LinearOperatorBlockLowerTriangular` must be square. Expected argument `is_square` to be True. Received: False."
            )
        super().__init__(flat, (is_non_singular, is_self_adjoint, is_positive_definite, True), name)

    operators = property(lambda self: self._operators, doc="The rows of blocks.")

    @property
    def shape(self) -> TensorShape:
        """The static shape `[..., n, n]`."""
        size = total(self._sizes(True))
        return common_batch([o for row in self._operators for o in row]).concatenate([size, size])

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
            right = added([columns[0] * 0, *columns[i + 1 :]])
            rows.append(concat([left, zeros(concat([shape(left)[:-1], [right]], 0), self.dtype)], -1))
        made = joined(rows, -2)
        made.set_shape(self.shape)
        return made

    def _matmul_blocks(self, parts, adjoint):
        if not adjoint:
            return [added([o.matmul(p) for o, p in zip(row, parts)]) for row in self._operators]
        count = len(parts)
        return [added([self._operators[i][j].matmul(parts[i], adjoint=True) for i in range(j, count)]) for j in range(count)]

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
        return joined([o.diag_part() for o in self._diagonal], -1)

    def trace(self, name: str | None = "trace") -> Tensor:
        return added([o.trace() for o in self._diagonal])

    def determinant(self, name: str | None = "det") -> Tensor:
        # The determinants: the products of those on the diagonal.
        return multiplied([o.determinant() for o in self._diagonal])

    def log_abs_determinant(self, name: str | None = "log_abs_det") -> Tensor:
        return added([o.log_abs_determinant() for o in self._diagonal])

    def _eigvals(self):
        # The eigenvalues: those of the blocks on the diagonal.
        return joined([o.eigvals() for o in self._diagonal], -1)

    def adjoint(self, name: str | None = "adjoint") -> LinearOperatorAdjoint:
        # The adjoint operator, which is block upper triangular.
        return self if self.is_self_adjoint else LinearOperatorAdjoint(self)

    def inverse(self, name: str | None = "inverse") -> LinearOperatorBlockLowerTriangular:
        # The inverse operator, block lower triangular as well.
        super().inverse()
        inverted = [o.inverse() for o in self._diagonal]
        rows = []
        for i, row in enumerate(self._operators):
            made = []
            for j in range(i):
                below = added([row[k].matmul(rows[k][j].to_dense()) for k in range(j, i)])
                made.append(LinearOperatorFullMatrix(-self._diagonal[i].solve(below)))
            rows.append([*made, inverted[i]])
        return LinearOperatorBlockLowerTriangular(rows, self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, True)


def _beside(blocks):
    """Matrices with batch dimensions that broadcast, one beside the other."""
    return matrix_transpose(joined([matrix_transpose(b) for b in blocks], -2))
