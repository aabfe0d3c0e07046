package gmc

import (
	"math/bits"

	"brim/internal/motor"

	"github.com/dalzilio/rudd"
)

// Motor is the motor control as a model: a step is an event on which all machines move at once. The state of each machine is written in binary.
type Motor struct {
	*Model
	system *motor.System
	at     []int // by machine: its first bit; one more for the end
}

// NewMotor returns the model of the motor control.
func NewMotor() (*Motor, error) {
	x := &Motor{system: motor.New(), at: []int{0}}
	for i, m := range x.system.Machines {
		x.at = append(x.at, x.at[i]+bits.Len(uint(len(m.States)-1)))
	}
	size := x.at[len(x.system.Machines)]
	m, err := newModel(x.system.Events, size)
	if err != nil {
		return nil, err
	}
	x.Model = m
	x.begin(make(State, size))
	x.parts = []rudd.Node{x.isEvent()}
	for i := range x.system.Machines {
		x.parts = append(x.parts, x.machine(i))
	}
	m.step = x.move
	return x, m.related()
}

// in returns the function that is true where a machine is in a state, now or next.
func (x *Motor) in(machine, state int, variable func(int) int) rudd.Node {
	n := x.d.True()
	for i := x.at[machine+1] - 1; i >= x.at[machine]; i-- {
		n = x.d.and(x.d.literal(variable(i), state>>(i-x.at[machine])&1 == 1), n)
	}
	return n
}

// literals returns the function that is true where all literals hold.
func (x *Motor) literals(list []motor.Literal) rudd.Node {
	n := x.d.True()
	for _, l := range list {
		a := x.in(l.Machine, l.State, x.now)
		if l.Not {
			a = x.d.not(a)
		}
		n = x.d.and(n, a)
	}
	return n
}

// machine returns the part of the relation for one machine: for each transition, what the ones before it with the same event leave, and
// else the machine stays.
func (x *Motor) machine(i int) rudd.Node {
	d := x.d
	part, moved := d.False(), d.False()
	for _, t := range x.system.Transitions {
		if t.Machine != i {
			continue
		}
		can := d.and(x.event(t.Event), d.and(x.in(i, t.Source, x.now), x.literals(t.Guard)))
		part = d.or(part, d.and(d.and(can, d.not(moved)), x.in(i, t.Target, x.next)))
		moved = d.or(moved, can)
	}
	for s := range x.system.Machines[i].States {
		stays := d.and(x.in(i, s, x.now), x.in(i, s, x.next))
		part = d.or(part, d.and(d.not(moved), stays))
	}
	return part
}

// machines returns the number of the state of each machine.
func (x *Motor) machines(s State) []int {
	list := make([]int, len(x.at)-1)
	for i := range list {
		for k := x.at[i+1] - 1; k >= x.at[i]; k-- {
			list[i] = 2*list[i] + int(s[k])
		}
	}
	return list
}

func (x *Motor) move(next, s State, event int) bool {
	if event >= len(x.events) {
		return false
	}
	after := make([]int, len(x.at)-1)
	x.system.Step(after, x.machines(s), event)
	for i, v := range after {
		for k := x.at[i]; k < x.at[i+1]; k++ {
			next[k] = uint8(v >> (k - x.at[i]) & 1)
		}
	}
	return true
}

// Goals returns the number of goals of Goal.
func (x *Motor) Goals() int { return len(x.system.Goals(motor.Exchanges())) }

// Goal returns goal i of 0, …, Goals() − 1.
func (x *Motor) Goal(i int) (*Goal, error) {
	g := x.system.Goals(motor.Exchanges())[i]
	goal := &Goal{now: x.literals(g.Literals), holds: func(s State) bool { return g.Holds(x.machines(s)) }}
	for i, m := range x.system.Machines { // leave out vectors of bits that are no states
		some := x.d.False()
		for s := range m.States {
			some = x.d.or(some, x.in(i, s, x.now))
		}
		goal.now = x.d.and(goal.now, some)
	}
	x.finish(goal)
	return goal, x.d.err()
}
