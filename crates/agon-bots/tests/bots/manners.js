/** Uses everything that the kit has. The bots of this name in other languages say the same, word for word. */
const agon = require("agon");
console.log("printed before the match");

class Manners {
  turns = 0;

  turn(turn) {
    this.turns += 1;
    if (turn.hello.game === "galaxy") this.galaxy(turn);
    else this.homerun(turn);
  }

  galaxy(turn) {
    const { hello } = turn;
    if (this.turns === 1) {
      console.log("printed in a turn");
      turn.log(`= ${hello.game} ${hello.version} ${hello.rules} ${hello.map}`);
      turn.log(`= seat ${hello.seat} ${hello.seat_name} of ${hello.seats}`);
      turn.log(`= ${hello.tournament ? "a" : "no"} tournament, seed ${hello.seed}`);
      turn.log(`= turn ${turn.number} of actor ${turn.actor} in round ${turn.round}`);
      const inTime = 0 < turn.secondsLeft() && turn.secondsLeft() <= turn.seconds;
      turn.log(`= ${inTime ? "in time" : "late"}, ${turn.energy ?? "no"} energy`);
    } else if (this.turns === 2) {
      const reply = turn.call("set_scan", 1);
      turn.log(`= ${reply.kind} ${reply.value} ${reply.ok ? "ok" : "refused"}`);
      turn.log(`= ${turn.call("capture", -5).refused}`);
      const nonsense = turn.call("nonsense", { much: 1 });
      turn.log(`= ${nonsense.ok ? "ok" : "refused"}, ${nonsense.raw ?? "no answer"}`);
      for (const one of turn.calls([agon.call("refuel"), "no_action"], true)) {
        turn.log(`= ${one.kind}: ${one.refused ?? "ok"}`);
      }
    } else if (this.turns === 3) {
      throw new Error("on purpose");
    } else if (this.turns === 4) {
      turn.draft([agon.call("set_scan", 2)]);
    } else if (this.turns === 5) {
      turn.log(`= scan energy ${turn.view.scan_energy}`);
      const view = turn.look();
      turn.dot(view.current);
      turn.line(view.current, [3, 4], [255, 0, 0]);
      turn.text(7, "here", [1, 2, 3]);
    }
  }

  homerun(turn) {
    const { me } = turn.view;
    if (this.turns === 1) {
      turn.log(`= a new ${me.type}`);
      if (me.type === "HQ") turn.call("recruit", ["PITCHER", "NORTH"]);
    } else if (this.turns === 2 && me.type === "HQ") {
      for (;;) turn.call("sense_units", [64, null]);
    } else if (this.turns === 3 && me.type === "HQ") {
      turn.log(`= energy ${turn.energy}`);
      turn.call("kill_self");
      turn.call("info");
      turn.log("= said by the dead");
    } else if (this.turns === 5) {
      turn.log(`= turn ${this.turns} of a ${me.type}`);
      throw new Error("on purpose");
    }
  }
}

agon.run(Manners);
