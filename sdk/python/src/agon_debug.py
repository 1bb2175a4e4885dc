"""Runs a bot under pdb, as ``agon bot debug`` does: ``python3 agon_debug.py BOT PROGRAM [ARGUMENT]...``.

``PROGRAM`` is the bot itself, or the program that loads the file ``BOT``. pdb stops at the first line
of ``BOT``, at ``breakpoint()``, and where an exception ends a turn. Its terminal is two pipes, because
the bot's standard input and output belong to Agon.
"""

from __future__ import annotations

import io
import os
import pdb
import sys
import traceback
import types
from typing import Any, NoReturn, Optional

TERMINAL = "AGON_DEBUG_TERMINAL"


class Debugger(pdb.Pdb):
    """pdb on Agon's pipes. It is also the hook that ``breakpoint()`` calls."""

    def __init__(self, bot: str) -> None:
        read, write = (int(number) for number in os.environ[TERMINAL].split(","))
        super().__init__(
            stdin=os.fdopen(read, "r", encoding="utf-8", errors="replace"),
            stdout=os.fdopen(write, "w", encoding="utf-8", errors="replace"),
            # `step` passes over the kit.
            skip=["agon", "agon.*"],
            nosigint=True,
            readrc=False,
        )
        self.mainpyfile = self.canonic(bot)
        self._wait_for_mainpyfile = True

    def __call__(self, *_args: Any, **_named: Any) -> None:
        self._wait_for_mainpyfile = False
        self.set_trace(sys._getframe(1))

    def post_mortem(self, fault: BaseException, trace: Optional[types.TracebackType]) -> None:
        """Looks at the frames of an exception; the bot goes on afterwards."""
        if trace is None:
            return
        tracer = sys.gettrace()
        sys.settrace(None)
        self._wait_for_mainpyfile = False
        self.message(traceback.format_exception_only(type(fault), fault)[-1].strip())
        self.interaction(None, trace)
        sys.settrace(tracer)

    def setup(self, f: Any, tb: Any = None) -> Any:
        """Selects the author's frame of an exception that was raised in the kit."""
        result = super().setup(f, tb)
        while tb is not None and self.curindex > 0 and _is_of_kit(self.curframe):
            self.curindex -= 1
            self.curframe = self.stack[self.curindex][0]
            self.curframe_locals = self.curframe.f_locals
        return result

    def set_quit(self) -> NoReturn:
        """Ends the bot: an exception would end its turn only. The code says that a person ended it."""
        sys.stderr.flush()
        os._exit(3)

    def do_run(self, arg: str) -> None:
        """Says how to restart the match."""
        self.message("A match cannot be restarted here: quit and start `agon bot debug` again.")

    do_restart = do_run


def _is_of_kit(frame: Any) -> bool:
    return str(frame.f_globals.get("__name__", "")).split(".")[0] == "agon"


def main() -> None:
    """Runs the program of the command line under the debugger."""
    bot, program = sys.argv[1:3]
    debugger = Debugger(bot)
    sys.breakpointhook = debugger
    sys.argv = sys.argv[2:]
    sys.path[0] = os.path.dirname(os.path.abspath(program))
    module = types.ModuleType("__main__")
    module.__file__ = program
    module.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = module
    with io.open_code(os.path.abspath(program)) as file:
        code = compile(file.read(), program, "exec")
    try:
        debugger.run(code, module.__dict__)
    except Exception as fault:
        traceback.print_exc()
        trace = fault.__traceback__
        # The first frames are this file's and the debugger's.
        while trace is not None and trace.tb_frame.f_code is not code:
            trace = trace.tb_next
        debugger.post_mortem(fault, trace)
        sys.exit(1)


if __name__ == "__main__":
    main()
