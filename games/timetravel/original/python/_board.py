"""All objects as of the start of the turn or the bot's last look, and the commands given since.

Views only name the types of units and buildings; here they are told as the contest's server told them.
"""

from ctypes import c_float
from typing import Any, Callable, Dict, List, Optional, Sequence

STRENGTH = c_float(1.15).value
PRICE = c_float(1.05).value
FEE_STEP = 10
FEE_DECAY = c_float(0.8).value

GROWTHS = (STRENGTH, STRENGTH, PRICE, STRENGTH)
SCHOOL = 8

#: As the fields of ``UnitType``; without the last one, which depends on the rules.
UNIT_TYPES: Sequence[Sequence[Any]] = [
    (0, "Cavalry", 120, 5, 4, 1500, 50, 5, 2, 0, 280, 0, 1, 7, 0, *GROWTHS, 5),
    (1, "Artillery", 177, 5, 5, 1800, 25, 3, 1, 2, 750, 3, 4, 7, 0, *GROWTHS, 5),
    (2, "Spearman", 181, 5, 3, 2000, 160, 4, 1, 1, 450, 0, 2, 7, 0, *GROWTHS, 5),
    (3, "Artist", 75, 3, 3, 500, 20, 2, 1, 1, 0, 1, 0, 9, 1, *GROWTHS, 5),
    (4, "Pig", 80, 1, 1, 1400, 100, 3, 0, 1, 0, 1, 0, 6, 0, *GROWTHS, 5),
    (5, "Engineer", 75, 3, 3, 500, 20, 2, 1, 1, 0, 1, 0, 8, 0, *GROWTHS, 5),
]
#: As the fields of ``BuildingType``; the time that a school takes in the present depends on the rules.
BUILDING_TYPES: Sequence[Sequence[Any]] = [
    (6, "Farm", 300, 20, 7, 4, 2, 3000, 100, 5, 0, 2, 2, 0, 0, *GROWTHS),
    (7, "Barracks", 400, 0, 12, 8, 5, 3500, 100, 5, 0, 2, 2, 0, 0, *GROWTHS),
    (8, "School", 400, 0, 12, 8, None, 3500, 100, 5, 0, 2, 2, 0, 0, *GROWTHS),
    (9, "Gallery", 400, 0, 8, 5, 3, 3500, 100, 5, 1, 2, 2, 0, 0, *GROWTHS),
    (10, "Bunker", 300, 0, 14, 8, 4, 5000, 100, 5, 0, 2, 2, 0, 0, *GROWTHS),
]
TYPE_IDS = {row[1]: row[0] for row in (*UNIT_TYPES, *BUILDING_TYPES)}

Row = Sequence[Any]

#: A number that changes with every look.
iteration = 0
player = 0
turn = 0
gold: List[List[int]] = [[0, 0, 0], [0, 0, 0]]
damage_rounds_up = False
#: The rows of each kind, in the order of their ids.
rows: Dict[str, List[Row]] = {
    kind: [] for kind in ("Building", "BuildingType", "Portal", "Terrain", "Unit", "UnitType")
}
_by_id: Dict[str, Dict[int, Row]] = {}


def show(view: Any) -> None:
    """Shows the bot a view."""
    global iteration, player, turn, gold, damage_rounds_up
    iteration += 1
    player, turn, gold = view["you"], view["turn"], view["gold"]
    rules = view["rules"]
    damage_rounds_up = rules["damage_rounding"] == "up"
    school = rules["school_turns_in_present"]
    rows["Unit"] = [
        (u["id"], u["x"], u["y"], u["z"], u["hp"], u["level"], TYPE_IDS[u["type"]], u["owner"], u["actions"], u["moves"])
        for u in view["units"]
    ]
    rows["Building"] = [
        (b["id"], b["x"], b["y"], b["z"], b["hp"], b["level"], TYPE_IDS[b["type"]], b["owner"],
         TYPE_IDS.get(b["training"], -1), b["progress"], int(b["linked"]), int(b["complete"]))
        for b in view["buildings"]
    ]  # fmt: skip
    rows["Portal"] = [
        (p["id"], p["x"], p["y"], p["z"], p["direction"], p["fee"], FEE_STEP, FEE_DECAY) for p in view["portals"]
    ]
    rows["Terrain"] = [
        (t["id"], t["x"], t["y"], t["z"], int(t["blocks_move"]), int(t["blocks_build"])) for t in view["terrain"]
    ]
    rows["UnitType"] = [(*row, rules["paint_slope"]) for row in UNIT_TYPES]
    rows["BuildingType"] = [(*row[:6], school, *row[7:]) if row[0] == SCHOOL else row for row in BUILDING_TYPES]
    for kind, some in rows.items():
        _by_id[kind] = {row[0]: row for row in some}


def find(kind: str, ID: int) -> Optional[Row]:
    """The object of a kind with this id, if there is one."""
    return _by_id.get(kind, {}).get(ID)


def nobody_listens(verb: str, fields: Dict[str, Any]) -> None:
    """Denies an order outside of the bot's turn."""
    deny(verb, "it is not your turn")


#: Gives an order; the host replaces it while the bot is on turn.
order: Callable[[str, Dict[str, Any]], None] = nobody_listens


def deny(verb: str, reason: str) -> None:
    """Prints a denial as the contest's client did: the name of the message, then the reason."""
    print(f"game-{verb}-denied\n{reason}")
