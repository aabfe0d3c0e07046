package order

import (
	"sync"

	"brim/petri"
)

// This file keeps what searches have found out about the orders of a net, for the searches after them.

// A Memory keeps the best order that is known of a net, so that a search begins with what another one has found.
// Several goroutines may use it at once. A nil Memory is always empty.
type Memory struct {
	net   *petri.Net
	whole *Memory // of a larger net with places of the same names; nil without one

	mu   sync.Mutex
	best *Known // nil before anything is known
}

// A Known order was the best one of a search. It must not be changed.
type Known struct {
	Decomposition
	// Work of the search under this order alone, in units of dd.Limits.Work.
	Work int64
	// Done says that the search ended, so that this is all the work there is; otherwise a limit ended it, or the order
	// is that of another net, of which Work says nothing.
	Done bool
}

// NewMemory returns an empty memory for net. As long as nothing is known of net, it answers with what whole knows, the
// memory of a net of which net is a smaller version; nil if it has none.
func NewMemory(net *petri.Net, whole *Memory) *Memory { return &Memory{net: net, whole: whole} }

// For returns the memory for searches in net: m itself, or if net is another net than that of m, an empty one with m as
// that of the larger net.
func (m *Memory) For(net *petri.Net) *Memory {
	if m == nil || m.net == net {
		return m
	}
	return NewMemory(net, m)
}

// Best returns the best order known of the memory's net, nil if none is. One of the larger net is taken for the places
// that are left of it. Cost: O(1) and no memory for the net's own, O(places) of both nets for that of a larger one.
func (m *Memory) Best() *Known {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	best := m.best
	m.mu.Unlock()
	if best != nil {
		return best
	}
	larger := m.whole.Best()
	if larger == nil {
		return nil
	}
	if d, ok := larger.moved(m.whole.net, m.net); ok {
		return &Known{Decomposition: d}
	}
	return nil
}

// Learn keeps an order with which a search has come far. One that ended counts more than one that did not, of two of
// these the one with less work; of others the one with more work, which knows more.
func (m *Memory) Learn(k Known) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if b := m.best; b == nil || k.better(*b) {
		m.best = &k
	}
}

// better reports whether k is to be preferred to b.
func (k Known) better(b Known) bool {
	switch {
	case k.Done != b.Done:
		return k.Done
	case k.Done:
		return k.Work < b.Work
	}
	return k.Work >= b.Work
}

// moved returns the order d of one net for another: each place stays on the level of the place of the same name, and
// levels of which no place is left are gone. Places that the one net does not have get levels of their own at the top.
// ok is false if these are more than the others.
func (d Decomposition) moved(from, to *petri.Net) (out Decomposition, ok bool) {
	at := make(map[string]int, len(to.Places))
	for p := range to.Places {
		at[to.Places[p].Name] = p
	}
	out = Decomposition{Method: d.Method}
	seen := make([]bool, len(to.Places))
	known := 0
	for _, level := range d.Levels {
		var here []int
		for _, p := range level {
			if q, there := at[from.Places[p].Name]; there {
				here, seen[q] = append(here, q), true
			}
		}
		if known += len(here); len(here) > 0 {
			out.Levels = append(out.Levels, here)
		}
	}
	for q, yes := range seen {
		if !yes {
			out.Levels = append(out.Levels, []int{q})
		}
	}
	return out, 2*known > len(to.Places)
}
