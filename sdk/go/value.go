package agon

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Value is something that Agon has said: a view, a reply or a part of one. A field that an object does not have is a
// panic that names the fields it has; Find asks without one. Null is 0, an empty text or an empty list, and its fields
// are null.
type Value struct {
	raw any
}

// ParseValue reads JSON.
func ParseValue(text []byte) (Value, error) {
	var value Value
	fault := json.Unmarshal(text, &value)
	return value, fault
}

// Get is the field of this name. It panics if an object has none.
func (value Value) Get(name string) Value {
	field, found := value.Find(name)
	if !found && value.object() != nil {
		names := strings.Join(value.Names(), ", ")
		panic(fmt.Sprintf("there is no field `%s`; the fields are %s", name, names))
	}
	return field
}

// Find is the field of this name, and whether there is one.
func (value Value) Find(name string) (Value, bool) {
	field, found := value.object()[name]
	return Value{field}, found
}

// At is the element at this position.
func (value Value) At(index int) Value {
	if items := value.array(); index >= 0 && index < len(items) {
		return Value{items[index]}
	}
	return Value{}
}

// List has all elements; it is nil if the value is not a list.
func (value Value) List() []Value {
	items := value.array()
	if items == nil {
		return nil
	}
	list := make([]Value, len(items))
	for index, item := range items {
		list[index] = Value{item}
	}
	return list
}

// Names has the names of all fields, sorted.
func (value Value) Names() []string {
	var names []string
	for name := range value.object() {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

// Integer is the number without its fraction.
func (value Value) Integer() int { return int(value.Number()) }

// Number is the number.
func (value Value) Number() float64 {
	number, _ := value.raw.(float64)
	return number
}

// Text is the text.
func (value Value) Text() string {
	text, _ := value.raw.(string)
	return text
}

// Boolean is true only if the value is true.
func (value Value) Boolean() bool {
	boolean, _ := value.raw.(bool)
	return boolean
}

// IsNull tells whether there is nothing.
func (value Value) IsNull() bool { return value.raw == nil }

// Is compares with another Value, a text, a number, a bool or nil. Lists and objects are compared as JSON.
func (value Value) Is(other any) bool {
	if other, is := other.(Value); is {
		return value.String() == other.String()
	}
	text, fault := json.Marshal(other)
	return fault == nil && value.String() == string(text)
}

// Ints has the elements of a list as integers, such as the coordinates of a tile.
func (value Value) Ints() []int {
	numbers := make([]int, len(value.array()))
	for index, item := range value.List() {
		numbers[index] = item.Integer()
	}
	return numbers
}

// String is the value as JSON.
func (value Value) String() string {
	text, fault := json.Marshal(value.raw)
	if fault != nil {
		return fault.Error()
	}
	return string(text)
}

// Into fills a struct, such as the view of a game. It panics if the value does not fit.
func (value Value) Into(target any) {
	text, fault := json.Marshal(value.raw)
	if fault == nil {
		fault = json.Unmarshal(text, target)
	}
	if fault != nil {
		panic(fmt.Sprintf("this value is not a %T: %v", target, fault))
	}
}

// MarshalJSON lets a Value be part of a call.
func (value Value) MarshalJSON() ([]byte, error) { return json.Marshal(value.raw) }

// UnmarshalJSON reads any JSON.
func (value *Value) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &value.raw) }

// isOf tells whether a message belongs to the turn of this number.
func (value Value) isOf(turn int) bool {
	number, found := value.Find("turn")
	return found && number.Integer() == turn
}

func (value Value) object() map[string]any {
	object, _ := value.raw.(map[string]any)
	return object
}

func (value Value) array() []any {
	array, _ := value.raw.([]any)
	return array
}

// plain is a text without quotes, and everything else as JSON.
func (value Value) plain() string {
	if text, is := value.raw.(string); is {
		return text
	}
	return value.String()
}
