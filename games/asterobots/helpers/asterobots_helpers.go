// Helpers for bots of Asterobots: vertices of the field, distances, neighbours, ways.

package main

import "agon"

// Place is a vertex: x and y.
type Place [2]int

// fieldColumns has the first and the last column of a row.
func fieldColumns(size, y int) (int, int) {
	cut := -y
	if y >= 1 {
		cut = y - 1
	}
	return 2 - 2*size + cut, 2*size - cut
}

// Places has all vertices of the field by y, then x.
func Places(view View) []Place {
	var all []Place
	size := view.Setting.MapSize
	for y := 1 - size; y <= size; y++ {
		first, last := fieldColumns(size, y)
		for x := first; x <= last; x++ {
			all = append(all, Place{x, y})
		}
	}
	return all
}

// Distance is the number of edges between two vertices.
func Distance(a, b Place) int {
	if a[1] > b[1] {
		a, b = b, a
	}
	wide, high := a[0]-b[0], b[1]-a[1]
	if wide < 0 {
		wide = -wide
	}
	if high == 0 {
		return wide
	}
	stairs := high
	if (a[0]+a[1])%2 == 0 {
		stairs--
	}
	if wide > stairs {
		stairs = wide
	}
	return high + stairs + (stairs-wide)%2
}

// Neighbours has the vertices beside a vertex, each with its cost, 1, for agon.Path.
func Neighbours(view View, at Place) []agon.Step[Place] {
	var all []agon.Step[Place]
	size, x, y := view.Setting.MapSize, at[0], at[1]
	vertical := y - 1
	if (x+y)%2 == 0 {
		vertical = y + 1
	}
	for _, to := range []Place{{x - 1, y}, {x + 1, y}, {x, vertical}} {
		first, last := fieldColumns(size, to[1])
		if to[1] >= 1-size && to[1] <= size && to[0] >= first && to[0] <= last {
			all = append(all, agon.Step[Place]{To: to, Cost: 1})
		}
	}
	return all
}

// Way is a shortest way, both ends included. The question path tells which one a plain launch takes.
func Way(view View, start, goal Place) []Place {
	isGoal := func(at Place) bool { return at == goal }
	return agon.Path(start, isGoal, func(at Place) []agon.Step[Place] { return Neighbours(view, at) })
}
