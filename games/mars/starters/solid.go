// A solid bot for Mars Makeover: plays like `builtin:solid`.
//
// There are three kinds of work. Explorers work where they see something new, miners on deposits, and terraformers
// on land that is not ours. Every robot goes to the nearest work of its type, and no two robots go to the same
// tile. Robots recharge on own land before they go on, and never ram.
//
// All metal goes into new robots: a few explorers while much is hidden, miners for the deposits, and terraformers
// with the rest. They are built where their work is near.
package main

import (
	"agon"
	"sort"
)

const (
	// A robot that rests on own land leaves with this charge.
	setsOut = 60
	// Hidden tiles for which one more explorer is built.
	hiddenPerExplorer = 200
	// Miners beyond the number of terraformers.
	spareMiners = 2
	// Terraformers beyond the number of tiles to take. More would only stand in the way.
	spareTerraformers = 10
	// Explorers and miners are built until this many rounds before the end.
	paysUntil = 30
)

// tiles is a set of tiles. A tile is a number; there is a border of one tile around the map, so that every tile has
// eight neighbours.
type tiles map[int]bool

// ground is the known part of the map.
type ground struct {
	width int
	// What a step in each direction adds to a tile's number.
	steps    [8]int
	hidden   tiles
	land     tiles
	deposits tiles
	own      tiles
	// Land that takes few actions: neutral, or the enemy's with a value of -1 or -2.
	weak tiles
	// Seen tiles that robots can enter, and those of them without a robot.
	open, free tiles
}

func newGround(view *View) *ground {
	g := &ground{
		width: len(view.Tiles[0]) + 2, hidden: tiles{}, land: tiles{}, deposits: tiles{}, own: tiles{}, weak: tiles{},
		open: tiles{}, free: tiles{},
	}
	for i, direction := range Directions {
		g.steps[i] = direction.Step[0]*g.width + direction.Step[1]
	}
	for row, letters := range view.Tiles {
		for col := range letters {
			at, letter, value := g.tile(row, col), letters[col], view.Terraform[row][col]
			switch letter {
			case '#':
				g.hidden[at] = true
			case 'T':
				g.land[at] = true
			case 'M':
				g.deposits[at] = true
			}
			if letter == 'T' || letter == 'M' {
				g.open[at], g.free[at] = true, true
			}
			if value > 0 {
				g.own[at] = true
			} else if letter == 'T' && value >= -2 {
				g.weak[at] = true
			}
		}
	}
	for _, robot := range append(append([]RobotInfo{}, view.Robots...), view.Enemies...) {
		delete(g.free, g.tile(robot.Row, robot.Col))
	}
	return g
}

func (g *ground) tile(row, col int) int { return (row+1)*g.width + col + 1 }

// frontier has the seen tiles from which an explorer sees something new.
func (g *ground) frontier() tiles {
	found := tiles{}
	for at := range g.hidden {
		for _, step := range g.steps {
			if g.open[at+step] {
				found[at+step] = true
			}
		}
	}
	return found
}

// way is the first step of a shortest way over free tiles to the nearest goal, and the goal. Of equally good steps
// one on own land is better, because robots are charged there.
func (g *ground) way(start int, goals tiles) (step, target int, found bool) {
	first := map[int]int{start: start}
	var queue []int
	for _, isOwn := range []bool{true, false} {
		for _, step := range g.steps {
			if near := start + step; g.free[near] && g.own[near] == isOwn {
				first[near] = near
				queue = append(queue, near)
			}
		}
	}
	for i := 0; i < len(queue) && len(goals) > 0; i++ {
		at := queue[i]
		if goals[at] {
			return first[at], at, true
		}
		for _, step := range g.steps {
			if _, isKnown := first[at+step]; g.free[at+step] && !isKnown {
				first[at+step] = first[at]
				queue = append(queue, at+step)
			}
		}
	}
	return 0, 0, false
}

// spawnPlace is the free own tile that is nearest to one of the goals; robots do not block the way.
func (g *ground) spawnPlace(goals tiles) (place int, found bool) {
	var queue []int
	seen := tiles{}
	for at := range goals {
		queue = append(queue, at)
		seen[at] = true
	}
	sort.Ints(queue)
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		if g.own[at] && g.free[at] {
			return at, true
		}
		for _, step := range g.steps {
			if near := at + step; g.open[near] && !seen[near] {
				seen[near] = true
				queue = append(queue, near)
			}
		}
	}
	return 0, false
}

// Solid is a turn.
type Solid struct {
	turn   *agon.Turn
	view   View
	ground *ground
	metal  int
	// Tiles with work for each type of robot. A tile is the target of at most one robot.
	jobs map[RobotType]tiles
}

func play(turn *agon.Turn) {
	solid := Solid{turn: turn}
	turn.View.Into(&solid.view)
	solid.ground = newGround(&solid.view)
	solid.metal = solid.view.Metal
	deposits := tiles{}
	for at := range solid.ground.deposits {
		deposits[at] = true
	}
	solid.jobs = map[RobotType]tiles{
		"explorer": solid.ground.frontier(), "miner": deposits, "terraformer": solid.ground.weak,
	}
	for i := range solid.view.Robots {
		solid.work(&solid.view.Robots[i])
	}
	solid.build()
}

// work is one robot's turn: it moves towards work, or towards own land to recharge; then it acts.
func (solid *Solid) work(robot *RobotInfo) {
	g := solid.ground
	at := g.tile(robot.Row, robot.Col)
	if g.own[at] {
		if robot.Battery < setsOut {
			return
		}
	} else if robot.Battery < robot.ActionCost {
		if step, _, found := g.way(at, g.own); found {
			solid.step(robot, at, step)
		}
		return
	}

	jobs := solid.jobs[robot.Type]
	if !jobs[at] {
		step, target, found := g.way(at, jobs)
		if !found {
			return
		}
		if solid.step(robot, at, step) {
			at = step
		}
		if at != target {
			delete(jobs, target)
		}
	}
	if jobs[at] {
		solid.act(robot, at)
	}
	delete(jobs, at)
}

func (solid *Solid) step(robot *RobotInfo, at, to int) bool {
	for i, step := range solid.ground.steps {
		if at+step == to && solid.turn.Make(Calls.Move(robot.Name, Directions[i].Name)).Kind() == "moved" {
			solid.ground.free[at] = true
			delete(solid.ground.free, to)
			return true
		}
	}
	return false
}

func (solid *Solid) act(robot *RobotInfo, at int) {
	g := solid.ground
	// An explorer before it may have shown everything here.
	isDull := robot.Type == "explorer"
	for _, step := range g.steps {
		isDull = isDull && !g.hidden[at+step]
	}
	if robot.Battery < robot.ActionCost || isDull {
		return
	}
	reply := solid.turn.Make(Calls.Act(robot.Name))
	switch reply.Kind() {
	case "explored":
		for _, tile := range reply.Value().Get("tiles").List() {
			delete(g.hidden, g.tile(tile.At(0).Integer(), tile.At(1).Integer()))
		}
	case "mined":
		solid.metal += reply.Value().Get("metal").Integer()
	case "terraformed":
		if reply.Value().Get("value").Integer() > 0 {
			g.own[at] = true
		}
	}
}

// build builds robots next to their work, as long as there are metal and work.
func (solid *Solid) build() {
	g := solid.ground
	count := map[RobotType]int{}
	for _, robot := range solid.view.Robots {
		count[robot.Type]++
	}
	for solid.metal >= solid.view.SpawnCost {
		kind := solid.nextRobot(count)
		if kind == "" {
			return
		}
		at, found := g.spawnPlace(solid.jobs[kind])
		if !found || !solid.turn.Make(Calls.Spawn(kind, at/g.width-1, at%g.width-1)).OK() {
			return
		}
		solid.metal -= solid.view.SpawnCost
		delete(g.free, at)
		count[kind]++
		// The work beside it is for this robot: the next one is built elsewhere.
		for _, step := range append([]int{0}, g.steps[:]...) {
			if solid.jobs[kind][at+step] {
				delete(solid.jobs[kind], at+step)
				break
			}
		}
	}
}

// nextRobot is an explorer while tiles are hidden, then a miner for the deposits in sight, then a terraformer for the
// land in sight; empty if none is needed.
func (solid *Solid) nextRobot(count map[RobotType]int) RobotType {
	g := solid.ground
	roundsLeft := solid.view.Turns - solid.view.Turn
	if roundsLeft > paysUntil {
		if len(solid.jobs["explorer"]) > 0 && count["explorer"] < 1+len(g.hidden)/hiddenPerExplorer {
			return "explorer"
		}
		isNeeded := count["miner"] < len(g.deposits) && count["miner"] < count["terraformer"]+spareMiners
		if len(solid.jobs["miner"]) > 0 && isNeeded {
			return "miner"
		}
	}
	foreign := 0
	for at := range g.land {
		if !g.own[at] {
			foreign++
		}
	}
	if roundsLeft > 0 && len(solid.jobs["terraformer"]) > 0 && count["terraformer"] < foreign+spareTerraformers {
		return "terraformer"
	}
	return ""
}

func main() { agon.Run(play) }
