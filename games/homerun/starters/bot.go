// A first bot for Home Run.
//
// Every unit has a bot of its own. The headquarters recruits pitchers; a pitcher walks until it stands on a base or
// a stadium, and stays there.
package main

import (
	"agon"
	"strings"
)

var directions = []string{
	"NORTH", "NORTHWEST", "WEST", "SOUTHWEST", "SOUTH", "SOUTHEAST", "EAST", "NORTHEAST",
}

type unit struct {
	heading    int
	hasHeading bool
}

func (unit *unit) Turn(turn *agon.Turn) {
	me := turn.View.Get("me")
	if !unit.hasHeading {
		unit.heading, unit.hasHeading = me.Get("id").Integer()%8, true
	}
	tiles := turn.View.Get("tiles").Text()
	switch {
	case me.Get("type").Is("HQ"):
		recruit := []string{"PITCHER", directions[turn.Round%8]}
		if turn.Call("can_recruit", recruit).Value().Boolean() {
			turn.Call("recruit", recruit)
		}
	case strings.HasPrefix(tiles, "b") || strings.HasPrefix(tiles, "s"):
		// The first tile is the one the unit stands on: it stays here.
		turn.Dot(me.Get("at"))
	case me.Get("move_cd").Number() < 1:
		direction := directions[unit.heading]
		if turn.Call("can_move", direction).Value().Boolean() {
			turn.Call("move", direction)
		} else {
			unit.heading = (unit.heading + 3) % 8
		}
	}
}

func main() { agon.RunEach(func() agon.Bot { return &unit{} }) }
