// Helpers for bots of Time Travel: tiles that units can enter, distances, neighbours, ways.

package main

import "agon"

// Place is a tile and its period: x, y, z.
type Place [3]int

// Edge is the greatest x and y; the least are -10.
const Edge = 10

// closedTiles has the tiles with terrain that blocks steps, with enemies, and if the rules say so with
// portals.
func closedTiles(view View) map[Place]bool {
	closed := map[Place]bool{}
	for _, one := range view.Terrain {
		if one.BlocksMove {
			closed[Place{one.X, one.Y, one.Z}] = true
		}
	}
	for _, unit := range view.Units {
		if unit.Owner != view.You {
			closed[Place{unit.X, unit.Y, unit.Z}] = true
		}
	}
	for _, house := range view.Buildings {
		for corner := 0; corner < 4 && house.Owner != view.You; corner++ {
			closed[Place{house.X + corner%2, house.Y + corner/2, house.Z}] = true
		}
	}
	for _, portal := range view.Portals {
		if !view.Rules.UnitsOnPortals {
			closed[Place{portal.X, portal.Y, portal.Z}] = true
		}
	}
	return closed
}

func stepsFrom(closed map[Place]bool, at Place) []agon.Step[Place] {
	var all []agon.Step[Place]
	x, y, z := at[0], at[1], at[2]
	for _, to := range []Place{{x + 1, y, z}, {x - 1, y, z}, {x, y + 1, z}, {x, y - 1, z}} {
		if to[0] >= -Edge && to[0] <= Edge && to[1] >= -Edge && to[1] <= Edge && !closed[to] {
			all = append(all, agon.Step[Place]{To: to, Cost: 1})
		}
	}
	return all
}

// Places has the tiles that own units can enter by z, y, then x.
func Places(view View) []Place {
	var all []Place
	closed := closedTiles(view)
	for z := 0; z < 3; z++ {
		for y := -Edge; y <= Edge; y++ {
			for x := -Edge; x <= Edge; x++ {
				if !closed[Place{x, y, z}] {
					all = append(all, Place{x, y, z})
				}
			}
		}
	}
	return all
}

// Distance is the number of steps between two tiles of one period if nothing is in the way; attacks measure
// in the same way.
func Distance(a, b Place) int {
	dx, dy := a[0]-b[0], a[1]-b[1]
	if dx < 0 {
		dx = -dx
	}
	if dy < 0 {
		dy = -dy
	}
	return dx + dy
}

// Neighbours has the tiles that an own unit can step to from a tile, each with its cost, 1, for agon.Path.
func Neighbours(view View, at Place) []agon.Step[Place] {
	return stepsFrom(closedTiles(view), at)
}

// Way is a shortest way within one period, both ends included; nil if there is none.
func Way(view View, start, goal Place) []Place {
	closed := closedTiles(view)
	isGoal := func(at Place) bool { return at == goal }
	return agon.Path(start, isGoal, func(at Place) []agon.Step[Place] { return stepsFrom(closed, at) })
}
