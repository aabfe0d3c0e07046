package nets

import (
	"fmt"
	"strings"

	"brim/petri/extended"
	"brim/petri/timed"
)

// Families of nets with time.

// timedList lists the families of nets with time by name.
func timedList() []named {
	return []named{
		{"bridge", bridge},
		{"bridge-fold", bridgeFold},
		{"bus", bus},
		{"crossing", crossing},
		{"fischer", fischer},
		{"fischer-fold", fischerFold},
		{"timeouts", timeouts},
	}
}

// Timed returns the families of nets with time, sorted by name, in a slice that the caller may change.
func Timed() []Family { return made(timedList()) }

// IsTimed reports whether s is meant as a spec for ParseTimed: the name of a family of nets with time, alone or with a
// colon and a size.
func IsTimed(s string) bool {
	name, _, _ := strings.Cut(s, ":")
	f, ok := find(name)
	return ok && f.Timed != nil && IsSpec(s)
}

// ParseTimed builds the net with time that a spec names, as fischer:5. See Parse.
func ParseTimed(spec string) (*timed.Document, error) {
	f, size, err := Split(spec)
	if err == nil && f.Timed == nil {
		err = fmt.Errorf("the nets of family %s have no time", f.Name)
	}
	if err != nil {
		return nil, err
	}
	return f.Timed(size...), nil
}

// A timedBuilder collects a net with time of either kind. Places and transitions are numbered as they are added.
type timedBuilder struct {
	net        extended.Net
	intervals  []timed.Interval // by transition; of time Petri nets
	ages       []timed.Interval // by arc; of timed-arc nets, as all below
	transports []timed.Transport
	invariants []timed.Bound
}

// buildsTimed sets the function that builds the nets of f: it checks the size and has build add places, transitions and
// arcs, where n is the first number of the size. A mistake in what build adds is one of this package.
func (f *Family) buildsTimed(build func(b *timedBuilder, n int), document func(b *timedBuilder) *timed.Document) {
	f.Timed = func(size ...int) *timed.Document {
		f.mustHave(size)
		b := &timedBuilder{net: extended.Net{Name: f.spec(size)}}
		build(b, size[0])
		d := document(b)
		if err := d.Check(); err != nil {
			panic("nets: " + err.Error())
		}
		return d
	}
}

// timePetri makes a time Petri net with strong semantics of what was added.
func (b *timedBuilder) timePetri() *timed.Document {
	return &timed.Document{Timed: &timed.Net{Net: &b.net, Intervals: b.intervals}}
}

// timedArc makes a timed-arc net without urgent transitions of what was added.
func (b *timedBuilder) timedArc() *timed.Document {
	return &timed.Document{Arcs: &timed.ArcNet{
		Net: &b.net, Ages: b.ages, Transports: b.transports, Invariants: b.invariants,
		Urgent: make([]bool, len(b.net.Transitions)),
	}}
}

// place adds a place with so many tokens.
func (b *timedBuilder) place(name string, tokens int) int {
	b.net.Places = append(b.net.Places, extended.Place{ID: name, Initial: int64(tokens), Capacity: extended.Unlimited})
	b.invariants = append(b.invariants, timed.Bound{Most: timed.Infinite})
	return len(b.net.Places) - 1
}

// young adds a place without tokens where no token gets older than most.
func (b *timedBuilder) young(name string, most int) int {
	p := b.place(name, 0)
	b.invariants[p].Most = int64(most)
	return p
}

// fire adds a transition of a timed-arc net that takes a token of any age from each place of pre and makes one on each
// place of post.
func (b *timedBuilder) fire(name string, pre, post []int) int {
	return b.within(timed.Always(), name, pre, post)
}

// within adds a transition of a time Petri net with that interval, which takes a token from each place of pre and gives
// one to each place of post.
func (b *timedBuilder) within(i timed.Interval, name string, pre, post []int) int {
	t := len(b.net.Transitions)
	b.net.Transitions = append(b.net.Transitions, extended.Transition{ID: name})
	b.intervals = append(b.intervals, i)
	for _, p := range pre {
		b.arc(t, p, extended.Input, 1, timed.Always())
	}
	for _, p := range post {
		b.arc(t, p, extended.Output, 1, timed.Always())
	}
	return t
}

// take has t take a token from p whose age is in the interval.
func (b *timedBuilder) take(t, p int, ages timed.Interval) { b.arc(t, p, extended.Input, 1, ages) }

// without disables t while p has so many tokens or more.
func (b *timedBuilder) without(t, p, tokens int) {
	b.arc(t, p, extended.Inhibitor, int64(tokens), timed.Always())
}

// carry has t move a token of any age from one place to another, where it keeps its age.
func (b *timedBuilder) carry(t, from, to int) {
	b.transports = append(b.transports, timed.Transport{From: from, Transition: t, To: to, Weight: 1,
		Ages: timed.Always()})
}

func (b *timedBuilder) arc(t, p int, kind extended.Kind, weight int64, ages timed.Interval) {
	b.net.Arcs = append(b.net.Arcs, extended.Arc{Place: p, Transition: t, Kind: kind, Weight: weight})
	b.ages = append(b.ages, ages)
}

// Intervals whose ends belong to them.
func from(low int64) timed.Interval          { return timed.Interval{Low: low, High: timed.Infinite} }
func between(low, high int64) timed.Interval { return timed.Interval{Low: low, High: high} }
func exactly(time int64) timed.Interval      { return between(time, time) }
