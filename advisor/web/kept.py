"""What is kept for everybody who uses the page."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable

_Value = TypeVar("_Value")


class Kept(Generic[_Value]):
    """The latest values, shared by all sessions.

    Not st.cache_data: that can only be asked to compute, not whether it knows, and the page
    shows what it does not know yet step by step.

    Parameters
    ----------
    most
        How many values are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Hashable, _Value] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> _Value | None:
        """The value of a key, or None."""
        with self._lock:
            return self._values.get(key)

    def take(self, key: Hashable) -> _Value | None:
        """The value of a key, or None; it is not kept any longer."""
        with self._lock:
            return self._values.pop(key, None)

    def keep(self, key: Hashable, value: _Value) -> None:
        """Keep a value, and forget the oldest one if there are many."""
        with self._lock:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)
