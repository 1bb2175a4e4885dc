package agon

import (
	"bytes"
	"math"
	"strings"
	"testing"
)

const greeting = `{"type":"hello","protocol":1,"game":"g","version":3,"rules":"handbook","map":"m","seat":1,` +
	`"seat_name":"red","seats":2,"seed":9007199254740991,"tournament":true}`

// converse plays a match with these messages of Agon and returns what the bot has said.
func converse(t *testing.T, make func() Bot, lines ...string) []string {
	t.Helper()
	input := strings.NewReader(strings.Join(append([]string{greeting}, lines...), "\n") + "\n")
	var output bytes.Buffer
	if fault := playMatch(newWire(input, &output), make); fault != nil {
		t.Fatal(fault)
	}
	return strings.Split(strings.TrimSpace(output.String()), "\n")
}

// says plays a match with a function and compares what the bot has said after its greeting.
func says(t *testing.T, play func(turn *Turn), lines []string, expected ...string) {
	t.Helper()
	bot := function(play)
	said := converse(t, func() Bot { return bot }, lines...)
	expected = append([]string{`{"protocol":1,"type":"ready"}`}, expected...)
	if got, want := strings.Join(said, "\n"), strings.Join(expected, "\n"); got != want {
		t.Errorf("the bot says\n%s\ninstead of\n%s", got, want)
	}
}

const first = `{"type":"turn","turn":1,"actor":4,"round":2,"seconds":2.5,"energy":null,"view":{"a":[1,"x"]}}`

func TestHelloAndTurnAreRead(t *testing.T) {
	says(t, func(turn *Turn) {
		hello := Hello{"g", 3, "handbook", "m", 1, "red", 2, 9007199254740991, true}
		if *turn.Hello != hello {
			t.Errorf("hello is %+v", *turn.Hello)
		}
		if turn.Actor != 4 || turn.Round != 2 || turn.Number != 1 || turn.Energy != -1 || turn.Seconds != 2.5 {
			t.Errorf("turn is %+v", *turn)
		}
		if left := turn.SecondsLeft(); left <= 0 || left > 2.5 {
			t.Errorf("%v s are left", left)
		}
		if !turn.View.Get("a").Is([]any{1, "x"}) {
			t.Errorf("view is %v", turn.View)
		}
	}, []string{first}, `{"how":"silent","turn":1,"type":"done"}`)
}

func TestCallsAreAnswered(t *testing.T) {
	says(t, func(turn *Turn) {
		moved := turn.Call("move", Fields{"row": 2, "to": turn.View.Get("a").At(1)})
		if !moved.OK() || moved.Kind() != "moved" || moved.Value().Get("col").Integer() != 5 {
			t.Errorf("reply is %+v", moved)
		}
		replies := turn.Calls(Call("refuel"), Call("spend", 7))
		if len(replies) != 2 || replies[0].Kind() != "queued" || replies[1].Refused != "too much" {
			t.Errorf("replies are %+v", replies)
		}
		if view := turn.Look(); view.Get("b").Integer() != 3 || turn.View.Get("b").Integer() != 3 {
			t.Errorf("view is %v", view)
		}
	}, []string{
		first,
		`{"type":"reply","turn":1,"reply":{"moved":{"col":5}},"refused":null,"view":null}`,
		`{"type":"replies","turn":1,"replies":[{"reply":"queued","refused":null},{"reply":"no","refused":"too much"}]}`,
		`{"type":"view","turn":1,"view":{"b":3}}`,
	},
		`{"call":{"move":{"row":2,"to":"x"}},"turn":1,"type":"call"}`,
		`{"calls":["refuel",{"spend":7}],"turn":1,"type":"calls"}`,
		`{"turn":1,"type":"look"}`,
		`{"how":"done","turn":1,"type":"done"}`)
}

func TestNotesAndDraftsAreSent(t *testing.T) {
	says(t, func(turn *Turn) {
		turn.Dot([]int{3, 4})
		turn.Line("A", turn.View.Get("a").At(1), Colour{1, 2, 3})
		turn.Text(7, "<here>")
		turn.Draft(Call("wait"))
		turn.Logf("%d < %d", 1, 2)
	}, []string{first},
		`{"note":{"dot":{"at":{"tile":[3,4]},"colour":[255,220,0]}},"type":"note"}`,
		`{"note":{"line":{"colour":[1,2,3],"from":{"unit":"A"},"to":{"unit":"x"}}},"type":"note"}`,
		`{"note":{"text":{"at":{"unit":"7"},"colour":[255,220,0],"text":"<here>"}},"type":"note"}`,
		`{"calls":["wait"],"turn":1,"type":"draft"}`,
		`{"note":{"log":"1 < 2"},"type":"note"}`,
		`{"how":"silent","turn":1,"type":"done"}`)
}

func TestATurnThatIsTakenAwayEndsAtTheNextCall(t *testing.T) {
	second := `{"type":"turn","turn":2,"actor":4,"round":3,"seconds":null,"energy":9,"view":{}}`
	turns := 0
	says(t, func(turn *Turn) {
		if turns++; turns == 2 {
			if turn.Energy != 9 || !math.IsInf(turn.Seconds, 1) {
				t.Errorf("turn is %+v", *turn)
			}
			return
		}
		turn.Call("late")
		t.Error("the turn goes on")
	}, []string{first, `{"type":"reply","turn":0,"reply":"old","refused":null}`,
		`{"type":"stopped","turn":1,"why":"out_of_time"}`, second},
		`{"call":"late","turn":1,"type":"call"}`,
		`{"how":"silent","turn":2,"type":"done"}`)
	if turns != 2 {
		t.Errorf("%d turns were played", turns)
	}
}

func TestANewTurnInPlaceOfAnAnswerIsPlayed(t *testing.T) {
	says(t, func(turn *Turn) {
		if turn.Number == 1 {
			turn.Call("late")
		}
	}, []string{first, strings.Replace(first, `"turn":1`, `"turn":2`, 1)},
		`{"call":"late","turn":1,"type":"call"}`,
		`{"how":"silent","turn":2,"type":"done"}`)
}

func TestAPanicFailsTheTurnOnly(t *testing.T) {
	says(t, func(turn *Turn) {
		switch turn.Number {
		case 1:
			panic("on purpose")
		case 2:
			turn.Call("x", math.NaN())
		}
	}, []string{first, strings.Replace(first, `"turn":1`, `"turn":2`, 1)},
		`{"error":"it panicked: on purpose","how":"failed","turn":1,"type":"done"}`,
		`{"error":"it panicked: agon: this cannot be said: json: unsupported value: NaN","how":"failed","turn":2,"type":"done"}`)
}

type counter struct{ turns int }

func (bot *counter) Turn(turn *Turn) {
	bot.turns++
	turn.Log(turn.Actor, " ", bot.turns)
}

func TestEachActorHasABotUntilItIsGone(t *testing.T) {
	turn := func(actor string) string { return strings.Replace(first, `"actor":4`, `"actor":`+actor, 1) }
	lines := []string{turn("4"), turn("5"), turn("4"), `{"type":"gone","actor":4}`, turn("4"), `{"type":"over"}`, first}
	var logs []string
	for _, line := range converse(t, func() Bot { return &counter{} }, lines...) {
		if _, text, is := strings.Cut(line, `{"log":"`); is {
			logs = append(logs, text[:3])
		}
	}
	if got := strings.Join(logs, ", "); got != "4 1, 5 1, 4 2, 4 1" {
		t.Errorf("actors and turns: %s", got)
	}
}

func TestAnotherProtocolIsLeftToAgon(t *testing.T) {
	input := strings.NewReader(strings.Replace(greeting, `"protocol":1`, `"protocol":2`, 1) + "\n")
	var output bytes.Buffer
	if fault := playMatch(newWire(input, &output), nil); fault != nil {
		t.Errorf("fault is %v", fault)
	}
	if said := output.String(); said != `{"protocol":1,"type":"ready"}`+"\n" {
		t.Errorf("the bot says %s", said)
	}
}

func TestReadingAValueNeverFails(t *testing.T) {
	value, fault := ParseValue([]byte(`{"n":-2.5,"t":"text","b":true,"l":[1,2],"o":{"x":null}}`))
	if fault != nil {
		t.Fatal(fault)
	}
	if value.Get("n").Integer() != -2 || value.Get("n").Number() != -2.5 || value.Get("t").Text() != "text" {
		t.Error("numbers and texts")
	}
	if !value.Get("b").Boolean() || value.Get("t").Boolean() || len(value.Get("l").Ints()) != 2 {
		t.Error("booleans and lists")
	}
	missing := value.Get("t").Get("x").At(-1).At(3)
	if !missing.IsNull() || missing.Integer() != 0 || missing.Text() != "" || missing.List() != nil {
		t.Error("what is missing is null")
	}
	if !value.Get("t").Is("text") || !value.Get("l").At(0).Is(1) || !missing.Is(nil) || value.Get("l").Is("text") {
		t.Error("comparisons")
	}
	if !value.Get("l").Is(value.Get("l")) || strings.Join(value.Names(), "") != "blnot" {
		t.Error("values and names")
	}
}
