"""Work in several threads whose results, and what each piece is told of the others, do not depend on their speed."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["in_order"]

R = TypeVar("R")


def in_order(jobs: Sequence[Callable[[list[R]], R]], width: int) -> list[R]:
    """The results of the jobs in order, at most `width` of them at work at once.

    Each job is given the results of all jobs before it but the `width - 1` nearest, which may still be at work; with a
    width of 1 that is every result before it. What a job raises is raised here, after those at work have ended.
    """
    with ThreadPoolExecutor(max_workers=width) as pool:
        futures: list[Future[R]] = []
        for place, job in enumerate(jobs):
            known = [future.result() for future in futures[: max(0, place - width + 1)]]
            futures.append(pool.submit(job, known))
        return [future.result() for future in futures]
