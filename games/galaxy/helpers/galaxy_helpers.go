// Helpers for bots of Galaxy Commander: systems by name, distances, neighbours, ways.

package main

import "agon"

// Places has the names of the systems within the scan.
func Places(view View) []string {
	var all []string
	for _, system := range view.Systems {
		all = append(all, system.Name)
	}
	return all
}

// Neighbours has the systems at the ends of a system's wormholes with their costs, for agon.Path.
func Neighbours(view View, name string) []agon.Step[string] {
	var all []agon.Step[string]
	for _, system := range view.Systems {
		if system.Name != name {
			continue
		}
		for _, hole := range system.Wormholes {
			if hole.To != nil {
				all = append(all, agon.Step[string]{To: *hole.To, Cost: hole.Cost})
			}
		}
	}
	return all
}

// Way is the cheapest way through the wormholes in sight, both ends included; nil if there is none.
func Way(view View, start, goal string) []string {
	isGoal := func(name string) bool { return name == goal }
	return agon.Path(start, isGoal, func(name string) []agon.Step[string] { return Neighbours(view, name) })
}

// Distance is what the cheapest way costs; -1 if there is no way in sight.
func Distance(view View, start, goal string) int {
	found := Way(view, start, goal)
	if found == nil {
		return -1
	}
	sum := 0
	for i := 1; i < len(found); i++ {
		least := -1
		for _, step := range Neighbours(view, found[i-1]) {
			if step.To == found[i] && (least < 0 || step.Cost < least) {
				least = step.Cost
			}
		}
		sum += least
	}
	return sum
}
