// A solid bot for Asterobots: plays like `builtin:solid`.
//
// Every vein attacks the foreign vein that pays for itself soonest, as soon as it has enough robots for it. It
// counts the robots that the target builds until the squad arrives, but no other squads, and leaves only a
// few robots at home.
package main

import "agon"

const (
	aliens = -1
	// Robots that stay in a vein.
	stayHome = 10
	// Robots sent to a player's vein beyond those that it will have.
	spare = 10
	// When veins are selected: how many robots another vein next to one is worth, depending on its owner.
	freeNeighbour, ownNeighbour, rivalNeighbour = 20.0, 150.0, 300.0
	// A stock above this is sold.
	sellAbove = 700
)

var materials = [3]Material{"gas", "stone", "metal"}

// amounts has the numbers of a view in the order of the materials.
func amounts(of ByMaterial) [3]int { return [3]int{of.Gas, of.Stone, of.Metal} }

func play(turn *agon.Turn) {
	var view View
	turn.View.Into(&view)
	if view.Phase == "select" {
		choose(turn, view)
		return
	}
	attack(turn, view)
	sell(turn, view)
	upgrade(turn, view)
}

// choose selects a vein with many robots, far from rivals, with free veins around it; the second one near the
// first.
func choose(turn *agon.Turn, view View) {
	var best *VeinView
	most := 0.0
	for i := range view.Veins {
		vein := &view.Veins[i]
		if vein.Owner != aliens {
			continue
		}
		if worth := worth(view, vein); best == nil || worth >= most {
			best, most = vein, worth
		}
	}
	if best != nil {
		turn.Make(Calls.Select(best.Location))
	}
}

func worth(view View, vein *VeinView) float64 {
	worth := float64(vein.Robots + 12*vein.RobotProductivity)
	for i := range view.Veins {
		other := &view.Veins[i]
		if other == vein {
			continue
		}
		nearness := 1 / float64(turns(vein, other))
		switch other.Owner {
		case aliens:
			worth += freeNeighbour * nearness
		case view.Me:
			worth += ownNeighbour * nearness
		default:
			worth -= rivalNeighbour * nearness
		}
	}
	return worth
}

// turns is the number of edges between two veins: a squad flies one in a turn.
func turns(from, to *VeinView) int {
	return Distance(Place{from.Location[0], from.Location[1]}, Place{to.Location[0], to.Location[1]})
}

// price is the number of robots it takes to conquer a vein from another one.
func price(from, to *VeinView) int {
	if to.Owner == aliens {
		return to.Robots + 1
	}
	return to.Robots + turns(from, to)*to.RobotProductivity + spare
}

// attack lets each vein attack the vein that pays for itself soonest. A vein that another squad of ours is flying
// to is left to that squad.
func attack(turn *agon.Turn, view View) {
	taken := map[Place]bool{}
	for _, squad := range view.Squads {
		if squad.Owner == view.Me {
			to := squad.Path[len(squad.Path)-1]
			taken[Place{to[0], to[1]}] = true
		}
	}
	for i := range view.Veins {
		from := &view.Veins[i]
		if from.Owner != view.Me {
			continue
		}
		to := target(view, from, taken)
		if to == nil || from.Robots-price(from, to) < stayHome {
			continue
		}
		turn.Make(Calls.Launch(price(from, to), from.Location, to.Location))
		turn.Line(from.Location, to.Location)
		taken[Place{to.Location[0], to.Location[1]}] = true
	}
}

// target is the foreign vein whose conquest pays for itself soonest: after the way, and the time to build its
// price.
func target(view View, from *VeinView, taken map[Place]bool) *VeinView {
	var best *VeinView
	least := 0
	for i := range view.Veins {
		to := &view.Veins[i]
		if to.Owner == view.Me || taken[Place{to.Location[0], to.Location[1]}] {
			continue
		}
		productivity := to.InitialRobotProductivity
		if productivity < 1 {
			productivity = 1
		}
		delay := turns(from, to) + price(from, to)/productivity
		if best == nil || delay < least {
			best, least = to, delay
		}
	}
	return best
}

// sell sells what upgrades do not need.
func sell(turn *agon.Turn, view View) {
	for m, stock := range amounts(view.Players[view.Me].Materials) {
		if stock > sellAbove {
			turn.Make(Calls.SellToAlien(materials[m], stock-sellAbove))
		}
	}
}

// upgrade raises the robot rank of the vein with the lowest rank; it buys what is missing from the aliens.
func upgrade(turn *agon.Turn, view View) {
	me := view.Players[view.Me]
	var best *VeinView
	for i := range view.Veins {
		vein := &view.Veins[i]
		if vein.Owner != view.Me {
			continue
		}
		isLower := best == nil || vein.RobotRank < best.RobotRank
		if isLower || vein.RobotRank == best.RobotRank && vein.RobotProductivity > best.RobotProductivity {
			best = vein
		}
	}
	if best == nil || best.RobotRank > len(view.Setting.UpgradeRobot) {
		return
	}
	missing := amounts(view.Setting.UpgradeRobot[best.RobotRank-1])
	stock, prices := amounts(me.Materials), amounts(view.BuyPrices)
	total := 0
	for m := range materials {
		missing[m] -= stock[m]
		if missing[m] < 0 {
			missing[m] = 0
		}
		total += missing[m] * prices[m]
	}
	if total > me.Money {
		return
	}
	for m, amount := range missing {
		if amount > 0 {
			turn.Make(Calls.BuyFromAlien(materials[m], amount))
		}
	}
	turn.Make(Calls.UpgradeRobot(best.Location))
}

func main() { agon.Run(play) }
