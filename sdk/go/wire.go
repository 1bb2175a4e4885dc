package agon

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxOutboxBytes is how much is kept for the next message before it is sent anyway.
const maxOutboxBytes = 1 << 15

// errClosed means that Agon has closed the pipes: the match goes on without this bot.
var errClosed = errors.New("Agon has closed the pipes")

// quietly turns closed pipes into a normal end.
func quietly(fault error) error {
	if errors.Is(fault, errClosed) {
		return nil
	}
	return fault
}

// wire sends and receives messages, one line of JSON each.
type wire struct {
	input  *bufio.Reader
	output io.Writer
	outbox bytes.Buffer
}

func newWire(input io.Reader, output io.Writer) *wire {
	return &wire{input: bufio.NewReaderSize(input, 1<<16), output: output}
}

// hasMessage waits for the first byte and says whether it can begin a message. Without one, Agon did not start this
// program.
func (wire *wire) hasMessage() bool {
	first, fault := wire.input.Peek(1)
	return fault == nil && first[0] == '{'
}

// read waits for the next message.
func (wire *wire) read() (*Value, error) {
	line, fault := wire.input.ReadBytes('\n')
	if fault != nil {
		return nil, errClosed
	}
	message, fault := ParseValue(line)
	if fault != nil {
		return nil, fmt.Errorf("a message of Agon is not JSON: %w", fault)
	}
	return &message, nil
}

// later sends a message together with the next one, so that Agon is not woken for it. A value that JSON cannot
// express is the bot's mistake and panics.
func (wire *wire) later(message Fields) error {
	encoder := json.NewEncoder(&wire.outbox)
	encoder.SetEscapeHTML(false)
	length := wire.outbox.Len()
	if fault := encoder.Encode(message); fault != nil {
		wire.outbox.Truncate(length)
		panic(fmt.Sprintf("agon: this cannot be said: %v", fault))
	}
	if wire.outbox.Len() > maxOutboxBytes {
		return wire.flush()
	}
	return nil
}

// send sends a message at once.
func (wire *wire) send(message Fields) error {
	if fault := wire.later(message); fault != nil {
		return fault
	}
	return wire.flush()
}

func (wire *wire) flush() error {
	_, fault := wire.outbox.WriteTo(wire.output)
	if fault != nil {
		return errClosed
	}
	return nil
}
