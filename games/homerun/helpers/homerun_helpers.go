// Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours, ways.

package main

import (
	"agon"
	"sort"
	"strings"
)

// Place is a tile in sight: X grows to the east, Y to the north.
type Place struct {
	X, Y int
	Tile byte
}

// Around has the tiles around a unit in the order of View.Tiles.
func Around() [][2]int {
	var all [][2]int
	for x := -8; x <= 8; x++ {
		for y := -8; y <= 8; y++ {
			if x*x+y*y <= 64 {
				all = append(all, [2]int{x, y})
			}
		}
	}
	square := func(at [2]int) int { return at[0]*at[0] + at[1]*at[1] }
	// The loops have sorted equal distances by x and y.
	sort.SliceStable(all, func(i, j int) bool { return square(all[i]) < square(all[j]) })
	return all
}

// Places has the tiles in sight with their coordinates, the own one first.
func Places(view View) []Place {
	var all []Place
	for i, step := range Around()[:len(view.Tiles)] {
		all = append(all, Place{view.Me.At[0] + step[0], view.Me.At[1] + step[1], view.Tiles[i]})
	}
	return all
}

// DistanceSquared is the squared distance of two tiles, as the rules measure sight.
func DistanceSquared(a, b []int) int {
	return (a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1])
}

// Neighbour is the tile beside a tile in a direction such as NORTH.
func Neighbour(at []int, direction string) []int {
	has := func(part string) int {
		if strings.Contains(direction, part) {
			return 1
		}
		return 0
	}
	return []int{at[0] + has("EAST") - has("WEST"), at[1] + has("NORTH") - has("SOUTH")}
}

// Tile is the coordinates of a tile: x and y.
type Tile [2]int

// Directions has the eight directions.
var Directions = []string{
	"NORTH", "NORTHWEST", "WEST", "SOUTHWEST", "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST",
}

// Distance is the number of steps between two tiles if nothing is in the way.
func Distance(a, b Tile) int {
	dx, dy := a[0]-b[0], a[1]-b[1]
	if dx < 0 {
		dx = -dx
	}
	if dy < 0 {
		dy = -dy
	}
	if dx > dy {
		return dx
	}
	return dy
}

// DirectionTo is the direction from a tile to one beside it; empty for all other tiles.
func DirectionTo(a, b Tile) string {
	for _, name := range Directions {
		to := Neighbour(a[:], name)
		if to[0] == b[0] && to[1] == b[1] {
			return name
		}
	}
	return ""
}

// openTiles has the tiles in sight that are accessible: no water, and without a unit or a ball.
func openTiles(view View) map[Tile]bool {
	open := map[Tile]bool{}
	for _, place := range Places(view) {
		open[Tile{place.X, place.Y}] = strings.IndexByte(".bs", place.Tile) >= 0
	}
	delete(open, Tile{view.Me.At[0], view.Me.At[1]})
	for _, unit := range view.Units {
		delete(open, Tile{unit.At[0], unit.At[1]})
	}
	for _, ball := range view.Balls {
		delete(open, Tile{ball[0], ball[1]})
	}
	return open
}

func stepsFrom(open map[Tile]bool, at Tile) []agon.Step[Tile] {
	var all []agon.Step[Tile]
	for _, name := range Directions {
		beside := Neighbour(at[:], name)
		to, cost := Tile{beside[0], beside[1]}, 10000
		if to[0] != at[0] && to[1] != at[1] {
			cost = 14142
		}
		if open[to] {
			all = append(all, agon.Step[Tile]{To: to, Cost: cost})
		}
	}
	return all
}

// Neighbours has the accessible tiles in sight beside a tile, each with its cost in cooldown, for agon.Path:
// a straight step costs 10000, a diagonal one 14142.
func Neighbours(view View, at Tile) []agon.Step[Tile] {
	return stepsFrom(openTiles(view), at)
}

// Way is the quickest way over the tiles in sight, both ends included; nil if there is none.
func Way(view View, start, goal Tile) []Tile {
	open := openTiles(view)
	isGoal := func(at Tile) bool { return at == goal }
	return agon.Path(start, isGoal, func(at Tile) []agon.Step[Tile] { return stepsFrom(open, at) })
}
