"""Says in the log where a bot is when the time of its turn is up, for example in an endless loop."""

from __future__ import annotations

import _thread
import os
import sys
import time
from typing import Optional

_KIT = os.path.dirname(os.path.abspath(__file__))
# How often the thread looks for a new turn, in seconds.
_PERIOD = 0.25


def own_place(name: str, line: Optional[int]) -> Optional[str]:
    """A place in the bot's own files, such as ``bot.py, line 3``; ``None`` for other files."""
    home = os.path.dirname(os.path.abspath(sys.argv[0]))
    name = os.path.abspath(name)
    if name.startswith(home + os.sep) and not name.startswith(_KIT):
        return f"{os.path.relpath(name, home)}, line {line}"
    return None


class LateWatch:
    """Watches the thread that it is made in. Its own thread starts with the first turn on the clock."""

    def __init__(self) -> None:
        self._watched = _thread.get_ident()
        self._deadline: Optional[float] = None
        self._is_started = False

    def begin(self, seconds: Optional[float]) -> None:
        """A turn begins that may take this long."""
        self._deadline = None if seconds is None else time.monotonic() + seconds
        if seconds is not None and not self._is_started:
            self._is_started = True
            try:
                _thread.start_new_thread(self._watch, ())
            except RuntimeError:
                pass  # there are too many threads: the log does without the place

    def end(self) -> None:
        """The turn is over."""
        self._deadline = None

    def _watch(self) -> None:
        told = None
        while True:
            deadline = self._deadline
            if deadline is None or deadline == told:
                time.sleep(_PERIOD)
                continue
            left = deadline - time.monotonic()
            if left > 0:
                time.sleep(min(left, _PERIOD))
            else:
                told = deadline
                self._tell()

    def _tell(self) -> None:
        frame = sys._current_frames().get(self._watched)
        while frame is not None:
            place = own_place(frame.f_code.co_filename, frame.f_lineno)
            if place is not None:
                # Agon looks for this line.
                os.write(2, f"its turn was stopped ({place})\n".encode(errors="replace"))
                return
            frame = frame.f_back
