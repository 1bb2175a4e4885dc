// A solid bot for Galaxy Commander: plays like `builtin:solid`.
//
// It looks two wormholes far and flies to the system that costs the least to reach and to capture. It keeps no
// map; it only counts how often it was in each system, to leave a region that is all its own.
package main

import "agon"

const (
	actionsPerTurn = 3
	// A scan of this energy shows the neighbours of the neighbours, too.
	scanEnergy = 1
	// A store of at least this much energy is worth the action that empties it.
	refuelStoreMin = 3
)

// Solid remembers how often a turn began in each system.
type Solid struct {
	visits map[string]int
}

// way is a wormhole whose end is in sight.
type way struct {
	to   *SeenSystem
	cost int
}

func (solid *Solid) play(turn *agon.Turn) {
	var view View
	turn.View.Into(&view)
	here := find(view, view.Current)
	if here == nil || view.Colour == nil {
		return
	}
	me := *view.Colour
	solid.visits[here.Name]++
	if view.CaptureActionsLeft != nil {
		continueCapture(*view.CaptureActionsLeft, turn)
		return
	}

	actionsLeft := actionsPerTurn
	if view.ScanEnergy < scanEnergy && view.Energy > scanEnergy {
		turn.Call("set_scan", scanEnergy)
		actionsLeft--
	}
	if here.Owner != me {
		capture(view.Energy, here, actionsLeft, turn)
		return
	}

	// The system is ours: take its energy, fly on, and begin to capture the next one at once.
	energy := view.Energy
	if here.Energy >= refuelStoreMin {
		turn.Call("refuel")
		energy += here.Energy
		actionsLeft--
	}
	next := solid.nextSystem(view, here, me)
	if next == nil || actionsLeft == 0 || next.cost > energy {
		return
	}
	turn.Line(here.Name, next.to.Name)
	turn.Call("move", next.to.Name)
	actionsLeft--
	if actionsLeft > 0 && next.to.Owner != me {
		capture(energy-next.cost, next.to, actionsLeft, turn)
	}
}

// nextSystem is the neighbour to fly to, and the cost of the wormhole: towards the cheapest system within two
// wormholes that is not ours; without one, the neighbour that was visited least.
func (solid *Solid) nextSystem(view View, here *SeenSystem, me string) *way {
	var best *way
	least := 0
	for _, first := range ends(view, here) {
		consider := func(total int) {
			if best == nil || total < least {
				least = total
				best = &way{first.to, first.cost}
			}
		}
		// Every wormhole also costs one action.
		if first.to.Owner != me {
			consider(first.cost + 1 + first.to.CaptureCost)
		}
		for _, second := range ends(view, first.to) {
			if second.to.Owner != me {
				consider(first.cost + second.cost + 2 + second.to.CaptureCost)
			}
		}
	}
	if best != nil {
		return best
	}
	for _, end := range ends(view, here) {
		times, cost := solid.visits[end.to.Name], end.cost
		if best != nil && solid.visits[best.to.Name] < times {
			continue
		}
		if best == nil || times < solid.visits[best.to.Name] || cost < best.cost {
			best = &way{end.to, cost}
		}
	}
	return best
}

func find(view View, name string) *SeenSystem {
	for i := range view.Systems {
		if view.Systems[i].Name == name {
			return &view.Systems[i]
		}
	}
	return nil
}

// ends are the wormholes of a system whose ends are in sight.
func ends(view View, of *SeenSystem) []way {
	var ways []way
	for _, wormhole := range of.Wormholes {
		if wormhole.To == nil {
			continue
		}
		if to := find(view, *wormhole.To); to != nil {
			ways = append(ways, way{to, wormhole.Cost})
		}
	}
	return ways
}

// capture pays as much of a capture with energy as possible, the rest with the actions of this turn.
func capture(energy int, system *SeenSystem, actions int, turn *agon.Turn) {
	paid := atMost(energy, system.CaptureCost-1)
	if paid < 0 {
		paid = 0
	}
	turn.Call("capture", paid)
	left := system.CaptureCost - 1 - paid
	continueCapture(atMost(left, actions-1), turn)
}

func continueCapture(actions int, turn *agon.Turn) {
	for i := 0; i < atMost(actions, actionsPerTurn); i++ {
		turn.Call("continue_capture")
	}
}

// atMost is the smaller of two numbers.
func atMost(number, most int) int {
	if number > most {
		return most
	}
	return number
}

func main() {
	solid := &Solid{visits: map[string]int{}}
	agon.Run(solid.play)
}
