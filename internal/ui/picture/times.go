package picture

import (
	"strconv"

	"brim/internal/quantity"
	"brim/petri/extended"
	"brim/petri/timed"
)

// What pictures say of the time of nets.

// Times are texts beside the nodes and arcs of a net; "" says nothing.
type Times struct {
	Places      []string    // invariants
	Transitions []string    // intervals, and urgency
	Arcs        []string    // ages of the tokens that they take
	Transports  [][2]string // of the arc to the transition and of that from it
}

// TimeTexts returns the texts of a document. Without time they are all empty.
func TimeTexts(d *timed.Document) Times {
	n := d.Net()
	x := Times{Places: make([]string, len(n.Places)), Transitions: make([]string, len(n.Transitions)),
		Arcs: make([]string, len(n.Arcs))}
	if d.Timed != nil {
		for t, i := range d.Timed.Intervals {
			x.Transitions[t] = intervalText(i)
		}
	}
	if d.Arcs == nil {
		return x
	}
	for p, b := range d.Arcs.Invariants {
		switch {
		case b.Most == timed.Infinite:
		case b.Open:
			x.Places[p] = "age < " + quantity.Int(b.Most)
		default:
			x.Places[p] = "age ≤ " + quantity.Int(b.Most)
		}
	}
	for t, urgent := range d.Arcs.Urgent {
		if urgent {
			x.Transitions[t] = "urgent"
		}
	}
	for i, ages := range d.Arcs.Ages {
		if d.Arcs.Arcs[i].Kind == extended.Input {
			x.Arcs[i] = intervalText(ages)
		}
	}
	x.Transports = transportTexts(d.Arcs)
	return x
}

// transportTexts gives both arcs of a transport arc one number, if its transition has several.
func transportTexts(n *timed.ArcNet) (list [][2]string) {
	of, seen := map[int]int{}, map[int]int{}
	for _, a := range n.Transports {
		of[a.Transition]++
	}
	for _, a := range n.Transports {
		seen[a.Transition]++
		weight, number := "", ""
		if a.Weight > 1 {
			weight = quantity.Int(a.Weight)
		}
		if of[a.Transition] > 1 {
			number = ":" + strconv.Itoa(seen[a.Transition])
		}
		list = append(list, [2]string{Joined(weight, intervalText(a.Ages)) + number, weight + number})
	}
	return list
}

// intervalText writes an interval, "" for all times.
func intervalText(i timed.Interval) string {
	if i == timed.Always() {
		return ""
	}
	return i.String()
}

// Joined joins two texts that may be empty.
func Joined(a, b string) string {
	if a != "" && b != "" {
		return a + " " + b
	}
	return a + b
}
