// A solid bot for Time Travel: plays like `builtin:solid`.
//
// It does not fight. It grows for a high net worth:
//
//   - Artists paint, after walking to a gallery if none is in reach. They rest while there is enough gold.
//   - Engineers finish buildings and start new ones: a few galleries, and farms everywhere else. They prefer
//     sites where the building also appears in the later periods.
//   - Galleries train artists while gold is short and schools a few engineers, as many as the farms feed. In
//     the last turns farms train pigs, which count in the end.
package main

import (
	"agon"
	"math"
)

const (
	radius   = 10
	periods  = 3
	farmFood = 20
	// galleriesWanted is the number of galleries in each period. They train artists; all other ground is for
	// farms.
	galleriesWanted = 4
	// plenty is the gold in the purse of a period that needs no more artists.
	plenty = 2000
	// savings is the gold in the purse of a period whose artists may rest: it pays for the pigs.
	savings = 25000
	// harvest is the number of last own turns, in which farms train pigs.
	harvest = 12
	// far is the distance of a tile that is cut off.
	far = 1000
)

// place has the coordinates of a tile and its period.
type place struct{ x, y, z int }

// field has the distance of every tile to the nearest of some goals; tiles that are cut off are missing.
type field map[place]int

var (
	// Engineers in each period: buildings of the far past appear in all three.
	engineersWanted = [periods]int{4, 1, 1}

	hunger = map[string]int{
		"Pig": 1, "Engineer": 3, "Artist": 3, "Spearman": 5, "Artillery": 5, "Cavalry": 5,
	}
	unitCost     = map[string]int{"Pig": 80, "Engineer": 75, "Artist": 75}
	trainTurns   = map[string]int{"Pig": 1, "Engineer": 3, "Artist": 3}
	trains       = map[string]string{"Gallery": "Artist", "School": "Engineer", "Farm": "Pig"}
	buildingCost = map[string]int{"Farm": 300, "Gallery": 400}

	// From where a building is built, seen from its corner: its four tiles and the eight along their edges.
	spotsAround = [...][2]int{
		{0, 0}, {1, 0}, {0, 1}, {1, 1}, {-1, 0}, {-1, 1},
		{2, 0}, {2, 1}, {0, -1}, {1, -1}, {0, 2}, {1, 2},
	}
)

// Solid is a turn in progress. It writes the effect of small orders into its view, which is far cheaper than
// looking again.
type Solid struct {
	turn   *agon.Turn
	view   View
	ground ground
}

func play(turn *agon.Turn) {
	solid := Solid{turn: turn}
	solid.read()
	solid.paint()
	solid.build()
	solid.train()
}

func (solid *Solid) read() {
	solid.view = View{}
	solid.turn.View.Into(&solid.view)
	solid.ground = newGround(&solid.view)
}

func (solid *Solid) ownUnits(kind string) []*UnitRecord {
	var own []*UnitRecord
	for i := range solid.view.Units {
		unit := &solid.view.Units[i]
		if unit.Owner == solid.view.You && unit.Type == kind {
			own = append(own, unit)
		}
	}
	return own
}

func (solid *Solid) ownBuildings() []*BuildingRecord {
	var own []*BuildingRecord
	for i := range solid.view.Buildings {
		if solid.view.Buildings[i].Owner == solid.view.You {
			own = append(own, &solid.view.Buildings[i])
		}
	}
	return own
}

// ownTurnsLeft are the remaining own turns, including this one.
func (solid *Solid) ownTurnsLeft() int {
	return (solid.view.TurnLimit - solid.view.Turn + 1) / 2
}

func (solid *Solid) purses() []int { return solid.view.Gold[solid.view.You] }

// walk takes one step towards the goals of a field and returns whether it was taken.
func (solid *Solid) walk(unit *UnitRecord, goals field) bool {
	if unit.Moves == 0 {
		return false
	}
	best := at(unit)
	for _, near := range neighbours(at(unit)) {
		if goals.distance(near) < goals.distance(best) {
			best = near
		}
	}
	if best == at(unit) || !solid.turn.Make(Calls.Move(unit.Id, best.x, best.y)).OK() {
		return false
	}
	unit.X, unit.Y = best.x, best.y
	unit.Moves--
	return true
}

// ------------------------------------------------------------------------------------------ the artists

// paint lets every artist paint, after walking to a gallery if none is in reach. Artists rest while the purse
// of their period holds enough.
func (solid *Solid) paint() {
	galleries := map[place]int{}
	var goals []place
	for _, building := range solid.view.Buildings {
		if building.Type == "Gallery" && building.Complete {
			for _, cell := range footprint(building.X, building.Y, building.Z) {
				galleries[cell] = building.Level
				goals = append(goals, cell)
			}
		}
	}
	// Where gold counts in the end, artists never rest.
	canRest := solid.view.Rules.NetWorth == "objects"
	var idle []*UnitRecord
	for _, artist := range solid.ownUnits("Artist") {
		if canRest && solid.purses()[artist.Z] >= savings {
			continue
		}
		if artist.Actions > 0 && !solid.paintFromHere(artist, galleries) {
			idle = append(idle, artist)
		}
	}
	if len(idle) == 0 {
		return
	}
	ways := solid.ground.field(goals)
	for _, artist := range idle {
		for solid.walk(artist, ways) {
			if solid.paintFromHere(artist, galleries) {
				break
			}
		}
	}
}

// paintFromHere paints the best gallery in an artist's reach: one whose level is far from the artist's own.
// It returns whether there is one.
func (solid *Solid) paintFromHere(artist *UnitRecord, galleries map[place]int) bool {
	best, most := place{}, -1
	for _, cell := range append(neighbours(at(artist)), at(artist)) {
		level, isGallery := galleries[cell]
		if worth := distance(level, artist.Level); isGallery && worth >= most {
			best, most = cell, worth
		}
	}
	if most < 0 {
		return false
	}
	reply := solid.turn.Make(Calls.Paint(artist.Id, best.x, best.y))
	if reply.OK() {
		for z, gain := range reply.Value().Get("gold").Ints() {
			solid.purses()[z] += gain
		}
		artist.Actions--
	}
	return true
}

// ---------------------------------------------------------------------------------------- the engineers

// build lets engineers continue unfinished buildings, and otherwise start the building that is wanted.
func (solid *Solid) build() {
	var ids []int
	for _, engineer := range solid.ownUnits("Engineer") {
		ids = append(ids, engineer.Id)
	}
	for _, id := range ids {
		// Bounded, because some rules let a build action cost nothing.
		for i := 0; i < 40; i++ {
			engineer := solid.engineer(id)
			if engineer == nil || engineer.Actions == 0 || !solid.work(engineer) {
				break
			}
		}
	}
}

func (solid *Solid) engineer(id int) *UnitRecord {
	for _, engineer := range solid.ownUnits("Engineer") {
		if engineer.Id == id {
			return engineer
		}
	}
	return nil
}

// work gives an engineer one order and returns whether it was carried out.
func (solid *Solid) work(engineer *UnitRecord) bool {
	if unfinished := solid.nearest(engineer); unfinished != nil {
		return solid.buildAt(engineer, unfinished.X, unfinished.Y, "")
	}
	kind := solid.wantedBuilding(engineer.Z)
	level := 0
	if solid.view.Rules.BuildingPrice == "at_level" {
		level = engineer.Level
	}
	if solid.purses()[engineer.Z] < grown(buildingCost[kind], 1.05, level) {
		return false
	}
	site := solid.ground.bestSite(at(engineer))
	return site != nil && solid.buildAt(engineer, site.x, site.y, kind)
}

// wantedBuilding is a farm while food is short, then a gallery until there are a few, then a farm again.
func (solid *Solid) wantedBuilding(z int) string {
	galleries := 0
	for _, building := range solid.ownBuildings() {
		if building.Z == z && building.Type == "Gallery" {
			galleries++
		}
	}
	if solid.spareFood(z) >= 9 && galleries < galleriesWanted {
		return "Gallery"
	}
	return "Farm"
}

// nearest is the unfinished building of the period to which an engineer is nearest.
func (solid *Solid) nearest(engineer *UnitRecord) *BuildingRecord {
	var ways field
	var best *BuildingRecord
	shortest := far
	for _, building := range solid.ownBuildings() {
		if building.Complete || building.Z != engineer.Z {
			continue
		}
		if ways == nil {
			ways = solid.ground.field([]place{at(engineer)})
		}
		if way := ways.least(footprint(building.X, building.Y, building.Z)); way < shortest {
			shortest, best = way, building
		}
	}
	return best
}

// buildAt works on a building, or walks to it, and returns whether an order was carried out.
func (solid *Solid) buildAt(engineer *UnitRecord, x, y int, kind string) bool {
	spots := area(x, y, engineer.Z)
	isThere := false
	for _, spot := range spots {
		isThere = isThere || spot == at(engineer)
	}
	if !isThere {
		return solid.walk(engineer, solid.ground.field(spots))
	}
	if !solid.turn.Make(Calls.Build(engineer.Id, x, y, kind)).OK() {
		return false
	}
	// A finished building appears in later periods and changes much: look again.
	solid.turn.Look()
	solid.read()
	return true
}

// ----------------------------------------------------------------------------------------- the training

// train trains artists first, then engineers, and at harvest time pigs; all of them only where they can be
// fed.
func (solid *Solid) train() {
	left := solid.ownTurnsLeft()
	var spare, engineers [periods]int
	for z := range spare {
		spare[z] = solid.spareFood(z)
	}
	for _, engineer := range solid.ownUnits("Engineer") {
		engineers[engineer.Z]++
	}
	for _, building := range solid.ownBuildings() {
		if building.Training != nil && *building.Training == "Engineer" {
			engineers[building.Z]++
		}
	}
	var idle []*BuildingRecord
	// Artists first, because they pay for everything else.
	for _, home := range []string{"Gallery", "School", "Farm"} {
		for _, building := range solid.ownBuildings() {
			if building.Type == home && building.Complete && building.Training == nil {
				idle = append(idle, building)
			}
		}
	}
	for _, building := range idle {
		kind, z := trains[building.Type], building.Z
		isWanted := left <= harvest
		switch kind {
		case "Artist":
			isWanted = solid.purses()[z] < plenty
		case "Engineer":
			isWanted = engineers[z] < engineersWanted[z]
		}
		isInTime := left > trainTurns[kind]
		isFed := spare[z] >= hunger[kind]
		isAffordable := solid.purses()[z] >= grown(unitCost[kind], 1.05, building.Level)
		if !isWanted || !isInTime || !isFed || !isAffordable {
			continue
		}
		reply := solid.turn.Make(Calls.Train(building.Id, kind))
		if !reply.OK() {
			continue
		}
		solid.purses()[z] -= reply.Value().Get("price").Integer()
		spare[z] -= hunger[kind]
		if kind == "Engineer" {
			engineers[z]++
		}
	}
}

// spareFood is the spare food in a period once all units in training have appeared.
func (solid *Solid) spareFood(z int) int {
	food := 0
	for _, unit := range solid.view.Units {
		if unit.Owner == solid.view.You && unit.Z == z {
			food -= hunger[unit.Type]
		}
	}
	for _, building := range solid.ownBuildings() {
		if building.Z != z {
			continue
		}
		if building.Type == "Farm" && building.Complete {
			food += grown(farmFood, 1.15, building.Level)
		}
		if building.Training != nil {
			food -= hunger[*building.Training]
		}
	}
	return food
}

// grown is a price or a strength at a level.
func grown(base int, growth float64, level int) int {
	return int(float64(base) * math.Pow(growth, float64(level)))
}

// ------------------------------------------------------------------------------------------- the ground

// ground has the obstacles of the board for own units.
type ground struct {
	closed map[place]bool // tiles closed to own units
	taken  map[place]bool // tiles closed to new buildings
}

func newGround(view *View) ground {
	ground := ground{map[place]bool{}, map[place]bool{}}
	for _, one := range view.Terrain {
		if one.BlocksMove {
			ground.closed[place{one.X, one.Y, one.Z}] = true
		}
		if one.BlocksBuild {
			ground.taken[place{one.X, one.Y, one.Z}] = true
		}
	}
	for _, portal := range view.Portals {
		ground.taken[place{portal.X, portal.Y, portal.Z}] = true
	}
	for _, building := range view.Buildings {
		for _, cell := range footprint(building.X, building.Y, building.Z) {
			ground.taken[cell] = true
			if building.Owner != view.You {
				ground.closed[cell] = true
			}
		}
	}
	for i := range view.Units {
		if unit := &view.Units[i]; unit.Owner != view.You {
			ground.closed[at(unit)] = true
			ground.taken[at(unit)] = true
		}
	}
	return ground
}

// isSite returns whether all tiles of a footprint are free to build on.
func (ground ground) isSite(x, y, z int) bool {
	for _, cell := range footprint(x, y, z) {
		if ground.taken[cell] {
			return false
		}
	}
	return true
}

// bestSite is the nearest free ground, preferring sites from which the building ripples into later periods.
func (ground ground) bestSite(from place) *place {
	ways := ground.field([]place{from})
	var best *place
	least := far
	for y := -radius; y < radius; y++ {
		for x := -radius; x < radius; x++ {
			if !ground.isSite(x, y, from.z) {
				continue
			}
			cost := ways.least(area(x, y, from.z))
			for later := from.z + 1; later < periods; later++ {
				if !ground.isSite(x, y, later) {
					cost += 8
				}
			}
			if cost < least {
				least, best = cost, &place{x, y, from.z}
			}
		}
	}
	return best
}

// field has the distances to the nearest goal on foot.
func (ground ground) field(goals []place) field {
	found := field{}
	var queue []place
	visit := func(cell place, distance int) {
		if _, known := found[cell]; !known && !ground.closed[cell] {
			found[cell] = distance
			queue = append(queue, cell)
		}
	}
	for _, goal := range goals {
		visit(goal, 0)
	}
	for i := 0; i < len(queue); i++ {
		for _, near := range neighbours(queue[i]) {
			visit(near, found[queue[i]]+1)
		}
	}
	return found
}

func (ways field) distance(cell place) int {
	if distance, known := ways[cell]; known {
		return distance
	}
	return far
}

// least is the least distance of some tiles.
func (ways field) least(cells []place) int {
	least := far
	for _, cell := range cells {
		if distance := ways.distance(cell); distance < least {
			least = distance
		}
	}
	return least
}

func at(unit *UnitRecord) place { return place{unit.X, unit.Y, unit.Z} }

// distance is the distance of two numbers.
func distance(a, b int) int {
	if a < b {
		return b - a
	}
	return a - b
}

func onBoard(cells []place) []place {
	var inside []place
	for _, cell := range cells {
		if distance(cell.x, 0) <= radius && distance(cell.y, 0) <= radius {
			inside = append(inside, cell)
		}
	}
	return inside
}

func neighbours(at place) []place {
	x, y, z := at.x, at.y, at.z
	return onBoard([]place{{x + 1, y, z}, {x - 1, y, z}, {x, y + 1, z}, {x, y - 1, z}})
}

// footprint has the tiles of a building with this corner.
func footprint(x, y, z int) []place {
	return []place{{x, y, z}, {x + 1, y, z}, {x, y + 1, z}, {x + 1, y + 1, z}}
}

// area has the tiles from which a building with this corner is built.
func area(x, y, z int) []place {
	var cells []place
	for _, spot := range spotsAround {
		cells = append(cells, place{x + spot[0], y + spot[1], z})
	}
	return onBoard(cells)
}

func main() { agon.Run(play) }
