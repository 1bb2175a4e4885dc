// Compiled but not run: checks that the types are those that bots need.
import { call, run, Turn, TurnOver, type Bot, type Call, type Reply } from "../index.js";
import type { View as Asterobots } from "../../../games/asterobots/types/asterobots_types.js";
import type { View as Galaxy } from "../../../games/galaxy/types/galaxy_types.js";
import type { View as HomeRun } from "../../../games/homerun/types/homerun_types.js";
import type { View as Mars } from "../../../games/mars/types/mars_types.js";
import type { View as TimeTravel } from "../../../games/timetravel/types/timetravel_types.js";

interface View {
  metal: number;
}

const capture: Call = call("capture", 7);

function play(turn: Turn<View>): void {
  const metal: number = turn.view.metal;
  const reply: Reply = turn.call("spawn", { row: 1, col: metal });
  const replies: Reply[] = turn.calls([capture, "skip"], true);
  turn.draft([capture]);
  turn.log(reply.ok ? reply.value : reply.refused);
  turn.dot([1, 2]);
  turn.line([1, 2], "robot_3", [255, 0, 0]);
  turn.text(replies.length, turn.secondsLeft());
  // @ts-expect-error: a colour has three parts.
  turn.dot([1, 2], [255]);
  // @ts-expect-error: the number of the round is read-only.
  turn.round = 3;
}

const bots: Bot<View>[] = [play, { turn: play }, class { turn = play }];
try {
  run<View>(bots[0]!);
} catch (fault) {
  if (!(fault instanceof TurnOver)) throw fault;
}

// The types of the games' views.
export const bots_of_games: [Bot<Asterobots>, Bot<Galaxy>, Bot<HomeRun>, Bot<Mars>, Bot<TimeTravel>] = [
  (turn) => turn.log(turn.view.veins[0]!.location[0]),
  (turn) => turn.log(turn.view.systems[0]!.wormholes[0]!.to ?? "unknown"),
  (turn) => turn.log(turn.view.me.type === "HQ"),
  // @ts-expect-error: a misspelt field.
  (turn) => turn.log(turn.view.metl),
  (turn) => turn.log(turn.view.gold[0]![2]),
];
