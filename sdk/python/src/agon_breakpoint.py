"""``breakpoint()`` in a match: without a terminal, the debugger would end the turn.

Agon names this function in ``PYTHONBREAKPOINT`` when it starts a bot. It is outside of the package
``agon``, which bots of the original contests do not import.
"""

from __future__ import annotations

import sys
from typing import Any, Set, Tuple

_told: Set[Tuple[str, int]] = set()


def skip(*_args: Any, **_named: Any) -> None:
    """Says once for each ``breakpoint()`` what to use instead, and lets the bot play on."""
    caller = sys._getframe(1)
    place = (caller.f_code.co_filename, caller.f_lineno)
    if place not in _told:
        _told.add(place)
        print(
            f"{place[0]}, line {place[1]}: breakpoint() is skipped, "
            "because a bot in a match has no terminal. "
            "Start it with `agon bot debug GAME BOT`, where breakpoint() opens pdb; "
            "or print what you want to see and read it with `agon play ... --log`.",
            file=sys.stderr,
        )
