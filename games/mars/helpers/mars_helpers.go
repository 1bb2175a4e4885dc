// Helpers for bots of Mars Makeover: tiles with their coordinates, distances, neighbours, ways.

package main

import (
	"agon"
	"strings"
)

// Tile is the row and the column of a tile.
type Tile [2]int

// Place is a tile that the team has seen.
type Place struct {
	At   Tile
	Tile byte
}

// Directions has the eight directions with what they add to row and column.
var Directions = []struct {
	Name string
	Step Tile
}{
	{"UP", Tile{-1, 0}}, {"UP_RIGHT", Tile{-1, 1}}, {"RIGHT", Tile{0, 1}}, {"DOWN_RIGHT", Tile{1, 1}},
	{"DOWN", Tile{1, 0}}, {"DOWN_LEFT", Tile{1, -1}}, {"LEFT", Tile{0, -1}}, {"UP_LEFT", Tile{-1, -1}},
}

// Places has the tiles that the team has seen with their coordinates.
func Places(view View) []Place {
	var all []Place
	for row, tiles := range view.Tiles {
		for col := range tiles {
			if tiles[col] != '#' {
				all = append(all, Place{Tile{row, col}, tiles[col]})
			}
		}
	}
	return all
}

// Distance is the number of steps between two tiles if nothing is in the way.
func Distance(a, b Tile) int {
	rows, cols := a[0]-b[0], a[1]-b[1]
	if rows < 0 {
		rows = -rows
	}
	if cols < 0 {
		cols = -cols
	}
	if rows > cols {
		return rows
	}
	return cols
}

// Neighbour is the tile beside a tile in a direction such as UP.
func Neighbour(at Tile, direction string) Tile {
	for _, one := range Directions {
		if one.Name == direction {
			return Tile{at[0] + one.Step[0], at[1] + one.Step[1]}
		}
	}
	panic("there is no direction " + direction)
}

// DirectionTo is the direction from a tile to one beside it; empty for all other tiles.
func DirectionTo(a, b Tile) string {
	for _, one := range Directions {
		if Neighbour(a, one.Name) == b {
			return one.Name
		}
	}
	return ""
}

// Neighbours has the seen tiles beside a tile that are not rock, each with its cost, 1, for agon.Path.
func Neighbours(view View, at Tile) []agon.Step[Tile] {
	var all []agon.Step[Tile]
	for _, one := range Directions {
		to := Neighbour(at, one.Name)
		if to[0] < 0 || to[0] >= len(view.Tiles) || to[1] < 0 || to[1] >= len(view.Tiles[0]) {
			continue
		}
		if strings.IndexByte("#I", view.Tiles[to[0]][to[1]]) < 0 {
			all = append(all, agon.Step[Tile]{To: to, Cost: 1})
		}
	}
	return all
}

// Way is a shortest way through seen land, both ends included, past any robots; nil if there is none.
func Way(view View, start, goal Tile) []Tile {
	isGoal := func(at Tile) bool { return at == goal }
	return agon.Path(start, isGoal, func(at Tile) []agon.Step[Tile] { return Neighbours(view, at) })
}
