package walk

import "brim/petri"

// A hope finds what may still happen from a marking on, if every place that some transition fills may hold any number
// of tokens, and every place that some transition empties may hold none: transitions that never can fire again, and
// places that never change, are certain.
//
// It is a fixed point: a transition may fire if for each place it asks, there are enough tokens or the place may be
// filled, and for each that inhibits it, there are few enough or the place may be emptied.
type hope struct {
	*table
	missing        []int32 // by transition: the tests that fail and will never hold; 0 is that it may fire
	filled, lacked []bool  // by place
	queue          []int32
}

func newHope(b *table) *hope {
	n := len(b.net.Places)
	return &hope{table: b, missing: make([]int32, len(b.asks)), filled: make([]bool, n), lacked: make([]bool, n),
		queue: make([]int32, 0, len(b.asks))}
}

// from computes which transitions might ever fire after m, if a place that gets tokens once had any number from then
// on, and one that loses tokens once any smaller number. It is a fixed point, by a queue of transitions that can fire.
// A transition that is not among them can never fire. Cost: the arcs.
func (h *hope) from(m petri.Marking) {
	clear(h.filled)
	clear(h.lacked)
	h.table.missing(h.missing, m)
	h.queue = h.queue[:0]
	for t, n := range h.missing {
		if n == 0 {
			h.queue = append(h.queue, int32(t))
		}
	}
	for i := 0; i < len(h.queue); i++ {
		for _, c := range h.of(h.queue[i]) {
			x, tokens := &h.initial[c.place], m[c.place]
			switch {
			case c.delta > 0 && !h.filled[c.place]:
				h.filled[c.place] = true
				for j := x.inhibit - 1; j >= x.first && h.users[j].weight > tokens; j-- {
					h.grant(h.users[j].transition)
				}
			case c.delta < 0 && !h.lacked[c.place]:
				h.lacked[c.place] = true
				for j := x.inhibit; j < x.last && h.users[j].weight <= tokens; j++ {
					h.grant(h.users[j].transition)
				}
			}
		}
	}
}

// grant notes that a test of t may come to hold.
func (h *hope) grant(t int32) {
	if h.missing[t]--; h.missing[t] == 0 {
		h.queue = append(h.queue, t)
	}
}

// lost returns a transition that can never fire from the marking on, -1 if there is none known.
func (h *hope) lost() int {
	if len(h.queue) == len(h.missing) {
		return -1
	}
	for t, n := range h.missing {
		if n > 0 {
			return t
		}
	}
	return -1
}

// never returns the transitions that can never fire from m on, and the places whose tokens never change: not all of
// them, but these are certain. The net may be unbounded. Cost: the arcs.
func (h *hope) never(m petri.Marking) (transitions, places []int) {
	h.from(m)
	for t, n := range h.missing {
		if n > 0 {
			transitions = append(transitions, t)
		}
	}
	for p := range h.filled {
		if !h.filled[p] && !h.lacked[p] {
			places = append(places, p)
		}
	}
	return transitions, places
}
