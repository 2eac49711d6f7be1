"""Parts of a match on the workers of a Dask scheduler.

Parts come back in order and only whole. When a worker dies, Dask gives what he had to others.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from advisor import __version__
from advisor.match.errors import MatchError
from advisor.match.run import Share, play_part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from advisor.match.plan import Part, Plan
    from advisor.match.sums import Sums

AHEAD: Final = 3
"""Parts for each thread of the cluster that are under way or waiting."""

WAIT_S: Final = 20


def on_cluster(address: str) -> Share:
    """Share parts among the workers of a scheduler.

    Parameters
    ----------
    address
        Of the scheduler, such as ``tcp://10.0.0.1:8786``.

    Raises
    ------
    MatchError
        When played: if Dask is not installed, the scheduler does not answer, it has no
        workers, or one of them has another version of this program.
    """

    def play(plan: Plan, parts: Iterable[Part]) -> Iterator[Sums]:
        client = _connect(address)
        try:
            yield from _in_order(client, plan, iter(parts))
        finally:
            client.close()

    return play


def _connect(address: str) -> Any:  # noqa: ANN401  # distributed has no types
    try:
        import distributed  # noqa: PLC0415
    except ImportError as missing:
        raise MatchError(
            "--dask needs Dask, which is not installed; "
            'install it with: pip install "thirtyone-advisor[cluster]"'
        ) from missing
    try:
        client: Any = distributed.Client(  # type: ignore[no-untyped-call]  # it has no types
            address, timeout=WAIT_S, set_as_default=False
        )
    except (OSError, ValueError, TimeoutError) as error:
        raise MatchError(f"no Dask scheduler answers at {address}: {error}") from error
    try:
        client.wait_for_workers(1, timeout=WAIT_S)
    except TimeoutError as error:
        client.close()
        raise MatchError(f"the Dask scheduler at {address} has no workers") from error
    return client


def _in_order(client: Any, plan: Plan, parts: Iterator[Part]) -> Iterator[Sums]:  # noqa: ANN401
    """Keep the cluster busy some parts ahead; give the sums of each part in order."""
    ahead = AHEAD * max(sum(client.nthreads().values()), 1)
    waiting = deque(_send(client, plan, part) for part in islice(parts, ahead))
    while waiting:
        version, sums = waiting.popleft().result()
        if version != __version__:
            raise MatchError(f"a worker has version {version} of this program, not {__version__}")
        yield sums
        waiting.extend(_send(client, plan, part) for part in islice(parts, 1))


def _send(client: Any, plan: Plan, part: Part) -> Any:  # noqa: ANN401
    # Not pure: a second match in the same cluster must be played, not remembered.
    return client.submit(work, plan, *part, pure=False)


def work(plan: Plan, first: int, sets: int) -> tuple[str, Sums]:
    """Play a part on a worker, and say which version played it."""
    return __version__, play_part(plan, first, sets)
