// A first bot for Asterobots.
//
// It selects veins that build many robots. Then every vein of ours that is strong enough conquers the weakest vein
// it can.
package main

import (
	"agon"
	"sort"
)

func selectVein(turn *agon.Turn) {
	var best agon.Value
	for _, vein := range turn.View.Get("veins").List() {
		productivity := vein.Get("robot_productivity").Integer()
		if vein.Get("owner").Is(-1) && (best.IsNull() || productivity > best.Get("robot_productivity").Integer()) {
			best = vein
		}
	}
	turn.Call("select", best.Get("location"))
}

func play(turn *agon.Turn) {
	view := turn.View
	if view.Get("phase").Is("select") {
		selectVein(turn)
		return
	}
	var mine, targets []agon.Value
	for _, vein := range view.Get("veins").List() {
		if vein.Get("owner").Is(view.Get("me")) {
			mine = append(mine, vein)
		} else {
			targets = append(targets, vein)
		}
	}
	sort.SliceStable(targets, func(a, b int) bool {
		return targets[a].Get("robots").Integer() < targets[b].Get("robots").Integer()
	})
	for _, vein := range mine {
		if len(targets) == 0 {
			return
		}
		// Some more than live there now, because robots are built while ours are on their way.
		robots := targets[0].Get("robots").Integer() + 20
		if vein.Get("robots").Integer() >= robots {
			from, to := vein.Get("location"), targets[0].Get("location")
			turn.Call("launch", agon.Fields{"robots": robots, "from": from, "to": to})
			turn.Line(from, to)
			targets = targets[1:]
		}
	}
}

func main() { agon.Run(play) }
