package agon

import (
	"fmt"
	"math"
	"time"
)

// TurnOver is the panic with which a method of Turn ends a turn that has been taken away: time or energy is used
// up, or the unit is dead. The kit recovers from it. Methods of Turn must be called from the goroutine of the turn.
type TurnOver struct{}

// Error makes TurnOver an error, for bots that recover from panics themselves.
func (TurnOver) Error() string { return "the turn is over" }

// Hello is what a bot is told before the first turn.
type Hello struct {
	Game       string // the game's id
	Version    int    // the version of the game's rules
	Rules      string // handbook or original
	Map        string // the map's name
	Seat       int    // the bot's seat, from 0
	SeatName   string // the seat's name, such as blue
	Seats      int    // the number of seats
	Seed       int64  // seed generators with it, and the same match is played again
	Tournament bool   // whether the match is one of a tournament
}

func newHello(message Value) *Hello {
	return &Hello{
		Game:       message.Get("game").Text(),
		Version:    message.Get("version").Integer(),
		Rules:      message.Get("rules").Text(),
		Map:        message.Get("map").Text(),
		Seat:       message.Get("seat").Integer(),
		SeatName:   message.Get("seat_name").Text(),
		Seats:      message.Get("seats").Integer(),
		Seed:       int64(message.Get("seed").Integer()),
		Tournament: message.Get("tournament").Boolean(),
	}
}

// Fields are the named values of a call, or of anything else that is an object in JSON.
type Fields map[string]any

// Call makes a call without saying it yet, for Turn.Calls and Turn.Draft. It takes at most one value.
func Call(name string, value ...any) any {
	switch len(value) {
	case 0:
		return name
	case 1:
		return Fields{name: value[0]}
	default:
		panic(fmt.Sprintf("agon: the call %q has %d values: put them into agon.Fields or a slice", name, len(value)))
	}
}

// Reply is the game's answer to a call.
type Reply struct {
	// Refused says why nothing came of the call, as a sentence; it is empty if something did.
	Refused string
	// Raw is the answer as it is in the manual, such as {"moved": {"row": 2, "col": 5}}.
	Raw Value
}

func newReply(answer Value) Reply {
	return Reply{Refused: answer.Get("refused").Text(), Raw: answer.Get("reply")}
}

// OK tells whether something came of the call.
func (reply Reply) OK() bool { return reply.Refused == "" }

// Kind is the answer's name: moved.
func (reply Reply) Kind() string {
	for name := range reply.Raw.object() {
		return name
	}
	return reply.Raw.Text()
}

// Value is what the answer brings: {"row": 2, "col": 5}. It is null if the answer is only a name.
func (reply Reply) Value() Value {
	for _, value := range reply.Raw.object() {
		return Value{value}
	}
	return Value{}
}

// Colour is red, green and blue.
type Colour [3]uint8

// Yellow is the colour of drawings for which no other is given.
var Yellow = Colour{255, 220, 0}

// Turn is the turn being played.
type Turn struct {
	Hello   *Hello  // what was told before the first turn
	View    Value   // what the bot may know, from the start of the turn or the last Look
	Actor   int     // who is to act: the bot's seat, or one unit of it
	Round   int     // the round being played
	Number  int     // the number of this turn
	Seconds float64 // the seconds this turn may take; +Inf without a limit
	Energy  int     // the energy it may cost; -1 in games that do not count it

	wire  *wire
	began time.Time
	spoke bool
	over  bool
	ended bool
	next  *Value
}

func newTurn(wire *wire, hello *Hello, message Value) *Turn {
	turn := &Turn{
		Hello:   hello,
		View:    message.Get("view"),
		Actor:   message.Get("actor").Integer(),
		Round:   message.Get("round").Integer(),
		Number:  message.Get("turn").Integer(),
		Seconds: math.Inf(1),
		Energy:  -1,
		wire:    wire,
		began:   time.Now(),
	}
	if seconds := message.Get("seconds"); !seconds.IsNull() {
		turn.Seconds = seconds.Number()
	}
	if energy := message.Get("energy"); !energy.IsNull() {
		turn.Energy = energy.Integer()
	}
	return turn
}

// Call makes a call and returns the game's answer: turn.Call("capture", 7), turn.Call("refuel").
func (turn *Turn) Call(name string, value ...any) Reply {
	return turn.Make(Call(name, value...))
}

// Make makes a call that was prepared with Call or with the game's types: turn.Make(Calls.Capture(7)).
func (turn *Turn) Make(call any) Reply {
	turn.say(Fields{"type": "call", "turn": turn.Number, "call": call})
	turn.spoke = true
	return newReply(turn.answer("reply"))
}

// Calls makes many calls at once, which is faster than one by one.
func (turn *Turn) Calls(calls ...any) []Reply {
	turn.say(Fields{"type": "calls", "turn": turn.Number, "calls": list(calls)})
	turn.spoke = true
	var replies []Reply
	for _, answer := range turn.answer("replies").Get("replies").List() {
		replies = append(replies, newReply(answer))
	}
	return replies
}

// Look brings View up to date and returns it.
func (turn *Turn) Look() Value {
	turn.say(Fields{"type": "look", "turn": turn.Number})
	turn.View = turn.answer("view").Get("view")
	return turn.View
}

// Draft saves calls that are made if the turn ends before the bot has made any.
func (turn *Turn) Draft(calls ...any) {
	turn.say(Fields{"type": "draft", "turn": turn.Number, "calls": list(calls)})
}

// Log writes a line into the replay, beside this turn. It is sent at once: it may be the last sign of a bot that
// hangs.
func (turn *Turn) Log(text ...any) {
	turn.say(note("log", fmt.Sprint(text...)))
}

// Logf is Log with a format.
func (turn *Turn) Logf(format string, values ...any) {
	turn.Log(fmt.Sprintf(format, values...))
}

// Dot draws a dot into the replay. A place is the coordinates of a tile as a []int, or the name or number of a
// unit; the colour is Yellow unless one is given.
func (turn *Turn) Dot(at any, colour ...Colour) {
	turn.draw("dot", Fields{"at": spot(at), "colour": chosen(colour)})
}

// Line draws a line into the replay.
func (turn *Turn) Line(from, to any, colour ...Colour) {
	turn.draw("line", Fields{"from": spot(from), "to": spot(to), "colour": chosen(colour)})
}

// Text writes a few words on the board in the replay.
func (turn *Turn) Text(at any, text string, colour ...Colour) {
	turn.draw("text", Fields{"at": spot(at), "text": text, "colour": chosen(colour)})
}

// SecondsLeft is what is left of Seconds.
func (turn *Turn) SecondsLeft() float64 {
	return turn.Seconds - time.Since(turn.began).Seconds()
}

func list(calls []any) []any {
	if calls == nil {
		return []any{}
	}
	return calls
}

func note(kind string, note any) Fields {
	return Fields{"type": "note", "note": Fields{kind: note}}
}

func chosen(colour []Colour) []int {
	one := Yellow
	if len(colour) > 0 {
		one = colour[0]
	}
	return []int{int(one[0]), int(one[1]), int(one[2])}
}

func spot(at any) Fields {
	switch place := at.(type) {
	case []int:
		return Fields{"tile": place}
	case Value:
		if place.List() != nil {
			return Fields{"tile": place}
		}
		return Fields{"unit": place.plain()}
	default:
		return Fields{"unit": fmt.Sprint(at)}
	}
}

func (turn *Turn) say(message Fields) {
	turn.checkEnded()
	if turn.over || turn.wire.send(message) != nil {
		turn.stop()
	}
}

// draw sends a drawing together with the next message, so that many drawings cost no more than one.
func (turn *Turn) draw(kind string, drawing Fields) {
	turn.checkEnded()
	if turn.over || turn.wire.later(note(kind, drawing)) != nil {
		turn.stop()
	}
}

func (turn *Turn) checkEnded() {
	if turn.ended {
		panic(fmt.Sprintf("turn %d has ended: use the turn that is passed in now", turn.Number))
	}
}

func (turn *Turn) stop() {
	turn.over = true
	panic(TurnOver{})
}

// answer waits for the answer to what was just said.
func (turn *Turn) answer(kind string) Value {
	for {
		message, fault := turn.wire.read()
		if fault != nil {
			turn.stop()
		}
		switch what := message.Get("type").Text(); {
		case what == "error":
			complain(*message)
			turn.stop()
		case what == "turn" || what == "over":
			turn.next = message
			turn.stop()
		case !message.isOf(turn.Number):
		case what == kind:
			return *message
		default:
			turn.stop()
		}
	}
}

// finish ends the turn. It returns the message that has come already in place of an answer, if one has.
func (turn *Turn) finish(failure error) (*Value, error) {
	turn.ended = true
	if turn.over {
		return turn.next, nil
	}
	turn.over = true
	done := Fields{"type": "done", "turn": turn.Number, "how": "silent"}
	if turn.spoke {
		done["how"] = "done"
	}
	if failure != nil {
		done["how"], done["error"] = "failed", failure.Error()
	}
	return nil, turn.wire.send(done)
}
