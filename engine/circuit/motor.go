package circuit

import (
	"fmt"
	"math/bits"

	"brim/internal/motor"
)

// Motor returns the motor control of package internal/motor, a stand-in for that of [WR00], in its reading with events:
// a step is an event, on which all machines move at once. The inputs have the number of the event, the latches those of
// the states of the machines, both in binary, lowest bit first. Constraints keep these numbers in their ranges. There
// are 287 bad signals g0, g1, …: the goals, in the order in which g0, g50, … are those of Table 1 of [WR00].
func Motor() *Circuit {
	x := &motorCircuit{System: motor.New(), first: []int{0}}
	var inputs, latches []string
	for i := range bits.Len(uint(len(x.Events) - 1)) {
		inputs = append(inputs, fmt.Sprintf("event.%d", i))
	}
	for _, m := range x.Machines {
		for k := range bits.Len(uint(len(m.States) - 1)) {
			latches = append(latches, fmt.Sprintf("%s.%d", m.Name, k))
		}
		x.first = append(x.first, len(latches))
	}
	x.Builder = NewBuilder("motor control", inputs, latches)
	event := func(e int) Lit { return x.is(e, 0, len(inputs), x.Input) }
	for i := range x.Machines {
		x.machine(i, event)
	}
	for i, g := range x.Goals(motor.Exchanges()) {
		x.Bad(fmt.Sprintf("g%d", i), x.holds(g.Literals))
	}
	var events []Lit
	for e := range x.Events {
		events = append(events, event(e))
	}
	x.Constrain("an event", x.Or(events...))
	for i, m := range x.Machines {
		var states []Lit
		for s := range m.States {
			states = append(states, x.in(i, s))
		}
		x.Constrain("a state of "+m.Name, x.Or(states...))
	}
	c, err := x.Circuit()
	if err != nil {
		panic(err) // a test calls this function
	}
	return c
}

// A motorCircuit is the motor control while it is made.
type motorCircuit struct {
	*motor.System
	*Builder
	first []int // by machine: its first latch; one more for the end
}

// is reports whether the signals from, …, to−1 are a number in binary.
func (x *motorCircuit) is(number, from, to int, signal func(int) Lit) Lit {
	var list []Lit
	for i := from; i < to; i++ {
		l := signal(i)
		if number>>(i-from)&1 == 0 {
			l = l.Not()
		}
		list = append(list, l)
	}
	return x.And(list...)
}

// in reports whether a machine is in a state.
func (x *motorCircuit) in(machine, state int) Lit {
	return x.is(state, x.first[machine], x.first[machine+1], x.Latch)
}

func (x *motorCircuit) holds(literals []motor.Literal) Lit {
	var list []Lit
	for _, l := range literals {
		in := x.in(l.Machine, l.State)
		if l.Not {
			in = in.Not()
		}
		list = append(list, in)
	}
	return x.And(list...)
}

// machine makes the next state of machine i: the target of its first transition that can move, or the state that it is
// in.
func (x *motorCircuit) machine(i int, event func(int) Lit) {
	moved := False
	ones := make([][]Lit, x.first[i+1]-x.first[i]) // by bit: what sets it
	for _, t := range x.Transitions {
		if t.Machine != i {
			continue
		}
		can := x.And(event(t.Event), x.in(i, t.Source), x.holds(t.Guard))
		moves := x.And(can, moved.Not())
		moved = x.Or(moved, can)
		for k := range ones {
			if t.Target>>k&1 == 1 {
				ones[k] = append(ones[k], moves)
			}
		}
	}
	for k, list := range ones {
		latch := x.first[i] + k
		x.SetNext(latch, x.Or(append(list, x.And(x.Latch(latch), moved.Not()))...))
	}
}
