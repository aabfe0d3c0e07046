package ticks

import (
	"context"
	"slices"

	"brim/engine/system"
	"brim/petri"
	"brim/petri/timed"
)

// Systems of nets with time.

// A Model is a net with time as a system.
type Model struct {
	System      *system.System
	Transitions []int // by event of the system; Tick for the unit of time, Start for the start of a watch
	Watches     []int // variables
	Open        bool  // no bound is known for the tokens of some place, so there may be infinitely many states
	places      [][]Term
	piles       [][]pile // of a timed-arc net: by place
	oldest      []int    // of a timed-arc net, by place: the largest age, which stands for larger ones
	clocks      []clock  // of a time Petri net: by transition
}

// A clock is how a variable tells the clock of a transition: 0 stands for one that does not run.
type clock struct {
	variable int   // -1 without one
	values   []int // by value of the variable, if that stands for others, too; nil for itself
	most     int   // the largest time
	grows    bool  // the largest time stands for larger ones
}

// Clock returns the time on the clock of a transition of a time Petri net, and whether it stands for larger ones, too.
// ok is false if the transition is not enabled, or has no clock since its time does not matter.
func (m *Model) Clock(transition int, values []int) (time int, more, ok bool) {
	if m.clocks == nil || m.clocks[transition].variable < 0 {
		return 0, false, false
	}
	c := m.clocks[transition]
	value := values[c.variable]
	if c.values != nil {
		value = c.values[value]
	}
	return value - 1, c.grows && value-1 == c.most, value > 0
}

// Ages returns the ages of the tokens of a place of a timed-arc net, ascending, and the age that stands for larger
// ones, too; nil for other nets.
func (m *Model) Ages(place int, values []int) (ages []int, oldest int) {
	if m.piles == nil {
		return nil, 0
	}
	for _, k := range m.piles[place] {
		ages = append(ages, k.of(values)...)
	}
	slices.Sort(ages)
	return ages, m.oldest[place]
}

// A Term is a summand of the tokens of a place, which the value of a variable of the system tells.
type Term struct {
	Variable int
	Tokens   []int // by value of the variable; nil stands for the value itself
}

// Place returns terms whose sum is the number of tokens of a place in each state. They must not be changed.
func (m *Model) Place(place int) []Term { return m.places[place] }

// Tick and Start stand among transitions for a unit of time, and for the start of a watch.
const (
	Tick  = -1
	Start = -2
)

// Marking returns the marking of a state with these values of the variables.
func (m *Model) Marking(values []int) petri.Marking {
	marking := make(petri.Marking, len(m.places))
	for p, terms := range m.places {
		for _, t := range terms {
			if t.Tokens == nil {
				marking[p] += int64(values[t.Variable])
			} else {
				marking[p] += int64(t.Tokens[values[t.Variable]])
			}
		}
	}
	return marking
}

// A pile is tokens of a place of a timed-arc net that the value of a variable tells.
type pile struct {
	variable int
	ages     [][]int // of the tokens, by value; nil if the value is the number of tokens of one age
	age      int
}

// of returns the ages of the tokens.
func (k *pile) of(values []int) []int {
	if v := values[k.variable]; k.ages == nil {
		return slices.Repeat([]int{k.age}, v)
	} else {
		return k.ages[v]
	}
}

// Agrees reports whether a state of a timed-arc net is one that the values of the variables stand for: whether it has
// the same ages, but for those that are so large that more makes no difference.
func (m *Model) Agrees(s timed.ArcState, values []int) bool {
	for p, piles := range m.piles {
		var want, got []int
		for _, age := range s[p] {
			want = append(want, int(min(age, int64(m.oldest[p]))))
		}
		for _, k := range piles {
			got = append(got, k.of(values)...)
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			return false
		}
	}
	return true
}

// A plan is the description of a system.
type plan struct {
	name     string
	names    []string // of variables, by number
	starts   []int
	most     []int // the largest value of a variable, or -1
	places   [][]Term
	piles    [][]pile // see Model
	oldest   []int
	clocks   []clock
	events   []event
	clusters []cluster       // variables that may become one
	watches  []int           // variables
	open     bool            // see Model
	used     map[string]bool // names
}

// An event is a firing, a way of one, or the tick.
type event struct {
	name       string
	transition int
	stages     []system.Stage // of variables, counted from 1
}

// variable adds a variable with values up to most, -1 if that is not known, and returns its number, counted from 0.
func (p *plan) variable(name string, start, most int) int {
	p.names, p.starts, p.most = append(p.names, p.unused(name)), append(p.starts, start), append(p.most, most)
	return len(p.names) - 1
}

// unused returns the name with as many strokes as make it different from those that it returned before.
func (p *plan) unused(name string) string {
	if p.used == nil {
		p.used = map[string]bool{}
	}
	for p.used[name] {
		name += "'"
	}
	p.used[name] = true
	return name
}

// model returns the model, in the order of the variables that system.Builder finds.
func (p *plan) model(ctx context.Context) (*Model, error) {
	b := system.NewBuilder(p.name)
	for v, name := range p.names {
		if i := b.Variable(name, p.starts[v]); p.most[v] >= 0 {
			b.Most(i, p.most[v])
		}
	}
	m := &Model{places: p.places, piles: p.piles, oldest: p.oldest, clocks: p.clocks, Watches: p.watches,
		Open: p.open}
	names := plan{} // those of events may be those of variables
	for _, e := range p.events {
		b.Sequence(names.unused(e.name), e.stages...)
		m.Transitions = append(m.Transitions, e.transition)
	}
	var err error
	m.System, err = b.System(ctx)
	return m, err
}
