package agon

import "container/heap"

// Step is a place beside another one, and the cost of going there, which is at least 0.
type Step[Place comparable] struct {
	To   Place
	Cost int
}

// Path is the cheapest way from start to a goal, both included; nil if there is none. neighbours gives the steps from
// a place. Of equally cheap ways, the one through the places that were found first is taken; it is the same in all
// kits.
func Path[Place comparable](start Place, isGoal func(Place) bool, neighbours func(Place) []Step[Place]) []Place {
	type best struct {
		cost   int
		before *Place
	}
	known := map[Place]best{start: {}}
	queue := &pathQueue[Place]{{place: start}}
	for found := 0; queue.Len() > 0; {
		first := heap.Pop(queue).(pathEntry[Place])
		if first.cost > known[first.place].cost {
			continue // a cheaper way was found since
		}
		if isGoal(first.place) {
			way := []Place{first.place}
			for before := known[first.place].before; before != nil; before = known[*before].before {
				way = append([]Place{*before}, way...)
			}
			return way
		}
		for _, step := range neighbours(first.place) {
			cost := first.cost + step.Cost
			if old, isKnown := known[step.To]; isKnown && old.cost <= cost {
				continue
			}
			found++
			from := first.place
			known[step.To] = best{cost, &from}
			heap.Push(queue, pathEntry[Place]{cost, found, step.To})
		}
	}
	return nil
}

// pathEntry is a place that the search has found, with the cost of going there.
type pathEntry[Place comparable] struct {
	cost, order int
	place       Place
}

type pathQueue[Place comparable] []pathEntry[Place]

func (q pathQueue[Place]) Len() int { return len(q) }

func (q pathQueue[Place]) Less(i, j int) bool {
	if q[i].cost != q[j].cost {
		return q[i].cost < q[j].cost
	}
	return q[i].order < q[j].order
}

func (q pathQueue[Place]) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

func (q *pathQueue[Place]) Push(entry any) { *q = append(*q, entry.(pathEntry[Place])) }

func (q *pathQueue[Place]) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}
