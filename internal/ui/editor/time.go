package editor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"brim/petri/extended"
	"brim/petri/timed"
)

// The time of documents.

// addTime adds what a net has of time.
func (d *Document) addTime(of *timed.Document) {
	if n := of.Timed; n != nil {
		d.Time, d.Weak, d.Atomic = Intervals, n.Weak, n.Memory == timed.Atomic
		for t, i := range n.Intervals {
			d.Transitions[t].Interval = IntervalText(i)
		}
	}
	n := of.Arcs
	if n == nil {
		return
	}
	d.Time = Ages
	for i, ages := range n.Ages {
		d.Arcs[i].Ages = IntervalText(ages)
	}
	for p, b := range n.Invariants {
		d.Places[p].Invariant = BoundText(b)
	}
	for t, urgent := range n.Urgent {
		d.Transitions[t].Urgent = urgent
	}
	for _, a := range n.Transports {
		d.Transports = append(d.Transports, Transport{
			From: a.From, Transition: a.Transition, To: a.To, Weight: number(a.Weight, 1), Ages: IntervalText(a.Ages),
			Before: bends(a.Before), After: bends(a.After),
		})
	}
}

// IntervalText writes an interval as a document has it, "" for all times.
func IntervalText(i timed.Interval) string {
	if i == timed.Always() {
		return ""
	}
	return i.String()
}

// BoundText writes an invariant as a document has it, "" for none.
func BoundText(b timed.Bound) string {
	switch {
	case b.Most == timed.Infinite:
		return ""
	case b.Open:
		return "<" + strconv.FormatInt(b.Most, 10)
	}
	return strconv.FormatInt(b.Most, 10)
}

// time adds what a document has of time to its net without time.
func (r *reader) time(d *Document, n *extended.Net) *timed.Document {
	switch d.Time {
	case "":
		return &timed.Document{Untimed: n}
	case Intervals:
		x := &timed.Net{Net: n, Weak: d.Weak}
		if d.Atomic {
			x.Memory = timed.Atomic
		}
		for t := range d.Transitions {
			x.Intervals = append(x.Intervals, r.interval("transition", t, "interval", d.Transitions[t].Interval))
		}
		return &timed.Document{Timed: x}
	case Ages:
		return &timed.Document{Arcs: r.ages(d, n)}
	}
	r.wrong("net", 0, "", "the time is %q; expected %s, %s, or nothing", d.Time, Intervals, Ages)
	return &timed.Document{Untimed: n}
}

func (r *reader) ages(d *Document, n *extended.Net) *timed.ArcNet {
	x := &timed.ArcNet{Net: n}
	for i := range d.Arcs {
		ages := timed.Always()
		if n.Arcs[i].Kind == extended.Input {
			ages = r.interval("arc", i, "ages", d.Arcs[i].Ages)
		}
		x.Ages = append(x.Ages, ages)
	}
	for p := range d.Places {
		x.Invariants = append(x.Invariants, r.bound(p, d.Places[p].Invariant))
	}
	for t := range d.Transitions {
		x.Urgent = append(x.Urgent, d.Transitions[t].Urgent)
	}
	for i, a := range d.Transports {
		if max(a.From, a.To) >= len(n.Places) || a.Transition >= len(n.Transitions) ||
			min(a.From, a.To, a.Transition) < 0 {
			r.wrong("transport", i, "", "the transport arc lacks a place or its transition")
			continue
		}
		x.Transports = append(x.Transports, timed.Transport{
			From: a.From, Transition: a.Transition, To: a.To, Ages: r.interval("transport", i, "ages", a.Ages),
			Weight: r.number("transport", i, "weight", "the weight", a.Weight, 1, 1),
			Before: points(a.Before), After: points(a.After),
		})
	}
	return x
}

// interval reads one as people write it: [1,3], (1,3), ]1,3[, [2,inf), [2,w[, or 3 for [3,3]; "" has all times.
func (r *reader) interval(kind string, index int, field, text string) timed.Interval {
	i, err := interval(text)
	if err != nil {
		r.wrong(kind, index, field, "the interval is %q, %v", strings.TrimSpace(text), err)
	}
	return i
}

var errInterval = fmt.Errorf("expected one as [1,3], (1,3], [2,inf) or 3")

func interval(text string) (timed.Interval, error) {
	text = strings.Map(func(r rune) rune {
		if r == ' ' {
			return -1
		}
		return r
	}, text)
	if text == "" {
		return timed.Always(), nil
	}
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n >= 0 {
		return timed.Interval{Low: n, High: n}, nil
	}
	low, high, ok := strings.Cut(text[1:max(1, len(text)-1)], ",")
	first, last := text[0], text[len(text)-1]
	if !ok || !strings.ContainsRune("[(]", rune(first)) || !strings.ContainsRune("])[", rune(last)) {
		return timed.Always(), errInterval
	}
	i := timed.Interval{High: timed.Infinite, LowOpen: first != '[', HighOpen: last != ']'}
	var err error
	if i.Low, err = strconv.ParseInt(low, 10, 64); err != nil {
		return timed.Always(), errInterval
	}
	if slices.Contains([]string{"inf", "w", "∞"}, high) {
		i.HighOpen = false // the same as Always has it
	} else if i.High, err = strconv.ParseInt(high, 10, 64); err != nil {
		return timed.Always(), errInterval
	}
	if i.High < 0 && high[0] == '-' {
		return timed.Always(), errInterval
	}
	return i, i.Check()
}

// bound reads an invariant: 5, <=5, ≤5 or <5; "" stands for no invariant.
func (r *reader) bound(place int, text string) timed.Bound {
	text = strings.ReplaceAll(strings.TrimSpace(text), " ", "")
	if text == "" {
		return timed.Bound{Most: timed.Infinite}
	}
	digits, b := text, timed.Bound{}
	for _, prefix := range []string{"<=", "≤", "<"} {
		if rest, ok := strings.CutPrefix(text, prefix); ok {
			digits, b.Open = rest, prefix == "<"
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 0 || n == 0 && b.Open {
		r.wrong("place", place, "invariant", "the invariant is %q; expected a limit of the age as 5 or <5", text)
	}
	b.Most = max(0, n)
	return b
}
