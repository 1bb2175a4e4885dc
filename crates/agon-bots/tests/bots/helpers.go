// Prints sums over what the helpers of a game say about the first view; tests/all/helpers.rs explains them
// and fills in the words in capitals.

package main

import "agon"

const modulus = 1000003

func codeOfName(name string) int {
	number := 7
	for i := 0; i < len(name); i++ {
		number = (number*31 + int(name[i])) % modulus
	}
	return number
}

func codeOf(at []int) int {
	number := ((at[0]+50)*2003 + at[1] + 50) * 3
	if len(at) > 2 {
		number += at[2]
	}
	return number
}

func min(a, b int) int {
	if a < b {
		return a
	}
	return b
}

// TILES

func main() {
	agon.Run(func(turn *agon.Turn) {
		if turn.Number > 1 {
			return
		}
		var view View
		turn.View.Into(&view)
		places := PLACES
		start := places[0]
		code := func(at PLACE_TYPE) int { return CODE }
		near, far, ways := 0, 0, 0
		for i, to := range places {
			for _, step := range Neighbours(view, to) {
				near = (near + code(to)*code(step.To) + step.Cost) % modulus
			}
			far = (far + (i+1)*(DISTANCE)) % modulus
			if i%17 == 0 {
				ways = (ways + (i+1)*(WAY)) % modulus
			}
		}
		turn.Logf("= %d %d %d %d.", len(places), near, far, ways)
	})
}
