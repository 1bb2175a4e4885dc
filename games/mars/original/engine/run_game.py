#!/usr/bin/env python3
"""Plays a match of Mars Makeover with Agon, by the command line of the contest's own program.

    python3 run_game.py -m MAP -b BLUE -r RED      maps/MAP.awap23m, bots/BLUE.py against bots/RED.py
    python3 run_game.py -f game_settings.json      the map and the bots that this file names
    python3 run_game.py -vm                        checks all files of maps/

The replay is written to replays/BLUE-RED-MAP.awap23r, which the contest's viewer shows, and beside it as
.agonreplay for `agon watch`. The rules are those of the contest's program. AGON names Agon's program if it is
not on the path.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
AGON = os.environ.get("AGON") or shutil.which("agon") or "@AGON@"


def main() -> int:
    """Plays, or checks the maps; the exit code."""
    options = parser().parse_args()
    if options.validate_maps:
        maps = sorted(str(path.relative_to(HERE)) for path in (HERE / "maps").glob("*.awap23m"))
        return agon(["maps", "mars", "check", "--rules", "original", *maps]).returncode
    if options.file:
        settings = Path(options.file).resolve()
        return play(settings, options)
    if not (options.map and options.blue and options.red):
        parser().error("name a map and two bots (-m, -b, -r), or a settings file (-f)")
    named = {"map": options.map, "blue_bot": options.blue, "red_bot": options.red}
    with tempfile.NamedTemporaryFile("w", suffix=".json", dir=HERE, delete=False) as file:
        json.dump(named, file)
    try:
        return play(Path(file.name), options)
    finally:
        os.unlink(file.name)


def parser() -> argparse.ArgumentParser:
    """The contest's command line."""
    words = argparse.ArgumentParser(description="Plays a match of Mars Makeover with Agon.")
    words.add_argument("-m", "--map", help="the map's name")
    words.add_argument("-b", "--blue", help="the name of blue's bot")
    words.add_argument("-r", "--red", help="the name of red's bot")
    words.add_argument("-f", "--file", help="a settings file instead of these three")
    words.add_argument("-rp", "--print-replay", action="store_true", help="print the replay")
    words.add_argument("-sb", "--silence-blue", action="store_true", help="do not print what blue's bot says")
    words.add_argument("-sr", "--silence-red", action="store_true", help="do not print what red's bot says")
    words.add_argument("-vm", "--validate-maps", action="store_true", help="check all maps")
    return words


def play(settings: Path, options: argparse.Namespace) -> int:
    """Plays the match of a settings file."""
    names = {key: Path(value).stem for key, value in json.loads(settings.read_text()).items()}
    name = f"{names.get('blue_bot')}-{names.get('red_bot')}-{names.get('map')}"
    replay = Path("replays") / f"{name}.agonreplay"
    words = ["play", "mars", "--settings", str(settings), "--rules", "original", "--json"]
    played = agon([*words, "--replay", str(replay)], stdout=subprocess.PIPE, text=True)
    if played.returncode:
        return played.returncode
    result = json.loads(played.stdout)
    silenced = [options.silence_blue, options.silence_red]
    log = agon(["replay", "log", str(replay), "--json"], stdout=subprocess.PIPE, text=True)
    for line in map(json.loads, log.stdout.splitlines()):
        if not silenced[line["seat"]]:
            print(line["text"])
    original = str(replay.with_suffix(".awap23r"))
    exported = agon(["replay", "export", str(replay), "--original", "-o", original], stdout=subprocess.DEVNULL)
    if exported.returncode:
        return exported.returncode
    if options.print_replay:
        print((HERE / original).read_text())
    late = " By Timeout" if result["reason"] == "timeout" else ""
    winner = result["winner"]
    print("No winner" if winner is None else f"Winner: {('blue', 'red')[winner]}{late}")
    return 0


def agon(words: list[str], **how: object) -> subprocess.CompletedProcess[str]:
    """Runs Agon in this folder."""
    try:
        return subprocess.run([AGON, *words], cwd=HERE, **how)
    except FileNotFoundError:
        sys.exit(f"{AGON} is not there: set AGON to the path of Agon's program, or put it on the path")


if __name__ == "__main__":
    sys.exit(main())
