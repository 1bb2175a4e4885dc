// Uses everything that the kit has. The bots of this name in other languages say the same, word for word.
package main

import (
	"agon"
	"fmt"
)

type manners struct{ turns int }

func (bot *manners) Turn(turn *agon.Turn) {
	bot.turns++
	if turn.Hello.Game == "galaxy" {
		bot.galaxy(turn)
	} else {
		bot.homerun(turn)
	}
}

func (bot *manners) galaxy(turn *agon.Turn) {
	switch bot.turns {
	case 1:
		greet(turn)
	case 2:
		speak(turn)
	case 3:
		panic("on purpose")
	case 4:
		turn.Draft(agon.Call("set_scan", 2))
	case 5:
		turn.Log("= scan energy ", turn.View.Get("scan_energy"))
		current := turn.Look().Get("current")
		turn.Dot(current)
		turn.Line(current, []int{3, 4}, agon.Colour{255, 0, 0})
		turn.Text(7, "here", agon.Colour{1, 2, 3})
	}
}

func (bot *manners) homerun(turn *agon.Turn) {
	kind := turn.View.Get("me").Get("type").Text()
	switch {
	case bot.turns == 1:
		turn.Log("= a new ", kind)
		if kind == "HQ" {
			turn.Call("recruit", []string{"PITCHER", "NORTH"})
		}
	case bot.turns == 2 && kind == "HQ":
		for {
			turn.Call("sense_units", []any{64, nil})
		}
	case bot.turns == 3 && kind == "HQ":
		turn.Log("= energy ", turn.Energy)
		turn.Call("kill_self")
		turn.Call("info")
		turn.Log("= said by the dead")
	case bot.turns == 5:
		turn.Logf("= turn %d of a %s", bot.turns, kind)
		panic("on purpose")
	}
}

func greet(turn *agon.Turn) {
	hello := turn.Hello
	fmt.Println("printed in a turn")
	turn.Logf("= %s %d %s %s", hello.Game, hello.Version, hello.Rules, hello.Map)
	turn.Logf("= seat %d %s of %d", hello.Seat, hello.SeatName, hello.Seats)
	turn.Logf("= %s tournament, seed %d", choose(hello.Tournament, "a", "no"), hello.Seed)
	turn.Logf("= turn %d of actor %d in round %d", turn.Number, turn.Actor, turn.Round)
	left := turn.SecondsLeft()
	isInTime := left > 0 && left <= turn.Seconds
	turn.Logf("= %s, %s energy", choose(isInTime, "in time", "late"), choose(turn.Energy < 0, "no", "some"))
}

func speak(turn *agon.Turn) {
	reply := turn.Call("set_scan", 1)
	turn.Logf("= %s %s %s", reply.Kind(), reply.Value(), choose(reply.OK(), "ok", "refused"))
	turn.Log("= ", turn.Call("capture", -5).Refused)
	nonsense := turn.Call("nonsense", agon.Fields{"much": 1})
	raw := choose(nonsense.Raw.IsNull(), "no answer", nonsense.Raw.String())
	turn.Logf("= %s, %s", choose(nonsense.OK(), "ok", "refused"), raw)
	for _, one := range turn.Calls(agon.Call("refuel"), "no_action") {
		turn.Logf("= %s: %s", one.Kind(), choose(one.OK(), "ok", one.Refused))
	}
	turn.Look()
}

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}

func main() {
	fmt.Println("printed before the match")
	agon.RunEach(func() agon.Bot { return &manners{} })
}
