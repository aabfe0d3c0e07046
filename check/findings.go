package check

import (
	"fmt"
	"sync"

	"brim/petri"
)

// A Property is what single transitions or places of a net have or have not, in view of all reachable markings. The
// techniques of a run tell each other which ones do; see Turn.Learn.
type Property uint8

const (
	Fireable Property = iota // of a transition: some reachable marking enables it
	Changing                 // of a place: two reachable markings differ in it
	Safe                     // of a place: no reachable marking has more than one token in it
)

func (p Property) String() string { return [...]string{"fireable", "changing", "safe"}[p] }

// follows lists what global properties the items decide: Kind has the answer all if all items have the property, and
// the answer one if one has not. Unknown is no answer.
func (p Property) follows() []conclusion {
	return [...][]conclusion{
		Fireable: {{QuasiLiveness, Holds, Fails}, {Liveness, Unknown, Fails}},
		Changing: {{StableMarking, Fails, Holds}},
		Safe:     {{OneSafe, Holds, Fails}},
	}[p]
}

type conclusion struct {
	kind     Kind
	all, one Result
}

// findings are the properties that are known of a net's transitions and places.
type findings struct {
	mu     sync.Mutex
	tables [Safe + 1]findingsTable
}

// A findingsTable has what is known of each item. Invariant: missing is the number of items that are Unknown; a slice
// that is nil stands for one of items that all are.
type findingsTable struct {
	known   []Result
	missing int
	lacking bool // some item is known not to have the property
}

// of returns the table of a property. The caller holds the lock.
func (f *findings) of(net *petri.Net, p Property) *findingsTable {
	t := &f.tables[p]
	if t.known == nil {
		n := len(net.Places)
		if p == Fireable {
			n = len(net.Transitions)
		}
		t.known, t.missing = make([]Result, n), n
	}
	return t
}

// Learn says that transitions or places of the net have a property, or that they have it not. What follows for global
// properties is answered at once. That another technique said the contrary is a fault. Cost: the number of items, and
// once in a run that of all.
func (t *Turn) Learn(p Property, holds bool, items ...int) {
	result := Fails
	if holds {
		result = Holds
	}
	f := &t.board.findings
	f.mu.Lock()
	table := f.of(t.Net(), p)
	for _, i := range items {
		switch known := table.known[i]; known {
		case result:
		case Unknown:
			table.known[i] = result
			table.missing--
		default:
			f.mu.Unlock()
			t.fault(&Fault{Technique: t.technique.Name(), Err: fmt.Errorf("%v, of number %d: said to be %v and %v", p, i, known, result)})
			return
		}
	}
	table.lacking = table.lacking || !holds && len(items) > 0
	all, one := table.missing == 0 && !table.lacking, table.lacking
	f.mu.Unlock()
	if all || one {
		t.conclude(p, all)
	}
}

// conclude answers the questions for global properties that follow from all items having the property, or one having it
// not. Those of coloured nets do not: they speak of other items.
func (t *Turn) conclude(p Property, all bool) {
	for _, c := range p.follows() {
		result := c.one
		if all {
			result = c.all
		}
		for _, q := range t.asked {
			if q.Kind == c.kind && !q.composed && result != Unknown {
				t.note(q, &Answer{Verdict: Verdict{Result: result, Bound: Complete}, By: t.technique.Name()})
			}
		}
	}
}

// Unclear lists the transitions or places of which nobody knows whether they have the property. Cost: the number of
// all.
func (t *Turn) Unclear(p Property) (items []int) {
	f := &t.board.findings
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, r := range f.of(t.Net(), p).known {
		if r == Unknown {
			items = append(items, i)
		}
	}
	return items
}

// Known returns whether a transition or place has the property, Unknown if nobody knows.
func (t *Turn) Known(p Property, item int) Result {
	f := &t.board.findings
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.of(t.Net(), p).known[item]
}

// Between returns what is known of the number that a question asks for: it is at least and at most that much;
// math.MinInt64 and petri.Omega say that nothing is known. See Narrow.
func (t *Turn) Between(q *Question) (least, most int64) {
	a := t.find(q)
	t.mu.Lock()
	defer t.mu.Unlock()
	return a.least, a.most
}
