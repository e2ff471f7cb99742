"""The columns of a layer, checked and in order."""

from tfshim.feature_column._base import FeatureColumn


def sorted_columns(columns, kind):
    """The columns in the order of their names. Raises ValueError for what is not an instance of `kind`, and for equal names."""
    if isinstance(columns, FeatureColumn):
        columns = [columns]
    if isinstance(columns, dict):
        raise ValueError("Expected feature_columns to be iterable, found dict.")
    columns = list(columns)
    for column in columns:
        if not isinstance(column, FeatureColumn):
            raise ValueError(f"Items of feature_columns must be a FeatureColumn. Given (type {type(column)}): {column}.")
    if not columns:
        raise ValueError("feature_columns must not be empty.")
    by_name = {}
    for column in columns:
        other = by_name.get(column.name)
        by_name[column.name] = column
        if other is not None:
            raise ValueError(
                f"Duplicate feature column name found for columns: {column} and {other}. This usually means that these "
                "columns refer to same base feature. Either one must be discarded or a duplicated but renamed item must be "
                "inserted in features dict."
            )
    for column in columns:
        if not isinstance(column, kind):
            raise ValueError(
                f"Items of feature_columns must be a {kind}. You can wrap a categorical column with an embedding_column or "
                f"indicator_column. Given: {column}"
            )
    return sorted(columns, key=lambda c: c.name)
