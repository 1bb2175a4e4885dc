// Package agon is a kit for bots that play the games of Agon.
//
// A bot is a function that plays one turn:
//
//	package main
//
//	import "agon"
//
//	func play(turn *agon.Turn) {
//		for _, robot := range turn.View.Get("robots").List() {
//			turn.Call("move", agon.Fields{"robot": robot.Get("name"), "direction": "UP"})
//		}
//	}
//
//	func main() { agon.Run(play) }
//
// Turn.View is what the bot may know, Turn.Call makes a call and returns the game's reply, and the turn ends when
// the function returns. What a bot prints goes to its log. RunEach gives each actor a Bot of its own.
package agon

import (
	"fmt"
	"io"
	"math"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

// Protocol is the version of the protocol that this kit speaks.
const Protocol = 1

// Bot plays the turns of one actor and can keep state between them.
type Bot interface {
	// Turn plays one turn.
	Turn(turn *Turn)
}

// Run plays a match with a function.
func Run(play func(turn *Turn)) {
	bot := function(play)
	run(func() Bot { return bot })
}

// RunEach plays a match with one bot for each actor: one for the match, or one for each unit in games whose
// units act by themselves. It calls make when an actor has its first turn.
func RunEach(make func() Bot) {
	run(make)
}

// function is a Bot without state.
type function func(turn *Turn)

func (play function) Turn(turn *Turn) { play(turn) }

// The pipes to Agon. They are taken from standard input and output before the bot can print, so that its own
// output does not mix with the messages.
var (
	input  io.Reader = os.Stdin
	output io.Writer = os.Stdout
)

func init() {
	if os.Getenv("AGON_BOT") == "1" {
		redirectPrinting()
	}
}

// redirectPrinting makes fmt.Println write to the log. Afterwards there is nothing to read.
func redirectPrinting() {
	os.Stdout = os.Stderr
	if nothing, fault := os.Open(os.DevNull); fault == nil {
		os.Stdin = nothing
	}
}

func run(make func() Bot) {
	if os.Getenv("AGON_BOT") != "1" {
		if info, fault := os.Stdin.Stat(); fault == nil && info.Mode()&os.ModeCharDevice != 0 {
			tellHowToStart()
		}
		redirectPrinting()
	}
	wire := newWire(input, output)
	if os.Getenv("AGON_BOT") != "1" && !wire.hasMessage() {
		tellHowToStart()
	}
	if fault := playMatch(wire, make); fault != nil {
		fmt.Fprintln(os.Stderr, fault)
		os.Exit(1)
	}
}

func tellHowToStart() {
	fmt.Fprintln(os.Stderr, "This program talks to Agon; start it with: agon play GAME FOLDER builtin:random")
	os.Exit(2)
}

// playMatch plays until the match is over or Agon has closed the pipes, which both end it normally.
func playMatch(wire *wire, make func() Bot) error {
	hello, fault := greet(wire)
	if fault != nil {
		return quietly(fault)
	}
	bots := map[int]Bot{}
	var next *Value
	for {
		message := next
		if message == nil {
			if message, fault = wire.read(); fault != nil {
				return quietly(fault)
			}
		}
		next = nil
		switch message.Get("type").Text() {
		case "over":
			return nil
		case "turn":
			actor := message.Get("actor").Integer()
			if bots[actor] == nil {
				bots[actor] = make()
			}
			turn := newTurn(wire, hello, *message)
			failure := playTurn(turn, bots[actor])
			if next, fault = turn.finish(failure); fault != nil {
				return quietly(fault)
			}
		case "gone":
			delete(bots, message.Get("actor").Integer())
		case "error":
			complain(*message)
		}
	}
}

func greet(wire *wire) (*Hello, error) {
	message, fault := wire.read()
	if fault != nil {
		return nil, fault
	}
	return newHello(*message), wire.send(Fields{"type": "ready", "protocol": Protocol})
}

// playTurn returns what went wrong, or nil. A panic ends the turn; TurnOver is not a fault.
func playTurn(turn *Turn, bot Bot) (failure error) {
	defer func() {
		switch thing := recover().(type) {
		case nil, TurnOver:
		default:
			fmt.Fprintf(os.Stderr, "panic: %v\n\n%s", thing, debug.Stack())
			failure = fmt.Errorf("it panicked: %v%s", thing, place())
		}
	}()
	if !math.IsInf(turn.Seconds, 1) {
		late := time.AfterFunc(time.Duration(turn.Seconds*float64(time.Second)), tellPlace)
		defer late.Stop()
	}
	bot.Turn(turn)
	return nil
}

// tellPlace writes to the log where the bot is when the time of its turn is up. Agon looks for this line.
func tellPlace() {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for _, stack := range strings.Split(string(stacks), "\n\n") {
		if place := placeIn(stack); place != "" {
			fmt.Fprintf(os.Stderr, "its turn was stopped (%s)\n", place)
			return
		}
	}
}

// placeIn is the innermost place of the bot's own package, such as bot.go:12, in the stack of the goroutine
// that plays; it is empty for other goroutines.
func placeIn(stack string) string {
	if !strings.Contains(stack, "agon.playTurn(") {
		return ""
	}
	lines := strings.Split(stack, "\n")
	for i, line := range lines[:len(lines)-1] {
		if strings.HasPrefix(line, "main.") {
			place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
			return path.Base(place)
		}
	}
	return ""
}

// place is where in the bot's own package the panic happened, such as " (bot.go:12)".
func place() string {
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(3, callers[:])])
	for more := true; more; {
		var frame runtime.Frame
		if frame, more = frames.Next(); strings.HasPrefix(frame.Function, "main.") {
			return fmt.Sprintf(" (%s:%d)", path.Base(frame.File), frame.Line)
		}
	}
	return ""
}

func complain(message Value) {
	fmt.Fprintln(os.Stderr, "Agon does not understand this bot:", message.Get("message").Text())
}
