package format_test

import (
	"fmt"
	"math/rand/v2"

	"brim/petri/extended"
)

// names are what nodes of random nets may be called, beside simple names.
var names = []string{"p", "t", "tr", "net", "a b", "a.b", "a-b", "größe", "{", "}", `\`, "a'b", "PLACE", "CONSUME", "1",
	"a+", "a+/1", "b-",
	"<a,b>", "x;y", "x:y", ".end", "#", "all", "places", "&amp;", "\"q\"", "a\nb", "a\tb", " a", "//", "p_2", "p", "_"}

// random returns a net of some of all that documents can have.
func random(rng *rand.Rand) *extended.Net {
	net := &extended.Net{}
	odd := rng.IntN(2) == 0
	taken := [2]map[string]bool{{}, {}}
	name := func(kind int) string {
		id := fmt.Sprintf("%c%d", "pt"[kind], len(taken[kind]))
		if odd {
			if odd := names[rng.IntN(len(names))]; !taken[kind][odd] {
				id = odd
			}
		}
		for taken[kind][id] {
			id += "x"
		}
		taken[kind][id] = true
		return id
	}
	label := func() string {
		if rng.IntN(4) == 0 {
			return "label " + names[rng.IntN(len(names))] + "."
		}
		return ""
	}
	at := func() *extended.Point {
		if rng.IntN(3) == 0 {
			return &extended.Point{X: float64(rng.IntN(4000)) / 4, Y: float64(rng.IntN(4000)) / 4}
		}
		return nil
	}
	special := rng.IntN(16)
	has := func(bit int) bool { return special&bit != 0 }
	for range 1 + rng.IntN(4) {
		p := extended.Place{ID: name(0), Label: label(), Initial: int64(rng.IntN(4)), Capacity: extended.Unlimited,
			At: at()}
		if has(1) && rng.IntN(2) == 0 {
			p.Capacity = int64(rng.IntN(5))
		}
		net.Places = append(net.Places, p)
	}
	for range 1 + rng.IntN(4) {
		t := extended.Transition{ID: name(1), Label: label(), Silent: rng.IntN(4) == 0, At: at()}
		if has(2) && rng.IntN(2) == 0 {
			t.Priority = int64(rng.IntN(3))
		}
		net.Transitions = append(net.Transitions, t)
	}
	kinds := []extended.Kind{extended.Input, extended.Output, extended.Input, extended.Output, extended.Read,
		extended.Inhibitor}
	if has(4) {
		kinds = append(kinds, extended.Reset)
	}
	for range rng.IntN(12) {
		a := extended.Arc{Place: rng.IntN(len(net.Places)), Transition: rng.IntN(len(net.Transitions)),
			Kind:   kinds[rng.IntN(len(kinds))],
			Weight: 1}
		if rng.IntN(2) == 0 && a.Kind != extended.Reset {
			a.Weight += int64(rng.IntN(3))
		}
		net.Arcs = append(net.Arcs, a)
	}
	if has(8) { // from transitions to later ones, so that they lead back nowhere
		for range rng.IntN(3) {
			first, then := rng.IntN(len(net.Transitions)), rng.IntN(len(net.Transitions))
			if first < then && net.Transitions[first].Priority >= net.Transitions[then].Priority {
				net.Over = append(net.Over, extended.Priority{First: first, Then: then})
			}
		}
	}
	if net.Check() != nil { // numbers and pairs contradict each other
		net.Over = nil
	}
	if rng.IntN(3) == 0 {
		final := make(extended.Final, len(net.Places))
		final[0] = 1
		net.Finals = append(net.Finals, final)
	}
	return net
}
