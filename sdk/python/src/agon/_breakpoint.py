"""``breakpoint()`` in a match: without a terminal, the debugger would end the turn."""

from __future__ import annotations

import sys
from typing import Any, Set, Tuple

_told: Set[Tuple[str, int]] = set()


def skip_breakpoint(*_args: Any, **_named: Any) -> None:
    """Says once for each ``breakpoint()`` what to use instead, and lets the bot play on."""
    caller = sys._getframe(1)
    place = (caller.f_code.co_filename, caller.f_lineno)
    if place not in _told:
        _told.add(place)
        print(
            f"{place[0]}, line {place[1]}: breakpoint() is skipped, "
            "because a bot in a match has no terminal. "
            "Print what you want to see and read it with `agon play ... --log`, "
            "or repeat a match with `agon replay feed FILE BOT --log`.",
            file=sys.stderr,
        )
