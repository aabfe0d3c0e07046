package reduce

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"brim/petri"
	"brim/petri/equation"
	"brim/petri/equation/certificate"
)

// This file has rule T8, which drops transitions that can never fire, as is known or by the state equation.

const (
	mostVain  = 20  // questions of T8 that may find nothing, beyond those that do
	walkSteps = 400 // of the walk before
)

// askLimits are those of one question of T8.
var askLimits = equation.Limits{Entries: 1 << 18, Pivots: 200, Nodes: 2}

// dropNever is T8 for transitions that are known never to fire.
func (s *state) dropNever() {
	if len(s.options.Never) == 0 || !s.allowed(Never) {
		return
	}
	for _, i := range s.options.Never {
		s.hit(Never)
		if s.options.Class == Live { // that is the answer
			s.neverLive = true
			return
		}
		s.dropTransition(Never, i)
	}
	s.clean()
}

// neverFires is T8: transitions are dropped whose inputs the state equation, with traps and orders of first firings,
// shows to be out of reach. Each such proof was checked by package certificate. A place that always holds the same
// needs no rule of its own: what would change it is dead then, and T1 drops the place. The transitions of a short walk
// are not asked about. The rule is tried once, when others have nothing to do: what is left cannot be proved any more.
// Cost: the arcs for each step of the walk, and a limited number of questions to a limited system of equations.
func (s *state) neverFires() {
	if s.asked {
		return
	}
	s.asked = true
	fired := s.walk()
	net, number := s.net()
	if net == nil {
		return
	}
	system := equation.New(net)
	vain := 0
	for at, i := range number {
		if s.ctx.Err() != nil || vain > mostVain {
			break
		}
		if fired[i] {
			continue
		}
		goal := &certificate.Goal{Kind: certificate.All}
		for _, a := range net.Transitions[at].Pre {
			goal.Parts = append(goal.Parts, certificate.AtLeast(a.Place, a.Weight))
		}
		for _, a := range net.Transitions[at].Inhibit {
			goal.Parts = append(goal.Parts, certificate.AtMost(a.Place, a.Weight-1))
		}
		if r, _ := system.Refute(s.ctx, goal, askLimits); r == nil || r.Proof == nil {
			vain++
			continue
		}
		vain--
		s.hit(Never)
		if s.options.Class == Live { // that is the answer
			s.neverLive = true
			return
		}
		s.dropTransition(Never, i)
	}
	s.clean()
}

// net returns the present net as a petri.Net, and for each of its transitions the number in s; nil if it does not fit
// into one.
func (s *state) net() (*petri.Net, []int) {
	b := petri.NewBuilder("now")
	places := make([]int, len(s.initial))
	for p, tokens := range s.initial {
		if !s.gone[p] {
			places[p] = b.Place(strconv.Itoa(p), tokens)
		}
	}
	var number []int
	for i, t := range s.living() {
		n := b.Transition(strconv.Itoa(i))
		number = append(number, i)
		for _, list := range []struct {
			arcs []petri.Arc
			add  func(t, p int, weight int64)
		}{{t.pre, b.In}, {t.post, b.Out}, {t.inhibit, b.Inhibit}} {
			for _, a := range list.arcs {
				list.add(n, places[a.Place], a.Weight)
			}
		}
	}
	net, err := b.Net()
	if err != nil {
		return nil, nil
	}
	return net, number
}

// walk fires transitions at random, the same ones each time, and returns which.
func (s *state) walk() []bool {
	fired := make([]bool, len(s.transitions))
	m := slices.Clone(s.initial)
	rng := rand.New(rand.NewPCG(8, 8))
	for range walkSteps {
		if s.ctx.Err() != nil {
			break
		}
		next, enabled := -1, 0
		for i := range s.transitions {
			t := &s.transitions[i]
			if t.dead || !t.enabled(m) {
				continue
			}
			fired[i] = true // or could be
			if enabled++; rng.IntN(enabled) == 0 {
				next = i
			}
		}
		if next < 0 {
			break
		}
		for p, d := range s.transitions[next].effect {
			m[p] += d
			if m[p] < 0 { // beyond 63 bits
				return fired
			}
		}
	}
	return fired
}

// enabled reports whether t is enabled in a marking.
func (t *transition) enabled(m []int64) bool {
	for _, a := range t.pre {
		if m[a.Place] < a.Weight {
			return false
		}
	}
	for _, a := range t.inhibit {
		if m[a.Place] >= a.Weight {
			return false
		}
	}
	return true
}
