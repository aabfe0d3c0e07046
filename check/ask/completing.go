package ask

import (
	"context"
	"math/rand/v2"

	"brim/petri"
)

// Random cases that complete, and which transitions they fire.

// How many random runs there are at most, how long one is, and how long all of them together.
const (
	completingRuns  = 300
	completingSteps = 50_000
	completingAll   = 1_000_000
)

// A player fires random transitions of a net.
//
// Invariant: enabled lists the transitions that marking enables, t at enabled[at[t]]; at[t] is -1 for all others.
type player struct {
	net     *petri.Net
	users   [][]int // by place, the transitions that take tokens from it or are inhibited by it
	marking petri.Marking
	enabled []int
	at      []int
}

// newPlayer returns a player without a marking. Cost: the arcs.
func newPlayer(net *petri.Net) *player {
	p := &player{net: net, users: make([][]int, len(net.Places)), at: make([]int, len(net.Transitions))}
	for t := range net.Transitions {
		for _, arcs := range [][]petri.Arc{net.Transitions[t].Pre, net.Transitions[t].Inhibit} {
			for _, x := range arcs {
				p.users[x.Place] = append(p.users[x.Place], t)
			}
		}
	}
	return p
}

// begin goes to the initial marking.
func (p *player) begin() {
	p.marking, p.enabled = p.net.Initial(), p.enabled[:0]
	for t := range p.at {
		p.at[t] = -1
		p.look(t)
	}
}

// look notes whether a transition is enabled.
func (p *player) look(t int) {
	switch now := p.net.Enabled(p.marking, t); {
	case now && p.at[t] < 0:
		p.at[t] = len(p.enabled)
		p.enabled = append(p.enabled, t)
	case !now && p.at[t] >= 0:
		last := p.enabled[len(p.enabled)-1]
		p.enabled[p.at[t]], p.at[last] = last, p.at[t]
		p.enabled, p.at[t] = p.enabled[:len(p.enabled)-1], -1
	}
}

// fire fires a transition that is enabled. It reports whether the numbers of tokens are in range.
func (p *player) fire(t int) bool {
	if !p.net.FireInto(p.marking, p.marking, t) {
		return false
	}
	for e := range p.net.Transitions[t].Effects() {
		if e.Delta == 0 {
			continue
		}
		for _, u := range p.users[e.Place] {
			p.look(u)
		}
	}
	return true
}

// completing tells which transitions random cases that complete have fired.
func (p *process) completing(ctx context.Context) []bool {
	used := make([]bool, len(p.net.Transitions))
	rng := rand.New(rand.NewPCG(1, 0))
	x := newPlayer(p.net.WithInitial(p.start))
	left := completingAll
	for range completingRuns {
		x.begin()
		fired := []int{}
		for range completingSteps {
			if len(x.enabled) == 0 || left <= 0 {
				break
			}
			t := x.enabled[rng.IntN(len(x.enabled))]
			if !x.fire(t) {
				break
			}
			left--
			fired = append(fired, t)
			if p.completes(x.marking) {
				for _, t := range fired {
					used[t] = true
				}
				fired = fired[:0]
			}
		}
		if ctx.Err() != nil || left <= 0 {
			break
		}
	}
	return used
}
