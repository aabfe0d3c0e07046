package circuit

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// circuit brings what was read into the order of a Circuit, which is that of a binary file.
func (x *reader) circuit() (*Circuit, error) {
	c := &Circuit{Name: x.file, Latches: x.latches}
	if n := len(x.inputs); n > 0 {
		c.Inputs = make([]string, n)
	}
	a := &arranger{reader: x, c: c, uses: map[string]int{}, taken: map[string]bool{}}
	for _, name := range x.names {
		a.uses[name]++
	}
	if x.binary {
		for _, g := range x.gates {
			c.Gates = append(c.Gates, g.Gate)
		}
	} else if err := a.arrange(); err != nil {
		return nil, err
	}
	if err := a.signals(); err != nil {
		return nil, err
	}
	return c, nil
}

// arrange finds the signals of all variables of a text.
func (a *arranger) arrange() error {
	a.of, a.gate, a.state = map[int]Lit{0: False}, map[int]int{}, make([]uint8, len(a.gates))
	for i, l := range a.inputs {
		a.of[l.Var()] = a.c.Input(i)
	}
	for i, l := range a.own {
		a.of[l.Var()] = a.c.Latch(i)
	}
	for i, g := range a.gates {
		a.gate[g.own.Var()] = i
	}
	for i := range a.gates {
		if err := a.place(i); err != nil {
			return err
		}
	}
	return nil
}

// An arranger gives gates their places, each behind the ones that it looks at.
type arranger struct {
	*reader
	c     *Circuit
	of    map[int]Lit     // by variable of the file: its signal; nil if that is the same
	gate  map[int]int     // by variable of the file: the gate that it is
	state []uint8         // by gate
	uses  map[string]int  // by name of the file
	taken map[string]bool // names that another signal might get
}

const (
	untouched uint8 = iota
	waiting         // for those that it looks at
	placed
)

// place places gate i and all that it looks at, without recursion, since gates can be as deep as there are.
func (a *arranger) place(i int) error {
	for stack := []int{i}; len(stack) > 0; {
		i := stack[len(stack)-1]
		g := &a.gates[i]
		if a.state[i] == placed {
			stack = stack[:len(stack)-1]
			continue
		}
		a.state[i] = waiting
		ready := true
		for _, l := range []Lit{g.A, g.B} {
			j, isGate := a.gate[l.Var()]
			if !isGate || a.state[j] == placed {
				continue
			}
			a.line = g.line
			if a.state[j] == waiting {
				return a.wrong("gate %d depends on itself", a.gates[j].own)
			}
			stack, ready = append(stack, j), false
		}
		if !ready {
			continue
		}
		a.line = g.line
		var err error
		placing := Gate{}
		if placing.A, err = a.signal(g.A); err != nil {
			return err
		}
		if placing.B, err = a.signal(g.B); err != nil {
			return err
		}
		a.c.Gates = append(a.c.Gates, placing)
		a.of[g.own.Var()] = a.c.Gate(len(a.c.Gates) - 1)
		a.state[i] = placed
		stack = stack[:len(stack)-1]
	}
	return nil
}

// signal returns the signal of a literal of the file.
func (a *arranger) signal(l Lit) (Lit, error) {
	if a.of == nil {
		return l, nil
	}
	s, ok := a.of[l.Var()]
	if !ok {
		return 0, a.wrong("literal %d is defined nowhere", l)
	}
	return s ^ l&1, nil
}

// signals gives latches, and all that looks at signals, their literals and names.
func (a *arranger) signals() (err error) {
	c := a.c
	a.line = 1 + len(a.inputs) // of a text; a binary file leaves nothing undefined
	for i := range c.Inputs {
		c.Inputs[i] = a.name("i", i)
	}
	for i := range c.Latches {
		a.line++
		x := &c.Latches[i]
		x.Name = a.name("l", i)
		if x.Next, err = a.signal(x.Next); err != nil {
			return err
		}
		if x.Reset > True {
			x.Reset = c.Latch(i)
		}
	}
	if err := a.list(&c.Outputs, a.outputs, "o"); err != nil {
		return err
	}
	if err := a.list(&c.Bad, a.bad, "b"); err != nil {
		return err
	}
	if err := a.list(&c.Constraints, a.constraints, "c"); err != nil {
		return err
	}
	a.line += len(a.justice) // their sizes
	for i, lits := range a.justice {
		j := Justice{Name: a.name("j", i)}
		for _, l := range lits {
			a.line++
			s, err := a.signal(l)
			if err != nil {
				return err
			}
			j.Lits = append(j.Lits, s)
		}
		c.Justice = append(c.Justice, j)
	}
	return a.list(&c.Fairness, a.fairness, "f")
}

// list appends the signals of some kind, each of which has a line.
func (a *arranger) list(to *[]Signal, from []Lit, kind string) error {
	for i, l := range from {
		a.line++
		s, err := a.signal(l)
		if err != nil {
			return err
		}
		*to = append(*to, Signal{a.name(kind, i), s})
	}
	return nil
}

// name returns the name of a signal: that of the file or, if it has none that only this signal has and that people can
// read, its kind and position.
func (a *arranger) name(kind string, i int) string {
	at := kind + strconv.Itoa(i)
	name := a.names[at]
	if name == "" || a.uses[name] > 1 || !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl) {
		name = at
	}
	if name == at && a.uses[at] == 0 {
		return at // all others have other kinds and positions
	}
	for a.taken[name] {
		name += "'"
	}
	a.taken[name] = true
	return name
}
