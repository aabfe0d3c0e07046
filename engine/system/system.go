// Package system has transition systems that are no nets: named variables with values ≥ 0, a set of tuples in which it
// starts, and named events that say what they do to the variables. A System is made of a set and a relation of package
// mdd, or of a description by a Builder, which leaves the order of the levels to brim. Package check takes it as a
// model.
package system

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"brim/ctl/syntax"
	"brim/mdd"
	"brim/petri/order"
)

// A System is a transition system over tuples. In all of its methods, and in what is asked about it, the value of the
// variable with the index i stands at index i, whatever level that has. It never changes once something was asked.
type System struct {
	name      string
	variables []string
	events    []string
	stages    [][]Stage // by event, of variables from 1 on; nil for a matrix from the caller
	begin     [][]int   // by variable: values that it may start with, that of first in front
	most      []int     // by variable: its largest value, or -1
	first     []int     // values of the variables in one tuple in which it starts
	starts    *big.Int  // the number of these tuples
	defined   map[string]string
	numbers   []number

	noSets error  // why there is nothing of what follows
	levels []int  // by variable; a permutation of the levels
	method string // where the order of the levels comes from
	start  mdd.Set
	moves  *mdd.Relation
	turn   chan struct{} // holds an element while the forest is in use
	wanted atomic.Int64  // how many wait for it
}

// New returns the system whose variables are the levels of a forest, level 1 first, and whose events are those of a
// relation. The error names a missing or duplicate name or an event that has a Map without the function back, which
// questions of CTL and LTL need, or says that start is empty.
//
// The forest belongs to the system from now on: it must not be used while a question is asked.
func New(name string, start mdd.Set, moves *mdd.Relation, variables, events []string) (*System, error) {
	levels := make([]int, len(variables))
	for i := range levels {
		levels[i] = i + 1
	}
	return newSystem(name, start, moves, variables, events, levels)
}

// newSystem is New for variables that are not in the order of the levels: levels has the level of each.
func newSystem(name string, start mdd.Set, moves *mdd.Relation, variables, events []string, levels []int) (*System,
	error) {
	if start.Forest() == nil || moves == nil || moves.Forest() != start.Forest() {
		return nil, errors.New("the start and the relation are not of one forest")
	}
	switch f := start.Forest(); {
	case len(variables) != f.Levels():
		return nil, fmt.Errorf("%d names of variables; expected %d, one for each level", len(variables), f.Levels())
	case len(events) != moves.Len():
		return nil, fmt.Errorf("%d names of events; expected %d, one for each event of the relation", len(events),
			moves.Len())
	case start.IsEmpty():
		return nil, errors.New("the system starts nowhere; expected one tuple at least")
	}
	if err := cmp.Or(distinct("variables", variables), distinct("events", events)); err != nil {
		return nil, err
	}
	if e, ok := moves.OneWay(); ok {
		return nil, fmt.Errorf("event %s has a Map without the function back; expected one with it",
			strconv.Quote(events[e]))
	}
	s := &System{
		name: name, variables: slices.Clone(variables), events: slices.Clone(events), levels: levels, start: start,
		moves:   moves,
		method:  "file",
		defined: map[string]string{}, turn: make(chan struct{}, 1), starts: start.Count(),
	}
	first, _ := start.Pick()
	s.first = s.Values(first)
	s.look()
	return s, nil
}

// look finds out from the set and the relation where the variables may start, and what the events do.
func (s *System) look() {
	of := make([]int, len(s.levels)+1) // variables by level, counted from 1
	for i, level := range s.levels {
		of[level] = i + 1
		least, most, _ := s.start.Extent(level)
		s.begin, s.most = append(s.begin, []int{s.first[i], least, most}), append(s.most, -1)
	}
	for e := range s.events {
		steps, ok := s.moves.Steps(e)
		if !ok {
			s.stages = append(s.stages, nil)
			continue
		}
		for i := range steps {
			steps[i].Level = of[steps[i].Level]
		}
		s.stages = append(s.stages, []Stage{{steps}})
	}
}

// distinct returns an error if a name is empty or there twice.
func distinct(what string, names []string) error {
	seen := map[string]bool{}
	for i, name := range names {
		switch {
		case name == "":
			return fmt.Errorf("number %d of the %s has no name", i+1, what)
		case seen[name]:
			return fmt.Errorf("two %s have the name %s", what, strconv.Quote(name))
		}
		seen[name] = true
	}
	return nil
}

// Define lets formulas name a proposition: a formula over the variables and events, as ctl/syntax reads it.
func (s *System) Define(proposition, formula string) { s.defined[proposition] = formula }

// Name returns the name of the system.
func (s *System) Name() string { return s.name }

// Variables returns the names of the variables. They must not be changed.
func (s *System) Variables() []string { return s.variables }

// Events returns the names of the events. They must not be changed.
func (s *System) Events() []string { return s.events }

// NoSets returns why the system has no forest, and so no set and no relation: a Builder may have described it in a way
// that diagrams do not know. It returns nil if it has them.
func (s *System) NoSets() error { return s.noSets }

// Start returns the tuples in which the system starts, over the levels of its forest: see Values and NoSets.
func (s *System) Start() mdd.Set { return s.start }

// Starts returns the number of tuples in which the system starts, and the values of the variables in one of them.
func (s *System) Starts() (number *big.Int, first []int) {
	return new(big.Int).Set(s.starts), slices.Clone(s.first)
}

// StartsIn reports whether the system starts with these values of the variables. It may wait as Use does.
func (s *System) StartsIn(values []int) bool {
	if s.starts.Cmp(big.NewInt(1)) == 0 {
		return slices.Equal(values, s.first)
	}
	if s.noSets != nil {
		for i, v := range values {
			if !slices.Contains(s.begin[i], v) {
				return false
			}
		}
		return true
	}
	s.take()
	defer func() { <-s.turn }()
	return s.start.Contains(s.Tuple(values)...)
}

// Moves returns the events, over the levels of the forest; see NoSets.
func (s *System) Moves() *mdd.Relation { return s.moves }

// Order returns the variables by level, counted from 0, with where their order comes from.
func (s *System) Order() order.Decomposition {
	d := order.Decomposition{Method: s.method, Levels: make([][]int, len(s.levels))}
	for i, level := range s.levels {
		d.Levels[level-1] = []int{i}
	}
	return d
}

// Level returns the level of a variable.
func (s *System) Level(variable int) int { return s.levels[variable] }

// A number is what formulas may name beside the variables.
type number struct {
	name     string
	variable int
	of       []int64 // by value of the variable
}

// Number lets formulas name a number that a variable stands for, beside its value: of[v], which is not negative, where
// the value is v. All values that are reached must be in it. It returns the index by which formulas name the number,
// after those of the variables. The name must be none of theirs.
func (s *System) Number(name string, variable int, of []int64) (index int) {
	s.numbers = append(s.numbers, number{name, variable, slices.Clone(of)})
	return len(s.variables) + len(s.numbers) - 1
}

// Numbered returns the variable that decides what a formula finds at an index, and what its values stand for; nil for
// themselves.
func (s *System) Numbered(index int) (variable int, of []int64) {
	if index < len(s.variables) {
		return index, nil
	}
	n := s.numbers[index-len(s.variables)]
	return n.variable, n.of
}

// Names returns what formulas may name.
func (s *System) Names() syntax.Names {
	names := slices.Clone(s.variables)
	for _, n := range s.numbers {
		names = append(names, n.name)
	}
	return syntax.NewVariables(names, s.events, s.defined)
}

// Values returns the values of the variables in a tuple of the forest.
func (s *System) Values(tuple []int) []int {
	values := make([]int, len(tuple))
	for i, level := range s.levels {
		values[i] = tuple[level-1]
	}
	return values
}

// Tuple returns the tuple of the forest in which the variables have the values.
func (s *System) Tuple(values []int) []int {
	tuple := make([]int, len(values))
	for i, level := range s.levels {
		tuple[level-1] = values[i]
	}
	return tuple
}

// Format writes values of the variables for people.
func (s *System) Format(values []int) string {
	var b strings.Builder
	for i, v := range values {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%s=%d", syntax.NameText(s.variables[i]), v)
	}
	return b.String()
}

// Use waits until the forest is free, and returns the function that releases it. The error is that of ctx.
func (s *System) Use(ctx context.Context) (release func(), err error) {
	s.wanted.Add(1)
	defer s.wanted.Add(-1)
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Wanted reports whether another user waits for the forest. A long computation may ask, and release it for a moment.
func (s *System) Wanted() bool { return s.wanted.Load() > 0 }

// take waits until the forest is free, and takes it.
func (s *System) take() {
	s.wanted.Add(1)
	s.turn <- struct{}{}
	s.wanted.Add(-1)
}
