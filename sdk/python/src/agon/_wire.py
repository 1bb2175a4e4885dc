"""Messages to and from Agon, one line of JSON each, separate from what the bot prints and reads."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Dict, Optional

from ._record import Record


class Closed(BaseException):
    """Agon has closed the pipes. Not an ``Exception``, so that ``except Exception`` does not catch it."""


class Wire:
    """The real standard input and output. From now on ``print`` writes to the log (stderr), and
    ``input`` finds nothing to read."""

    def __init__(self) -> None:
        self._in = os.fdopen(os.dup(0), "rb")
        self._out = os.dup(1)
        self._outbox = b""
        os.dup2(2, 1)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        # Earlier output may still be in the buffer; it belongs to the log as well.
        sys.stdout.flush()
        sys.stdout = sys.stderr

    def read(self) -> Record:
        """The next message."""
        line = self._in.readline()
        if not line.endswith(b"\n"):
            raise Closed
        message: Record = json.loads(line, object_hook=Record)
        return message

    def later(self, message: Dict[str, Any]) -> None:
        """Sends a message together with the next one, so that Agon is not woken for it."""
        text = json.dumps(message, separators=(",", ":"), allow_nan=False, default=_plain)
        self._outbox += text.encode() + b"\n"
        if len(self._outbox) > 1 << 15:
            self._flush()

    def send(self, message: Dict[str, Any]) -> None:
        """Sends a message at once."""
        self.later(message)
        self._flush()

    def _flush(self) -> None:
        rest, self._outbox = memoryview(self._outbox), b""
        try:
            while rest:
                rest = rest[os.write(self._out, rest) :]
        except BrokenPipeError:
            raise Closed from None


def _plain(thing: Any) -> Any:
    """Converts numbers and arrays of numpy, and sets, to types that JSON has."""
    if hasattr(thing, "tolist"):
        return thing.tolist()
    if isinstance(thing, (set, frozenset)):
        return sorted(thing)
    raise TypeError(f"a {type(thing).__name__} cannot be part of a call: {thing!r}")


_wire: Optional[Wire] = None


def open_wire() -> Wire:
    """The wire to Agon; there is only one."""
    global _wire
    if _wire is None:
        _wire = Wire()
    return _wire


# If Agon has started the bot, output before `run` must not mix with the messages either.
if os.environ.get("AGON_BOT") == "1":
    open_wire()
