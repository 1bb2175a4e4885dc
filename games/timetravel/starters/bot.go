// A first bot for Time Travel.
//
// Artists paint the gallery they stand on, which brings gold, and galleries train more artists.
// Farms feed a limited number of artists.
package main

import "agon"

const maxArtists = 5

func play(turn *agon.Turn) {
	view := turn.View
	var artists [3]int
	for _, unit := range view.Get("units").List() {
		if !unit.Get("owner").Is(view.Get("you")) || !unit.Get("type").Is("Artist") {
			continue
		}
		x, y, z := unit.Get("x").Integer(), unit.Get("y").Integer(), unit.Get("z").Integer()
		artists[z]++
		if turn.Call("paint", agon.Fields{"unit": unit.Get("id"), "x": x, "y": y}).OK() {
			turn.Dot([]int{x, y, z})
		}
	}

	for _, building := range view.Get("buildings").List() {
		if !building.Get("owner").Is(view.Get("you")) || !building.Get("type").Is("Gallery") {
			continue
		}
		if artists[building.Get("z").Integer()] < maxArtists {
			// Refused while it is busy or gold is missing: that costs nothing.
			turn.Call("train", agon.Fields{"building": building.Get("id"), "type": "Artist"})
		}
	}
}

func main() { agon.Run(play) }
