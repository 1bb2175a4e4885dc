// A first bot for Galaxy Commander.
//
// It captures the system it is in. When that is done it takes the energy stored there and flies on through the
// cheapest wormhole, if possible to a system that is not ours.
package main

import "agon"

// find returns the system of this name.
func find(view, name agon.Value) agon.Value {
	for _, system := range view.Get("systems").List() {
		if system.Get("name").Is(name) {
			return system
		}
	}
	return agon.Value{}
}

func play(turn *agon.Turn) {
	view := turn.View
	here := find(view, view.Get("current"))
	if !here.Get("owner").Is(view.Get("colour")) {
		if view.Get("capture_actions_left").IsNull() {
			energy := here.Get("capture_cost").Integer() - 1
			if view.Get("energy").Integer() < energy {
				energy = view.Get("energy").Integer()
			}
			turn.Call("capture", energy)
		}
		// Until the three actions of this turn are used up.
		for turn.Call("continue_capture").OK() {
		}
		return
	}

	turn.Call("refuel")
	price := func(wormhole agon.Value) int {
		if find(view, wormhole.Get("to")).Get("owner").Is(view.Get("colour")) {
			return wormhole.Get("cost").Integer() + 1000
		}
		return wormhole.Get("cost").Integer()
	}
	var best agon.Value
	for _, wormhole := range here.Get("wormholes").List() {
		if !wormhole.Get("to").IsNull() && (best.IsNull() || price(wormhole) < price(best)) {
			best = wormhole
		}
	}
	if !best.IsNull() {
		turn.Line(here.Get("name"), best.Get("to"))
		turn.Call("move", best.Get("to"))
	}
}

func main() { agon.Run(play) }
