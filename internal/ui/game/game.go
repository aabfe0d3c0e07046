// Package game plays the token game: a run of a net from a marking on, of which steps are fired, undone, done again and
// drawn at random. The terminal and the page play it.
package game

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// A Game is a run, and where in it somebody stands. What lies behind that has been undone and can be done again, until
// another transition is fired. Its zero value is of no use.
//
// Invariant: marking is that after the first at steps, each of which was enabled in its turn.
type Game struct {
	net     *petri.Net
	start   petri.Marking
	steps   []int
	at      int
	marking petri.Marking
}

// New returns a game that stands in the initial marking of net.
func New(net *petri.Net) *Game {
	return &Game{net: net, start: net.Initial(), marking: net.Initial()}
}

// Marking returns where the game stands. It is changed by the next move: Clone it to keep it.
func (g *Game) Marking() petri.Marking { return g.marking }

// At returns how many steps lead from the start to where the game stands.
func (g *Game) At() int { return g.at }

// Steps returns all transitions of the run, of which the first At lead to where the game stands.
func (g *Game) Steps() []int { return slices.Clone(g.steps) }

// Before returns the marking one step earlier, nil at the start.
func (g *Game) Before() petri.Marking {
	if g.at == 0 {
		return nil
	}
	m := g.marking.Clone()
	g.back(m, g.steps[g.at-1])
	return m
}

// Enabled lists the transitions that can be fired, in increasing order. The cost is that of looking at all.
func (g *Game) Enabled() []int { return slices.Collect(g.net.EnabledTransitions(g.marking)) }

// Fire fires a transition. What had been undone is forgotten, unless it begins with this very step. The error is that
// of petri.Net.Fire, or says that there is no such transition; then nothing changed.
func (g *Game) Fire(t int) error {
	if t < 0 || t >= len(g.net.Transitions) {
		return fmt.Errorf("no transition %d: net %s has %d", t, g.net.Name, len(g.net.Transitions))
	}
	if err := g.net.Fire(g.marking, t); err != nil {
		return err
	}
	if g.at == len(g.steps) || g.steps[g.at] != t {
		g.steps = append(g.steps[:g.at], t)
	}
	g.at++
	return nil
}

// Play fires transitions one after the other. The error is a *petri.ReplayError that counts steps from the first of
// them; those before it have been fired.
func (g *Game) Play(steps []int) error {
	for i, t := range steps {
		if err := g.Fire(t); err != nil {
			return &petri.ReplayError{Step: i, Transition: t, Reason: err}
		}
	}
	return nil
}

// Random fires n transitions, each drawn from all that are enabled, and returns how many there were: fewer in a dead
// marking, or if what was drawn would give more tokens to a place than it can hold, which the error then says.
func (g *Game) Random(n int, from *rand.Rand) (int, error) {
	for i := range n {
		enabled := g.Enabled()
		if len(enabled) == 0 {
			return i, nil
		}
		if err := g.Fire(enabled[from.IntN(len(enabled))]); err != nil {
			return i, err
		}
	}
	return n, nil
}

// Go goes to the marking after so many steps of the run, back or forth. It returns where it stands then: at the nearest
// end if there are not as many. The cost is that of the arcs on the way.
func (g *Game) Go(at int) int {
	at = min(max(at, 0), len(g.steps))
	for g.at > at {
		g.at--
		g.back(g.marking, g.steps[g.at])
	}
	for g.at < at {
		if !g.net.FireInto(g.marking, g.marking, g.steps[g.at]) {
			panic("game: Go: a step that could be fired before cannot be fired again")
		}
		g.at++
	}
	return g.at
}

// Reset forgets the run and stands in a marking, which is copied, as its start. It panics if m is none of the net.
func (g *Game) Reset(m petri.Marking) {
	if len(m) != len(g.net.Places) {
		panic(fmt.Sprintf("game: Reset: a marking of %d numbers for %d places", len(m), len(g.net.Places)))
	}
	g.start, g.marking, g.steps, g.at = m.Clone(), m.Clone(), nil, 0
}

// Start returns the marking in which the run begins.
func (g *Game) Start() petri.Marking { return g.start.Clone() }

// back takes the firing of t back in m.
func (g *Game) back(m petri.Marking, t int) {
	tr := &g.net.Transitions[t]
	for _, a := range tr.Post {
		m[a.Place] -= a.Weight
	}
	for _, a := range tr.Pre {
		m[a.Place] += a.Weight
	}
}
