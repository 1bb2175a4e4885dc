// Helpers for bots of Home Run: tiles with their coordinates, distances, neighbours.

package main

import (
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
