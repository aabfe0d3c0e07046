package editor

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"brim/petri"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Documents from nets, and nets from documents.

// Of returns the document of a net.
func Of(of *timed.Document) *Document {
	n := of.Net()
	d := &Document{
		Name: n.Name, Places: []Place{}, Transitions: []Transition{}, Arcs: []Arc{}, Over: [][2]int{},
		Finals: [][]string{},
	}
	for i := range n.Places {
		p := &n.Places[i]
		d.Places = append(d.Places, Place{
			ID: p.ID, Label: p.Label, Initial: number(p.Initial, 0), Capacity: number(p.Capacity, extended.Unlimited),
			At: at(p.At),
		})
	}
	for i := range n.Transitions {
		t := &n.Transitions[i]
		d.Transitions = append(d.Transitions, Transition{
			ID: t.ID, Label: t.Label, Silent: t.Silent, Priority: number(t.Priority, 0), At: at(t.At),
		})
	}
	for _, a := range n.Arcs {
		d.Arcs = append(d.Arcs, Arc{
			Place: a.Place, Transition: a.Transition, Kind: KindOf(a.Kind), Weight: number(a.Weight, 1),
			Via: bends(a.Via),
		})
	}
	for _, o := range n.Over {
		d.Over = append(d.Over, [2]int{o.First, o.Then})
	}
	for _, f := range n.Finals {
		list := make([]string, len(f))
		for i, tokens := range f {
			list[i] = strconv.FormatInt(tokens, 10)
		}
		d.Finals = append(d.Finals, list)
	}
	if n.Units != nil {
		d.Units = &Units{Root: n.Units.Root, List: []Unit{}}
		for _, u := range n.Units.List {
			d.Units.List = append(d.Units.List, Unit{u.Name, append([]int{}, u.Places...), append([]int{}, u.Sub...)})
		}
	}
	d.addTime(of)
	return d
}

func bends(list []extended.Point) []Point {
	via := []Point{}
	for _, p := range list {
		via = append(via, Point{p.X, p.Y})
	}
	return via
}

// number writes a number, but not the one that is meant where there is no text.
func number(n, usual int64) string {
	if n == usual {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

func at(p *extended.Point) *Point {
	if p == nil {
		return nil
	}
	return &Point{p.X, p.Y}
}

// Net returns the net of a document, or what is wrong with it. Of two nodes with one name the second one is wrong.
func (d *Document) Net() (*timed.Document, []Problem) {
	r := &reader{}
	n := &extended.Net{Name: strings.TrimSpace(d.Name)}
	for i := range d.Places {
		n.Places = append(n.Places, r.place(i, &d.Places[i]))
	}
	for i := range d.Transitions {
		n.Transitions = append(n.Transitions, r.transition(i, &d.Transitions[i]))
	}
	r.unique("place", len(n.Places), func(i int) string { return n.Places[i].ID })
	r.unique("transition", len(n.Transitions), func(i int) string { return n.Transitions[i].ID })
	for i := range d.Arcs {
		n.Arcs = append(n.Arcs, r.arc(i, &d.Arcs[i], len(n.Places), len(n.Transitions)))
	}
	for _, o := range d.Over {
		n.Over = append(n.Over, extended.Priority{First: o[0], Then: o[1]})
	}
	for i, f := range d.Finals {
		final := make(extended.Final, len(f))
		for p, text := range f {
			final[p] = r.number("place", p, "final", fmt.Sprintf("the number of tokens in final marking %d", i+1), text,
				0, 0)
		}
		n.Finals = append(n.Finals, final)
	}
	if u := d.Units; u != nil {
		n.Units = &petri.Units{Root: u.Root}
		for _, one := range u.List {
			n.Units.List = append(n.Units.List, petri.Unit{Name: one.Name, Places: one.Places, Sub: one.Sub})
		}
	}
	x := r.time(d, n)
	if len(r.problems) == 0 {
		if err := x.Check(); err != nil {
			r.problems = append(r.problems, Problem{Kind: "net", What: err.Error()})
		}
	}
	if len(r.problems) > 0 {
		return nil, r.problems
	}
	return x, nil
}

// A reader notes what is wrong with a document.
type reader struct{ problems []Problem }

func (r *reader) wrong(kind string, index int, field, format string, args ...any) {
	r.problems = append(r.problems, Problem{kind, index, field, fmt.Sprintf(format, args...)})
}

// number reads one that is at least least; no text stands for usual.
func (r *reader) number(kind string, index int, field, what, text string, least, usual int64) int64 {
	text = strings.TrimSpace(text)
	if text == "" {
		return usual
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < least {
		r.wrong(kind, index, field, "%s is %q; expected a whole number from %d to 2^63−1", what, text, least)
		return max(usual, least)
	}
	return n
}

func (r *reader) place(i int, p *Place) extended.Place {
	return extended.Place{
		ID: strings.TrimSpace(p.ID), Label: strings.TrimSpace(p.Label),
		Initial:  r.number("place", i, "initial", "the number of tokens", p.Initial, 0, 0),
		Capacity: r.number("place", i, "capacity", "the capacity", p.Capacity, 0, extended.Unlimited),
		At:       point(p.At),
	}
}

func (r *reader) transition(i int, t *Transition) extended.Transition {
	return extended.Transition{
		ID: strings.TrimSpace(t.ID), Label: strings.TrimSpace(t.Label), Silent: t.Silent,
		Priority: r.number("transition", i, "priority", "the priority", t.Priority, 0, 0), At: point(t.At),
	}
}

func (r *reader) arc(i int, a *Arc, places, transitions int) extended.Arc {
	kind := slices.Index(kinds, a.Kind)
	switch {
	case kind < 0:
		r.wrong("arc", i, "", "the arc is of the kind %q; expected %s", a.Kind, strings.Join(kinds, ", "))
		kind = 0
	case a.Place < 0 || a.Place >= places:
		r.wrong("arc", i, "", "the arc has no place")
	case a.Transition < 0 || a.Transition >= transitions:
		r.wrong("arc", i, "", "the arc has no transition")
	}
	x := extended.Arc{Place: a.Place, Transition: a.Transition, Kind: extended.Kind(kind), Weight: 1}
	if x.Kind != extended.Reset {
		x.Weight = r.number("arc", i, "weight", "the weight", a.Weight, 1, 1)
	}
	x.Via = points(a.Via)
	return x
}

func points(via []Point) (list []extended.Point) {
	for _, p := range via {
		list = append(list, extended.Point{X: p[0], Y: p[1]})
	}
	return list
}

func point(p *Point) *extended.Point {
	if p == nil {
		return nil
	}
	return &extended.Point{X: p[0], Y: p[1]}
}

// unique notes names that are missing or that another node of the kind has.
func (r *reader) unique(kind string, n int, name func(i int) string) {
	seen := make(map[string]bool, n)
	for i := range n {
		switch id := name(i); {
		case id == "":
			r.wrong(kind, i, "id", "the %s has no name", kind)
		case seen[id]:
			r.wrong(kind, i, "id", "another %s has the name %s", kind, id)
		default:
			seen[id] = true
		}
	}
}

// Same reports whether two nets behave equally and have the same names: whether they differ in positions at most.
func Same(a, b *timed.Document) bool { return reflect.DeepEqual(bare(a), bare(b)) }

// bare returns a net without positions.
func bare(d *timed.Document) *timed.Document {
	d = d.Clone()
	n := d.Net()
	for i := range n.Places {
		n.Places[i].At = nil
	}
	for i := range n.Transitions {
		n.Transitions[i].At = nil
	}
	for i := range n.Arcs {
		n.Arcs[i].Via = nil
	}
	if d.Arcs != nil {
		for i := range d.Arcs.Transports {
			d.Arcs.Transports[i].Before, d.Arcs.Transports[i].After = nil, nil
		}
	}
	return d
}
