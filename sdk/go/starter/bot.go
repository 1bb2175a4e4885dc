// A first bot: it ends every turn at once, which is legal in every game.
//
// turn.View is what the bot may know. turn.Call("name", ...) makes a call and returns the game's reply. The game's
// manual lists views, calls and replies, and docs/kits.md everything else that the kit can do.
package main

import "agon"

func play(turn *agon.Turn) {
	if turn.Number == 1 {
		turn.Logf("seat %s of %s on %s", turn.Hello.SeatName, turn.Hello.Game, turn.Hello.Map)
		turn.Log("the view has ", turn.View.Names())
	}
	// Decide here what to do, and say it: reply := turn.Call("name", agon.Fields{"field": 1})
	// reply.OK() tells whether something came of the call, reply.Refused why not.
}

func main() { agon.Run(play) }
