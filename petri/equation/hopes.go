package equation

import "brim/petri"

// hopes tell which transitions may fire at all, if those of a set may: a transition may if each place has enough tokens
// in the initial marking or may get more, and few enough in the initial marking or may lose some. It is the least such
// set, so that what is not in it is blocked in the sense of certificate.Order, with all places that get nothing raised,
// and all that lose nothing lowered.
type hopes struct {
	net     *petri.Net
	waiting [][]int32 // by place: transitions that want more tokens of it than at first
	hoping  [][]int32 // by place: transitions that want fewer
	wants   []int32   // by transition: how many places it waits for
	left    []int32   // wants, scratch
	idle    []int32   // those that want nothing

	fires         []bool // by transition
	raised, lower []bool // by place: it may get more, or lose some
}

func newHopes(net *petri.Net) *hopes {
	h := &hopes{net: net}
	h.waiting, h.hoping = make([][]int32, len(net.Places)), make([][]int32, len(net.Places))
	h.wants, h.left = make([]int32, len(net.Transitions)), make([]int32, len(net.Transitions))
	h.fires = make([]bool, len(net.Transitions))
	h.raised, h.lower = make([]bool, len(net.Places)), make([]bool, len(net.Places))
	for t := range net.Transitions {
		for e := range net.Transitions[t].Effects() {
			initial := net.Places[e.Place].Initial
			if e.Min > initial {
				h.waiting[e.Place] = append(h.waiting[e.Place], int32(t))
				h.wants[t]++
			}
			if e.Below > 0 && e.Below <= initial {
				h.hoping[e.Place] = append(h.hoping[e.Place], int32(t))
				h.wants[t]++
			}
		}
		if h.wants[t] == 0 {
			h.idle = append(h.idle, int32(t))
		}
	}
	return h
}

// look computes which transitions might ever fire, of those for which may returns true (nil for all), if a place that
// gets tokens once had any number from then on, and one that loses tokens once any smaller number. It is a fixed point,
// by a queue. Cost: the arcs.
func (h *hopes) look(may func(t int32) bool) {
	copy(h.left, h.wants)
	clear(h.fires)
	clear(h.raised)
	clear(h.lower)
	var queue []int32
	add := func(t int32) {
		if may == nil || may(t) {
			h.fires[t] = true
			queue = append(queue, t)
		}
	}
	for _, t := range h.idle {
		add(t)
	}
	serve := func(list []int32) {
		for _, t := range list {
			if h.left[t]--; h.left[t] == 0 {
				add(t)
			}
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for e := range h.net.Transitions[queue[0]].Effects() {
			if e.Delta > 0 && !h.raised[e.Place] {
				h.raised[e.Place] = true
				serve(h.waiting[e.Place])
			}
			if e.Delta < 0 && !h.lower[e.Place] {
				h.lower[e.Place] = true
				serve(h.hoping[e.Place])
			}
		}
	}
}

// still lists the places that get nothing, and those that lose nothing, of those that some transition waits for.
func (h *hopes) still() (raised, lowered []int) {
	for p := range h.raised {
		if !h.raised[p] && len(h.waiting[p]) > 0 {
			raised = append(raised, p)
		}
		if !h.lower[p] && len(h.hoping[p]) > 0 {
			lowered = append(lowered, p)
		}
	}
	return raised, lowered
}
