// A first bot for Mars Makeover.
//
// Every robot walks in a direction of its own and works wherever it can. All metal goes into new robots: one
// explorer, then terraformers.
package main

import "agon"

var steps = []struct {
	direction   string
	down, right int
}{
	{"UP", -1, 0}, {"UP_RIGHT", -1, 1}, {"RIGHT", 0, 1}, {"DOWN_RIGHT", 1, 1},
	{"DOWN", 1, 0}, {"DOWN_LEFT", 1, -1}, {"LEFT", 0, -1}, {"UP_LEFT", -1, -1},
}

func play(turn *agon.Turn) {
	view := turn.View
	robots := view.Get("robots").List()
	for number, robot := range robots {
		step := steps[(number+turn.Round/5)%8]
		row := robot.Get("row").Integer() + step.down
		col := robot.Get("col").Integer() + step.right
		// Stepping on a robot rams it and destroys both, so the bot looks first.
		if turn.Call("robot_at", agon.Fields{"row": row, "col": col}).Value().IsNull() {
			turn.Call("move", agon.Fields{"robot": robot.Get("name"), "direction": step.direction})
		}
		turn.Call("act", agon.Fields{"robot": robot.Get("name")})
	}

	metal, price := view.Get("metal").Integer(), view.Get("spawn_cost").Integer()
	kind := "terraformer"
	if len(robots) == 0 {
		kind = "explorer"
	}
	for row, line := range view.Get("terraform").List() {
		for col, value := range line.List() {
			if value.Integer() <= 0 || metal < price {
				continue
			}
			if turn.Call("spawn", agon.Fields{"type": kind, "row": row, "col": col}).OK() {
				turn.Dot([]int{row, col})
				metal -= price
				kind = "terraformer"
			}
		}
	}
}

func main() { agon.Run(play) }
