// Galaxy Commander: remember the map, fly to the nearest system that is not ours, capture it.
//
// The view only shows what is one wormhole away, so the bot keeps an atlas of everything it has seen. Each turn it
// fills its three actions in this order:
//
//  1. If this system is not ours, put all energy into capturing it and continue until it is ours.
//  2. Take the energy stored in a system of ours.
//  3. Follow the cheapest known way to a system that is not ours, or that has not been seen yet.
package main

import (
	"agon"
	"container/heap"
)

type commander struct {
	atlas map[string]agon.Value // what was last seen of each system, by name
}

func (bot *commander) Turn(turn *agon.Turn) {
	for _, system := range turn.View.Get("systems").List() {
		bot.atlas[system.Get("name").Text()] = system
	}
	plan := bot.plan(turn.View)
	turn.Logf("in %s with %s energy: %v", turn.View.Get("current"), turn.View.Get("energy"), plan)
	turn.Calls(plan...)
}

func (bot *commander) plan(view agon.Value) (plan []any) {
	ours := map[string]bool{}
	for name, system := range bot.atlas {
		ours[name] = system.Get("owner").Is(view.Get("colour"))
	}
	here, energy := view.Get("current").Text(), view.Get("energy").Integer()
	isCapturing := !view.Get("capture_actions_left").IsNull()
	left := view.Get("capture_actions_left").Integer()
	fuel := bot.atlas[here].Get("energy").Integer()
	for len(plan) < 3 {
		energy++ // radiation, before anything else happens
		switch {
		case !ours[here]:
			if isCapturing {
				plan = append(plan, agon.Call("continue_capture"))
				left--
			} else {
				cost := bot.atlas[here].Get("capture_cost").Integer() - 1
				spend := cost
				if energy < cost {
					spend = energy
				}
				plan = append(plan, agon.Call("capture", spend))
				energy -= spend
				left, isCapturing = cost-spend, true
			}
			if left <= 0 {
				ours[here], isCapturing = true, false
			}
		case fuel > 0:
			plan = append(plan, agon.Call("refuel"))
			energy += fuel
			fuel = 0
		default:
			hop := bot.nextHop(here, ours)
			// Costs may rise by one each action, and a move that cannot be paid for is lost.
			if hop == nil || energy < hop.cost+1 {
				plan = append(plan, agon.Call("no_action"))
				continue
			}
			plan = append(plan, agon.Call("move", hop.to))
			energy -= hop.cost + 1
			here = hop.to
			system, isKnown := bot.atlas[here]
			if !isKnown {
				return plan // what is there can only be seen from there
			}
			fuel = system.Get("energy").Integer()
		}
	}
	return plan
}

// hop is a flight through one wormhole.
type hop struct {
	to   string
	cost int
}

// way is a way to a system: the sum of its costs and its first hop.
type way struct {
	sum   int
	to    string
	first *hop
}

// nextHop is the first hop of the cheapest way to a system that is not ours.
func (bot *commander) nextHop(start string, ours map[string]bool) *hop {
	open := &ways{{0, start, nil}}
	seen := map[string]bool{}
	for open.Len() > 0 {
		here := heap.Pop(open).(way)
		if seen[here.to] {
			continue
		}
		seen[here.to] = true
		if here.to != start && !ours[here.to] {
			return here.first
		}
		for _, wormhole := range bot.atlas[here.to].Get("wormholes").List() {
			next := &hop{wormhole.Get("to").Text(), wormhole.Get("cost").Integer()}
			first := here.first
			if first == nil {
				first = next
			}
			if !wormhole.Get("to").IsNull() {
				heap.Push(open, way{here.sum + next.cost + 1, next.to, first})
			} else if here.first != nil {
				return here.first // where it leads can be seen from there
			}
		}
	}
	return nil
}

// ways is a priority queue, the cheapest way first.
type ways []way

func (ways ways) Len() int           { return len(ways) }
func (ways ways) Less(a, b int) bool { return ways[a].sum < ways[b].sum }
func (ways ways) Swap(a, b int)      { ways[a], ways[b] = ways[b], ways[a] }
func (ways *ways) Push(one any)      { *ways = append(*ways, one.(way)) }
func (ways *ways) Pop() any {
	last := len(*ways) - 1
	one := (*ways)[last]
	*ways = (*ways)[:last]
	return one
}

func main() { agon.RunEach(func() agon.Bot { return &commander{atlas: map[string]agon.Value{}} }) }
