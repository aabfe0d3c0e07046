package pnml

import (
	"slices"
	"strconv"
	"strings"

	"brim/internal/printable"
	"brim/internal/xmlscan"
	"brim/petri/extended"
	"brim/petri/timed"
)

// This file reads the time of timed-arc nets, as the files of TAPAAL have it.

// addAges begins a timed-arc net if the file has one: if some arc takes tokens of some ages only, a place has an
// invariant, or a transition is urgent. The file may say that it has no time; then urgency says nothing. Nets without
// time go on as place/transition nets, and readers of these refuse nets with time.
func (r *reader) addAges() error {
	t := &r.tapaal
	why := func() error {
		for _, c := range t.nets {
			for _, n := range c.list {
				n = t.meant(n)
				if n.invariant != "" && !isNoInvariant(n.invariant) {
					return r.Errorf(n.line,
						"place %s has the invariant %s; only nets without time are read, expected < inf",
						printable.Quote(n.name), printable.Quote(n.invariant))
				}
				if n.urgent && !t.untimed {
					return r.Errorf(n.line,
						"transition %s is urgent; only nets without time are read, expected urgent=\"false\"",
						printable.Quote(n.name))
				}
			}
			for _, a := range c.arcs {
				if isInterval(a.inscription) && !isAnyAge(a.inscription, t.constants) {
					return r.timed(a, a.inscription, a.line)
				}
			}
		}
		return nil
	}()
	if why == nil {
		return nil
	}
	if !r.whole {
		return why
	}
	for _, c := range t.nets {
		for _, n := range c.list {
			if n = t.meant(n); n.aged > 0 {
				return r.Errorf(n.aged, "a token on place %s is not new; expected that all tokens have the age 0",
					printable.Quote(n.name))
			}
		}
	}
	if r.ext == nil {
		r.ext = &extended.Net{Name: r.name}
	}
	r.ages = &timed.ArcNet{Net: r.ext}
	return nil
}

// meant returns the shared place or transition that a node of a component stands for, or the node itself.
func (t *tapaal) meant(n *flatNode) *flatNode {
	list := t.places
	if n.kind == aTransition {
		list = t.transitions
	}
	if shared := list[n.name]; shared != nil {
		return shared
	}
	return n
}

// isInterval reports whether the inscription of an arc is an interval.
func isInterval(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "[") || strings.HasPrefix(text, "(")
}

// isNoInvariant reports whether the text of an invariant says nothing.
func isNoInvariant(text string) bool {
	t := strings.Join(strings.Fields(text), "")
	return t == "" || t == "<inf"
}

// invariant returns the invariant of a place.
func (r *reader) invariant(n *flatNode) (b timed.Bound, err error) {
	if isNoInvariant(n.invariant) {
		return timed.Bound{Most: timed.Infinite}, nil
	}
	text, ok := strings.CutPrefix(strings.TrimSpace(n.invariant), "<")
	bound, closed := strings.CutPrefix(text, "=")
	if b.Most, err = r.moment(bound); !ok || err != nil || !closed && b.Most == 0 {
		return b, r.Errorf(n.line,
			"place %s has the invariant %s; expected one such as <= 5, < 5 or < inf, with a number or a constant",
			printable.Quote(n.name), printable.Quote(n.invariant))
	}
	b.Open = !closed
	return b, nil
}

// interval returns the interval of an arc, such as [1,4); that of an arc without one is [0,inf).
func (r *reader) interval(a flatArc) (i timed.Interval, err error) {
	if !isInterval(a.inscription) {
		return timed.Always(), nil
	}
	wrong := r.Errorf(a.line,
		"the arc from %s to %s has the interval %s; expected one such as [1,4), (0,3] or [2,inf), with numbers or "+
			"constants",
		printable.Quote(a.source), printable.Quote(a.target), printable.Quote(a.inscription))
	text, _, _ := strings.Cut(strings.TrimSpace(a.inscription), ":")
	text = strings.TrimSpace(text)
	low, high, ok := strings.Cut(text[1:], ",")
	if !ok || high == "" {
		return i, wrong
	}
	end := high[len(high)-1]
	i.LowOpen, i.HighOpen = text[0] == '(', end == ')'
	if i.Low, err = r.moment(low); err != nil || end != ')' && end != ']' {
		return i, wrong
	}
	if high = strings.TrimSpace(high[:len(high)-1]); high == "inf" {
		i.High, i.HighOpen = timed.Infinite, false
		return i, nil
	}
	if i.High, err = r.moment(high); err != nil || i.Check() != nil {
		return i, wrong
	}
	return i, nil
}

// moment returns the time that a text is, or the constant that it names.
func (r *reader) moment(text string) (int64, error) {
	text = strings.TrimSpace(text)
	if value, ok := r.tapaal.constants[text]; ok {
		text = strings.TrimSpace(value)
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err == nil && n < 0 {
		err = strconv.ErrRange
	}
	return n, err
}

// notNew consumes the ages of the tokens of place n, and keeps a line with one that is not 0.
func (r *reader) notNew(n *flatNode) error {
	return r.each(func(el xmlscan.Element) error {
		age, ok := el.Attr("age")
		if x, err := strconv.ParseFloat(strings.TrimSpace(age), 64); ok && (err != nil || x != 0) {
			n.aged = r.Line()
		}
		return r.Skip()
	})
}

// joinAged adds an arc of component c to a timed-arc net. Both ends of a transport arc are one of its arcs.
func (r *reader) joinAged(c *component, a flatArc, arc extended.Arc) error {
	ages, err := r.interval(a)
	if err != nil {
		return err
	}
	if arc.Kind == extended.Inhibitor && ages != timed.Always() {
		return r.Errorf(a.line,
			"the inhibitor arc from %s to %s has the interval %s; expected [0,inf), as it counts tokens of all ages",
			printable.Quote(a.source), printable.Quote(a.target), printable.Quote(a.inscription))
	}
	if a.pair == "" {
		if arc.Kind != extended.Input { // what is given is new
			ages = timed.Always()
		}
		r.ages.Ages = append(r.ages.Ages, ages)
		return r.addArc(arc, a.line)
	}
	key := pairOf{c, arc.Transition, a.pair}
	other, ok := r.halves[key]
	if !ok {
		if r.halves == nil {
			r.halves = map[pairOf]transportEnd{}
		}
		r.halves[key] = transportEnd{a, arc, ages}
		return nil
	}
	delete(r.halves, key)
	from, to := other, transportEnd{a, arc, ages}
	if from.arc.Kind == extended.Output {
		from, to = to, from
	}
	if from.arc.Kind == to.arc.Kind || from.arc.Weight != to.arc.Weight {
		return r.Errorf(a.line, "transport arc %s is no pair of arcs of one weight to and from a transition",
			printable.Quote(a.id))
	}
	if to.ages != timed.Always() && to.ages != from.ages {
		return r.Errorf(to.flat.line, "the ends of transport arc %s have different intervals; expected the same",
			printable.Quote(a.id))
	}
	r.ages.Transports = append(r.ages.Transports, timed.Transport{
		From: from.arc.Place, Transition: arc.Transition, To: to.arc.Place, Weight: arc.Weight, Ages: from.ages,
		Before: from.arc.Via, After: to.arc.Via,
	})
	return nil
}

// A pairOf names the pair of arcs that is a transport arc: by its number there is one for a transition in a component.
type pairOf struct {
	c          *component
	transition int
	number     string
}

// A transportEnd is one of the two arcs.
type transportEnd struct {
	flat flatArc
	arc  extended.Arc
	ages timed.Interval
}

// endAges checks that all transport arcs have both ends, and completes the timed-arc net.
func (r *reader) endAges() error {
	if r.ages == nil {
		return nil
	}
	var lone []flatArc
	for _, e := range r.halves {
		lone = append(lone, e.flat)
	}
	if len(lone) > 0 {
		a := slices.MinFunc(lone, func(a, b flatArc) int { return a.line - b.line })
		return r.Errorf(a.line,
			"transport arc %s has one end; expected an arc to the transition and one from it, of the same number",
			printable.Quote(a.id))
	}
	return nil
}
