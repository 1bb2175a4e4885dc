"""Uses everything that the kit has. The bots of this name in other languages say the same, word for word."""

print("printed before the kit")
import agon

print("printed before the match")


class Manners:
    def __init__(self):
        self.turns = 0

    def turn(self, turn):
        self.turns += 1
        if turn.hello.game == "galaxy":
            self.galaxy(turn)
        else:
            self.homerun(turn)

    def galaxy(self, turn):
        if self.turns == 1:
            hello = turn.hello
            print("printed in a turn")
            turn.log(f"= {hello.game} {hello.version} {hello.rules} {hello.map}")
            turn.log(f"= seat {hello.seat} {hello.seat_name} of {hello.seats}")
            turn.log(f"= {'a' if hello.tournament else 'no'} tournament, seed {hello.seed}")
            turn.log(f"= turn {turn.number} of actor {turn.actor} in round {turn.round}")
            in_time = 0 < turn.seconds_left() <= turn.seconds
            turn.log(f"= {'in time' if in_time else 'late'}, {turn.energy or 'no'} energy")
        elif self.turns == 2:
            reply = turn.call("set_scan", 1)
            turn.log(f"= {reply.kind} {reply.value} {'ok' if reply else 'refused'}")
            turn.log(f"= {turn.call('capture', -5).refused}")
            nonsense = turn.call("nonsense", much=1)
            turn.log(f"= {'ok' if nonsense.ok else 'refused'}, {nonsense.raw or 'no answer'}")
            for reply in turn.calls([agon.call("refuel"), "no_action"], look=True):
                turn.log(f"= {reply.kind}: {reply.refused or 'ok'}")
        elif self.turns == 3:
            raise ValueError("on purpose")
        elif self.turns == 4:
            turn.draft([agon.call("set_scan", 2)])
        elif self.turns == 5:
            turn.log(f"= scan energy {turn.view.scan_energy}")
            view = turn.look()
            turn.dot(view.current)
            turn.line(view.current, [3, 4], (255, 0, 0))
            turn.text(7, "here", (1, 2, 3))

    def homerun(self, turn):
        me = turn.view.me
        if self.turns == 1:
            turn.log(f"= a new {me.type}")
            if me.type == "HQ":
                turn.call("recruit", ["PITCHER", "NORTH"])
        elif self.turns == 2 and me.type == "HQ":
            while True:
                turn.call("sense_units", [64, None])
        elif self.turns == 3 and me.type == "HQ":
            turn.log(f"= energy {turn.energy}")
            turn.call("kill_self")
            turn.call("info")
            turn.log("= said by the dead")
        elif self.turns == 5:
            turn.log(f"= turn {self.turns} of a {me.type}")
            raise ValueError("on purpose")


agon.run(Manners)
