"""The array type that the package computes with, and the two steps that every part of it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bmreport_meta.errors import NotEstimableError

if TYPE_CHECKING:
    from collections.abc import Iterable

FloatArray: TypeAlias = "np.ndarray[tuple[int, ...], np.dtype[np.float64]]"


def floats(values: Iterable[float]) -> FloatArray:
    """Turn plain numbers into one array."""
    return np.fromiter(values, dtype=np.float64)


def invert(matrix: FloatArray) -> FloatArray:
    """Invert the information matrix of a model; raise `NotEstimableError` when the weights leave it singular."""
    try:
        return np.asarray(np.linalg.inv(matrix), dtype=np.float64)
    except np.linalg.LinAlgError as error:
        reason = "the weights of the studies differ so much that the moderators cannot be told apart"
        raise NotEstimableError("the meta-regression", reason) from error
