// A solid bot for Home Run: plays like `builtin:solid`.
//
// Every unit has a bot of its own. Together they are a team, because they share what they find in the team's
// array: bases and stadiums, who holds them, enemies on them, the headquarters.
//
//   - The headquarters recruits the type that the team lacks most.
//   - Pitchers hold bases and stadiums, or go to one without a holder, or search for one.
//   - Batters hunt enemies; they bat what brings the most.
//   - Catchers stay by the headquarters.
package main

import (
	"agon"
	"math/rand"
	"sort"
	"strings"
)

const (
	// The round from which points are worth more than reputation.
	investUntil = 150
	// Rounds after which a wandering unit chooses another place.
	wanderRounds = 40
	// How many of the last tiles a walker remembers.
	memory = 24

	// Where things are in the team's array. A 0 means "nothing written yet" everywhere.
	siteCount  = 0
	unitCounts = 10 // units of each type
	sitesStart = 100
	siteLength = 6 // x, y, 1 for a base or 2 for a stadium, round of the claim, holder, round of the enemy
	sitesMax   = 60
	// Rounds after which a claim or a sighting is ignored.
	staleAfter = 12
	// Rounds between two claims of the same unit.
	claimEvery = 5
	// Rounds between two counts of all units.
	countEvery = 8
)

var (
	types = []string{"HQ", "PITCHER", "BATTER", "CATCHER"}
	costs = map[string]int{"HQ": 0, "PITCHER": 50, "BATTER": 75, "CATCHER": 35}
	// Own and enemy headquarters in the team's array: known, x, y.
	hqStart = [2]int{2, 5}
)

// site is a base or a stadium as the team knows it.
type site struct {
	index  int
	at     Tile
	isBase bool
	// The unit that holds it or goes there, by a recent claim; 0 if there is none.
	holder int
	// Whether an enemy was seen on it recently.
	hasEnemy bool
}

// sight is what a unit sees, by place.
type sight struct {
	view  View
	here  Tile
	tiles map[Tile]byte
	units map[Tile]*UnitInfo
	balls map[Tile]bool
}

func newSight(seen agon.Value) *sight {
	s := &sight{tiles: map[Tile]byte{}, units: map[Tile]*UnitInfo{}, balls: map[Tile]bool{}}
	seen.Into(&s.view)
	s.here = tileOf(s.view.Me.At)
	for _, place := range Places(s.view) {
		s.tiles[Tile{place.X, place.Y}] = place.Tile
	}
	for i := range s.view.Units {
		s.units[tileOf(s.view.Units[i].At)] = &s.view.Units[i]
	}
	s.units[s.here] = &s.view.Me
	for _, ball := range s.view.Balls {
		s.balls[tileOf(ball)] = true
	}
	return s
}

func (s *sight) is(at Tile, kinds string) bool {
	tile, seen := s.tiles[at]
	return seen && strings.IndexByte(kinds, tile) >= 0
}

func (s *sight) isLand(at Tile) bool { return s.is(at, ".bs") }
func (s *sight) isSite(at Tile) bool { return s.is(at, "bs") }

func (s *sight) isAccessible(at Tile) bool {
	return s.isLand(at) && s.units[at] == nil && !s.balls[at]
}

func (s *sight) isOurs(unit *UnitInfo) bool { return unit.Team == s.view.Me.Team }

func (s *sight) distance(to Tile) int { return DistanceSquared(s.here[:], to[:]) }

// Solid is one unit.
type Solid struct {
	random *rand.Rand
	sites  []site
	// The last tiles it stood on.
	trail []Tile
	// Where it wanders to, and until when.
	wanderGoal  Tile
	wanderUntil int
	// The headquarters' count of its units by type.
	heads []int
}

// Turn plays one turn.
func (solid *Solid) Turn(turn *agon.Turn) {
	s := newSight(turn.View)
	if solid.random == nil {
		solid.random = rand.New(rand.NewSource(turn.Hello.Seed + int64(s.view.Me.Id)))
		solid.heads = make([]int, len(types))
	}
	if s.view.Me.Type == "HQ" {
		solid.countHeads(turn, s)
	} else {
		beCounted(turn, s)
	}
	home, enemy := shareHqs(turn, s)
	solid.sites = shareSites(turn, s)
	switch s.view.Me.Type {
	case "HQ":
		solid.manage(turn, s)
	case "PITCHER":
		solid.pitch(turn, s)
	case "BATTER":
		solid.hunt(turn, s)
	default:
		solid.guard(turn, s, home, enemy)
	}
}

// ----------------------------------------------------------------------------------- the headquarters

// countHeads reads in the round after a count how many of each type there are, and clears the count for the next.
func (solid *Solid) countHeads(turn *agon.Turn, s *sight) {
	if s.view.Round%countEvery == 1 {
		solid.heads = read(turn, unitCounts, len(types))
		for i := range types {
			write(turn, unitCounts+i, 0)
		}
	}
}

// manage recruits the type that the team lacks most, as long as the reputation suffices.
func (solid *Solid) manage(turn *agon.Turn, s *sight) {
	feedBatters(turn, s)
	for {
		pitchers, batters, catchers := solid.heads[1], solid.heads[2], solid.heads[3]
		kind := 1
		if pitchers >= 4 && catchers < 1 {
			kind = 3
		} else if pitchers >= 2 && (batters*2 < pitchers-1 || pitchers > len(solid.sites)+1) {
			kind = 2
		}
		// Saving for the unit that is needed is better than buying another one.
		if !solid.recruit(turn, s, types[kind]) {
			return
		}
		solid.heads[kind]++
	}
}

func (solid *Solid) recruit(turn *agon.Turn, s *sight, kind string) bool {
	directions := append([]string{}, Directions...)
	swap := func(i, j int) { directions[i], directions[j] = directions[j], directions[i] }
	solid.random.Shuffle(len(directions), swap)
	// New units begin on the side of the nearest site without a holder.
	if goal := s.nearest(solid.sites, func(one site) bool { return one.holder == 0 }); goal != nil {
		from := func(i int) int { return DistanceSquared(Neighbour(s.here[:], directions[i]), goal.at[:]) }
		sort.SliceStable(directions, func(i, j int) bool { return from(i) < from(j) })
	}
	for _, direction := range directions {
		if turn.Make(Calls.CanRecruit(kind, direction)).Value().Boolean() {
			turn.Make(Calls.Recruit(kind, direction))
			return true
		}
	}
	return false
}

// nearest is the nearest of the sites that are wanted, or nil.
func (s *sight) nearest(sites []site, isWanted func(site) bool) *site {
	var best *site
	for i := range sites {
		if isWanted(sites[i]) && (best == nil || s.distance(sites[i].at) < s.distance(best.at)) {
			best = &sites[i]
		}
	}
	return best
}

// ------------------------------------------------------------------------------------------ the others

// pitch holds a base or a stadium, or goes to one without a holder, or searches for one.
func (solid *Solid) pitch(turn *agon.Turn, s *sight) {
	if held := s.nearest(solid.sites, func(one site) bool { return one.at == s.here }); held != nil {
		claim(turn, s, held)
		return
	}
	var best *site
	least := 0
	for i, one := range solid.sites {
		isFree := one.holder == 0 || one.holder == s.view.Me.Id
		if !isFree || s.units[one.at] != nil || one.hasEnemy {
			continue
		}
		// Bases give points; stadiums pay for more units, which is better early in the game.
		length := s.distance(one.at)
		if one.isBase != (s.view.Round >= investUntil) {
			length *= 3
		}
		if best == nil || length < least {
			best, least = &solid.sites[i], length
		}
	}
	if best == nil {
		solid.wander(turn, s)
		return
	}
	claim(turn, s, best)
	solid.walk(turn, s, best.at)
}

// hunt bats if that gains something, goes to a target, and bats again.
func (solid *Solid) hunt(turn *agon.Turn, s *sight) {
	hasBatted := batBest(turn, s)
	var prey *UnitInfo
	for i := range s.view.Units {
		if unit := &s.view.Units[i]; prey == nil && !s.isOurs(unit) && unit.Type != "HQ" {
			prey = unit
		}
	}
	trouble := s.nearest(solid.sites, func(one site) bool { return one.hasEnemy })
	hasMoved := false
	switch {
	case prey != nil:
		hasMoved = solid.walk(turn, s, bestSpot(s, tileOf(prey.At)))
	case trouble != nil && trouble.at != s.here:
		hasMoved = solid.walk(turn, s, trouble.at)
	default:
		solid.wander(turn, s)
	}
	if hasMoved && !hasBatted {
		batBest(turn, newSight(turn.Look()))
	}
}

// guard stands next to the headquarters, towards the enemy's if that is known.
func (solid *Solid) guard(turn *agon.Turn, s *sight, home, enemy *Tile) {
	if home == nil {
		return
	}
	post := *home
	if enemy != nil {
		post = step(post, directionTo(*home, *enemy))
	}
	if s.distance(post) > 2 {
		solid.walk(turn, s, post)
	}
}

// wander goes to a random far place, and to another one when that is reached or took too long.
func (solid *Solid) wander(turn *agon.Turn, s *sight) {
	if s.view.Me.MoveCd >= 1 {
		return
	}
	goal := solid.wanderGoal
	_, isSeen := s.tiles[goal]
	isOff := isSeen && !s.isLand(goal)
	if s.view.Round >= solid.wanderUntil || s.distance(goal) <= 8 || isOff {
		goal = Tile{s.here[0] + solid.random.Intn(51) - 25, s.here[1] + solid.random.Intn(51) - 25}
		solid.wanderGoal, solid.wanderUntil = goal, s.view.Round+wanderRounds
	}
	if !solid.walk(turn, s, goal) {
		solid.wanderUntil = 0
	}
}

// --------------------------------------------------------------------------------------------- walking

func (solid *Solid) walk(turn *agon.Turn, s *sight, goal Tile) bool {
	if s.view.Me.MoveCd >= 1 {
		return false
	}
	direction := solid.stepTowards(s, goal)
	// Asking first is cheaper: a refused order costs a penalty.
	if direction == "" || !turn.Make(Calls.CanMove(direction)).Value().Boolean() {
		return false
	}
	turn.Make(Calls.Move(direction))
	return true
}

// stepTowards is the direction of the next step: towards the tile in sight that brings the unit nearest to its
// goal, counting the way there around obstacles. Tiles visited recently count as farther away, so that a unit
// leaves a dead end.
func (solid *Solid) stepTowards(s *sight, goal Tile) string {
	if s.here == goal {
		return ""
	}
	if last := len(solid.trail) - 1; last < 0 || solid.trail[last] != s.here {
		solid.trail = append(solid.trail, s.here)
		if len(solid.trail) > memory {
			solid.trail = solid.trail[1:]
		}
	}
	cost := func(at Tile, steps int) int {
		wide, high := at[0]-goal[0], at[1]-goal[1]
		if wide < 0 {
			wide = -wide
		}
		if high < 0 {
			high = -high
		}
		straight := 10*wide + 4*high
		if high > wide {
			straight = 10*high + 4*wide
		}
		visits := 0
		for _, old := range solid.trail {
			if old == at {
				visits++
			}
		}
		return steps*10 + straight*11/10 + visits*25
	}
	ways := waysAround(s)
	best, direction := cost(s.here, 0), ""
	for _, place := range Places(s.view) {
		at := Tile{place.X, place.Y}
		if way, isKnown := ways[at]; isKnown && way.steps > 0 && cost(at, way.steps) < best {
			best, direction = cost(at, way.steps), way.first
		}
	}
	return direction
}

// way says how many steps away a tile is, and how the way begins.
type way struct {
	steps int
	first string
}

// waysAround has the ways to all tiles in sight that can be reached.
func waysAround(s *sight) map[Tile]way {
	ways := map[Tile]way{s.here: {}}
	queue := []Tile{s.here}
	for i := 0; i < len(queue); i++ {
		here := ways[queue[i]]
		for _, direction := range Directions {
			to := step(queue[i], direction)
			if _, isKnown := ways[to]; isKnown || !s.isAccessible(to) {
				continue
			}
			first := here.first
			if first == "" {
				first = direction
			}
			ways[to] = way{here.steps + 1, first}
			queue = append(queue, to)
		}
	}
	return ways
}

// ------------------------------------------------------------------------------------ the team's array

func read(turn *agon.Turn, start, count int) []int {
	var calls []any
	for i := 0; i < count; i++ {
		calls = append(calls, Calls.Read(start+i))
	}
	var numbers []int
	for _, reply := range turn.Calls(calls...) {
		numbers = append(numbers, reply.Value().Integer())
	}
	return numbers
}

// write stores numbers one after the other.
func write(turn *agon.Turn, start int, numbers ...int) {
	var calls []any
	for i, number := range numbers {
		calls = append(calls, Calls.Write(start+i, number))
	}
	turn.Calls(calls...)
}

// beCounted lets each unit count itself in every eighth round.
func beCounted(turn *agon.Turn, s *sight) {
	for i, kind := range types {
		if s.view.Round%countEvery == 0 && kind == s.view.Me.Type {
			write(turn, unitCounts+i, read(turn, unitCounts+i, 1)[0]+1)
		}
	}
}

// shareHqs stores the places of headquarters in sight, and returns those of the own and of the enemy's.
func shareHqs(turn *agon.Turn, s *sight) (home, enemy *Tile) {
	numbers := read(turn, hqStart[0], 6)
	var known [2]*Tile
	for i := range known {
		if numbers[3*i] == 1 {
			known[i] = &Tile{numbers[3*i+1], numbers[3*i+2]}
		}
	}
	for _, unit := range append([]UnitInfo{s.view.Me}, s.view.Units...) {
		if unit.Type != "HQ" {
			continue
		}
		i := 0
		if !s.isOurs(&unit) {
			i = 1
		}
		if at := tileOf(unit.At); known[i] == nil || *known[i] != at {
			known[i] = &at
			write(turn, hqStart[i], 1, at[0], at[1])
		}
	}
	return known[0], known[1]
}

// shareSites reads what the team knows about bases and stadiums, and adds what this unit sees.
func shareSites(turn *agon.Turn, s *sight) []site {
	now := s.view.Round + 1
	count := read(turn, siteCount, 1)[0]
	var sites []site
	if count > 0 {
		numbers := read(turn, sitesStart, count*siteLength)
		for i := 0; i < count; i++ {
			row := numbers[i*siteLength:]
			one := site{index: i, at: Tile{row[0], row[1]}, isBase: row[2] == 1}
			if now-row[3] <= staleAfter {
				one.holder = row[4]
			}
			one.hasEnemy = row[5] != 0 && now-row[5] <= staleAfter
			sites = append(sites, one)
		}
	}
	for _, place := range Places(s.view) {
		at := Tile{place.X, place.Y}
		if !s.isSite(at) {
			continue
		}
		known := s.nearest(sites, func(one site) bool { return one.at == at })
		if known == nil {
			if len(sites) >= sitesMax {
				continue
			}
			kind := 2
			if place.Tile == 'b' {
				kind = 1
			}
			write(turn, sitesStart+len(sites)*siteLength, at[0], at[1], kind)
			sites = append(sites, site{index: len(sites), at: at, isBase: kind == 1})
			write(turn, siteCount, len(sites))
			known = &sites[len(sites)-1]
		}
		hasEnemy := s.units[at] != nil && !s.isOurs(s.units[at])
		if known.hasEnemy != hasEnemy {
			known.hasEnemy = hasEnemy
			seen := 0
			if hasEnemy {
				seen = now
			}
			write(turn, sitesStart+known.index*siteLength+5, seen)
		}
	}
	return sites
}

// claim claims a site that this unit holds or goes to; the claim is renewed regularly.
func claim(turn *agon.Turn, s *sight, known *site) {
	if known.holder != s.view.Me.Id || s.view.Round%claimEvery == 0 {
		write(turn, sitesStart+known.index*siteLength+3, s.view.Round+1, s.view.Me.Id)
	}
}

// --------------------------------------------------------------------------------------------- batting

// batBest carries out the bat that gains most, if any gains at all.
func batBest(turn *agon.Turn, s *sight) bool {
	if s.view.Me.ActCd >= 1 {
		return false
	}
	most, best, power := 0, "", 0
	for _, direction := range Directions {
		at := step(s.here, direction)
		strength, gain := bestBatOfUnit(s, at, direction)
		if s.balls[at] {
			strength, gain = bestBatOfBall(s, at, direction)
		}
		if gain > most {
			most, best, power = gain, direction, strength
		}
	}
	if most > 0 {
		turn.Make(Calls.Bat(best, power))
	}
	return most > 0
}

// bestBatOfUnit is the strength that gains most when the unit on a tile is batted, and what it gains.
func bestBatOfUnit(s *sight, at Tile, direction string) (strength, gain int) {
	unit := s.units[at]
	if unit == nil || unit.Type == "HQ" {
		return 1, 0
	}
	return bestBat(func(strength int) int { return gainOfUnit(s, unit, direction, strength) })
}

// bestBatOfBall is the same for the ball on a tile.
func bestBatOfBall(s *sight, at Tile, direction string) (strength, gain int) {
	return bestBat(func(strength int) int { return gainOfBall(s, at, direction, strength) })
}

// bestBat is the strength that gains most, the greatest of equals.
func bestBat(gainOf func(strength int) int) (strength, gain int) {
	strength, gain = 3, gainOf(3)
	for weaker := 2; weaker > 0; weaker-- {
		if now := gainOf(weaker); now > gain {
			strength, gain = weaker, now
		}
	}
	return strength, gain
}

func gainOfUnit(s *sight, unit *UnitInfo, direction string, strength int) int {
	start := tileOf(unit.At)
	at := start
	for i := 0; i < strength; i++ {
		to := step(at, direction)
		if _, isSeen := s.tiles[to]; !isSeen {
			break // the flight is judged up to here
		}
		other := s.units[to]
		if !s.isLand(to) || s.balls[to] || other != nil && other.Type == "HQ" {
			return worth(s, unit)
		}
		if other != nil && other.Type == "CATCHER" {
			break
		}
		if other != nil {
			return worth(s, unit) + worth(s, other)
		}
		at = to
	}
	if s.isOurs(unit) || s.isSite(at) || at == start {
		return -1
	}
	// No unit dies, but an enemy that stood on a base or a stadium earns nothing for a while.
	if s.isSite(start) {
		return 11
	}
	return 1
}

func gainOfBall(s *sight, at Tile, direction string, strength int) int {
	gain := 0
	for i := 0; i < strength; i++ {
		at = step(at, direction)
		unit := s.units[at]
		switch {
		case !s.isLand(at) || s.balls[at]:
			return gain
		case unit == nil:
		case unit.Type == "HQ" && s.isOurs(unit):
			return gain - 1000
		case unit.Type == "HQ":
			return gain + 1000
		case unit.Type == "CATCHER":
			return gain
		default:
			gain += worth(s, unit)
		}
	}
	return gain
}

// worth is the value of killing a unit; losing an own one costs twice its price.
func worth(s *sight, unit *UnitInfo) int {
	if s.isOurs(unit) {
		return -2 * costs[unit.Type]
	}
	return costs[unit.Type]
}

// bestSpot is the free tile next to a unit from which a bat does the most.
func bestSpot(s *sight, prey Tile) Tile {
	spot, most, isFirst := prey, 0, true
	for i, direction := range Directions {
		at := step(prey, direction)
		if at != s.here && !s.isAccessible(at) {
			continue
		}
		_, gain := bestBatOfUnit(s, prey, Directions[(i+4)%8])
		isNearer := s.distance(at) <= s.distance(spot)
		if isFirst || gain > most || gain == most && isNearer {
			spot, most, isFirst = at, gain, false
		}
	}
	return spot
}

// feedBatters builds a ball where a batter next to the headquarters can bat it at a unit; the batter's turn is
// still to come.
func feedBatters(turn *agon.Turn, s *sight) {
	for i := range s.view.Units {
		batter := &s.view.Units[i]
		if !s.isOurs(batter) || batter.Type != "BATTER" || batter.ActCd >= 2 {
			continue
		}
		for _, direction := range Directions {
			at := step(tileOf(batter.At), direction)
			_, gain := bestBatOfBall(s, at, direction)
			if s.distance(at) > 2 || !s.isAccessible(at) || gain <= 0 {
				continue
			}
			build := directionTo(s.here, at)
			if turn.Make(Calls.CanConstructBall(build)).Value().Boolean() {
				turn.Make(Calls.ConstructBall(build))
			}
			return
		}
	}
}

func tileOf(at Location) Tile { return Tile{at[0], at[1]} }

func step(at Tile, direction string) Tile { return tileOf(Neighbour(at[:], direction)) }

// directionTo is the direction by the signs of the differences.
func directionTo(a, b Tile) string {
	sign := func(from, to int) int {
		switch {
		case to > from:
			return 1
		case to < from:
			return -1
		}
		return 0
	}
	signs := Tile{sign(a[0], b[0]), sign(a[1], b[1])}
	for _, direction := range Directions {
		if step(Tile{}, direction) == signs {
			return direction
		}
	}
	return "ZERO"
}

func main() { agon.RunEach(func() agon.Bot { return &Solid{} }) }
