package board

import (
	"fmt"
	"sync"

	"brim/check/model"
	"brim/petri"
)

// Properties of single places and transitions, and what follows from them.

// findings hold the properties that the techniques of a run have learned of a net's single transitions and places.
type findings struct {
	mu     sync.Mutex
	tables [model.Safe + 1]findingsTable
}

// A findingsTable has what is known of each transition, or of each place. Invariant: missing is the number of items
// that are Unknown; a slice that is nil stands for one whose items are all Unknown.
type findingsTable struct {
	known   []model.Result
	missing int
	lacking bool // some item is known not to have the property
}

// tableLocked returns the table of a property; the caller holds f.mu.
func (f *findings) tableLocked(net *petri.Net, p model.Property) *findingsTable {
	t := &f.tables[p]
	if t.known == nil {
		n := len(net.Places)
		if p == model.Fireable {
			n = len(net.Transitions)
		}
		t.known, t.missing = make([]model.Result, n), n
	}
	return t
}

// learn notes that items have a property, or do not have it. It reports whether all items have it now, and whether some
// item does not. The error says that the contrary was known of an item.
func (f *findings) learn(net *petri.Net, p model.Property, holds bool, items []int) (all, lacking bool, err error) {
	result := model.Fails
	if holds {
		result = model.Holds
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	t := f.tableLocked(net, p)
	for _, i := range items {
		switch known := t.known[i]; known {
		case result:
		case model.Unknown:
			t.known[i] = result
			t.missing--
		default:
			return false, false, fmt.Errorf("%v, of number %d: said to be %v and %v", p, i, known, result)
		}
	}
	t.lacking = t.lacking || !holds && len(items) > 0
	return t.missing == 0 && !t.lacking, t.lacking, nil
}

// known returns what is known of one item.
func (f *findings) known(net *petri.Net, p model.Property, item int) model.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.tableLocked(net, p).known[item]
}

// unclear lists the items that are Unknown.
func (f *findings) unclear(net *petri.Net, p model.Property) (items []int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, r := range f.tableLocked(net, p).known {
		if r == model.Unknown {
			items = append(items, i)
		}
	}
	return items
}

// A conclusion says what the items decide of a global property: the answer all if all of them have the property of the
// item, the answer one if one of them has not. Unknown is no answer.
type conclusion struct {
	kind     model.Kind
	all, one model.Result
}

// conclusions lists what the items decide.
func conclusions(p model.Property) []conclusion {
	return [...][]conclusion{
		model.Fireable: {{model.QuasiLiveness, model.Holds, model.Fails}, {model.Liveness, model.Unknown, model.Fails}},
		model.Changing: {{model.StableMarking, model.Fails, model.Holds}},
		model.Safe:     {{model.OneSafe, model.Holds, model.Fails}},
	}[p]
}

// conclude answers the questions for global properties that follow from all items having a property, or from one item
// not having it. Questions about coloured nets do not follow: they speak of other items.
func (b *board) conclude(p model.Property, all bool, by string) {
	for _, c := range conclusions(p) {
		result := c.one
		if all {
			result = c.all
		}
		for _, e := range b.entries {
			if e.Kind == c.kind && !e.composed && result != model.Unknown {
				b.record(e, &model.Answer{Verdict: model.Verdict{Result: result, Bound: model.Complete}, By: by})
			}
		}
	}
}
